/* SPDX-License-Identifier: BSD-3-Clause */
/* copy.h - the bytes of data blocks that are on this node.
 *
 * A buffer holds one version of one block.  It lives while somebody here uses
 * it (refs) or while the home counts on it (pinned: this node is the holder,
 * or others still fetch that version from here).  Knows nothing of who may
 * write when: that is the home's business (home.h).
 *
 *   absent --> FETCHING --> READY --> freed
 *      |                      ^
 *      +----------------------+    its bytes were made here, or came along
 *
 * Threads: any; a shard's lock guards its buffers, bytes excepted.
 */
#ifndef SRC_DATA_COPY_H
#define SRC_DATA_COPY_H

#include "fabric/fabric.h"
#include "fabric/lock.h"
#include "include/ocr-types.h"

#include <stdbool.h>

struct ocr_runtime;

#define OCR_COPY_SHARDS 64

/* An acquisition that waits for a buffer to arrive. */
struct ocr_buf_waiter {
	struct ocr_buf_waiter *next;
	ocrGuid_t edt;
	uint32_t index;
};

struct ocr_buf {
	/* Fixed after create: */
	struct ocr_runtime *rt;
	ocrGuid_t db;
	uint64_t size;
	void *data; /* registered memory */

	/* Guarded by the shard's lock: */
	struct ocr_buf *next;
	struct ocr_shared *shared; /* strict mode: observe/view.c */
	uint64_t version;
	uint32_t refs;
	bool pinned;
	bool ready;
	uint32_t owed; /* grants to answer with FETCHED when ready */
	struct ocr_buf_waiter *waiters;

	struct ocr_transfer transfer; /* while FETCHING */
};

struct ocr_copy_shard {
	struct ocr_lock lock;
	/* Guarded by lock: */
	struct ocr_buf **buckets;
	size_t n, n_buckets;
};

struct ocr_copies {
	struct ocr_copy_shard shards[OCR_COPY_SHARDS];
};

void ocr_copies_fini(struct ocr_runtime *rt);

/* The shard of block g, locked. */
struct ocr_copy_shard *ocr_copy_lock(struct ocr_runtime *rt, ocrGuid_t g);
void ocr_copy_unlock(struct ocr_copy_shard *s);

/* The buffer of that version, or NULL. */
struct ocr_buf *ocr_copy_find_locked(struct ocr_copy_shard *s, ocrGuid_t g,
				     uint64_t version);

/* A new buffer, one reference, not pinned, not ready.  NULL: no memory. */
struct ocr_buf *ocr_copy_add_locked(struct ocr_runtime *rt,
				    struct ocr_copy_shard *s, ocrGuid_t g,
				    uint64_t size, uint64_t version);

/* Takes it out of the table and frees it, if nobody needs it any more. */
void ocr_copy_settle_locked(struct ocr_copy_shard *s, struct ocr_buf *b);

/* A block made on this node: the version after this, pinned and ready, with one
 * reference for the task that makes it.  NULL: no memory. */
struct ocr_buf *ocr_copy_create(struct ocr_runtime *rt, ocrGuid_t g,
				uint64_t size, uint64_t version);

/* Gives a reference back; b may be freed. */
void ocr_copy_put(struct ocr_buf *b);

#endif
