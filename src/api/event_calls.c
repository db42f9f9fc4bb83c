/* SPDX-License-Identifier: BSD-3-Clause */
/* event_calls.c - event management: OCR 1.1.0, section 2.6, B.3 to B.5. */
#include "src/api/api.h"

#include "src/event/event.h"
#include "src/stream/stream.h"

#define FLAGS (EVT_PROP_TAKES_ARG | OCR_API_NAMED | EVT_PROP_LID)

enum ocr_guid_kind
ocr_api_event_kind(ocrEventTypes_t type)
{
	static const enum ocr_guid_kind kinds[] = {
#define OCR_EVENT_KIND(kind, ...)                                              \
	[OCR_EVENT_##kind##_T] = OCR_GUID_EVENT_##kind,
#include "guidmap/event_kinds.def"
#undef OCR_EVENT_KIND
	};

	return (unsigned)type < sizeof(kinds) / sizeof(kinds[0])
		       ? kinds[type]
		       : OCR_GUID_NULL;
}

static __attribute__((noinline)) u8
create_any(ocrGuid_t *guid, ocrEventTypes_t eventType, u16 flags,
	   const ocrEventParams_t *params)
{
	enum ocr_guid_kind kind = ocr_api_event_kind(eventType);
	struct ocr_msg_create_event m = {
		.op = OCR_OP(OCR_MSG_CREATE_EVENT, struct ocr_msg_create_event),
	};
	struct ocr_edt *t = ocr_api_task();
	struct ocr_new n;
	u8 code;

	if (kind == OCR_GUID_EVENT_COLLECTIVE)
		return ocr_api_collective_create(guid, flags, params);
	if (!t)
		return ocr_why_no_task();
	if (params)
		ocr_event_take(kind, params, &m);
	if (!guid || flags & ~FLAGS || !ocr_event_is_possible(kind, &m))
		return ocr_why_event(guid, eventType, flags, FLAGS, params);
	code = ocr_api_name(t, &n, kind,
			    flags & EVT_PROP_TAKES_ARG ? OCR_GUID_TAKES_ARG : 0,
			    t->rt->self, *guid, flags);
	if (code)
		return code;
	m.event = n.guid;
	ocr_api_tell(guid, n.shown, n.how);
	return ocr_api_made(&n, &m.op,
			    n.how ? ocr_api_create(t, &n, &m.op, 0)
				  : ocr_event_new(&t->now->stream, &m));
}

static inline u8
create(ocrGuid_t *guid, ocrEventTypes_t eventType, u16 flags)
{
	enum ocr_guid_kind kind = ocr_api_event_kind(eventType);
	struct ocr_edt *t = ocr_api_task();
	ocrGuid_t g;
	int err;

	if (__builtin_expect(!t || !guid || flags & ~EVT_PROP_TAKES_ARG ||
				     !ocr_event_is_plain(kind),
			     0))
		return create_any(guid, eventType, flags, NULL);
	g = ocr_guid_new_here(ocr_self->guids, kind,
			      flags & EVT_PROP_TAKES_ARG ? OCR_GUID_TAKES_ARG
							 : 0);
	if (__builtin_expect(ocr_guid_is_null(g), 0))
		return ocr_why_about(OCR_MSG_CREATE_EVENT, g, -ENOMEM);
	*guid = g;
	err = ocr_event_new_plain(&t->now->stream, g);
	return __builtin_expect(err, 0)
		       ? ocr_why_about(OCR_MSG_CREATE_EVENT, g, err)
		       : 0;
}

static u8
destroy(ocrGuid_t guid)
{
	struct ocr_edt *t = ocr_api_task();
	int err;

	if (ocr_guid_kind(guid) == OCR_GUID_EVENT_COLLECTIVE)
		return ocr_api_collective_destroy(guid);
	if (!t)
		return ocr_why_no_task();
	if (!ocr_api_is_event(t->rt, guid))
		return ocr_why_kind(OCR_EINVAL, "guid", guid, "an event");
	err = ocr_event_destroy(&t->now->stream, guid);
	return __builtin_expect(err, 0)
		       ? ocr_why_about(OCR_MSG_DESTROY, guid, err)
		       : 0;
}

/* Programs pass blocks through events that they made without a word of it,
 * and are served.  Strict mode keeps to the letter.  Labels take blocks: a GUID
 * that was computed cannot say how its event was created. */
static bool
is_refused(const struct ocr_runtime *rt, ocrGuid_t event, ocrGuid_t data)
{
	return rt->strict && !ocr_guid_is_null(data) &&
	       ocr_guid_kind(event) != OCR_GUID_MAPPED &&
	       !(ocr_guid_flags(event) & OCR_GUID_TAKES_ARG);
}

/* All of it. */
static __attribute__((noinline)) u8
satisfy_any(ocrGuid_t eventGuid, ocrGuid_t dataGuid, u32 slot)
{
	ocrGuid_t data = ocr_api_as(dataGuid, OCR_GUID_DB);
	struct ocr_edt *t = ocr_api_task();
	bool mapped = ocr_guid_kind(eventGuid) == OCR_GUID_MAPPED;
	int err;

	if (!t)
		return ocr_why_no_task();
	if (!ocr_api_is_event(t->rt, eventGuid) ||
	    (!mapped && !ocr_guid_is_single_event(eventGuid)) ||
	    !ocr_api_is_data(t->rt, data) ||
	    (ocr_api_is_strict() && ocr_names_is_forged(t->rt, data)) ||
	    slot >= (mapped ? OCR_EVENT_MOST_SLOTS
			    : ocr_guid_slots(ocr_guid_kind(eventGuid))))
		return ocr_why_satisfy(eventGuid, dataGuid, slot);
	if (!ocr_guid_carries(eventGuid))
		data = NULL_GUID;
	if (is_refused(t->rt, eventGuid, data))
		return ocr_refuse(
			OCR_EPERM,
			"event=%s data=%s|the event was created without "
			"EVT_PROP_TAKES_ARG",
			ocr_refuse_guid(eventGuid), ocr_refuse_guid(dataGuid));
	if (__builtin_expect(t->rt->strict != NULL, 0) &&
	    !ocr_guid_is_null(data))
		ocr_strict_passed(t, eventGuid, data);
	err = ocr_event_satisfy(&t->now->stream, eventGuid, data, slot);
	return __builtin_expect(err, 0)
		       ? ocr_why_about(OCR_MSG_SATISFY, eventGuid, err)
		       : 0;
}

/* Is nothing to be said against it, by what is seen soonest?  A block whose
 * owner is there, or none, for a slot of an event; and nobody is strict. */
static inline bool
is_usual(struct ocr_runtime *rt, ocrGuid_t event, ocrGuid_t data, u32 slot)
{
	return ocr_guid_is_single_event(event) && !ocr_label_is(event) &&
	       ocr_guid_owner(event) < rt->size && ocr_api_is_data(rt, data) &&
	       slot < ocr_guid_slots(ocr_guid_kind(event)) && !ocr_strict_on;
}

static inline __attribute__((always_inline)) u8
satisfy(ocrGuid_t event, ocrGuid_t data, u32 slot)
{
	struct ocr_edt *t = ocr_api_task();
	int err;

	if (__builtin_expect(!t || !is_usual(t->rt, event, data, slot), 0))
		return satisfy_any(event, data, slot);
	if (!ocr_guid_carries(event))
		data = NULL_GUID;
	err = ocr_event_satisfy(&t->now->stream, event, data, slot);
	return __builtin_expect(err, 0)
		       ? ocr_why_about(OCR_MSG_SATISFY, event, err)
		       : 0;
}

u8
ocr_api_satisfy(ocrGuid_t event, ocrGuid_t data, u32 slot)
{
	return satisfy(event, data, slot);
}

/* Most satisfactions of a latch are counted, and that is all. */
static inline bool
is_counted(ocrGuid_t event, ocrGuid_t data, u32 slot)
{
	struct ocr_edt *t = ocr_api_task();

	return ocr_guid_kind(event) == OCR_GUID_EVENT_LATCH && !ocr_strict_on &&
	       t && ocr_guid_is_null(data) &&
	       slot <= OCR_EVENT_LATCH_INCR_SLOT &&
	       ocr_event_count(&t->now->stream, event, slot);
}

u8
ocrEventCreate(ocrGuid_t *guid, ocrEventTypes_t eventType, u16 flags)
{
	OCR_API_CREATE(guid, create(guid, eventType, flags));
}

u8
ocrEventCreateParams(ocrGuid_t *guid, ocrEventTypes_t eventType, u16 flags,
		     const ocrEventParams_t *params)
{
	OCR_API_CREATE(guid, create_any(guid, eventType, flags, params));
}

u8
ocrEventDestroy(ocrGuid_t guid)
{
	OCR_API_CALL(OCR_MSG_DESTROY, guid, destroy(guid));
}

u8
ocrEventSatisfy(ocrGuid_t eventGuid, ocrGuid_t dataGuid)
{
	if (is_counted(eventGuid, dataGuid, 0))
		return 0;
	OCR_API_CALL(OCR_MSG_SATISFY, eventGuid,
		     satisfy(eventGuid, dataGuid, 0));
}

u8
ocrEventSatisfySlot(ocrGuid_t eventGuid, ocrGuid_t dataGuid, u32 slot)
{
	if (is_counted(eventGuid, dataGuid, slot))
		return 0;
	OCR_API_CALL(OCR_MSG_SATISFY, eventGuid,
		     satisfy(eventGuid, dataGuid, slot));
}
