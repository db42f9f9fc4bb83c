/* SPDX-License-Identifier: BSD-3-Clause */
/* fabric_pair.h - one node of fabric_pair, seen by all its files.
 *
 *   fabric_pair.c          opens, does what the command line says, closes
 *   fabric_pair_ops.c      what a node does with the ops that reach it
 *   fabric_pair_threads.c  what runs beside the poller
 *   fabric_pair_event.c    how a thread waits for the poller
 *
 * Threads: the main thread is the poller, and handlers run on it alone.
 */
#ifndef TESTS_CLUSTER_FABRIC_PAIR_H
#define TESTS_CLUSTER_FABRIC_PAIR_H

#include "fabric/fabric.h"
#include "fabric/job.h"
#include "fabric/memory.h"
#include "tests/cluster/fabric_pair_event.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PAIR_NODES_MAX 64
#define PAIR_THREADS   2
#define PAIR_BYTES_MAX ((size_t)16 << 20)

enum pair_op_type {
	PAIR_SEQ,   /* the n-th of its thread */
	PAIR_HELLO, /* says where the sender's memory is */
	PAIR_WROTE, /* the receiver's memory is written; answered by CHECKED */
	PAIR_CHECKED, /* what was written is right */
	PAIR_DONE,    /* no op follows from the sender */
	PAIR_OP_TYPES
};

struct pair_seq_op {
	struct ocr_op op;
	uint32_t thread, n;
	uint8_t bytes[];
};

struct pair_hello_op {
	struct ocr_op op;
	uint64_t source; /* everybody reads here */
	uint64_t target; /* the receiver writes here */
};

struct pair_wrote_op {
	struct ocr_op op;
	uint64_t at, len, seed;
};

struct pair_peer {
	/* The poller only: */
	uint32_t next[PAIR_THREADS];
	bool done;
	uint8_t *target;
	/* Fixed before the threads start: */
	uint64_t source, their_target;

	struct pair_event checked;
};

struct pair {
	/* Fixed after open: */
	struct ocr_job *job;
	struct ocr_memory *memory;
	struct ocr_transport *transport;
	struct ocr_fabric *fabric;
	ocr_node_t self;
	uint32_t size;
	unsigned n_ops; /* that a thread sends to each peer */

	struct pair_peer peers[PAIR_NODES_MAX];

	/* The poller only: */
	uint32_t n_greeted, n_done, n_lost;
	ocr_node_t lost_peer; /* the latest */
	bool lost_last;	      /* the last node is lost */
};

extern struct pair pair;

/* Says what is wrong, and with which node, and ends the process.  Any thread.
 */
_Noreturn void pair_fail(const char *what, ocr_node_t peer);

/* Bytes [at, at + len) of an endless pattern, one for each seed. */
void pair_fill(uint8_t *p, uint64_t seed, uint64_t at, size_t len);
bool pair_is_filled(const uint8_t *p, uint64_t seed, uint64_t at, size_t len);

/* What the fabric calls. */
extern const struct ocr_op_handler pair_handlers[PAIR_OP_TYPES];
void pair_on_lost(void *ctx, ocr_node_t peer, const char *why);

/* Threads that send, read and write, while the caller polls until none is
 * running.  Each peer has greeted before. */
void pair_threads_start(void);
bool pair_threads_are_running(void);
void pair_threads_join(void);

/* The caller sleeps as the poller, and a thread ends its sleeps.  Returns when
 * none was slept through. */
void pair_threads_interrupt(void);

#endif
