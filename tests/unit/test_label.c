/* SPDX-License-Identifier: BSD-3-Clause */
/* test_label.c - the layout of labels, and who owns which element. */
#include "labeled/label.h"

#include "include/extensions/ocr-labeling.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>

static const uint32_t sizes[] = {1, 2, 3, 5, 16, 1000, OCR_NODE_MAX};

START_TEST(every_field_survives_its_largest_value)
{
	ocrGuid_t g = ocr_label_make(OCR_GUID_EVENT_STICKY, OCR_GUID_TAKES_ARG,
				     OCR_NODE_MAX, 0x1fffff, OCR_LABEL_MAP_MASK,
				     OCR_LABEL_INDEX_MASK);

	ck_assert(ocr_label_is(g));
	ck_assert_int_eq(ocr_guid_kind(g), OCR_GUID_EVENT_STICKY);
	ck_assert_uint_eq(ocr_guid_flags(g),
			  OCR_GUID_LABELED | OCR_GUID_TAKES_ARG);
	ck_assert_uint_eq(ocr_guid_creator(g), OCR_NODE_MAX);
	ck_assert_uint_eq(ocr_label_map(g), OCR_LABEL_MAP_MASK);
	ck_assert_uint_eq(ocr_label_index(g), OCR_LABEL_INDEX_MASK);
	ck_assert_uint_eq(ocr_label_block(ocr_guid_owner(g)), UINT64_C(0x10000)
								      << 31);
}
END_TEST

START_TEST(adding_to_a_label_moves_its_index_alone)
{
	ocrGuid_t g = ocr_label_make(OCR_GUID_DB, 0, 7, OCR_LABEL_CYCLIC, 3, 5);
	ocrGuid_t next = addValueToGuid(g, 37);

	ck_assert_uint_eq(next.upper, g.upper);
	ck_assert_uint_eq(ocr_label_map(next), 3);
	ck_assert_uint_eq(ocr_label_index(next), 42);
}
END_TEST

START_TEST(cyclic_deals_one_by_one)
{
	uint32_t size = sizes[_i];
	uint64_t i;

	for (i = 0; i < 3000; i++) {
		ocrGuid_t g = ocr_label_make(OCR_GUID_EDT, 0, 0,
					     OCR_LABEL_CYCLIC, 1, i);

		ck_assert_uint_eq(ocr_label_owner(g, size), i % size);
	}
}
END_TEST

START_TEST(blocked_gives_each_node_one_run_of_elements)
{
	static const uint64_t counts[] = {1, 2, 10, 65536, 65537, 1 << 20};
	uint32_t size = sizes[_i];
	uint64_t n, i, step;
	unsigned c;

	for (c = 0; c < sizeof(counts) / sizeof(*counts); c++) {
		ocr_node_t last = 0, owner;
		uint32_t how;

		n = counts[c];
		how = ocr_label_blocked(n, size);
		step = n > 4096 ? n / 4096 : 1;
		for (i = 0; i < n; i += step) {
			owner = ocr_label_owner(
				ocr_label_make(OCR_GUID_DB, 0, 0, how, 0, i),
				size);

			ck_assert_uint_lt(owner, size);
			ck_assert_uint_ge(owner, last);
			last = owner;
		}
	}
}
END_TEST

START_TEST(long_blocks_are_rounded_up_a_little)
{
	uint64_t n = UINT64_C(1) << 40, want = (n + sizes[_i] - 1) / sizes[_i];
	uint64_t block = ocr_label_block(ocr_label_blocked(n, sizes[_i]));

	ck_assert_uint_ge(block, want);
	ck_assert_uint_le(block - want, want >> 15);
}
END_TEST

START_TEST(any_bits_have_an_owner)
{
	ocrGuid_t g = {~UINT64_C(0), ~UINT64_C(0)};

	ck_assert_uint_lt(ocr_label_owner(g, sizes[_i]), sizes[_i]);
	g.lower = 0;
	ck_assert_uint_eq(ocr_label_owner(g, sizes[_i]), 0);
}
END_TEST

int
main(void)
{
	int n = sizeof(sizes) / sizeof(*sizes);
	Suite *s = suite_create("label");
	TCase *tc = tcase_create("label");

	tcase_add_test(tc, every_field_survives_its_largest_value);
	tcase_add_test(tc, adding_to_a_label_moves_its_index_alone);
	tcase_add_loop_test(tc, cyclic_deals_one_by_one, 0, n);
	tcase_add_loop_test(tc, blocked_gives_each_node_one_run_of_elements, 0,
			    n);
	tcase_add_loop_test(tc, long_blocks_are_rounded_up_a_little, 0, n);
	tcase_add_loop_test(tc, any_bits_have_an_owner, 0, n);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
