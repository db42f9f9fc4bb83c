/* SPDX-License-Identifier: BSD-3-Clause */
/* layout.h - what is behind a DRI_Layout.
 *
 * Threads: any; it does not change.
 */
#ifndef SRC_DRI_ARRAY_LAYOUT_H
#define SRC_DRI_ARRAY_LAYOUT_H

#include "dri.h"
#include "src/dri/shape/shape.h"

/* Fills in order, uniform and spacing.  DRI_SUCCESS, DRI_ERR_NULL or
 * DRI_ERR_HANDLE. */
int ocr_dri_layout_read(DRI_Layout layout, struct dri_shape_dim *dim);

#endif
