/* SPDX-License-Identifier: BSD-3-Clause */
/* seat.h - the buffer that parts of a block point into.
 *
 * It is on the node that held the newest version of the parent when that was
 * cut.  The seat holds the parent as a writer would.  Each part has a place
 * in the buffer, which is occupied while a copy of the part points there; such
 * a copy holds a reference to the parent's.
 * What is brought back to a place that old readers still occupy is kept aside
 * (a patch), so nobody ever waits for readers.
 * Threads: any.
 */
#ifndef SRC_DATA_SEAT_H
#define SRC_DATA_SEAT_H

#include "fabric/lock.h"
#include "src/base/msg.h"

#include <stdatomic.h>
#include <stddef.h>

/* The parts of a block ask for it as acquisition number so-and-so of the block
 * itself. */
#define OCR_PARTS_INDEX UINT32_MAX

struct ocr_part;
struct ocr_parted;
struct ocr_place;
struct ocr_runtime;
struct ocr_seat;

/* What a node knows of parts, as their home (split.h) and as their seat. */
struct ocr_parts {
	struct ocr_lock lock;
	/* Guarded by lock: */
	struct ocr_seat *seats;
	struct ocr_place **places; /* by hash of the part */
	size_t n_places, n_buckets;
	struct ocr_place *vacated;  /* to be told to the parent */
	struct ocr_part *to_join;   /* to be asked for */
	struct ocr_parted *awaited; /* parted.h */
	uint64_t n_awaited;	    /* ever */
	/* Written under lock, read without: there is some of either. */
	_Atomic uint32_t todo;
};

static inline void
ocr_parts_lock(struct ocr_parts *p)
{
	ocr_lock(&p->lock, OCR_LOCK_PARTS);
}

static inline void
ocr_parts_unlock(struct ocr_parts *p)
{
	ocr_unlock(&p->lock, OCR_LOCK_PARTS);
}

int ocr_seat_on_parts(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op);
/* The parent's bytes are here: ACQUIRED for the parts of a block. */
int ocr_seat_on_acquired(struct ocr_runtime *rt,
			 const struct ocr_msg_acquired *m);
int ocr_seat_on_join(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op);
int ocr_seat_on_whole(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op);

/* The copy that pointed to the place of a part is gone.  The part's block is
 * locked. */
void ocr_seat_vacate_locked(struct ocr_runtime *rt, ocrGuid_t part);

/* One of the things that had to wait until no block is locked. */
void ocr_parts_work(struct ocr_runtime *rt);

static inline void
ocr_parts_settle(struct ocr_runtime *rt, struct ocr_parts *p)
{
	/* Relaxed: who adds to the lists looks here himself, later. */
	while (__builtin_expect(
		atomic_load_explicit(&p->todo, memory_order_relaxed) != 0, 0))
		ocr_parts_work(rt);
}

/* How many seats and places there are, when nothing runs. */
size_t ocr_parts_used(const struct ocr_runtime *rt);

void ocr_parts_fini(struct ocr_runtime *rt);

#endif
