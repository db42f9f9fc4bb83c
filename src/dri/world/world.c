/* SPDX-License-Identifier: BSD-3-Clause */
/* world.c - messages, and whose turn it is to drive. */
#define _GNU_SOURCE /* sched_getcpu */
#include "src/dri/world/world.h"

#include "fabric/clock.h"
#include "fabric/job.h"
#include "fabric/log.h"
#include "fabric/thread_name.h"

#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The longest sleep before a driver looks at the time. */
#define NAP_MS 100

/* The library's thread looks so often whether the program still drives. */
#define PARK_NS 1000000

/* Looks between two at the clock, which costs as much. */
#define LOOKS	  4
/* Whoever has not answered for so long may want this core. */
#define ALONE_NS  3000
/* At most once in so long it moves to another. */
#define SETTLE_NS 1000000

/* Jobs up to this size are done by who has put the data: waking a thread would
 * cost more. */
#define AT_ONCE_BYTES 16384

/* Things that are done before a look at what has arrived. */
#define JOBS 8

/* After so long a user wants to know what a call waits for.  Who has rested so
 * often looks at the clock, which takes as long as what he waits for, as a
 * rule. */
#define PATIENCE_S 10
#define RESTS	   4

/* A message from this process to itself. */
struct dri_own {
	struct dri_own *next;
	_Alignas(8) struct ocr_op op; /* and its bytes */
};

/* A driver looks at it without the lock; whoever sets it ends his sleep. */
static void
set_work_locked(struct dri_world *w, bool is_some)
{
	atomic_store_explicit(&w->has_work, is_some, memory_order_relaxed);
}

/* -- Messages -------------------------------------------------------------- */

void
ocr_dri_send_locked(struct dri_world *w, ocr_node_t to, const struct ocr_op *op)
{
	struct dri_own *own;

	if (to != w->self) {
		ocr_fabric_send(w->fabric, to, op);
		return;
	}
	own = malloc(offsetof(struct dri_own, op) + op->len_bytes);
	if (!own)
		ocr_no_memory("a message");
	own->next = NULL;
	memcpy(&own->op, op, op->len_bytes);
	*w->own_end = own;
	w->own_end = &own->next;
	set_work_locked(w, true);
}

/* Returns how many. */
static int
handle_list(struct dri_world *w, struct dri_own *own)
{
	const struct ocr_op_handler *h;
	struct dri_own *next;
	int n = 0, err;

	for (; own; own = next) {
		next = own->next;
		h = &w->above->handlers[own->op.type];
		err = h->fn(w, w->self, &own->op);
		if (err)
			ocr_log_error(w->self, "%s to itself: %s", h->name,
				      strerror(-err));
		free(own);
		n++;
	}
	return n;
}

static struct dri_own *
take_own_locked(struct dri_world *w)
{
	struct dri_own *own = w->own;

	w->own = NULL;
	w->own_end = &w->own;
	return own;
}

int
ocr_dri_world_handle_own(struct dri_world *w)
{
	struct dri_own *own;

	ocr_dri_lock(w);
	own = take_own_locked(w);
	ocr_dri_unlock(w);
	return handle_list(w, own);
}

void
ocr_dri_world_fail_locked(struct dri_world *w, const char *fmt, ...)
{
	char why[sizeof(w->abort_why)];
	va_list ap;

	if (!w->broken && !w->ending) {
		va_start(ap, fmt);
		vsnprintf(why, sizeof(why), fmt, ap);
		va_end(ap);
		ocr_log_error(w->self, "%s; the job ends", why);
		if (w->job && w->size > 1)
			memcpy(w->abort_why, why, sizeof(why));
	}
	w->broken = true;
	pthread_cond_broadcast(&w->changed);
}

/* -- Driving --------------------------------------------------------------- */

void
ocr_dri_lock(struct dri_world *w)
{
	ocr_dri_between(w);
	pthread_mutex_lock(&w->lock);
}

/* The launcher ends all processes, or takes long to answer: those here that
 * wait for what will not come hear of it first. */
static __attribute__((cold, noinline)) void
unlock_and_abort(struct dri_world *w)
{
	char why[sizeof(w->abort_why)];

	memcpy(why, w->abort_why, sizeof(why));
	w->abort_why[0] = '\0';
	pthread_mutex_unlock(&w->lock);
	ocr_job_abort(w->job, 1, why);
}

void
ocr_dri_unlock(struct dri_world *w)
{
	if (__builtin_expect(w->abort_why[0] != '\0', 0))
		unlock_and_abort(w);
	else
		pthread_mutex_unlock(&w->lock);
}

void
ocr_dri_queue_locked(struct dri_world *w, struct dri_job *j)
{
	if (j->is_queued)
		return;
	j->is_queued = true;
	j->next = NULL;
	*w->jobs_end = j;
	w->jobs_end = &j->next;
	set_work_locked(w, true);
}

/* The first job, if it moves no more than `limit`; NULL: none. */
static struct dri_job *
take_job_locked(struct dri_world *w, uint64_t limit_bytes)
{
	/* When a process is lost, calls return without what they waited for,
	 * and the program may do as it likes with its memory. */
	struct dri_job *j = w->broken ? NULL : w->jobs;

	if (!j || j->bytes > limit_bytes)
		return NULL;
	w->jobs = j->next;
	if (!w->jobs)
		w->jobs_end = &w->jobs;
	j->is_queued = false;
	return j;
}

/* What this process told itself, and jobs: one of up to limit_bytes, and small
 * ones behind it.  How many things happened. */
static int
work(struct dri_world *w, uint64_t limit_bytes)
{
	struct dri_own *own;
	struct dri_job *j;
	int n = 0;

	if (!atomic_load_explicit(&w->has_work, memory_order_relaxed))
		return 0;
	ocr_dri_lock(w);
	for (;;) {
		own = take_own_locked(w);
		j = n < JOBS ? take_job_locked(w, limit_bytes) : NULL;
		w->running = j;
		if (!own && !j)
			break;
		ocr_dri_unlock(w);
		n += handle_list(w, own);
		if (j) {
			j->run(j);
			n++;
		}
		limit_bytes = AT_ONCE_BYTES;
		ocr_dri_lock(w);
	}
	set_work_locked(w, w->jobs);
	ocr_dri_unlock(w);
	return n;
}

int
ocr_dri_world_step(struct dri_world *w)
{
	int n = work(w, UINT64_MAX);

	if (!w->fabric)
		return n;
	n += ocr_fabric_poll(w->fabric);
	if (ocr_fabric_dirty(w->fabric))
		ocr_fabric_flush(w->fabric);
	return n;
}

static void
timed_wait_locked(struct dri_world *w, pthread_cond_t *c, uint64_t ns)
{
	uint64_t at = ocr_clock_ns() + ns;
	struct timespec t = {.tv_sec = (time_t)(at / 1000000000),
			     .tv_nsec = (long)(at % 1000000000)};

	pthread_cond_timedwait(c, &w->lock, &t);
}

/* Two processes that wake each other up are put on one core, and stay there as
 * long as others use the rest; each waits for the other to leave it then.  So
 * who waits goes to its own, where it stays until the system moves it again. */
static void
settle(struct dri_world *w, uint64_t now)
{
	cpu_set_t may, one;

	if (w->core < 0 || sched_getcpu() == w->core ||
	    now - w->settled_ns < SETTLE_NS)
		return;
	w->settled_ns = now;
	if (sched_getaffinity(0, sizeof(may), &may) ||
	    !CPU_ISSET(w->core, &may))
		return;
	CPU_ZERO(&one);
	CPU_SET(w->core, &one);
	if (!sched_setaffinity(0, sizeof(one), &one))
		sched_setaffinity(0, sizeof(may), &may);
}

static uint64_t
patience_ns(const struct dri_world *w)
{
	return w->fabric ? ocr_fabric_patience_ns(w->fabric, w->spin_ns)
			 : w->spin_ns;
}

static bool
is_over(uint64_t until_ns)
{
	return until_ns && ocr_clock_ns() >= until_ns;
}

/* True: something has happened. */
static bool
spin(struct dri_world *w, uint64_t until_ns)
{
	uint64_t begin = 0, now, spun_ns; /* 0: since now */

	do {
		for (int i = 0; i < LOOKS; i++)
			if (ocr_dri_world_step(w))
				return true;
		now = ocr_clock_ns();
		if (begin == 0)
			begin = now;
		spun_ns = now - begin;
		if (spun_ns > ALONE_NS)
			settle(w, now);
		if (w->is_crowded || spun_ns > ALONE_NS)
			sched_yield();
	} while (spun_ns < patience_ns(w) && (!until_ns || now < until_ns));
	return false;
}

/* The library's thread need not look while the program's sleeps here, since
 * that sleeps until something comes. */
static void
set_asleep(struct dri_world *w, bool is_asleep)
{
	ocr_dri_lock(w);
	w->is_asleep = is_asleep && !w->is_background;
	if (w->is_thread_asleep && !is_asleep)
		pthread_cond_broadcast(&w->parked);
	ocr_dri_unlock(w);
}

/* How long to sleep: a nap, or what is left, in full milliseconds. */
static int
nap_ms(uint64_t until_ns)
{
	uint64_t now, ms;

	if (!until_ns)
		return NAP_MS;
	now = ocr_clock_ns();
	if (now >= until_ns)
		return 0;
	ms = (until_ns - now - 1) / 1000000 + 1;
	return ms < NAP_MS ? (int)ms : NAP_MS;
}

/* There was nothing to do: looks a while longer, then sleeps. */
static void
idle(struct dri_world *w, uint64_t until_ns)
{
	int ms;

	if (is_over(until_ns) || spin(w, until_ns))
		return;
	ms = nap_ms(until_ns);
	if (ms && w->fabric) {
		set_asleep(w, true);
		ocr_fabric_wait(w->fabric, ms);
		set_asleep(w, false);
	}
	if (!ms || w->fabric)
		return;
	ocr_dri_lock(w);
	if (!w->jobs && !w->own && !w->stopping && !w->is_wanted)
		timed_wait_locked(w, &w->parked, (uint64_t)ms * 1000000);
	ocr_dri_unlock(w);
}

static void
take_wheel_locked(struct dri_world *w, bool background)
{
	w->is_driven = true;
	w->is_background = background;
	if (!w->fabric)
		w->is_wanted = false;
	if (!background)
		w->turns++;
	ocr_dri_unlock(w);
}

static void
give_wheel_locked(struct dri_world *w)
{
	w->is_driven = false;
	w->is_background = false;
	if (w->waiting)
		pthread_cond_broadcast(&w->changed);
}

/* One turn at the wheel. */
static void
drive_locked(struct dri_world *w, bool background, uint64_t until_ns)
{
	take_wheel_locked(w, background);
	if (!ocr_dri_world_step(w))
		idle(w, until_ns);
	ocr_dri_lock(w);
	give_wheel_locked(w);
}

/* Ends the sleep of whoever drives, or lets the library's thread do it. */
static void
nudge_locked(struct dri_world *w)
{
	if (w->fabric)
		ocr_fabric_interrupt(w->fabric);
	if (w->is_driven && w->fabric)
		return;
	w->is_wanted = true;
	pthread_cond_broadcast(&w->parked);
}

void
ocr_dri_changed_locked(struct dri_world *w)
{
	if (w->waiting)
		pthread_cond_broadcast(&w->changed);
	/* Who waits and drives may have waited for this. */
	if (w->jobs || w->own || (w->is_driven && !w->is_background) ||
	    (w->fabric && ocr_fabric_dirty(w->fabric)))
		nudge_locked(w);
}

void
ocr_dri_go_locked(struct dri_world *w)
{
	if (!w->is_driven && !w->hooks) {
		if (w->jobs || w->own) {
			take_wheel_locked(w, false);
			while (work(w, AT_ONCE_BYTES))
				;
			ocr_dri_lock(w);
			give_wheel_locked(w);
		} else {
			w->turns++;
		}
		/* A send neither waits nor calls back. */
		if (w->fabric)
			ocr_fabric_flush(w->fabric);
	}
	ocr_dri_changed_locked(w);
}

/* Somebody else drives, and says when something has changed. */
static void
wait_for_driver_locked(struct dri_world *w, uint64_t until_ns)
{
	uint64_t now = until_ns ? ocr_clock_ns() : 0;

	if (until_ns && now >= until_ns)
		return;
	if (w->is_background)
		nudge_locked(w);
	if (until_ns)
		timed_wait_locked(w, &w->changed, until_ns - now);
	else
		pthread_cond_wait(&w->changed, &w->lock);
}

/* Until something may have changed.  False: it is too late. */
static bool
rest_locked(struct dri_world *w, uint64_t until_ns)
{
	bool is_late = false;

	if (w->hooks) {
		ocr_dri_unlock(w);
		if (until_ns)
			is_late = w->hooks->is_late(w);
		else
			w->hooks->pause(w, true);
		pthread_mutex_lock(&w->lock);
		return !is_late;
	}
	if (w->is_driven)
		wait_for_driver_locked(w, until_ns);
	else
		drive_locked(w, false, until_ns);
	return !is_over(until_ns);
}

/* Not done, after some rests.  *patience: the time to complain; 0: to be set.
 */
static void
look_at_clock_locked(struct dri_world *w, const struct dri_wait *wait,
		     uint64_t *patience)
{
	uint64_t now = w->hooks ? w->hooks->now_ns(w) : ocr_clock_ns();

	if (!*patience)
		*patience = now + PATIENCE_S * 1000000000ull;
	if (!wait->complain_locked || now <= *patience)
		return;
	wait->complain_locked(wait->arg);
	*patience = UINT64_MAX;
}

bool
ocr_dri_wait_locked(struct dri_world *w, const struct dri_wait *wait)
{
	uint64_t patience = 0;
	bool in_time = true, done;
	unsigned rests = 0;

	w->waiting++;
	/* Looks once more when it is too late. */
	while (!(done = wait->is_done_locked(wait->arg)) && !w->broken &&
	       in_time) {
		if (++rests % RESTS == 0)
			look_at_clock_locked(w, wait, &patience);
		in_time = rest_locked(w, wait->until_ns);
	}
	w->waiting--;
	return done;
}

void
ocr_dri_stand_still_locked(struct dri_world *w)
{
	w->waiting++;
	while (w->running || w->is_taking)
		rest_locked(w, 0);
	w->waiting--;
}

/* A look now and then whether the program has stopped driving; none while it
 * sleeps. */
static void
park_locked(struct dri_world *w)
{
	if (!w->is_asleep) {
		timed_wait_locked(w, &w->parked, PARK_NS);
		return;
	}
	w->is_thread_asleep = true;
	pthread_cond_wait(&w->parked, &w->lock);
	w->is_thread_asleep = false;
}

static void *
thread_main(void *arg)
{
	struct dri_world *w = arg;
	uint64_t seen = 0;

	ocr_thread_name("dri-progress");
	ocr_dri_lock(w);
	while (!w->stopping) {
		/* Who has driven since the last look will soon again. */
		if (w->is_driven || w->waiting ||
		    (w->turns != seen && !w->is_wanted)) {
			seen = w->turns;
			park_locked(w);
			continue;
		}
		w->is_wanted = false;
		drive_locked(w, true, 0);
	}
	ocr_dri_unlock(w);
	return NULL;
}

int
ocr_dri_world_start(struct dri_world *w)
{
	return -pthread_create(&w->thread, NULL, thread_main, w);
}

void
ocr_dri_world_stop(struct dri_world *w)
{
	ocr_dri_lock(w);
	w->stopping = true;
	nudge_locked(w);
	pthread_cond_broadcast(&w->parked);
	ocr_dri_unlock(w);
	pthread_join(w->thread, NULL);
}
