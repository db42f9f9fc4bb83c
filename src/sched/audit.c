/* SPDX-License-Identifier: BSD-3-Clause */
/* audit.c - see audit.h. */
#include "src/sched/audit.h"

#ifdef OCR_DEBUG
#include "fabric/log.h"
#include "src/base/runtime.h"
#include "src/sched/sched.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TICK_NS 100000

/* A look at all threads. */
struct look {
	uint64_t n, at_rest; /* looks; those that found all of them at rest */
	uint64_t moves[];    /* of each, when it began */
};

bool
ocr_audit_is_on(void)
{
	const char *text = getenv("OCR_AUDIT");

	return text && strcmp(text, "0") != 0;
}

/* The i-th of n_slots + 1. */
static uint64_t
moves_of(const struct ocr_sched *s, unsigned i)
{
	const struct ocr_audit *a =
		i < s->n_slots ? &s->workers[i].audit : &s->others;

	return atomic_load_explicit(&a->moves, memory_order_seq_cst);
}

static bool
begin(const struct ocr_sched *s, struct look *k)
{
	for (unsigned i = 0; i <= s->n_slots; i++) {
		k->moves[i] = moves_of(s, i);
		if (k->moves[i] % 2)
			return false;
	}
	ocr_full_fence();
	return true;
}

/* Nobody has moved. */
static bool
end(const struct ocr_sched *s, const struct look *k)
{
	ocr_full_fence();
	for (unsigned i = 0; i <= s->n_slots; i++)
		if (moves_of(s, i) != k->moves[i])
			return false;
	return true;
}

static bool
is_asleep(const struct ocr_worker *w)
{
	return atomic_load_explicit(&w->asleep, memory_order_seq_cst);
}

/* It was woken and is on its way, or has not begun. */
static bool
is_rising(const struct ocr_worker *w)
{
	/* Bit 0 is somebody else's mark. */
	return !is_asleep(w) &&
	       !(atomic_load_explicit(&w->runs, memory_order_relaxed) >> 1);
}

static bool
any_rises(const struct ocr_sched *s)
{
	for (unsigned i = 0; i < s->n_workers; i++)
		if (is_rising(&s->workers[i]))
			return true;
	return false;
}

static struct ocr_worker *
lost_sleeper(const struct ocr_sched *s)
{
	for (unsigned i = 0; i < s->n_workers; i++)
		if (is_asleep(&s->workers[i]) &&
		    ocr_sched_has_work_for(&s->workers[i]))
			return &s->workers[i];
	return NULL;
}

static void
look(struct ocr_runtime *rt, struct look *k)
{
	struct ocr_sched *s = rt->sched;
	struct ocr_worker *lost;
	bool watched;

	k->n++;
	if (ocr_sched_is_closed(s) || !begin(s, k) || any_rises(s))
		return;
	lost = lost_sleeper(s);
	watched = !rt->fabric || ocr_idle_is_watched(s);
	if (!end(s, k) || ocr_sched_is_closed(s) ||
	    atomic_load_explicit(&s->stop, memory_order_seq_cst))
		return;
	k->at_rest++;
	if (lost)
		ocr_bug("node %u: worker %u sleeps beside a task that is ready",
			rt->self, lost->id);
	if (!watched)
		ocr_bug("node %u: nobody watches the network", rt->self);
}

void
ocr_audit_watch(struct ocr_runtime *rt)
{
	static const struct timespec tick = {.tv_nsec = TICK_NS};
	struct ocr_sched *s = rt->sched;
	struct look *k =
		calloc(1, sizeof(*k) + (s->n_slots + 1) * sizeof(k->moves[0]));

	while (k && !atomic_load_explicit(&s->stop, memory_order_seq_cst)) {
		look(rt, k);
		nanosleep(&tick, NULL);
	}
	if (k)
		ocr_log_note(rt->self,
			     "audit: %" PRIu64 " looks, %" PRIu64 " at rest",
			     k->n, k->at_rest);
	free(k);
}
#endif
