/* SPDX-License-Identifier: BSD-3-Clause */
/* scope.c - see scope.h. */
#include "src/task/scope.h"

#include "fabric/log.h"
#include "src/base/runtime.h"
#include "src/sched/sched.h"
#include "src/sched/worker.h"
#include "src/stream/dispatch.h"
#include "src/task/edt.h"
#include "src/task/tasks.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

/* So many seats are taken at once. */
#define SEATS 64

/* A share small enough for many children, large enough for theirs. */
#define SHARE 1024

void
ocr_scopes_fini(struct ocr_scopes *t)
{
	for (size_t i = 0; i < t->n_buckets; i++) {
		while (t->buckets[i]) {
			struct ocr_scope *s = t->buckets[i];

			t->buckets[i] = s->next;
			if (!s->root)
				free(s);
		}
	}
	free(t->buckets);
}

static struct ocr_scope **
bucket_locked(struct ocr_scopes *t, ocrGuid_t g)
{
	return &t->buckets[ocr_guid_hash(g) & (t->n_buckets - 1)];
}

static struct ocr_scope *
find_locked(struct ocr_scopes *t, ocrGuid_t g)
{
	struct ocr_scope *s;

	if (!t->n_buckets)
		return NULL;
	for (s = *bucket_locked(t, g); s; s = s->next)
		if (ocr_guid_eq(s->guid, g))
			return s;
	return NULL;
}

static int
grow_locked(struct ocr_scopes *t)
{
	size_t n_old = t->n_buckets, n = n_old ? 2 * n_old : 64;
	struct ocr_scope **old = t->buckets;

	t->buckets = calloc(n, sizeof(*t->buckets));
	if (!t->buckets) {
		t->buckets = old;
		return -ENOMEM;
	}
	t->n_buckets = n;
	for (size_t i = 0; i < n_old; i++) {
		while (old[i]) {
			struct ocr_scope *s = old[i];
			struct ocr_scope **b = bucket_locked(t, s->guid);

			old[i] = s->next;
			s->next = *b;
			*b = s;
		}
	}
	free(old);
	return 0;
}

static int
list_locked(struct ocr_scopes *t, struct ocr_scope *s)
{
	struct ocr_scope **b;

	if (s->listed)
		return 0;
	if (t->n >= t->n_buckets && grow_locked(t) && !t->n_buckets)
		return -ENOMEM;
	b = bucket_locked(t, s->guid);
	s->next = *b;
	s->listed = true;
	*b = s;
	t->n++;
	return 0;
}

/* One that lies in no task. */
static struct ocr_scope *
add_locked(struct ocr_scopes *t, ocrGuid_t g, uint64_t credit)
{
	struct ocr_scope *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->guid = g;
	s->credit = credit;
	if (!list_locked(t, s))
		return s;
	free(s);
	return NULL;
}

static void
remove_locked(struct ocr_scopes *t, struct ocr_scope *s)
{
	struct ocr_scope **p = bucket_locked(t, s->guid);

	while (*p != s)
		p = &(*p)->next;
	*p = s->next;
	t->n--;
}

/* The name of a scope of this node.  Nobody looks for one in the guidmap, and a
 * slot that stays empty would keep its chunk: each worker counts for itself. */
static ocrGuid_t
new_name(struct ocr_runtime *rt)
{
	return ocr_guid_make(OCR_GUID_SCOPE, 0, rt->self, rt->self,
			     ocr_self->scopes += rt->sched->n_slots);
}

void
ocr_scope_open(struct ocr_runtime *rt, struct ocr_scope *s,
	       struct ocr_edt *root)
{
	s->guid = new_name(rt);
	s->root = root;
	s->credit = rt->tasks->scopes.total;
	s->minted = NULL;
	s->listed = false;
	/* Others have it from the members that come. */
	atomic_store_explicit(&s->live, 1, memory_order_relaxed);
}

int
ocr_scope_list(struct ocr_runtime *rt, struct ocr_scope *s)
{
	struct ocr_scopes *t = &rt->tasks->scopes;
	int err;

	ocr_lock(&t->lock, OCR_LOCK_SCOPE);
	err = list_locked(t, s);
	ocr_unlock(&t->lock, OCR_LOCK_SCOPE);
	return err;
}

static void
return_credit(struct ocr_runtime *rt, ocrGuid_t scope, uint64_t credit)
{
	struct ocr_msg_scope_return m = {
		.op = OCR_OP(OCR_MSG_SCOPE_RETURN, struct ocr_msg_scope_return),
		.scope = scope,
		.credit = credit,
	};

	ocr_emit(rt, ocr_guid_owner(scope), &m.op);
}

static void
root_done(struct ocr_runtime *rt, struct ocr_edt *root)
{
	struct ocr_msg_task m = {
		.op = OCR_OP(OCR_MSG_SCOPE_DONE, struct ocr_msg_task),
		.edt = ocr_edt_guid(root),
		.task = root,
	};

	ocr_emit(rt, rt->self, &m.op);
}

/* Nothing left here: is this the end of the scope, or of our part of it? */
static bool
is_over_locked(struct ocr_scopes *t, const struct ocr_scope *s)
{
	if (atomic_load_explicit(&s->live, memory_order_acquire))
		return false;
	return !(s->root || s->parent) || s->credit == t->total;
}

/* Takes a scope that is over out of the table. */
static void
close_locked(struct ocr_scopes *t, struct ocr_scope *s)
{
	remove_locked(t, s);
	if (s->parent && s->parent->minted == s)
		s->parent->minted = NULL;
}

static void leave(struct ocr_runtime *rt, struct ocr_scope *s, uint32_t n);

/* Tells whoever waits for the end of s, which is gone then. */
static void
finish(struct ocr_runtime *rt, struct ocr_scope *s)
{
	if (s->root) {
		root_done(rt, s->root);
		return;
	}
	if (s->parent)
		leave(rt, s->parent, 1);
	else
		return_credit(rt, s->guid, s->credit);
	free(s);
}

/* So many of its members are no more. */
static void
leave(struct ocr_runtime *rt, struct ocr_scope *s, uint32_t n)
{
	struct ocr_scopes *t = &rt->tasks->scopes;
	uint64_t live = atomic_load_explicit(&s->live, memory_order_acquire);
	bool over;

	/* Releases what these members did; pairs with the load, and with
	 * is_over_locked(). */
	while (live > n)
		if (atomic_compare_exchange_weak_explicit(
			    &s->live, &live, live - n, memory_order_acq_rel,
			    memory_order_acquire))
			return;
	/* The last ones; only members can make others, or list it. */
	if (!s->listed) {
		finish(rt, s);
		return;
	}

	ocr_lock(&t->lock, OCR_LOCK_SCOPE);
	atomic_fetch_sub_explicit(&s->live, n, memory_order_acq_rel);
	over = is_over_locked(t, s);
	if (over)
		close_locked(t, s);
	ocr_unlock(&t->lock, OCR_LOCK_SCOPE);
	if (over)
		finish(rt, s);
}

static void
set_seats(struct ocr_worker *w, struct ocr_scope *s, uint32_t n)
{
	w->seats.scope = s;
	atomic_store_explicit(&w->seats.n, n, memory_order_relaxed);
}

/* Others run no tasks, so they would not come to give seats back. */
static bool
runs_tasks(const struct ocr_worker *w)
{
	return w->id < w->rt->sched->n_workers;
}

/* Seats of another scope cannot be its last members, since the body that runs
 * is below that as well: so this takes no lock. */
static void
leave_seats(struct ocr_worker *w, uint32_t n)
{
	struct ocr_scope *s = w->seats.scope;

	if (atomic_load_explicit(&s->live, memory_order_relaxed) <= n)
		ocr_bug("the last members of a scope are seats of a worker "
			"that runs another's");
	leave(w->rt, s, n);
}

void
ocr_scope_enter_more(struct ocr_scope *s)
{
	struct ocr_worker *w = ocr_self;
	uint64_t live = atomic_load_explicit(&s->live, memory_order_relaxed);
	uint32_t n = ocr_worker_seats(w);

	if (live < OCR_SCOPE_FEW || !runs_tasks(w)) {
		atomic_fetch_add_explicit(&s->live, 1, memory_order_relaxed);
		return;
	}
	if (n)
		leave_seats(w, n);
	atomic_fetch_add_explicit(&s->live, SEATS + 1, memory_order_relaxed);
	set_seats(w, s, SEATS);
}

static struct ocr_scope *
mint_locked(struct ocr_runtime *rt, struct ocr_scope *outer)
{
	struct ocr_scopes *t = &rt->tasks->scopes;
	struct ocr_scope *s = add_locked(t, new_name(rt), t->total);

	if (s) {
		s->parent = outer;
		outer->minted = s;
		ocr_scope_enter(outer);
	}
	return s;
}

int
ocr_scope_give(struct ocr_runtime *rt, struct ocr_scope *s, ocrGuid_t *scope,
	       uint64_t *credit)
{
	struct ocr_scopes *t = &rt->tasks->scopes;
	int err = 0;

	ocr_lock(&t->lock, OCR_LOCK_SCOPE);
	if (list_locked(t, s))
		s = NULL;
	/* Whoever has members keeps at least one part: else the scope could
	 * be whole without them. */
	while (s && s->credit < 2)
		s = s->minted ? s->minted : mint_locked(rt, s);
	if (s) {
		*credit =
			s->credit >= SHARE ? s->credit / SHARE : s->credit / 2;
		s->credit -= *credit;
		*scope = s->guid;
	} else {
		err = -ENOMEM;
	}
	ocr_unlock(&t->lock, OCR_LOCK_SCOPE);
	return err;
}

struct ocr_scope *
ocr_scope_join(struct ocr_runtime *rt, ocrGuid_t scope, uint64_t credit,
	       int *err)
{
	struct ocr_scopes *t = &rt->tasks->scopes;
	bool ours = ocr_guid_owner(scope) == rt->self;
	/* What others call a whole is not known here. */
	uint64_t most = ours ? t->total : UINT64_MAX;
	struct ocr_scope *s;

	ocr_lock(&t->lock, OCR_LOCK_SCOPE);
	s = find_locked(t, scope);
	if (!s && !ours)
		s = add_locked(t, scope, 0);
	*err = s || ours ? -EINVAL : -ENOMEM;
	if (s && credit > most - s->credit)
		s = NULL;
	if (s) {
		s->credit += credit;
		atomic_fetch_add_explicit(&s->live, 1, memory_order_relaxed);
	}
	ocr_unlock(&t->lock, OCR_LOCK_SCOPE);
	return s;
}

struct ocr_scope *
ocr_scope_find(struct ocr_runtime *rt, ocrGuid_t scope)
{
	struct ocr_scope *s;

	ocr_lock(&rt->tasks->scopes.lock, OCR_LOCK_SCOPE);
	s = find_locked(&rt->tasks->scopes, scope);
	ocr_unlock(&rt->tasks->scopes.lock, OCR_LOCK_SCOPE);
	return s;
}

void
ocr_scope_leave_more(struct ocr_runtime *rt, struct ocr_scope *s)
{
	struct ocr_worker *w = ocr_self;
	uint32_t n = ocr_worker_seats(w);

	if (!w->task && runs_tasks(w) && (!n || w->seats.scope == s))
		set_seats(w, s, n + 1);
	else
		leave(rt, s, 1);
}

/* What ends with that may leave the worker a seat of another scope, and so on.
 */
bool
ocr_scope_settle(struct ocr_worker *w)
{
	uint32_t n = ocr_worker_seats(w);

	if (!n)
		return false;
	for (; n; n = ocr_worker_seats(w)) {
		struct ocr_scope *s = w->seats.scope;

		set_seats(w, NULL, 0);
		leave(w->rt, s, n);
	}
	return true;
}

/* The root of s is a member of the outer scope. */
void
ocr_scope_turn_from(struct ocr_worker *w, const struct ocr_scope *s)
{
	if (!s || !s->root || s->root->scope != w->seats.scope)
		ocr_scope_settle(w);
}

int
ocr_scope_on_leave(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op)
{
	const struct ocr_msg_task *m = (const void *)op;

	(void)from;
	ocr_scope_leave(rt, ocr_edt_own(m->task));
	return 0;
}

int
ocr_scope_on_return(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_scope_return *m = (const void *)op;
	struct ocr_scopes *t = &rt->tasks->scopes;
	struct ocr_scope *s;
	bool over = false;

	(void)from;
	if (ocr_guid_owner(m->scope) != rt->self)
		return -EINVAL;
	ocr_lock(&t->lock, OCR_LOCK_SCOPE);
	s = find_locked(t, m->scope);
	if (!s || m->credit > t->total - s->credit) {
		ocr_unlock(&t->lock, OCR_LOCK_SCOPE);
		return -EINVAL;
	}
	s->credit += m->credit;
	over = is_over_locked(t, s);
	if (over)
		close_locked(t, s);
	ocr_unlock(&t->lock, OCR_LOCK_SCOPE);
	if (over)
		finish(rt, s);
	return 0;
}

void
ocr_scope_on_lost(struct ocr_runtime *rt, ocr_node_t by,
		  const struct ocr_op *op)
{
	const struct ocr_msg_create_edt *m = (const void *)op;
	struct ocr_scope *s;
	int err;

	/* Nobody has looked at it yet. */
	if (ocr_guid_kind(m->scope) != OCR_GUID_SCOPE ||
	    ocr_guid_owner(m->scope) >= rt->size)
		return;
	s = by == rt->self ? ocr_scope_find(rt, m->scope)
			   : ocr_scope_join(rt, m->scope, m->credit, &err);
	if (s)
		ocr_scope_leave(rt, s);
	/* No record is needed for a share that goes back at once. */
	else if (by != rt->self && err == -ENOMEM)
		return_credit(rt, m->scope, m->credit);
}
