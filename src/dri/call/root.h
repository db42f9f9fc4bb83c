/* SPDX-License-Identifier: BSD-3-Clause */
/* root.h - all rooms of libdri together: who handles which message, and what
 * comes and goes with a world.
 *
 * Threads: as world.h says.
 */
#ifndef SRC_DRI_CALL_ROOT_H
#define SRC_DRI_CALL_ROOT_H

#include "src/dri/world/world.h"

/* By type: enum dri_msg. */
extern const struct ocr_op_handler ocr_dri_handlers[];

extern const struct dri_above ocr_dri_above;

#endif
