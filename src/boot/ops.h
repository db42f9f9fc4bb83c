/* SPDX-License-Identifier: BSD-3-Clause */
/* ops.h - one table of all messages, from all rooms. */
#ifndef SRC_BOOT_OPS_H
#define SRC_BOOT_OPS_H

#include "fabric/fabric.h"
#include "src/base/msg.h"
#include "src/base/row.h"

extern const struct ocr_row ocr_ops_rows[OCR_MSG_TYPES];

/* Those that come from other nodes, for ocr_fabric_open(). */
extern const struct ocr_op_handler ocr_ops_wire[OCR_MSG_TYPES];

#endif
