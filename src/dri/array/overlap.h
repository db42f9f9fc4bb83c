/* SPDX-License-Identifier: BSD-3-Clause */
/* overlap.h - what is behind a DRI_Overlap.
 *
 * Threads: any; it does not change.
 */
#ifndef SRC_DRI_ARRAY_OVERLAP_H
#define SRC_DRI_ARRAY_OVERLAP_H

#include "dri.h"

#include <stdint.h>

/* DRI_SUCCESS, DRI_ERR_NULL or DRI_ERR_HANDLE; DRI_NO_OVERLAP is 0 elements of
 * DRI_OVERLAP_PAD_TRUNCATE. */
int ocr_dri_overlap_read(DRI_Overlap ov, int32_t *type, int64_t *num_pos);

/* A handle of the caller's own for what was checked before: DRI_NO_OVERLAP if
 * num_pos is 0.  DRI_OVERLAP_NULL: no memory. */
DRI_Overlap ocr_dri_overlap_open(int32_t type, int64_t num_pos);

#endif
