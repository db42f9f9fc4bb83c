/* SPDX-License-Identifier: BSD-3-Clause */
/* cache.h - copies of other nodes' blocks that may be needed again.
 *
 * They stay until their room is needed: what was used last stays longest, but
 * that of two that were both used again the older place decides.  A cached copy
 * is used again when the home says that it is the newest, or when this node has
 * a lease.  A small one counts here while it is used, too.
 * Threads: any.  Its lock is a leaf, taken under a block's lock.
 */
#ifndef SRC_DATA_CACHE_H
#define SRC_DATA_CACHE_H

#include "fabric/lock.h"
#include "fabric/numa.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ocr_foreign_block;
struct ocr_runtime;

struct ocr_cache {
	struct ocr_lock lock;
	/* Guarded by lock: */
	struct ocr_foreign_block *newest, *oldest;
	/* Written under lock, read without: what they and their records take. */
	_Atomic uint64_t bytes;
	/* Fixed after open: */
	uint64_t limit;
};

/* The copy of a block that is locked; false: it does not fit, or is of a kind
 * that is not kept. */
bool ocr_cache_add(struct ocr_runtime *rt, struct ocr_foreign_block *f);
/* It is used from now on, and its place may wait for it.  The block is locked.
 */
void ocr_cache_use(struct ocr_runtime *rt, struct ocr_foreign_block *f);
/* Nothing if it is not there.  The block is locked, and its copy goes, or is
 * not for the cache. */
void ocr_cache_remove(struct ocr_runtime *rt, struct ocr_foreign_block *f);

/* No lock of a block is held: */

/* Frees copies until the limit is kept. */
void ocr_cache_trim(struct ocr_runtime *rt);
/* Frees the oldest; false: there was none. */
bool ocr_cache_evict(struct ocr_runtime *rt);
/* Memory for a block, at the cost of the cache if need be; NULL: none. */
void *ocr_cache_alloc(struct ocr_runtime *rt, size_t len_bytes,
		      enum ocr_memory_kind kind);

#endif
