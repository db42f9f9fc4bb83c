/* SPDX-License-Identifier: BSD-3-Clause */
/* block.h - what this node knows of a data block: the bytes that it has.
 *
 * There is one struct ocr_block for a block and a node.  The home's is found
 * through the GUID like any object; those of other nodes' blocks are in a
 * table of this node.  It has room for one version of the bytes.  Whatever
 * else there may be (older versions, transfers under way, the directory of
 * the home) is in a struct ocr_busy, which a block at rest does not have.
 *
 *   a copy:  absent --> FETCHING --> READY --> freed
 *              |                       ^
 *              +-----------------------+   made here, or came along
 *
 * A copy stays while tasks here use it (refs), while the home counts on it
 * (PINNED: this node is the holder, or others still fetch that version), while
 * the next version waits to be made of it (HELD), and, on nodes other than the
 * home, until the cache needs its room (cache.h).
 * Knows nothing of who may write when: that is home.h.
 * Threads: any; a block's lock guards it, bytes excepted.
 */
#ifndef SRC_DATA_BLOCK_H
#define SRC_DATA_BLOCK_H

#include "fabric/lock.h"
#include "fabric/numa.h"
#include "src/data/home_directory.h"

#include <assert.h>

struct ocr_fetch;
struct ocr_loan;
struct ocr_msg_grant;
struct ocr_runtime;
struct ocr_shared;

#define OCR_BLOCK_SHARDS 64

enum ocr_copy_flag {
	OCR_COPY_PINNED = 1,
	OCR_COPY_READY = 2,
	OCR_COPY_LEASED = 4,	/* tasks here may read it without asking */
	OCR_COPY_STALE = 8,	/* nobody will ask for that version again */
	OCR_COPY_RELEASED = 32, /* the home calls it a version: nobody writes */
	OCR_COPY_PUSHED = 16,	/* and not used yet: push.h */
	OCR_COPY_HELD = 64,   /* who writes next waits for memory: starved.h */
	OCR_COPY_ALIAS = 128, /* points into the parent's: seat.h */
	OCR_COPY_TOLD = 256, /* the home was asked, and knows that it is here */
	OCR_COPY_CARRIED = 512, /* leased to be read once: carry.h */
	OCR_COPY_SERVES = 1024, /* pinned for nodes of other hosts: serve.h */
	OCR_COPY_HOME = 2048,	/* its home was sent them: push.h */
	OCR_COPY_STAYS = 4096,	/* in the packet that brought it, not in data */
	/* The upper half: of OCR_BLOCK_LENT. */
	OCR_COPY_LENT = 1 << 16,
};
#define OCR_COPY_LENT_NODES (UINT32_C(1) << 16)

struct ocr_copy {
	void *data; /* registered memory; NULL: none */
	uint64_t version;
	uint32_t refs;
	uint32_t flags;
};

/* A copy that a newer one has taken the place of. */
struct ocr_old {
	struct ocr_old *next;
	struct ocr_copy copy;
};

struct ocr_busy {
	struct ocr_old *older;
	struct ocr_fetch *fetches; /* fetch.c */
	struct ocr_loan *loans;	   /* loan.c */
	struct ocr_shared *shared; /* strict mode: data/view.c */
	struct ocr_home home;	   /* of OCR_BLOCK_HOME */
};

enum ocr_block_flag {
	OCR_BLOCK_HOME = 1,
	/* At home, and at rest but for one task here that may write. */
	OCR_BLOCK_WRITING = 2,
	OCR_BLOCK_EXCLUSIVE = 4, /* that task has it in mode EW; or who writes
				  * by a right that is kept */
	/* Its creation failed, or it was destroyed: whoever leaves it without
	 * bytes frees it. */
	OCR_BLOCK_ORPHAN = 8,
	/* What hints say: */
	OCR_BLOCK_EAGER = 16, /* push.h */
	OCR_BLOCK_LAZY = 32,  /* its bytes stay where they were written */
	/* At home: nobody has asked for it since it was created. */
	OCR_BLOCK_BLANK = 64,
	/* Elsewhere: this node keeps the right to write (right.h), and is to
	 * give it back. */
	OCR_BLOCK_KEPT = 128,
	OCR_BLOCK_YIELDS = 256,
	/* And it came unasked, and nobody has written by it. */
	OCR_BLOCK_PASSED = 1024,
	/* Elsewhere: this node may read it where it is (offer.h). */
	OCR_BLOCK_OFFERED = 512,
	/* At home, and at rest: it was destroyed, and goes with the last task
	 * here that reads it. */
	OCR_BLOCK_DOOMED = 2048,
	/* At home, and at rest but for one lease, which was carried (carry.h)
	 * and is not recalled: the node is in the copy's flags. */
	OCR_BLOCK_LENT = 4096,
	/* Two bits, an enum ocr_memory_kind: what copies here are made of. */
	OCR_BLOCK_KIND = 1 << 16,
	/* At home, the upper bits: who may have a copy (seen.h). */
	OCR_BLOCK_SEEN = 1 << 18,
};
#define OCR_BLOCK_SEEN_BITS 14

/* Blocks of a label that comes again differ in the bits of their versions above
 * these: who writes one each microsecond has enough for 19 hours. */
#define OCR_BLOCK_VERSION_BITS 36

struct ocr_block {
	struct ocr_lock lock;
	/* Guarded by lock: */
	uint32_t flags;
	ocrGuid_t guid; /* NULL_GUID: nobody's */
	uint64_t size;
	struct ocr_copy copy; /* the last that came */
	struct ocr_busy *busy;
};
static_assert(sizeof(struct ocr_block) == 64, "a million of them, and more");

/* Of a block whose home is elsewhere. */
struct ocr_foreign_block {
	struct ocr_block block; /* first */
	struct ocr_foreign_block
		*next;	 /* in its bucket; guarded by the shard */
	uint64_t series; /* see ocr_block_find(); fixed */
	/* Guarded by the block's lock: acquisitions under way that told the
	 * home of the copy. */
	uint32_t claims;
	/* Of a right that is kept (right.h): tasks that write by it, the newest
	 * version, and how many were made besides the first. */
	uint32_t writers;
	uint64_t newest, more; /* more: or when it may be used: right.c */
	/* Of OCR_BLOCK_OFFERED: which version, and where at its home. */
	uint64_t offered, offset;
	/* In the cache's list.  It comes in under both locks, and leaves under
	 * the cache's: under the block's it may go, and cannot come. */
	_Atomic uint32_t cached;
	/* Used since it has its place there. */
	_Atomic uint32_t again;
	/* Guarded by the cache's lock: */
	struct ocr_foreign_block *newer, *older;
};

struct ocr_block_shard {
	struct ocr_lock lock;
	/* Guarded by lock: */
	struct ocr_foreign_block **buckets;
	size_t n, n_buckets;
};

struct ocr_blocks {
	struct ocr_block_shard shards[OCR_BLOCK_SHARDS];
};

/* Blocks of other nodes that are here for more than the cache.  No other
 * thread is inside. */
size_t ocr_blocks_used(struct ocr_runtime *rt);

/* Frees all blocks when a job ends. */
void ocr_blocks_fini(struct ocr_runtime *rt);

/* -- A block, locked ---------------------------------------------------- */

/* A block made on this node, for the task that makes it: the copy is the
 * version after this, pinned, ready, and has one reference.  Not locked.  If
 * its home is here it is not published: CREATE_DB does that.  NULL: no
 * memory. */
struct ocr_block *ocr_block_create(struct ocr_runtime *rt, ocrGuid_t g,
				   uint64_t size, uint64_t version);
/* The same, in such memory. */
struct ocr_block *ocr_block_create_in(struct ocr_runtime *rt, ocrGuid_t g,
				      uint64_t size, uint64_t version,
				      enum ocr_memory_kind kind);
/* One that is its home's, without bytes.  Not locked, not published. */
struct ocr_block *ocr_block_create_empty(struct ocr_runtime *rt, ocrGuid_t g,
					 uint64_t size, uint64_t version);
/* One that is its home's, at rest, with a copy of these bytes.  Not locked, not
 * published. */
struct ocr_block *ocr_block_create_full(struct ocr_runtime *rt, ocrGuid_t g,
					const void *bytes, uint64_t size);
/* What newborn.h has kept, whose bytes are in the copy: as ocr_block_create()
 * leaves it, or, if it is not held, as it is after its release. */
void ocr_block_bear(struct ocr_block *b, ocrGuid_t g, bool held);
/* Undoes either, when nobody else knows it. */
void ocr_block_abort(struct ocr_runtime *rt, struct ocr_block *b);

/* A block of another node's, as it was when `version` was one of its versions
 * (labels name one block after the other); NULL: nothing is known here. */
struct ocr_block *ocr_block_find(struct ocr_runtime *rt, ocrGuid_t g,
				 uint64_t version);
/* The same, made if there is none.  NULL: no memory. */
struct ocr_block *ocr_block_get(struct ocr_runtime *rt, ocrGuid_t g,
				uint64_t size, uint64_t version);

void ocr_block_lock(struct ocr_block *b);
/* Ends every use: what is not needed any more goes, the block too. */
void ocr_block_unlock(struct ocr_runtime *rt, struct ocr_block *b);
/* The same for the cache, while it makes room: it does not begin anew. */
void ocr_block_unlock_evicted(struct ocr_runtime *rt, struct ocr_block *b);

/* What the hints of a block mean on this node. */
void ocr_block_advise_locked(struct ocr_runtime *rt, struct ocr_block *b,
			     const ocrHint_t *hint);

/* The same, in the flags of what its home sends: enum ocr_grant_flag. */
void ocr_block_hear_locked(struct ocr_runtime *rt, struct ocr_block *b,
			   uint32_t flags);

/* NULL: no memory. */
struct ocr_busy *ocr_block_busy_locked(struct ocr_runtime *rt,
				       struct ocr_block *b);
/* It is at rest: that goes, with the directory. */
void ocr_block_calm_locked(struct ocr_runtime *rt, struct ocr_block *b);

static inline enum ocr_memory_kind
ocr_block_kind(const struct ocr_block *b)
{
	return (enum ocr_memory_kind)(b->flags / OCR_BLOCK_KIND % 4);
}

/* For copies that are made from now on. */
static inline void
ocr_block_set_kind_locked(struct ocr_block *b, enum ocr_memory_kind kind)
{
	b->flags &= ~(uint32_t)(3 * OCR_BLOCK_KIND);
	b->flags |= (uint32_t)kind * OCR_BLOCK_KIND;
}

static inline struct ocr_foreign_block *
ocr_block_foreign(struct ocr_block *b)
{
	return (struct ocr_foreign_block *)(void *)b;
}

/* -- Copies: copy.c ----------------------------------------------------- */

/* The copy of that version, or NULL. */
struct ocr_copy *ocr_copy_find_locked(struct ocr_block *b, uint64_t version);

/* The copy whose bytes are there, or NULL. */
struct ocr_copy *ocr_copy_at_locked(struct ocr_block *b, const void *data);

/* A new copy, one reference, no flags.  NULL: no memory. */
struct ocr_copy *ocr_copy_add_locked(struct ocr_runtime *rt,
				     struct ocr_block *b, uint64_t version);
/* The same, and its bytes are ready: those of the grant that is handled, in the
 * packet that brought it, until the last of its readers has ended; then they
 * are moved, or dropped.  NULL: they have to be copied. */
struct ocr_copy *ocr_copy_stay_locked(struct ocr_runtime *rt,
				      struct ocr_block *b,
				      const struct ocr_msg_grant *m);
/* Bytes that nobody reads leave their packet.  False: they are still there, for
 * there is no memory. */
bool ocr_copy_move_locked(struct ocr_runtime *rt, struct ocr_block *b,
			  struct ocr_copy *c);
/* A new copy in the memory of the last one, if that is older and nobody uses it:
 * it has no reference, and stays in the cache.  NULL: it is not so. */
struct ocr_copy *ocr_copy_renew_locked(struct ocr_block *b, uint64_t version);

/* One more reference. */
void ocr_copy_ref_locked(struct ocr_runtime *rt, struct ocr_block *b,
			 struct ocr_copy *c);

/* It stays until that flag is taken away. */
void ocr_copy_pin_locked(struct ocr_runtime *rt, struct ocr_block *b,
			 struct ocr_copy *c);

/* c may be unused now: frees it, or gives it to the cache. */
void ocr_copy_settle_locked(struct ocr_runtime *rt, struct ocr_block *b,
			    struct ocr_copy *c);

/* A home has answered; after the last answer that is under way, older copies
 * that it was told of go.  A block of another node's. */
void ocr_copy_answered_locked(struct ocr_runtime *rt, struct ocr_block *b);

/* Frees a copy that a newer one has taken the place of. */
void ocr_copy_free_old_locked(struct ocr_runtime *rt, struct ocr_block *b,
			      struct ocr_copy *c);

/* Frees the cached copy, if it is not in use again. */
void ocr_copy_evict_locked(struct ocr_runtime *rt, struct ocr_block *b);

/* Gives the reference to the copy at `data` back; b may be freed. */
void ocr_block_put(struct ocr_runtime *rt, struct ocr_block *b,
		   const void *data);

#endif
