/* SPDX-License-Identifier: BSD-3-Clause */
/* world.h - this process among the others: its network, its lock, and whose
 * turn it is to drive.
 *
 * One thread at a time drives: it takes what arrives, moves what is to be
 * moved, and sleeps when there is nothing to do.  Who waits in a call drives
 * while it waits, and who has put something moves it if that is little; when
 * nobody has for a millisecond, or there is much to move, a thread of the
 * library drives, so that what was put moves while the program computes.
 *
 * Knows neither arrays nor channels, nor who stands on it: that it is told.
 * Threads: any, but for open and close.  `lock` guards all of src/dri/ that
 * changes; it comes before all locks of fabric/.  Sends are made under it,
 * which house style forbids elsewhere: it keeps messages in the order of the
 * changes that they tell of, and a send neither waits nor calls back.
 */
#ifndef SRC_DRI_WORLD_WORLD_H
#define SRC_DRI_WORLD_WORLD_H

#include "fabric/fabric.h"
#include "fabric/neighbour.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct dri_group;
struct dri_links;
struct dri_meetings;
struct dri_options;
struct dri_own;
struct dri_world;
struct ocr_job;
struct ocr_memory;

/* Something to do for whoever drives. */
struct dri_job {
	struct dri_job *next;
	uint64_t bytes; /* that it may move */
	bool is_queued;
	/* Without the lock. */
	void (*run)(struct dri_job *j);
};

/* For tests, which have many worlds in one thread. */
struct dri_hooks {
	/* The caller holds no lock of the world.  If it `waits`, it is to be
	 * called again when something has happened; else others may go on
	 * here, or not. */
	void (*pause)(struct dri_world *w, bool waits);
	/* The same of a wait that has a time: others may go on, and then: is it
	 * over? */
	bool (*is_late)(struct dri_world *w);
	/* How long a call has waited is told by this clock. */
	uint64_t (*now_ns)(struct dri_world *w);
	/* Waits for all worlds. */
	void (*meet)(struct dri_world *w);
	/* Is the memory of that process this one's as well? */
	bool (*is_near)(const struct dri_world *w, ocr_node_t node);
};

/* Who stands on a world, as far as it knows; src/dri/call/root.c. */
struct dri_above {
	const struct ocr_op_handler *handlers; /* by type; ctx: the world */
	uint32_t n_handlers;
	/* Makes what they have of their own in w.  0 or -errno, and then there
	 * is nothing left of it. */
	int (*open)(struct dri_world *w);
	/* Nothing runs or arrives any more, and the network still is there. */
	void (*leave)(struct dri_world *w);
	/* It is not: the rest goes. */
	void (*close)(struct dri_world *w);
};

/* What a world stands on. */
struct dri_ground {
	const struct dri_above *above;
	struct ocr_job *job; /* NULL: hooks instead */
	const struct dri_hooks *hooks;
	ocr_node_t self;
	uint32_t size;
	struct ocr_memory *memory;
	struct ocr_transport *transport; /* NULL: this process is alone */
	uint64_t number;		 /* of the job */
	bool by_network;
};

struct dri_world {
	/* Fixed after open: */
	struct ocr_job *job;	       /* NULL: a test's world */
	const struct dri_hooks *hooks; /* NULL: the job's threads */
	const struct dri_above *above;
	struct ocr_memory *memory;
	struct ocr_transport *transport;
	struct ocr_fabric *fabric; /* NULL: this process is alone */
	struct ocr_neighbours *neighbours;
	ocr_node_t self;
	uint32_t size;
	uint64_t spin_ns;
	bool is_crowded; /* more processes than cores */
	int core;	 /* where no other process waits; -1: none */
	bool by_network; /* even on the same host */
	pthread_t thread;

	pthread_mutex_t lock;
	pthread_cond_t changed; /* for those who wait and do not drive */
	pthread_cond_t parked;	/* for the library's thread */
	/* Guarded by lock: */
	bool is_driven;
	bool is_background;    /* by the library's thread */
	bool is_asleep;	       /* who drives, and it is not that thread */
	bool is_thread_asleep; /* until is_asleep ends */
	bool is_wanted;	       /* the thread: there is something to do */
	uint64_t turns;	       /* so often others have driven */
	bool stopping;
	_Atomic bool broken; /* a process is lost; also read without */
	/* Why; until the launcher is told, which whoever gives the lock back
	 * does: others hear of it meanwhile.  Else "". */
	char abort_why[256];
	bool ending;	     /* DRI_Finalize has begun */
	unsigned waiting;
	struct dri_job *jobs, **jobs_end;
	struct dri_job *running; /* it is not queued; NULL: none */
	bool is_taking; /* who drives: a message, into memory of the program */
	struct dri_own *own, **own_end; /* messages to itself */
	_Atomic bool has_work;		/* jobs, or own: also read without */
	uint64_t settled_ns;		/* who drives: it was on its core */
	/* Of those above, and theirs alone: */
	struct dri_links *links;
	struct dri_meetings *meetings;
	struct dri_group *groups;
};

/* 0, or -errno with the cause told. */
int ocr_dri_world_open(struct dri_world **out, const struct dri_options *o,
		       const struct dri_above *above);
/* The same without a thread of its own.  0 or -errno, and then memory and
 * transport are still the caller's. */
int ocr_dri_world_open_on(struct dri_world **out, const struct dri_ground *g);
/* Waits for all processes. */
void ocr_dri_world_close(struct dri_world *w);

void ocr_dri_lock(struct dri_world *w);
void ocr_dri_unlock(struct dri_world *w);

/* Where something is read without the lock, for tests: others may go on. */
static inline void
ocr_dri_between(struct dri_world *w)
{
	if (w->hooks)
		w->hooks->pause(w, false);
}

/* Sends a copy of op; `to` may be this process. */
void ocr_dri_send_locked(struct dri_world *w, ocr_node_t to,
			 const struct ocr_op *op);

/* One turn of whoever drives, without the lock: takes what has arrived, runs a
 * job, sends.  How many things happened. */
int ocr_dri_world_step(struct dri_world *w);

/* Handles what this process told itself; how many messages. */
int ocr_dri_world_handle_own(struct dri_world *w);

/* The library's thread begins, 0 or -errno, and ends. */
int ocr_dri_world_start(struct dri_world *w);
void ocr_dri_world_stop(struct dri_world *w);

/* The memory of `node`, as it is to be had in this process; false: by the
 * network alone. */
bool ocr_dri_world_view(const struct dri_world *w, ocr_node_t node, char **base,
			uint64_t *len);
/* May `node` map this process's memory? */
bool ocr_dri_world_is_local(const struct dri_world *w, ocr_node_t node);

/* The same, but of a test's processes as well. */
bool ocr_dri_world_is_near(const struct dri_world *w, ocr_node_t node);

/* j runs soon; once, however often it is queued before. */
void ocr_dri_queue_locked(struct dri_world *w, struct dri_job *j);

/* The job cannot go on: says why, once, and ends it. */
void ocr_dri_world_fail_locked(struct dri_world *w, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* What somebody waits for. */
struct dri_wait {
	bool (*is_done_locked)(void *arg);
	/* It takes so long that the user should hear why; may be NULL. */
	void (*complain_locked)(void *arg);
	void *arg;
	uint64_t until_ns; /* of ocr_clock_ns(); 0: for ever */
};

/* Returns with the lock, which the caller holds: true when it is done, false
 * when a process is lost, or it is too late; then it is not done.  What can be
 * done without a sleep is, though the time is over when it is called. */
bool ocr_dri_wait_locked(struct dri_world *w, const struct dri_wait *wait);

/* In a job that is broken: returns with the lock when nothing is being moved,
 * and nothing will be. */
void ocr_dri_stand_still_locked(struct dri_world *w);

/* After a call has changed something: who waits looks, and jobs run. */
void ocr_dri_changed_locked(struct dri_world *w);
/* The same; if nobody drives, small jobs run before it returns.  Gives the lock
 * away meanwhile. */
void ocr_dri_go_locked(struct dri_world *w);

#endif
