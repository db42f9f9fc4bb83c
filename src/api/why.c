/* SPDX-License-Identifier: BSD-3-Clause */
/* why.c - see why.h.
 *
 * The first argument that is wrong is named, in the order in which the calls
 * look at them.
 */
#include "src/api/why.h"

#include "src/api/api.h"
#include "src/data/held.h"
#include "src/event/event.h"

#include <inttypes.h>

u8
ocr_why_no_task(void)
{
	if (!ocr_self)
		return ocr_refuse(OCR_EPERM,
				  "the calling thread runs no task: the thread "
				  "is the program's own, or the runtime does "
				  "not run");
	return ocr_refuse(OCR_EPERM, "it is called outside of a task");
}

u8
ocr_why_null(const char *arg)
{
	return ocr_refuse(OCR_EINVAL, "%s=NULL|a pointer is expected", arg);
}

u8
ocr_why_flags(const char *arg, unsigned flags, unsigned known)
{
	return ocr_refuse(OCR_EINVAL,
			  "%s=0x%x|0x%x is no property that this call knows",
			  arg, flags, flags & ~known);
}

u8
ocr_why_kind(u8 code, const char *arg, ocrGuid_t g, const char *wanted)
{
	const struct ocr_runtime *rt = ocr_self ? ocr_self->rt : NULL;

	if (ocr_guid_kind(g) >= OCR_GUID_KINDS && !ocrGuidIsUninitialized(g) &&
	    !ocrGuidIsError(g))
		return ocr_refuse(code,
				  "%s=%s|%s is expected, and this was never a "
				  "GUID",
				  arg, ocr_refuse_guid(g), wanted);
	if (rt && !ocr_guid_is_null(g) && ocr_guid_kind(g) < OCR_GUID_KINDS &&
	    ocr_guid_kind(g) != OCR_GUID_MAP && ocr_owner_of(rt, g) >= rt->size)
		return ocr_refuse(code,
				  "%s=%s|it belongs to node %u, and the job "
				  "has %u",
				  arg, ocr_refuse_guid(g), ocr_owner_of(rt, g),
				  rt->size);
	return ocr_refuse(code, "%s=%s|%s is expected", arg, ocr_refuse_guid(g),
			  wanted);
}

u8
ocr_why_op(const struct ocr_op *op, int err)
{
	return ocr_refuse(ocr_err_code(err), "%s", ocr_reason_of_op(op, err));
}

u8
ocr_why_about(uint16_t type, ocrGuid_t g, int err)
{
	const struct ocr_msg_destroy m = {
		.op = OCR_OP(type, struct ocr_msg_destroy),
		.guid = g,
	};

	return ocr_why_op(&m.op, err);
}

/* -- Tasks ---------------------------------------------------------------- */

static u8
too_many(const char *arg, u32 count)
{
	return ocr_refuse(OCR_EINVAL,
			  "%s=%u|a template has %u at most, or EDT_PARAM_UNK",
			  arg, count, OCR_TEMPLATE_COUNT_MAX);
}

u8
ocr_why_template(const ocrGuid_t *guid, ocrEdt_t func, u32 paramc, u32 depc,
		 unsigned flags, unsigned known)
{
	if (!guid)
		return ocr_why_null("guid");
	if (!func)
		return ocr_why_null("funcPtr");
	if (paramc > OCR_TEMPLATE_COUNT_MAX && paramc != EDT_PARAM_UNK)
		return too_many("paramc", paramc);
	if (depc > OCR_TEMPLATE_COUNT_MAX && depc != EDT_PARAM_UNK)
		return too_many("depc", depc);
	if (flags & ~known)
		return ocr_why_flags("properties", flags, known);
	return ocr_refuse(OCR_EINVAL,
			  "funcPtr=%p|it is in no module of the program",
			  (void *)(uintptr_t)func);
}

/* The counts of a task are those of its template, where that says any. */
static u8
why_count(const char *arg, const char *what, u32 count, ocrGuid_t tmpl,
	  unsigned shift)
{
	unsigned own = ocr_label_is(tmpl) ? OCR_TEMPLATE_COUNT_UNK
					  : tmpl.lower >> shift & 0xffff;

	if (own != OCR_TEMPLATE_COUNT_UNK && count == EDT_PARAM_UNK)
		return ocr_refuse(OCR_EINVAL,
				  "%s=EDT_PARAM_UNK|%s takes %u %s%s", arg,
				  ocr_refuse_template(tmpl), own, what,
				  own == 1 ? "" : "s");
	if (own != OCR_TEMPLATE_COUNT_UNK && count != own &&
	    count != EDT_PARAM_DEF)
		return ocr_refuse(OCR_EINVAL, "%s=%u|%s takes %u %s%s", arg,
				  count, ocr_refuse_template(tmpl), own, what,
				  own == 1 ? "" : "s");
	if (own == OCR_TEMPLATE_COUNT_UNK &&
	    (count == EDT_PARAM_DEF || count == EDT_PARAM_UNK))
		return ocr_refuse(OCR_EINVAL,
				  "%s=%s|%s does not say how many %ss: the "
				  "call must",
				  arg,
				  count == EDT_PARAM_DEF ? "EDT_PARAM_DEF"
							 : "EDT_PARAM_UNK",
				  ocr_refuse_template(tmpl), what);
	return 0;
}

static bool
is_source(struct ocr_runtime *rt, ocrGuid_t g)
{
	return ocrGuidIsUninitialized(g) || ocr_api_is_source(rt, g) ||
	       ocr_api_is_event(rt, g);
}

u8
ocr_why_edt(ocrGuid_t tmpl, u32 paramc, const u64 *paramv, u32 depc)
{
	struct ocr_runtime *rt = ocr_self->rt;

	if (ocr_guid_kind(tmpl) != OCR_GUID_TEMPLATE ||
	    ocr_owner_of(rt, tmpl) >= rt->size)
		return ocr_why_kind(OCR_EINVAL, "template", tmpl, "a template");
	if (!paramc && paramv)
		return ocr_refuse(OCR_EINVAL,
				  "paramv=%p|paramc is 0, so NULL is expected",
				  (const void *)paramv);
	if (why_count("paramc", "parameter", paramc, tmpl, 16) ||
	    why_count("depc", "dependence", depc, tmpl, 0))
		return OCR_EINVAL;
	if (!paramv && paramc)
		return ocr_refuse(OCR_EINVAL, "paramv=NULL|%s takes parameters",
				  ocr_refuse_template(tmpl));
	if (sizeof(struct ocr_msg_create_edt) + (size_t)paramc * sizeof(u64) +
		    sizeof(ocrHint_t) >
	    OCR_OP_MAX_BYTES)
		return ocr_refuse(OCR_EINVAL,
				  "paramc=%u|parameters may have %u MiB",
				  paramc, (unsigned)(OCR_OP_MAX_BYTES >> 20));
	return ocr_refuse(OCR_EINVAL, "template=%s|it has been destroyed",
			  ocr_refuse_guid(tmpl));
}

u8
ocr_why_source(u8 code, u32 i, ocrGuid_t g)
{
	char arg[32];

	snprintf(arg, sizeof(arg), "depv[%u]", i);
	if (!is_source(ocr_self->rt, g))
		return ocr_why_kind(code, arg, g,
				    "a data block, an event, NULL_GUID or "
				    "UNINITIALIZED_GUID");
	if (ocr_guid_kind(g) == OCR_GUID_EVENT_COLLECTIVE)
		return ocr_refuse(code,
				  "%s=%s|it does not exist on this node, or "
				  "gives its result on another node",
				  arg, ocr_refuse_guid(g));
	return ocr_refuse(code, "%s=%s|it has fired, or was destroyed", arg,
			  ocr_refuse_guid(g));
}

u8
ocr_why_output(const ocrGuid_t *output)
{
	if (!output)
		return ocr_refuse(OCR_EINVAL,
				  "outputEvent=NULL|with EDT_PROP_OEVT_VALID "
				  "an event is expected there");
	return ocr_why_kind(OCR_EINVAL, "outputEvent", *output, "an event");
}

/* -- Events and dependences ----------------------------------------------- */

u8
ocr_why_event(const ocrGuid_t *guid, ocrEventTypes_t type, unsigned flags,
	      unsigned known, const ocrEventParams_t *params)
{
	char text[OCR_EVENT_TEXT];

	if (!guid)
		return ocr_why_null("guid");
	if (!ocr_api_event_kind(type))
		return ocr_refuse(OCR_EINVAL,
				  "eventType=%u|there is no such type",
				  (unsigned)type);
	if (flags & ~known)
		return ocr_why_flags("properties", flags, known);
	return ocr_refuse(
		OCR_EINVAL, "%s",
		ocr_event_expects(ocr_api_event_kind(type), params, text));
}

u8
ocr_why_reduction(const ocrGuid_t *guid, unsigned flags,
		  const ocrEventParams_t *params)
{
	unsigned known = EVT_PROP_TAKES_ARG | GUID_PROP_CHECK;

	if (!guid)
		return ocr_why_null("guid");
	if (!params)
		return ocr_refuse(OCR_EINVAL,
				  "params=NULL|a reduction event is created by "
				  "ocrEventCreateParams(), with parameters");
	if (flags & ~known)
		return ocr_why_flags("properties", flags, known);
	return ocr_refuse(OCR_EINVAL, "type=%u|there is no such type",
			  (unsigned)params->EVENT_COLLECTIVE.type);
}

static u8
why_slot(ocrGuid_t event, const char *arg, u32 slot)
{
	if (ocr_guid_kind(event) == OCR_GUID_EVENT_LATCH)
		return ocr_refuse(OCR_EINVAL,
				  "%s=%u|a latch event has the slots "
				  "OCR_EVENT_LATCH_DECR_SLOT (0) and "
				  "OCR_EVENT_LATCH_INCR_SLOT (1)",
				  arg, slot);
	if (ocr_guid_slots(ocr_guid_kind(event)) > 1)
		return ocr_refuse(OCR_EINVAL, "%s=%u|a %s has slots 0 to %u",
				  arg, slot,
				  ocr_guid_kind_name(ocr_guid_kind(event)),
				  ocr_guid_slots(ocr_guid_kind(event)) - 1);
	return ocr_refuse(OCR_EINVAL, "%s=%u|a %s has slot 0 alone", arg, slot,
			  ocr_guid_kind_name(ocr_guid_kind(event)));
}

u8
ocr_why_satisfy(ocrGuid_t event, ocrGuid_t data, u32 slot)
{
	struct ocr_runtime *rt = ocr_self->rt;

	if (ocr_guid_kind(event) == OCR_GUID_EVENT_COLLECTIVE)
		return ocr_refuse(OCR_EINVAL,
				  "event=%s|a reduction event is satisfied by "
				  "ocrEventCollectiveSatisfySlot()",
				  ocr_refuse_guid(event));
	if (!ocr_api_is_event(rt, event))
		return ocr_why_kind(OCR_EINVAL, "event", event, "an event");
	if (!ocr_api_is_source(rt, ocr_api_as(data, OCR_GUID_DB)))
		return ocr_why_kind(OCR_EINVAL, "data", data,
				    "a data block or NULL_GUID");
	if (slot)
		return why_slot(event, "slot", slot);
	return ocr_refuse(OCR_EINVAL, "event=%s|there is no such event",
			  ocr_refuse_guid(event));
}

static bool
is_mode(ocrDbAccessMode_t m)
{
	return m == DB_MODE_NULL || m == DB_MODE_CONST || m == DB_MODE_RW ||
	       m == DB_MODE_EW || m == DB_MODE_RO;
}

u8
ocr_why_dependence(u8 code, ocrGuid_t source, u32 sslot, ocrGuid_t destination,
		   u32 slot, ocrDbAccessMode_t mode)
{
	struct ocr_runtime *rt = ocr_self->rt;
	enum ocr_guid_kind to = ocr_guid_kind(destination);
	bool to_event = ocr_guid_is_event(destination);

	if (ocr_owner_of(rt, destination) >= rt->size ||
	    (!to_event && to != OCR_GUID_EDT && to != OCR_GUID_MAPPED))
		return ocr_why_kind(code, "destination", destination,
				    "a task or an event");
	if (to == OCR_GUID_EVENT_COLLECTIVE)
		return ocr_refuse(code,
				  "destination=%s|a reduction event is given "
				  "values, by ocrEventCollectiveSatisfySlot()",
				  ocr_refuse_guid(destination));
	if (!to_event && !is_mode(mode))
		return ocr_refuse(code, "mode=0x%x|there is no such mode",
				  (unsigned)mode);
	if (!is_source(rt, source) || ocrGuidIsUninitialized(source))
		return ocr_why_kind(code, "source", source,
				    "a data block, an event or NULL_GUID");
	if (sslot && ocr_guid_kind(source) != OCR_GUID_EVENT_COLLECTIVE)
		return ocr_refuse(code,
				  "sslot=%u|only reduction events have "
				  "more slots than 0 to depend on",
				  sslot);
	if (to_event && slot)
		return why_slot(destination, "slot", slot);
	if (ocr_guid_kind(source) == OCR_GUID_EVENT_COLLECTIVE)
		return ocr_refuse(code,
				  "source=%s sslot=%u|it does not exist on "
				  "this node, has no such slot, or gives its "
				  "result on another node",
				  ocr_refuse_guid(source), sslot);
	return ocr_refuse(code,
			  "source=%s destination=%s mode=0x%x|this dependence "
			  "cannot be",
			  ocr_refuse_guid(source), ocr_refuse_guid(destination),
			  (unsigned)mode);
}

/* -- Blocks and labels ---------------------------------------------------- */

u8
ocr_why_no_guid(void)
{
	return ocr_refuse(
		OCR_ENOMEM,
		"there is no GUID left for it, or no memory to make one");
}

u8
ocr_why_held(u8 code, ocrGuid_t db)
{
	const struct ocr_held_block *b;
	ocrGuid_t g = ocr_api_as(db, OCR_GUID_DB);

	if (ocr_guid_kind(g) != OCR_GUID_DB)
		return ocr_why_kind(code, "db", db, "a data block");
	b = ocr_held_find(&ocr_self->task->held, g);
	return ocr_refuse(code, "db=%s|%s", ocr_refuse_guid(db),
			  b ? "the task has released it already"
			    : "the task has not acquired it");
}

u8
ocr_why_label(enum ocr_guid_kind kind, unsigned flags, ocrGuid_t label)
{
	if (flags & EDT_PROP_MAPPED)
		return ocr_refuse(OCR_EINVAL,
				  "guid=%s|with *_PROP_MAPPED it must be the "
				  "element that the creator function was given",
				  ocr_refuse_guid(label));
	if (!ocr_label_is(label))
		return ocr_refuse(OCR_EINVAL,
				  "guid=%s|with this property it must be an "
				  "element of a range, by ocrGuidFromIndex()",
				  ocr_refuse_guid(label));
	if (ocr_guid_kind(label) != kind)
		return ocr_refuse(OCR_EINVAL,
				  "guid=%s|the range must be one of this kind: "
				  "%s",
				  ocr_refuse_guid(label),
				  ocr_guid_kind_name(kind));
	return ocr_why_flags("properties", flags,
			     GUID_PROP_CHECK | GUID_PROP_BLOCK);
}

u8
ocr_why_user_kind(ocrGuidUserKind kind)
{
	return ocr_refuse(OCR_EINVAL, "kind=%u|there is no such kind",
			  (unsigned)kind);
}

u8
ocr_why_index(ocrGuid_t range, u64 index, bool creator)
{
	if (ocr_guid_kind(range) != OCR_GUID_MAP)
		return ocr_why_kind(OCR_EINVAL, "range", range,
				    creator ? "a map" : "a range or a map");
	if (ocr_api_is_creator_map(range) != creator)
		return ocr_refuse(OCR_EINVAL, "range=%s|%s",
				  ocr_refuse_guid(range),
				  creator ? "it was not created by "
					    "ocrMapCreate()"
					  : "elements of a map with a creator "
					    "are got by ocrMapGet()");
	return ocr_refuse(OCR_EINVAL,
			  "index=%" PRIu64 "|it has the elements 0 to "
			  "%" PRIu64,
			  index, ocr_api_count(range) - 1);
}
