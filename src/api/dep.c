/* SPDX-License-Identifier: BSD-3-Clause */
/* dep.c - dependences: OCR 1.1.0, section 2.8. */
#include "src/api/api.h"

#include "src/event/event.h"
#include "src/stream/rider.h"
#include "src/stream/stream.h"

static bool
is_mode(ocrDbAccessMode_t mode)
{
	switch (mode) {
	case DB_MODE_NULL:
	case DB_MODE_CONST:
	case DB_MODE_RW:
	case DB_MODE_EW:
	case DB_MODE_RO:
		return true;
	}
	return false;
}

static u8
satisfy_edt(struct ocr_edt *t, ocrGuid_t data, ocrGuid_t edt, u32 slot,
	    ocrDbAccessMode_t mode)
{
	struct ocr_edt_slot s = {data, slot, mode};
	int err = ocr_edt_satisfy(&t->now->stream, edt, &s);

	return __builtin_expect(err, 0)
		       ? ocr_why_about(OCR_MSG_SATISFY_EDT, edt, err)
		       : 0;
}

static u8
follow_event(struct ocr_edt *t, ocrGuid_t event, ocrGuid_t dest, u32 slot,
	     ocrDbAccessMode_t mode)
{
	struct ocr_waiter w = ocr_waiter_of(dest, slot, mode);
	int err = ocr_event_add_dep(&t->now->stream, event, &w);

	return __builtin_expect(err, 0)
		       ? ocr_why_about(OCR_MSG_ADD_DEP, event, err)
		       : 0;
}

static u8
add_dependence(ocrGuid_t source, u32 sslot, ocrGuid_t destination, u32 slot,
	       ocrDbAccessMode_t mode)
{
	bool reduces = ocr_guid_kind(source) == OCR_GUID_EVENT_COLLECTIVE;
	struct ocr_edt *t = ocr_api_task();
	enum ocr_guid_kind to = ocr_guid_kind(destination);
	bool to_event;

	if (!t)
		return ocr_why_no_task();
	if (ocr_owner_of(t->rt, destination) >= t->rt->size ||
	    to == OCR_GUID_NULL || to >= OCR_GUID_KINDS)
		return ocr_why_dependence(OCR_EINVAL, source, sslot,
					  destination, slot, mode);
	to_event = ocr_guid_is_event(destination);
	if (!to_event && to != OCR_GUID_EDT && to != OCR_GUID_MAPPED)
		return ocr_why_dependence(OCR_EPERM, source, sslot, destination,
					  slot, mode);
	/* Those are given values, not blocks. */
	if (to == OCR_GUID_EVENT_COLLECTIVE || (sslot && !reduces) ||
	    (!to_event && !is_mode(mode)))
		return ocr_why_dependence(OCR_EINVAL, source, sslot,
					  destination, slot, mode);
	if (ocr_api_is_source(t->rt, source))
		return to_event ? ocr_api_satisfy(destination, source, slot)
				: satisfy_edt(t, source, destination, slot,
					      mode);
	if (!ocr_api_is_event(t->rt, source))
		return ocr_why_dependence(
			ocr_guid_kind(source) < OCR_GUID_KINDS &&
					ocr_guid_kind(source) != OCR_GUID_DB
				? OCR_EPERM
				: OCR_EINVAL,
			source, sslot, destination, slot, mode);
	if (to_event && slot >= ocr_guid_slots(to))
		return ocr_why_dependence(OCR_EINVAL, source, sslot,
					  destination, slot, mode);
	return reduces ? ocr_api_collective_follow(source, sslot, destination,
						   slot, mode)
		       : follow_event(t, source, destination, slot, mode);
}

u8
ocr_api_add_dependence(ocrGuid_t source, ocrGuid_t destination, u32 slot,
		       ocrDbAccessMode_t mode)
{
	return add_dependence(source, 0, destination, slot, mode);
}

u8
ocr_api_connect(struct ocr_edt *t, ocrGuid_t source, ocrGuid_t edt, u32 slot)
{
	enum ocr_guid_kind from = ocr_guid_kind(source);

	if (from == OCR_GUID_NULL || from == OCR_GUID_DB)
		return satisfy_edt(t, source, edt, slot, DB_DEFAULT_MODE);
	if (from == OCR_GUID_EVENT_COLLECTIVE)
		return ocr_api_collective_follow(source, 0, edt, slot,
						 DB_DEFAULT_MODE);
	return follow_event(t, source, edt, slot, DB_DEFAULT_MODE);
}

/* The type of the op that a dependence is: one from an event is an op on
 * that. */
static uint16_t
op_of(ocrGuid_t source, ocrGuid_t destination)
{
	if (ocr_guid_kind(source) == OCR_GUID_EVENT_COLLECTIVE)
		return OCR_MSG_COLLECTIVE_DEP;
	if (ocr_guid_is_event(source))
		return OCR_MSG_ADD_DEP;
	return ocr_guid_is_event(destination) ? OCR_MSG_SATISFY
					      : OCR_MSG_SATISFY_EDT;
}

/* Of a slot of the task that was created last, on another node, which is
 * satisfied with no block, all is known: that goes along (stream/rider.h). */
static __attribute__((noinline)) bool
ride(ocrGuid_t source, ocrGuid_t destination, u32 slot, ocrDbAccessMode_t mode)
{
	struct ocr_edt *t = ocr_api_task();

	return t && !ocr_strict_on && ocr_guid_is_null(source) &&
	       !ocr_guid_is_null(destination) && is_mode(mode) &&
	       ocr_rider_satisfies(&t->now->stream, destination, source, slot,
				   (uint32_t)mode);
}

/* As a rule it is another one. */
static inline bool
rides(ocrGuid_t source, ocrGuid_t destination, u32 slot, ocrDbAccessMode_t mode)
{
	return ocr_self && destination.lower == ocr_self->bearer.edt.lower &&
	       ride(source, destination, slot, mode);
}

u8
ocrAddDependence(ocrGuid_t source, ocrGuid_t destination, u32 slot,
		 ocrDbAccessMode_t mode)
{
	if (__builtin_expect(rides(source, destination, slot, mode), 0))
		return 0;
	OCR_API_CALL(op_of(source, destination),
		     ocr_guid_is_event(source) ? source : destination,
		     ocr_api_add_dependence(source, destination, slot, mode));
}

u8
ocrAddDependenceSlot(ocrGuid_t source, u32 sslot, ocrGuid_t destination,
		     u32 dslot, ocrDbAccessMode_t mode)
{
	OCR_API_CALL(op_of(source, destination),
		     ocr_guid_is_event(source) ? source : destination,
		     add_dependence(source, sslot, destination, dslot, mode));
}
