/* SPDX-License-Identifier: BSD-3-Clause */
/* distribution.h - the object behind a DRI_Distribution.
 *
 * Threads: any; it does not change.
 */
#ifndef SRC_DRI_ARRAY_DISTRIBUTION_H
#define SRC_DRI_ARRAY_DISTRIBUTION_H

#include "src/dri/handle/handle.h"
#include "src/dri/shape/shape.h"

struct dri_distribution {
	struct dri_object object;
	struct dri_shape_spec spec; /* complete: what goes on the wire */
	struct dri_shape shape;
	int rank;
	char name[DRI_MAX_NAME + 1]; /* the global data's, for messages */
	DRI_Overlap left[DRI_MAX_DIMS], right[DRI_MAX_DIMS]; /* its own */
};

#endif
