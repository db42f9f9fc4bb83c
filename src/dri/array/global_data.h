/* SPDX-License-Identifier: BSD-3-Clause */
/* global_data.h - the object behind a DRI_Global_Data: an array's sizes.
 *
 * Threads: any; it does not change.
 */
#ifndef SRC_DRI_ARRAY_GLOBAL_DATA_H
#define SRC_DRI_ARRAY_GLOBAL_DATA_H

#include "dri.h"
#include "src/dri/handle/handle.h"

#include <stdint.h>

struct dri_global_data {
	struct dri_object object;
	int ndims;
	int64_t size[DRI_MAX_DIMS];
	char name[DRI_MAX_NAME + 1];
};

#endif
