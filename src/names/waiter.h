/* SPDX-License-Identifier: BSD-3-Clause */
/* waiter.h - who waits for an event: a slot of a task or of another event.
 *
 * Knows how a slot is satisfied; does not know which event does it, or when.
 * Promise: a waiter that is told once is satisfied once, as a delayed effect.
 */
#ifndef SRC_NAMES_WAITER_H
#define SRC_NAMES_WAITER_H

#include "include/ocr-types.h"

#include <stdint.h>

struct ocr_runtime;

struct ocr_waiter {
	ocrGuid_t dest; /* a task or an event */
	uint32_t slot;
	uint32_t mode; /* in which a task wants the data */
};

/* Satisfies its slot with `data`.  Sends, so never under a lock. */
void ocr_waiter_tell(struct ocr_runtime *rt, const struct ocr_waiter *w,
		     ocrGuid_t data);

#endif
