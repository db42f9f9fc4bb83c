/* SPDX-License-Identifier: BSD-3-Clause */
/* test_neighbour.c - windows into the memory of others. */
#include "fabric/neighbour.h"

#include "fabric/memory.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct ocr_memory *m;
static struct ocr_neighbours *n;

static void
setup(void)
{
	struct ocr_memory_config c = {.limit_bytes = (uint64_t)64 << 20,
				      .n_local = 2};

	ck_assert_int_eq(ocr_memory_open(&m, &c), 0);
	n = ocr_neighbours_open(2);
	ck_assert_ptr_nonnull(n);
}

static void
teardown(void)
{
	ocr_neighbours_close(n);
	ocr_memory_close(m);
}

/* This process is its own neighbour: the same pages at another address. */
START_TEST(what_a_neighbour_writes_is_read_here)
{
	struct ocr_nameless name = ocr_neighbour_window_name(m);
	char *p = ocr_memory_alloc(m, 4096);
	uint64_t offset = ocr_memory_offset(m, p), len = 0;
	char *base;

	strcpy(p, "before");
	ck_assert_int_eq(ocr_neighbour_map(n, 1, &name), 0);
	ck_assert_int_eq(ocr_neighbour_map(n, 1, &name), 0);
	base = ocr_neighbour_base(n, 1, &len);

	ck_assert_ptr_nonnull(base);
	ck_assert_uint_eq(len, name.len_bytes);
	ck_assert_ptr_ne(base + offset, p);
	ck_assert_str_eq(base + offset, "before");
	strcpy(base + offset, "after");
	ck_assert_str_eq(p, "after");
	ocr_memory_free(m, p);
}
END_TEST

START_TEST(a_name_of_another_file_is_refused)
{
	struct ocr_nameless name = ocr_neighbour_window_name(m);
	uint64_t len = 7;

	name.inode++;

	ck_assert_int_eq(ocr_neighbour_map(n, 1, &name), -ESTALE);
	ck_assert_ptr_null(ocr_neighbour_base(n, 1, &len));
	ck_assert_uint_eq(len, 7);
}
END_TEST

START_TEST(a_longer_window_than_the_file_is_refused)
{
	struct ocr_nameless name = ocr_neighbour_window_name(m);

	name.len_bytes++;

	ck_assert_int_eq(ocr_neighbour_map(n, 1, &name), -ESTALE);
}
END_TEST

START_TEST(bad_names_are_refused)
{
	struct ocr_nameless good = ocr_neighbour_window_name(m), bad[4];
	uint64_t len;

	for (int i = 0; i < 4; i++)
		bad[i] = good;
	bad[0].pid = -1;
	bad[1].fd = -1;
	bad[2].fd = 100000;
	bad[3].len_bytes = 0;

	ck_assert_int_lt(ocr_neighbour_map(n, 1, &bad[_i]), 0);
	ck_assert_int_eq(ocr_neighbour_map(n, 2, &good), -EINVAL);
	ck_assert_ptr_null(ocr_neighbour_base(n, 1, &len));
	ck_assert_ptr_null(ocr_neighbour_base(n, 2, &len));
}
END_TEST

START_TEST(private_memory_has_no_name)
{
	struct ocr_memory_config c = {.limit_bytes = (uint64_t)64 << 20,
				      .n_local = 1};
	struct ocr_memory *private;

	ck_assert_int_eq(ocr_memory_open(&private, &c), 0);

	ck_assert_int_eq(ocr_neighbour_window_name(private).fd, -1);
	ocr_memory_close(private);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("neighbour");
	TCase *t = tcase_create("windows");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, what_a_neighbour_writes_is_read_here);
	tcase_add_test(t, a_name_of_another_file_is_refused);
	tcase_add_test(t, a_longer_window_than_the_file_is_refused);
	tcase_add_loop_test(t, bad_names_are_refused, 0, 4);
	tcase_add_test(t, private_memory_has_no_name);
	suite_add_tcase(s, t);
	return run_suite(s);
}
