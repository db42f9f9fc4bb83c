/* SPDX-License-Identifier: BSD-3-Clause */
/* threads.c - starts the threads of a node, binds its workers, and joins them.
 */
#include "src/boot/threads.h"

#include "fabric/cancel.h"
#include "fabric/log.h"
#include "fabric/meet.h"
#include "fabric/memory.h"
#include "fabric/thread_name.h"
#include "src/boot/exit.h"
#include "src/boot/runtime.h"
#include "src/observe/hog.h"
#include "src/observe/look.h"
#include "src/observe/watch.h"
#include "src/sched/audit.h"
#include "src/sched/topology.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Of its own: struct ocr_threads is on the stack of a thread that may end in
 * the middle (pthread_exit() in a task). */
struct thread {
	struct ocr_topology *topology;
	struct ocr_memory *memory;
	struct ocr_worker *w;
};

static struct thread
thread_of(const struct ocr_threads *t, unsigned id)
{
	return (struct thread){
		.topology = t->topology,
		.memory = t->memory,
		.w = &t->rt->sched->workers[id],
	};
}

/* The calling thread is this worker from now on. */
static void
bind_worker(const struct thread *t)
{
	ocr_topology_bind(t->topology, t->w->id);
	ocr_memory_settle(t->memory, ocr_topology_numa(t->topology, t->w->id));
}

static void
name_worker(unsigned id)
{
	char name[OCR_THREAD_NAME];

	snprintf(name, sizeof(name), "ocr-worker-%u", id % 10000);
	ocr_thread_name(name);
}

static void *
thread_main(void *arg)
{
	struct thread t = *(struct thread *)arg;
	struct ocr_cancel ignored;

	free(arg);
	ocr_self = t.w;
	ocr_cancel_forbid(&ignored);
	ocr_exit_forbid_thread();
	if (t.w->id == t.w->rt->sched->n_workers) {
		ocr_thread_name("ocr-progress");
		ocr_sched_progress(t.w);
	} else {
		name_worker(t.w->id);
		bind_worker(&t);
		ocr_sched_loop(t.w);
	}
	ocr_exit_allow_thread();
	ocr_self = NULL;
	return NULL;
}

static int
start_thread(struct ocr_threads *t, unsigned id)
{
	struct thread *own = malloc(sizeof(*own));
	int err;

	if (!own)
		return -ENOMEM;
	*own = thread_of(t, id);
	err = pthread_create(&t->all[t->n], NULL, thread_main, own);
	if (err) {
		free(own);
		return -err;
	}
	t->n++;
	return 0;
}

static void *
watch(void *runtime)
{
	ocr_thread_name("ocr-long-tasks");
	ocr_hog_watch(runtime);
	return NULL;
}

static void *
look(void *runtime)
{
	ocr_thread_name("ocr-look");
	ocr_look_watch(runtime);
	return NULL;
}

static void *
audit(void *runtime)
{
	ocr_thread_name("ocr-audit");
	ocr_audit_watch(runtime);
	return NULL;
}

/* The program's signals are for others.  A job runs without this thread as
 * well. */
static void
start_aside(struct ocr_threads *t, void *(*body)(void *))
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	if (!pthread_create(&t->all[t->n], NULL, body, t->rt))
		t->n++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

int
ocr_threads_start(struct ocr_threads *t, unsigned n_workers)
{
	unsigned end = t->rt->fabric ? n_workers + 1 : n_workers;
	int err = 0;

	t->all = calloc(end + 3, sizeof(*t->all));
	if (!t->all)
		return -ENOMEM;
	for (unsigned id = t->guest ? 0 : 1; id < end && !err; id++)
		err = start_thread(t, id);
	if (t->rt->watch->hog.limit_ms)
		start_aside(t, watch);
	start_aside(t, look);
	if (ocr_audit_is_on())
		start_aside(t, audit);
	return err;
}

void
ocr_threads_work(const struct ocr_threads *t)
{
	struct thread own = thread_of(t, 0);
	struct ocr_cancel before;

	bind_worker(&own);
	ocr_exit_forbid_thread();
	ocr_cancel_forbid(&before);
	ocr_sched_loop(own.w);
	ocr_cancel_restore(&before);
	ocr_exit_allow_thread();
}

/* After an abort a task that never returns must end the process; under a guest
 * no watchdog does. */
static void
join_one(const struct ocr_threads *t, pthread_t thread, unsigned status)
{
	struct timespec until;

	if (!t->guest || !status) {
		pthread_join(thread, NULL);
		return;
	}
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += OCR_GRACE_S;
	if (!pthread_timedjoin_np(thread, NULL, &until))
		return;
	ocr_log_error(t->rt->self, "a task does not return after an abort; "
				   "the process ends");
	ocr_log_repeats(t->rt->self);
	fflush(NULL);
	_exit((int)status);
}

void
ocr_threads_join(struct ocr_threads *t, unsigned status)
{
	for (unsigned i = 0; i < t->n; i++)
		join_one(t, t->all[i], status);
	free(t->all);
	t->all = NULL;
	t->n = 0;
}
