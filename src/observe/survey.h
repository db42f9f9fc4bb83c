/* SPDX-License-Identifier: BSD-3-Clause */
/* survey.h - what a node knows of what waits, as facts.
 *
 * Events have named themselves to the tasks that wait for them (naming.h).
 * Knows tasks, events and blocks; does not know who wants to hear of them, nor
 * what follows from it.
 * Promise: of a job that goes on, each fact was true at one moment, though not
 * all at the same one; no worker waits for it longer than for one object.
 * Threads: of a job that is stuck, while all workers rest; else any.
 */
#ifndef SRC_OBSERVE_SURVEY_H
#define SRC_OBSERVE_SURVEY_H

#include "src/base/msg.h"

#include <stdbool.h>

struct ocr_runtime;

struct ocr_survey {
	struct ocr_runtime *rt;
	void (*tell)(struct ocr_survey *s, const struct ocr_msg_stuck_fact *f);
	/* Workers go on meanwhile: what only a job at rest can be asked is
	 * passed over. */
	bool moves;

	uint64_t n, most; /* objects of the kind that is being told */
	/* Tasks that have been seen, if it moves: */
	uint64_t n_ready, n_running, n_waiting;
};

void ocr_survey_make(struct ocr_survey *s);

/* So many objects of a kind one node tells of. */
uint64_t ocr_survey_most(const struct ocr_runtime *rt);

#endif
