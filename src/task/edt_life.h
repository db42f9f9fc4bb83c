/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_life.h - how a task's memory begins and ends, inline.
 *
 * Knows the fields of a task and where its memory comes from; does not know who
 * may find it.  Promise: what is not at hand here is refused before anything
 * has changed, and the long way (edt.h) is open.
 * Threads: workers.
 */
#ifndef SRC_TASK_EDT_LIFE_H
#define SRC_TASK_EDT_LIFE_H

#include "src/base/observer.h"
#include "src/names/names.h"
#include "src/sched/sched.h"
#include "src/task/edt.h"
#include "src/task/tasks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Parameters and slots. */
static inline size_t
ocr_edt_words_bytes(const struct ocr_edt_birth *b)
{
	return b->paramc * sizeof(uint64_t) +
	       (size_t)b->depc * sizeof(ocrEdtDep_t);
}

/* Whoever makes a task sees to it that it can run: the worker has what that
 * needs (struct ocr_edt_now), or there is no task. */
int ocr_edt_make_way(struct ocr_worker *w);
static inline bool
ocr_edt_has_way(const struct ocr_worker *w)
{
	return w->nows.n != 0;
}

/* All but its parameters, the state and the name, which may be a label.  What a
 * life leaves behind is as its end made it: no block is held, nothing is far or
 * aside, and it is gone. */
static inline __attribute__((always_inline)) void
ocr_edt_fill(struct ocr_runtime *rt, struct ocr_edt *t,
	     const struct ocr_edt_birth *b, uint64_t *words, bool labeled)
{
	t->rt = rt;
	atomic_store_explicit(&t->func, b->func, memory_order_relaxed);
	t->output = b->output;
	t->run.flags = b->flags;
	t->unmet = b->depc;
	ocr_edt_set_hidden_as(t, 0);
	t->unnamed = false;
	t->hidden = b->hidden;
	t->whole = false;
	t->light = !b->flags && ocr_guid_is_null(b->output) && !labeled;
	t->scope = b->scope;
	t->words = words;
	t->paramc = b->paramc;
	t->depc = b->depc;
	for (uint32_t i = 0; i < b->depc; i++)
		((ocrEdtDep_t *)(void *)(words + b->paramc))[i] = (ocrEdtDep_t){
			.guid = NULL_GUID,
			.mode = (ocrDbAccessMode_t)OCR_EDT_UNSATISFIED,
		};
}

/* From here on it is a task.  Without slots it cannot be destroyed any more. */
static inline __attribute__((always_inline)) void
ocr_edt_begin(struct ocr_edt *t, const struct ocr_edt_birth *b)
{
	if (b->depc)
		ocr_edt_set_state(t, OCR_EDT_WAITING);
	else
		ocr_edt_set_state(t, OCR_EDT_READY);
	ocr_guid_cell_set(&t->name, b->guid);
}

/* A copy of more is a call; and so many have room in the task, as some more
 * may have. */
#define OCR_EDT_FEW_PARAMS 4
#define OCR_EDT_FEW_SLOTS  2
static_assert(OCR_EDT_FEW_PARAMS * sizeof(uint64_t) +
			      OCR_EDT_FEW_SLOTS * sizeof(ocrEdtDep_t) <=
		      OCR_EDT_NEAR_BYTES,
	      "few are near");
static inline bool
ocr_edt_is_near(const struct ocr_edt_birth *b)
{
	return (b->paramc <= OCR_EDT_FEW_PARAMS &&
		b->depc <= OCR_EDT_FEW_SLOTS) ||
	       ocr_edt_words_bytes(b) <= OCR_EDT_NEAR_BYTES;
}

static inline __attribute__((always_inline)) void
ocr_edt_copy_few(uint64_t *words, const struct ocr_edt_birth *b)
{
	switch (b->paramc) {
	default:
		memcpy(words, b->paramv, b->paramc * sizeof(*words));
		break;
	case 4:
		words[3] = b->paramv[3];
		/* fall through */
	case 3:
		words[2] = b->paramv[2];
		/* fall through */
	case 2:
		words[1] = b->paramv[1];
		/* fall through */
	case 1:
		words[0] = b->paramv[0];
		/* fall through */
	case 0:
		break;
	}
}

/* The rest of a birth, but for the shortest way: its output event, its place in
 * the map, the queue if it can run, and what follows from that, which may be
 * tasks that run before it.  0, or as ocr_edt_make(). */
int ocr_edt_publish(struct ocr_edt *t, ocrGuid_t g, bool is_ready)
	__attribute__((noinline));

/* As ocr_sched_offer(). */
void ocr_edt_offer(struct ocr_worker *w, const struct ocr_deque_place *at,
		   struct ocr_edt *t) __attribute__((noinline));

/* Nothing has been done, since something is not at hand: ocr_edt_new(). */
#define OCR_EDT_NOT_AT_HAND 1

/* Memory for parameters and slots that have no room in the task, of the pool
 * into which ocr_edt_free_rest() puts it; NULL: there is none, or they are too
 * many. */
static inline uint64_t *
ocr_edt_words_new(struct ocr_worker *w, const struct ocr_edt_birth *b)
{
	return ocr_edt_words_bytes(b) <= OCR_EDT_FAR_BYTES
		       ? ocr_pool_get(&w->rt->tasks->fars, &w->fars)
		       : NULL;
}

/* ocr_edt_new() of a task without hints and with few parameters, as the next op
 * of the task that w, whose thread calls, runs, where that may be a call.  b:
 * without scope and names, which are there afterwards; `named`: flags of its
 * GUID; `output`: with an output event of its own; `some`: there may be more
 * parameters and slots than few. */
static inline __attribute__((always_inline)) int
ocr_edt_new_at_hand(struct ocr_worker *w, struct ocr_edt_birth *b,
		    unsigned named, bool output, bool some, bool watched)
{
	struct ocr_runtime *rt = w->rt;
	struct ocr_edt *t = w->task;
	struct ocr_scope *scope = ocr_edt_child_scope(t);
	/* An observer's hidden tasks have one, too. */
	unsigned names = (!b->hidden || watched) + output;
	struct ocr_deque_place at;
	uint64_t *own = NULL;
	ocrGuid_t g;

	if ((!some && !ocr_edt_is_near(b)) || !ocr_edt_has_way(w) ||
	    !w->edts.n || w->id >= rt->sched->n_workers ||
	    !ocr_deque_has_room(&w->deque, &at) ||
	    !ocr_guid_has_here(w->guids, names))
		return OCR_EDT_NOT_AT_HAND;
	if (some && !ocr_edt_is_near(b) && !(own = ocr_edt_words_new(w, b)))
		return OCR_EDT_NOT_AT_HAND;
	if (scope && !ocr_scope_slip_in(w, scope)) {
		if (some && own)
			ocr_pool_put(&rt->tasks->fars, &w->fars, own);
		return OCR_EDT_NOT_AT_HAND;
	}
	b->scope = scope;
	g = b->hidden ? ocr_edt_hidden_guid(w, named)
		      : ocr_guid_take_here(w->guids, OCR_GUID_EDT, named);
	b->guid = g;
	b->output = NULL_GUID;
	if (output)
		b->output = ocr_guid_take_here(w->guids, OCR_GUID_EVENT_ONCE,
					       OCR_GUID_OUTPUT |
						       OCR_GUID_TAKES_ARG);
	if (watched && rt->observer)
		ocr_edt_show_birth(&t->now->stream, b);
	t = ocr_magazine_take(&w->edts);
	if (!some || !own)
		own = t->near;
	ocr_edt_fill(rt, t, b, own, false);
	if (b->paramc)
		ocr_edt_copy_few(own, b);
	ocr_edt_begin(t, b);
	if (output || (!b->hidden && !ocr_guidmap_put(rt->guids, g, t)))
		return ocr_edt_publish(t, g, !b->depc);
	if (!watched && !b->hidden) {
		w->made.guid = g;
		w->made.task = t;
	}
	if (!b->depc && some)
		ocr_edt_offer(w, &at, t);
	else if (!b->depc)
		ocr_sched_offer(w, &at, &t->run);
	if (watched)
		OCR_OBSERVE(rt, end);
	return 0;
}

/* Outside of the task. */
static inline bool
ocr_edt_is_far(const struct ocr_edt *t)
{
	return t->words && t->words != t->near;
}

/* What is outside of the memory of a task that nobody can reach any more. */
void ocr_edt_free_rest(struct ocr_edt *t) __attribute__((noinline));

static inline void
ocr_edt_release_now(struct ocr_worker *w, struct ocr_edt *t)
{
	struct ocr_edt_now *now = t->now;

	t->now = NULL;
	if (__builtin_expect(now->stream.queue.head != NULL, 0))
		ocr_stream_fini(&now->stream);
	ocr_pool_put(&t->rt->tasks->nows, &w->nows, now);
}

static inline void
ocr_edt_release_rest(struct ocr_edt *t)
{
	if (t->held.blocks || ocr_edt_is_far(t) || t->side)
		ocr_edt_free_rest(t);
}

/* So many ops for g were dropped. */
void ocr_edt_lament(struct ocr_edt *t, ocrGuid_t g, long late)
	__attribute__((cold, noinline));

/* Makes g unreachable. */
static inline void
ocr_edt_bury(struct ocr_edt *t, ocrGuid_t g)
{
	long late = ocr_names_bury(t->rt, g, t);

	if (__builtin_expect(late > 0, 0))
		ocr_edt_lament(t, g, late);
}

/* The last step of its end alone; it has no name already. */
static inline void
ocr_edt_recycle(struct ocr_worker *w, struct ocr_edt *t)
{
	if (__builtin_expect(t->now != NULL, 0))
		ocr_edt_release_now(w, t);
	ocr_edt_release_rest(t);
	ocr_pool_put(&t->rt->tasks->edts, &w->edts, t);
}

#endif
