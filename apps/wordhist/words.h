/* SPDX-License-Identifier: BSD-3-Clause */
/* words.h - the words of a piece of a file, and how often each occurs.
 *
 * A word is a run of ASCII letters, digits and bytes from 128 on, so that words
 * in UTF-8 stay whole; all other bytes are gaps.  A word may be cut by the ends
 * of its piece: what is left of it is kept apart, until the neighbour is
 * joined that has the rest.  Joining is associative: whatever way a file is cut
 * and joined again, the words are those of the file.
 *
 * All in one run of bytes without pointers, so that it can be a data block.
 */
#ifndef APPS_WORDHIST_WORDS_H
#define APPS_WORDHIST_WORDS_H

#include "ocr.h"

#include <stdbool.h>
#include <stdio.h>

struct words {
	u64 bytes; /* of all this; hardly more than of the piece */
	/* There is a gap in the piece: `head` bytes are in front of the first
	 * and `tail` behind the last.  If not, all of it is the head. */
	u64 has_gap;
	u64 head;
	u64 tail;
	u64 different; /* words between two gaps */
	u64 all;       /* how often these occur */
	/* Head, tail, then these words by the order of their bytes. */
	unsigned char data[];
};

/* Counts the words of `len` bytes.  There is a gap in front of them if the file
 * starts here, and one behind them if it ends.  NULL without memory; else to
 * be freed. */
struct words *words_count(const void *text, u64 len, bool starts, bool ends);

/* The words of two pieces, of which the right one begins where the left one
 * ends.  NULL without memory; else to be freed. */
struct words *words_join(const struct words *left, const struct words *right);

/* Prints those between two gaps as `uniq -c` does.  Whether that has worked is
 * for the caller to find out (ferror). */
void words_print(const struct words *w, FILE *to);

#endif
