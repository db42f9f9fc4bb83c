/* SPDX-License-Identifier: BSD-3-Clause */
/* test_memory.c - what tasks read in blocks, by hand, good and bad. */
#include "tests/sim/memory.h"

#include "guidmap/guid.h"
#include "src/base/msg.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>

#define OLD 0x01dULL
#define NEW 0x4e3ULL
#define ODD 0x0ddULL /* nobody writes it */

enum { MAKER = 1, ONE, TWO, THREE };

static struct history *h;
static struct memory *m;
static uint32_t last[8]; /* operation of each task */
static char *text;
static size_t text_len;
static FILE *out;

static ocrGuid_t
task(unsigned t)
{
	return ocr_guid_make(OCR_GUID_EDT, 0, 0, 0, t);
}

static ocrGuid_t
block(void)
{
	return ocr_guid_make(OCR_GUID_DB, 0, 0, 0, 1);
}

/* The task begins, after what `cause` has done; 0: after nobody. */
static void
begin(unsigned t, unsigned cause)
{
	last[t] = history_add(h, 0, task(t), task(t));
	if (cause)
		history_order(h, last[cause], last[t]);
}

static void
acquire(unsigned t, ocrDbAccessMode_t mode)
{
	memory_acquire(m, task(t), block(), mode, 4, last[t]);
}

static void
finds(unsigned t, uint64_t word, uint64_t value)
{
	memory_read(m, task(t), block(), word, value);
}

static void
writes(unsigned t, uint64_t word, uint64_t value)
{
	memory_write(m, task(t), block(), word, value);
}

static void
release(unsigned t)
{
	uint32_t id = history_add(h, OCR_MSG_RELEASE, block(), task(t));

	history_order(h, last[t], id);
	last[t] = id;
	memory_release(m, task(t), block(), id);
}

/* A task that writes to two words and releases. */
static void
writer(unsigned t, unsigned cause, ocrDbAccessMode_t mode, uint64_t value)
{
	begin(t, cause);
	acquire(t, mode);
	writes(t, 0, value);
	writes(t, 1, value + 1);
	release(t);
}

/* A new block of four words, of which its maker writes the first two. */
static void
open_all(void)
{
	out = open_memstream(&text, &text_len);
	ck_assert_ptr_nonnull(out);
	h = history_open();
	m = memory_open(h, out);
	begin(MAKER, 0);
	memory_create(m, task(MAKER), block(), 4, last[MAKER]);
	writes(MAKER, 0, OLD);
	writes(MAKER, 1, OLD + 1);
	release(MAKER);
}

static void
expect(uint64_t violations)
{
	uint64_t n = memory_close(m);

	fclose(out);
	ck_assert_msg(n == violations, "%u violations: %s", (unsigned)n, text);
	ck_assert_int_eq(n == 0, *text == '\0');
	history_close(h);
	free(text);
}

static const ocrDbAccessMode_t readers[] = {DB_MODE_RO, DB_MODE_CONST};
static const ocrDbAccessMode_t writing[] = {DB_MODE_RW, DB_MODE_EW};
static const ocrDbAccessMode_t all[] = {DB_MODE_RO, DB_MODE_CONST, DB_MODE_RW,
					DB_MODE_EW};

START_TEST(who_comes_after_finds_what_was_written)
{
	writer(ONE, MAKER, DB_MODE_EW, NEW);
	begin(TWO, ONE);
	acquire(TWO, all[_i]);
	finds(TWO, 0, NEW);
	finds(TWO, 1, NEW + 1);

	expect(0);
}
END_TEST

START_TEST(who_comes_after_does_not_find_what_was_before)
{
	writer(ONE, MAKER, DB_MODE_RW, NEW);
	begin(TWO, ONE);
	acquire(TWO, all[_i]);
	finds(TWO, 0, OLD);

	expect(1);
}
END_TEST

START_TEST(a_reader_in_no_order_finds_either)
{
	writer(ONE, MAKER, DB_MODE_EW, NEW);
	begin(TWO, MAKER);
	begin(THREE, MAKER);
	acquire(TWO, readers[_i]);
	acquire(THREE, readers[_i]);
	finds(TWO, 0, OLD);
	finds(TWO, 1, OLD + 1);
	finds(THREE, 0, NEW);
	finds(THREE, 1, NEW + 1);

	expect(0);
}
END_TEST

START_TEST(nobody_finds_what_nobody_wrote)
{
	begin(ONE, MAKER);
	acquire(ONE, all[_i]);
	finds(ONE, 0, ODD);

	expect(1);
}
END_TEST

/* In one word; another value there may be anybody's. */
START_TEST(nobody_finds_the_value_of_another_word)
{
	begin(ONE, MAKER);
	acquire(ONE, all[_i]);
	finds(ONE, 1, OLD);

	expect(1);
}
END_TEST

START_TEST(what_nobody_wrote_may_be_anything)
{
	begin(ONE, MAKER);
	acquire(ONE, all[_i]);
	finds(ONE, 2, ODD);

	expect(0);
}
END_TEST

/* Half of a writer: RO may find that, CONST may not. */
START_TEST(a_const_reader_finds_one_state)
{
	writer(ONE, MAKER, DB_MODE_EW, NEW);
	begin(TWO, MAKER);
	acquire(TWO, readers[_i]);
	finds(TWO, 0, NEW);
	finds(TWO, 1, OLD + 1);

	expect(readers[_i] == DB_MODE_CONST);
}
END_TEST

/* The word that tells is read in between. */
START_TEST(a_const_reader_finds_one_state_of_three)
{
	writer(ONE, MAKER, DB_MODE_EW, NEW);
	writer(TWO, ONE, DB_MODE_EW, NEW + 8);
	begin(THREE, MAKER);
	acquire(THREE, DB_MODE_CONST);
	finds(THREE, 2, ODD);
	finds(THREE, 1, NEW + 1);
	finds(THREE, 0, NEW + 8);

	expect(1);
}
END_TEST

START_TEST(what_a_const_reader_finds_never_changes)
{
	begin(ONE, MAKER);
	acquire(ONE, readers[_i]);
	finds(ONE, 0, OLD);
	writer(TWO, MAKER, DB_MODE_EW, NEW);
	finds(ONE, 0, NEW);

	expect(readers[_i] == DB_MODE_CONST);
}
END_TEST

START_TEST(not_even_what_was_never_written)
{
	begin(ONE, MAKER);
	acquire(ONE, DB_MODE_CONST);
	finds(ONE, 3, ODD);
	finds(ONE, 3, ODD + 1);

	expect(1);
}
END_TEST

/* Not only in the words that it has read before. */
START_TEST(a_const_reader_finds_nothing_that_came_later)
{
	begin(ONE, MAKER);
	acquire(ONE, readers[_i]);
	writer(TWO, MAKER, DB_MODE_EW, NEW);
	finds(ONE, 1, NEW + 1);

	expect(readers[_i] == DB_MODE_CONST);
}
END_TEST

START_TEST(a_const_reader_does_not_find_what_is_being_written)
{
	begin(ONE, MAKER);
	acquire(ONE, writing[_i]);
	writes(ONE, 0, NEW);
	begin(TWO, MAKER);
	acquire(TWO, DB_MODE_CONST);
	finds(TWO, 0, NEW);

	expect(1);
}
END_TEST

/* It has released, but another who shares the bytes with it has not. */
START_TEST(a_const_reader_does_not_come_before_all_writers_are_done)
{
	begin(ONE, MAKER);
	begin(TWO, MAKER);
	acquire(ONE, DB_MODE_RW);
	acquire(TWO, DB_MODE_RW);
	writes(ONE, 0, NEW);
	release(ONE);
	begin(THREE, MAKER);
	acquire(THREE, DB_MODE_CONST);
	finds(THREE, 0, NEW);

	expect(1);
}
END_TEST

/* Before the maker lets go there is nothing to read. */
START_TEST(a_const_reader_does_not_come_before_the_maker_is_done)
{
	ocrGuid_t other = ocr_guid_make(OCR_GUID_DB, 0, 0, 0, 2);

	begin(ONE, 0);
	memory_create(m, task(ONE), other, 1, last[ONE]);
	begin(TWO, 0);
	memory_acquire(m, task(TWO), other, DB_MODE_CONST, 1, last[TWO]);
	memory_read(m, task(TWO), other, 0, 0);

	expect(1);
}
END_TEST

START_TEST(a_reader_does_not_go_back)
{
	writer(ONE, MAKER, DB_MODE_EW, NEW);
	begin(TWO, MAKER);
	acquire(TWO, DB_MODE_RO);
	finds(TWO, 0, NEW);
	finds(TWO, 0, OLD);

	expect(1);
}
END_TEST

/* The one is enough: the other came before it. */
START_TEST(a_reader_finds_all_that_came_before_what_it_must_find)
{
	writer(ONE, MAKER, DB_MODE_RW, NEW);
	begin(TWO, MAKER);
	acquire(TWO, DB_MODE_RW);
	writes(TWO, 2, NEW + 2);
	release(TWO);
	begin(THREE, TWO);
	acquire(THREE, readers[_i]);
	finds(THREE, 2, NEW + 2);
	finds(THREE, 0, OLD);

	expect(1);
}
END_TEST

START_TEST(a_writer_finds_the_last_write_though_nothing_orders_it)
{
	writer(ONE, MAKER, DB_MODE_EW, NEW);
	begin(TWO, MAKER);
	acquire(TWO, writing[_i]);
	finds(TWO, 0, OLD);

	expect(1);
}
END_TEST

/* Two writers at a time, of words side by side; `lost` is what is left of the
 * first. */
static void
side_by_side(uint64_t lost)
{
	begin(ONE, MAKER);
	begin(TWO, MAKER);
	acquire(ONE, DB_MODE_RW);
	acquire(TWO, DB_MODE_RW);
	writes(ONE, 0, NEW);
	writes(TWO, 1, NEW + 1);
	release(ONE);
	release(TWO);
	begin(THREE, ONE);
	history_order(h, last[TWO], last[THREE]);
	acquire(THREE, DB_MODE_CONST);
	finds(THREE, 0, lost);
	finds(THREE, 1, NEW + 1);
}

START_TEST(two_writers_of_two_words)
{
	side_by_side(NEW);

	expect(0);
}
END_TEST

START_TEST(a_write_is_lost)
{
	side_by_side(OLD);

	expect(1);
}
END_TEST

START_TEST(who_writes_in_ew_is_alone)
{
	begin(ONE, MAKER);
	begin(TWO, MAKER);
	acquire(ONE, writing[_i]);
	acquire(TWO, writing[1 - _i]);

	expect(1);
}
END_TEST

START_TEST(who_has_released_is_in_nobodys_way)
{
	begin(ONE, MAKER);
	begin(TWO, MAKER);
	acquire(ONE, DB_MODE_EW);
	release(ONE);
	acquire(TWO, DB_MODE_EW);

	expect(0);
}
END_TEST

/* What the task reads after its downgrade is not older than what it wrote. */
START_TEST(a_downgrade_keeps_what_was_written)
{
	begin(ONE, MAKER);
	acquire(ONE, DB_MODE_RW);
	writes(ONE, 0, NEW);
	release(ONE);
	finds(ONE, 0, _i ? OLD : NEW);

	expect((uint64_t)_i);
}
END_TEST

/* Others that share the bytes go on writing. */
START_TEST(after_a_downgrade_a_task_may_find_what_came_later)
{
	begin(ONE, MAKER);
	begin(TWO, MAKER);
	acquire(ONE, DB_MODE_RW);
	acquire(TWO, DB_MODE_RW);
	writes(ONE, 0, NEW);
	release(ONE);
	writes(TWO, 0, NEW + 8);
	finds(ONE, 0, NEW);
	finds(ONE, 0, NEW + 8);

	expect(0);
}
END_TEST

START_TEST(who_comes_after_a_downgrade_finds_what_was_written)
{
	writer(ONE, MAKER, DB_MODE_EW, NEW);
	begin(TWO, ONE);
	acquire(TWO, DB_MODE_RO);
	finds(ONE, 1, NEW + 1);
	finds(TWO, 1, OLD + 1);

	expect(1);
}
END_TEST

/* It may write, and it is alone: the other one comes in between. */
START_TEST(of_two_slots_the_stronger_mode_counts)
{
	begin(ONE, MAKER);
	acquire(ONE, DB_MODE_CONST);
	acquire(ONE, DB_MODE_EW);
	acquire(ONE, DB_MODE_RO);
	writes(ONE, 0, NEW);
	finds(ONE, 0, NEW);
	begin(TWO, MAKER);
	acquire(TWO, DB_MODE_RW);

	expect(1);
}
END_TEST

START_TEST(a_task_finds_what_it_wrote_itself)
{
	begin(ONE, MAKER);
	acquire(ONE, writing[_i]);
	writes(ONE, 0, NEW);
	writes(ONE, 0, NEW + 8);
	finds(ONE, 0, NEW);

	expect(1);
}
END_TEST

START_TEST(a_task_releases_before_its_output_event_is_satisfied)
{
	begin(ONE, MAKER);
	begin(TWO, MAKER);
	acquire(ONE, all[_i]);
	acquire(TWO, DB_MODE_RO);
	memory_end(m, task(TWO));
	memory_end(m, task(ONE));

	expect(all[_i] == DB_MODE_RW || all[_i] == DB_MODE_EW);
}
END_TEST

START_TEST(a_task_that_has_released_may_end)
{
	writer(ONE, MAKER, writing[_i], NEW);
	memory_end(m, task(ONE));

	expect(0);
}
END_TEST

#define N(array) ((int)(sizeof(array) / sizeof(*(array))))

int
main(void)
{
	Suite *s = suite_create("memory");
	TCase *t = tcase_create("memory");

	tcase_add_checked_fixture(t, open_all, NULL);
	tcase_add_loop_test(t, who_comes_after_finds_what_was_written, 0,
			    N(all));
	tcase_add_loop_test(t, who_comes_after_does_not_find_what_was_before, 0,
			    N(all));
	tcase_add_loop_test(t, a_reader_in_no_order_finds_either, 0,
			    N(readers));
	tcase_add_loop_test(t, nobody_finds_what_nobody_wrote, 0, N(all));
	tcase_add_loop_test(t, nobody_finds_the_value_of_another_word, 0,
			    N(all));
	tcase_add_loop_test(t, what_nobody_wrote_may_be_anything, 0, N(all));
	tcase_add_loop_test(t, a_const_reader_finds_one_state, 0, N(readers));
	tcase_add_test(t, a_const_reader_finds_one_state_of_three);
	tcase_add_loop_test(t, what_a_const_reader_finds_never_changes, 0,
			    N(readers));
	tcase_add_test(t, not_even_what_was_never_written);
	tcase_add_loop_test(t, a_const_reader_finds_nothing_that_came_later, 0,
			    N(readers));
	tcase_add_loop_test(t,
			    a_const_reader_does_not_find_what_is_being_written,
			    0, N(writing));
	tcase_add_test(
		t, a_const_reader_does_not_come_before_all_writers_are_done);
	tcase_add_test(t,
		       a_const_reader_does_not_come_before_the_maker_is_done);
	tcase_add_test(t, a_reader_does_not_go_back);
	tcase_add_loop_test(
		t, a_reader_finds_all_that_came_before_what_it_must_find, 0,
		N(readers));
	tcase_add_loop_test(
		t, a_writer_finds_the_last_write_though_nothing_orders_it, 0,
		N(writing));
	tcase_add_test(t, two_writers_of_two_words);
	tcase_add_test(t, a_write_is_lost);
	tcase_add_loop_test(t, who_writes_in_ew_is_alone, 0, N(writing));
	tcase_add_test(t, who_has_released_is_in_nobodys_way);
	tcase_add_loop_test(t, a_downgrade_keeps_what_was_written, 0, 2);
	tcase_add_test(t, after_a_downgrade_a_task_may_find_what_came_later);
	tcase_add_test(t, who_comes_after_a_downgrade_finds_what_was_written);
	tcase_add_test(t, of_two_slots_the_stronger_mode_counts);
	tcase_add_loop_test(t, a_task_finds_what_it_wrote_itself, 0,
			    N(writing));
	tcase_add_loop_test(
		t, a_task_releases_before_its_output_event_is_satisfied, 0,
		N(all));
	tcase_add_loop_test(t, a_task_that_has_released_may_end, 0, N(writing));
	suite_add_tcase(s, t);
	return run_suite(s);
}
