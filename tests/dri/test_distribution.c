/* SPDX-License-Identifier: BSD-3-Clause */
/* test_distribution.c - distributions, through the public calls alone: what all
 * processes of a group are told fits together. */
#include "dri.h"
#include "tests/dri/must.h"
#include "tests/suite.h"

#include <check.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* -- An array and how it is split -- */

struct setting {
	int ndims, group_size;
	int64_t size[DRI_MAX_DIMS];
	DRI_Global_Data gdo;
	DRI_Overlap overlap[2 * DRI_MAX_DIMS];
	DRI_Partition part[DRI_MAX_DIMS];
	DRI_Layout layout[DRI_MAX_DIMS];
	int order[DRI_MAX_DIMS];
	int64_t spacing[DRI_MAX_DIMS];
	bool whole[DRI_MAX_DIMS];
	int dims[DRI_MAX_DIMS]; /* zeros are free */
};

static DRI_Overlap
random_overlap(void)
{
	DRI_Overlap o = DRI_NO_OVERLAP;

	if (random_below(2))
		MUST(DRI_Overlap_create((DRI_Overlap_type)(1 + random_below(4)),
					random_below(4), &o) == DRI_SUCCESS);
	return o;
}

static void
random_part(struct setting *s, int d)
{
	int rc = DRI_SUCCESS;

	s->overlap[2 * d] = random_overlap();
	s->overlap[2 * d + 1] = random_overlap();
	s->whole[d] = false;
	switch (random_below(4)) {
	case 0:
		s->whole[d] = true;
		rc = DRI_Partition_create_whole(&s->part[d]);
		break;
	case 1:
		rc = DRI_Partition_create_block(
			random_below(3), 1, s->overlap[2 * d],
			s->overlap[2 * d + 1], &s->part[d]);
		/* A dimension of one element may be too short. */
		s->size[d] += 2;
		break;
	default:
		rc = DRI_Partition_create_blockcyclic(
			0, 1, s->overlap[2 * d], s->overlap[2 * d + 1],
			1 + random_below(4), &s->part[d]);
	}
	MUST(rc == DRI_SUCCESS);
}

static void
random_layouts(struct setting *s)
{
	for (int d = 0; d < s->ndims; d++) {
		int other = (int)random_below(d + 1);

		s->order[d] = s->order[other];
		s->order[other] = d;
	}
	for (int d = 0; d < s->ndims; d++) {
		int rc = DRI_SUCCESS;

		s->spacing[d] = 1;
		switch (random_below(4)) {
		case 0:
			s->spacing[d] += random_below(3);
			rc = DRI_Layout_create(s->order[d], s->spacing[d],
					       &s->layout[d]);
			break;
		case 1:
			rc = DRI_Layout_create_uniform(s->order[d],
						       &s->layout[d]);
			break;
		default:
			rc = DRI_Layout_create_packed(s->order[d],
						      &s->layout[d]);
		}
		MUST(rc == DRI_SUCCESS);
	}
}

static void
random_setting(struct setting *s)
{
	memset(s, 0, sizeof(*s));
	s->ndims = 1 + (int)random_below(3);
	s->group_size = 1;
	for (int d = 0; d < s->ndims; d++) {
		int procs = 1 + (int)random_below(3);

		s->size[d] = 1 + random_below(9);
		s->group_size *= procs;
		s->dims[d] = random_below(2) ? procs : 0;
		random_part(s, d);
	}
	random_layouts(s);
	MUST(DRI_Global_Data_create(s->ndims, s->size, "array", &s->gdo) ==
	     DRI_SUCCESS);
}

static void
destroy_setting(struct setting *s)
{
	MUST(DRI_Global_Data_destroy(&s->gdo) == DRI_SUCCESS);
	for (int d = 0; d < s->ndims; d++) {
		MUST(DRI_Overlap_destroy(&s->overlap[2 * d]) == DRI_SUCCESS);
		MUST(DRI_Overlap_destroy(&s->overlap[2 * d + 1]) ==
		     DRI_SUCCESS);
		MUST(DRI_Partition_destroy(&s->part[d]) == DRI_SUCCESS);
		MUST(DRI_Layout_destroy(&s->layout[d]) == DRI_SUCCESS);
	}
}

/* -- What the processes are told -- */

/* Counts the owners of each element of the array, and marks the places in one
 * process's buffer that are used. */
struct tally {
	const struct setting *s;
	int64_t elements;
	int *owners;
	int64_t places;
	char *used;
};

static void
count_element(struct tally *t, const DRI_Blockinfo *info, int d, int64_t index,
	      int64_t factor, int64_t at)
{
	const DRI_Blockdim *dim = &info->dims[d];

	if (d == info->ndims) {
		MUST(index >= 0 && index < t->elements);
		MUST(at >= 0 && at < t->places);
		MUST(!t->used[at]);
		t->used[at] = 1;
		t->owners[index]++;
		return;
	}
	MUST(dim->length > 0);
	MUST(dim->global_begin_ix >= 0);
	MUST(dim->length <= t->s->size[d] - dim->global_begin_ix);
	for (int64_t i = 0; i < dim->length; i++)
		count_element(t, info, d + 1,
			      index + factor * (dim->global_begin_ix + i),
			      factor * t->s->size[d], at + i * dim->stride);
}

/* Blocks count along dimension 0 first, in the order of the array. */
static bool
comes_before(const DRI_Blockinfo *a, const DRI_Blockinfo *b)
{
	for (int d = a->ndims - 1; d >= 0; d--) {
		if (a->dims[d].global_begin_ix != b->dims[d].global_begin_ix)
			return a->dims[d].global_begin_ix <
			       b->dims[d].global_begin_ix;
	}
	return false;
}

static void
tally_process(struct tally *t, DRI_Distribution disth)
{
	DRI_Blockinfo info, before;
	int blocks = -1;

	MUST(DRI_Distribution_get_local_count(disth, &t->places) ==
	     DRI_SUCCESS);
	MUST(DRI_Distribution_get_numblocks(disth, &blocks) == DRI_SUCCESS);
	t->used = calloc(1, (size_t)t->places + 1);
	MUST(t->used != NULL);
	for (int b = 0; b < blocks; b++) {
		MUST(DRI_Distribution_get_blockinfo(disth, b, &info) ==
		     DRI_SUCCESS);
		MUST(info.ndims == t->s->ndims);
		count_element(t, &info, 0, 0, 1, info.first_offset);
		MUST(b == 0 || comes_before(&before, &info));
		before = info;
	}
	MUST(DRI_Distribution_get_blockinfo(disth, blocks, &info) ==
	     DRI_ERR_BLOCK);
	free(t->used);
}

/* How many processes have each element. */
static int
copies(const struct setting *s)
{
	int divided = 1;
	bool known = true;

	for (int d = 0; d < s->ndims; d++) {
		if (s->whole[d])
			known &= s->dims[d] > 0;
		else
			divided *= s->dims[d];
	}
	/* Known only if it was said how dimensions are spread. */
	return known && divided > 0 && s->group_size % divided == 0
		       ? s->group_size / divided
		       : 0;
}

static bool
tally_group(struct setting *s)
{
	struct tally t = {.s = s, .elements = 1};
	int want = copies(s);

	for (int d = 0; d < s->ndims; d++)
		t.elements *= s->size[d];
	t.owners = calloc((size_t)t.elements, sizeof(t.owners[0]));
	MUST(t.owners != NULL);
	for (int rank = 0; rank < s->group_size; rank++) {
		DRI_Distribution disth = NULL;
		int rc = DRI_Distribution_create(s->gdo, s->group_size, rank,
						 s->dims, s->part, s->layout,
						 &disth);

		if (rc != DRI_SUCCESS) {
			MUST(rc == DRI_ERR_GROUP_DIMS);
			free(t.owners);
			return false;
		}
		tally_process(&t, disth);
		MUST(DRI_Distribution_destroy(&disth) == DRI_SUCCESS);
	}
	for (int64_t i = 0; i < t.elements; i++) {
		MUST(t.owners[i] > 0);
		MUST(t.owners[i] == t.owners[0]);
	}
	MUST(want == 0 || t.owners[0] == want);
	free(t.owners);
	return true;
}

START_TEST(every_element_has_an_owner_and_a_place)
{
	int made = 0;

	random_state = (uint64_t)_i;
	for (int k = 0; k < 150; k++) {
		struct setting s;

		random_setting(&s);
		made += tally_group(&s);
		destroy_setting(&s);
	}
	ck_assert_int_gt(made, 50);
}
END_TEST

/* -- By example -- */

/* 10 x 6 elements; dimension 0 in blocks over two processes with one element of
 * the neighbour's at the left and two at the right, dimension 1 cyclic by two
 * over two processes. */
static DRI_Distribution
example(int rank, const DRI_Layout *layouts)
{
	const int64_t size[2] = {10, 6};
	const int dims[2] = {2, 2};
	DRI_Overlap lov, rov;
	DRI_Partition parts[2];
	DRI_Global_Data g;
	DRI_Distribution d = NULL;

	MUST(!DRI_Global_Data_create(2, size, "example", &g));
	MUST(!DRI_Overlap_create(DRI_OVERLAP_PAD_TRUNCATE, 1, &lov));
	MUST(!DRI_Overlap_create(DRI_OVERLAP_PAD_TOROIDAL, 2, &rov));
	MUST(!DRI_Partition_create_block(0, 1, lov, rov, &parts[0]));
	MUST(!DRI_Partition_create_blockcyclic(0, 1, DRI_NO_OVERLAP,
					       DRI_NO_OVERLAP, 2, &parts[1]));
	MUST(!DRI_Distribution_create(g, 4, rank, dims, parts, layouts, &d));
	MUST(!DRI_Global_Data_destroy(&g));
	MUST(!DRI_Overlap_destroy(&lov));
	MUST(!DRI_Overlap_destroy(&rov));
	MUST(!DRI_Partition_destroy(&parts[0]));
	MUST(!DRI_Partition_destroy(&parts[1]));
	return d;
}

START_TEST(blocks_are_described_as_the_draft_says)
{
	const DRI_Layout layouts[2] = {DRI_LAYOUT_PACKED_0,
				       DRI_LAYOUT_PACKED_1};
	DRI_Distribution d = example(1, layouts);
	DRI_Overlap_type type;
	DRI_Blockinfo info;
	int64_t n;
	int blocks;

	ck_assert_int_eq(DRI_Distribution_get_numblocks(d, &blocks),
			 DRI_SUCCESS);
	ck_assert_int_eq(blocks, 2);
	ck_assert_int_eq(DRI_Distribution_get_local_count(d, &n), DRI_SUCCESS);
	ck_assert_int_eq(n, 8 * 4);
	ck_assert_int_eq(DRI_Distribution_get_blockinfo(d, 1, &info),
			 DRI_SUCCESS);
	ck_assert_int_eq(info.ndims, 2);
	ck_assert_int_eq(info.first_offset, 1 + 2 * 8);
	ck_assert_int_eq(info.dims[0].global_begin_ix, 5);
	ck_assert_int_eq(info.dims[0].length, 5);
	ck_assert_int_eq(info.dims[0].stride, 1);
	ck_assert_int_eq(info.dims[1].global_begin_ix, 4);
	ck_assert_int_eq(info.dims[1].length, 2);
	ck_assert_int_eq(info.dims[1].stride, 8);

	/* The overlaps that it was made of are gone; these are its own. */
	ck_assert_int_eq(DRI_Overlap_get_info(info.dims[0].lov, &type, &n),
			 DRI_SUCCESS);
	ck_assert_int_eq(type, DRI_OVERLAP_PAD_TRUNCATE);
	ck_assert_int_eq(n, 1);
	ck_assert_int_eq(DRI_Overlap_get_info(info.dims[0].rov, &type, &n),
			 DRI_SUCCESS);
	ck_assert_int_eq(type, DRI_OVERLAP_PAD_TOROIDAL);
	ck_assert_int_eq(n, 2);
	ck_assert_ptr_eq(info.dims[1].lov, DRI_NO_OVERLAP);
	ck_assert_ptr_eq(info.dims[1].rov, DRI_NO_OVERLAP);
	ck_assert_int_eq(DRI_Distribution_destroy(&d), DRI_SUCCESS);
	ck_assert_int_eq(DRI_Overlap_get_info(info.dims[0].rov, &type, &n),
			 DRI_ERR_HANDLE);
}
END_TEST

START_TEST(the_first_process_has_nothing_left_of_the_array)
{
	const DRI_Layout layouts[2] = {DRI_LAYOUT_PACKED_1,
				       DRI_LAYOUT_UNIFORM_0};
	DRI_Distribution d = example(2, layouts);
	DRI_Blockinfo info;
	int64_t n;

	/* Coordinates 0 and 1: five and two elements, columns of two that have
	 * room for the four of others. */
	ck_assert_int_eq(DRI_Distribution_get_local_count(d, &n), DRI_SUCCESS);
	ck_assert_int_eq(n, 7 * 4);
	ck_assert_int_eq(DRI_Distribution_get_blockinfo(d, 0, &info),
			 DRI_SUCCESS);
	ck_assert_int_eq(info.first_offset, 0);
	ck_assert_int_eq(info.dims[0].stride, 4);
	ck_assert_int_eq(info.dims[1].stride, 1);
	ck_assert_int_eq(info.dims[1].global_begin_ix, 2);
	ck_assert_int_eq(DRI_Distribution_destroy(&d), DRI_SUCCESS);
}
END_TEST

/* 3 elements over 4 processes. */
START_TEST(a_process_that_owns_nothing_has_no_blocks)
{
	const int64_t size = 3;
	DRI_Overlap o;
	DRI_Partition p;
	DRI_Global_Data g;
	DRI_Distribution d;
	DRI_Blockinfo info;
	int64_t n = -1;
	int blocks = -1;

	MUST(!DRI_Global_Data_create(1, &size, NULL, &g));
	MUST(!DRI_Overlap_create(DRI_OVERLAP_PAD_ZEROS, 5, &o));
	MUST(!DRI_Partition_create_block(0, 1, o, o, &p));
	ck_assert_int_eq(DRI_Distribution_create_simple(g, 4, 3, NULL, &p, &d),
			 DRI_SUCCESS);

	ck_assert_int_eq(DRI_Distribution_get_numblocks(d, &blocks),
			 DRI_SUCCESS);
	ck_assert_int_eq(blocks, 0);
	ck_assert_int_eq(DRI_Distribution_get_local_count(d, &n), DRI_SUCCESS);
	ck_assert_int_eq(n, 0);
	ck_assert_int_eq(DRI_Distribution_get_blockinfo(d, 0, &info),
			 DRI_ERR_BLOCK);
	DRI_Distribution_destroy(&d);
	DRI_Partition_destroy(&p);
	DRI_Overlap_destroy(&o);
	DRI_Global_Data_destroy(&g);
}
END_TEST

START_TEST(more_blocks_than_an_int_counts_are_told)
{
	const int64_t size = 1LL << 40;
	DRI_Partition p;
	DRI_Global_Data g;
	DRI_Distribution d;
	DRI_Blockinfo info;
	int blocks = -1;

	MUST(!DRI_Global_Data_create(1, &size, NULL, &g));
	MUST(!DRI_Partition_create_blockcyclic(0, 1, DRI_NO_OVERLAP,
					       DRI_NO_OVERLAP, 1, &p));
	MUST(!DRI_Distribution_create_simple(g, 2, 1, NULL, &p, &d));

	ck_assert_int_eq(DRI_Distribution_get_numblocks(d, &blocks),
			 DRI_ERR_SIZE);
	ck_assert_int_eq(blocks, -1);
	ck_assert_int_eq(DRI_Distribution_get_blockinfo(d, INT_MAX, &info),
			 DRI_SUCCESS);
	ck_assert_int_eq(info.dims[0].global_begin_ix, 2LL * INT_MAX + 1);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("distribution");
	TCase *tc = tcase_create("distribution");

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, every_element_has_an_owner_and_a_place, 0, 5);
	tcase_add_test(tc, blocks_are_described_as_the_draft_says);
	tcase_add_test(tc, the_first_process_has_nothing_left_of_the_array);
	tcase_add_test(tc, a_process_that_owns_nothing_has_no_blocks);
	tcase_add_test(tc, more_blocks_than_an_int_counts_are_told);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
