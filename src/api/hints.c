/* SPDX-License-Identifier: BSD-3-Clause */
/* hints.c - hints of objects: OCR 1.1.0, B.1.6 and B.1.7, and what they mean
 * for the place of a new object (doc/use/HINTS.md).
 */
#include "src/api/api.h"

#include "src/base/hint.h"
#include "src/stream/stream.h"
#include "src/task/ask.h"
#include "src/task/edt_side.h"
#include "src/task/share.h"
#include "src/task/template.h"

/* The program's hint, without what makes no sense. */
static void
begin(struct ocr_runtime *rt, const ocrHint_t *hint, ocrHintType_t type,
      struct ocr_advice *a)
{
	a->node = rt->self;
	a->flags = 0;
	ocr_hint_start(&a->hint, type);
	if (hint && hint->mask && hint->type == type) {
		a->hint = *hint;
		ocr_hint_clean(&a->hint, type, rt->size);
	}
}

/* That an object has the affinity of its own node is said by its GUID: the
 * usual case costs no byte. */
static void
fold(struct ocr_advice *a, ocrHintProp_t prop)
{
	unsigned i = (unsigned)prop & 0xff;

	if (a->hint.mask >> i & 1 &&
	    a->hint.values[i] == ocr_hint_of_node(a->node)) {
		a->flags = OCR_GUID_PLACED;
		a->hint.mask &= ~(1u << i);
	}
}

void
ocr_api_advise_db(struct ocr_runtime *rt, const ocrHint_t *hint, u16 props,
		  struct ocr_advice *a)
{
	uint64_t value;

	begin(rt, hint, OCR_HINT_DB_T, a);
	if (ocr_hint_get(&a->hint, OCR_HINT_DB_AFFINITY, &value))
		ocr_hint_node(value, rt->size, &a->node);
	if (!(props & OCR_API_NAMED))
		fold(a, OCR_HINT_DB_AFFINITY);
}

/* The other nodes in turn. */
static ocr_node_t
far_node(struct ocr_runtime *rt)
{
	ocr_node_t next = (ocr_self->dispersed + 1) % rt->size;

	if (next == rt->self)
		next = (next + 1) % rt->size;
	ocr_self->dispersed = next;
	return next;
}

/* The first that says something: an affinity; the block of the slot that the
 * task uses most; whether to go far. */
static ocr_node_t
place_edt(struct ocr_runtime *rt, const ocrHint_t *h, u32 depc,
	  const ocrGuid_t *depv)
{
	ocr_node_t node;
	uint64_t value;

	if (ocr_hint_get(h, OCR_HINT_EDT_AFFINITY, &value) &&
	    ocr_hint_node(value, rt->size, &node))
		return node;
	if (ocr_hint_get(h, OCR_HINT_EDT_SLOT_MAX_ACCESS, &value) && depv &&
	    value < depc && ocr_guid_kind(depv[value]) == OCR_GUID_DB)
		return ocr_owner_of(rt, depv[value]);
	if (ocr_hint_get(h, OCR_HINT_EDT_DISPERSE, &value) &&
	    value == OCR_HINT_EDT_DISPERSE_FAR)
		return far_node(rt);
	return ocr_share_home(ocr_self->task);
}

/* What this node knows now of the template's hints. */
static void
foresee(struct ocr_runtime *rt, ocrGuid_t tmpl, ocrHint_t *h)
{
	ocr_hint_start(h, OCR_HINT_EDT_T);
	ocr_template_get_hint(rt, tmpl, h);
	ocr_hint_recall(rt, tmpl, h);
}

/* Where it goes; and what the hints say that its GUID does not. */
static void
settle(struct ocr_runtime *rt, u16 props, u32 depc, const ocrGuid_t *depv,
       struct ocr_advice *a)
{
	if (!a->hint.mask) {
		a->node = ocr_share_home(ocr_self->task);
		return;
	}
	a->node = place_edt(rt, &a->hint, depc, depv);
	if (!(props & OCR_API_NAMED))
		fold(a, OCR_HINT_EDT_AFFINITY);
}

/* While ops are queued, the template or its hints may be among them: then the
 * task is placed by what is known, and gets the rest when its creation leaves
 * the stream. */
void
ocr_api_advise_edt(struct ocr_edt *t, ocrGuid_t tmpl, const ocrHint_t *hint,
		   u16 props, u32 depc, const ocrGuid_t *depv,
		   struct ocr_advice *a)
{
	ocrHint_t of_template;

	begin(t->rt, hint, OCR_HINT_EDT_T, a);
	if (!ocr_stream_flows(&t->now->stream) ||
	    ocr_template_find(t->rt, tmpl, &a->code, &a->func, &of_template)) {
		a->code.module = 0;
		a->func = NULL;
		foresee(t->rt, tmpl, &of_template);
	}
	ocr_hint_inherit(&a->hint, &of_template);
	settle(t->rt, props, depc, depv, a);
}

void
ocr_api_advise_own(struct ocr_runtime *rt, const ocrHint_t *hint, u16 props,
		   u32 depc, const ocrGuid_t *depv, struct ocr_advice *a)
{
	begin(rt, hint, OCR_HINT_EDT_T, a);
	settle(rt, props, depc, depv, a);
}

/* Do objects of that kind take such hints?  Of an element of a map that does
 * not exist yet, or is another node's, its owner will say so. */
static bool
may_take(ocrGuid_t g, ocrHintType_t type)
{
	if (ocr_guid_kind(g) == OCR_GUID_MAPPED)
		return type == OCR_HINT_EDT_T || type == OCR_HINT_DB_T ||
		       type == OCR_HINT_EVT_T;
	return type != OCR_HINT_UNDEF_T &&
	       type == ocr_hint_type(ocr_guid_kind(g));
}

/* *g is called by its kind if this node knows that. */
static u8
check(struct ocr_edt *t, ocrGuid_t *g, const ocrHint_t *hint)
{
	if (!t)
		return ocr_why_no_task();
	if (ocr_edt_has_moved(t))
		*g = ocr_edt_side_now(t, *g);
	if (ocr_owner_of(t->rt, *g) >= t->rt->size)
		return ocr_why_kind(OCR_EINVAL, "guid", *g,
				    "the GUID of an object");
	if (ocr_guid_kind(*g) == OCR_GUID_MAPPED &&
	    ocr_owner_of(t->rt, *g) == t->rt->self)
		ocr_labels_name(t->rt->labels, g);
	if (!hint)
		return ocr_why_null("hint");
	return may_take(*g, hint->type)
		       ? 0
		       : ocr_refuse(OCR_EINVAL,
				    "guid=%s|hints of type %u are not for such "
				    "an object",
				    ocr_refuse_guid(*g), (unsigned)hint->type);
}

/* For tasks that are made from a template before its owner has told its hints,
 * or while the op that sets them is queued. */
static void
note(struct ocr_edt *t, ocrGuid_t g, const ocrHint_t *h)
{
	if (ocr_guid_kind(g) == OCR_GUID_TEMPLATE &&
	    (ocr_owner_of(t->rt, g) != t->rt->self ||
	     !ocr_stream_flows(&t->now->stream)))
		ocr_hint_note(t->rt, g, h);
}

static u8
set_hint(ocrGuid_t guid, const ocrHint_t *hint)
{
	struct ocr_edt *t = ocr_api_task();
	u8 code = check(t, &guid, hint);
	struct ocr_msg_set_hint m;
	ocr_node_t owner;
	bool good;
	int err;

	if (code)
		return code;
	m = (struct ocr_msg_set_hint){
		.op = OCR_OP(OCR_MSG_SET_HINT, struct ocr_msg_set_hint),
		.guid = guid,
		.origin = t->rt->self,
		.hint = *hint,
	};
	good = ocr_hint_clean(&m.hint, hint->type, t->rt->size);
	if (!m.hint.mask)
		return good ? 0 : OCR_EFAULT;
	owner = ocr_owner_of(t->rt, guid);
	if (owner != t->rt->self && ocr_guid_kind(guid) == OCR_GUID_TEMPLATE)
		m.number = ocr_template_foresee(t->rt, guid, &m.hint);
	err = ocr_stream_submit(&t->now->stream, owner, &m.op);
	note(t, guid, &m.hint);
	return err ? ocr_err_code(err) : good ? 0 : OCR_EFAULT;
}

/* What the object's owner knows, when it knows all that this task has set. */
static int
read(struct ocr_edt *t, ocrGuid_t g, ocrHint_t *h)
{
	struct ocr_answer a;
	bool known = ocr_guid_kind(g) != OCR_GUID_MAPPED;
	int err;

	if (known && h->type == OCR_HINT_EVT_T)
		return 0; /* events have no properties */
	if (known && ocr_owner_of(t->rt, g) == t->rt->self &&
	    ocr_stream_flows(&t->now->stream)) {
		err = ocr_ask_hint_here(t->rt, g, h);
		if (!err || ocr_ask_kind_here(t->rt, g) == OCR_GUID_NULL)
			return err;
		/* Its creation is on its way here. */
	}
	err = ocr_ask(t, "ocrGetHint", g, OCR_ASK_HINT, &a);
	if (!err && a.hint.type != h->type)
		err = -EINVAL;
	if (!err)
		ocr_hint_merge(h, &a.hint);
	return err;
}

static u8
get_hint(ocrGuid_t guid, ocrHint_t *hint)
{
	struct ocr_edt *t = ocr_api_task();
	u8 code = check(t, &guid, hint);
	ocrHint_t h;
	int err;

	if (code)
		return code;
	ocr_hint_start(&h, hint->type);
	if (ocr_guid_flags(guid) & OCR_GUID_PLACED) {
		h.mask = 1u << ((hint->type == OCR_HINT_DB_T
					 ? OCR_HINT_DB_AFFINITY
					 : OCR_HINT_EDT_AFFINITY) &
				0xff);
		h.values[__builtin_ctz(h.mask)] =
			ocr_hint_of_node(ocr_owner_of(t->rt, guid));
	}
	err = read(t, guid, &h);
	if (!err)
		ocr_hint_merge(hint, &h);
	return err == -ENOMEM ? OCR_ENOMEM : err ? OCR_EINVAL : 0;
}

u8
ocrSetHint(ocrGuid_t guid, const ocrHint_t *hint)
{
	OCR_API_CALL(OCR_MSG_SET_HINT, guid, set_hint(guid, hint));
}

u8
ocrGetHint(ocrGuid_t guid, ocrHint_t *hint)
{
	OCR_API_CALL(0, guid, get_hint(guid, hint));
}
