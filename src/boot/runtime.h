/* SPDX-License-Identifier: BSD-3-Clause */
/* runtime.h - opens a node with all its rooms, and closes it. */
#ifndef SRC_BOOT_RUNTIME_H
#define SRC_BOOT_RUNTIME_H

#include "src/base/runtime.h"
#include "src/file/engine.h"
#include "src/sched/sched.h"

struct ocr_runtime_config {
	ocr_node_t self;
	uint32_t size;
	struct ocr_sched_config sched;
	struct ocr_transport *transport; /* NULL for a job of one node */
	struct ocr_memory *memory;	 /* borrowed */
	uint64_t cache_bytes;		 /* for copies (cache.h); 0: none */
	bool spread;	      /* on more than one host */
	/* So many nodes send small sums to one of them; 0: they never do. */
	uint32_t gather_least;
	/* From this size on blocks that lie on this host are read where they
	 * lie; 0: never. */
	uint64_t lend_bytes;
	uint64_t serve_bytes; /* OCR_SERVE */
	bool serve_all;	      /* who has read serves.  Tests want many to. */
	ocr_node_t host;      /* the first node of this one's host */
	/* Of the largest block that goes along with a satisfaction; 0: none. */
	uint64_t carry_bytes;
	/* Of the blocks of a task that goes to a node which has nothing to do;
	 * 0: none goes. */
	uint64_t share_bytes;
	bool share_all; /* the last one as well.  Tests want many to go. */
	/* After so many tasks of one node that write a block of another's in a
	 * row it keeps the right to; 0: never. */
	uint32_t keep;
	/* Of the largest block that comes along with a grant; 0: the usual.
	 * Tests make it smaller. */
	uint64_t inline_bytes;
	/* Of the smallest block whose readers hear of its end; 0: the usual.
	 * Tests make it smaller. */
	uint64_t told_bytes;
	enum ocr_protocol protocol;
	struct ocr_observer *observer; /* borrowed, or NULL */
	/* Shall the next op that could be a call be a message?  Tests ask for
	 * both ways; NULL: never. */
	bool (*by_message)(void *arg);
	void *by_message_arg;
	/* Credit of a new finish scope; 0: the usual.  Tests make it small. */
	uint64_t scope_credit;
	/* Of the trees over all nodes; 0: the usual.  Tests make it small. */
	uint32_t arity;
	bool strict;
	bool races;   /* with strict and trace: what it takes to find them */
	uint64_t job; /* its number, for ocrtop */
	bool no_crash_report;	   /* fault.h is left out */
	const char *trace;	   /* a folder, observed by trace.h; or NULL */
	enum ocr_engine_how files; /* how they are read and written */
	uint32_t long_task_ms;	   /* see hog.h; 0: no task is too long */
	void (*ended)(struct ocr_runtime *rt);
	void *ctx; /* of whoever gave `ended` */
};

/* Opens a node: no threads, no task yet.  On failure everything but the
 * transport is undone; on success the transport is the runtime's.  0 or
 * -errno. */
int ocr_runtime_open(struct ocr_runtime **rt,
		     const struct ocr_runtime_config *c);

/* With `races`: the trace is complete.  When tasks have ended, and before other
 * nodes are told. */
void ocr_runtime_complete(struct ocr_runtime *rt);

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

#endif
