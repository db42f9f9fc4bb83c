/* SPDX-License-Identifier: BSD-3-Clause */
/* order.h - which ops of one stream have to wait for which.
 *
 * Knows the four protocols and what each kind of op may set in motion; does
 * not know streams.  The table is in order.c; why it is right is in
 * doc/change/PROTOCOL.md, section 1.
 */
#ifndef SRC_STREAM_ORDER_H
#define SRC_STREAM_ORDER_H

#include "fabric/fabric.h"

enum ocr_order {
	OCR_ORDER_TRIGGERS = 1, /* can set something else in motion */
	OCR_ORDER_SEEN = 2, /* what comes later could see that it is missing */
};

/* What `op` is: enum ocr_order, or-ed. */
unsigned ocr_order_of(const struct ocr_op *op);

#endif
