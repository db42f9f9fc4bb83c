/* SPDX-License-Identifier: BSD-3-Clause */
/* idle.c - what a worker does when it has nothing to do, and who watches the
 * network then.
 *
 * A worker spins for a bounded time, looking for tasks and polling; then it
 * sleeps.  One sleeper at a time, the watcher, sleeps on the fabric's wait
 * object, the others each on a futex.  So a message wakes the worker that will
 * run what it brings, and an idle node uses no CPU.
 *
 * The progress thread is there for long tasks.  While workers are awake it
 * looks once per millisecond whether any of them has polled; if none has, it
 * becomes the watcher, until workers poll again.  When a worker has been the
 * watcher for a tick, and none has polled, the progress thread sleeps for good:
 * not in each of the short sleeps of an exchange, each of which would have to
 * wake it.
 *
 *   ocr_worker.asleep    who sleeps how; a waker claims a sleeper by 0
 *                        (a guest that waits is a sleeper like the others)
 *   ocr_sched.watched    the right to call ocr_fabric_wait()
 *   ocr_sched.progress   futex of the progress thread: TICKING or ASLEEP
 *
 * A task cannot be missed: its maker publishes it, then looks for sleepers; a
 * sleeper announces itself, then looks for tasks; both with a full fence
 * between.  Where there are several workers, a sleeper's fence is one in all
 * threads, so that workers who make tasks need none (fabric/fence.h).
 */
#include "src/sched/sched.h"

#include "fabric/clock.h"
#include "fabric/fence.h"
#include "src/base/futex.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"

#include <sched.h>
#include <time.h>

enum asleep { AWAKE, ON_FUTEX, ON_FABRIC };
enum progress { TICKING, ASLEEP };

#define TICK_NS 1000000

/* Memory that is free for so long goes back to the system. */
#define KEEP_MS 10000

/* The same of w, which is at rest meanwhile. */
static void
rest_on(struct ocr_worker *w, _Atomic uint32_t *word, uint32_t value,
	const struct timespec *limit)
{
	bool rested = ocr_audit_rest(&w->audit, true);

	ocr_futex_wait(word, value, limit);
	ocr_audit_rest(&w->audit, rested);
}

/* One sleeper less, and one rise more. */
#define RISE (((uint64_t)1 << 32) - 1)

static uint32_t
sleepers(uint64_t n_asleep)
{
	return (uint32_t)n_asleep;
}

/* A worker looks at the network.  That the number is another one counts, not
 * how many polls it is. */
static void
note_poll(struct ocr_sched *s)
{
	uint64_t n = atomic_load_explicit(&s->polls, memory_order_relaxed);

	atomic_store_explicit(&s->polls, n + 1, memory_order_relaxed);
}

static inline __attribute__((always_inline)) int
look_at_network(struct ocr_worker *w, bool is_idle)
{
	struct ocr_runtime *rt = w->rt;
	int n;

	if (w->id < rt->sched->n_workers)
		note_poll(rt->sched);
	n = (is_idle ? ocr_fabric_poll_idle : ocr_fabric_poll)(rt->fabric);
	if (ocr_fabric_dirty(rt->fabric))
		ocr_fabric_flush(rt->fabric);
	return n;
}

int
ocr_idle_poll(struct ocr_worker *w)
{
	return look_at_network(w, false);
}

static bool
stopped(struct ocr_sched *s)
{
	return atomic_load_explicit(&s->stop, memory_order_acquire);
}

static uint64_t
patience_ns(const struct ocr_runtime *rt)
{
	uint64_t limit = rt->sched->spin_ns;

	return rt->fabric ? ocr_fabric_patience_ns(rt->fabric, limit) : limit;
}

/* w has no task: the first that comes is run next, if it would run it in any
 * case.  Where others could, they may: a look can take long. */
static inline __attribute__((always_inline)) int
look_for_next(struct ocr_worker *w)
{
	int n;

	w->inherits = w->rt->sched->n_workers == 1;
	n = look_at_network(w, true);
	w->inherits = false;
	return n;
}

/* So many looks for work between two at the clock, which takes longer than the
 * look at a ring. */
#define LOOKS 8

/* True: there may be work.  The clock is read when there is nothing else to do:
 * it costs a tenth of what a message does. */
static bool
spin(struct ocr_worker *w)
{
	struct ocr_runtime *rt = w->rt;
	struct ocr_sched *s = rt->sched;
	uint64_t begin = 0, now; /* 0: since now */

	for (unsigned look = 0;; look++) {
		if (ocr_sched_has_work_for(w) || stopped(s))
			return true;
		/* What has come is, as a rule, work. */
		if (rt->fabric && look_for_next(w))
			return true;
		if (s->oversubscribed)
			sched_yield();
		else if (begin != 0 && look % LOOKS != 0)
			continue;
		now = ocr_clock_ns();
		if (begin == 0)
			begin = now;
		if (now - begin >= patience_ns(rt))
			return false;
	}
}

/* Ends the announcement of a sleep, unless a waker already has. */
static void
stand_up(struct ocr_worker *w)
{
	if (atomic_exchange_explicit(&w->asleep, AWAKE, memory_order_seq_cst) !=
	    AWAKE) {
		atomic_fetch_add_explicit(&w->rt->sched->n_asleep, RISE,
					  memory_order_seq_cst);
		w->rt->sched->ops->risen(w->rt);
	}
}

static void
unwatch(struct ocr_sched *s)
{
	atomic_store_explicit(&s->watched, 0, memory_order_seq_cst);
	if (atomic_exchange_explicit(&s->progress, TICKING,
				     memory_order_seq_cst) == ASLEEP)
		ocr_futex_wake(&s->progress);
}

static bool
try_watch(struct ocr_sched *s)
{
	uint32_t free = 0;

	return atomic_compare_exchange_strong_explicit(&s->watched, &free, 1,
						       memory_order_seq_cst,
						       memory_order_relaxed);
}

bool
ocr_idle_rests(struct ocr_runtime *rt, uint64_t *stamp)
{
	struct ocr_sched *s = rt->sched;

	*stamp = atomic_load_explicit(&s->n_asleep, memory_order_seq_cst);
	if (s->threaded && sleepers(*stamp) != s->n_resting)
		return false;
	/* Before the tasks: it may make one. */
	if (s->ops->is_busy(rt) || ocr_sched_has_work(rt))
		return false;
	/* Who rises says so before he takes a task. */
	ocr_full_fence();
	return atomic_load_explicit(&s->n_asleep, memory_order_seq_cst) ==
	       *stamp;
}

bool
ocr_idle_all_sleep(const struct ocr_sched *s)
{
	for (unsigned i = 0; i < s->n_workers; i++)
		if (atomic_load_explicit(&s->workers[i].asleep,
					 memory_order_seq_cst) == AWAKE)
			return false;
	return true;
}

/* Gives back what was freed, once the node's use of memory has not changed for
 * KEEP_MS; the arenas do so by themselves only while somebody allocates.
 * Returns the milliseconds until then, or -1 when it is done. */
static int
give_back(struct ocr_worker *w)
{
	struct ocr_memory *m = w->rt->memory;
	uint64_t mapped = ocr_memory_mapped(m), now;

	ocr_guidmap_settle(&w->dead);
	if (mapped == w->kept.least)
		return -1;
	now = ocr_clock_ns();
	if (mapped != w->kept.seen) {
		w->kept.seen = mapped;
		w->kept.since_ns = now;
	}
	if (now - w->kept.since_ns < (uint64_t)KEEP_MS * 1000000)
		return KEEP_MS - (int)((now - w->kept.since_ns) / 1000000);
	ocr_memory_trim(m);
	w->kept.least = ocr_memory_mapped(m);
	return -1;
}

/* How much is left of a rest of limit_ms, which begins now if it has not. */
static int
rest_left_ms(struct ocr_runtime *rt, int limit_ms)
{
	struct ocr_idle_rest *r = &rt->sched->rest;
	uint64_t now, n_handled;

	if (limit_ms < 0) {
		r->end_ns = 0;
		return -1;
	}
	now = ocr_clock_ns();
	n_handled = ocr_fabric_handled(rt->fabric);
	if (!r->end_ns || r->limit_ms != limit_ms || r->n_handled != n_handled)
		*r = (struct ocr_idle_rest){
			.end_ns = now + (uint64_t)limit_ms * 1000000,
			.limit_ms = limit_ms,
			.n_handled = n_handled,
		};
	return r->end_ns > now ? (int)((r->end_ns - now + 999999) / 1000000)
			       : 0;
}

static bool
rest_is_over(struct ocr_sched *s)
{
	bool over = s->rest.end_ns && ocr_clock_ns() >= s->rest.end_ns;

	if (over)
		s->rest.end_ns = 0;
	return over;
}

/* Nobody looks again while the watcher sleeps: so what a worker has put off
 * until the end of a task, which may be long, leaves first.  Between the word
 * that somebody watches and this is a full fence, as there is between what a
 * worker sends and its look at that word (worker.c, is_watched()). */
static void
send_what_waits(struct ocr_runtime *rt)
{
	if (ocr_fabric_dirty(rt->fabric))
		ocr_fabric_flush(rt->fabric);
}

/* The sleep of the watcher. */
static void
sleep_on_fabric(struct ocr_worker *w)
{
	struct ocr_runtime *rt = w->rt;
	int limit_ms = rest_left_ms(rt, rt->sched->ops->look(rt, false));
	int keep_ms = give_back(w);
	bool rested = ocr_audit_rest(&w->audit, true);

	ocr_fabric_wait(rt->fabric,
			keep_ms >= 0 && (limit_ms < 0 || keep_ms < limit_ms)
				? keep_ms
				: limit_ms);
	ocr_audit_rest(&w->audit, rested);
	if (rest_is_over(rt->sched))
		rt->sched->ops->look(rt, true);
}

void
ocr_idle_has_rested(struct ocr_runtime *rt)
{
	struct ocr_sched *s = rt->sched;

	if (sleepers(atomic_load_explicit(
		    &s->n_asleep, memory_order_seq_cst)) == s->n_resting)
		s->ops->last(rt);
}

/* The sleep of all others. */
static void
sleep_on_futex(struct ocr_worker *w)
{
	struct ocr_sched *s = w->rt->sched;
	int keep_ms = give_back(w);
	struct timespec limit = {keep_ms / 1000, keep_ms % 1000 * 1000000L};

	if (sleepers(atomic_load_explicit(
		    &s->n_asleep, memory_order_seq_cst)) == s->n_resting)
		s->ops->last(w->rt);
	rest_on(w, &w->asleep, ON_FUTEX, keep_ms < 0 ? NULL : &limit);
}

/* Between the announcement and the look.  False: the kernel could not, and the
 * worker must not sleep. */
static bool
fence(const struct ocr_sched *s)
{
	if (s->n_workers < 2 || !ocr_fences_all) {
		ocr_full_fence();
		return true;
	}
	return ocr_fence_all();
}

/* Has w had something to run, of what other nodes have sent perhaps, and
 * nothing now? */
static void
ask_again(struct ocr_worker *w)
{
	struct ocr_sched *s = w->rt->sched;
	bool has_run = w->counted.tasks != w->kept.tasks;

	w->kept.tasks = w->counted.tasks;
	if (has_run &&
	    atomic_load_explicit(&s->asks_again, memory_order_relaxed))
		s->ops->ask(w->rt, true);
}

static void
rest(struct ocr_worker *w)
{
	struct ocr_runtime *rt = w->rt;
	struct ocr_sched *s = rt->sched;
	enum asleep how;

	ask_again(w);
	if (spin(w))
		return;
	if (rt->fabric)
		s->ops->ask(rt, false);
	OCR_OBSERVE_THREAD(rt, OCR_MOMENT_SLEEPS);
	how = rt->fabric && try_watch(s) ? ON_FABRIC : ON_FUTEX;
	atomic_store_explicit(&w->asleep, how, memory_order_seq_cst);
	atomic_fetch_add_explicit(&s->n_asleep, 1, memory_order_seq_cst);
	if (fence(s) && !ocr_sched_has_work_for(w) && !stopped(s)) {
		w->counted.sleeps++;
		if (how == ON_FABRIC) {
			send_what_waits(rt);
			sleep_on_fabric(w);
		} else {
			sleep_on_futex(w);
		}
	}
	stand_up(w);
	if (how == ON_FABRIC) {
		unwatch(s);
		ocr_idle_poll(w);
	}
}

void
ocr_idle(struct ocr_worker *w)
{
	OCR_OBSERVE_THREAD(w->rt, OCR_MOMENT_RESTS);
	rest(w);
	OCR_OBSERVE_THREAD(w->rt, OCR_MOMENT_WAKES);
}

static bool
is_watched(const struct ocr_sched *s)
{
	return atomic_load_explicit(&s->watched, memory_order_seq_cst);
}

bool
ocr_idle_is_watched(const struct ocr_sched *s)
{
	return is_watched(s) ||
	       atomic_load_explicit(&s->progress, memory_order_seq_cst) ==
		       TICKING;
}

static bool
has_come(const _Atomic uint32_t *word, uint32_t value)
{
	return word &&
	       atomic_load_explicit(word, memory_order_acquire) == value;
}

void
ocr_idle_until(struct ocr_worker *w, const _Atomic uint32_t *word,
	       uint32_t value)
{
	struct ocr_sched *s = w->rt->sched;

	while (!has_come(word, value) && !stopped(s)) {
		atomic_store_explicit(&w->asleep, ON_FUTEX,
				      memory_order_seq_cst);
		atomic_fetch_add_explicit(&s->n_asleep, 1,
					  memory_order_seq_cst);
		ocr_full_fence();
		if (!has_come(word, value) && !stopped(s))
			sleep_on_futex(w);
		stand_up(w);
	}
}

static bool
wake(struct ocr_sched *s, struct ocr_worker *w)
{
	uint32_t how = atomic_load_explicit(&w->asleep, memory_order_seq_cst);

	if (how == AWAKE || !atomic_compare_exchange_strong_explicit(
				    &w->asleep, &how, AWAKE,
				    memory_order_seq_cst, memory_order_relaxed))
		return false;
	atomic_fetch_add_explicit(&s->n_asleep, RISE, memory_order_seq_cst);
	w->rt->sched->ops->risen(w->rt);
	if (how == ON_FUTEX)
		ocr_futex_wake(&w->asleep);
	else
		ocr_fabric_interrupt(w->rt->fabric);
	return true;
}

void
ocr_idle_wake(struct ocr_worker *w)
{
	struct ocr_sched *s = w->rt->sched;

	ocr_full_fence();
	wake(s, w);
}

void
ocr_idle_wake_first(struct ocr_sched *s)
{
	for (unsigned i = 0; i < s->n_workers; i++)
		if (wake(s, &s->workers[i]))
			return;
}

/* The same look by a thread that runs no tasks. */
static bool
any_asleep(const struct ocr_sched *s)
{
	ocr_full_fence();
	return sleepers(
		atomic_load_explicit(&s->n_asleep, memory_order_seq_cst));
}

void
ocr_idle_wake_one(struct ocr_sched *s)
{
	if (ocr_self->id < s->n_workers ? ocr_idle_any_asleep(ocr_self)
					: any_asleep(s))
		ocr_idle_wake_first(s);
}

void
ocr_idle_wake_in(struct ocr_sched *s, unsigned domain)
{
	ocr_full_fence();
	for (unsigned i = 0; i < s->n_workers; i++)
		if (s->workers[i].domain == domain && wake(s, &s->workers[i]))
			return;
}

void
ocr_idle_wake_all(struct ocr_sched *s)
{
	struct ocr_runtime *rt = s->workers[0].rt;

	ocr_full_fence();
	for (unsigned i = 0; i < s->n_slots; i++)
		wake(s, &s->workers[i]);
	if (!rt->fabric)
		return;
	ocr_fabric_interrupt(rt->fabric);
	atomic_store_explicit(&s->progress, TICKING, memory_order_seq_cst);
	ocr_futex_wake(&s->progress);
}

/* For those who give tasks to other nodes.  By one thread. */
static void
tick(struct ocr_sched *s, uint32_t n)
{
	uint32_t ticks = atomic_load_explicit(&s->ticks, memory_order_relaxed);

	if (atomic_load_explicit(&s->idle_nodes, memory_order_relaxed))
		atomic_store_explicit(&s->ticks, ticks + n,
				      memory_order_relaxed);
}

/* The watcher, until workers poll again. */
static void
watch(struct ocr_worker *w)
{
	struct ocr_sched *s = w->rt->sched;
	uint64_t polls = atomic_load_explicit(&s->polls, memory_order_relaxed);

	tick(s, OCR_TICKS_MANY);
	ocr_sched_give(w);
	ocr_full_fence();
	send_what_waits(w->rt);

	while (!stopped(s) &&
	       polls == atomic_load_explicit(&s->polls, memory_order_relaxed)) {
		sleep_on_fabric(w);
		ocr_idle_poll(w);
		/* What has come may have begun a pause; if no worker polls
		 * nobody else counts its ticks. */
		if (polls ==
		    atomic_load_explicit(&s->polls, memory_order_relaxed))
			tick(s, OCR_TICKS_MANY);
		ocr_sched_give(w);
		/* A worker in the middle of a poll, for long: nothing could
		 * be done here, and no sleep would last. */
		if (ocr_fabric_is_polled(w->rt->fabric))
			break;
	}
	atomic_store_explicit(&s->watched, 0, memory_order_seq_cst);
}

/* What was said last, the end of the job perhaps, may still wait for its
 * connection, and a task may take long to return: until all have, or the
 * process ends, somebody sends. */
static void
see_off(struct ocr_worker *w)
{
	static const struct timespec tick = {0, TICK_NS};
	struct ocr_sched *s = w->rt->sched;
	uint32_t left;

	while ((left = atomic_load_explicit(&s->n_left, memory_order_acquire)) <
	       s->n_workers) {
		ocr_idle_poll(w);
		ocr_futex_wait(&s->n_left, left, &tick);
	}
}

/* The sleep for good of the progress thread. */
static void
sleep_while_watched(struct ocr_worker *w)
{
	struct ocr_sched *s = w->rt->sched;

	atomic_store_explicit(&s->progress, ASLEEP, memory_order_seq_cst);
	if (is_watched(s) && !stopped(s))
		rest_on(w, &s->progress, ASLEEP, NULL);
	atomic_store_explicit(&s->progress, TICKING, memory_order_seq_cst);
}

void
ocr_sched_progress(struct ocr_worker *w)
{
	static const struct timespec wait = {0, TICK_NS};
	struct ocr_sched *s = w->rt->sched;
	uint64_t last = 0;

	ocr_audit_rest(&w->audit, false);
	while (!stopped(s)) {
		uint64_t polls =
			atomic_load_explicit(&s->polls, memory_order_relaxed);

		if (polls == last && is_watched(s)) {
			sleep_while_watched(w);
			continue;
		}
		last = polls;
		rest_on(w, &s->progress, TICKING, &wait);
		tick(s, 1);
		if (polls == atomic_load_explicit(&s->polls,
						  memory_order_relaxed) &&
		    try_watch(s))
			watch(w);
	}
	see_off(w);
}
