/* SPDX-License-Identifier: BSD-3-Clause */
/* test_wavefront.c - the alignments and the tiles of apps/wavefront, without a
 * runtime: above all, that tiles find what the serial program finds.
 */
#include "apps/wavefront/align.h"
#include "apps/wavefront/fasta.h"
#include "apps/wavefront/tile.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const struct scoring blast = {2, 3, 5, 2};

static struct alignment *
serial(const char *a, const char *b, struct scoring s)
{
	struct alignment *al = align_serial(
		(const u8 *)a, strlen(a), (const u8 *)b, strlen(b), &s, false);

	ck_assert_ptr_nonnull(al);
	return al;
}

/* Does the alignment have this score and these steps, from start to end? */
static void
check_steps(struct alignment *al, s32 score, const char *steps)
{
	ck_assert_int_eq(al->best.score, score);
	ck_assert_uint_eq(al->steps, strlen(steps));
	for (u64 i = 0; i < al->steps; i++)
		ck_assert_int_eq(al->step[al->steps - 1 - i], steps[i]);
	free(al);
}

/* The example of most text books and encyclopedias. */
START_TEST(the_text_book_example_scores_13)
{
	struct alignment *al =
		serial("TGTTACGG", "GGTTGACTA", (struct scoring){3, 3, 0, 2});

	ck_assert_uint_eq(al->best.end_a, 6);
	ck_assert_uint_eq(al->best.end_b, 7);
	check_steps(al, 13, "MMMIMM");
}
END_TEST

START_TEST(a_gap_is_opened_once)
{
	check_steps(serial("AAAAAACCCCCC", "AAAAAAGGGCCCCCC", blast), 13,
		    "MMMMMMIIIMMMMMM");
	check_steps(serial("AAAAAAGGGCCCCCC", "AAAAAACCCCCC", blast), 13,
		    "MMMMMMDDDMMMMMM");
	/* Two letters more, and it is not worth it. */
	check_steps(serial("AAAAAACCCCCC", "AAAAAAGGGGGCCCCCC", blast), 12,
		    "MMMMMM");
}
END_TEST

START_TEST(nothing_aligns_where_nothing_matches)
{
	check_steps(serial("AAAA", "CCC", blast), 0, "");
	check_steps(serial("N", "N", blast), 0, "");
	check_steps(serial("U", "T", blast), 2, "M");
}
END_TEST

START_TEST(of_equal_alignments_the_first_in_a_and_then_in_b_is_taken)
{
	struct alignment *al =
		serial("ACAC", "CAC", (struct scoring){1, 9, 9, 9});

	ck_assert_uint_eq(al->best.end_a, 4);
	free(al);
	al = serial("GAG", "AGA", (struct scoring){1, 9, 9, 9});
	ck_assert_uint_eq(al->best.end_a, 2);
	ck_assert_uint_eq(al->best.end_b, 3);
	free(al);
}
END_TEST

/* The matrix in tiles, by hand. */
struct tiles {
	struct cut cut;
	struct border **left;
	struct border **above;
};

static struct border *
new_border(u64 letters)
{
	struct border *b = malloc(border_size(letters));

	ck_assert_ptr_nonnull(b);
	return b;
}

static struct border *
new_edge(u64 letters, const u8 *letter, bool is_a)
{
	struct border *b = new_border(letters);

	border_init(b, &(struct names){0}, letters, letter, false, is_a);
	return b;
}

/* Computes all tiles; right and lower borders beyond the matrix are kept with
 * the tiles that would be there. */
static struct best
compute(struct tiles *t, const struct sequence *a, const struct sequence *b,
	const struct scoring *s)
{
	struct best best = {0};
	u64 stride;

	t->cut.len_a = a->length;
	t->cut.len_b = b->length;
	t->cut.rows = (a->length + t->cut.side - 1) / t->cut.side;
	t->cut.cols = (b->length + t->cut.side - 1) / t->cut.side;
	stride = t->cut.cols + 1;
	t->left = calloc((t->cut.rows + 1) * stride, sizeof(*t->left));
	t->above = calloc((t->cut.rows + 1) * stride, sizeof(*t->above));
	for (u64 r = 0; r < t->cut.rows; r++)
		for (u64 c = 0; c < t->cut.cols; c++) {
			struct area area = cut_area(&t->cut, r, c);
			u64 at = r * stride + c;

			if (c == 0)
				t->left[at] = new_edge(
					area.height, a->letter + area.a, true);
			if (r == 0)
				t->above[at] = new_edge(
					area.width, b->letter + area.b, false);
			t->left[at + 1] = new_border(area.height);
			t->above[at + stride] = new_border(area.width);
			tile_compute(&area, s, t->left[at], t->above[at],
				     t->left[at + 1], t->above[at + stride],
				     &best);
		}
	return best;
}

static struct alignment *
trace(struct tiles *t, const struct best *best, const struct scoring *s)
{
	struct alignment *al = malloc(alignment_size(best));
	struct walk w = {best->end_a, best->end_b, WALK_H};
	int end = best->score == 0;

	al->best = *best;
	al->steps = 0;
	while (!end) {
		u64 r = (w.a - 1) / t->cut.side, c = (w.b - 1) / t->cut.side;
		u64 at = r * (t->cut.cols + 1) + c;
		struct area area = cut_area(&t->cut, r, c);

		end = tile_trace(&area, s, t->left[at], t->above[at], &w, al);
		ck_assert_int_ge(end, 0);
	}
	return al;
}

static void
free_tiles(struct tiles *t)
{
	for (u64 i = 0; i < (t->cut.rows + 1) * (t->cut.cols + 1); i++) {
		free(t->left[i]);
		free(t->above[i]);
	}
	free(t->left);
	free(t->above);
}

/* Cheap gaps, ties everywhere, linear gaps, and the usual. */
static const struct scoring scorings[] = {
	{2, 3, 5, 2}, {1, 1, 0, 1}, {1, 0, 0, 0}, {5, 4, 3, 1}, {1, 2, 9, 0},
};

#define N_SCORINGS (int)(sizeof(scorings) / sizeof(scorings[0]))

START_TEST(tiles_find_the_alignment_of_the_serial_program)
{
	const struct scoring *s = &scorings[_i % N_SCORINGS];
	struct sequence a, b;
	struct tiles t = {.cut.side = 1 + (u64)_i * 7 % 40};
	struct alignment *want, *got;
	struct alignment_facts facts;
	struct best best;

	ck_assert(sequence_make_pair(&a, &b, 1 + (u64)_i * 13 % 150, (u64)_i,
				     false));
	best = compute(&t, &a, &b, s);
	got = trace(&t, &best, s);
	want = align_serial(a.letter, a.length, b.letter, b.length, s, false);

	ck_assert_int_eq(got->best.score, want->best.score);
	ck_assert_uint_eq(got->best.end_a, want->best.end_a);
	ck_assert_uint_eq(got->best.end_b, want->best.end_b);
	ck_assert_uint_eq(got->steps, want->steps);
	ck_assert_mem_eq(got->step, want->step, want->steps);
	alignment_count(got, a.letter, b.letter, s, false, &facts);
	ck_assert_int_eq(facts.score, want->best.score);
	ck_assert_uint_eq(facts.matches + facts.mismatches + facts.gap_letters,
			  got->steps);

	free(want);
	free(got);
	free_tiles(&t);
	sequence_free(&a);
	sequence_free(&b);
}
END_TEST

START_TEST(made_sequences_depend_on_the_seed_alone)
{
	struct sequence a, b, c, d;

	ck_assert(sequence_make_pair(&a, &b, 500, 3, _i));
	ck_assert(sequence_make_pair(&c, &d, 500, 3, _i));
	ck_assert_uint_eq(a.length, 500);
	ck_assert_mem_eq(a.letter, c.letter, 500);
	ck_assert_uint_eq(b.length, d.length);
	ck_assert_mem_eq(b.letter, d.letter, b.length);
	sequence_free(&c);
	sequence_free(&d);
	ck_assert(sequence_make_pair(&c, &d, 500, 4, _i));
	ck_assert_mem_ne(a.letter, c.letter, 500);
	sequence_free(&a);
	sequence_free(&b);
	sequence_free(&c);
	sequence_free(&d);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("wavefront");
	TCase *tc = tcase_create("wavefront");

	tcase_add_test(tc, the_text_book_example_scores_13);
	tcase_add_test(tc, a_gap_is_opened_once);
	tcase_add_test(tc, nothing_aligns_where_nothing_matches);
	tcase_add_test(
		tc, of_equal_alignments_the_first_in_a_and_then_in_b_is_taken);
	tcase_add_loop_test(tc, tiles_find_the_alignment_of_the_serial_program,
			    0, 200);
	tcase_add_loop_test(tc, made_sequences_depend_on_the_seed_alone, 0, 2);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
