/* SPDX-License-Identifier: BSD-3-Clause */
/* test_args.c - the block of arguments. */
#include "src/api/args.h"

#include "ocr.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

START_TEST(what_is_packed_is_read_back)
{
	char *argv[] = {"./prog", "", "two words", "-n=3", NULL};
	size_t len = 0;
	char *block;
	u64 i;

	ck_assert_int_eq(ocr_args_pack(4, argv, NULL, &len), 0);
	block = malloc(len);
	ck_assert_ptr_nonnull(block);
	ck_assert_int_eq(ocr_args_pack(4, argv, block, &len), 0);

	ck_assert_uint_eq(getArgc(block), 4);
	for (i = 0; i < 4; i++)
		ck_assert_str_eq(getArgv(block, i), argv[i]);
	ck_assert_ptr_null(getArgv(block, 4));
	ck_assert_ptr_null(getArgv(block, UINT64_MAX));
	ck_assert_str_eq(ocrGetArgv(block, ocrGetArgc(block) - 1), "-n=3");
	free(block);
}
END_TEST

START_TEST(the_layout_is_that_of_the_specification)
{
	char *argv[] = {"a", "bc"};
	struct {
		u64 argc, offset[2];
		char text[5];
	} block;
	size_t len = sizeof(block);

	ck_assert_int_eq(ocr_args_pack(2, argv, &block, &len), 0);

	ck_assert_uint_eq(len, 8 + 2 * 8 + 2 + 3);
	ck_assert_uint_eq(block.argc, 2);
	ck_assert_uint_eq(block.offset[0], 24);
	ck_assert_uint_eq(block.offset[1], 26);
	ck_assert_mem_eq(block.text, "a\0bc", 5);
}
END_TEST

START_TEST(no_argument_is_a_count_of_zero)
{
	u64 block = 17;
	size_t len = sizeof(block);

	ck_assert_int_eq(ocr_args_pack(0, NULL, &block, &len), 0);

	ck_assert_uint_eq(len, sizeof(block));
	ck_assert_uint_eq(getArgc(&block), 0);
	ck_assert_ptr_null(getArgv(&block, 0));
}
END_TEST

START_TEST(too_little_room_is_left_alone_and_told)
{
	char *argv[] = {"prog"};
	u64 block[3] = {1, 2, 3}, before[3] = {1, 2, 3};
	size_t len = 20;

	ck_assert_int_eq(ocr_args_pack(1, argv, block, &len), -ENOSPC);

	ck_assert_uint_eq(len, 21);
	ck_assert_mem_eq(block, before, sizeof(block));
	ck_assert_int_eq(ocr_args_pack(-1, argv, block, &len), -EINVAL);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("args");
	TCase *tc = tcase_create("args");

	tcase_add_test(tc, what_is_packed_is_read_back);
	tcase_add_test(tc, the_layout_is_that_of_the_specification);
	tcase_add_test(tc, no_argument_is_a_count_of_zero);
	tcase_add_test(tc, too_little_room_is_left_alone_and_told);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
