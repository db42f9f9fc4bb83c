/* SPDX-License-Identifier: BSD-3-Clause */
/* partition.h - what is behind a DRI_Partition.
 *
 * Threads: any; it does not change.
 */
#ifndef SRC_DRI_ARRAY_PARTITION_H
#define SRC_DRI_ARRAY_PARTITION_H

#include "dri.h"
#include "src/dri/shape/split.h"

/* Fills in all but size and procs, which stay as they are; what a kind has no
 * use for is 0.  DRI_SUCCESS, DRI_ERR_NULL or DRI_ERR_HANDLE. */
int ocr_dri_partition_read(DRI_Partition part, struct dri_split_spec *spec);

#endif
