/* SPDX-License-Identifier: BSD-3-Clause */
/* end.h - what the tiles of stencil2d have in common, and what comes
 * when all are done: the norm, the comparison, the report.
 */
#ifndef APPS_STENCIL2D_END_H
#define APPS_STENCIL2D_END_H

#include "ocr.h"

#include "apps/common/parts.h"
#include "apps/stencil2d/options.h"

/* The block that all tasks get. */
struct plan {
	struct options options;
	struct parts parts; /* the tiles */
	u64 start_ns;
	ocrGuid_t step_template;
	ocrGuid_t report; /* gets a struct result from each tile */
};

/* A block with what has become of a tile. */
struct result {
	double sum;    /* of |out| */
	double cell[]; /* out, if there is something to compare it with */
};

/* The task of all tiles' results: one slot for each, and one for the plan. */
ocrGuid_t report_edt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);

#endif
