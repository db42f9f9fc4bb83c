/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_calls.c - task management: OCR 1.1.0, section 2.7. */
#include "src/api/api.h"
#include "src/api/edt_at_hand.h"
#include "src/api/edt_far.h"

#include "src/base/code.h"
#include "src/base/hint.h"
#include "src/stream/direct.h"
#include "src/stream/rider.h"
#include "src/stream/stream.h"
#include "src/task/edt_side.h"
#include "src/task/scope.h"
#include "src/task/share.h"
#include "src/task/template.h"

#include <stdlib.h>

#define FLAGS                                                                  \
	(EDT_PROP_FINISH | EDT_PROP_NO_HINT | EDT_PROP_LONG |                  \
	 EDT_PROP_OEVT_VALID | OCR_API_NAMED | EDT_PROP_LID)

/* A flag besides EDT_PROP_*: for ocr_api_spawn(). */
#define SPAWN 0x10000u

/* Of what has no code: is there no such template, nor will there be?  Only its
 * owner can say so at once. */
static bool
is_none(struct ocr_runtime *rt, ocrGuid_t tmpl)
{
	enum ocr_slot_state state;
	struct ocr_code code;
	void *obj;

	if (ocr_owner_of(rt, tmpl) != rt->self)
		return false;
	state = ocr_names_find(rt, tmpl, &obj);
	/* Of a live one the counts in the GUID may be others. */
	return state == OCR_SLOT_DEAD || state == OCR_SLOT_BAD ||
	       (state == OCR_SLOT_LIVE && !ocr_label_is(tmpl) &&
		ocr_template_resolve(rt, tmpl, &code, NULL, NULL) == -ENOENT);
}

/* What the caller says must agree with what the template says, if its GUID
 * does: a label does not. */
static bool
settle_count(u32 *count, ocrGuid_t tmpl, unsigned shift)
{
	unsigned of_template = ocr_label_is(tmpl)
				       ? OCR_TEMPLATE_COUNT_UNK
				       : tmpl.lower >> shift & 0xffff;

	if (of_template == OCR_TEMPLATE_COUNT_UNK)
		return *count != EDT_PARAM_DEF && *count != EDT_PARAM_UNK;
	if (*count == EDT_PARAM_DEF)
		*count = of_template;
	return *count == of_template;
}

/* With EDT_PROP_OEVT_VALID an event of the program is the output event. */
static bool
is_output(struct ocr_runtime *rt, unsigned flags, const ocrGuid_t *output)
{
	return !(flags & EDT_PROP_OEVT_VALID) ||
	       (output && ocr_guid_kind(*output) != OCR_GUID_EVENT_COLLECTIVE &&
		ocr_api_is_event(rt, *output));
}

static uint32_t
wire_flags(unsigned flags)
{
	return (flags & EDT_PROP_FINISH ? OCR_EDT_FINISH : 0) |
	       (flags & SPAWN ? OCR_EDT_RESULT : 0) |
	       (flags & EDT_PROP_OEVT_VALID ? OCR_EDT_OUTPUT_GIVEN : 0);
}

/* Makes a child of this node a member of the caller's finish scope, if there is
 * one. */
static inline struct ocr_scope *
enter_here(struct ocr_edt *t)
{
	struct ocr_scope *s = ocr_edt_child_scope(t);

	if (s)
		ocr_scope_enter(s);
	return s;
}

/* `skip`: so many ops follow that are for this task alone. */
static int
submit(struct ocr_edt *t, struct ocr_msg_create_edt *m, const struct ocr_new *n,
       ocrGuid_t *output, uint32_t skip)
{
	struct ocr_scope *scope;
	int err = 0;

	m->edt = n->guid;
	m->output = NULL_GUID;
	if (m->flags & OCR_EDT_OUTPUT_GIVEN) {
		m->output = *output;
	} else if (output || n->how == GUID_PROP_CHECK) {
		/* Who loses may have asked for the event of who wins. */
		m->output = output_of(n);
		if (ocr_guid_is_null(m->output))
			return -ENOMEM;
		if (output)
			*output = m->output;
	}
	if (n->owner != t->rt->self) {
		err = enter_far(t, m);
	} else {
		scope = enter_here(t);
		m->scope = scope ? scope->guid : NULL_GUID;
		/* Who creates it finds the scope by its name. */
		err = scope ? ocr_scope_list(t->rt, scope) : 0;
		if (err)
			ocr_scope_leave(t->rt, scope);
	}
	/* A creation that fails leaves the scope again. */
	return err ? err : ocr_api_create(t, n, &m->op, skip);
}

/* Without a message. */
static inline int
make_here(struct ocr_edt *t, struct ocr_edt_birth *b, ocrGuid_t *output)
{
	if (b->flags & OCR_EDT_OUTPUT_GIVEN) {
		b->output = *output;
	} else if (output) {
		b->output = *output =
			ocr_guid_new_here(ocr_self->guids, OCR_GUID_EVENT_ONCE,
					  OCR_GUID_OUTPUT | OCR_GUID_TAKES_ARG);
		if (ocr_guid_is_null(b->output))
			return -ENOMEM;
	}
	b->scope = enter_here(t);
	return ocr_edt_new(&t->now->stream, b);
}

/* May a task on `node` whose name is not the program's be made by a call? */
static inline bool
is_direct(struct ocr_edt *t, const struct ocr_edt_birth *b, ocr_node_t node)
{
	return b->func && node == t->rt->self && b->depc <= OCR_EDT_MAX_DEPC &&
	       ocr_direct_ok(&t->now->stream);
}

/* The counts, which are settled here, and what is counted.  An array may be
 * there for as many parameters as the template has, also if it has none; who
 * says that there are none may give none. */
static u8
check(struct ocr_runtime *rt, ocrGuid_t tmpl, u32 *paramc, const u64 *paramv,
      u32 *depc, const ocrGuid_t *depv)
{
	u32 params = *paramc, deps = *depc;

	if (!ocr_api_is_template(rt, tmpl) || (!params && paramv) ||
	    !settle_count(paramc, tmpl, 16) || !settle_count(depc, tmpl, 0) ||
	    (*paramc && !paramv))
		return ocr_why_edt(tmpl, params, paramv, deps);
	return ocr_api_check_sources(rt, *depc, depv);
}

/* Most tasks are like one before, whose template had no hints; and they have
 * none, or a node. */
static inline void
advise(struct ocr_edt *t, ocrGuid_t tmpl, const ocrHint_t *hint, unsigned flags,
       u32 depc, const ocrGuid_t *depv, struct ocr_advice *a)
{
	a->node = ocr_share_home(t);
	a->flags = 0;
	a->hint.mask = 0;
	if (!ocr_stream_flows(&t->now->stream) ||
	    !ocr_template_recall(t->rt, tmpl, &a->code, &a->func))
		ocr_api_advise_edt(t, tmpl, hint, (u16)flags, depc, depv, a);
	else if (hint && hint->mask)
		ocr_api_advise_own(t->rt, hint, (u16)flags, depc, depv, a);
}

/* The message is written, and submitted. */
static __attribute__((noinline)) u8
create_by_message(struct ocr_edt *t, const struct ocr_edt_birth *b,
		  struct ocr_new *n, ocrGuid_t *output, uint32_t skip)
{
	uint64_t near[NEAR_BYTES / 8];
	struct ocr_msg_create_edt *m = (void *)near;
	u8 code = 0;
	int err;

	if (ocr_edt_bytes(b) > sizeof(near)) {
		m = malloc(ocr_edt_bytes(b));
		if (!m)
			return OCR_ENOMEM;
	}
	ocr_edt_write(b, m);
	err = submit(t, m, n, output, skip);
	if (err)
		code = ocr_api_made(n, &m->op, err);
	if (m != (void *)near)
		free(m);
	return code;
}

/* Nobody asks for its GUID, nor needs it: it has no slots, or one that follows
 * an event which is told where it is. */
static inline bool
is_hidden(const struct ocr_edt *t, const struct ocr_edt_birth *b,
	  const ocrGuid_t *guid, bool follows)
{
	return !guid && (!b->depc || (b->depc == 1 && follows)) && !b->hint &&
	       !t->rt->strict;
}

/* `follows`: its first slot follows an event that has been found. */
static inline u8
create_here(struct ocr_edt *t, struct ocr_edt_birth *b, const ocrGuid_t *guid,
	    unsigned flags, ocrGuid_t *output, bool follows)
{
	int err;

	b->hidden = is_hidden(t, b, guid, follows);
	b->guid = b->hidden ? ocr_edt_hidden_guid(ocr_self, flags)
			    : ocr_guid_new_here(ocr_self->guids, OCR_GUID_EDT,
						flags);
	if (ocr_guid_is_null(b->guid))
		return ocr_why_no_guid();
	err = make_here(t, b, output);
	return __builtin_expect(err, 0)
		       ? ocr_why_about(OCR_MSG_CREATE_EDT, b->guid, err)
		       : 0;
}

static __attribute__((noinline)) u8
create_any(ocrGuid_t *guid, ocrGuid_t templateGuid, u32 paramc,
	   const u64 *paramv, u32 depc, const ocrGuid_t *depv, unsigned flags,
	   const ocrHint_t *hint, ocrGuid_t *outputEvent)
{
	struct ocr_edt *t = ocr_api_task();
	ocrGuid_t output = NULL_GUID;
	struct ocr_edt_birth b;
	struct ocr_advice a;
	struct ocr_new n;
	u8 code;

	if (!t)
		return ocr_why_no_task();
	code = check(t->rt, templateGuid, &paramc, paramv, &depc, depv);
	if (code)
		return code;
	if (flags & ~(FLAGS | SPAWN))
		return ocr_why_flags("flags", flags, FLAGS);
	if (!is_output(t->rt, flags, outputEvent))
		return ocr_why_output(outputEvent);
	advise(t, templateGuid, hint, flags, depc, depv, &a);
	if (!a.code.module && is_none(t->rt, templateGuid))
		return ocr_why_edt(templateGuid, paramc, paramc ? paramv : NULL,
				   depc);
	b = (struct ocr_edt_birth){
		.tmpl = templateGuid,
		.code = a.code,
		.func = a.func,
		.paramv = paramv,
		/* Without the code, the template's hints are not known either.
		 */
		.hint = a.hint.mask || !a.code.module ? &a.hint : NULL,
		.paramc = paramc,
		.depc = depc,
		.flags = wire_flags(flags),
	};
	if (ocr_edt_bytes(&b) > OCR_OP_MAX_BYTES)
		return ocr_why_edt(templateGuid, paramc, paramc ? paramv : NULL,
				   depc);
	if (outputEvent)
		output = *outputEvent;
	if (!(flags & OCR_API_NAMED) && is_direct(t, &b, a.node)) {
		code = create_here(t, &b, guid, a.flags,
				   outputEvent ? &output : NULL, false);
		n = (struct ocr_new){b.guid, b.guid, a.node, 0};
	} else {
		code = ocr_api_name(t, &n, OCR_GUID_EDT, a.flags, a.node,
				    guid ? *guid : NULL_GUID, (u16)flags);
		if (!code)
			code = create_by_message(
				t, &b, &n, outputEvent ? &output : NULL,
				ocr_api_count_sources(depc, depv));
	}
	if (!code && depv)
		code = ocr_api_connect_all(t, &n, depc, depv);
	if (!code && guid)
		ocr_api_tell(guid, n.shown, n.how);
	/* Who has lost uses the event of who has won. */
	if (outputEvent && (!code || code == OCR_EGUIDEXISTS))
		*outputEvent = output;
	return code;
}

/* Do its hints say nothing, or a node alone?  Then its GUID says it. */
static inline bool
is_placed(const struct ocr_edt *t, const ocrHint_t *hint, ocr_node_t *node,
	  unsigned *flags)
{
	*flags = 0;
	if (!hint || !hint->mask) {
		*node = ocr_share_home(t);
		return true;
	}
	*flags = OCR_GUID_PLACED;
	return hint->type == OCR_HINT_EDT_T && hint->mask == 1u << AFFINITY &&
	       ocr_hint_is_node(hint->values[AFFINITY], t->rt->size, node);
}

/* Has its template been used just now, and no hints, and agrees with the call?
 */
static inline bool
is_known(struct ocr_runtime *rt, struct ocr_edt_birth *b, const u64 *paramv)
{
	bool no_params = !b->paramc;

	return ocr_template_recall(rt, b->tmpl, &b->code, &b->func) &&
	       !ocr_label_is(b->tmpl) &&
	       settle_count(&b->paramc, b->tmpl, 16) &&
	       settle_count(&b->depc, b->tmpl, 0) &&
	       (b->paramc ? paramv != NULL : !(no_params && paramv));
}

/* Is it made as many are?  A node alone says where, its template is known, and
 * it has no label: then all of it is known. */
static __attribute__((noinline)) u8
create_placed(ocrGuid_t *guid, ocrGuid_t templateGuid, u32 paramc,
	      const u64 *paramv, u32 depc, const ocrGuid_t *depv,
	      unsigned flags, const ocrHint_t *hint, ocrGuid_t *outputEvent)
{
	struct ocr_edt *t = ocr_api_task();
	ocrGuid_t output, *told = outputEvent ? &output : NULL;
	struct ocr_edt_birth b;
	struct ocr_new n = {0};
	unsigned of_guid;
	bool far;
	u8 code;

	b.tmpl = templateGuid;
	b.paramc = paramc;
	b.depc = depc;
	if (!t || flags & ~(EDT_PROP_FINISH | EDT_PROP_OEVT_VALID) ||
	    !is_placed(t, hint, &n.owner, &of_guid) ||
	    !ocr_stream_flows(&t->now->stream) ||
	    !is_known(t->rt, &b, paramv) || b.paramc > NEAR_BYTES / 8)
		return create_any(guid, templateGuid, paramc, paramv, depc,
				  depv, flags, hint, outputEvent);
	if (depv && b.depc == 1 && ocrGuidIsUninitialized(*depv))
		depv = NULL; /* it says nothing */
	far = depv && follows_far(t->rt, b.depc, depv);
	code = depv && !far ? ocr_api_check_sources(t->rt, b.depc, depv) : 0;
	if (code)
		return code;
	if (flags & EDT_PROP_OEVT_VALID &&
	    !is_output(t->rt, flags, outputEvent))
		return ocr_why_output(outputEvent);
	b.paramv = paramv;
	b.hint = NULL;
	b.scope = NULL;
	b.flags = wire_flags(flags);
	b.output = NULL_GUID;
	if (outputEvent)
		output = *outputEvent;
	if (is_direct(t, &b, n.owner)) {
		code = create_here(t, &b, guid, of_guid, told, false);
		n.guid = b.guid;
	} else {
		code = ocr_api_name(t, &n, OCR_GUID_EDT, of_guid, n.owner,
				    NULL_GUID, 0);
		b.guid = n.guid;
		if (!code)
			code = n.owner != t->rt->self
				       ? create_far(t, &b, &n, told)
				       : create_by_message(t, &b, &n, told, 0);
	}
	if (!code && depv && !(far && rides(t, n.guid, *depv)))
		code = ocr_api_connect_all(t, &n, b.depc, depv);
	if (!code && guid)
		*guid = n.guid;
	if (!code && outputEvent)
		*outputEvent = output;
	return code;
}

/* Has its template been used just now, and no hints?  Then all of it is known,
 * also with sources. */
static inline bool
is_plain(struct ocr_edt *t, struct ocr_edt_birth *b, const u64 *paramv)
{
	return is_known(t->rt, b, paramv) && is_direct(t, b, t->rt->self);
}

static __attribute__((noinline)) u8
edt_create(ocrGuid_t *guid, ocrGuid_t templateGuid, u32 paramc,
	   const u64 *paramv, u32 depc, const ocrGuid_t *depv, unsigned flags,
	   const ocrHint_t *hint, ocrGuid_t *outputEvent)
{
	struct ocr_edt *t = ocr_api_task();
	void *events[OCR_API_NEAR_SOURCES];
	struct ocr_edt_birth b;
	ocrGuid_t output;
	u8 code;

	b.tmpl = templateGuid;
	b.paramc = paramc;
	b.depc = depc;
	if (!t || flags & ~EDT_PROP_FINISH || !is_plain(t, &b, paramv) ||
	    (depv && !ocr_api_find_near(t->rt, b.depc, depv, events)))
		return create_placed(guid, templateGuid, paramc, paramv, depc,
				     depv, flags, hint, outputEvent);
	b.paramv = paramv;
	b.hint = NULL;
	b.flags = flags ? OCR_EDT_FINISH : 0;
	b.output = NULL_GUID;
	code = create_here(t, &b, guid, 0, outputEvent ? &output : NULL,
			   depv && b.depc && events[0] &&
				   ocr_guid_kind(depv[0]) !=
					   OCR_GUID_EVENT_CHANNEL);
	if (!code && depv)
		code = b.hidden && b.depc
			       ? ocr_api_connect_hidden(t, &b, depv[0],
							events[0])
			       : ocr_api_connect_near(t, b.guid, b.depc, depv,
						      events);
	if (!code && guid)
		*guid = b.guid;
	if (!code && outputEvent)
		*outputEvent = output;
	return code;
}

u8
ocr_api_spawn(ocrGuid_t *output, ocrGuid_t tmpl, u32 paramc, const u64 *paramv,
	      u32 depc, const ocrGuid_t *depv)
{
	u8 err = ocrEventCreate(output, OCR_EVENT_STICKY_T, EVT_PROP_TAKES_ARG);

	if (err)
		return err;
	/* 2.7.3 is about ocrEdtCreate(). */
	err = create_any(NULL, tmpl, paramc, paramc ? paramv : NULL, depc, depv,
			 EDT_PROP_FINISH | EDT_PROP_OEVT_VALID | SPAWN,
			 NULL_HINT, output);
	if (err)
		ocrEventDestroy(*output);
	return err;
}

u8
ocr_api_launch(const struct ocr_api_task_args *a, ocrGuid_t *guid)
{
	struct ocr_edt *t = ocr_api_task();
	struct ocr_new n = {.owner = a->node};
	ocrGuid_t output = a->output;
	bool given = !ocr_guid_is_null(output);
	struct ocr_edt_birth b = {
		.func = a->body,
		.paramv = a->paramv,
		.paramc = a->paramc,
		.depc = a->depc,
		.flags = given ? OCR_EDT_OUTPUT_GIVEN : 0,
	};
	int err;

	/* It runs there and nowhere else. */
	b.guid = n.guid = ocr_guid_new(ocr_self->guids, OCR_GUID_EDT,
				       OCR_GUID_PLACED, a->node);
	if (ocr_guid_is_null(n.guid))
		return ocr_why_no_guid();
	*guid = n.guid;
	err = ocr_code_of(a->body, &b.code);
	if (err)
		return ocr_err_code(err);
	if (!is_direct(t, &b, a->node))
		return create_by_message(t, &b, &n, given ? &output : NULL, 0);
	return ocr_err_code(make_here(t, &b, given ? &output : NULL));
}

static u8
edt_destroy(ocrGuid_t guid)
{
	struct ocr_edt *t = ocr_api_task();
	int err;

	if (!t)
		return ocr_why_no_task();
	guid = ocr_api_as(guid, OCR_GUID_EDT);
	if (ocr_edt_has_moved(t))
		guid = ocr_edt_side_now(t, guid);
	if (ocr_guid_kind(guid) != OCR_GUID_EDT ||
	    ocr_owner_of(t->rt, guid) >= t->rt->size)
		return ocr_why_kind(OCR_EINVAL, "guid", guid, "a task");
	/* The caller runs: he hears so now, whatever his stream waits for. */
	err = ocr_edt_is(t, guid) ? -EPERM
				  : ocr_edt_destroy(&t->now->stream, guid);
	return __builtin_expect(err, 0)
		       ? ocr_why_about(OCR_MSG_DESTROY, guid, err)
		       : 0;
}

u8
ocrEdtCreate(ocrGuid_t *guid, ocrGuid_t templateGuid, u32 paramc,
	     const u64 *paramv, u32 depc, const ocrGuid_t *depv, u16 flags,
	     const ocrHint_t *hint, ocrGuid_t *outputEvent)
{
	u8 made = OCR_API_NOT_AT_HAND;
	struct ocr_worker *w = ocr_self;
	ocr_node_t node;

	if (hint && w && says_node(w, hint, &node))
		made = create_near_or_far(w, node, guid, templateGuid, paramc,
					  paramv, depc, depv, flags,
					  outputEvent);
	else if (!hint && !depv && !(flags & ~EDT_PROP_FINISH))
		made = ocr_api_edt_at_hand(guid, templateGuid, paramc, paramv,
					   depc, flags, outputEvent);
	if (!made)
		return 0;
	OCR_API_CREATE(guid, made != OCR_API_NOT_AT_HAND ? made
			     : hint && hint->mask
				     ? create_placed(guid, templateGuid, paramc,
						     paramv, depc, depv, flags,
						     hint, outputEvent)
				     : edt_create(guid, templateGuid, paramc,
						  paramv, depc, depv, flags,
						  hint, outputEvent));
}

u8
ocrEdtDestroy(ocrGuid_t guid)
{
	OCR_API_CALL(OCR_MSG_DESTROY, guid, edt_destroy(guid));
}
