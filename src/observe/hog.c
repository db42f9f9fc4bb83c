/* SPDX-License-Identifier: BSD-3-Clause */
/* hog.c - see hog.h. */
#include "src/observe/hog.h"

#include "fabric/log.h"
#include "src/base/futex.h"
#include "src/base/pool.h"
#include "src/base/runtime.h"
#include "src/observe/watch.h"
#include "src/task/who.h"
#include "src/task/pause.h"
#include "src/sched/sched.h"
#include "src/task/edt.h"
#include "src/task/tasks.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

/* Looks in the time after which it is told. */
#define LOOKS 2

/* In ocr_worker.runs: somebody has looked since it was written. */
#define SEEN UINT64_C(1)

/* What is there when nothing moves. */
struct scene {
	unsigned n_busy; /* workers that run a body */
	struct ocr_worker *busy;
	/* Of the task of that one: */
	struct ocr_edt *t;
	struct ocr_who who;

	/* Tasks of this node: */
	uint64_t n_ready, n_waiting, n_running;
};

void
ocr_hog_init(struct ocr_hog *h, uint32_t limit_ms)
{
	h->limit_ms = limit_ms;
	h->due = LOOKS;
}

/* -- What there is ----------------------------------------------------------
 */

/* True: w has begun, ended or gone on with a body since the last look. */
static bool
has_moved(struct ocr_worker *w)
{
	uint64_t runs = atomic_load_explicit(&w->runs, memory_order_relaxed);

	if (runs & SEEN)
		return false;
	atomic_compare_exchange_strong_explicit(&w->runs, &runs, runs | SEEN,
						memory_order_relaxed,
						memory_order_relaxed);
	return true;
}

static bool
any_has_moved(struct ocr_sched *s)
{
	bool moved = false;

	for (unsigned i = 0; i < s->n_workers; i++)
		moved |= has_moved(&s->workers[i]);
	return moved;
}

static struct ocr_edt *
task_of(struct ocr_worker *w)
{
	uint64_t runs = atomic_load_explicit(&w->runs, memory_order_relaxed);

	return (struct ocr_edt *)(uintptr_t)(runs & ~SEEN);
}

/* False: the body has returned. */
static bool
see_task(struct scene *c)
{
	struct ocr_edt *t = c->t;
	bool there;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	c->who = (struct ocr_who){.edt = ocr_edt_guid(t),
				  .func = ocr_edt_func(t)};
	there = !ocr_guid_is_null(c->who.edt);
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	return there && task_of(c->busy) == t;
}

static void
count(void *scene, void *edt)
{
	struct scene *c = scene;
	struct ocr_edt *t = edt;
	uint32_t state;

	ocr_lock(&t->lock, OCR_LOCK_EDT);
	state = ocr_guid_is_null(ocr_edt_guid(t))
			? OCR_EDT_GONE
			: atomic_load_explicit(&t->state, memory_order_relaxed);
	ocr_unlock(&t->lock, OCR_LOCK_EDT);
	c->n_ready += state == OCR_EDT_READY;
	c->n_running += state == OCR_EDT_RUNNING;
	c->n_waiting += state == OCR_EDT_WAITING || state == OCR_EDT_ACQUIRING;
}

/* True: other tasks could run if this one did not. */
static bool
keeps_others(struct ocr_runtime *rt, struct scene *c)
{
	struct ocr_sched *s = rt->sched;

	for (unsigned i = 0; i < s->n_workers; i++) {
		struct ocr_edt *t = task_of(&s->workers[i]);

		if (t && !c->n_busy++) {
			c->busy = &s->workers[i];
			c->t = t;
		}
	}
	if (!c->n_busy || (c->n_busy > 1 && !ocr_sched_has_work(rt)) ||
	    !see_task(c))
		return false;
	ocr_pool_look(&rt->tasks->edts, count, c);
	/* Bodies that wait in a call run on no worker. */
	if (c->n_running > c->n_busy)
		c->n_waiting += c->n_running - c->n_busy;
	/* Of those of other nodes this one knows nothing. */
	return c->n_ready + c->n_waiting || rt->size > 1;
}

/* -- What is said -----------------------------------------------------------
 */

#define TEXT_BYTES 64

static const char *
time_text(const struct ocr_hog *h, char *buf)
{
	uint64_t ms = (uint64_t)h->limit_ms * h->due / LOOKS;

	if (ms % 1000)
		snprintf(buf, TEXT_BYTES, "%" PRIu64 " ms", ms);
	else
		snprintf(buf, TEXT_BYTES, "%" PRIu64 " s", ms / 1000);
	return buf;
}

static const char *
others_text(const struct scene *c, char *buf)
{
	if (c->n_busy == 1)
		return "";
	if (c->n_busy == 2)
		return ", like the task of another worker,";
	snprintf(buf, TEXT_BYTES, ", like the tasks of %u other workers,",
		 c->n_busy - 1);
	return buf;
}

static void
tell(struct ocr_runtime *rt, const struct scene *c)
{
	char who[OCR_WHO_TEXT], time[TEXT_BYTES], others[TEXT_BYTES];
	bool paused = ocr_guid_eq(ocr_pause_owner(rt), c->who.edt);

	ocr_log_warn(
		rt->self,
		"%s%s has run for more than %s, and nothing else could run on "
		"this node%s (tasks here: %" PRIu64 " ready, %" PRIu64
		" waiting): if it waits for another task in a loop, it may do "
		"so for ever, since that one needs this worker, or writes on "
		"another node; let a third task that depends on the other do "
		"what comes next, or use ocrWait() (no warning with "
		"OCR_LONG_TASK_MS=0)",
		ocr_who_text(&c->who, who), others_text(c, others),
		time_text(&rt->watch->hog, time),
		paused ? ", which it has paused" : "", c->n_ready,
		c->n_waiting);
}

bool
ocr_hog_look(struct ocr_runtime *rt)
{
	struct ocr_hog *h = &rt->watch->hog;
	struct scene c = {.n_busy = 0};

	if (any_has_moved(rt->sched)) {
		/* What was told has ended by itself: so may the next. */
		if (h->told && h->due <= UINT32_MAX / 2)
			h->due *= 2;
		h->told = false;
		h->same = 0;
		return false;
	}
	if (++h->same < h->due || h->told ||
	    atomic_load_explicit(&rt->ending, memory_order_acquire) ||
	    !keeps_others(rt, &c))
		return false;
	h->told = true;
	tell(rt, &c);
	return true;
}

/* -- The thread -------------------------------------------------------------
 */

/* False: it is another one. */
static bool
change(struct ocr_hog *h, uint32_t from, uint32_t to)
{
	return atomic_compare_exchange_strong_explicit(&h->state, &from, to,
						       memory_order_seq_cst,
						       memory_order_seq_cst);
}

static bool
is_over(const struct ocr_hog *h)
{
	return atomic_load_explicit(&h->state, memory_order_acquire) ==
	       OCR_HOG_OVER;
}

/* Says that it sleeps, then looks at the workers; who rises says so, then looks
 * here: ocr_hog_wake(). */
static void
sleep_with_all(struct ocr_runtime *rt)
{
	struct ocr_hog *h = &rt->watch->hog;

	h->same = 0;
	if (!change(h, OCR_HOG_LOOKING, OCR_HOG_ASLEEP))
		return;
	while (ocr_idle_all_sleep(rt->sched) &&
	       atomic_load_explicit(&h->state, memory_order_acquire) ==
		       OCR_HOG_ASLEEP)
		ocr_futex_wait(&h->state, OCR_HOG_ASLEEP, NULL);
	change(h, OCR_HOG_ASLEEP, OCR_HOG_LOOKING);
}

void
ocr_hog_watch(struct ocr_runtime *rt)
{
	struct ocr_hog *h = &rt->watch->hog;
	uint64_t ns = (uint64_t)h->limit_ms * 1000000 / LOOKS;
	const struct timespec half = {
		.tv_sec = (time_t)(ns / 1000000000),
		.tv_nsec = (long)(ns % 1000000000),
	};

	while (!is_over(h)) {
		ocr_futex_wait(&h->state, OCR_HOG_LOOKING, &half);
		if (is_over(h))
			break;
		if (ocr_idle_all_sleep(rt->sched))
			sleep_with_all(rt);
		else
			ocr_hog_look(rt);
	}
}

void
ocr_hog_wake_it(struct ocr_hog *h)
{
	if (change(h, OCR_HOG_ASLEEP, OCR_HOG_LOOKING))
		ocr_futex_wake(&h->state);
}

void
ocr_hog_stop(struct ocr_hog *h)
{
	atomic_store_explicit(&h->state, OCR_HOG_OVER, memory_order_seq_cst);
	ocr_futex_wake(&h->state);
}
