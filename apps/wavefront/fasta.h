/* SPDX-License-Identifier: BSD-3-Clause */
/* fasta.h - sequences: read from a FASTA file, or made.
 *
 * Calls nothing of OCR.
 */
#ifndef APPS_WAVEFRONT_FASTA_H
#define APPS_WAVEFRONT_FASTA_H

#include "ocr.h"

#include <stdbool.h>

#define SEQUENCE_MAX_LETTERS (UINT64_C(1) << 27)
#define SEQUENCE_NAME_SIZE   64

/* Letters in upper case, to be freed. */
struct sequence {
	char name[SEQUENCE_NAME_SIZE];
	u8 *letter;
	u64 length;
};

/* Room for one line. */
struct sequence_error {
	char text[512];
};

/* Reads a file with one sequence of DNA or RNA, or of amino acids, in the
 * letters of the IUPAC.  False, with a line in `why`, if it is anything else.
 */
bool sequence_read(struct sequence *s, const char *path, bool protein,
		   struct sequence_error *why);

/* Makes two sequences of about `length` >= 1 letters that share an ancestor:
 * the middle of B is A's, after mutations.  False if there is no memory. */
bool sequence_make_pair(struct sequence *a, struct sequence *b, u64 length,
			u64 seed, bool protein);

void sequence_free(struct sequence *s);

#endif
