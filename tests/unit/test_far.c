/* SPDX-License-Identifier: BSD-3-Clause */
/* test_far.c - who is far away is found by how long fetches take. */
#include "src/data/far.h"
#include "tests/suite.h"

#include <check.h>

#define NEAR_NS (OCR_FAR_NS - 1)
#define NAME	UINT64_C(77)

static struct ocr_far f;
static uint64_t now_ns;

static void
setup(void)
{
	f = (struct ocr_far){0};
	now_ns = 1;
}

static void
fetch(unsigned times, uint64_t takes_ns)
{
	for (unsigned i = 0; i < times; i++) {
		ocr_far_begin(&f, NAME + i, now_ns);
		now_ns += takes_ns;
		ocr_far_end(&f, NAME + i, now_ns);
	}
}

START_TEST(who_was_never_looked_at_is_near)
{
	ck_assert(!ocr_far_is(&f));
}
END_TEST

START_TEST(who_always_takes_long_is_far)
{
	fetch(OCR_FAR_TIMES - 1, OCR_FAR_NS);
	ck_assert(!ocr_far_is(&f));

	fetch(1, OCR_FAR_NS);

	ck_assert(ocr_far_is(&f));
}
END_TEST

START_TEST(who_is_quick_once_is_near)
{
	fetch(OCR_FAR_TIMES, OCR_FAR_NS);

	fetch(1, NEAR_NS);

	ck_assert(!ocr_far_is(&f));
	fetch(OCR_FAR_TIMES - 1, OCR_FAR_NS);
	ck_assert(!ocr_far_is(&f));
}
END_TEST

START_TEST(who_is_far_is_looked_at_now_and_then)
{
	unsigned looks = 0;

	fetch(OCR_FAR_TIMES, OCR_FAR_NS);

	for (unsigned i = 0; i < 10 * OCR_FAR_LOOK; i++)
		looks += !ocr_far_is(&f);

	ck_assert_uint_eq(looks, 10);
}
END_TEST

START_TEST(of_several_fetches_one_is_looked_at)
{
	for (unsigned i = 0; i < OCR_FAR_TIMES; i++) {
		ocr_far_begin(&f, NAME, now_ns);
		ocr_far_begin(&f, NAME + 1, now_ns + NEAR_NS);
		now_ns += OCR_FAR_NS;
		/* Who began later, and took no time. */
		ocr_far_end(&f, NAME + 1, now_ns);
		ocr_far_end(&f, NAME, now_ns);
		/* It has ended before. */
		ocr_far_end(&f, NAME, now_ns);
	}

	ck_assert(ocr_far_is(&f));
}
END_TEST

START_TEST(one_that_never_ends_is_forgotten)
{
	ocr_far_begin(&f, NAME - 1, now_ns);
	fetch(OCR_FAR_TIMES, OCR_FAR_NS);
	ck_assert(!ocr_far_is(&f));

	now_ns += OCR_FAR_FORGET_NS;
	fetch(OCR_FAR_TIMES, OCR_FAR_NS);

	ck_assert(ocr_far_is(&f));
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("far");
	TCase *t = tcase_create("far");

	tcase_add_checked_fixture(t, setup, NULL);
	tcase_add_test(t, who_was_never_looked_at_is_near);
	tcase_add_test(t, who_always_takes_long_is_far);
	tcase_add_test(t, who_is_quick_once_is_near);
	tcase_add_test(t, who_is_far_is_looked_at_now_and_then);
	tcase_add_test(t, of_several_fetches_one_is_looked_at);
	tcase_add_test(t, one_that_never_ends_is_forgotten);
	suite_add_tcase(s, t);
	return run_suite(s);
}
