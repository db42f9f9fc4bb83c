/* SPDX-License-Identifier: BSD-3-Clause */
/* boot.c - starts a node, runs its threads, and takes it down again.
 *
 *   settings, job, topology, memory, [transport], runtime    built in order,
 *   workers 1 .. n-1, [progress thread]                      undone in reverse
 *   the calling thread is worker 0
 *
 * In brackets: only when there is a second node.
 */
#include "src/boot/boot.h"

#include "fabric/job.h"
#include "fabric/log.h"
#include "fabric/memory.h"
#include "fabric/ofi.h"
#include "src/boot/runtime.h"
#include "src/boot/settings.h"
#include "src/observe/stats.h"
#include "src/observe/strict.h"
#include "src/sched/topology.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* After an abort nobody waits longer than this for tasks that run, nor for
 * other nodes. */
#define GRACE_S 1

/* How long an idle worker looks for work before it sleeps: about what waking
 * it would cost; longer where an answer from the network is likely; hardly at
 * all where others want the core. */
#define SPIN_LOCAL_US	20
#define SPIN_NETWORK_US 100
#define SPIN_CROWDED_US 1

struct boot {
	struct ocr_settings set;
	struct ocr_job *job;
	struct ocr_topology *topology;
	struct ocr_memory *memory;
	struct ocr_transport *transport;
	struct ocr_runtime *rt;
	uint64_t secret;
	unsigned n_workers;
	bool crowded;
	pthread_t *threads;
	unsigned n_threads;
};

/* -- The end, when it does not come by itself ---------------------------- */

static void *
watchdog(void *arg)
{
	unsigned status = (unsigned)(uintptr_t)arg;
	struct timespec grace = {.tv_sec = GRACE_S};

	nanosleep(&grace, NULL);
	fflush(NULL);
	_exit((int)status);
}

/* An abort must end this process even if a task never returns. */
static void
on_ended(struct ocr_runtime *rt)
{
	uint32_t how = atomic_load_explicit(&rt->ending, memory_order_relaxed);
	pthread_t t;

	if (how & 0xff && !pthread_create(&t, NULL, watchdog,
					  (void *)(uintptr_t)(how & 0xff)))
		pthread_detach(t);
}

/* -- Threads --------------------------------------------------------------- */

struct thread {
	struct boot *b;
	struct ocr_worker *w;
};

static void *
thread_main(void *arg)
{
	struct thread t = *(struct thread *)arg;

	free(arg);
	ocr_self = t.w;
	if (t.w->id == t.b->n_workers) {
		ocr_sched_progress(t.w);
	} else {
		ocr_topology_bind(t.b->topology, t.w->id);
		ocr_sched_loop(t.w);
	}
	ocr_self = NULL;
	return NULL;
}

static int
start_thread(struct boot *b, unsigned id)
{
	struct thread *t = malloc(sizeof(*t));
	int err;

	if (!t)
		return -ENOMEM;
	t->b = b;
	t->w = &b->rt->sched.workers[id];
	err = pthread_create(&b->threads[b->n_threads], NULL, thread_main, t);
	if (err) {
		free(t);
		return -err;
	}
	b->n_threads++;
	return 0;
}

static int
start_threads(struct boot *b)
{
	unsigned last = b->rt->fabric ? b->n_workers : b->n_workers - 1;
	int err = 0;

	b->threads = calloc(last + 1, sizeof(*b->threads));
	if (!b->threads)
		return -ENOMEM;
	for (unsigned id = 1; id <= last && !err; id++)
		err = start_thread(b, id);
	return err;
}

static void
join_threads(struct boot *b)
{
	for (unsigned i = 0; i < b->n_threads; i++)
		pthread_join(b->threads[i], NULL);
	free(b->threads);
}

/* -- Start ----------------------------------------------------------------- */

static uint64_t
spin_ns(const struct boot *b)
{
	uint64_t us = b->crowded		 ? SPIN_CROWDED_US
		      : ocr_job_size(b->job) > 1 ? SPIN_NETWORK_US
						 : SPIN_LOCAL_US;

	if (b->set.spin_us != OCR_SPIN_AUTO)
		us = b->set.spin_us;
	return us * 1000;
}

static int
open_machine(struct boot *b)
{
	struct ocr_topology_config c = {
		.local_size = ocr_job_local_size(b->job),
		.local_rank = ocr_job_local_rank(b->job),
		.n_workers = b->set.workers,
		.bind = b->set.bind,
	};
	int err = ocr_topology_open(&b->topology, &c);

	if (err)
		return err;
	b->n_workers = ocr_topology_n_workers(b->topology);
	b->crowded = ocr_topology_oversubscribed(b->topology);
	err = ocr_memory_open(&b->memory, b->set.mem_limit, c.local_size);
	if (err)
		ocr_topology_close(b->topology);
	return err;
}

static int
open_network(struct boot *b)
{
	struct ocr_ofi_config c = {
		.job = b->job,
		.memory = b->memory,
		.provider = b->set.provider,
		.interface = b->set.interface,
	};

	if (ocr_job_size(b->job) == 1)
		return 0;
	return ocr_ofi_open(&b->transport, &b->secret, &c);
}

static int
open_runtime(struct boot *b)
{
	struct ocr_runtime_config c = {
		.self = ocr_job_rank(b->job),
		.size = ocr_job_size(b->job),
		.secret = b->secret,
		.n_workers = b->n_workers,
		.protocol = (enum ocr_protocol)b->set.protocol,
		.strict = b->set.strict,
		.transport = b->transport,
		.memory = b->memory,
		.threaded = true,
		.oversubscribed = b->crowded,
		.spin_ns = spin_ns(b),
		.ended = on_ended,
	};

	return ocr_runtime_open(&b->rt, &c);
}

/* -- Run and end ----------------------------------------------------------- */

static bool
late(const struct timespec *since)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec - since->tv_sec > GRACE_S;
}

/* The answer comes on a thread of PMIx, which wakes this node; so the fabric
 * must not be closed between its two steps.
 *
 *   WAITING --> TELLING --> TOLD      on_fence
 *      |
 *      +------> GIVEN_UP              meet_others, too late after an abort
 */
enum { WAITING, TELLING, TOLD, GIVEN_UP };

struct fence {
	struct ocr_fabric *fabric;
	_Atomic uint32_t state;
};

/* True if this thread was the one that left WAITING. */
static bool
leave_waiting(struct fence *f, uint32_t to)
{
	uint32_t from = WAITING;

	return atomic_compare_exchange_strong_explicit(&f->state, &from, to,
						       memory_order_acq_rel,
						       memory_order_acquire);
}

static void
on_fence(void *arg, int status)
{
	struct fence *f = arg;

	(void)status;
	if (!leave_waiting(f, TELLING)) {
		free(f);
		return;
	}
	ocr_fabric_interrupt(f->fabric);
	atomic_store_explicit(&f->state, TOLD, memory_order_release);
	/* f may be gone. */
}

/* Nobody closes his endpoint before all have heard that it is over, so the
 * network goes on while this node waits for the others. */
static void
meet_others(struct boot *b, unsigned status)
{
	struct fence *f = calloc(1, sizeof(*f));
	struct timespec begin;

	if (!f)
		return;
	f->fabric = b->rt->fabric;
	clock_gettime(CLOCK_MONOTONIC, &begin);
	if (ocr_job_fence(b->job, on_fence, f)) {
		free(f);
		return;
	}
	while (atomic_load_explicit(&f->state, memory_order_acquire) ==
	       WAITING) {
		if (!ocr_fabric_poll(b->rt->fabric))
			ocr_fabric_wait(b->rt->fabric, 100);
		/* f is the answer's then, if one still comes. */
		if (status && late(&begin) && leave_waiting(f, GIVEN_UP))
			return;
	}
	while (atomic_load_explicit(&f->state, memory_order_acquire) != TOLD)
		sched_yield();
	free(f);
}

static unsigned
run(struct boot *b, int argc, char **argv, ocrEdt_t main_edt)
{
	struct ocr_runtime *rt = b->rt;
	uint32_t how;
	int err;

	ocr_self = &rt->sched.workers[0];
	err = start_threads(b);
	if (!err && !rt->self)
		err = ocr_runtime_begin(rt, argc, argv, main_edt);
	if (err)
		ocr_runtime_fail(rt, "cannot start: %s", strerror(-err));
	ocr_topology_bind(b->topology, 0);
	ocr_sched_loop(ocr_self);
	join_threads(b);

	how = atomic_load_explicit(&rt->ending, memory_order_acquire);
	ocr_self = &rt->sched.workers[b->n_workers];
	if (rt->fabric && !(how & OCR_ENDING_LOST))
		meet_others(b, how & 0xff);
	if (rt->strict && !(how & 0xff))
		ocr_strict_leaks(rt);
	if (b->set.stats)
		ocr_stats_print(rt);
	if (how & OCR_ENDING_LOST)
		ocr_job_abort(b->job, how & 0xff, "a node is lost");
	return how & 0xff;
}

static void
close_all(struct boot *b)
{
	ocr_runtime_close(b->rt);
	ocr_self = NULL;
	ocr_memory_close(b->memory);
	ocr_topology_close(b->topology);
	ocr_job_close(b->job);
}

/* The others wait for this node: without it the job cannot be. */
static int
give_up(struct boot *b, const char *what, int err)
{
	ocr_log_error(ocr_job_rank(b->job), "cannot start: %s: %s", what,
		      strerror(-err));
	if (ocr_job_size(b->job) > 1)
		ocr_job_abort(b->job, 1, "a node cannot start");
	return 1;
}

int
ocr_boot(int argc, char **argv, ocrEdt_t main_edt)
{
	struct boot b = {.job = NULL};
	unsigned status;
	int err;

	if (ocr_settings_read(&b.set))
		return 1;
	ocr_log_set_verbose(b.set.verbose);
	if (ocr_job_open(&b.job))
		return 1;
	err = open_machine(&b);
	if (err)
		return give_up(&b, "processors and memory", err);
	err = open_network(&b);
	if (err)
		return give_up(&b, "the network", err);
	err = open_runtime(&b);
	if (err)
		return give_up(&b, "the runtime", err);
	status = run(&b, argc, argv, main_edt);
	close_all(&b);
	return (int)status;
}
