/* SPDX-License-Identifier: BSD-3-Clause */
/* backing.h - what stands behind a block that is a range of something else:
 * a home calls it so.  file/chunk.h is the one that there is. */
#ifndef SRC_DATA_BACKING_H
#define SRC_DATA_BACKING_H

#include "include/ocr-types.h"

struct ocr_chunk;
struct ocr_runtime;

struct ocr_backing {
	/* Somebody wants the block, which is not loaded yet.  The home is
	 * locked. */
	void (*want)(struct ocr_chunk *c);
	/* The block is destroyed.  The home is locked. */
	void (*close)(struct ocr_chunk *c);
	/* The block is gone; it was stored before if it was dirty.  No lock is
	 * held. */
	void (*gone)(struct ocr_chunk *c);
	/* What was changed is on its way there, maybe from another node. */
	void (*save)(struct ocr_chunk *c);
	/* Its turn to have the block shall come.  No lock is held. */
	void (*turn)(struct ocr_runtime *rt, ocrGuid_t db);
};

#endif
