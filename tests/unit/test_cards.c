/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cards.c - cards that are asked for. */
#include "fabric/cards.h"

#include "fabric/job.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int __wrap_ocr_job_fetch(struct ocr_job *j, ocr_node_t peer, uint32_t seconds,
			 void (*done)(void *arg, enum ocr_fetched what,
				      const void *card, size_t len_bytes),
			 void *arg);
int __wrap_clock_gettime(clockid_t clock, struct timespec *t);

static struct ocr_cards *cards;
static int n_questions, n_arrived, n_read, n_late;
static ocr_node_t late_node;
static uint32_t start_s;
static uint32_t late_s;
static const char *last_why;

/* The clock, and PMIx, which knows the card from a time on. */
static int64_t clock_ms, known_ms;
static int64_t asked_ms;
static bool answers_later;
static struct {
	void (*done)(void *arg, enum ocr_fetched what, const void *card,
		     size_t len_bytes);
	void *arg;
} owed;

static int64_t
until_ms(void)
{
	return asked_ms + start_s * INT64_C(1000);
}

int
__wrap_clock_gettime(clockid_t clock, struct timespec *t)
{
	(void)clock;
	*t = (struct timespec){clock_ms / 1000, clock_ms % 1000 * 1000000};
	return 0;
}

int
__wrap_ocr_job_fetch(struct ocr_job *j, ocr_node_t peer, uint32_t seconds,
		     void (*done)(void *arg, enum ocr_fetched what,
				  const void *card, size_t len_bytes),
		     void *arg)
{
	const struct ocr_card *own = ocr_cards_own(cards);

	(void)j;
	ck_assert_uint_eq(peer, 3);
	/* No server is to wait for longer than this node does; nor is it 0,
	 * which is for ever. */
	if (start_s != 0)
		ck_assert_uint_ge(seconds, 1);
	ck_assert_int_le(seconds * INT64_C(1000),
			 seconds <= 1 ? 1000 : until_ms() - clock_ms);
	n_questions++;
	owed.done = done;
	owed.arg = arg;
	if (answers_later)
		return 0;
	if (clock_ms < known_ms)
		done(arg, OCR_FETCHED_LATER, NULL, 0);
	else
		done(arg, OCR_FETCHED, own, ocr_card_bytes(own));
	return 0;
}

uint32_t
__wrap_ocr_job_start_s(const struct ocr_job *j)
{
	(void)j;
	return start_s;
}

static void
arrived(void *ctx)
{
	ck_assert_ptr_eq(ctx, &n_arrived);
	n_arrived++;
}

static void
on_read(void *ctx, ocr_node_t node, const struct ocr_card *card,
	const char *why)
{
	(void)card;
	ck_assert_ptr_eq(ctx, &n_read);
	ck_assert_uint_eq(node, 3);
	last_why = why;
	n_read++;
}

static void
setup(void)
{
	clock_ms = asked_ms = 5000;
	known_ms = 0;
	start_s = OCR_START_S;
	n_questions = n_arrived = n_read = n_late = 0;
	ck_assert_int_eq(ocr_cards_open(&cards, NULL, arrived, &n_arrived), 0);
	strcpy(ocr_cards_own(cards)->ofi.provider, "none");
}

static void
teardown(void)
{
	ocr_cards_close(cards);
}

/* Sleeps as long as it may, and reads, until something was read or the time is
 * over. */
static void
go_on_until(int64_t end_ms)
{
	while (!n_read && clock_ms < end_ms) {
		int ms = ocr_cards_sleep_ms(cards, -1);

		ck_assert_int_ge(ms, 1);
		ck_assert_int_le(ms, 100);
		clock_ms += ms;
		ocr_cards_read(cards, on_read, &n_read);
		n_late += ocr_cards_late(cards, &late_node, &late_s);
	}
}

START_TEST(a_card_that_is_there_is_asked_for_once)
{
	ck_assert_int_eq(ocr_cards_ask(cards, 3), 0);

	ck_assert_int_eq(ocr_cards_read(cards, on_read, &n_read), 1);
	ck_assert_ptr_null(last_why);
	ck_assert_int_eq(n_questions, 1);
	ck_assert_int_eq(n_arrived, 1);
	ck_assert_int_eq(ocr_cards_sleep_ms(cards, -1), -1);
	ck_assert_int_eq(ocr_cards_sleep_ms(cards, 7), 7);
}
END_TEST

START_TEST(a_card_that_comes_late_is_read_when_it_has)
{
	known_ms = clock_ms + 250 * 1000;
	ck_assert_int_eq(ocr_cards_ask(cards, 3), 0);

	go_on_until(known_ms - 100);
	ck_assert_int_eq(n_read, 0);
	go_on_until(known_ms + 1000);

	ck_assert_int_eq(n_read, 1);
	ck_assert_ptr_null(last_why);
	ck_assert_int_le(clock_ms, known_ms + 100);
	ck_assert_int_eq(ocr_cards_sleep_ms(cards, -1), -1);
}
END_TEST

START_TEST(nobody_asks_before_the_pause_is_over)
{
	known_ms = INT64_MAX;
	ck_assert_int_eq(ocr_cards_ask(cards, 3), 0);

	for (int i = 0; i < 1000; i++)
		ocr_cards_read(cards, on_read, &n_read);

	ck_assert_int_eq(n_questions, 1);
	ck_assert_int_eq(ocr_cards_sleep_ms(cards, 0), 0);
}
END_TEST

START_TEST(pauses_grow)
{
	known_ms = INT64_MAX;
	ck_assert_int_eq(ocr_cards_ask(cards, 3), 0);

	go_on_until(clock_ms + 60 * 1000);

	/* One each 100 ms, and those until then. */
	ck_assert_int_ge(n_questions, 600);
	ck_assert_int_le(n_questions, 610);
}
END_TEST

START_TEST(a_card_that_never_comes_is_given_up_by_the_clock)
{
	int64_t begin = clock_ms;

	known_ms = INT64_MAX;
	ck_assert_int_eq(ocr_cards_ask(cards, 3), 0);

	go_on_until(INT64_MAX);

	ck_assert_int_eq(n_read, 1);
	ck_assert_str_eq(last_why, "it has not begun in time (OCR_START_S)");
	ck_assert_int_ge(clock_ms - begin, OCR_START_S * 1000 - 100);
	ck_assert_int_le(clock_ms - begin, OCR_START_S * 1000 + 100);
}
END_TEST

START_TEST(a_card_may_be_waited_for_for_ever)
{
	start_s = 0;
	known_ms = INT64_MAX;
	ck_assert_int_eq(ocr_cards_ask(cards, 3), 0);

	go_on_until(clock_ms + 2 * OCR_START_S * 1000);
	ck_assert_int_eq(n_read, 0);
	ck_assert_int_eq(n_late, 1);
	known_ms = 0;
	go_on_until(clock_ms + 1000);

	ck_assert_int_eq(n_read, 1);
	ck_assert_ptr_null(last_why);
}
END_TEST

/* Else who sleeps for ever would: nothing else wakes him. */
START_TEST(who_sleeps_is_told_that_he_has_to_ask)
{
	answers_later = true;
	ck_assert_int_eq(ocr_cards_ask(cards, 3), 0);
	ck_assert_int_eq(ocr_cards_sleep_ms(cards, -1), 10000);

	owed.done(owed.arg, OCR_FETCHED_LATER, NULL, 0);

	ck_assert_int_eq(n_arrived, 1);
	ck_assert_int_eq(ocr_cards_sleep_ms(cards, -1), 1);
	answers_later = false;
}
END_TEST

START_TEST(who_is_late_is_told_of_once)
{
	known_ms = INT64_MAX;
	ck_assert_int_eq(ocr_cards_ask(cards, 3), 0);

	go_on_until(clock_ms + 9900);
	ck_assert_int_eq(n_late, 0);
	go_on_until(clock_ms + 60 * 1000);

	ck_assert_int_eq(n_late, 1);
	ck_assert_uint_eq(late_node, 3);
	ck_assert_uint_eq(late_s, 10);
}
END_TEST

/* Who was stopped for that long has not asked meanwhile. */
START_TEST(a_card_is_asked_for_once_more_when_the_time_is_over)
{
	known_ms = clock_ms + 1000;
	ck_assert_int_eq(ocr_cards_ask(cards, 3), 0);
	go_on_until(clock_ms + 100);
	ck_assert_int_eq(n_read, 0);

	answers_later = true;
	clock_ms += ocr_cards_sleep_ms(cards, -1); /* is asked, and stopped */
	ocr_cards_read(cards, on_read, &n_read);
	clock_ms += 2 * OCR_START_S * 1000;
	answers_later = false;
	owed.done(owed.arg, OCR_FETCHED_LATER, NULL, 0);
	ck_assert(ocr_cards_late(cards, &late_node, &late_s));
	go_on_until(clock_ms + 1000);

	ck_assert_int_eq(n_read, 1);
	ck_assert_ptr_null(last_why);
}
END_TEST

/* PMIx may owe the answer for as long as it likes. */
START_TEST(who_is_late_is_told_of_when_nothing_comes_at_all)
{
	answers_later = true;
	ck_assert_int_eq(ocr_cards_ask(cards, 3), 0);
	ck_assert(!ocr_cards_late(cards, &late_node, &late_s));

	clock_ms += ocr_cards_sleep_ms(cards, -1);

	ck_assert(ocr_cards_late(cards, &late_node, &late_s));
	ck_assert_int_eq(ocr_cards_sleep_ms(cards, -1), -1);
	owed.done(owed.arg, OCR_FETCHED_NOTHING, NULL, 0);
	answers_later = false;
}
END_TEST

/* In any state; the tools for memory look here. */
START_TEST(closing_leaves_nothing)
{
	struct ocr_cards *other;

	ck_assert_int_eq(ocr_cards_open(&other, NULL, arrived, &n_arrived), 0);
	known_ms = INT64_MAX;
	ck_assert_int_eq(ocr_cards_ask(other, 3), 0); /* waits */
	known_ms = 0;
	ck_assert_int_eq(ocr_cards_ask(other, 3), 0); /* in the box */
	answers_later = true;
	ck_assert_int_eq(ocr_cards_ask(other, 3), 0); /* under way */

	ocr_cards_close(other);
	n_arrived = 0;
	owed.done(owed.arg, OCR_FETCHED_LATER, NULL, 0);

	ck_assert_int_eq(n_arrived, 0);
	answers_later = false;
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("cards");
	TCase *t = tcase_create("cards");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, a_card_that_is_there_is_asked_for_once);
	tcase_add_test(t, a_card_that_comes_late_is_read_when_it_has);
	tcase_add_test(t, nobody_asks_before_the_pause_is_over);
	tcase_add_test(t, pauses_grow);
	tcase_add_test(t, a_card_that_never_comes_is_given_up_by_the_clock);
	tcase_add_test(t, a_card_may_be_waited_for_for_ever);
	tcase_add_test(t, who_sleeps_is_told_that_he_has_to_ask);
	tcase_add_test(t, closing_leaves_nothing);
	tcase_add_test(t, who_is_late_is_told_of_once);
	tcase_add_test(t, a_card_is_asked_for_once_more_when_the_time_is_over);
	tcase_add_test(t, who_is_late_is_told_of_when_nothing_comes_at_all);
	suite_add_tcase(s, t);
	return run_suite(s);
}
