/* SPDX-License-Identifier: BSD-3-Clause */
/* test_objects.c - global data, overlaps, partitions, layouts, data types and
 * statuses: all calls, with good and bad arguments. */
#include "dri.h"
#include "tests/suite.h"

#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A handle that nobody gave out, and one of another kind. */
#define NEVER(type) ((type)(uintptr_t)0x1234567800000123u)

static const int64_t sizes[DRI_MAX_DIMS + 1] = {4, 3, 2, 1, 1, 1, 1, 1, 1};

/* -- Memory that runs out -- */

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
__wrap_calloc(size_t n, size_t size)
{
	return fails() ? NULL : __real_calloc(n, size);
}

void *
__wrap_realloc(void *p, size_t size)
{
	return fails() ? NULL : __real_realloc(p, size);
}

/* Lets each allocation of a call fail in turn, until it succeeds. */
#define SWEEP(call, out)                                                       \
	do {                                                                   \
		int n_ = 0;                                                    \
		for (;; n_++) {                                                \
			int rc_;                                               \
			fail_after = n_;                                       \
			rc_ = (call);                                          \
			fail_after = -1;                                       \
			if (rc_ == DRI_SUCCESS)                                \
				break;                                         \
			ck_assert_int_eq(rc_, DRI_ERR_NO_MEMORY);              \
			ck_assert_ptr_null(out);                               \
		}                                                              \
		ck_assert_int_gt(n_, 0);                                       \
	} while (0)

START_TEST(without_memory_nothing_is_made)
{
	DRI_Global_Data g = NULL;
	DRI_Overlap o = NULL;
	DRI_Partition p = NULL;
	DRI_Layout l = NULL;
	DRI_Distribution d = NULL;
	const int64_t size[2] = {10, 10};
	DRI_Partition parts[2];
	DRI_Layout layouts[2] = {DRI_LAYOUT_PACKED_1, DRI_LAYOUT_UNIFORM_0};

	SWEEP(DRI_Global_Data_create(2, size, "g", &g), g);
	SWEEP(DRI_Overlap_create(DRI_OVERLAP_PAD_ZEROS, 2, &o), o);
	SWEEP(DRI_Partition_create_block(0, 1, o, o, &p), p);
	parts[0] = p;
	p = NULL;
	SWEEP(DRI_Partition_create_blockcyclic(0, 1, o, o, 2, &p), p);
	parts[1] = p;
	SWEEP(DRI_Layout_create(0, 2, &l), l);
	SWEEP(DRI_Distribution_create(g, 4, 1, NULL, parts, layouts, &d), d);
	ck_assert_int_eq(DRI_Distribution_destroy(&d), DRI_SUCCESS);
	SWEEP(DRI_Distribution_create_simple(g, 4, 1, NULL, parts, &d), d);
	ck_assert_int_eq(DRI_Distribution_destroy(&d), DRI_SUCCESS);

	ck_assert_int_eq(DRI_Global_Data_destroy(&g), DRI_SUCCESS);
	ck_assert_int_eq(DRI_Overlap_destroy(&o), DRI_SUCCESS);
	ck_assert_int_eq(DRI_Partition_destroy(&parts[0]), DRI_SUCCESS);
	ck_assert_int_eq(DRI_Partition_destroy(&parts[1]), DRI_SUCCESS);
	ck_assert_int_eq(DRI_Layout_destroy(&l), DRI_SUCCESS);
}
END_TEST

/* -- Statuses and data types -- */

START_TEST(every_status_has_a_text_of_its_own)
{
	for (int a = 0; a < DRI_STATUSES; a++) {
		ck_assert_ptr_nonnull(DRI_strerror(a));
		ck_assert_str_ne(DRI_strerror(a), "");
		ck_assert_str_ne(DRI_strerror(a), DRI_strerror(-1));
		for (int b = 0; b < a; b++)
			ck_assert_str_ne(DRI_strerror(a), DRI_strerror(b));
	}
	ck_assert_ptr_nonnull(DRI_strerror(-1));
	ck_assert_str_eq(DRI_strerror(DRI_STATUSES), DRI_strerror(-1));
	ck_assert_str_eq(DRI_strerror(INT32_MAX), DRI_strerror(-1));
}
END_TEST

START_TEST(data_types_have_the_sizes_of_c)
{
	const struct {
		DRI_Dataspec type;
		size_t bytes;
	} all[] = {
		{DRI_FLOAT, sizeof(float)},
		{DRI_DOUBLE, sizeof(double)},
		{DRI_COMPLEX, 2 * sizeof(float)},
		{DRI_DOUBLE_COMPLEX, 2 * sizeof(double)},
		{DRI_COMPLEX_SPLIT, 2 * sizeof(float)},
		{DRI_DOUBLE_COMPLEX_SPLIT, 2 * sizeof(double)},
		{DRI_INTEGER, sizeof(int)},
		{DRI_SHORT, sizeof(short)},
		{DRI_UNSIGNED_SHORT, sizeof(unsigned short)},
		{DRI_LONG, sizeof(long)},
		{DRI_UNSIGNED_LONG, sizeof(unsigned long)},
		{DRI_INT8, 1},
		{DRI_UINT8, 1},
		{DRI_UNSIGNED_INTEGER, sizeof(unsigned)},
		{DRI_INT64, 8},
		{DRI_UINT64, 8},
		{DRI_COMPLEX_INT8, 2},
		{DRI_COMPLEX_INT16, 4},
		{DRI_COMPLEX_INT8_SPLIT, 2},
		{DRI_COMPLEX_INT16_SPLIT, 4},
		{DRI_OPAQUE(1), 1},
		{DRI_OPAQUE(24), 24},
		{DRI_OPAQUE(DRI_MAX_OPAQUE), DRI_MAX_OPAQUE},
	};
	int64_t bytes = -1;

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		ck_assert_int_eq(DRI_Dataspec_get_size(all[i].type, &bytes),
				 DRI_SUCCESS);
		ck_assert_int_eq(bytes, (int64_t)all[i].bytes);
	}
	bytes = -1;
	ck_assert_int_eq(DRI_Dataspec_get_size(DRI_FLOAT, NULL), DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Dataspec_get_size(DRI_DATASPEC_NULL, &bytes),
			 DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Dataspec_get_size((DRI_Dataspec)21, &bytes),
			 DRI_ERR_DATASPEC);
	ck_assert_int_eq(DRI_Dataspec_get_size(DRI_OPAQUE(0), &bytes),
			 DRI_ERR_DATASPEC);
	ck_assert_int_eq(DRI_Dataspec_get_size(DRI_OPAQUE(-1), &bytes),
			 DRI_ERR_DATASPEC);
	ck_assert_int_eq(
		DRI_Dataspec_get_size(DRI_OPAQUE(DRI_MAX_OPAQUE + 1), &bytes),
		DRI_ERR_DATASPEC);
	ck_assert_int_eq(DRI_Dataspec_get_size(NEVER(DRI_Dataspec), &bytes),
			 DRI_ERR_DATASPEC);
	ck_assert_int_eq(bytes, -1);
}
END_TEST

/* -- Global data -- */

START_TEST(global_data_has_one_to_eight_dimensions)
{
	for (int n = -1; n <= DRI_MAX_DIMS + 1; n++) {
		DRI_Global_Data g = NULL;
		int rc = DRI_Global_Data_create(n, sizes, "name", &g);

		if (n < 1 || n > DRI_MAX_DIMS) {
			ck_assert_int_eq(rc, DRI_ERR_NDIMS);
			ck_assert_ptr_null(g);
			continue;
		}
		ck_assert_int_eq(rc, DRI_SUCCESS);
		ck_assert_int_eq(DRI_Global_Data_destroy(&g), DRI_SUCCESS);
		ck_assert_ptr_null(g);
	}
}
END_TEST

static int
create_sizes(int64_t a, int64_t b)
{
	int64_t size[2] = {a, b};
	DRI_Global_Data g = NULL;
	int rc = DRI_Global_Data_create(2, size, NULL, &g);

	ck_assert_int_eq(g != NULL, rc == DRI_SUCCESS);
	if (g)
		DRI_Global_Data_destroy(&g);
	return rc;
}

START_TEST(global_data_has_elements_and_they_can_be_counted)
{
	ck_assert_int_eq(create_sizes(1, 1), DRI_SUCCESS);
	ck_assert_int_eq(create_sizes(INT64_MAX, 1), DRI_SUCCESS);
	ck_assert_int_eq(create_sizes(1LL << 31, 1LL << 31), DRI_SUCCESS);
	ck_assert_int_eq(create_sizes(1LL << 32, 1LL << 31), DRI_ERR_SIZE);
	ck_assert_int_eq(create_sizes(INT64_MAX, 2), DRI_ERR_SIZE);
	ck_assert_int_eq(create_sizes(0, 1), DRI_ERR_SIZE);
	ck_assert_int_eq(create_sizes(1, -1), DRI_ERR_SIZE);
	ck_assert_int_eq(create_sizes(INT64_MIN, INT64_MIN), DRI_ERR_SIZE);
}
END_TEST

START_TEST(names_of_global_data_are_short_or_absent)
{
	char name[DRI_MAX_NAME + 2];
	DRI_Global_Data g = NULL;

	memset(name, 'n', sizeof(name));
	name[DRI_MAX_NAME + 1] = '\0';
	ck_assert_int_eq(DRI_Global_Data_create(1, sizes, name, &g),
			 DRI_ERR_NAME);
	ck_assert_ptr_null(g);
	name[DRI_MAX_NAME] = '\0';
	ck_assert_int_eq(DRI_Global_Data_create(1, sizes, name, &g),
			 DRI_SUCCESS);
	DRI_Global_Data_destroy(&g);
	ck_assert_int_eq(DRI_Global_Data_create(1, sizes, "", &g), DRI_SUCCESS);
	DRI_Global_Data_destroy(&g);
	ck_assert_int_eq(DRI_Global_Data_create(1, sizes, NULL, &g),
			 DRI_SUCCESS);
	DRI_Global_Data_destroy(&g);
}
END_TEST

START_TEST(bad_global_data_is_refused)
{
	DRI_Global_Data g = DRI_GLOBAL_DATA_NULL, copy;
	DRI_Overlap o;

	ck_assert_int_eq(DRI_Global_Data_create(1, NULL, "g", &g),
			 DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Global_Data_create(1, sizes, "g", NULL),
			 DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Global_Data_destroy(NULL), DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Global_Data_destroy(&g), DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Global_Data_create(1, sizes, "g", &g),
			 DRI_SUCCESS);
	copy = g;
	ck_assert_int_eq(DRI_Global_Data_destroy(&g), DRI_SUCCESS);
	ck_assert_int_eq(DRI_Global_Data_destroy(&g), DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Global_Data_destroy(&copy), DRI_ERR_HANDLE);
	ck_assert_ptr_nonnull(copy);
	copy = NEVER(DRI_Global_Data);
	ck_assert_int_eq(DRI_Global_Data_destroy(&copy), DRI_ERR_HANDLE);
	ck_assert_int_eq(DRI_Overlap_create(DRI_OVERLAP_PAD_ZEROS, 1, &o),
			 DRI_SUCCESS);
	copy = (DRI_Global_Data)(void *)o;
	ck_assert_int_eq(DRI_Global_Data_destroy(&copy), DRI_ERR_HANDLE);
	ck_assert_int_eq(DRI_Overlap_destroy(&o), DRI_SUCCESS);
}
END_TEST

/* -- Overlaps -- */

START_TEST(overlaps_are_what_they_were_made_as)
{
	static const int64_t widths[] = {0, 1, 17, INT64_MAX};

	for (int type = 1; type <= 4; type++) {
		for (int i = 0; i < 4; i++) {
			DRI_Overlap o = NULL;
			DRI_Overlap_type got = 0;
			int64_t n = -1;

			ck_assert_int_eq(
				DRI_Overlap_create(type, widths[i], &o),
				DRI_SUCCESS);
			ck_assert_int_eq(DRI_Overlap_get_info(o, &got, &n),
					 DRI_SUCCESS);
			ck_assert_int_eq(got, type);
			ck_assert_int_eq(n, widths[i]);
			ck_assert_int_eq(DRI_Overlap_get_info(o, NULL, NULL),
					 DRI_SUCCESS);
			ck_assert_int_eq(DRI_Overlap_destroy(&o), DRI_SUCCESS);
			ck_assert_ptr_null(o);
		}
	}
}
END_TEST

START_TEST(no_overlap_is_predefined)
{
	DRI_Overlap o = DRI_NO_OVERLAP;
	DRI_Overlap_type type = 0;
	int64_t n = -1;

	ck_assert_int_eq(DRI_Overlap_get_info(o, &type, &n), DRI_SUCCESS);
	ck_assert_int_eq(type, DRI_OVERLAP_PAD_TRUNCATE);
	ck_assert_int_eq(n, 0);
	ck_assert_int_eq(DRI_Overlap_destroy(&o), DRI_SUCCESS);
	ck_assert_ptr_null(o);
	ck_assert_int_eq(DRI_Overlap_get_info(DRI_NO_OVERLAP, &type, &n),
			 DRI_SUCCESS);
}
END_TEST

START_TEST(bad_overlaps_are_refused)
{
	DRI_Overlap o = DRI_OVERLAP_NULL, copy;
	DRI_Overlap_type type = 77;
	int64_t n = -1;

	ck_assert_int_eq(DRI_Overlap_create(0, 1, &o), DRI_ERR_OVERLAP);
	ck_assert_int_eq(DRI_Overlap_create(5, 1, &o), DRI_ERR_OVERLAP);
	ck_assert_int_eq(DRI_Overlap_create(DRI_OVERLAP_PAD_ZEROS, -1, &o),
			 DRI_ERR_OVERLAP);
	ck_assert_int_eq(DRI_Overlap_create(DRI_OVERLAP_PAD_ZEROS, 1, NULL),
			 DRI_ERR_NULL);
	ck_assert_ptr_null(o);
	ck_assert_int_eq(DRI_Overlap_destroy(NULL), DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Overlap_destroy(&o), DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Overlap_get_info(o, &type, &n), DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Overlap_create(DRI_OVERLAP_PAD_ZEROS, 1, &o),
			 DRI_SUCCESS);
	copy = o;
	ck_assert_int_eq(DRI_Overlap_destroy(&o), DRI_SUCCESS);
	ck_assert_int_eq(DRI_Overlap_destroy(&copy), DRI_ERR_HANDLE);
	ck_assert_int_eq(DRI_Overlap_get_info(copy, &type, &n), DRI_ERR_HANDLE);
	ck_assert_int_eq(type, 77);
	ck_assert_int_eq(n, -1);
}
END_TEST

/* -- Partitions -- */

START_TEST(partitions_outlive_what_they_are_made_of)
{
	DRI_Overlap o;
	DRI_Partition p = NULL;
	DRI_Global_Data g;
	DRI_Distribution d;
	int64_t count = 0;

	ck_assert_int_eq(DRI_Overlap_create(DRI_OVERLAP_PAD_ZEROS, 3, &o),
			 DRI_SUCCESS);
	ck_assert_int_eq(
		DRI_Partition_create_block(0, 1, o, DRI_NO_OVERLAP, &p),
		DRI_SUCCESS);
	ck_assert_int_eq(DRI_Overlap_destroy(&o), DRI_SUCCESS);

	ck_assert_int_eq(DRI_Global_Data_create(1, sizes, NULL, &g),
			 DRI_SUCCESS);
	ck_assert_int_eq(DRI_Distribution_create_simple(g, 2, 0, NULL, &p, &d),
			 DRI_SUCCESS);
	ck_assert_int_eq(DRI_Partition_destroy(&p), DRI_SUCCESS);
	ck_assert_int_eq(DRI_Global_Data_destroy(&g), DRI_SUCCESS);
	ck_assert_int_eq(DRI_Distribution_get_local_count(d, &count),
			 DRI_SUCCESS);
	ck_assert_int_eq(count, 5);
	ck_assert_int_eq(DRI_Distribution_destroy(&d), DRI_SUCCESS);
}
END_TEST

START_TEST(whole_is_predefined)
{
	DRI_Partition p = NULL;

	ck_assert_int_eq(DRI_Partition_create_whole(&p), DRI_SUCCESS);
	ck_assert_ptr_eq(p, DRI_PARTITION_WHOLE);
	ck_assert_int_eq(DRI_Partition_destroy(&p), DRI_SUCCESS);
	ck_assert_ptr_null(p);
	ck_assert_int_eq(DRI_Partition_create_whole(NULL), DRI_ERR_NULL);
}
END_TEST

static int
block(int64_t minsz, int64_t mod)
{
	DRI_Partition p = NULL;
	int rc = DRI_Partition_create_block(minsz, mod, DRI_NO_OVERLAP,
					    DRI_NO_OVERLAP, &p);

	ck_assert_int_eq(p != NULL, rc == DRI_SUCCESS);
	if (p)
		DRI_Partition_destroy(&p);
	return rc;
}

static int
blockcyclic(int64_t minsz, int64_t mod, int64_t blksz)
{
	DRI_Partition p = NULL;
	int rc = DRI_Partition_create_blockcyclic(minsz, mod, DRI_NO_OVERLAP,
						  DRI_NO_OVERLAP, blksz, &p);

	ck_assert_int_eq(p != NULL, rc == DRI_SUCCESS);
	if (p)
		DRI_Partition_destroy(&p);
	return rc;
}

START_TEST(numbers_that_no_array_could_fit_are_refused)
{
	ck_assert_int_eq(block(0, 1), DRI_SUCCESS);
	ck_assert_int_eq(block(INT64_MAX, INT64_MAX), DRI_SUCCESS);
	ck_assert_int_eq(block(-1, 1), DRI_ERR_PARTITION);
	ck_assert_int_eq(block(0, 0), DRI_ERR_PARTITION);
	ck_assert_int_eq(block(0, -4), DRI_ERR_PARTITION);
	ck_assert_int_eq(blockcyclic(0, 1, 1), DRI_SUCCESS);
	ck_assert_int_eq(blockcyclic(6, 3, 6), DRI_SUCCESS);
	ck_assert_int_eq(blockcyclic(7, 3, 6), DRI_ERR_PARTITION);
	ck_assert_int_eq(blockcyclic(0, 4, 6), DRI_ERR_PARTITION);
	ck_assert_int_eq(blockcyclic(0, 1, 0), DRI_ERR_PARTITION);
	ck_assert_int_eq(blockcyclic(0, 0, 1), DRI_ERR_PARTITION);
	ck_assert_int_eq(blockcyclic(-1, 1, 1), DRI_ERR_PARTITION);
}
END_TEST

START_TEST(bad_partitions_are_refused)
{
	DRI_Overlap gone, none = DRI_NO_OVERLAP;
	DRI_Partition p = DRI_PARTITION_NULL, copy;

	ck_assert_int_eq(DRI_Overlap_create(DRI_OVERLAP_PAD_ZEROS, 1, &gone),
			 DRI_SUCCESS);
	copy = (DRI_Partition)(void *)gone;
	ck_assert_int_eq(DRI_Partition_destroy(&copy), DRI_ERR_HANDLE);
	copy = NULL;
	DRI_Overlap_destroy(&(DRI_Overlap){gone});
	ck_assert_int_eq(DRI_Partition_create_block(0, 1, NULL, none, &p),
			 DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Partition_create_block(0, 1, none, NULL, &p),
			 DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Partition_create_block(0, 1, gone, none, &p),
			 DRI_ERR_HANDLE);
	ck_assert_int_eq(DRI_Partition_create_block(0, 1, none, none, NULL),
			 DRI_ERR_NULL);
	ck_assert_int_eq(
		DRI_Partition_create_blockcyclic(0, 1, NULL, none, 1, &p),
		DRI_ERR_NULL);
	ck_assert_int_eq(
		DRI_Partition_create_blockcyclic(0, 1, none, gone, 1, &p),
		DRI_ERR_HANDLE);
	ck_assert_int_eq(
		DRI_Partition_create_blockcyclic(0, 1, none, none, 1, NULL),
		DRI_ERR_NULL);
	ck_assert_ptr_null(p);
	ck_assert_int_eq(DRI_Partition_destroy(NULL), DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Partition_destroy(&p), DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Partition_create_block(0, 1, none, none, &p),
			 DRI_SUCCESS);
	copy = p;
	ck_assert_int_eq(DRI_Partition_destroy(&p), DRI_SUCCESS);
	ck_assert_int_eq(DRI_Partition_destroy(&copy), DRI_ERR_HANDLE);
}
END_TEST

/* -- Layouts -- */

START_TEST(packed_and_uniform_layouts_are_predefined)
{
	const DRI_Layout packed[] = {DRI_LAYOUT_PACKED_0, DRI_LAYOUT_PACKED_1,
				     DRI_LAYOUT_PACKED_2, DRI_LAYOUT_PACKED_3,
				     DRI_LAYOUT_PACKED_4, DRI_LAYOUT_PACKED_5,
				     DRI_LAYOUT_PACKED_6, DRI_LAYOUT_PACKED_7};
	const DRI_Layout uniform[] = {
		DRI_LAYOUT_UNIFORM_0, DRI_LAYOUT_UNIFORM_1,
		DRI_LAYOUT_UNIFORM_2, DRI_LAYOUT_UNIFORM_3,
		DRI_LAYOUT_UNIFORM_4, DRI_LAYOUT_UNIFORM_5,
		DRI_LAYOUT_UNIFORM_6, DRI_LAYOUT_UNIFORM_7};
	DRI_Layout l = NULL;

	for (int order = 0; order < DRI_MAX_DIMS; order++) {
		ck_assert_int_eq(DRI_Layout_create_packed(order, &l),
				 DRI_SUCCESS);
		ck_assert_ptr_eq(l, packed[order]);
		ck_assert_int_eq(DRI_Layout_destroy(&l), DRI_SUCCESS);
		ck_assert_ptr_null(l);
		ck_assert_int_eq(DRI_Layout_create_uniform(order, &l),
				 DRI_SUCCESS);
		ck_assert_ptr_eq(l, uniform[order]);
		ck_assert_int_eq(DRI_Layout_destroy(&l), DRI_SUCCESS);
	}
}
END_TEST

START_TEST(bad_layouts_are_refused)
{
	DRI_Layout l = DRI_LAYOUT_NULL, copy;

	for (int k = 0; k < 2; k++) {
		int order = k ? DRI_MAX_DIMS : -1;

		ck_assert_int_eq(DRI_Layout_create_packed(order, &l),
				 DRI_ERR_LAYOUT);
		ck_assert_int_eq(DRI_Layout_create_uniform(order, &l),
				 DRI_ERR_LAYOUT);
		ck_assert_int_eq(DRI_Layout_create(order, 1, &l),
				 DRI_ERR_LAYOUT);
	}
	ck_assert_int_eq(DRI_Layout_create(0, 0, &l), DRI_ERR_LAYOUT);
	ck_assert_int_eq(DRI_Layout_create(0, -1, &l), DRI_ERR_LAYOUT);
	ck_assert_int_eq(DRI_Layout_create(0, 1, NULL), DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Layout_create_packed(0, NULL), DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Layout_create_uniform(0, NULL), DRI_ERR_NULL);
	ck_assert_ptr_null(l);
	ck_assert_int_eq(DRI_Layout_destroy(NULL), DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Layout_destroy(&l), DRI_ERR_NULL);
	ck_assert_int_eq(DRI_Layout_create(3, 5, &l), DRI_SUCCESS);
	copy = l;
	ck_assert_int_eq(DRI_Layout_destroy(&l), DRI_SUCCESS);
	ck_assert_int_eq(DRI_Layout_destroy(&copy), DRI_ERR_HANDLE);
	copy = (DRI_Layout)17;
	ck_assert_int_eq(DRI_Layout_destroy(&copy), DRI_ERR_HANDLE);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("objects");
	TCase *tc = tcase_create("objects");

	tcase_add_test(tc, without_memory_nothing_is_made);
	tcase_add_test(tc, every_status_has_a_text_of_its_own);
	tcase_add_test(tc, data_types_have_the_sizes_of_c);
	tcase_add_test(tc, global_data_has_one_to_eight_dimensions);
	tcase_add_test(tc, global_data_has_elements_and_they_can_be_counted);
	tcase_add_test(tc, names_of_global_data_are_short_or_absent);
	tcase_add_test(tc, bad_global_data_is_refused);
	tcase_add_test(tc, overlaps_are_what_they_were_made_as);
	tcase_add_test(tc, no_overlap_is_predefined);
	tcase_add_test(tc, bad_overlaps_are_refused);
	tcase_add_test(tc, partitions_outlive_what_they_are_made_of);
	tcase_add_test(tc, whole_is_predefined);
	tcase_add_test(tc, numbers_that_no_array_could_fit_are_refused);
	tcase_add_test(tc, bad_partitions_are_refused);
	tcase_add_test(tc, packed_and_uniform_layouts_are_predefined);
	tcase_add_test(tc, bad_layouts_are_refused);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
