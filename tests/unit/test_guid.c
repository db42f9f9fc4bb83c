/* SPDX-License-Identifier: BSD-3-Clause */
/* test_guid.c - the layout of a GUID, and its text. */
#include "guidmap/guid.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const ocr_node_t nodes[] = {0, 1, 0x800000, OCR_NODE_MAX - 1};
#define N_NODES ((int)(sizeof(nodes) / sizeof(nodes[0])))

START_TEST(every_field_survives_the_largest_neighbours)
{
	ocrGuid_t g = ocr_guid_make(OCR_GUID_SCOPE, 0xff, nodes[_i],
				    nodes[N_NODES - 1 - _i], UINT64_MAX);

	ck_assert_int_eq(ocr_guid_kind(g), OCR_GUID_SCOPE);
	ck_assert_uint_eq(ocr_guid_flags(g), 0xff);
	ck_assert_uint_eq(ocr_guid_owner(g), nodes[_i]);
	ck_assert_uint_eq(ocr_guid_creator(g), nodes[N_NODES - 1 - _i]);
	ck_assert(ocr_guid_counter(g) == UINT64_MAX);
}
END_TEST

START_TEST(the_bits_lie_where_the_drawing_says)
{
	ocrGuid_t g = ocr_guid_make(OCR_GUID_EDT, 0xab, 0x123456, 0x789abc,
				    UINT64_C(0x1122334455667788));

	ck_assert_uint_eq(g.upper, UINT64_C(0x02ab123456789abc));
	ck_assert_uint_eq(g.lower, UINT64_C(0x1122334455667788));
}
END_TEST

START_TEST(fields_too_large_do_not_spill)
{
	ocrGuid_t g =
		ocr_guid_make(OCR_GUID_DB, 0x1ff, 0xff000001, 0xff000002, 0);

	ck_assert_int_eq(ocr_guid_kind(g), OCR_GUID_DB);
	ck_assert_uint_eq(ocr_guid_flags(g), 0xff);
	ck_assert_uint_eq(ocr_guid_owner(g), 1);
	ck_assert_uint_eq(ocr_guid_creator(g), 2);
}
END_TEST

START_TEST(a_template_counts_in_the_upper_half)
{
	ocrGuid_t g = ocr_guid_make(OCR_GUID_TEMPLATE, 0, 1, 2,
				    UINT64_C(0xfffffffe00030004));

	ck_assert_uint_eq(ocr_guid_counter(g), 0xfffffffe);
}
END_TEST

START_TEST(the_special_values_are_kinds_of_their_own)
{
	ck_assert(ocr_guid_is_null(NULL_GUID));
	ck_assert_int_eq(ocr_guid_kind(NULL_GUID), OCR_GUID_NULL);
	ck_assert_int_eq(ocr_guid_kind(UNINITIALIZED_GUID),
			 OCR_GUID_UNINITIALIZED);
	ck_assert_int_eq(ocr_guid_kind(ERROR_GUID), OCR_GUID_ERROR);
	ck_assert(!ocr_guid_is_null(ocr_guid_make(OCR_GUID_DB, 0, 0, 0, 0)));
}
END_TEST

START_TEST(a_latch_alone_has_two_slots_and_passes_no_block_on)
{
	enum ocr_guid_kind k = (enum ocr_guid_kind)_i;
	bool latch = k == OCR_GUID_EVENT_LATCH;

	ck_assert_uint_eq(ocr_guid_slots(k), latch ? 2 : 1);
	ck_assert_int_eq(ocr_guid_carries(ocr_guid_make(k, 0, 0, 0, 1)),
			 !latch);
}
END_TEST

START_TEST(events_that_are_gone_once_they_have_fired_say_so)
{
	enum ocr_guid_kind k = (enum ocr_guid_kind)_i;
	bool goes = k == OCR_GUID_EVENT_ONCE || k == OCR_GUID_EVENT_LATCH ||
		    k == OCR_GUID_EVENT_COUNTED;

	ck_assert_int_eq(ocr_guid_late(ocr_guid_make(k, 0, 0, 0, 1)) != NULL,
			 goes);
}
END_TEST

START_TEST(exactly_the_event_kinds_are_events)
{
	int expected =
		_i >= OCR_GUID_EVENT_ONCE && _i <= OCR_GUID_EVENT_COLLECTIVE;
	const char *name = ocr_guid_kind_name((enum ocr_guid_kind)_i);
	ocrGuid_t g = ocr_guid_make((enum ocr_guid_kind)_i, 0, 0, 0, 1);

	ck_assert_int_eq(ocr_guid_is_event(g), expected);
	ck_assert_int_eq(strstr(name, "event") != NULL, expected);
}
END_TEST

START_TEST(every_byte_has_a_name_and_every_kind_its_own)
{
	const char *name = ocr_guid_kind_name((enum ocr_guid_kind)_i);
	int known = _i < OCR_GUID_KINDS || _i >= OCR_GUID_UNINITIALIZED;
	int i;

	ck_assert_ptr_nonnull(name);
	ck_assert_int_eq(strcmp(name, "unknown") != 0, known);
	for (i = 0; i < OCR_GUID_KINDS; i++)
		if (i != _i)
			ck_assert_str_ne(name, ocr_guid_kind_name(
						       (enum ocr_guid_kind)i));
}
END_TEST

START_TEST(equality_looks_at_all_bits)
{
	ocrGuid_t a = {1, 2}, b = {1, 3}, c = {2, 2};

	ck_assert(ocr_guid_eq(a, a));
	ck_assert(!ocr_guid_eq(a, b));
	ck_assert(!ocr_guid_eq(a, c));
}
END_TEST

START_TEST(the_hash_spreads_dense_counters)
{
	enum { N = 4096 };
	static unsigned char seen[N];
	int i, filled = 0;

	memset(seen, 0, sizeof(seen));
	for (i = 0; i < N; i++)
		seen[ocr_guid_hash(
			     ocr_guid_make(OCR_GUID_DB, 0, 1, 2, (uint64_t)i)) %
		     N] = 1;
	for (i = 0; i < N; i++)
		filled += seen[i];

	ck_assert_int_gt(filled, N / 2); /* a random function fills 63 % */
}
END_TEST

START_TEST(text_is_kind_owner_creator_counter)
{
	char buf[OCR_GUID_TEXT];

	ck_assert_str_eq(
		ocr_guid_text(ocr_guid_make(OCR_GUID_EVENT_STICKY, 0, 2, 0, 17),
			      buf),
		"sticky event 2:0.17");
	ck_assert_str_eq(
		ocr_guid_text(ocr_guid_make(OCR_GUID_TEMPLATE, 0, 1, 3,
					    UINT64_C(5) << 32 | 0xffff),
			      buf),
		"template 1:3.5");
	ck_assert_str_eq(ocr_guid_text(NULL_GUID, buf), "null");
	ck_assert_str_eq(
		ocr_guid_text(ocr_guid_make(OCR_GUID_EDT, OCR_GUID_LABELED, 9,
					    2, UINT64_C(3) << 40 | 17),
			      buf),
		"edt 2.3[17]");
	ck_assert_str_eq(ocr_guid_text(ocr_guid_make(OCR_GUID_MAP, 0xd0, 9, 2,
						     UINT64_C(3) << 40 | 17),
				       buf),
			 "map 2.3");
}
END_TEST

START_TEST(the_longest_text_fits)
{
	char buf[OCR_GUID_TEXT];

	ocr_guid_text(ocr_guid_make(OCR_GUID_EVENT_IDEM, 0xfb, OCR_NODE_MASK,
				    OCR_NODE_MASK, UINT64_MAX),
		      buf);

	ck_assert_str_eq(buf, "idempotent event "
			      "16777215:16777215.n18446744073709551615");
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("guid");
	TCase *tc = tcase_create("guid");

	tcase_add_loop_test(tc, every_field_survives_the_largest_neighbours, 0,
			    N_NODES);
	tcase_add_test(tc, the_bits_lie_where_the_drawing_says);
	tcase_add_test(tc, fields_too_large_do_not_spill);
	tcase_add_test(tc, a_template_counts_in_the_upper_half);
	tcase_add_test(tc, the_special_values_are_kinds_of_their_own);
	tcase_add_loop_test(tc, exactly_the_event_kinds_are_events, 0, 256);
	tcase_add_loop_test(
		tc, a_latch_alone_has_two_slots_and_passes_no_block_on, 0, 256);
	tcase_add_loop_test(
		tc, events_that_are_gone_once_they_have_fired_say_so, 0, 256);
	tcase_add_loop_test(tc, every_byte_has_a_name_and_every_kind_its_own, 0,
			    256);
	tcase_add_test(tc, equality_looks_at_all_bits);
	tcase_add_test(tc, the_hash_spreads_dense_counters);
	tcase_add_test(tc, text_is_kind_owner_creator_counter);
	tcase_add_test(tc, the_longest_text_fits);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
