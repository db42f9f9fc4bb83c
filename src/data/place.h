/* SPDX-License-Identifier: BSD-3-Clause */
/* place.h - seats and their places from inside: for seat.c and seat_join.c. */
#ifndef SRC_DATA_PLACE_H
#define SRC_DATA_PLACE_H

#include "src/data/seat.h"

#include <stdbool.h>

struct ocr_block;

/* Bytes that came back to a range that old readers still look at. */
struct ocr_patch {
	struct ocr_patch *next;
	uint64_t offset, size;
	void *data;
};

struct ocr_place {
	/* Fixed: */
	ocrGuid_t part;
	struct ocr_seat *seat;
	uint64_t offset, size;
	/* Guarded by the lock of the node's parts: */
	struct ocr_place *next;	 /* in its bucket */
	struct ocr_place *other; /* in one of the lists below */
	bool placed;
	bool occupied; /* a copy points here */
	bool vacating; /* in the list of those whose copy has just gone */
	bool asked;    /* JOIN has come */
	bool joined;
	/* While its bytes are read from another node: */
	struct ocr_runtime *rt;
	struct ocr_transfer transfer;
	struct ocr_patch *patch; /* into this, not here */
};

struct ocr_seat {
	struct ocr_seat *next;
	ocrGuid_t parent; /* fixed */
	/* Fixed once they are set: */
	struct ocr_block *block; /* with a reference, and one more for each
				  * place that is occupied */
	char *data;
	/* Guarded by the lock of the node's parts: */
	uint32_t n_places;
	uint32_t n_open; /* places that are not joined */
	bool left;		   /* not in the list any more */
	struct ocr_place *waiting; /* for data */
	struct ocr_place *zombies; /* joined, and occupied still */
	struct ocr_patch *patches, **patches_end;
};

struct ocr_place *ocr_place_find_locked(struct ocr_parts *p, ocrGuid_t part);
struct ocr_seat *ocr_seat_find_locked(struct ocr_parts *p, ocrGuid_t parent);

static inline bool
ocr_place_touches(uint64_t a, uint64_t a_size, uint64_t b, uint64_t b_size)
{
	return a < b + b_size && b < a + a_size;
}

/* Must these bytes stay as they are: because somebody looks at them, or because
 * what was kept aside for them comes first? */
bool ocr_place_is_watched_locked(const struct ocr_place *at);

/* Frees a place that is joined and not occupied; the seat, if it was its last.
 */
void ocr_place_free_locked(struct ocr_parts *p, struct ocr_place *at);

/* Of the parent's bytes, `size` from `from` on are at `to`: puts what was kept
 * aside there. */
void ocr_seat_patch_locked(const struct ocr_seat *s, char *to, uint64_t from,
			   uint64_t size);
void ocr_seat_drop_patches(struct ocr_runtime *rt, struct ocr_seat *s);

#endif
