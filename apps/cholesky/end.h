/* SPDX-License-Identifier: BSD-3-Clause */
/* end.h - what happens on node 0 once the matrix is factored: the
 * residual, the file with the factor, and the end of the job.
 */
#ifndef APPS_CHOLESKY_END_H
#define APPS_CHOLESKY_END_H

#include "apps/cholesky/options.h"

#include "apps/common/clock.h"

/* The block with what these tasks need to know. */
struct job {
	struct options options;
	u64 start_ns; /* of clock_now_ns() */
};

/* The time, on this node. */

/* Creates the task that waits for the last tile of L, and from which all else
 * follows, on this node.  Both blocks have been released; they are destroyed in
 * the end, and all that the plan names as well. */
u8 end_create(ocrGuid_t last_tile, ocrGuid_t plan_block, ocrGuid_t job_block);

#endif
