/* SPDX-License-Identifier: BSD-3-Clause */
/* acquire_all.h - a task that writes several blocks has all of them now, or asks
 * for one after the other.
 *
 * By a right that its node keeps (right.h) a task may have a block without
 * asking only if it waits for no other with that in hand.  Of several written
 * blocks the last alone could be had so.  Here all are taken that are to be
 * written, if each is either kept so, or of this node and at rest; one that is
 * not, and none is taken.  Nobody is waited for.
 * Threads: the task's, which nobody else goes on for.
 */
#ifndef SRC_DATA_ACQUIRE_ALL_H
#define SRC_DATA_ACQUIRE_ALL_H

#include "include/ocr.h"

#include <stdint.h>

struct ocr_held_block;
struct ocr_runtime;

/* The task that has these n blocks, whose name is edt, has all that it reads,
 * and none that it writes; it begins to ask for those.  Afterwards it has each
 * of them, with a reference, or none.  Inside a handler. */
void ocr_acquire_all(struct ocr_runtime *rt, ocrGuid_t edt,
		     struct ocr_held_block *blocks, uint32_t n);

#endif
