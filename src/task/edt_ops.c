/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_ops.c - the two ways to a task: a call, and a message. */
#include "src/task/edt.h"

#include "fabric/log.h"
#include "guidmap/guid.h"
#include "src/base/code.h"
#include "src/base/fail.h"
#include "src/base/runtime.h"
#include "src/event/event.h"
#include "src/names/names.h"
#include "src/sched/worker.h"
#include "src/stream/direct.h"
#include "src/stream/dispatch.h"
#include "src/stream/rider.h"
#include "src/task/edt_whole.h"
#include "src/task/scope.h"
#include "src/task/share.h"
#include "src/task/tasks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* -- Of a task ------------------------------------------------------------- */

void
ocr_edt_write(const struct ocr_edt_birth *b, struct ocr_msg_create_edt *m)
{
	/* All of its fields: what is left out would be cleared first. */
	*m = (struct ocr_msg_create_edt){
		.op = {.len_bytes = (uint32_t)ocr_edt_bytes(b),
		       .type = OCR_MSG_CREATE_EDT,
		       .zero = 0},
		.edt = b->guid,
		.tmpl = b->tmpl,
		.code = b->code,
		.output = b->output,
		.scope = b->scope ? b->scope->guid : NULL_GUID,
		.credit = 0,
		.paramc = b->paramc,
		.depc = b->depc,
		.flags = b->flags,
		.zero = 0,
	};
	if (b->paramc)
		memcpy(m->paramv, b->paramv, b->paramc * sizeof(uint64_t));
	if (!b->hint)
		return;
	m->flags |= OCR_EDT_HINTS;
	*ocr_msg_edt_hint(m) = *b->hint;
}

void
ocr_edt_show_birth(const struct ocr_stream *s, const struct ocr_edt_birth *b)
{
	struct ocr_msg_create_edt *m = malloc(ocr_edt_bytes(b));

	if (!m)
		ocr_no_memory("showing a creation");
	ocr_edt_write(b, m);
	ocr_direct_show(s, &m->op);
	free(m);
}

int
ocr_edt_new(struct ocr_stream *s, struct ocr_edt_birth *b)
{
	int err;

	if (__builtin_expect(s->rt->observer != NULL, 0))
		ocr_edt_show_birth(s, b);
	ocr_self->depth++;
	err = ocr_edt_make(s->rt, b);
	ocr_direct_end(s->rt);
	return err;
}

int
ocr_edt_destroy(struct ocr_stream *s, ocrGuid_t g)
{
	struct ocr_edt *t = ocr_names_direct(s, g);
	int err;

	if (!t)
		return ocr_stream_submit(s, ocr_owner_of(s->rt, g),
					 &OCR_DESTROY(g).op);
	OCR_DIRECT_BEGIN(s, &OCR_DESTROY(g).op);
	err = ocr_edt_destroy_at(s->rt, t, g);
	ocr_direct_end(s->rt);
	return err;
}

void
ocr_edt_undo(struct ocr_stream *s, struct ocr_edt *t)
{
	ocrGuid_t g = ocr_edt_guid(t);

	OCR_DIRECT_BEGIN(s, &OCR_DESTROY(g).op);
	ocr_edt_destroy_at(s->rt, t, g);
	ocr_direct_end(s->rt);
}

/* -- Of a message ---------------------------------------------------------- */

/* What a message may say. */
#define WIRE_FLAGS                                                             \
	((uint32_t)(OCR_EDT_FINISH | OCR_EDT_OUTPUT_GIVEN | OCR_EDT_HINTS |    \
		    OCR_EDT_MOVED))
#define LOCAL_FLAGS                                                            \
	((uint32_t)(OCR_EDT_CREATOR | OCR_EDT_RESULT | OCR_RUN_PASSES))

/* Everything that another node could have got wrong. */
static int
check(struct ocr_runtime *rt, ocr_node_t from,
      const struct ocr_msg_create_edt *m)
{
	uint32_t flags = WIRE_FLAGS | (from == rt->self ? LOCAL_FLAGS : 0);
	ocrGuid_t out = m->output, scope = m->scope;

	if (ocr_guid_kind(m->edt) != OCR_GUID_EDT ||
	    m->depc > OCR_EDT_MAX_DEPC || m->flags & ~flags)
		return -EINVAL;
	if (!ocr_guid_is_null(out) &&
	    (ocr_guid_kind(out) == OCR_GUID_EDT || !ocr_names_is_dest(rt, out)))
		return -EINVAL;
	if (!ocr_guid_is_null(out) && !(m->flags & OCR_EDT_OUTPUT_GIVEN) &&
	    (!ocr_guid_is_single_event(out) ||
	     ocr_owner_of(rt, out) != rt->self))
		return -EINVAL;
	if (!ocr_guid_is_null(scope) &&
	    (ocr_guid_kind(scope) != OCR_GUID_SCOPE ||
	     ocr_guid_owner(scope) >= rt->size))
		return -EINVAL;
	return 0;
}

/* The record of the scope that the task joins, or NULL, and why.  Its creator,
 * if it is on this node, has made it a member already. */
static struct ocr_scope *
join(struct ocr_runtime *rt, ocr_node_t from,
     const struct ocr_msg_create_edt *m, int *err)
{
	struct ocr_edt *by = ocr_self->task;
	struct ocr_scope *s;

	if (from != rt->self)
		return ocr_scope_join(rt, m->scope, m->credit, err);
	*err = -EINVAL;
	s = by ? ocr_edt_child_scope(by) : NULL;
	return s && ocr_guid_eq(s->guid, m->scope)
		       ? s
		       : ocr_scope_find(rt, m->scope);
}

static bool
is_data(const struct ocr_runtime *rt, ocrGuid_t g)
{
	return ocr_guid_is_null(g) || (ocr_guid_kind(g) == OCR_GUID_DB &&
				       ocr_owner_of(rt, g) < rt->size);
}

/* Can what rides on it be done before anybody knows the task?  One waits for
 * the output event that is its own, and of its first slots some are satisfied,
 * once each.  *all: these are all of them, and there is no block. */
static inline bool
is_plain(struct ocr_runtime *rt, const struct ocr_msg_create_edt *m,
	 const struct ocr_msg_rider *r, uint32_t n, bool *all)
{
	uint64_t waiters = 0, slots = 0, slot, blocks = 0;

	if (ocr_label_is(m->edt))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		if (r[i].mode & OCR_RIDER_WAITS) {
			if (waiters++ || m->flags & OCR_EDT_OUTPUT_GIVEN ||
			    ocr_guid_kind(m->output) != OCR_GUID_EVENT_ONCE ||
			    !ocr_names_is_dest(rt, r[i].guid))
				return false;
			continue;
		}
		slot = r[i].slot < 64 ? UINT64_C(1) << r[i].slot : 0;
		if (!slot || slots & slot || r[i].slot >= m->depc ||
		    !is_data(rt, r[i].guid) || !ocr_edt_is_mode(r[i].mode))
			return false;
		slots |= slot;
		blocks |= r[i].guid.upper;
	}
	*all = !blocks && n - waiters == m->depc;
	return true;
}

/* Behind the creation, each as a message by itself. */
static __attribute__((cold, noinline)) void
handle_riders(struct ocr_runtime *rt, ocr_node_t from,
	      const struct ocr_msg_create_edt *m, const struct ocr_msg_rider *r,
	      uint32_t n)
{
	union ocr_rider_op u;
	int err;

	for (uint32_t i = 0; i < n; i++) {
		ocr_rider_unfold(m, &r[i], &u);
		err = ocr_dispatch_run(rt, from, &u.op);
		if (err)
			ocr_dispatch_report(rt, from, &u.op, err);
	}
}

/* Of a creation that is right. */
static inline int
make(struct ocr_runtime *rt, ocr_node_t from,
     const struct ocr_msg_create_edt *m, struct ocr_edt_birth *b, uint32_t n)
{
	const struct ocr_msg_rider *r = ocr_rider_first(m, (int)n);
	bool all;
	int err;

	if (!n)
		return ocr_edt_make(rt, b);
	if (is_plain(rt, m, r, n, &all))
		return all && ocr_edt_whole_may(rt, b)
			       ? ocr_edt_whole_make(rt, b, r, n)
			       : ocr_edt_make_ridden(rt, b, r, n);
	err = ocr_edt_make(rt, b);
	if (!err)
		handle_riders(rt, from, m, r, n);
	return err;
}

int
ocr_edt_on_create(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op)
{
	const struct ocr_msg_create_edt *m = (const void *)op;
	int riders = ocr_rider_count(m);
	/* All of its fields, as in ocr_edt_write(). */
	struct ocr_edt_birth b = {
		.guid = m->edt,
		.tmpl = m->tmpl,
		.code = {0, 0},
		.func = ocr_code_function(&m->code),
		.output = m->output,
		.scope = NULL,
		.paramv = m->paramv,
		.hint = NULL,
		.paramc = m->paramc,
		.depc = m->depc,
		.flags = m->flags,
		.hidden = false,
		.edt = NULL,
	};
	int no_scope,
		err = riders < 0 || check(rt, from, m) || !b.func ? -EINVAL : 0;

	if (!ocr_guid_is_null(m->scope) && (!err || from == rt->self)) {
		b.scope = join(rt, from, m, &no_scope);
		if (!b.scope)
			err = no_scope;
		/* Its share is lost, whoever is told that it failed. */
		if (!b.scope && err == -ENOMEM)
			ocr_fail(rt,
				 "no memory for the finish scope of a task");
	}
	if (!err && m->flags & OCR_EDT_HINTS)
		b.hint = (const void *)(m->paramv + m->paramc);
	if (m->flags & OCR_EDT_MOVED && from != rt->self)
		ocr_share_got(rt, from);
	if (!err)
		return make(rt, from, m, &b, (uint32_t)riders);
	/* The scope does not wait for what there will never be. */
	if (b.scope)
		ocr_scope_leave(rt, b.scope);
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

	if (!ocr_edt_is_mode(m->mode) || !is_data(rt, m->data))
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
