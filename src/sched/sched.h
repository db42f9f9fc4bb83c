/* SPDX-License-Identifier: BSD-3-Clause */
/* sched.h - ready tasks of a node, and the workers that run them.
 *
 * Knows when a task is ready and how it is run; knows nothing of slots.
 * A ready task goes to the deque of the worker that made it ready; a thread
 * that runs no tasks hands it in through the injected queue.  One with a
 * priority goes to a queue of the node (priority.h): those above 0 are taken
 * before all others, those below after them.  One for a NUMA domain waits for a
 * worker of that, likewise.
 */
#ifndef SRC_SCHED_SCHED_H
#define SRC_SCHED_SCHED_H

#include "fabric/fence.h"
#include "fabric/lock.h"
#include "src/base/runtime.h"
#include "src/sched/priority.h"
#include "src/sched/runnable.h"
#include "src/sched/wait.h"
#include "src/sched/worker.h"

#include <stdbool.h>

struct ocr_topology;

/* Who stands above, for the scheduler; fixed. */
struct ocr_sched_ops {
	/* Runs it on w, whose thread calls, and what follows. */
	void (*run)(struct ocr_worker *w, struct ocr_runnable *r);
	/* w, whose thread calls, runs none now: what it has kept between two
	 * tasks is done.  False: there was nothing. */
	bool (*settle)(struct ocr_worker *w);
	/* Of one that is RANKED or NEAR: its priority, or 0.  Of one that is
	 * NEAR: its domain, which may not exist. */
	int64_t (*priority)(const struct ocr_runnable *r);
	unsigned (*domain)(const struct ocr_runnable *r);

	/* A worker comes by a closed gate; whoever has closed it is no more. */
	void (*gate)(struct ocr_worker *w);
	bool (*is_orphaned)(struct ocr_runtime *rt);

	/* A thread that runs tasks begins and ends. */
	void (*begin)(void);
	void (*end)(void);
	/* Is something under way that no worker does? */
	bool (*is_busy)(struct ocr_runtime *rt);
	/* The watcher is about to sleep, or `slept` so long: for how many
	 * milliseconds, or -1 for good. */
	int (*look)(struct ocr_runtime *rt, bool slept);
	/* The last one lies down. */
	void (*last)(struct ocr_runtime *rt);
	/* The node has nothing to run: who else has?  `lately`: it has had
	 * until now.  And: other nodes have asked that, and w, whose thread
	 * calls, runs nothing now. */
	void (*ask)(struct ocr_runtime *rt, bool lately);
	void (*give)(struct ocr_worker *w);
	/* One has risen; behind a full fence, from any thread. */
	void (*risen)(struct ocr_runtime *rt);
	/* The loops will return. */
	void (*stop)(struct ocr_runtime *rt);
};

struct ocr_sched_config {
	const struct ocr_sched_ops *ops;
	unsigned n_workers;
	bool guest; /* a thread that is no worker calls the API */
	/* NUMA domains, and that of each worker; NULL: in turn. */
	unsigned n_domains;
	const unsigned *domains;
	/* Workers have threads of their own; see struct ocr_sched. */
	bool threaded;
	bool oversubscribed;
	bool shares_all; /* no worker has an heir (worker.h) */
	bool puts_off;	 /* packets that a short task may be worth */
	uint64_t spin_ns;
	size_t stack_bytes; /* of threads whose bodies wait */
};

/* Nobody starts a task while it is closed (task/pause.h). */
struct ocr_gate {
	/* For the n-th time, or 0: open; how many workers have not come by
	 * since. */
	_Atomic uint32_t closed, missing;
};

/* A time in which nothing comes from other nodes, through all sleeps that
 * something else ends: a timer, a neighbour's life. */
struct ocr_idle_rest {
	uint64_t end_ns; /* 0: none has begun */
	int limit_ms;
	uint64_t n_handled; /* ops of others, when it began */
};

#define OCR_TICKS_MANY 1000

struct ocr_sched {
	/* Fixed after open: */
	const struct ocr_sched_ops *ops;
	unsigned n_workers; /* that run tasks; others come behind them */
	unsigned n_resting; /* threads that sleep when the node rests: workers
			     * that run tasks, and the guest */
	unsigned n_slots;   /* of workers */
	struct ocr_worker *workers;
	bool has_heirs;
	bool puts_off;
	bool threaded;	    /* false: the simulator moves the workers */
	size_t stack_bytes; /* of a body that waits: its thread's next one */

	struct ocr_lock lock;
	/* Guarded by lock: */
	struct ocr_runnable *injected, **injected_end;
	/* A look without the lock; n_passing: those that pass a closed gate
	 * (task/pause.h). */
	_Atomic uint32_t n_injected, n_passing;

	/* Nodes that have nothing to run and have asked this one, as
	 * task/share.c numbers them; and what else it does there. */
	_Atomic uint32_t idle_nodes;
	/* Tasks have come from another node: it is asked for more at once. */
	_Atomic uint32_t asks_again;
	/* By the progress thread, while workers are awake and others ask: in
	 * milliseconds, and by OCR_TICKS_MANY when no worker has polled for
	 * one. */
	_Atomic uint32_t ticks;

	struct ocr_waits waiting; /* bodies, for answers */
	struct ocr_gate gate;

	struct ocr_priority ranked;
	struct ocr_priority *domains; /* fixed; NULL: there is one only */
	unsigned n_domains;

	/* idle.c: */
	_Atomic uint64_t n_asleep; /* low half; high half: how often one rose */
	_Atomic uint32_t watched;  /* somebody sleeps on the fabric */
	_Atomic uint32_t progress; /* futex word of the progress thread */
	struct ocr_idle_rest rest; /* of whoever is the watcher */
	uint64_t spin_ns;
	bool oversubscribed;
	_Atomic uint32_t stop;
	_Atomic uint32_t n_left; /* workers that have left their loops */
	struct ocr_audit others; /* of the one thread that has no slot */

	/* By workers, between eight tasks; all read what is before it with each
	 * of theirs. */
	char pad[64];
	_Atomic uint64_t polls;
};

/* Of the calling thread. */
static inline struct ocr_audit *
ocr_sched_audit(struct ocr_sched *s)
{
	return ocr_self->id < s->n_slots ? &ocr_self->audit : &s->others;
}

static inline uint32_t
ocr_sched_is_closed(const struct ocr_sched *s)
{
	return atomic_load_explicit(&s->gate.closed, memory_order_acquire);
}

int ocr_sched_open(struct ocr_runtime *rt, const struct ocr_sched_config *c);
/* No thread may be inside. */
void ocr_sched_close(struct ocr_runtime *rt);

/* For ocr_worker_ready() alone: a task that goes where its hints say, or whose
 * thread has no deque. */
void ocr_sched_place(struct ocr_runtime *rt, struct ocr_runnable *t);

/* Of worker w: another node may have what is to spare. */
static inline void
ocr_sched_give(struct ocr_worker *w)
{
	struct ocr_sched *s = w->rt->sched;

	if (__builtin_expect(atomic_load_explicit(&s->idle_nodes,
						  memory_order_relaxed) != 0,
			     0))
		s->ops->give(w);
}

/* What has waited longest among those that no worker had when they came, or
 * NULL; and among those that run while the node is paused. */
struct ocr_runnable *ocr_sched_take_any_injected(struct ocr_sched *s)
	__attribute__((noinline));
static inline struct ocr_runnable *
ocr_sched_take_injected(struct ocr_sched *s)
{
	return __builtin_expect(atomic_load_explicit(&s->n_injected,
						     memory_order_relaxed),
				0)
		       ? ocr_sched_take_any_injected(s)
		       : NULL;
}
struct ocr_runnable *ocr_sched_take_passing(struct ocr_sched *s)
	__attribute__((noinline));
/* Of worker w: whoever comes may have what is in its deque. */
void ocr_sched_share(struct ocr_worker *w);

/* The body of a thread that is worker w: runs tasks until ocr_sched_stop(). */
void ocr_sched_loop(struct ocr_worker *w);

/* The body of the progress thread (worker n_workers). */
void ocr_sched_progress(struct ocr_worker *w);

/* Tells every loop to return once the task that it runs is done. */
void ocr_sched_stop(struct ocr_runtime *rt);

/* Is there a task for somebody, or for w?  A look without a promise. */
bool ocr_sched_has_work(struct ocr_runtime *rt);
bool ocr_sched_has_work_for(struct ocr_worker *w);

/* idle.c: somebody has made a task ready: wakes one sleeping worker, if there
 * is one. */
void ocr_idle_wake_one(struct ocr_sched *s);
/* Its two halves, for a worker that runs tasks: w, whose thread calls. */
static inline __attribute__((always_inline)) bool
ocr_idle_any_asleep(const struct ocr_worker *w)
{
	const struct ocr_sched *s = w->rt->sched;

	/* Who else could?  It may be about to, and polls once more before. */
	if (s->n_workers == 1)
		return atomic_load_explicit(&w->asleep, memory_order_relaxed);
	ocr_fence_unless_all(); /* pairs with fence() */
	return (uint32_t)atomic_load_explicit(&s->n_asleep,
					      memory_order_seq_cst) != 0;
}
void ocr_idle_wake_first(struct ocr_sched *s);

/* t can run: it is put where w, whose thread calls, has room for it, and others
 * may have it. */
static inline __attribute__((always_inline)) void
ocr_sched_offer(struct ocr_worker *w, const struct ocr_deque_place *at,
		struct ocr_runnable *t)
{
	bool rested = ocr_audit_rest(&w->audit, false);

	ocr_deque_put(&w->deque, at, t);
	if (__builtin_expect(ocr_idle_any_asleep(w), 0))
		ocr_idle_wake_first(w->rt->sched);
	ocr_audit_rest(&w->audit, rested);
}

/* The same among those of a NUMA domain. */
void ocr_idle_wake_in(struct ocr_sched *s, unsigned domain);
void ocr_idle_wake_all(struct ocr_sched *s);
/* Looks for work, polls, and finally sleeps.  Returns when it may be worth
 * looking again. */
void ocr_idle(struct ocr_worker *w);
/* Of the guest w: sleeps until *word is `value`, or until ocr_sched_stop().
 * NULL: until that alone. */
void ocr_idle_until(struct ocr_worker *w, const _Atomic uint32_t *word,
		    uint32_t value);
/* From any thread that has changed that word. */
void ocr_idle_wake(struct ocr_worker *w);
/* True: all workers and the guest sleep, and no task is ready.  *stamp is
 * another one when that was not so in between. */
bool ocr_idle_rests(struct ocr_runtime *rt, uint64_t *stamp);
/* Do all workers sleep?  A look without a promise; who rises says so before he
 * takes a task: ocr_hog_wake(). */
bool ocr_idle_all_sleep(const struct ocr_sched *s);
/* Does a thread sleep on the fabric, or will the progress thread? */
bool ocr_idle_is_watched(const struct ocr_sched *s);
/* Of a thread that is none of these, and was the reason why the node did not
 * rest. */
void ocr_idle_has_rested(struct ocr_runtime *rt);
/* Polls the fabric for w, which must be the calling thread's. */
int ocr_idle_poll(struct ocr_worker *w);

#endif
