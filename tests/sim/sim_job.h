/* SPDX-License-Identifier: BSD-3-Clause */
/* sim_job.h - a whole job in one thread, every choice made by a seed.
 *
 * Several nodes with their workers share this thread.  A step is one task, run
 * by one worker, or one thing of the network (transport_sim.h); the seed picks
 * among all that could happen now.  The same seed gives the same run.
 */
#ifndef TESTS_SIM_SIM_JOB_H
#define TESTS_SIM_SIM_JOB_H

#include "include/ocr.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct recorder;

/* How ops for objects of their own node get there (src/stream/direct.h). */
enum sim_ways { SIM_AS_SEED, SIM_MESSAGES, SIM_CALLS };

struct sim_job_config {
	uint32_t n_nodes;
	unsigned n_workers; /* of each node */
	uint32_t protocol;  /* enum ocr_protocol */
	bool strict;
	uint64_t seed;
	uint64_t max_steps; /* more is called a runaway */
	FILE *trace;	    /* every step, or NULL */
	/* After a shutdown, deliver what is under way and count what is left.
	 * For programs that destroy all they create. */
	bool leaks;
	bool unchecked; /* do not check the object model */
	bool pauses;	/* bodies may stop in the middle (notes.h) */
	bool breaks;	/* connections break, and there are sessions */
	/* Each way between two nodes takes as long as any other, and all else
	 * takes no time: sim_job_ways() counts. */
	bool even_ways;
	enum sim_ways ways;
};

enum sim_outcome {
	SIM_ENDED,   /* shut down or aborted: see status */
	SIM_STUCK,   /* nothing can happen any more, and they found out */
	SIM_HUNG,    /* nothing can, and nobody said so */
	SIM_RUNAWAY, /* more than max_steps */
	SIM_BROKEN,  /* it could not even start */
};

struct sim_result {
	enum sim_outcome outcome;
	unsigned status;	/* exit status of the job */
	unsigned ended, failed; /* nodes; and with a status that is not 0 */
	unsigned lost;		/* nodes that have lost another one */
	uint64_t steps;
	uint64_t ops_sent, packets_sent, bad_packets;
	uint64_t debts_carried;
	/* As COUNTERS.md has them: blocks_along and so on. */
	uint64_t along, along_read, offers, offers_read, rights, by_right;
	uint64_t asked, sent_to_copy; /* to serve others; to those */
	uint64_t home, passed, passed_used, lent, stayed;
	uint64_t tasks_sent_away; /* to nodes that had nothing to run */
	uint64_t leaks;		  /* objects, copies, parked ops, scopes left */
	uint64_t errors;	  /* that nodes have told */
	uint64_t violations;	  /* of the object model, reported on stderr */
	uint64_t digest;	  /* of what ops have done: recorder.h; or 0 */
};

struct sim_result sim_job_run(const struct sim_job_config *c, int argc,
			      char **argv, ocrEdt_t main_edt);

/* Of the job that runs, with even_ways: as many as could follow one another
 * until now. */
uint64_t sim_job_ways(void);

/* Of the job that runs; NULL: it is not recorded. */
struct recorder *sim_job_recorder(void);

#endif
