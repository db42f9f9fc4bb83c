/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_ops.c - the two ways to a task: a call, and a message. */
#include "src/task/edt.h"

#include "guidmap/guid.h"
#include "src/base/code.h"
#include "src/base/runtime.h"
#include "src/event/event.h"
#include "src/names/names.h"
#include "src/sched/worker.h"
#include "src/stream/direct.h"
#include "src/stream/dispatch.h"
#include "src/task/scope.h"
#include "src/task/tasks.h"

#include <errno.h>

/* The most slots that a creation can ask this node to make room for. */
#define MAX_DEPC (UINT32_C(1) << 26)

/* -- Of a task ------------------------------------------------------------- */

int
ocr_edt_new(struct ocr_stream *s, struct ocr_msg_create_edt *m, ocrEdt_t func,
	    struct ocr_scope *scope)
{
	int err;

	/* check() refuses it. */
	if (!ocr_direct_ok(s) || m->depc > MAX_DEPC)
		return ocr_stream_submit(s, s->rt->self, &m->op);
	OCR_DIRECT_BEGIN(s, &m->op);
	err = ocr_edt_make(s->rt, m, func, scope);
	ocr_direct_end(s->rt);
	return err;
}

#define SATISFY(g_, slot_)                                                     \
	(struct ocr_msg_satisfy_edt)                                           \
	{                                                                      \
		.op = OCR_OP(OCR_MSG_SATISFY_EDT, struct ocr_msg_satisfy_edt), \
		.edt = (g_), .data = (slot_)->data, .slot = (slot_)->index,    \
		.mode = (slot_)->mode,                                         \
	}

int
ocr_edt_satisfy(struct ocr_stream *s, ocrGuid_t g,
		const struct ocr_edt_slot *slot)
{
	struct ocr_edt *t = ocr_names_direct(s, g);
	int err;

	if (!t)
		return ocr_stream_submit(s, ocr_owner_of(s->rt, g),
					 &SATISFY(g, slot).op);
	OCR_DIRECT_BEGIN(s, &SATISFY(g, slot).op);
	err = ocr_edt_satisfy_at(t, g, slot);
	ocr_direct_end(s->rt);
	return err;
}

#define DESTROY(g_)                                                            \
	(struct ocr_msg_destroy)                                               \
	{                                                                      \
		.op = OCR_OP(OCR_MSG_DESTROY, struct ocr_msg_destroy),         \
		.guid = (g_),                                                  \
	}

int
ocr_edt_destroy(struct ocr_stream *s, ocrGuid_t g)
{
	struct ocr_edt *t = ocr_names_direct(s, g);
	int err;

	if (!t)
		return ocr_stream_submit(s, ocr_owner_of(s->rt, g),
					 &DESTROY(g).op);
	OCR_DIRECT_BEGIN(s, &DESTROY(g).op);
	err = ocr_edt_destroy_at(s->rt, t, g);
	ocr_direct_end(s->rt);
	return err;
}

/* -- Of a message ---------------------------------------------------------- */

/* What a message may say. */
#define WIRE_FLAGS                                                             \
	((uint32_t)(OCR_EDT_FINISH | OCR_EDT_OUTPUT_GIVEN | OCR_EDT_HINTS))
#define LOCAL_FLAGS                                                            \
	((uint32_t)(OCR_EDT_CREATOR | OCR_EDT_RESULT | OCR_RUN_PASSES))

/* Everything that another node could have got wrong. */
static int
check(struct ocr_runtime *rt, ocr_node_t from,
      const struct ocr_msg_create_edt *m)
{
	uint32_t flags = WIRE_FLAGS | (from == rt->self ? LOCAL_FLAGS : 0);
	uint64_t room = m->op.len_bytes - sizeof(*m);
	ocrGuid_t out = m->output, scope = m->scope;

	if (m->flags & OCR_EDT_HINTS) {
		if (room < sizeof(ocrHint_t))
			return -EINVAL;
		room -= sizeof(ocrHint_t);
	}
	if (ocr_guid_kind(m->edt) != OCR_GUID_EDT ||
	    m->paramc > room / sizeof(uint64_t) || m->depc > MAX_DEPC ||
	    m->flags & ~flags)
		return -EINVAL;
	if (!ocr_guid_is_null(out) &&
	    (ocr_guid_kind(out) == OCR_GUID_EDT || !ocr_names_is_dest(rt, out)))
		return -EINVAL;
	if (ocr_edt_makes_output(m) && (!ocr_guid_is_single_event(out) ||
					ocr_owner_of(rt, out) != rt->self))
		return -EINVAL;
	if (!ocr_guid_is_null(scope) &&
	    (ocr_guid_kind(scope) != OCR_GUID_SCOPE ||
	     ocr_guid_owner(scope) >= rt->size))
		return -EINVAL;
	return 0;
}

/* The record of the scope that the task joins.  Its creator, if it is on this
 * node, has made it a member already. */
static struct ocr_scope *
join(struct ocr_runtime *rt, ocr_node_t from,
     const struct ocr_msg_create_edt *m)
{
	struct ocr_edt *by = ocr_self->task;
	struct ocr_scope *s;

	if (from != rt->self)
		return ocr_scope_join(rt, m->scope, m->credit);
	s = by ? ocr_edt_child_scope(by) : NULL;
	return s && ocr_guid_eq(s->guid, m->scope)
		       ? s
		       : ocr_scope_find(rt, m->scope);
}

int
ocr_edt_on_create(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op)
{
	const struct ocr_msg_create_edt *m = (const void *)op;
	ocrEdt_t func = ocr_code_function(&m->code);
	struct ocr_scope *scope = NULL;
	int err = check(rt, from, m) || !func ? -EINVAL : 0;

	if (!ocr_guid_is_null(m->scope) && (!err || from == rt->self)) {
		scope = join(rt, from, m);
		if (!scope)
			err = -EINVAL;
	}
	if (!err)
		return ocr_edt_make(rt, m, func, scope);
	/* The scope does not wait for what there will never be. */
	if (scope)
		ocr_scope_leave(rt, scope);
	return err;
}

static struct ocr_edt *
edt_of(struct ocr_runtime *rt, ocrGuid_t g, ocr_node_t from,
       const struct ocr_op *op, int *err)
{
	if (ocr_guid_kind(g) != OCR_GUID_EDT) {
		*err = -EINVAL;
		return NULL;
	}
	return ocr_names_object_of(rt, g, from, op, err);
}

int
ocr_edt_on_satisfy(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op)
{
	const struct ocr_msg_satisfy_edt *m = (const void *)op;
	struct ocr_edt *t;
	int err;

	if (!ocr_edt_is_mode(m->mode) ||
	    (!ocr_guid_is_null(m->data) &&
	     (ocr_guid_kind(m->data) != OCR_GUID_DB ||
	      ocr_owner_of(rt, m->data) >= rt->size)))
		return -EINVAL;
	t = edt_of(rt, m->edt, from, op, &err);
	return t ? ocr_edt_satisfy_by(t, m) : err;
}

int
ocr_edt_on_destroy(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op)
{
	const struct ocr_msg_destroy *m = (const void *)op;
	struct ocr_edt *t;
	int err;

	t = edt_of(rt, m->guid, from, op, &err);
	return t ? ocr_edt_destroy_at(rt, t, m->guid) : err;
}

int
ocr_edt_on_set_hint(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_set_hint *m = (const void *)op;
	struct ocr_edt *t;
	int err;

	t = edt_of(rt, m->guid, from, op, &err);
	if (t)
		return ocr_edt_set_hint_at(rt, t, m);
	return err == -ENOENT ? 0 : err;
}
