/* SPDX-License-Identifier: BSD-3-Clause */
/* node.h - a real node in a job whose other nodes are made up: objects of all
 * kinds, tasks that use them, and a list of what others could know of.
 *
 * Threads: one.
 */
#ifndef TESTS_FUZZ_NODE_H
#define TESTS_FUZZ_NODE_H

#include "src/boot/runtime.h"
#include "src/sched/stack.h"
#include "tests/fuzz/wire.h"

#include <stdbool.h>

#define NODE_GUIDS   64
#define NODE_NUMBERS 16
#define NODE_PARAMS  7

struct node {
	struct wire *wire;
	struct ocr_runtime *rt;
	struct ocr_stacks stacks;
	/* The newest GUIDs that were made here or sent to others, and numbers
	 * that others were sent. */
	ocrGuid_t guids[NODE_GUIDS];
	unsigned n_guids;
	uint64_t numbers[NODE_NUMBERS];
	unsigned n_numbers;
};

/* Opens node `self` of WIRE_NODES; its first task creates the objects. */
void node_open(struct node *n, ocr_node_t self, bool strict,
	       enum ocr_protocol protocol);
void node_close(struct node *n);

/* Runs fn(arg), in which the functions below are called; once more, on another
 * stack, whenever the body of a task waits. */
void node_drive(struct node *n, void (*fn)(void *arg), void *arg);

/* What has arrived, and what follows from it. */
void node_poll(struct node *n);
/* Runs what is ready, up to so many tasks, on the thread's stacks. */
void node_run(struct node *n, unsigned tasks);
/* A task that makes one call: params[0] says which, the rest is for it.  It has
 * these blocks. */
void node_act(struct node *n, const uint64_t params[NODE_PARAMS], unsigned depc,
	      const ocrGuid_t *blocks, const uint32_t *modes);
/* An engine of files does one thing. */
void node_move_file(struct node *n, unsigned which);
/* The node looks whether it rests. */
void node_look(struct node *n, bool rested);
bool node_has_ended(const struct node *n);

/* Code of a body, or of a map's function, as a message has it. */
struct ocr_code node_code_of_task(void);
struct ocr_code node_code_of_creator(void);

#endif
