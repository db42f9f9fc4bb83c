/* SPDX-License-Identifier: BSD-3-Clause */
/* msg_block.h - the messages about data blocks; see msg.h. */
#ifndef SRC_BASE_MSG_BLOCK_H
#define SRC_BASE_MSG_BLOCK_H

#include "fabric/fabric.h"
#include "include/extensions/ocr-hints.h"
#include "include/ocr-types.h"

#include <assert.h>

enum ocr_db_flag {
	OCR_DB_NO_ACQUIRE = 1,
	OCR_DB_HINTS = 2, /* an ocrHint_t follows */
};

/* CREATE_DB: creator -> home.  Unless NO_ACQUIRE, the creating task holds it
 * in RW mode, at the creator. */
struct ocr_msg_create_db {
	struct ocr_op op;
	ocrGuid_t db;
	uint64_t size;
	uint64_t version; /* before the first that is written */
	void *block;	  /* struct ocr_block of its home's task; else NULL */
	uint32_t flags;
	uint32_t zero;
};
static_assert(sizeof(struct ocr_msg_create_db) == 56, "wire format");
static_assert(sizeof(ocrHint_t) == 72, "wire format");

/* ACQUIRE: acquisition number `index` of task `edt`, on the sending node,
 * wants `db` in `mode`.  Any node -> home.  Reply: GRANT, when its turn
 * comes. */
struct ocr_msg_acquire {
	struct ocr_op op;
	ocrGuid_t db;
	ocrGuid_t edt;
	uint64_t have; /* a version that is there, or OCR_HAVE_NONE */
	uint32_t index;
	uint32_t mode;
	uint32_t first; /* it came by PUSH, and was not read yet */
	uint32_t host;	/* the first node of the sender's host: serve.h */
};
static_assert(sizeof(struct ocr_msg_acquire) == 64, "wire format");

enum ocr_grant_flag {
	OCR_GRANT_WRITE = 1,   /* version + 1 may be made here */
	OCR_GRANT_COPY = 2,    /* others still fetch `version` from here: write
				* into a copy, keep it until DROP */
	OCR_GRANT_INLINE = 4,  /* the bytes follow */
	OCR_GRANT_FRESH = 8,   /* nobody has written yet: any bytes will do */
	OCR_GRANT_FETCH = 16,  /* answer FETCHED when the bytes have arrived */
	OCR_GRANT_HAD = 32,    /* the answer to one that said what it has */
	OCR_GRANT_EAGER = 128, /* push it with satisfactions */
	OCR_GRANT_LEASE = 64,  /* until RECALL, do not ask again for reading */
	/* To be kept when the task is done, until YIELD (right.h), which also
	 * is the answer if it is not.  With SHARED: in RW. */
	OCR_GRANT_KEEP = 512,
	OCR_GRANT_SHARED = 1024,
	/* Never travels: there was no memory, and it was given back. */
	OCR_GRANT_AGAIN = 256,
	/* Two bits: the kind of memory that hints ask for (fabric/numa.h). */
	OCR_GRANT_KIND = 1 << 16,
};

/* GRANT: home -> node of the task.  Bytes of `version` are at `holder`, at
 * `offset` of its window. */
struct ocr_msg_grant {
	struct ocr_op op;
	ocrGuid_t db;
	ocrGuid_t edt;
	uint64_t size;
	uint64_t version;
	uint64_t offset;
	uint32_t holder;
	uint32_t index;
	uint32_t flags;
	uint32_t zero;
	uint8_t bytes[];
};
static_assert(sizeof(struct ocr_msg_grant) == 80, "wire format");

/* ACQUIRED, local: the bytes for acquisition `index` of `edt` are here. */
struct ocr_msg_acquired {
	struct ocr_op op;
	ocrGuid_t edt;
	void *block; /* struct ocr_block, with a reference to */
	void *data;
	uint32_t index;
	uint32_t zero;
};

/* FETCHED: `count` grants with FETCH have their bytes, from node `source`.
 * Reader -> home.  With count 0 it says nothing: those before it have been
 * handled. */
struct ocr_msg_fetched {
	struct ocr_op op;
	ocrGuid_t db;
	uint64_t version;
	uint32_t count;
	uint32_t source;
};
static_assert(sizeof(struct ocr_msg_fetched) == 40, "wire format");

enum ocr_drop_flag {
	OCR_DROP_KEEP =
		1, /* it is still the newest: worth a place in a cache */
	OCR_DROP_GONE = 2, /* the block is no more, of any version */
	OCR_DROP_UNASKED =
		4, /* nothing else: what you sent home was not used there */
};

/* DROP: the home does not count on your bytes of `version` any more.  Home ->
 * holder.  With GONE: nobody will ask for the block again.  Home -> who may
 * have a copy. */
struct ocr_msg_drop {
	struct ocr_op op;
	ocrGuid_t db;
	uint64_t version;
	uint32_t flags;
	uint32_t zero;
};
static_assert(sizeof(struct ocr_msg_drop) == 40, "wire format");

/* SERVE: others will fetch `version`, which you are granted, from you: keep it
 * until DROP.  Home -> reader.  Reply: SERVES, when it has come. */
struct ocr_msg_serve {
	struct ocr_op op;
	ocrGuid_t db;
	uint64_t version;
};
static_assert(sizeof(struct ocr_msg_serve) == 32, "wire format");

/* SERVES: it is at `offset` of the sender's window, and stays; or it is not
 * there.  Reader -> home.  Reply, if it is: DROP. */
struct ocr_msg_serves {
	struct ocr_op op;
	ocrGuid_t db;
	uint64_t version;
	uint64_t offset;
	uint32_t is_here;
	uint32_t zero;
};
static_assert(sizeof(struct ocr_msg_serves) == 48, "wire format");

/* RECALL: your lease of `version` ends; `gone`: the block as well.  Home -> who
 * has a lease.  Reply: RECALLED. */
struct ocr_msg_recall {
	struct ocr_op op;
	ocrGuid_t db;
	uint64_t version;
	uint32_t gone;
	uint32_t zero;
};
static_assert(sizeof(struct ocr_msg_recall) == 40, "wire format");

/* RECALLED: nobody here begins to read without asking any more. */
struct ocr_msg_recalled {
	struct ocr_op op;
	ocrGuid_t db;
};
static_assert(sizeof(struct ocr_msg_recalled) == 24, "wire format");

/* PUSH: the bytes of a version that may be wanted soon.  Any node -> any.  Of
 * the flags of a GRANT it has LEASE, for one reading or until RECALL, which
 * only the home may give and RETURNED gives back; EAGER and KIND.  Behind the
 * bytes, from the next multiple of 8 on, there may be a struct ocr_msg_rider or
 * two: a RETURNED that came before this, and a SATISFY or SATISFY_EDT with this
 * block that follows (stream/rider.h). */
struct ocr_msg_push {
	struct ocr_op op;
	ocrGuid_t db;
	uint64_t size;
	uint64_t version;
	uint32_t flags;
	uint32_t zero;
	uint8_t bytes[];
};
static_assert(sizeof(struct ocr_msg_push) == 48, "wire format");

/* OFFER: the same without the bytes, which are too many to go along: where they
 * are, with LEASE.  Home -> any node. */
struct ocr_msg_offer {
	struct ocr_op op;
	ocrGuid_t db;
	uint64_t size;
	uint64_t version;
	uint64_t offset; /* in the home's window */
	uint32_t flags;
	uint32_t zero;
};
static_assert(sizeof(struct ocr_msg_offer) == 56, "wire format");

/* RETURNED: the lease that came with PUSH or OFFER of `version` was used, and
 * is none any more.  After OFFER: that version is being fetched now, as after a
 * GRANT that says so.  Reader -> home. */
struct ocr_msg_returned {
	struct ocr_op op;
	ocrGuid_t db;
	uint64_t version;
	uint32_t fetches; /* 0 or 1: FETCHED follows */
	uint32_t host;	  /* as ACQUIRE has it */
};
static_assert(sizeof(struct ocr_msg_returned) == 40, "wire format");

/* YIELD: the right to write that came with a GRANT is wanted back.  Home -> who
 * keeps it.  Reply: RELEASE, when no task writes by it.  Or: that node has it
 * for the one task alone.  To the home. */
struct ocr_msg_yield {
	struct ocr_op op;
	ocrGuid_t db;
};
static_assert(sizeof(struct ocr_msg_yield) == 24, "wire format");

/* STARVED, local: there may be memory for grants that found none. */
struct ocr_msg_starved {
	struct ocr_op op;
	ocrGuid_t none;
};

/* One part, in PARTITION and PARTS. */
struct ocr_msg_part {
	ocrGuid_t guid;
	uint64_t offset;
	uint64_t size;
};

/* Of PARTITION. */
enum ocr_parts_flag {
	OCR_PARTS_STATIC = 1,
	/* The one part is a block that exists, and that nobody has used.  The
	 * home to itself; any error: it stays what it is. */
	OCR_PARTS_ADOPT = 2,
};

/* PARTITION: these ranges of a block are blocks of their own.  Any node ->
 * home.  Reply: PARTED.  PARTS: those of them that get their bytes now.  Home
 * -> seat.  Reply: PLACED. */
struct ocr_msg_partition {
	struct ocr_op op;
	ocrGuid_t db;
	uint32_t count;
	uint32_t flags; /* of PARTITION: enum ocr_parts_flag */
	uint64_t wait;	/* of PARTITION: the number of the answer */
	struct ocr_msg_part parts[];
};
static_assert(sizeof(struct ocr_msg_partition) == 40, "wire format");

/* PARTED: answer number `wait` of the receiver: nobody begins to read the
 * block without asking its home.  Home -> caller. */
struct ocr_msg_parted {
	struct ocr_op op;
	ocrGuid_t db;
	uint64_t wait;
};
static_assert(sizeof(struct ocr_msg_parted) == 32, "wire format");

/* PLACED: these parts have their bytes, at these offsets of the sender's
 * window.  Seat -> home. */
struct ocr_msg_part_at {
	ocrGuid_t part;
	uint64_t offset;
};

struct ocr_msg_placed {
	struct ocr_op op;
	ocrGuid_t db;
	uint64_t count;
	struct ocr_msg_part_at places[];
};
static_assert(sizeof(struct ocr_msg_placed) == 32, "wire format");

/* JOIN: nobody uses a part any more; its bytes are at `offset` of the window of
 * `holder`, and belong into the parent.  Home -> seat.  Reply: JOINED. */
struct ocr_msg_join {
	struct ocr_op op;
	ocrGuid_t db;
	uint64_t version;
	uint64_t offset;
	uint32_t holder; /* OCR_NODE_NONE: there are no bytes */
	uint32_t zero;
};
static_assert(sizeof(struct ocr_msg_join) == 48, "wire format");

/* JOINED: the part is in its parent.  Seat -> home.
 * WHOLE: no part is left: release the block.  Home -> seat.  Reply: RELEASE. */
struct ocr_msg_joined {
	struct ocr_op op;
	ocrGuid_t db;
};
static_assert(sizeof(struct ocr_msg_joined) == 24, "wire format");

/* RELEASE: a task that could write is done; the bytes are at `offset` of the
 * sender's window.  Writer's node -> home.  Or a node is done that had kept the
 * right to write, and has made so many versions `more` than one.  To the
 * writer's own node while that keeps the right. */
struct ocr_msg_release {
	struct ocr_op op;
	ocrGuid_t db;
	uint64_t offset;
	uint64_t more;
};
static_assert(sizeof(struct ocr_msg_release) == 40, "wire format");

#endif
