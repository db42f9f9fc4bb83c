/* SPDX-License-Identifier: BSD-3-Clause */
/* test_hint.c - hint variables. */
#include "ocr.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>

static const struct {
	ocrHintType_t type;
	ocrHintProp_t first, last;
} types[] = {
	{OCR_HINT_EDT_T, OCR_HINT_EDT_PRIORITY, OCR_HINT_EDT_TIME},
	{OCR_HINT_DB_T, OCR_HINT_DB_AFFINITY, OCR_HINT_DB_LAZY},
};

START_TEST(a_new_variable_has_no_property)
{
	ocrHint_t hint;
	s64 value = 17;
	int p;

	ck_assert_int_eq(ocrHintInit(&hint, types[_i].type), 0);

	for (p = types[_i].first; p <= (int)types[_i].last; p++)
		ck_assert_int_eq(
			ocrGetHintValue(&hint, (ocrHintProp_t)p, &value),
			OCR_ENOENT);
	ck_assert_int_eq(value, 17);
}
END_TEST

START_TEST(each_property_keeps_its_own_value)
{
	ocrHint_t hint;
	s64 value;
	int p;

	ocrHintInit(&hint, types[_i].type);
	for (p = types[_i].first; p <= (int)types[_i].last; p++)
		ck_assert_int_eq(ocrSetHintValue(&hint, (ocrHintProp_t)p,
						 (u64)(1000 + p)),
				 0);

	for (p = types[_i].first; p <= (int)types[_i].last; p++) {
		ck_assert_int_eq(
			ocrGetHintValue(&hint, (ocrHintProp_t)p, &value), 0);
		ck_assert_int_eq(value, 1000 + p);
	}
}
END_TEST

START_TEST(unsetting_takes_away_one_property)
{
	ocrHint_t hint;
	s64 value;

	ocrHintInit(&hint, OCR_HINT_EDT_T);
	ocrSetHintValue(&hint, OCR_HINT_EDT_PRIORITY, 1);
	ocrSetHintValue(&hint, OCR_HINT_EDT_TIME, 2);
	ck_assert_int_eq(ocrUnsetHintValue(&hint, OCR_HINT_EDT_PRIORITY), 0);
	ck_assert_int_eq(ocrUnsetHintValue(&hint, OCR_HINT_EDT_PRIORITY), 0);

	ck_assert_int_eq(ocrGetHintValue(&hint, OCR_HINT_EDT_PRIORITY, &value),
			 OCR_ENOENT);
	ck_assert_int_eq(ocrGetHintValue(&hint, OCR_HINT_EDT_TIME, &value), 0);
	ck_assert_int_eq(value, 2);
}
END_TEST

START_TEST(init_forgets_what_was_set)
{
	ocrHint_t hint;
	s64 value;

	ocrHintInit(&hint, OCR_HINT_DB_T);
	ocrSetHintValue(&hint, OCR_HINT_DB_NEAR, 1);
	ocrHintInit(&hint, OCR_HINT_DB_T);

	ck_assert_int_eq(ocrGetHintValue(&hint, OCR_HINT_DB_NEAR, &value),
			 OCR_ENOENT);
}
END_TEST

START_TEST(both_kinds_of_pointer_and_both_spellings_work)
{
	ocrHint_t hint;
	ocrHintVal_t u = 0;
	s64 s = 0;

	ocrHintInit(&hint, OCR_HINT_DB_T);
	ck_assert_int_eq(ocrHintSetValue(&hint, OCR_HINT_DB_FAR, (u64)-5), 0);

	ck_assert_int_eq(ocrGetHintValue(&hint, OCR_HINT_DB_FAR, &s), 0);
	ck_assert_int_eq(ocrHintGetValue(&hint, OCR_HINT_DB_FAR, &u), 0);
	ck_assert_int_eq(s, -5);
	ck_assert_uint_eq(u, (u64)-5);
	ck_assert_int_eq(ocrHintUnsetValue(&hint, OCR_HINT_DB_FAR), 0);
}
END_TEST

START_TEST(properties_of_another_type_are_refused)
{
	static const int foreign[] = {OCR_HINT_DB_AFFINITY,
				      OCR_HINT_DB_LAZY,
				      OCR_HINT_EDT_TIME + 1,
				      OCR_HINT_EDT_PRIORITY - 1,
				      0,
				      -1,
				      0x7fffffff};
	ocrHint_t hint;
	s64 value;
	size_t i;

	ocrHintInit(&hint, OCR_HINT_EDT_T);
	for (i = 0; i < sizeof(foreign) / sizeof(*foreign); i++) {
		ocrHintProp_t p = (ocrHintProp_t)foreign[i];

		ck_assert_int_eq(ocrSetHintValue(&hint, p, 1), OCR_EINVAL);
		ck_assert_int_eq(ocrUnsetHintValue(&hint, p), OCR_EINVAL);
		ck_assert_int_eq(ocrGetHintValue(&hint, p, &value), OCR_EINVAL);
	}
}
END_TEST

START_TEST(null_and_unknown_types_are_refused)
{
	ocrHint_t hint;
	s64 *nowhere = NULL;

	ck_assert_int_eq(ocrHintInit(NULL_HINT, OCR_HINT_EDT_T), OCR_EINVAL);
	ck_assert_int_eq(ocrHintInit(&hint, OCR_HINT_UNDEF_T), OCR_EINVAL);
	ck_assert_int_eq(ocrHintInit(&hint, (ocrHintType_t)5), OCR_EINVAL);
	ck_assert_int_eq(ocrSetHintValue(NULL_HINT, OCR_HINT_EDT_TIME, 1),
			 OCR_EINVAL);
	ck_assert_int_eq(ocrHintInit(&hint, OCR_HINT_GROUP_T), 0);
	ck_assert_int_eq(ocrHintInit(&hint, OCR_HINT_EDT_T), 0);
	ck_assert_int_eq(ocrGetHintValue(&hint, OCR_HINT_EDT_TIME, nowhere),
			 OCR_EINVAL);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("hint");
	TCase *tc = tcase_create("hint");

	tcase_add_loop_test(tc, a_new_variable_has_no_property, 0, 2);
	tcase_add_loop_test(tc, each_property_keeps_its_own_value, 0, 2);
	tcase_add_test(tc, unsetting_takes_away_one_property);
	tcase_add_test(tc, init_forgets_what_was_set);
	tcase_add_test(tc, both_kinds_of_pointer_and_both_spellings_work);
	tcase_add_test(tc, properties_of_another_type_are_refused);
	tcase_add_test(tc, null_and_unknown_types_are_refused);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
