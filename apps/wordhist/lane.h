/* SPDX-License-Identifier: BSD-3-Clause */
/* lane.h - a lane: some chunks of the file, one after the other, each
 * in a task that asks for the next one.
 *
 * Knows what is done with a chunk; does not know what becomes of the result.
 */
#ifndef APPS_WORDHIST_LANE_H
#define APPS_WORDHIST_LANE_H

#include "apps/wordhist/plan.h"

/* The pre-slots of a run. */
enum { RUN_PLAN, RUN_STATE, RUN_SLOTS };

/* Creates the templates of the plan, and the tally.  0, or an error of the
 * runtime. */
u8 lane_create_shared(struct plan *p);

/* Destroys them, when all runs have ended. */
void lane_destroy_shared(const struct plan *p);

/* Creates the task that starts the lanes of a run, on its node.  It waits for
 *
 *   RUN_PLAN   the plan's block
 *   RUN_STATE  SHA256: the state before the run; otherwise nothing, NULL_GUID
 *
 * and `reply` gets what the run finds: the words, or that state behind it.
 * 0, or an error of the runtime. */
u8 lane_create_run(const struct plan *p, u64 run, struct reply reply,
		   ocrGuid_t *task);

#endif
