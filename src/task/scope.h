/* SPDX-License-Identifier: BSD-3-Clause */
/* scope.h - finish scopes, by credit.
 *
 * The owner of a finish task holds the scope's whole credit.  A child that is
 * created on another node takes part of it along in the message that creates
 * it; a node keeps one record per scope, and gives back all it holds once when
 * its last member is gone.  The scope is done when its owner has no member and
 * the whole credit again.  No registration, no message per task.
 * A node whose credit is too small to be divided opens a scope of its own
 * inside, whose completion is then one member of the outer one.
 *
 * A scope lies in its finish task.  While only members of this node know it, it
 * is in no table: it is listed before its name is in a message.
 *
 * Members that come and go on one worker, task after task, are counted by it
 * alone: a member that leaves between two tasks leaves its seat to the worker,
 * and the next that this worker makes has that.  Who creates many takes some
 * beforehand.  A worker keeps seats of one scope, and only while it has not
 * come to a task without which that scope might end: then, and before it waits,
 * it gives them back.  So no scope ends later than it would have, but for the
 * step to the next task.
 *
 * Knows members and credit; does not know what a task is, but for the root
 * that it hands back.
 * Threads: any.  enter and most leaves take no lock, nor does the last one of a
 * scope that is not listed.
 */
#ifndef SRC_TASK_SCOPE_H
#define SRC_TASK_SCOPE_H

#include "fabric/lock.h"
#include "src/base/msg.h"
#include "src/sched/worker.h"

#include <stdbool.h>

struct ocr_edt;
struct ocr_runtime;

struct ocr_scope {
	/* Fixed after open: */
	ocrGuid_t guid;
	struct ocr_edt *root;	  /* at the owner; NULL: minted, or not ours */
	struct ocr_scope *parent; /* of a minted scope */

	/* Members on this node, and seats.  Of one that is listed it reaches
	 * 0 under the table's lock only. */
	_Atomic uint64_t live;

	/* Guarded by the table's lock: */
	uint64_t credit;
	struct ocr_scope *minted;
	struct ocr_scope *next;
	bool listed; /* and of the last member */
};

struct ocr_scopes {
	struct ocr_lock lock;
	/* Guarded by lock: */
	struct ocr_scope **buckets;
	size_t n, n_buckets;
	/* Fixed: */
	uint64_t total; /* credit of a whole scope */
};

void ocr_scopes_fini(struct ocr_scopes *s);

/* Makes s a new scope with its root, whose memory s is in, as the only member.
 */
void ocr_scope_open(struct ocr_runtime *rt, struct ocr_scope *s,
		    struct ocr_edt *root);

/* Whoever has its name finds it from here on; the caller is a member.  0 or
 * -ENOMEM. */
int ocr_scope_list(struct ocr_runtime *rt, struct ocr_scope *s);

/* What is left when the worker has no seat of it. */
void ocr_scope_enter_more(struct ocr_scope *s);

/* Takes a seat that the worker has.  False: it has none of s. */
static inline bool
ocr_scope_sit(struct ocr_worker *w, struct ocr_scope *s)
{
	uint32_t n = ocr_worker_seats(w);

	if (w->seats.scope != s || !n)
		return false;
	atomic_store_explicit(&w->seats.n, n - 1, memory_order_relaxed);
	return true;
}

/* A task that makes one child alone is not worth a change of seats, nor is a
 * scope of so few members. */
#define OCR_SCOPE_FEW 4

/* ocr_scope_enter() where that is short.  False: it is not. */
static inline bool
ocr_scope_slip_in(struct ocr_worker *w, struct ocr_scope *s)
{
	if (ocr_scope_sit(w, s))
		return true;
	if (atomic_load_explicit(&s->live, memory_order_relaxed) >=
	    OCR_SCOPE_FEW)
		return false;
	atomic_fetch_add_explicit(&s->live, 1, memory_order_relaxed);
	return true;
}

/* One more member here; the caller is one already. */
static inline void
ocr_scope_enter(struct ocr_scope *s)
{
	if (!ocr_scope_sit(ocr_self, s))
		ocr_scope_enter_more(s);
}

/* The share of a member that is created on another node; the caller is one.
 * 0 or -ENOMEM. */
int ocr_scope_give(struct ocr_runtime *rt, struct ocr_scope *s,
		   ocrGuid_t *scope, uint64_t *credit);

/* A member has come with its share.  NULL: *err is -ENOMEM, or -EINVAL: there
 * can be no such scope or share. */
struct ocr_scope *ocr_scope_join(struct ocr_runtime *rt, ocrGuid_t scope,
				 uint64_t credit, int *err);

/* The record of a scope that is listed and has members here, or NULL. */
struct ocr_scope *ocr_scope_find(struct ocr_runtime *rt, ocrGuid_t scope);

/* A member is done; all of its effects have been confirmed.  s may be
 * gone afterwards. */
void ocr_scope_leave_more(struct ocr_runtime *rt, struct ocr_scope *s);
static inline void
ocr_scope_leave(struct ocr_runtime *rt, struct ocr_scope *s)
{
	struct ocr_worker *w = ocr_self;
	uint32_t n = ocr_worker_seats(w);

	/* Between two tasks, one seat more. */
	if (n && w->seats.scope == s && !w->task)
		atomic_store_explicit(&w->seats.n, n + 1, memory_order_relaxed);
	else
		ocr_scope_leave_more(rt, s);
}

/* Worker w, whose thread calls, gives its seats back; see struct
 * ocr_sched_ops. */
bool ocr_scope_settle(struct ocr_worker *w);
/* The same, unless s, of which w is about to run a member, cannot end after the
 * scope of the seats; s may be NULL. */
void ocr_scope_turn_from(struct ocr_worker *w, const struct ocr_scope *s)
	__attribute__((noinline));
static inline void
ocr_scope_turn_to(struct ocr_worker *w, const struct ocr_scope *s)
{
	if (ocr_worker_seats(w) && w->seats.scope != s)
		ocr_scope_turn_from(w, s);
}

int ocr_scope_on_leave(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op);
int ocr_scope_on_return(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);

/* The creation of a task will not be handled: its scope need not wait for it.
 * `by`: this node if it is a member of the scope; else its credit is still in
 * the op. */
void ocr_scope_on_lost(struct ocr_runtime *rt, ocr_node_t by,
		       const struct ocr_op *op);

#endif
