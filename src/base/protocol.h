/* SPDX-License-Identifier: BSD-3-Clause */
/* protocol.h - how long ops of one task wait for each other (PROTOCOL.md,
 * section 1). */
#ifndef SRC_BASE_PROTOCOL_H
#define SRC_BASE_PROTOCOL_H

#include <stdbool.h>

enum ocr_protocol {
	/* Every op that left is confirmed before the next one goes. */
	OCR_PROTOCOL_IMMEDIATE,
	/* All ops for one node, before one for another node goes. */
	OCR_PROTOCOL_GROUPED,
	/* Only order-sensitive ops for other nodes, before a triggering one. */
	OCR_PROTOCOL_RELAXED,
	/* As relaxed; but what would wait goes, and tells what it would have
	 * waited for (fabric/debts.h). */
	OCR_PROTOCOL_CARRIED,
	OCR_PROTOCOLS,
};

/* Does it go by the table of order.c? */
static inline bool
ocr_protocol_is_relaxed(enum ocr_protocol p)
{
	return p >= OCR_PROTOCOL_RELAXED;
}

#endif
