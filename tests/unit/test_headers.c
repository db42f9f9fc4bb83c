/* SPDX-License-Identifier: BSD-3-Clause */
/* test_headers.c - what a program gets from ocr.h: widths, values, and the
 * functions that need no runtime.
 */
#include "ocr.h"

#include "extensions/ocr-affinity.h"
#include "extensions/ocr-labeling.h"
#include "tests/suite.h"

#include <check.h>
/* After ocr.h, which has a bool as well. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static ocrGuid_t static_null = NULL_GUID_INITIALIZER;
static ocrGuid_t static_uninitialized = UNINITIALIZED_GUID_INITIALIZER;
static ocrGuid_t static_error = ERROR_GUID_INITIALIZER;

/* In rising order. */
static const ocrGuid_t ordered[] = {
	{0, 0}, {0, 1}, {0, UINT64_MAX}, {1, 0}, {1, 7}, {UINT64_MAX, 0},
};
#define N_ORDERED ((int)(sizeof(ordered) / sizeof(*ordered)))

START_TEST(types_are_as_wide_as_they_say)
{
	ck_assert_uint_eq(sizeof(u64), 8);
	ck_assert_uint_eq(sizeof(s64), 8);
	ck_assert_uint_eq(sizeof(u32), 4);
	ck_assert_uint_eq(sizeof(s32), 4);
	ck_assert_uint_eq(sizeof(u16), 2);
	ck_assert_uint_eq(sizeof(u8), 1);
	ck_assert_uint_eq(sizeof(s8), 1);
	ck_assert_uint_eq(sizeof(bool), 1);
	ck_assert_uint_eq(sizeof(ocrGuid_t), 2 * sizeof(u64));
	ck_assert((u64)-1 > 0 && (s64)-1 < 0 && (s8)-1 < 0);
}
END_TEST

START_TEST(special_guids_are_told_apart)
{
	const ocrGuid_t g[] = {NULL_GUID, UNINITIALIZED_GUID, ERROR_GUID,
			       ordered[1]};
	int i;

	for (i = 0; i < 4; i++) {
		ck_assert_int_eq(ocrGuidIsNull(g[i]), i == 0);
		ck_assert_int_eq(ocrGuidIsUninitialized(g[i]), i == 1);
		ck_assert_int_eq(ocrGuidIsError(g[i]), i == 2);
	}
}
END_TEST

START_TEST(static_initialisers_are_the_same_guids)
{
	ck_assert(ocrGuidIsNull(static_null));
	ck_assert(ocrGuidIsUninitialized(static_uninitialized));
	ck_assert(ocrGuidIsError(static_error));
}
END_TEST

START_TEST(guids_have_a_total_order)
{
	int j;

	for (j = 0; j < N_ORDERED; j++) {
		ck_assert_int_eq(ocrGuidIsLt(ordered[_i], ordered[j]), _i < j);
		ck_assert_int_eq(ocrGuidIsEq(ordered[_i], ordered[j]), _i == j);
	}
}
END_TEST

START_TEST(guid_functions_have_addresses)
{
	__typeof__(&ocrGuidIsNull) volatile is_null = ocrGuidIsNull;
	__typeof__(&ocrGuidIsLt) volatile is_lt = ocrGuidIsLt;

	ck_assert(is_null(NULL_GUID));
	ck_assert(!is_null(ERROR_GUID));
	ck_assert(is_lt(NULL_GUID, ERROR_GUID));
}
END_TEST

START_TEST(a_guid_prints_as_32_digits)
{
	ocrGuid_t g = {UINT64_C(0x0123456789abcdef), 0x42};
	char text[64];

	SNPRINTF(text, sizeof(text), "<" GUIDF ">", GUIDA(g));

	ck_assert_str_eq(text, "<0123456789abcdef0000000000000042>");
}
END_TEST

START_TEST(the_version_is_taken_apart)
{
	ck_assert_str_eq(OCR_VERSION, "1.1.0");
	ck_assert_uint_eq(OCR_VERSION_GET_MAJOR(OCR_VERSION), 1);
	ck_assert_uint_eq(OCR_VERSION_GET_MINOR(OCR_VERSION), 1);
	ck_assert_uint_eq(OCR_VERSION_GET_PATCH(OCR_VERSION), 0);
	ck_assert_uint_eq(OCR_VERSION_GET_PATCH("1.2.3"), 3);
}
END_TEST

START_TEST(error_codes_differ_and_fit_a_u8)
{
	static const int codes[] = {
		OCR_EPERM,	 OCR_ENOENT,	OCR_EINTR,   OCR_EIO,
		OCR_ENXIO,	 OCR_E2BIG,	OCR_ENOEXEC, OCR_EAGAIN,
		OCR_ENOMEM,	 OCR_EACCES,	OCR_EFAULT,  OCR_EBUSY,
		OCR_ENODEV,	 OCR_EINVAL,	OCR_ENOSPC,  OCR_ESPIPE,
		OCR_EROFS,	 OCR_EDOM,	OCR_ERANGE,  OCR_ENOSYS,
		OCR_ENOTSUP,	 OCR_ECANCELED, OCR_EPEND,   OCR_EACQ,
		OCR_EGUIDEXISTS,
	};
	bool seen[256] = {true}; /* 0 is success */
	size_t i;

	ck_assert_uint_eq(sizeof(codes) / sizeof(*codes), 25);
	for (i = 0; i < sizeof(codes) / sizeof(*codes); i++) {
		ck_assert_int_gt(codes[i], 0);
		ck_assert_int_lt(codes[i], 256);
		ck_assert_msg(!seen[codes[i]], "%d is there twice", codes[i]);
		seen[codes[i]] = true;
	}
	ck_assert_int_eq(OCR_ENOPERM, OCR_EPERM);
	ck_assert_int_eq(OCR_EACCESS, OCR_EACCES);
	ck_assert_int_eq(OCR_GUID_NONE, GUID_USER_NONE);
}
END_TEST

START_TEST(flags_of_labels_and_of_objects_do_not_meet)
{
	u16 labels = GUID_PROP_IS_LABELED | GUID_PROP_CHECK | GUID_PROP_BLOCK;
	u16 own = EVT_PROP_TAKES_ARG | EDT_PROP_FINISH | EDT_PROP_LONG |
		  EDT_PROP_NO_HINT | EDT_PROP_OEVT_VALID | DB_PROP_NO_ACQUIRE |
		  DB_PROP_NO_HINT | DB_PROP_SINGLE_ASSIGNMENT;

	ck_assert_uint_eq(labels & own, 0);
	/* Whoever asks for a check need not say that it is a label. */
	ck_assert(GUID_PROP_CHECK & GUID_PROP_IS_LABELED);
	ck_assert(GUID_PROP_BLOCK & GUID_PROP_IS_LABELED);
	ck_assert_uint_ne(GUID_PROP_CHECK, GUID_PROP_BLOCK);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("headers");
	TCase *tc = tcase_create("headers");

	tcase_add_test(tc, types_are_as_wide_as_they_say);
	tcase_add_test(tc, special_guids_are_told_apart);
	tcase_add_test(tc, static_initialisers_are_the_same_guids);
	tcase_add_loop_test(tc, guids_have_a_total_order, 0, N_ORDERED);
	tcase_add_test(tc, guid_functions_have_addresses);
	tcase_add_test(tc, a_guid_prints_as_32_digits);
	tcase_add_test(tc, the_version_is_taken_apart);
	tcase_add_test(tc, error_codes_differ_and_fit_a_u8);
	tcase_add_test(tc, flags_of_labels_and_of_objects_do_not_meet);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
