/* SPDX-License-Identifier: BSD-3-Clause */
/* print.c - see print.h. */
#include "apps/wavefront/print.h"

#include <string.h>

#define COLUMNS	   60
#define NAME_WIDTH 16

/* The three lines of one part of an alignment. */
struct lines {
	char a[COLUMNS + 1];
	char between[COLUMNS + 1];
	char b[COLUMNS + 1];
};

void
print_summary(const struct alignment *al, const struct alignment_facts *facts)
{
	PRINTF("score %d\n", al->best.score);
	if (!al->best.score)
		return;
	PRINTF("A %" PRIu64 " to %" PRIu64 ", B %" PRIu64 " to %" PRIu64 "\n"
	       "%" PRIu64 " columns: %" PRIu64 " matches (%.1f %%), %" PRIu64
	       " mismatches, %" PRIu64 " letters in %" PRIu64 " gaps\n",
	       facts->start_a, al->best.end_a, facts->start_b, al->best.end_b,
	       al->steps, facts->matches,
	       100.0 * (double)facts->matches / (double)al->steps,
	       facts->mismatches, facts->gap_letters, facts->gaps);
}

static char
mark_of(u8 a, u8 b, bool protein)
{
	letters_encode(&a, &a, 1, protein, true);
	letters_encode(&b, &b, 1, protein, false);
	return a == b ? '|' : '.';
}

void
print_alignment(const struct alignment *al, const struct alignment_facts *facts,
		const struct printed *a, const struct printed *b, bool protein)
{
	/* The letters that come next, counted from 0. */
	u64 i = facts->start_a - 1, j = facts->start_b - 1;

	for (u64 at = 0; at < al->steps;) {
		u64 from_a = i, from_b = j;
		struct lines l = {0};

		for (u32 x = 0; x < COLUMNS && at < al->steps; x++, at++) {
			u8 step = al->step[al->steps - 1 - at];
			bool has_a = step != STEP_GAP_A;
			bool has_b = step != STEP_GAP_B;

			l.a[x] = has_a ? (char)a->letter[i] : '-';
			l.b[x] = has_b ? (char)b->letter[j] : '-';
			l.between[x] = has_a && has_b
					       ? mark_of(a->letter[i],
							 b->letter[j], protein)
					       : ' ';
			i += has_a;
			j += has_b;
		}
		PRINTF("\n%-*.*s %9" PRIu64 " %s %" PRIu64 "\n%*s %s\n%-*.*s "
		       "%9" PRIu64 " %s %" PRIu64 "\n",
		       NAME_WIDTH, NAME_WIDTH, a->name, from_a + (i > from_a),
		       l.a, i, NAME_WIDTH + 10, "", l.between, NAME_WIDTH,
		       NAME_WIDTH, b->name, from_b + (j > from_b), l.b, j);
	}
}
