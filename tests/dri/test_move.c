/* SPDX-License-Identifier: BSD-3-Clause */
/* test_move.c - runs, and what is moved of them.  That all elements come to
 * their places is for reorganize.c to say. */
#include "src/dri/move/move.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define N 1024 /* so large a square that it is written past the caches */

static struct dri_shape src, dst;
static struct dri_plan plan;
static struct dri_mover mover;
static const struct dri_pair *pair; /* the first one */

static void
teardown(void)
{
	ocr_dri_plan_free(&plan);
}

/* Two dimensions of n x n ints: dimension `split` in blocks. */
static struct dri_shape_spec
square(int64_t n, int split, int procs)
{
	struct dri_shape_spec s;
	int d;

	memset(&s, 0, sizeof(s));
	s.ndims = 2;
	for (d = 0; d < 2; d++) {
		s.dim[d].split.size = n;
		s.dim[d].split.mod = 1;
		s.dim[d].split.blksz = 1;
		s.dim[d].split.kind = DRI_SPLIT_BLOCK;
		s.dim[d].split.procs = d == split ? procs : 1;
		s.dim[d].order = d;
		s.dim[d].spacing = 1;
	}
	return s;
}

/* The same, stored the other way round. */
static struct dri_shape_spec
turned(struct dri_shape_spec s)
{
	s.dim[0].order = 1;
	s.dim[1].order = 0;
	return s;
}

static void
make(struct dri_shape_spec a, struct dri_shape_spec b)
{
	const char *why = "";

	ck_assert_int_eq(ocr_dri_shape_make(&src, &a, &why), DRI_SUCCESS);
	ck_assert_int_eq(ocr_dri_shape_make(&dst, &b, &why), DRI_SUCCESS);
	ck_assert_int_eq(
		ocr_dri_plan_make(&plan, &src, &dst, DRI_SEND, 0, NULL), 0);
	ck_assert_uint_ge(plan.n, 1);
	pair = &plan.pairs[0];
	mover.ndims = 2;
	mover.elem_bytes = sizeof(int);
	ocr_dri_shape_strides(&src, 0, mover.src_stride);
	ocr_dri_shape_strides(&dst, 0, mover.dst_stride);
}

static void
runs_are(int64_t in_dst, int64_t in_both)
{
	struct dri_runs runs;

	ocr_dri_count_runs(&mover, pair, &runs);
	ck_assert_int_eq(runs.dst, in_dst);
	ck_assert_int_eq(runs.both, in_both);
}

static void
place_is(int64_t first, int64_t s, int64_t d, int64_t dst_run, int64_t run)
{
	struct dri_place p;

	ocr_dri_locate(&mover, pair, first, &p);
	ck_assert_int_eq(p.src_bytes, 4 * s);
	ck_assert_int_eq(p.dst_bytes, 4 * d);
	ck_assert_int_eq(p.dst_run, dst_run);
	ck_assert_int_eq(p.run, run);
}

START_TEST(what_stays_in_order_is_one_run)
{
	make(square(8, 1, 2), square(8, 1, 4));

	runs_are(1, 1);
	place_is(0, 0, 0, 16, 16);
	place_is(3, 3, 3, 13, 13);
}
END_TEST

START_TEST(rows_cut_in_two_are_a_run_each)
{
	make(square(8, 1, 2), square(8, 0, 2));

	/* 4 rows of 4 of 8 become 4 rows side by side. */
	runs_are(1, 4);
	place_is(5, 9, 5, 11, 3);
}
END_TEST

START_TEST(what_is_turned_is_contiguous_for_the_receiver_alone)
{
	make(square(8, 0, 1), turned(square(8, 0, 1)));

	runs_are(1, 64);
	place_is(1, 8, 1, 63, 1);
}
END_TEST

START_TEST(with_places_left_empty_each_element_is_a_run)
{
	struct dri_shape_spec spaced = square(4, 0, 1);

	spaced.dim[0].spacing = 3;
	make(square(4, 0, 1), spaced);

	runs_are(16, 16);
	place_is(5, 5, 15, 1, 1);
}
END_TEST

START_TEST(a_turned_square_comes_to_its_places)
{
	int *from = malloc(sizeof(int) * N * N), *to, i, j, wrong = 0;
	int *packed = malloc(sizeof(int) * N * N);

	to = malloc(sizeof(int) * N * N);
	ck_assert(from != NULL && to != NULL && packed != NULL);
	make(square(N, 0, 1), turned(square(N, 0, 1)));
	for (i = 0; i < N * N; i++)
		from[i] = i;

	ocr_dri_move(&mover, pair, from, to);
	ocr_dri_pack(&mover, pair, 0, pair->elements, from, packed);

	for (i = 0; i < N; i++)
		for (j = 0; j < N; j++)
			wrong += to[i * N + j] != j * N + i;
	ck_assert_int_eq(wrong, 0);
	ck_assert_int_eq(memcmp(to, packed, sizeof(int) * N * N), 0);
	free(from);
	free(to);
	free(packed);
}
END_TEST

START_TEST(a_piece_is_packed_as_it_is_stored)
{
	int from[64], piece[10], i;

	make(square(8, 0, 1), turned(square(8, 0, 1)));
	for (i = 0; i < 64; i++)
		from[i] = i;

	ocr_dri_pack(&mover, pair, 5, 10, from, piece);

	for (i = 0; i < 10; i++)
		ck_assert_int_eq(piece[i], (5 + i) % 8 * 8 + (5 + i) / 8);
}
END_TEST

START_TEST(a_piece_that_is_unpacked_touches_nothing_else)
{
	int to[64], piece[10], i;

	make(square(8, 1, 2), square(8, 0, 2));
	for (i = 0; i < 64; i++)
		to[i] = -1;
	for (i = 0; i < 10; i++)
		piece[i] = 100 + i;

	ocr_dri_unpack(&mover, pair, 3, 10, piece, to);

	for (i = 0; i < 64; i++)
		ck_assert_int_eq(to[i], i >= 3 && i < 13 ? 100 + i - 3 : -1);
}
END_TEST

START_TEST(a_piece_of_nothing_is_nothing)
{
	int from[64] = {0}, one = 7;

	make(square(8, 0, 1), square(8, 0, 1));

	ocr_dri_pack(&mover, pair, 64, 0, from, &one);
	ocr_dri_unpack(&mover, pair, 0, 0, &one, from);

	ck_assert_int_eq(one, 7);
	ck_assert_int_eq(from[0], 0);
}
END_TEST

START_TEST(zeros_are_written_beyond_the_ends_alone)
{
	struct dri_shape_spec padded = square(2, 0, 1);
	static const int want[] = {0, 1, 1, 0, 0, 0, 1, 1, 0, 0};
	int buf[10], i;

	padded.dim[0].split.left = 1;
	padded.dim[0].split.left_type = DRI_OVERLAP_PAD_ZEROS;
	padded.dim[0].split.right = 2;
	padded.dim[0].split.right_type = DRI_OVERLAP_PAD_ZEROS;
	make(square(2, 0, 1), padded);
	for (i = 0; i < 10; i++)
		buf[i] = 1;

	ocr_dri_fill_zeros(&dst, 0, sizeof(int), buf);

	for (i = 0; i < 10; i++)
		ck_assert_int_eq(buf[i], want[i]);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("move");
	TCase *tc = tcase_create("move");

	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_test(tc, what_stays_in_order_is_one_run);
	tcase_add_test(tc, rows_cut_in_two_are_a_run_each);
	tcase_add_test(tc, what_is_turned_is_contiguous_for_the_receiver_alone);
	tcase_add_test(tc, with_places_left_empty_each_element_is_a_run);
	tcase_add_test(tc, a_turned_square_comes_to_its_places);
	tcase_add_test(tc, a_piece_is_packed_as_it_is_stored);
	tcase_add_test(tc, a_piece_that_is_unpacked_touches_nothing_else);
	tcase_add_test(tc, a_piece_of_nothing_is_nothing);
	tcase_add_test(tc, zeros_are_written_beyond_the_ends_alone);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
