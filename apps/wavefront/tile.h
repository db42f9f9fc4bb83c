/* SPDX-License-Identifier: BSD-3-Clause */
/* tile.h - one tile of the matrix: its borders, its scores, and the
 * part of the alignment that goes through it.
 *
 * The bytes of the data blocks that wavefront_wave.c moves about.  A tile
 * needs the
 * border to its left and the one above it, and writes those of its neighbours
 * to the right and below; nothing of its inside is kept.  Who wants to go back
 * through it computes it once more, from the same two borders.
 *
 * Calls nothing of OCR.
 */
#ifndef APPS_WAVEFRONT_TILE_H
#define APPS_WAVEFRONT_TILE_H

#include "apps/wavefront/align.h"

/* How the matrix is cut.  A row for each letter of A, a column for each of B.
 * 64-bit numbers alone, for it travels as parameters of tasks. */
struct cut {
	u64 len_a;
	u64 len_b;
	u64 side; /* of a tile; those at the end may be smaller */
	u64 rows; /* of tiles */
	u64 cols;
};

/* A tile's place: letters a + 1 to a + height of A, b + 1 to b + width of B. */
struct area {
	u64 a;
	u64 b;
	u32 height;
	u32 width;
};

/* What the tasks name their objects with; wavefront_wave.c alone knows how. */
struct names {
	ocrGuid_t tiles;   /* a map of tasks */
	ocrGuid_t borders; /* a range of data blocks */
	ocrGuid_t tile_template;
	ocrGuid_t trace_template;
	ocrGuid_t report; /* the last task */
};

/* The scores along one side of a tile, and the letters that belong to it. */
struct border {
	struct names names;
	struct best best; /* of all tiles that led here */
	u64 letters;
	s32 data[]; /* see border_h() and the others */
};

/* Scores H of the cells on this border, beginning with the one before it:
 * letters + 1 of them. */
static inline s32 *
border_h(struct border *b)
{
	return b->data;
}

/* Scores E (of a left border) or F (of an upper one). */
static inline s32 *
border_gap(struct border *b)
{
	return b->data + b->letters + 1;
}

/* Codes of the letters of A (of a left border) or B. */
static inline u8 *
border_code(struct border *b)
{
	return (u8 *)(b->data + 2 * b->letters + 1);
}

/* Where a trace is.  64-bit numbers, as above. */
struct walk {
	u64 a; /* the cell, counted from 1; 0: the edge */
	u64 b;
	u64 in; /* one of enum walk_in */
};
enum walk_in { WALK_H, WALK_E, WALK_F };

struct area cut_area(const struct cut *c, u64 row, u64 col);

/* The bytes of a border of so many letters. */
u64 border_size(u64 letters);

/* Makes the border of a tile at the edge of the matrix. */
void border_init(struct border *b, const struct names *names, u64 letters,
		 const u8 *letter, bool protein, bool is_a);

/* Computes a tile.  `right` and `below` are written as a whole; `best` becomes
 * the best of all tiles so far. */
void tile_compute(const struct area *area, const struct scoring *s,
		  const struct border *left, const struct border *above,
		  struct border *right, struct border *below,
		  struct best *best);

/* Goes back through a tile, adding to the alignment.  True when it has come to
 * the start; else `w` is in another tile.  -1 if there is no memory. */
int tile_trace(const struct area *area, const struct scoring *s,
	       const struct border *left, const struct border *above,
	       struct walk *w, struct alignment *al);

#endif
