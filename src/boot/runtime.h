/* SPDX-License-Identifier: BSD-3-Clause */
/* runtime.h - everything that one node knows, in one struct.
 *
 * There is no other state: one process can host several nodes, as the
 * simulator does.  The only thread-local is the pointer to the current worker
 * (sched/worker.h).
 */
#ifndef SRC_BOOT_RUNTIME_H
#define SRC_BOOT_RUNTIME_H

#include "fabric/fabric.h"
#include "fabric/memory.h"
#include "guidmap/counter.h"
#include "guidmap/guidmap.h"
#include "labeled/labels.h"
#include "src/base/hint.h"
#include "src/base/pool.h"
#include "src/base/tree.h"
#include "src/data/block.h"
#include "src/data/cache.h"
#include "src/data/seat.h"
#include "src/data/starved.h"
#include "src/file/files.h"
#include "src/names/label.h"
#include "src/names/map.h"
#include "src/observe/facts.h"
#include "src/observe/hog.h"
#include "src/event/orphans.h"
#include "src/observe/quiet.h"
#include "src/reduce/collective.h"
#include "src/sched/pause.h"
#include "src/sched/sched.h"
#include "src/sched/wait.h"
#include "src/stream/order.h"
#include "src/stream/spread.h"
#include "src/task/scope.h"
#include "src/task/template.h"

struct ocr_runtime_config {
	ocr_node_t self;
	uint32_t size;
	uint64_t job; /* its number */
	unsigned n_workers;
	bool guest; /* a thread that is no worker calls the API */
	/* NUMA domains, and that of each worker; NULL: in turn. */
	unsigned n_domains;
	const unsigned *domains;
	struct ocr_transport *transport; /* NULL for a job of one node */
	struct ocr_memory *memory;	 /* borrowed */
	uint64_t cache_bytes; /* for copies that nobody uses; 0: none */
	/* Of the largest block that comes along with a grant; 0: the usual.
	 * Tests make it smaller. */
	uint64_t inline_bytes;
	enum ocr_protocol protocol;
	struct ocr_observer *observer; /* borrowed, or NULL */
	/* Credit of a new finish scope; 0: the usual.  Tests make it small. */
	uint64_t scope_credit;
	/* Of the trees over all nodes; 0: the usual.  Tests make it small. */
	uint32_t arity;
	bool strict;
	enum ocr_engine_how files; /* how they are read and written */
	/* Workers have threads of their own; see struct ocr_sched. */
	bool threaded;
	bool oversubscribed;
	uint64_t spin_ns;
	size_t stack_bytes; /* of threads whose bodies wait */
	uint32_t long_task_ms; /* see hog.h; 0: no task is too long */
	void (*ended)(struct ocr_runtime *rt);
	void *ended_arg; /* of whoever gave `ended` */
};

struct ocr_runtime {
	/* Fixed after open: */
	ocr_node_t self;
	uint32_t size;
	uint32_t arity;	      /* of trees over all nodes */
	struct ocr_tree tree; /* that of node 0 */
	enum ocr_protocol protocol;
	struct ocr_observer *observer; /* NULL: nobody looks */
	struct ocr_fabric *fabric;     /* NULL: one node */
	struct ocr_memory *memory;
	struct ocr_guidmap *guids;
	struct ocr_labels *labels;
	struct ocr_guid_dispenser *dispenser;

	struct ocr_pool edts, events, templates, homes, foreigns, file_pool;
	struct ocr_template_cache foreign;
	struct ocr_hint_memory hints;
	struct ocr_blocks foreign_blocks;
	struct ocr_cache cache;
	uint64_t inline_bytes; /* fixed after open */
	struct ocr_starved starved;
	_Atomic bool any_eager; /* this node knows a block with that hint */
	struct ocr_parts parts;
	struct ocr_scopes scopes;
	struct ocr_collectives collectives;
	struct ocr_sched sched;
	struct ocr_label_waits waits;
	struct ocr_waits waiting; /* bodies, for answers */
	struct ocr_pause pause;
	struct ocr_maps maps;
	struct ocr_spreads spreads;
	struct ocr_files files;
	_Atomic uint32_t n_maps; /* numbers given to maps of this node */
	_Atomic uint64_t n_labeled_blocks; /* created by this node */
	struct ocr_quiet quiet;
	struct ocr_hog hog;
	_Atomic bool full; /* and it has been said: full.h */
	struct ocr_orphans orphans;
	struct ocr_facts facts;	     /* node 0, once the job is stuck */
	struct ocr_strict *strict;   /* NULL: the mode is off */
	struct ocr_refused *refused; /* calls that returned errors */
	struct ocr_legacy *legacy;   /* of the guest, or NULL */

	/* END has come: exit status in the low byte, OCR_ENDING set. */
	_Atomic uint32_t ending;
	/* Fixed after open: runs once when that happens; may be NULL. */
	void (*ended)(struct ocr_runtime *rt);
	void *ended_arg;
	/* Node 0 only: somebody has asked for the end. */
	_Atomic uint32_t end_asked;
	/* Those whom this node has told of the end, until they confirm. */
	struct ocr_end_heard {
		struct ocr_confirm confirm;
		struct ocr_runtime *rt;
	} heard[OCR_TREE_ARITY];
	_Atomic uint32_t n_unheard;
	/* Of this node and its children, in the tree of node 0: those below
	 * which no guest has anything more to do. */
	_Atomic uint32_t n_done;
};

#define OCR_ENDING	0x100u
/* A node is gone: there is nobody to wait for. */
#define OCR_ENDING_LOST 0x200u
/* And an END has come after that: the exit status is its. */
#define OCR_ENDING_TOLD 0x400u

/* The node that owns the object: every op on it goes there.  A GUID from the
 * wire or a program may name a node that is not there. */
static inline ocr_node_t
ocr_owner_of(const struct ocr_runtime *rt, ocrGuid_t g)
{
	return ocr_label_is(g) ? ocr_label_owner(g, rt->size)
			       : ocr_guid_owner(g);
}

/* Opens a node: no threads, no task yet.  On failure everything but the
 * transport is undone; on success the transport is the runtime's.  0 or
 * -errno. */
int ocr_runtime_open(struct ocr_runtime **rt,
		     const struct ocr_runtime_config *c);

/* Frees everything, with whatever tasks, events and blocks are left.  No
 * thread may be inside. */
void ocr_runtime_close(struct ocr_runtime *rt);

/* Node 0, from a thread that is one of its workers: creates the argument
 * block and the task that runs `main_edt` on it. */
int ocr_runtime_begin(struct ocr_runtime *rt, int argc, char **argv,
		      ocrEdt_t main_edt);

/* Asks node 0 to end the job with this exit status; the first one counts. */
void ocr_runtime_end(struct ocr_runtime *rt, unsigned status);

/* The guest of this node has nothing more to do.  The job ends when all say
 * so. */
void ocr_runtime_done(struct ocr_runtime *rt);

/* Node 0: the job is stuck, and ends with status 1. */
void ocr_runtime_end_stuck(struct ocr_runtime *rt);

/* The job cannot go on: says why and ends it with status 1. */
void ocr_runtime_fail(struct ocr_runtime *rt, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
