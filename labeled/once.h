/* SPDX-License-Identifier: BSD-3-Clause */
/* once.h - a set of indices to which each is added once.
 *
 * Sparse: memory is in proportion to the stretches of 4096 neighbours in which
 * there is one.  Threads: the caller has a lock.
 */
#ifndef LABELED_ONCE_H
#define LABELED_ONCE_H

#include <stdint.h>

struct ocr_once_stretch;

/* All zero: empty. */
struct ocr_once {
	uint32_t n, cap; /* stretches; cap: a power of two, or 0 */
	struct ocr_once_stretch **buckets;
};

void ocr_once_fini(struct ocr_once *o);

/* 1: it is new; 0: it was there; -ENOMEM. */
int ocr_once_add(struct ocr_once *o, uint64_t index);
/* One that is there, and shall not have been. */
void ocr_once_remove(struct ocr_once *o, uint64_t index);

#endif
