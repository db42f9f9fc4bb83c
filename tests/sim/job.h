/* SPDX-License-Identifier: BSD-3-Clause */
/* job.h - a simulated job while it runs, for sim_job.c and sim_open.c alone.
 *
 * Threads: one.
 */
#ifndef TESTS_SIM_JOB_H
#define TESTS_SIM_JOB_H

#include "tests/sim/sim_job.h"

#include "src/boot/runtime.h"
#include "src/sched/stack.h"
#include "tests/sim/transport_sim.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct recorder;

#define MAX_NODES   16
#define MAX_WORKERS 4

#define STACK_BYTES ((size_t)512 << 10)

/* Bodies that have stopped in the middle. */
#define MAX_PAUSED 256

struct pause {
	struct ocr_runtime *rt;
	uint64_t number; /* of what it waits for */
};

struct job {
	const struct sim_job_config *c;
	uint64_t rng;
	uint64_t coin; /* chance that nothing else depends on */
	struct sim_net *net;
	struct ocr_memory *memory;
	struct recorder *recorder; /* NULL: unchecked */
	struct ocr_runtime *rt[MAX_NODES];
	struct ocr_stacks stacks; /* of all workers: there is one thread */
	bool pauses;
	struct pause paused[MAX_PAUSED];
	unsigned n_paused;
	struct sim_result result;
	/* How this seed is biased, in percent: */
	unsigned prefer_tasks;
	unsigned looks;
	bool shares; /* tasks go to nodes that have nothing to run */
	bool lag;
	ocr_node_t lag_from, lag_to;
	ocr_node_t slow; /* this node's tasks wait while others have any */
	/* Nothing moves from here to there, for so many more steps, while
	 * anything else can happen.  NONE: from or to any. */
	bool starves;
	ocr_node_t starved_from, starved_to;
	uint64_t starved_steps;
	/* With breaks: one in so many steps is one, and how many still come. */
	unsigned break_one_in;
	unsigned breaks_left;
	uint64_t now_ms;
};

/* Chance, by the seed. */
static inline uint64_t
sim_job_draw(struct job *j)
{
	j->rng ^= j->rng << 13;
	j->rng ^= j->rng >> 7;
	j->rng ^= j->rng << 17;
	return j->rng * UINT64_C(0x2545f4914f6cdd1d) >> 16;
}

/* How the seed is biased; and the rest as it wants them.  open_node returns 0,
 * or not. */
void sim_open_chance(struct job *j);
void sim_open_net(struct job *j);
int sim_open_node(struct job *j, ocr_node_t node);

#endif
