/* SPDX-License-Identifier: BSD-3-Clause */
/* test_distribution_codes.c - what distributions refuse, and with which code.
 */
#include "dri.h"
#include "tests/dri/must.h"
#include "tests/suite.h"

#include <check.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* 8 x 8 elements, in blocks over 2 x 2 processes. */
struct plain {
	DRI_Global_Data g;
	DRI_Partition parts[2];
	DRI_Layout layouts[2];
	int dims[2];
};

static struct plain
plain(void)
{
	const int64_t size[2] = {8, 8};
	struct plain p = {.layouts = {DRI_LAYOUT_PACKED_0, DRI_LAYOUT_PACKED_1},
			  .dims = {2, 2}};

	MUST(!DRI_Global_Data_create(2, size, NULL, &p.g));
	for (int d = 0; d < 2; d++)
		MUST(!DRI_Partition_create_block(0, 1, DRI_NO_OVERLAP,
						 DRI_NO_OVERLAP, &p.parts[d]));
	return p;
}

/* Both create calls refuse, and write nothing. */
static void
refuses(const struct plain *p, int group, int rank, int status)
{
	DRI_Distribution d = NULL;

	ck_assert_int_eq(DRI_Distribution_create(p->g, group, rank, p->dims,
						 p->parts, p->layouts, &d),
			 status);
	ck_assert_int_eq(DRI_Distribution_create_simple(p->g, group, rank,
							p->dims, p->parts, &d),
			 status);
	ck_assert_ptr_null(d);
}

START_TEST(groups_that_do_not_fit_are_refused)
{
	struct plain p = plain();

	refuses(&p, 0, 0, DRI_ERR_SIZE);
	refuses(&p, -4, 0, DRI_ERR_SIZE);
	refuses(&p, 4, 4, DRI_ERR_RANK);
	refuses(&p, 4, -1, DRI_ERR_RANK);
	refuses(&p, 5, 0, DRI_ERR_GROUP_DIMS);
	refuses(&p, 2, 0, DRI_ERR_GROUP_DIMS);
	p.dims[0] = 3;
	p.dims[1] = 0;
	refuses(&p, 4, 0, DRI_ERR_GROUP_DIMS);
	p.dims[0] = -2;
	p.dims[1] = -2;
	refuses(&p, 4, 0, DRI_ERR_GROUP_DIMS);
	p.dims[0] = INT_MAX;
	p.dims[1] = INT_MAX;
	refuses(&p, 1, 0, DRI_ERR_GROUP_DIMS);
}
END_TEST

START_TEST(objects_that_are_not_are_refused)
{
	struct plain p = plain(), q = p;
	DRI_Partition gone = p.parts[1];

	q.g = NULL;
	refuses(&q, 4, 0, DRI_ERR_NULL);
	q = p;
	q.parts[1] = NULL;
	refuses(&q, 4, 0, DRI_ERR_NULL);
	q.parts[1] = (DRI_Partition)(void *)p.g;
	refuses(&q, 4, 0, DRI_ERR_HANDLE);
	DRI_Partition_destroy(&p.parts[1]);
	q.parts[1] = gone;
	refuses(&q, 4, 0, DRI_ERR_HANDLE);
	q.parts[1] = DRI_PARTITION_WHOLE;
	DRI_Global_Data_destroy(&p.g);
	refuses(&q, 4, 0, DRI_ERR_HANDLE);
}
END_TEST

START_TEST(pointers_that_are_null_are_refused)
{
	struct plain p = plain();
	DRI_Distribution d = NULL;

	ck_assert_int_eq(
		DRI_Distribution_create(p.g, 4, 0, p.dims, NULL, p.layouts, &d),
		DRI_ERR_NULL);
	ck_assert_int_eq(
		DRI_Distribution_create(p.g, 4, 0, p.dims, p.parts, NULL, &d),
		DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Distribution_create(p.g, 4, 0, p.dims, p.parts,
						 p.layouts, NULL),
			 DRI_ERR_NULL);
	ck_assert_int_eq(
		DRI_Distribution_create_simple(p.g, 4, 0, p.dims, NULL, &d),
		DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Distribution_create_simple(p.g, 4, 0, p.dims,
							p.parts, NULL),
			 DRI_ERR_NULL);
	ck_assert_ptr_null(d);
}
END_TEST

START_TEST(layouts_that_do_not_fit_together_are_refused)
{
	struct plain p = plain();
	DRI_Layout gone;
	static const struct {
		DRI_Layout layout;
		int status;
	} bad[] = {
		{DRI_LAYOUT_PACKED_0, DRI_ERR_LAYOUT},
		{DRI_LAYOUT_UNIFORM_0, DRI_ERR_LAYOUT},
		{DRI_LAYOUT_PACKED_2, DRI_ERR_LAYOUT},
		{DRI_LAYOUT_NULL, DRI_ERR_NULL},
		{(DRI_Layout)17, DRI_ERR_HANDLE},
	};
	DRI_Distribution d = NULL;

	MUST(!DRI_Layout_create(1, 2, &gone));
	p.layouts[1] = gone;
	DRI_Layout_destroy(&gone);
	ck_assert_int_eq(DRI_Distribution_create(p.g, 4, 0, p.dims, p.parts,
						 p.layouts, &d),
			 DRI_ERR_HANDLE);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		p.layouts[1] = bad[i].layout;
		ck_assert_int_eq(DRI_Distribution_create(p.g, 4, 0, p.dims,
							 p.parts, p.layouts,
							 &d),
				 bad[i].status);
	}
	ck_assert_ptr_null(d);
}
END_TEST

START_TEST(sizes_that_conflict_are_refused)
{
	struct plain p = plain();
	DRI_Overlap o;

	MUST(!DRI_Partition_create_block(9, 1, DRI_NO_OVERLAP, DRI_NO_OVERLAP,
					 &p.parts[0]));
	refuses(&p, 4, 0, DRI_ERR_PARTITION);
	MUST(!DRI_Partition_create_block(0, 3, DRI_NO_OVERLAP, DRI_NO_OVERLAP,
					 &p.parts[0]));
	refuses(&p, 4, 0, DRI_ERR_PARTITION);
	MUST(!DRI_Partition_create_blockcyclic(5, 1, DRI_NO_OVERLAP,
					       DRI_NO_OVERLAP, 5, &p.parts[0]));
	refuses(&p, 4, 0, DRI_ERR_PARTITION);
	MUST(!DRI_Overlap_create(DRI_OVERLAP_PAD_ZEROS, INT64_MAX, &o));
	MUST(!DRI_Partition_create_block(0, 1, o, o, &p.parts[0]));
	refuses(&p, 4, 0, DRI_ERR_SIZE);
}
END_TEST

START_TEST(questions_without_an_answer_are_refused)
{
	struct plain p = plain();
	DRI_Distribution d, gone;
	DRI_Blockinfo info, before;
	int64_t n = -1;
	int blocks = -1;

	MUST(!DRI_Distribution_create_simple(p.g, 4, 0, p.dims, p.parts, &d));
	gone = d;
	memset(&info, 0x5a, sizeof(info));
	before = info;
	ck_assert_int_eq(DRI_Distribution_get_numblocks(d, NULL), DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Distribution_get_local_count(d, NULL),
			 DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Distribution_get_blockinfo(d, 0, NULL),
			 DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Distribution_get_blockinfo(d, -1, &info),
			 DRI_ERR_BLOCK);
	ck_assert_int_eq(DRI_Distribution_get_blockinfo(d, 1, &info),
			 DRI_ERR_BLOCK);
	ck_assert_int_eq(DRI_Distribution_destroy(NULL), DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Distribution_destroy(&d), DRI_SUCCESS);
	for (int k = 0; k < 2; k++) {
		int status = k ? DRI_ERR_HANDLE : DRI_ERR_NULL;
		DRI_Distribution h = k ? gone : d;

		ck_assert_int_eq(DRI_Distribution_get_numblocks(h, &blocks),
				 status);
		ck_assert_int_eq(DRI_Distribution_get_local_count(h, &n),
				 status);
		ck_assert_int_eq(DRI_Distribution_get_blockinfo(h, 0, &info),
				 status);
		ck_assert_int_eq(DRI_Distribution_destroy(&h), status);
	}
	ck_assert_int_eq(blocks, -1);
	ck_assert_int_eq(n, -1);
	ck_assert_mem_eq(&info, &before, sizeof(info));
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("distribution_codes");
	TCase *tc = tcase_create("distribution_codes");

	tcase_add_test(tc, groups_that_do_not_fit_are_refused);
	tcase_add_test(tc, objects_that_are_not_are_refused);
	tcase_add_test(tc, pointers_that_are_null_are_refused);
	tcase_add_test(tc, layouts_that_do_not_fit_together_are_refused);
	tcase_add_test(tc, sizes_that_conflict_are_refused);
	tcase_add_test(tc, questions_without_an_answer_are_refused);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
