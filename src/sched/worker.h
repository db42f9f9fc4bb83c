/* SPDX-License-Identifier: BSD-3-Clause */
/* worker.h - one thread's share of a node.
 *
 * Worker 0 .. n-1 run tasks; worker n is the progress thread, or whoever
 * stands in for the network, and runs none.  Worker n+1, if there is one, is
 * the guest: a thread of the program that calls the API outside of tasks
 * (guest/guest.h).  In the simulator no worker has a thread of its own.
 */
#ifndef SRC_SCHED_WORKER_H
#define SRC_SCHED_WORKER_H

#include "guidmap/guid_counter.h"
#include "guidmap/guidmap.h"
#include "include/ocr.h"
#include "src/base/delivery.h"
#include "src/base/msg.h"
#include "src/base/observer.h"
#include "src/base/opq.h"
#include "src/base/pool.h"
#include "src/sched/audit.h"
#include "src/sched/deque.h"
#include "src/sched/put_off.h"

#include <stdbool.h>

struct ocr_call;
struct ocr_collective;
struct ocr_edt;
struct ocr_priority;
struct ocr_runtime;
struct ocr_scope;
struct ocr_stacks;
struct ocr_tally;
struct ocr_wait;

/* A power of two.  Templates whose counters are neighbours do not meet. */
#define OCR_LAST_TEMPLATES 4

struct ocr_worker {
	/* Fixed after open: */
	struct ocr_runtime *rt;
	unsigned id;
	struct ocr_guid_cache *guids;
	unsigned domain;
	struct ocr_priority *near; /* tasks for its NUMA domain, or NULL */

	/* Owner worker only: */
	struct ocr_edt *task;  /* whose body runs, or NULL; */
	_Atomic uint64_t runs; /* the same, for hog.c, which marks it */
	unsigned n_parked;     /* bodies whose stacks are put aside: wait.h */
	/* What follows from the op being handled.  What is kept was caused
	 * before what is delayed (doc/change/PROTOCOL.md, 4.16). */
	struct ocr_deliveries fired;
	struct ocr_opq delayed;
	bool follows;	/* something has been kept, or delayed */
	unsigned depth; /* > 0: inside a handler */
	/* The task ends, and what it tells one other now is the last of it:
	 * that leaves at once. */
	bool parting;
	/* What task number `number` of this worker has sent waits for the end
	 * of the next one, since `since_ns`; 0: nothing waits. */
	struct {
		uint64_t number, since_ns;
		struct ocr_put_off tried;
	} put_off;
	/* A task comes next, once this is done: the last ops of one whose body
	 * has returned, or a poll of who has nothing to run.  The first task
	 * that is made ready there is the heir: it is run next, here, so nobody
	 * else need see it.  NULL: there is none; a look by others. */
	bool inherits;
	_Atomic(struct ocr_runnable *) heir;
	uint64_t rng;
	uint32_t seen_closed; /* the pause that it has come by for: task/pause.h
			       */
	unsigned since_poll, since_oldest;
	uint64_t delivered; /* ops of other nodes, that it has handled */
	uint64_t delivers;  /* whose op it handles, plus 1; 0: none */
	/* task/share.c: what goes to another node now; so many times it does
	 * not look for such a task. */
	const struct ocr_leaving *leaving;
	unsigned keeps;
	uint32_t keeps_tick; /* but only in this tick of ocr_sched */
	unsigned turn;	     /* of the oldest tasks */
	ocrGuid_t hidden;    /* task/edt.h: the last task so named */
	/* names/guess.h: the last task with a name that it has made at hand,
	 * and where that was; not where there is an observer. */
	struct {
		ocrGuid_t guid;
		void *task;
	} made;
	uint64_t scopes;     /* task/scope.c: the last one's number */
	/* task/scope.h: so many members of that scope there are not. */
	struct {
		struct ocr_scope *scope;
		_Atomic uint32_t n; /* a look by others */
	} seats;
	ocr_node_t dispersed; /* the last node that a task was sent far to */
	/* stream/rider.h: the last creation of a task that left for another
	 * node. */
	struct {
		ocrGuid_t edt, output;
		uint64_t seq;
		ocr_node_t node;
		/* CREATE_BRIEF, in which there is room yet: for who waits, and
		 * slots. */
		bool brief, waits;
		uint8_t unmet;
		/* It, which has not left while that stream, its creator's, has
		 * it untold; or NULL. */
		struct ocr_stream *stays;
		uint64_t left_in; /* counted.tasks, when a whole one did last */
		uint64_t words[OCR_BRIEF_MOST_WORDS];
	} bearer;
	/* The op that departs has gone behind its bytes, as that number; or
	 * 0.  bore_in: counted.tasks, when the last one did. */
	uint64_t ahead, bore_in;
	/* data/carry.h: it handles a PUSH on which that rides for which it
	 * came; and the bytes, with a reference, until that is done or they are
	 * read. */
	bool brings;
	struct {
		ocrGuid_t db;
		uint64_t version;
		void *block, *data;
	} brought;
	/* The last RETURNED that it has sent, op `seq`, and what that is as a
	 * rider; 0: none that a PUSH could take the place of. */
	struct {
		struct ocr_msg_rider rider;
		uint64_t seq;
		ocr_node_t to;
	} gave;
	/* One that came so, from that node, until the block is wanted that it
	 * is about, or what it came with is handled. */
	struct {
		ocrGuid_t db;
		uint64_t version;
		ocr_node_t from;
		bool has;
	} back;
	/* reduce/: the event that was looked up last, or NULL. */
	struct ocr_collective *reduction;
	/* Since it began, for OCR_STATS; read when it has ended. */
	struct {
		uint64_t tasks, steals, stolen, sent_away, sleeps, parks;
		uint64_t grants[OCR_WAYS], bytes[OCR_WAYS];
		/* data/carry.h: sent, and read here; data/right.h: that began
		 * here, and who had a block by one. */
		uint64_t along, along_read, rights, by_right;
		uint64_t offers, offers_read; /* data/offer.h, likewise */
		/* data/home_serve.c: readers asked to serve, and sent to them.
		 */
		uint64_t asked, sent_to_copy;
		uint64_t home;		      /* data/push.h, likewise */
		uint64_t passed, passed_used; /* data/carry.h: to write */
		uint64_t lent;		      /* data/along.h */
		uint64_t stayed;	      /* data/copy.c */
	} counted;
	/* Tasks by function, while OCR_TELLS_TALLY is set; NULL: nobody has
	 * wanted to know yet.  Its memory is of the node's thread that looks.
	 */
	_Atomic(struct ocr_tally *) tally;
	struct ocr_magazine edts, nows, events, templates, homes, foreigns,
		files;
	struct ocr_magazine busies; /* data/block.h */
	struct ocr_magazine few;    /* data/held.h */
	struct ocr_magazine rests;  /* event/event_body.h */
	struct ocr_magazine fars;   /* task/edt.h */
	struct ocr_guidmap_dead dead;
	/* idle.c: what the node's memory was when this worker last looked,
	 * since when, and when all that could be was given back; how many tasks
	 * it had run when it had none last. */
	struct {
		uint64_t seen, since_ns, least, tasks;
	} kept;

	/* task/template.c: templates that tasks were made from last, without
	 * hints, as they were after so many changes. */
	struct ocr_last_template {
		/* NULL_GUID: none.  Aligned, so that it is 64 bytes. */
		_Alignas(16) ocrGuid_t guid;
		uint64_t changes;
		struct ocr_code code;
		ocrEdt_t func;
		/* Of its tasks; EDT_PARAM_UNK: each says how many. */
		uint32_t paramc, depc;
	} last[OCR_LAST_TEMPLATES];

	/* wait.c; stacks: of the thread, while it runs its loop. */
	struct ocr_stacks *stacks;
	/* Guarded by the lock of ocr_waits: bodies that can go on. */
	struct ocr_wait *come_first, *come_last;
	_Atomic uint32_t n_come;

	/* Shared with thieves and wakers: */
	struct ocr_deque deque;
	_Atomic uint32_t asleep; /* enum in idle.c */
	struct ocr_audit audit;
};

static inline uint32_t
ocr_worker_seats(const struct ocr_worker *w)
{
	return atomic_load_explicit(&w->seats.n, memory_order_relaxed);
}

static inline bool
ocr_worker_has_heir(const struct ocr_worker *w)
{
	return atomic_load_explicit(&w->heir, memory_order_relaxed) != NULL;
}

/* The worker that this thread is, or NULL outside the runtime.  Initial-exec:
 * the library is there when the program starts, so a look costs no call. */
extern _Thread_local struct ocr_worker *ocr_self
	__attribute__((tls_model("initial-exec")));

/* The call of the API that this thread is in, in strict mode, or NULL. */
extern _Thread_local const struct ocr_call *ocr_self_call
	__attribute__((tls_model("initial-exec")));

/* From here on the thread of w runs the body of t; NULL: none. */
static inline void
ocr_worker_set_task(struct ocr_worker *w, struct ocr_edt *t)
{
	if (!t)
		ocr_audit_rest(&w->audit, false);
	w->task = t;
	/* t is looked at under its lock. */
	atomic_store_explicit(&w->runs, (uintptr_t)t, memory_order_relaxed);
	if (t)
		ocr_audit_rest(&w->audit, true);
}

int ocr_worker_open(struct ocr_worker *w, struct ocr_runtime *rt, unsigned id);
void ocr_worker_close(struct ocr_worker *w);

/* Task `t` may run: on the calling worker, unless its hints say where, or
 * another steals it.  From any thread that is a worker of rt. */
void ocr_worker_ready(struct ocr_runtime *rt, struct ocr_runnable *t);

/* Runs one task if there is one.  The calling thread is `w`.  Goes on with a
 * body that has waited, if there is one, and then never returns. */
bool ocr_worker_step(struct ocr_worker *w);

/* A task of w, whose thread calls, is at its end, and something that it has
 * sent has not left: it leaves, or waits for the end of the next task, which is
 * at hand. */
void ocr_worker_send_off(struct ocr_worker *w);

#endif
