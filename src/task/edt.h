/* SPDX-License-Identifier: BSD-3-Clause */
/* edt.h - tasks, from creation to end, on the node that runs them.
 *
 * Knows slots, blocks to acquire and the steps at the end; does not know who
 * runs it when.  Promise: the body runs at most once, with every block of its
 * slots at hand; its output event is satisfied after its blocks are released.
 */
#ifndef SRC_TASK_EDT_H
#define SRC_TASK_EDT_H

#include "guidmap/guid_cell.h"
#include "include/ocr.h"
#include "src/base/delivery.h"
#include "src/base/msg.h"
#include "src/base/runtime.h"
#include "src/data/held.h"
#include "src/sched/runnable.h"
#include "src/sched/sched.h"
#include "src/stream/stream.h"
#include "src/task/scope.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

struct ocr_edt_side;
struct ocr_worker;

/* The life of an EDT.  Only ocr_edt_set_state() writes `state`: under the lock
 * while the task is WAITING, then by the one thread that has the task.
 *
 *   WAITING --> ACQUIRING --> READY --> RUNNING --> ENDING --> gone
 *      |                        ^                                ^
 *      |                        +--- made without slots ---      |
 *      +-------------------- destroyed unrun --------------------+
 *
 *   WAITING   -> ACQUIRING  satisfy         the last slot is satisfied
 *   ACQUIRING -> READY      make_ready      every block of depv is here
 *   gone      -> READY      fill            it has no slots, or is whole
 *   READY     -> RUNNING    ocr_edt_run     taken from exactly one queue
 *   RUNNING   -> ENDING     ocr_edt_run     the body has returned; its stream
 *                                           still holds ops
 *   ENDING    -> gone       ocr_edt_on_end  the last op of its stream
 *   RUNNING   -> gone       end_here        nothing comes after its body
 *   WAITING   -> gone       destroy         it never ran
 */
enum ocr_edt_state {
	OCR_EDT_GONE,
	OCR_EDT_WAITING,
	OCR_EDT_ACQUIRING,
	OCR_EDT_READY,
	OCR_EDT_RUNNING,
	OCR_EDT_ENDING,
};

/* What a task needs from the begin of its body to its end alone, of a pool: so
 * one that waits is small, and a worker whose tasks end at once has one of them
 * for all. */
struct ocr_edt_now {
	struct ocr_stream stream;
	struct ocr_scope *own; /* of a finish task: that is */
	struct ocr_scope scope;
	struct ocr_edt *edt; /* whose it is */
};

#define OCR_EDT_NEAR_BYTES 96
/* And so many in memory of a pool. */
#define OCR_EDT_FAR_BYTES 224

struct ocr_edt {
	struct ocr_runnable run; /* flags, of the message as well: fixed */
	struct ocr_lock lock;
	_Atomic uint32_t state;
	/* Guarded by lock: */
	uint32_t unmet;	     /* slots not satisfied yet */
	uint32_t pending;    /* blocks asked for and not here yet */
	uint32_t next_write; /* exclusive modes are taken in GUID order */
	/* WAITING: both are the lower half of the name with which it is known
	 * to wait, if it has got another one since; or 0. */
	bool unnamed;	     /* its label is free, or another's */

	/* No map knows the task: no other thread changes it, and it needs no
	 * lock.  Of whoever acts for the task; set at birth. */
	bool hidden;
	/* It has a GUID all the same, and its output event is not there yet:
	 * edt_whole.h. */
	bool whole;
	/* Its end alone says nothing to anybody: it has no output event, no
	 * scope of its own, no label.  Fixed after create. */
	bool light;
	struct ocr_guid_cell name; /* cleared without the lock if hidden */

	/* Fixed after create; somebody may look who comes too late: */
	_Atomic(ocrEdt_t) func;

	/* Fixed after create: */
	struct ocr_runtime *rt;
	ocrGuid_t output;
	uint32_t paramc, depc;
	uint64_t *words; /* parameters, then slots; near, or else its own */
	struct ocr_scope *scope; /* that it is a member of, or NULL */

	/* Of whoever acts for the task: */
	struct ocr_edt_now *now;   /* from its body on, or NULL */
	struct ocr_edt_side *side; /* what few tasks have, or NULL */
	struct ocr_held held;
	/* Parameters and slots, while the body needs them; then what the body
	 * has returned, if that is for the output event (OCR_EDT_RESULT). */
	uint64_t near[OCR_EDT_NEAR_BYTES / 8];
};
static_assert(sizeof(struct ocr_edt) <= 256, "a task that waits is small");

static inline ocrEdtDep_t *
ocr_edt_depv(const struct ocr_edt *t)
{
	return (ocrEdtDep_t *)(void *)(t->words + t->paramc);
}

static inline uint64_t
ocr_edt_hidden_as(const struct ocr_edt *t)
{
	return (uint64_t)t->next_write << 32 | t->pending;
}

static inline void
ocr_edt_set_hidden_as(struct ocr_edt *t, uint64_t lower)
{
	t->pending = (uint32_t)lower;
	t->next_write = (uint32_t)(lower >> 32);
}

static inline struct ocr_scope *
ocr_edt_own(const struct ocr_edt *t)
{
	return t->now ? t->now->own : NULL;
}

/* It comes from another node, where its body may have been told its name:
 * edt_side.h. */
static inline bool
ocr_edt_has_moved(const struct ocr_edt *t)
{
	return __builtin_expect(t->run.flags & OCR_EDT_MOVED, 0);
}

/* What satisfies a slot. */
struct ocr_edt_slot {
	ocrGuid_t data;
	uint32_t index, mode;
};

/* What a task is made from. */
struct ocr_edt_birth {
	ocrGuid_t guid;
	ocrGuid_t tmpl;
	struct ocr_code code;	 /* all 0: not known yet */
	ocrEdt_t func;		 /* which that is here */
	ocrGuid_t output;	 /* NULL_GUID: nobody asked for the event */
	struct ocr_scope *scope; /* that it is a member of, or NULL */
	const uint64_t *paramv;
	const ocrHint_t *hint; /* or NULL */
	uint32_t paramc, depc;
	uint32_t flags;
	bool hidden; /* nobody has asked for its GUID; it has no slots, or one
		      * that an event of this node will feed */
	struct ocr_edt *edt; /* of ocr_edt_make(), if it waits now */
};

/* The most slots that a creation can ask a node to make room for. */
#define OCR_EDT_MAX_DEPC (UINT32_C(1) << 26)

/* What is written when it is to be a message. */
static inline size_t
ocr_edt_bytes(const struct ocr_edt_birth *b)
{
	return sizeof(struct ocr_msg_create_edt) +
	       (size_t)b->paramc * sizeof(uint64_t) +
	       (b->hint ? sizeof(ocrHint_t) : 0);
}
void ocr_edt_write(const struct ocr_edt_birth *b, struct ocr_msg_create_edt *m);

/* A new task.  If it fails, it is no member of its scope any more. */
int ocr_edt_make(struct ocr_runtime *rt, struct ocr_edt_birth *b);
/* The same of one that has no label, and n ops on it and its output event,
 * which are right, and at most one of which is a waiter (stream/rider.h). */
int ocr_edt_make_ridden(struct ocr_runtime *rt, struct ocr_edt_birth *b,
			const struct ocr_msg_rider *r, uint32_t n);
/* What an op does to the task that was found as g, and may be another by now:
 * 0, -ENOENT, or why the task refuses it.  What follows is delayed, so inside a
 * handler or between OCR_DIRECT_BEGIN() and ocr_direct_end(). */
int ocr_edt_satisfy_at(struct ocr_edt *t, ocrGuid_t g,
		       const struct ocr_edt_slot *slot);
/* The same of what an event of this node delivers. */
int ocr_edt_feed(void *edt, const struct ocr_delivery *d);
/* The next step of a task that acquires blocks; inside a handler, as that. */
void ocr_edt_step(struct ocr_runtime *rt, void *edt,
		  const struct ocr_step *step);
int ocr_edt_destroy_at(struct ocr_runtime *rt, struct ocr_edt *t, ocrGuid_t g);
/* Adds hints. */
int ocr_edt_set_hint_at(struct ocr_runtime *rt, struct ocr_edt *t,
			const struct ocr_msg_set_hint *m);

static inline int
ocr_edt_satisfy_by(struct ocr_edt *t, const struct ocr_msg_satisfy_edt *m)
{
	struct ocr_edt_slot slot = {m->data, m->slot, m->mode};

	return ocr_edt_satisfy_at(t, m->edt, &slot);
}

/* Does the output event come and go with the task? */
static inline bool
ocr_edt_makes_output(const struct ocr_edt_birth *b)
{
	return !ocr_guid_is_null(b->output) &&
	       !(b->flags & OCR_EDT_OUTPUT_GIVEN);
}

/* The name of a task that nobody has asked for one; an observer needs one that
 * no other task has, with whichever way it was made. */
static inline __attribute__((always_inline)) ocrGuid_t
ocr_edt_hidden_guid(struct ocr_worker *w, unsigned flags)
{
	struct ocr_runtime *rt = w->rt;

	if (__builtin_expect(rt->observer != NULL, 0))
		return ocr_guid_new(w->guids, OCR_GUID_EDT, flags, rt->self);
	w->hidden.lower += rt->sched->n_slots;
	return (ocrGuid_t){w->hidden.upper | (uint64_t)flags << 48,
			   w->hidden.lower};
}

/* edt_ops.c: the next op of the task that the stream is of, a call where it may
 * be one, as in event/event.h.  The new task is one of this node, has no label,
 * and a body: only where ocr_direct_ok(), and not too many slots. */
int ocr_edt_new(struct ocr_stream *s, struct ocr_edt_birth *b);
/* The end of a new one that waits, of which nobody has heard. */
void ocr_edt_undo(struct ocr_stream *s, struct ocr_edt *t);
/* For an observer: as if it had been submitted. */
void ocr_edt_show_birth(const struct ocr_stream *s,
			const struct ocr_edt_birth *b)
	__attribute__((cold, noinline));
int ocr_edt_satisfy(struct ocr_stream *s, ocrGuid_t g,
		    const struct ocr_edt_slot *slot);
int ocr_edt_destroy(struct ocr_stream *s, ocrGuid_t g);

/* And the handlers of messages. */
int ocr_edt_on_brief(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op);
int ocr_edt_on_create(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op);
int ocr_edt_on_satisfy(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op);
int ocr_edt_on_destroy(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op);
int ocr_edt_on_set_hint(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);
int ocr_edt_on_acquired(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);
int ocr_edt_on_scope_done(struct ocr_runtime *rt, ocr_node_t from,
			  const struct ocr_op *op);
int ocr_edt_on_end(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op);

/* Anything may come from the wire. */
bool ocr_edt_is_mode(uint32_t mode);

/* All slots of t, which is ACQUIRING, are satisfied: it asks for its blocks.
 * Inside a handler, or as that. */
void ocr_edt_acquire(struct ocr_edt *t);

/* Of a task that will not end.  NULL_GUID: it has none. */
void ocr_edt_destroy_output(struct ocr_runtime *rt, ocrGuid_t output);

/* A slot that nobody has satisfied; no access mode has this value. */
#define OCR_EDT_UNSATISFIED UINT32_MAX

/* The output event of a task with a label is gone, and has told nobody yet. */
void ocr_edt_output_gone(struct ocr_runtime *rt, ocrGuid_t output);

/* Runs the body on the calling worker, and what follows it. */
void ocr_edt_run(struct ocr_worker *w, struct ocr_runnable *run);

/* The task gives up a block that it has: as an op of its stream if it could
 * write, else at once.  What the API calls ocrDbRelease. */
int ocr_edt_release(struct ocr_edt *t, struct ocr_held_block *b);
/* The task gives up writing to it, and reads on.  ocrDbDowngradeRelease. */
int ocr_edt_downgrade(struct ocr_edt *t, struct ocr_held_block *b);

/* The hints of a task of this node.  0 or -ENOENT. */
int ocr_edt_get_hint(struct ocr_runtime *rt, ocrGuid_t g, ocrHint_t *h);

/* Of a ready task with one of these flags: its priority, or 0; and with
 * OCR_RUN_NEAR, its domain, which may not exist. */
int64_t ocr_edt_priority(const struct ocr_runnable *run);
unsigned ocr_edt_domain(const struct ocr_runnable *run);

/* The GUID of the task that the caller's thread acts for, or of one that is
 * ready while the node is paused: for a program, or for another node.  It is
 * hidden no more.  NULL_GUID: no memory. */
ocrGuid_t ocr_edt_name(struct ocr_edt *t);
/* The same of one that waits, as `hidden`, for who is about to tell it.  Ends
 * the job if there is no memory. */
ocrGuid_t ocr_edt_name_waiting(void *edt, ocrGuid_t hidden);
/* What it is called now, if it still waits; NULL_GUID: it is another one. */
ocrGuid_t ocr_edt_name_now(struct ocr_edt *t, ocrGuid_t hidden);
/* For ocr_names_publish(): an op that came before the task. */
int ocr_edt_apply_parked(struct ocr_runtime *rt, void *edt, ocr_node_t from,
			 const struct ocr_op *op);

/* The finish scope that children of t, which runs, join, or NULL. */
static inline struct ocr_scope *
ocr_edt_child_scope(const struct ocr_edt *t)
{
	return t->now->own ? t->now->own : t->scope;
}

/* Its name, which without ocr_edt_name() is for people alone; NULL_GUID: it is
 * in the pool. */
static inline ocrGuid_t
ocr_edt_guid(const struct ocr_edt *t)
{
	return ocr_guid_cell_get(&t->name);
}

/* Is it that one, which was found as g?  Under its lock the answer stays true.
 */
static inline bool
ocr_edt_is(const struct ocr_edt *t, ocrGuid_t g)
{
	return ocr_guid_cell_is(&t->name, g);
}

static inline ocrEdt_t
ocr_edt_func(const struct ocr_edt *t)
{
	return atomic_load_explicit(&t->func, memory_order_relaxed);
}

/* Its body. */
static inline ocrGuid_t
ocr_edt_call(struct ocr_edt *t)
{
	return ocr_edt_func(t)(t->paramc, t->paramc ? t->words : NULL, t->depc,
			       t->depc ? ocr_edt_depv(t) : NULL);
}

void ocr_edt_no_way(uint32_t from, enum ocr_edt_state to)
	__attribute__((cold, noreturn));

/* For edt.c and edt_run.c: asserts the arrow. */
static inline __attribute__((always_inline)) void
ocr_edt_set_state(struct ocr_edt *t, enum ocr_edt_state to)
{
	static const uint8_t from[] = {
		[OCR_EDT_GONE] = 1 << OCR_EDT_WAITING | 1 << OCR_EDT_RUNNING |
				 1 << OCR_EDT_ENDING,
		[OCR_EDT_WAITING] = 1 << OCR_EDT_GONE,
		[OCR_EDT_ACQUIRING] = 1 << OCR_EDT_WAITING,
		[OCR_EDT_READY] = 1 << OCR_EDT_ACQUIRING | 1 << OCR_EDT_GONE,
		[OCR_EDT_RUNNING] = 1 << OCR_EDT_READY,
		[OCR_EDT_ENDING] = 1 << OCR_EDT_RUNNING,
	};
	uint32_t now = atomic_load_explicit(&t->state, memory_order_relaxed);

	if (__builtin_expect(!(from[to] >> now & 1), 0))
		ocr_edt_no_way(now, to);
	/* pairs with ocrQuery(); who runs the task has it from a queue */
	atomic_store_explicit(&t->state, to, memory_order_release);
}

/* Frees what a task holds when a job ends before it ran. */
void ocr_edt_abandon(void *none, void *edt);
/* The same of what it has while it runs. */
void ocr_edt_now_abandon(void *none, void *now);

#endif
