/* SPDX-License-Identifier: BSD-3-Clause */
/* strict.c - see strict.h.
 *
 *   places   where each object was created: at its owner, and at its creator.
 *            Those of dead objects go when the table is about to grow.
 *   calls    the last call on an object, by the type of op; a newer call may
 *            take its place.
 */
#include "src/observe/strict.h"

#include "fabric/log.h"
#include "src/base/code.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "src/base/where.h"
#include "src/data/home.h"
#include "src/data/view.h"
#include "src/names/names.h"
#include "src/observe/refused.h"
#include "src/reduce/collective.h"
#include "src/stream/dispatch.h"
#include "src/task/edt.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FIRST_PLACES 4096
#define CALLS	     4096
#define MOST_LINES   50
#define MOST_ERRNO   4095
/* So long a report waits for the table. */
#define WAIT_MS	     1000

#define CALL_TEXT (OCR_WHO_TEXT + OCR_REASON_TEXT + OCR_WHERE_TEXT + 64)

struct place {
	ocrGuid_t guid; /* NULL_GUID: free */
	struct ocr_code code;
};

struct call {
	struct ocr_call c;
	uint16_t type;
	struct ocr_who who;
};

struct ocr_strict {
	struct ocr_lock lock;
	/* Guarded by lock: */
	struct place *places;
	size_t n, size; /* a power of two */
	struct call calls[CALLS];
	/* Of this node; changed by any thread. */
	_Atomic uint64_t reports;
};

/* Reports of threads that belong to no node. */
static _Atomic uint64_t outside;

bool ocr_strict_on;

struct ocr_strict *
ocr_strict_create(void)
{
	struct ocr_strict *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->size = FIRST_PLACES;
	s->places = calloc(s->size, sizeof(*s->places));
	if (s->places) {
		ocr_strict_on = true;
		return s;
	}
	free(s);
	return NULL;
}

void
ocr_strict_destroy(struct ocr_strict *s)
{
	if (!s)
		return;
	free(s->places);
	free(s);
}

/* -- Places -----------------------------------------------------------------
 */

static struct place *
place_locked(struct ocr_strict *s, ocrGuid_t g)
{
	size_t i = ocr_guid_hash(g);

	while (!ocr_guid_is_null(s->places[i & (s->size - 1)].guid) &&
	       !ocr_guid_eq(s->places[i & (s->size - 1)].guid, g))
		i++;
	return &s->places[i & (s->size - 1)];
}

static enum ocr_slot_state
state_of(struct ocr_runtime *rt, ocrGuid_t g)
{
	void *obj;

	return ocr_names_find(rt, g, &obj);
}

/* Keeps the living.  Of objects of others that is not known. */
static void
prune_locked(struct ocr_runtime *rt, struct ocr_strict *s)
{
	struct place *old = s->places;
	size_t n_old = s->size, living = 0;
	struct place *fresh;

	for (size_t i = 0; i < n_old; i++) {
		if (ocr_guid_is_null(old[i].guid))
			continue;
		if (ocr_owner_of(rt, old[i].guid) != rt->self ||
		    state_of(rt, old[i].guid) == OCR_SLOT_DEAD)
			old[i].guid = NULL_GUID;
		else
			living++;
	}
	while (s->size < 4 * living)
		s->size *= 2;
	fresh = calloc(s->size, sizeof(*fresh));
	if (!fresh)
		ocr_no_memory("strict mode");
	s->places = fresh;
	s->n = living;
	for (size_t i = 0; i < n_old; i++)
		if (!ocr_guid_is_null(old[i].guid))
			*place_locked(s, old[i].guid) = old[i];
	free(old);
}

static void
add_place(struct ocr_runtime *rt, ocrGuid_t g, const struct ocr_code *code)
{
	struct ocr_strict *s = rt->strict;
	struct place *p;

	ocr_lock(&s->lock, OCR_LOCK_STRICT);
	if (2 * (s->n + 1) > s->size)
		prune_locked(rt, s);
	p = place_locked(s, g);
	s->n += ocr_guid_is_null(p->guid);
	p->guid = g;
	p->code = *code;
	ocr_unlock(&s->lock, OCR_LOCK_STRICT);
}

static char *
code_text(const struct ocr_code *code, char *buf)
{
	ocrEdt_t at = ocr_code_function(code);

	return ocr_where_text((const void *)(uintptr_t)at, buf);
}

/* A handler of signals may ask, in a thread that has the lock: then it is not
 * waited for any longer. */
static bool
lock_for_a_while(struct ocr_strict *s)
{
	const struct timespec ms = {.tv_nsec = 1000000};

	for (int i = 0; i < WAIT_MS; i++) {
		if (ocr_trylock(&s->lock, OCR_LOCK_STRICT))
			return true;
		nanosleep(&ms, NULL);
	}
	return false;
}

void
ocr_strict_origin(struct ocr_runtime *rt, ocrGuid_t g, char *buf)
{
	struct ocr_strict *s = rt->strict;
	char text[OCR_WHERE_TEXT];
	struct place p = {.guid = NULL_GUID};

	*buf = 0;
	if (!s || ocr_guid_is_null(g) || !lock_for_a_while(s))
		return;
	p = *place_locked(s, g);
	ocr_unlock(&s->lock, OCR_LOCK_STRICT);
	if (!ocr_guid_is_null(p.guid))
		snprintf(buf, OCR_STRICT_TEXT, " (created at %s)",
			 code_text(&p.code, text));
}

static bool
find_place(struct ocr_runtime *rt, ocrGuid_t g, struct ocr_code *code)
{
	struct ocr_strict *s = rt->strict;
	const struct place *p;
	bool found;

	ocr_lock(&s->lock, OCR_LOCK_STRICT);
	p = place_locked(s, g);
	found = !ocr_guid_is_null(p->guid);
	if (found)
		*code = p->code;
	ocr_unlock(&s->lock, OCR_LOCK_STRICT);
	return found;
}

void
ocr_strict_tell(struct ocr_runtime *rt, ocrGuid_t g, ocr_node_t to)
{
	struct ocr_msg_place m = {
		.op = OCR_OP(OCR_MSG_STRICT_PLACE, struct ocr_msg_place),
		.guid = g,
	};

	if (find_place(rt, g, &m.code))
		ocr_dispatch_send(rt, to, &m.op);
}

int
ocr_strict_on_place(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_place *m = (const void *)op;

	(void)from;
	if (ocr_guid_is_null(m->guid))
		return -EINVAL;
	/* A node without strict mode has no use for it. */
	if (rt->strict)
		add_place(rt, m->guid, &m->code);
	return 0;
}

/* -- Calls ------------------------------------------------------------------
 */

/* 'task "solve" 1:0.5: ocrEdtCreate(paramc=3) at solver.c:88'; of a call
 * without an argument that is to blame, the object is shown. */
static void
call_text(char *buf, size_t room, const struct ocr_who *who,
	  const struct ocr_call *c, const char *args)
{
	char name[OCR_WHO_TEXT], site[OCR_WHERE_TEXT];
	char object[OCR_WHO_GUID_TEXT];

	if (!*args && !ocr_guid_is_null(c->object))
		args = ocr_who_guid_text(c->object, object);
	snprintf(buf, room, "%s: %s(%s) at %s", ocr_who_text(who, name),
		 c->name, args, ocr_where_text(c->site, site));
}

static struct call *
call_locked(struct ocr_strict *s, ocrGuid_t g, uint16_t type)
{
	return &s->calls[(ocr_guid_hash(g) + type) % CALLS];
}

void
ocr_strict_enter(struct ocr_edt *t, const struct ocr_call *c, uint16_t type)
{
	struct ocr_strict *s = t->rt->strict;

	ocr_lock(&s->lock, OCR_LOCK_STRICT);
	*call_locked(s, c->object, type) =
		(struct call){*c, type, ocr_who_calls()};
	ocr_unlock(&s->lock, OCR_LOCK_STRICT);
}

static uint16_t
creation_of(ocrGuid_t g)
{
	switch (ocr_guid_kind(g)) {
	case OCR_GUID_DB:
		return OCR_MSG_CREATE_DB;
	case OCR_GUID_EDT:
		return OCR_MSG_CREATE_EDT;
	case OCR_GUID_TEMPLATE:
		return OCR_MSG_CREATE_TEMPLATE;
	default:
		return OCR_MSG_CREATE_EVENT;
	}
}

void
ocr_strict_created(struct ocr_edt *t, const struct ocr_call *c)
{
	struct ocr_msg_place m = {
		.op = OCR_OP(OCR_MSG_STRICT_PLACE, struct ocr_msg_place),
		.guid = c->object,
	};
	ocr_node_t owner = ocr_owner_of(t->rt, c->object);

	OCR_OBSERVE(t->rt, made, c->object, c->site);
	/* The GUID is where the program wanted it.  While the call waited for
	 * an answer, another task may have written there. */
	if (owner >= t->rt->size ||
	    ocr_code_of((ocrEdt_t)(uintptr_t)c->site, &m.code))
		return;
	add_place(t->rt, c->object, &m.code);
	/* Its owner may refuse it yet: an object with that label may exist. */
	ocr_strict_enter(t, c, creation_of(c->object));
	if (owner != t->rt->self)
		ocr_dispatch_send(t->rt, owner, &m.op);
}

/* It has been reported: what fails on that object later is something else. */
static void
forget(struct ocr_strict *s, ocrGuid_t g, uint16_t type)
{
	ocr_lock(&s->lock, OCR_LOCK_STRICT);
	call_locked(s, g, type)->type = 0;
	ocr_unlock(&s->lock, OCR_LOCK_STRICT);
}

void
ocr_strict_count(struct ocr_runtime *rt)
{
	/* Relaxed: it is read when all threads have stopped. */
	atomic_fetch_add_explicit(rt ? &rt->strict->reports : &outside, 1,
				  memory_order_relaxed);
}

void
ocr_strict_refused(struct ocr_runtime *rt, const struct ocr_call *c,
		   uint16_t type, const struct ocr_refusal *r)
{
	ocr_node_t self = rt ? rt->self : OCR_LOG_NOBODY;
	char made[OCR_STRICT_TEXT] = "", call[CALL_TEXT];
	const char *why = r->reason.why;

	if (rt) {
		forget(rt->strict, c->object, type);
		ocr_strict_origin(rt, c->object, made);
	}
	call_text(call, sizeof(call), &r->who, c, r->reason.args);
	if (!*why)
		why = ocr_reason_usual(r->code);
	/* A program may live with that. */
	if (r->code == OCR_ENOMEM) {
		ocr_log_warn(self, "%s returns OCR_ENOMEM: %s%s", call, why,
			     made);
		return;
	}
	ocr_strict_count(rt);
	ocr_log_error(self, "%s returns %s: %s%s", call,
		      ocr_reason_code(r->code), why, made);
}

uint64_t
ocr_strict_verdict(struct ocr_runtime *rt)
{
	uint64_t n =
		atomic_load_explicit(&rt->strict->reports,
				     memory_order_relaxed) +
		atomic_exchange_explicit(&outside, 0, memory_order_relaxed);

	if (n)
		ocr_log_error(rt->self,
			      "strict mode has found %" PRIu64
			      " mistake%s on this node: the exit status of the "
			      "job is not 0",
			      n, n == 1 ? "" : "s");
	return n;
}

void
ocr_strict_passed(struct ocr_edt *t, ocrGuid_t event, ocrGuid_t data)
{
	struct ocr_held_block *b = ocr_held_find(&t->held, data);
	struct ocr_strict *s = t->rt->strict;
	char call[CALL_TEXT], text[OCR_WHO_GUID_TEXT];
	struct call k;

	if (!b || b->released || !ocr_view_is_changed(t->rt, b))
		return;
	ocr_lock(&s->lock, OCR_LOCK_STRICT);
	k = *call_locked(s, event, OCR_MSG_SATISFY);
	ocr_unlock(&s->lock, OCR_LOCK_STRICT);
	if (k.type != OCR_MSG_SATISFY || !ocr_guid_eq(k.c.object, event) ||
	    !ocr_edt_is(t, k.who.edt))
		return;
	call_text(call, sizeof(call), &k.who, &k.c, "");
	ocr_log_warn(t->rt->self,
		     "%s passes on %s, which the task has written and not "
		     "released: who gets it may not see that; ocrDbRelease() "
		     "comes first",
		     call, ocr_who_guid_text(data, text));
}

/* -- What the owner finds out -----------------------------------------------
 */

/* The task that asked for it, if that is remembered. */
static bool
blame(struct ocr_runtime *rt, ocrGuid_t g, uint16_t type, ocr_node_t owner,
      const char *why)
{
	struct ocr_strict *s = rt->strict;
	char made[OCR_STRICT_TEXT], call[CALL_TEXT];
	struct call k;

	ocr_lock(&s->lock, OCR_LOCK_STRICT);
	k = *call_locked(s, g, type);
	ocr_unlock(&s->lock, OCR_LOCK_STRICT);
	if (k.type != type || !ocr_guid_eq(k.c.object, g))
		return false;
	forget(s, g, type);
	ocr_strict_origin(rt, g, made);
	call_text(call, sizeof(call), &k.who, &k.c, "");
	ocr_log_error(rt->self, "%s has failed later, on node %u: %s%s", call,
		      owner, why, made);
	return true;
}

bool
ocr_strict_failed(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op, int err)
{
	/* The object is the first field of every message. */
	const struct ocr_msg_destroy *o = (const void *)op;
	struct ocr_msg_misuse m = {
		.op = OCR_OP(OCR_MSG_STRICT_MISUSE, struct ocr_msg_misuse),
		.guid = o->guid,
		.type = op->type,
		.err = (uint32_t)-err,
	};

	ocr_strict_count(rt);
	if (from == rt->self)
		return blame(rt, o->guid, op->type, rt->self,
			     ocr_reason_of_op(op, err));
	/* A report of a report would be reported. */
	if (op->type == OCR_MSG_STRICT_MISUSE)
		return false;
	find_place(rt, o->guid, &m.code);
	ocr_dispatch_send(rt, from, &m.op);
	return false;
}

int
ocr_strict_on_misuse(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op)
{
	const struct ocr_msg_misuse *m = (const void *)op;
	/* What has failed, as far as its reason needs it. */
	struct ocr_msg_destroy failed = {
		.op = {.len_bytes = sizeof(failed), .type = (uint16_t)m->type},
		.guid = m->guid,
	};

	/* A map is on all nodes. */
	if (ocr_guid_is_null(m->guid) ||
	    (ocr_guid_kind(m->guid) != OCR_GUID_MAP &&
	     ocr_owner_of(rt, m->guid) != from) ||
	    m->err > MOST_ERRNO)
		return -EINVAL;
	if (!rt->strict)
		return 0;
	if (m->code.module)
		add_place(rt, m->guid, &m->code);
	blame(rt, m->guid, (uint16_t)m->type, from,
	      ocr_reason_of_op(&failed.op, -(int)m->err));
	return 0;
}

/* -- At the end -------------------------------------------------------------
 */

static int
compare(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	uint64_t kx = ocr_guid_kind(x->guid), ky = ocr_guid_kind(y->guid);

	if (x->code.module != y->code.module)
		return x->code.module < y->code.module ? -1 : 1;
	if (x->code.offset != y->code.offset)
		return x->code.offset < y->code.offset ? -1 : 1;
	return kx < ky ? -1 : kx > ky;
}

/* A task that has run may be at its last steps; a block that was destroyed may
 * wait for an answer of the nodes that have read it. */
static bool
is_left(struct ocr_runtime *rt, ocrGuid_t g)
{
	const struct ocr_edt *t;
	void *obj;

	if (ocr_guid_kind(g) == OCR_GUID_EVENT_COLLECTIVE)
		return ocr_collective_is_left(rt, g);
	if (ocr_guid_is_null(g) || ocr_names_find(rt, g, &obj) != OCR_SLOT_LIVE)
		return false;
	if (ocr_guid_kind(g) == OCR_GUID_DB)
		return ocr_home_is_there(rt, obj, g);
	t = obj;
	return ocr_guid_kind(g) != OCR_GUID_EDT ||
	       atomic_load_explicit(&t->state, memory_order_relaxed) ==
		       OCR_EDT_WAITING;
}

/* Those of the lines that will be told. */
static void
learn_places(const struct place *p, size_t n)
{
	const void *at[MOST_LINES];
	unsigned k = 0;

	for (size_t i = 0; i < n && k < MOST_LINES; i++)
		if (!i || compare(&p[i - 1], &p[i]))
			at[k++] = (const void *)(uintptr_t)ocr_code_function(
				&p[i].code);
	ocr_where_learn(at, k);
}

void
ocr_strict_leaks(struct ocr_runtime *rt)
{
	struct ocr_strict *s = rt->strict;
	char where[OCR_WHERE_TEXT];
	size_t n = 0, lines = 0, k;

	for (size_t i = 0; i < s->size; i++)
		if (is_left(rt, s->places[i].guid))
			s->places[n++] = s->places[i];
	qsort(s->places, n, sizeof(*s->places), compare);
	learn_places(s->places, n);
	for (size_t i = 0; i < n; i = k) {
		for (k = i + 1; k < n; k++)
			if (compare(&s->places[i], &s->places[k]))
				break;
		if (++lines > MOST_LINES)
			continue;
		ocr_log_warn(
			rt->self, "never destroyed: %zu x %s, created at %s",
			k - i,
			ocr_guid_kind_name(ocr_guid_kind(s->places[i].guid)),
			code_text(&s->places[i].code, where));
	}
	if (lines > MOST_LINES)
		ocr_log_warn(rt->self, "and %zu more places",
			     lines - MOST_LINES);
}
