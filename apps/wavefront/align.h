/* SPDX-License-Identifier: BSD-3-Clause */
/* align.h - local alignments: the rules of the game, one alignment,
 * and the plain serial program that finds it.
 *
 * With H(i, j) the best score of an alignment that ends with letter i of A and
 * letter j of B, both counted from 1, and 0 on the edges i = 0 and j = 0:
 *
 *	E(i, j) = max(H(i, j-1) - open, E(i, j-1)) - extend	gap in A
 *	F(i, j) = max(H(i-1, j) - open, F(i-1, j)) - extend	gap in B
 *	H(i, j) = max(0, H(i-1, j-1) + pair(a[i], b[j]), E(i, j), F(i, j))
 *
 * Of several best alignments one is chosen by rules that tiles and serial
 * program share, so that both find the same one: the smallest end in A, then
 * the smallest end in B; from there backwards, at H: stop at 0, else a pair,
 * else a gap in A, else a gap in B; and a gap begins as soon as it can.
 *
 * Calls nothing of OCR.
 */
#ifndef APPS_WAVEFRONT_ALIGN_H
#define APPS_WAVEFRONT_ALIGN_H

#include "ocr.h"

#include <stdbool.h>

/* The reward of a pair of equal letters, and what the others cost. */
struct scoring {
	s32 match;
	s32 mismatch;
	s32 gap_open; /* once per gap, beside the cost of its letters */
	s32 gap_extend;
};

/* A score, and the letters of A and B that the alignment ends with. */
struct best {
	s32 score; /* 0: nothing aligns, and the ends mean nothing */
	u32 zero;
	u64 end_a;
	u64 end_b;
};

/* Steps of an alignment. */
#define STEP_PAIR  'M' /* a letter of A beside one of B */
#define STEP_GAP_A 'I' /* a letter of B beside nothing */
#define STEP_GAP_B 'D' /* a letter of A beside nothing */

/* An alignment, or its last part while it is being traced back. */
struct alignment {
	struct best best;
	u64 steps;
	u8 step[]; /* from the end to the start */
};

/* What an alignment consists of. */
struct alignment_facts {
	u64 start_a; /* its first letters, counted from 1 */
	u64 start_b;
	u64 matches;
	u64 mismatches;
	u64 gaps;
	u64 gap_letters;
	s64 score; /* counted from its steps */
};

/* Which of two equal letters do not match: they say that a letter is unknown.
 * So do the codes for one of several letters. */
bool letter_is_certain(u8 letter, bool protein);

/* The score of a pair.  The letters are codes, see letters_encode(). */
static inline s32
scoring_pair(const struct scoring *s, u8 a, u8 b)
{
	return a == b ? s->match : -s->mismatch;
}

/* Makes codes of letters: equal for letters that match, and what is uncertain
 * in A never equals anything in B.  U is T, unless it is protein. */
void letters_encode(u8 *code, const u8 *letter, u64 count, bool protein,
		    bool is_a);

/* Whether `x` is to be preferred to `y`. */
bool best_is_better(const struct best *x, const struct best *y);

/* The length of the longest alignment that can end there, in bytes. */
u64 alignment_size(const struct best *best);

/* The alignment of two sequences by the plain serial program, which keeps
 * whole matrices; to be freed.  NULL if there is no memory. */
struct alignment *align_serial(const u8 *a, u64 len_a, const u8 *b, u64 len_b,
			       const struct scoring *s, bool protein);

/* Counts what it consists of.  `a` and `b` are the whole sequences. */
void alignment_count(const struct alignment *al, const u8 *a, const u8 *b,
		     const struct scoring *s, bool protein,
		     struct alignment_facts *facts);

#endif
