/* SPDX-License-Identifier: BSD-3-Clause */
/* test_plan.c - who sends what to whom: what the lists are like.  That they
 * are right is for reorganize.c to say. */
#include "src/dri/shape/plan.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The linker sends allocations here (--wrap). */
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size);

static int fail_after = -1; /* so many succeed, one fails; -1: none fails */

static int
fails(void)
{
	return fail_after >= 0 && fail_after-- == 0;
}

void *
__wrap_malloc(size_t size)
{
	return fails() ? NULL : __real_malloc(size);
}

void *
__wrap_calloc(size_t n, size_t size)
{
	return fails() ? NULL : __real_calloc(n, size);
}

void *
__wrap_realloc(void *p, size_t size)
{
	return fails() ? NULL : __real_realloc(p, size);
}

static struct dri_shape src, dst;
static struct dri_plan plan;

static void
teardown(void)
{
	ocr_dri_plan_free(&plan);
}

/* One dimension in blocks. */
static struct dri_shape_spec
blocks(int64_t size, int procs)
{
	struct dri_shape_spec s;

	memset(&s, 0, sizeof(s));
	s.ndims = 1;
	s.dim[0].split.size = size;
	s.dim[0].split.mod = 1;
	s.dim[0].split.blksz = 1;
	s.dim[0].split.kind = DRI_SPLIT_BLOCK;
	s.dim[0].split.procs = procs;
	s.dim[0].split.left_type = DRI_OVERLAP_PAD_TRUNCATE;
	s.dim[0].split.right_type = DRI_OVERLAP_PAD_TRUNCATE;
	s.dim[0].spacing = 1;
	return s;
}

static struct dri_shape_spec
cyclic(int64_t size, int procs, int64_t blksz)
{
	struct dri_shape_spec s = blocks(size, procs);

	s.dim[0].split.kind = DRI_SPLIT_CYCLIC;
	s.dim[0].split.blksz = blksz;
	return s;
}

static struct dri_shape_spec
whole(int64_t size, int procs)
{
	struct dri_shape_spec s = blocks(size, procs);

	s.dim[0].split.kind = DRI_SPLIT_WHOLE;
	return s;
}

static void
make(struct dri_shape_spec a, struct dri_shape_spec b, enum dri_side side,
     int rank, const int *near)
{
	const char *why = "";

	ck_assert_int_eq(ocr_dri_shape_make(&src, &a, &why), DRI_SUCCESS);
	ck_assert_int_eq(ocr_dri_shape_make(&dst, &b, &why), DRI_SUCCESS);
	ck_assert_int_eq(ocr_dri_plan_make(&plan, &src, &dst, side, rank, near),
			 0);
}

/* Pair i is one run from place s to place d. */
static void
is_run(size_t i, int rank, int64_t s, int64_t d, int64_t len)
{
	const struct dri_meet *l = &plan.pairs[i].dim[0];

	ck_assert_int_eq(plan.pairs[i].rank, rank);
	ck_assert_int_eq(plan.pairs[i].elements, len);
	ck_assert_uint_eq(l->n, 1);
	ck_assert_uint_eq(l->n_runs, 1);
	ck_assert_int_eq(l->series->count, 1);
	ck_assert_int_eq(l->runs->src, s);
	ck_assert_int_eq(l->runs->dst, d);
	ck_assert_int_eq(l->runs->len, len);
}

START_TEST(blocks_that_meet_are_one_run_each)
{
	make(blocks(12, 2), blocks(12, 3), DRI_SEND, 0, NULL);

	ck_assert_uint_eq(plan.n, 2);
	is_run(0, 0, 0, 0, 4);
	is_run(1, 1, 4, 0, 2);
}
END_TEST

START_TEST(the_receiver_sees_the_same_from_its_side)
{
	make(blocks(12, 2), blocks(12, 3), DRI_RECEIVE, 1, NULL);

	ck_assert_uint_eq(plan.n, 2);
	is_run(0, 0, 4, 0, 2);
	is_run(1, 1, 0, 2, 2);
}
END_TEST

START_TEST(elements_and_their_number_do_not_matter_where_blocks_are_few)
{
	int64_t size = (int64_t)1 << 56;

	make(blocks(size, 4), blocks(size, 2), DRI_SEND, 1, NULL);

	ck_assert_uint_eq(plan.n, 1);
	is_run(0, 0, 0, size / 4, size / 4);
}
END_TEST

START_TEST(cyclic_against_block_is_one_series)
{
	const struct dri_meet *l;

	make(cyclic(100000, 4, 1), blocks(100000, 2), DRI_SEND, 3, NULL);

	ck_assert_uint_eq(plan.n, 2);
	l = &plan.pairs[1].dim[0];
	ck_assert_uint_eq(l->n, 1);
	ck_assert_uint_eq(l->n_runs, 1);
	ck_assert_int_eq(l->series->count, 12500);
	ck_assert_int_eq(l->series->src_step, 1);
	ck_assert_int_eq(l->series->dst_step, 4);
	ck_assert_int_eq(l->runs->src, 12500);
	ck_assert_int_eq(l->runs->dst, 3);
}
END_TEST

START_TEST(what_both_sides_split_alike_stays_where_it_is)
{
	static const int64_t sizes[] = {1, 2, 7, 100, 1 << 24};
	struct dri_shape_spec s;
	int64_t n;

	for (int i = 0; i < 5; i++)
		for (int64_t block = 0; block < 6; block++)
			for (int k = 0; k < 6; k++) {
				s = block ? cyclic(sizes[i], 3, block)
					  : blocks(sizes[i], 3);
				make(s, s, k % 2 ? DRI_SEND : DRI_RECEIVE,
				     k / 2, NULL);
				n = ocr_dri_split_extent(&src.split[0], k / 2);
				ck_assert_uint_eq(plan.n, n > 0);
				if (n > 0)
					is_run(0, k / 2, 0, 0, n);
				teardown();
			}
}
END_TEST

START_TEST(a_list_does_not_grow_with_the_blocks_that_repeat)
{
	static const struct {
		int procs[2];
		int64_t blksz[2], left;
	} sides[] = {
		{{2, 2}, {1, 2}, 0},	{{4, 4}, {1, 1024}, 0},
		{{3, 4}, {1000, 1}, 0}, {{5, 7}, {13, 17}, 0},
		{{2, 3}, {37, 41}, 3},	{{4, 4}, {4, 4}, 1},
	};
	struct dri_shape_spec a, b;
	size_t runs[2], i;

	for (i = 0; i < 6; i++)
		for (int k = 0; k < 4; k++) {
			for (int large = 0; large < 2; large++) {
				a = cyclic((int64_t)100000 << 20 * large,
					   sides[i].procs[0],
					   sides[i].blksz[0]);
				b = cyclic((int64_t)100000 << 20 * large,
					   sides[i].procs[1],
					   sides[i].blksz[1]);
				b.dim[0].split.left = sides[i].left;
				make(a, b, k % 2 ? DRI_SEND : DRI_RECEIVE,
				     k / 2, NULL);
				runs[large] = 0;
				for (size_t p = 0; p < plan.n; p++)
					runs[large] +=
						plan.pairs[p].dim[0].n_runs;
				teardown();
			}
			/* But for what is left at the end. */
			ck_assert_uint_lt(runs[1], 1000);
			ck_assert_uint_lt(runs[1], 3 * runs[0]);
		}
}
END_TEST

START_TEST(block_sizes_that_do_not_fit_make_a_few_patterns)
{
	size_t i;

	make(cyclic(120000, 2, 4), cyclic(120000, 2, 6), DRI_SEND, 0, NULL);

	ck_assert_uint_eq(plan.n, 2);
	for (i = 0; i < plan.n; i++) {
		ck_assert_uint_le(plan.pairs[i].dim[0].n, 4);
		ck_assert_uint_le(plan.pairs[i].dim[0].n_runs, 16);
	}
	ck_assert_int_eq(plan.pairs[0].elements + plan.pairs[1].elements,
			 60000);
}
END_TEST

START_TEST(a_series_knows_what_is_before_it)
{
	int64_t at = 0, period;
	const struct dri_meet *l;
	size_t i, k;

	make(cyclic(1000, 3, 7), cyclic(1000, 2, 5), DRI_RECEIVE, 1, NULL);

	l = &plan.pairs[2].dim[0];
	for (i = 0; i < l->n; i++) {
		const struct dri_series *s = &l->series[i];

		ck_assert_int_eq(s->at, at);
		period = 0;
		for (k = s->first; k < s->first + s->n; k++) {
			ck_assert_int_eq(l->runs[k].at, period);
			period += l->runs[k].len * l->runs[k].count;
		}
		ck_assert_int_eq(s->period, period);
		at += s->count * period;
	}
	ck_assert_int_eq(at, l->elements);
	ck_assert_int_eq(at, plan.pairs[2].elements);
}
END_TEST

START_TEST(neighbours_get_what_their_overlaps_hold)
{
	struct dri_shape_spec halo = blocks(12, 3);

	halo.dim[0].split.left = 1;
	halo.dim[0].split.right = 2;
	make(blocks(12, 3), halo, DRI_SEND, 1, NULL);

	ck_assert_uint_eq(plan.n, 3);
	is_run(0, 0, 0, 4, 2);
	is_run(1, 1, 0, 1, 4);
	is_run(2, 2, 3, 0, 1);
}
END_TEST

START_TEST(a_torus_has_no_ends)
{
	struct dri_shape_spec torus = blocks(12, 3);

	torus.dim[0].split.left = 1;
	torus.dim[0].split.left_type = DRI_OVERLAP_PAD_TOROIDAL;
	make(blocks(12, 3), torus, DRI_RECEIVE, 0, NULL);

	ck_assert_uint_eq(plan.n, 2);
	is_run(0, 0, 0, 1, 4);
	is_run(1, 2, 3, 0, 1);
}
END_TEST

START_TEST(an_overlap_may_go_around_a_torus_many_times)
{
	struct dri_shape_spec torus = blocks(3, 1);

	torus.dim[0].split.right = 3000;
	torus.dim[0].split.right_type = DRI_OVERLAP_PAD_TOROIDAL;
	make(blocks(3, 1), torus, DRI_SEND, 0, NULL);

	ck_assert_uint_eq(plan.n, 1);
	ck_assert_int_eq(plan.pairs[0].elements, 3003);
	ck_assert_uint_eq(plan.pairs[0].dim[0].n, 2);
	ck_assert_int_eq(plan.pairs[0].dim[0].series[1].at, 3);
	ck_assert_int_eq(plan.pairs[0].dim[0].series[1].count, 1000);
	ck_assert_int_eq(plan.pairs[0].dim[0].series[1].src_step, 0);
	ck_assert_int_eq(plan.pairs[0].dim[0].series[1].dst_step, 3);
}
END_TEST

START_TEST(a_replicated_pad_has_its_block_over_and_over)
{
	struct dri_shape_spec pad = blocks(6, 3);
	const struct dri_run *r;

	pad.dim[0].split.right = 5;
	pad.dim[0].split.right_type = DRI_OVERLAP_PAD_REPLICATED;
	make(blocks(6, 1), pad, DRI_SEND, 0, NULL);

	/* 4 5 | 4 5 4 5 4 */
	ck_assert_uint_eq(plan.n, 3);
	ck_assert_int_eq(plan.pairs[2].elements, 7);
	r = plan.pairs[2].dim[0].runs;
	ck_assert_int_eq(plan.pairs[2].dim[0].series->count, 3);
	ck_assert_int_eq(r[0].src, 4);
	ck_assert_int_eq(r[0].len, 2);
	ck_assert_int_eq(r[1].src, 4);
	ck_assert_int_eq(r[1].len, 1);
}
END_TEST

START_TEST(a_pad_of_very_many_images_is_a_few_series)
{
	static const int32_t types[] = {DRI_OVERLAP_PAD_TOROIDAL,
					DRI_OVERLAP_PAD_REPLICATED};
	const int64_t pad = (INT64_C(1) << 50) + 3;
	struct dri_shape_spec r = blocks(10, 2);

	r.dim[0].split.left = r.dim[0].split.right = pad;
	r.dim[0].split.left_type = r.dim[0].split.right_type = types[_i / 2];
	for (int rank = 0; rank < 2; rank++) {
		int64_t n = 0;

		make(blocks(10, 2), r, _i % 2 ? DRI_SEND : DRI_RECEIVE, rank,
		     NULL);
		for (size_t i = 0; i < plan.n; i++) {
			n += plan.pairs[i].elements;
			ck_assert_uint_lt(plan.pairs[i].dim[0].n, 10);
		}
		if (_i % 2 == 0)
			ck_assert_int_eq(n, 5 + 2 * pad);
		ocr_dri_plan_free(&plan);
	}
}
END_TEST

START_TEST(nobody_sends_zeros_nor_what_is_cut_off)
{
	struct dri_shape_spec pad = blocks(6, 1);

	pad.dim[0].split.left = 3;
	pad.dim[0].split.left_type = DRI_OVERLAP_PAD_ZEROS;
	pad.dim[0].split.right = 5;
	make(blocks(6, 1), pad, DRI_SEND, 0, NULL);

	ck_assert_uint_eq(plan.n, 1);
	is_run(0, 0, 0, 3, 6);
}
END_TEST

START_TEST(each_receiver_takes_the_copy_of_the_sender_near_it)
{
	static const int near[] = {2, 0, 2, 1};

	make(whole(8, 3), blocks(8, 4), DRI_SEND, 2, near);

	ck_assert_uint_eq(plan.n, 2);
	is_run(0, 0, 0, 0, 2);
	is_run(1, 2, 4, 0, 2);
}
END_TEST

START_TEST(without_a_near_one_copies_are_dealt_out_in_turn)
{
	make(whole(8, 3), blocks(8, 4), DRI_SEND, 0, NULL);

	ck_assert_uint_eq(plan.n, 2);
	is_run(0, 0, 0, 0, 2);
	is_run(1, 3, 6, 0, 2);
}
END_TEST

START_TEST(all_get_all_of_a_whole_dimension)
{
	make(blocks(8, 2), whole(8, 3), DRI_SEND, 1, NULL);

	ck_assert_uint_eq(plan.n, 3);
	is_run(0, 0, 0, 4, 4);
	is_run(1, 1, 0, 4, 4);
	is_run(2, 2, 0, 4, 4);
}
END_TEST

START_TEST(who_owns_nothing_meets_nobody)
{
	make(blocks(2, 4), blocks(2, 2), DRI_SEND, 3, NULL);

	ck_assert_uint_eq(plan.n, 0);
}
END_TEST

START_TEST(who_stores_nothing_meets_nobody)
{
	make(blocks(2, 2), blocks(2, 4), DRI_RECEIVE, 2, NULL);

	ck_assert_uint_eq(plan.n, 0);
}
END_TEST

START_TEST(without_memory_there_is_no_plan_and_nothing_is_left)
{
	/* Runs come in disorder, so that they have to be sorted. */
	struct dri_shape_spec halo = cyclic(500, 2, 3);
	int n = 0, rc;

	halo.dim[0].split.left = halo.dim[0].split.right = 5;
	make(cyclic(500, 3, 2), halo, DRI_SEND, 1, NULL);
	for (;; n++) {
		ocr_dri_plan_free(&plan);
		fail_after = n;
		rc = ocr_dri_plan_make(&plan, &src, &dst,
				       _i ? DRI_RECEIVE : DRI_SEND, 1, NULL);
		if (fail_after >= 0)
			break;
		ck_assert_int_eq(rc, -ENOMEM);
		ck_assert_uint_eq(plan.n, 0);
		ck_assert_ptr_null(plan.pairs);
	}
	fail_after = -1;

	ck_assert_int_eq(rc, 0);
	ck_assert_int_gt(n, 5);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("plan");
	TCase *tc = tcase_create("plan");

	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_test(tc, blocks_that_meet_are_one_run_each);
	tcase_add_test(tc, the_receiver_sees_the_same_from_its_side);
	tcase_add_test(
		tc,
		elements_and_their_number_do_not_matter_where_blocks_are_few);
	tcase_add_test(tc, cyclic_against_block_is_one_series);
	tcase_add_test(tc, what_both_sides_split_alike_stays_where_it_is);
	tcase_add_test(tc, a_list_does_not_grow_with_the_blocks_that_repeat);
	tcase_add_test(tc, block_sizes_that_do_not_fit_make_a_few_patterns);
	tcase_add_test(tc, a_series_knows_what_is_before_it);
	tcase_add_test(tc, neighbours_get_what_their_overlaps_hold);
	tcase_add_test(tc, a_torus_has_no_ends);
	tcase_add_test(tc, an_overlap_may_go_around_a_torus_many_times);
	tcase_add_test(tc, a_replicated_pad_has_its_block_over_and_over);
	tcase_add_loop_test(tc, a_pad_of_very_many_images_is_a_few_series, 0,
			    4);
	tcase_add_test(tc, nobody_sends_zeros_nor_what_is_cut_off);
	tcase_add_test(tc, each_receiver_takes_the_copy_of_the_sender_near_it);
	tcase_add_test(tc, without_a_near_one_copies_are_dealt_out_in_turn);
	tcase_add_test(tc, all_get_all_of_a_whole_dimension);
	tcase_add_test(tc, who_owns_nothing_meets_nobody);
	tcase_add_test(tc, who_stores_nothing_meets_nobody);
	tcase_add_loop_test(
		tc, without_memory_there_is_no_plan_and_nothing_is_left, 0, 2);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
