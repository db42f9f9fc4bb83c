/* SPDX-License-Identifier: BSD-3-Clause */
/* test_memory_parts.c - what tasks read in parts of blocks, by hand, good and
 * bad. */
#include "tests/sim/memory.h"

#include "guidmap/guid.h"
#include "src/base/msg.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>

#define OLD   0x01dULL
#define NEW   0x4e3ULL
#define WORDS 8

enum { MAKER = 1, ONE, TWO, THREE };
enum { WHOLE = 1, LEFT, RIGHT, EMPTY, INNER, AGAIN };

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
block(unsigned b)
{
	return ocr_guid_make(OCR_GUID_DB, 0, 0, 0, b);
}

/* The task begins, after what `cause` has done. */
static void
begin(unsigned t, unsigned cause)
{
	last[t] = history_add(h, 0, task(t), task(t));
	if (cause)
		history_order(h, last[cause], last[t]);
}

static void
acquire(unsigned t, unsigned b, ocrDbAccessMode_t mode, uint64_t words)
{
	memory_acquire(m, task(t), block(b), mode, words, last[t]);
}

static void
finds(unsigned t, unsigned b, uint64_t word, uint64_t value)
{
	memory_read(m, task(t), block(b), word, value);
}

static void
writes(unsigned t, unsigned b, uint64_t word, uint64_t value)
{
	memory_write(m, task(t), block(b), word, value);
}

static uint32_t
does(unsigned t, unsigned b, uint16_t type)
{
	uint32_t id = history_add(h, type, block(b), task(t));

	history_order(h, last[t], id);
	return last[t] = id;
}

static void
release(unsigned t, unsigned b)
{
	memory_release(m, task(t), block(b), does(t, b, OCR_MSG_RELEASE));
}

static void
cut(unsigned t, unsigned b, unsigned part, uint64_t first, uint64_t words)
{
	memory_cut(m, block(b), block(part), first, words,
		   does(t, b, OCR_MSG_PARTITION));
}

static void
destroy(unsigned t, unsigned b)
{
	memory_destroy(m, block(b), does(t, b, OCR_MSG_DESTROY));
}

/* Writes to the first word of a part, releases and destroys it. */
static void
writer(unsigned t, unsigned cause, unsigned part, uint64_t words)
{
	begin(t, cause);
	acquire(t, part, DB_MODE_EW, words);
	writes(t, part, 0, NEW + part);
	release(t, part);
	destroy(t, part);
}

/* Eight words, all written, of which three and four are parts. */
static void
open_all(void)
{
	out = open_memstream(&text, &text_len);
	ck_assert_ptr_nonnull(out);
	h = history_open();
	m = memory_open(h, out);
	begin(MAKER, 0);
	memory_create(m, task(MAKER), block(WHOLE), WORDS, last[MAKER]);
	for (uint64_t i = 0; i < WORDS; i++)
		writes(MAKER, WHOLE, i, OLD + i);
	release(MAKER, WHOLE);
	cut(MAKER, WHOLE, LEFT, 0, 3);
	cut(MAKER, WHOLE, RIGHT, 4, 4);
	cut(MAKER, WHOLE, EMPTY, 3, 0);
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
static const ocrDbAccessMode_t all[] = {DB_MODE_RO, DB_MODE_CONST, DB_MODE_RW,
					DB_MODE_EW};

START_TEST(a_part_begins_with_the_bytes_of_its_range)
{
	begin(ONE, MAKER);
	acquire(ONE, RIGHT, all[_i], 4);
	finds(ONE, RIGHT, 0, OLD + 4);
	finds(ONE, RIGHT, 3, OLD + 7);

	expect(0);
}
END_TEST

START_TEST(a_part_does_not_have_the_words_beside_it)
{
	begin(ONE, MAKER);
	acquire(ONE, RIGHT, all[_i], 4);
	finds(ONE, RIGHT, 0, OLD + 3);

	expect(1);
}
END_TEST

START_TEST(parts_are_written_at_the_same_time)
{
	begin(ONE, MAKER);
	begin(TWO, MAKER);
	acquire(ONE, LEFT, DB_MODE_EW, 3);
	acquire(TWO, RIGHT, DB_MODE_EW, 4);

	expect(0);
}
END_TEST

START_TEST(nobody_writes_to_a_block_and_to_its_part)
{
	begin(ONE, MAKER);
	acquire(ONE, LEFT, DB_MODE_RW, 3);
	begin(TWO, 0);
	acquire(TWO, WHOLE, DB_MODE_RW, WORDS);

	expect(1);
}
END_TEST

START_TEST(who_comes_after_a_block_was_cut_does_not_have_it)
{
	begin(ONE, MAKER);
	acquire(ONE, WHOLE, all[_i], WORDS);

	expect(3);
}
END_TEST

START_TEST(who_does_not_come_after_that_may_have_it)
{
	begin(ONE, 0);
	acquire(ONE, WHOLE, readers[_i], WORDS);
	finds(ONE, WHOLE, 0, OLD);

	expect(0);
}
END_TEST

/* It goes with the part inside. */
START_TEST(a_part_of_a_part_keeps_others_from_the_block)
{
	destroy(MAKER, LEFT);
	destroy(MAKER, EMPTY);
	cut(MAKER, RIGHT, INNER, 1, 2);
	destroy(MAKER, RIGHT);
	begin(ONE, MAKER);
	acquire(ONE, WHOLE, all[_i], WORDS);

	expect(1);
}
END_TEST

START_TEST(nobody_has_a_part_while_the_block_is_written)
{
	begin(ONE, 0);
	acquire(ONE, WHOLE, DB_MODE_RW, WORDS);
	begin(TWO, MAKER);
	acquire(TWO, LEFT, all[_i], 3);

	expect(1);
}
END_TEST

/* All parts are gone. */
static void
end_all(unsigned cause)
{
	writer(ONE, cause, LEFT, 3);
	writer(TWO, ONE, RIGHT, 4);
	destroy(TWO, EMPTY);
}

START_TEST(the_block_has_what_was_written_to_its_parts)
{
	end_all(MAKER);
	begin(THREE, TWO);
	acquire(THREE, WHOLE, all[_i], WORDS);
	finds(THREE, WHOLE, 0, NEW + LEFT);
	finds(THREE, WHOLE, 3, OLD + 3);
	finds(THREE, WHOLE, 4, NEW + RIGHT);
	finds(THREE, WHOLE, 7, OLD + 7);

	expect(0);
}
END_TEST

START_TEST(the_block_has_nothing_older)
{
	end_all(MAKER);
	begin(THREE, TWO);
	acquire(THREE, WHOLE, all[_i], WORDS);
	finds(THREE, WHOLE, 4, OLD + 4);

	expect(1);
}
END_TEST

/* Written in one part, not yet in the other: no state of the block. */
START_TEST(a_reader_of_the_block_does_not_find_half_of_its_parts)
{
	end_all(MAKER);
	begin(THREE, MAKER);
	acquire(THREE, WHOLE, readers[_i], WORDS);
	finds(THREE, WHOLE, 0, NEW + LEFT);
	finds(THREE, WHOLE, 4, OLD + 4);

	expect(readers[_i] == DB_MODE_CONST);
}
END_TEST

START_TEST(a_part_of_a_part_is_of_the_block)
{
	cut(MAKER, RIGHT, INNER, 1, 2);
	writer(ONE, MAKER, INNER, 2);
	begin(TWO, ONE);
	acquire(TWO, RIGHT, all[_i], 4);
	finds(TWO, RIGHT, 1, NEW + INNER);
	finds(TWO, RIGHT, 2, OLD + 6);

	expect(0);
}
END_TEST

START_TEST(a_part_where_another_was_has_what_that_one_had)
{
	writer(ONE, MAKER, LEFT, 3);
	cut(ONE, WHOLE, AGAIN, 0, 4);
	begin(TWO, ONE);
	acquire(TWO, AGAIN, all[_i], 4);
	finds(TWO, AGAIN, 0, NEW + LEFT);
	finds(TWO, AGAIN, 3, OLD + 3);

	expect(0);
}
END_TEST

START_TEST(it_does_not_begin_before_the_other_is_released)
{
	begin(ONE, MAKER);
	acquire(ONE, LEFT, DB_MODE_RW, 3);
	destroy(ONE, LEFT);
	cut(ONE, WHOLE, AGAIN, 0, 4);
	begin(TWO, ONE);
	acquire(TWO, AGAIN, all[_i], 4);

	expect(1);
}
END_TEST

#define N(array) ((int)(sizeof(array) / sizeof(*(array))))

int
main(void)
{
	Suite *s = suite_create("memory_parts");
	TCase *t = tcase_create("memory_parts");

	tcase_add_checked_fixture(t, open_all, NULL);
	tcase_add_loop_test(t, a_part_begins_with_the_bytes_of_its_range, 0,
			    N(all));
	tcase_add_loop_test(t, a_part_does_not_have_the_words_beside_it, 0,
			    N(all));
	tcase_add_test(t, parts_are_written_at_the_same_time);
	tcase_add_test(t, nobody_writes_to_a_block_and_to_its_part);
	tcase_add_loop_test(t, who_comes_after_a_block_was_cut_does_not_have_it,
			    0, N(all));
	tcase_add_loop_test(t, who_does_not_come_after_that_may_have_it, 0,
			    N(readers));
	tcase_add_loop_test(t, a_part_of_a_part_keeps_others_from_the_block, 0,
			    N(all));
	tcase_add_loop_test(t, nobody_has_a_part_while_the_block_is_written, 0,
			    N(all));
	tcase_add_loop_test(t, the_block_has_what_was_written_to_its_parts, 0,
			    N(all));
	tcase_add_loop_test(t, the_block_has_nothing_older, 0, N(all));
	tcase_add_loop_test(
		t, a_reader_of_the_block_does_not_find_half_of_its_parts, 0,
		N(readers));
	tcase_add_loop_test(t, a_part_of_a_part_is_of_the_block, 0, N(all));
	tcase_add_loop_test(t, a_part_where_another_was_has_what_that_one_had,
			    0, N(all));
	tcase_add_loop_test(t, it_does_not_begin_before_the_other_is_released,
			    0, N(all));
	suite_add_tcase(s, t);
	return run_suite(s);
}
