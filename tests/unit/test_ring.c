/* SPDX-License-Identifier: BSD-3-Clause */
/* test_ring.c - records of one writer and one reader. */
#include "fabric/ring.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIZE 4096
#define MAX  (SIZE / 4 - OCR_RING_LINE)

static struct ocr_ring *ring;
static struct ocr_ring_out out;
static struct ocr_ring_in in;
static uint8_t bytes[SIZE];

static void
setup(void)
{
	ring = mmap(NULL, sizeof(*ring) + SIZE, PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ck_assert_ptr_ne(ring, MAP_FAILED);
	out = (struct ocr_ring_out){.ring = ring, .size = SIZE};
	in = (struct ocr_ring_in){.ring = ring, .size = SIZE};
}

static void
teardown(void)
{
	munmap(ring, sizeof(*ring) + SIZE);
}

/* A word and three pieces; the last two may be empty. */
static int
put_pieces(uint64_t first, uint32_t len)
{
	uint32_t begin = len < OCR_RING_FIRST ? len : OCR_RING_FIRST;
	uint32_t end = (len - begin) / 3 & ~7u;
	const uint8_t *at = bytes + sizeof(first);

	return ocr_ring_put_pieces(
		&out, &(struct ocr_ring_pieces){
			      .first = first,
			      .at = {at, at + begin, at + len - end},
			      .n = {begin, len - begin - end, end}});
}

/* A record says what it is in each byte; each second one is put in two, and
 * some of those whose length is a multiple of 8 in four. */
static int
put(uint32_t number, uint32_t len)
{
	uint64_t first;

	memset(bytes, (int)(number & 0xff), len);
	memcpy(&first, bytes, sizeof(first));
	if (len % 8 == 0 && len > sizeof(first) && number % 3)
		return put_pieces(first, len - (uint32_t)sizeof(first));
	if (number % 2 || len <= sizeof(first))
		return ocr_ring_put(&out, bytes, len);
	return ocr_ring_put_behind(&out, first, bytes + sizeof(first),
				   len - (uint32_t)sizeof(first));
}

static uint32_t
take(uint32_t number)
{
	const void *data;
	uint32_t len;

	ck_assert_int_eq(ocr_ring_peek(&in, &data, &len), 1);
	ck_assert_uint_eq((uintptr_t)data % 8, 0);
	memset(bytes, (int)(number & 0xff), len);
	ck_assert_mem_eq(data, bytes, len);
	ocr_ring_take(&in, len);
	return len;
}

static bool
is_empty(void)
{
	const void *data;
	uint32_t len;

	return !ocr_ring_has(&in) && ocr_ring_peek(&in, &data, &len) == 0;
}

/* The word of the next record, as a writer that cannot be believed has it. */
static void
forge(uint64_t word)
{
	memcpy(ring->bytes + (in.pos & (SIZE - 1)), &word, sizeof(word));
}

START_TEST(a_fresh_ring_is_empty)
{
	ck_assert(is_empty());
}
END_TEST

START_TEST(records_of_every_length_come_whole_and_in_order)
{
	uint32_t len, before = 0;

	for (len = 1; len <= MAX; len++) {
		ck_assert_int_eq(put(len, len), 0);
		ck_assert(ocr_ring_has(&in));
		if (len % 3 == 0)
			continue;
		while (before < len) {
			before++;
			ck_assert_uint_eq(take(before), before);
		}
		ck_assert(is_empty());
	}
}
END_TEST

START_TEST(what_is_missing_between_pieces_are_zeros)
{
	static const uint8_t ones[] = {1, 1, 1, 1, 1, 1, 1, 1};
	static const uint8_t whole[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
					1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0,
					0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
	struct ocr_ring_pieces p = {.at = {ones, ones, ones}, .n = {8, 3, 8}};
	const void *data;
	uint32_t len;

	memcpy(&p.first, ones, sizeof(p.first));
	memset(ring->bytes + 24, 0xff, 16);
	ck_assert_int_eq(ocr_ring_put_pieces(&out, &p), 0);
	ck_assert_int_eq(ocr_ring_peek(&in, &data, &len), 1);
	ck_assert_uint_eq(len, sizeof(whole));
	ck_assert_mem_eq(data, whole, sizeof(whole));
	p.n[0] = OCR_RING_FIRST + 8;
	ck_assert_int_eq(ocr_ring_put_pieces(&out, &p), -EMSGSIZE);
}
END_TEST

START_TEST(what_cannot_be_a_record_is_refused)
{
	ck_assert_int_eq(put(1, 0), -EMSGSIZE);
	ck_assert_int_eq(put(1, MAX + 1), -EMSGSIZE);
	ck_assert_int_eq(put(1, MAX), 0);
}
END_TEST

START_TEST(a_full_ring_takes_nothing_and_loses_nothing)
{
	uint32_t n = 0, i;

	while (put(n, 100) == 0)
		n++;

	ck_assert_int_eq(put(n, 100), -EAGAIN);
	ck_assert_uint_ge(n, SIZE / 128 - 1);
	for (i = 0; i < n; i++)
		ck_assert_uint_eq(take(i), 100);
	ck_assert(is_empty());
	ck_assert_int_eq(put(0, 100), 0);
}
END_TEST

START_TEST(who_waits_for_room_is_told_once_there_is_some)
{
	uint32_t n = 0, told = 0;
	const void *data;
	uint32_t len;

	while (put(n, 100) == 0)
		n++;
	while (ocr_ring_peek(&in, &data, &len) == 1)
		told += ocr_ring_take(&in, len);

	ck_assert_uint_eq(told, 1);
	/* Whatever it is that did not fit. */
	ck_assert_int_eq(put(0, MAX), 0);
}
END_TEST

START_TEST(what_fits_after_all_is_read_is_any_record)
{
	/* Wherever the ring stands, and however little was given back. */
	uint32_t step;

	for (step = 1; step <= 200; step++) {
		ck_assert_int_eq(put(step, step * 5 % MAX + 1), 0);
		take(step);
		ck_assert_int_eq(put(step, MAX), 0);
		take(step);
		ck_assert(is_empty());
	}
}
END_TEST

/* Some records are as long as the one before, and some not; and no byte of a
 * record is 0. */
START_TEST(nothing_is_behind_the_last_record)
{
	uint32_t i, len;

	for (i = 0; i < 20000; i++) {
		len = i / 3 * 2654435761u % 5 * 56 + i % 3 / 2 * 300 + 8;
		ck_assert_int_eq(put(i | 1, len), 0);
		ck_assert_uint_eq(take(i | 1), len);
		ck_assert(is_empty());
	}
}
END_TEST

/* There is always room for one more, and never for two, so no word is cleared
 * ahead; what was cleared so at first has a record on it a turn later. */
START_TEST(nothing_is_behind_the_last_record_of_a_ring_that_was_full)
{
	uint32_t n = (uint32_t)_i, i, first = 0;

	for (i = 0; i < n; i++) {
		ck_assert_int_eq(put(i | 1, MAX), 0);
		if (i >= 2)
			take(first++ | 1);
	}
	while (first < n)
		take(first++ | 1);
	ck_assert(is_empty());
}
END_TEST

/* What is taken ahead of a record is free, however full the ring is. */
START_TEST(lines_that_are_taken_ahead_are_nobodys)
{
	uint32_t n = 0, first = 0, i, k;

	for (i = 0; i < 5000; i++) {
		for (k = i * 2654435761u >> 28; k > 0; k--) {
			n += put(n | 1, n / 7 % 3 ? MAX / 3 : 56) == 0;
			ocr_ring_own_ahead(&out);
		}
		for (k = i * 2246822519u >> 28; k > 0 && first < n; k--) {
			take(first | 1);
			first++;
		}
	}
	while (first < n)
		take(first++ | 1);
	ck_assert(is_empty());
	ck_assert_uint_gt(n, 5000);
}
END_TEST

START_TEST(nobody_is_told_who_does_not_wait)
{
	uint32_t i, told = 0;
	const void *data;
	uint32_t len;

	for (i = 0; i < 1000; i++) {
		ck_assert_int_eq(put(i, 100), 0);
		ck_assert_int_eq(ocr_ring_peek(&in, &data, &len), 1);
		told += ocr_ring_take(&in, len);
	}
	ck_assert_uint_eq(told, 0);
}
END_TEST

static const uint64_t impossible[] = {
	MAX + 1,
	SIZE,
	UINT32_MAX,
	UINT64_C(1) << 32,
	(UINT64_C(1) << 32) + 1,
	UINT64_MAX,
};

START_TEST(a_length_that_cannot_be_is_found_at_the_begin)
{
	const void *data;
	uint32_t len;

	forge(impossible[_i]);

	ck_assert_int_eq(ocr_ring_peek(&in, &data, &len), -EPROTO);
}
END_TEST

START_TEST(a_length_beyond_the_end_is_found)
{
	const void *data;
	uint32_t len;

	while ((in.pos & (SIZE - 1)) != SIZE - 2 * OCR_RING_LINE) {
		ck_assert_int_eq(put(1, 8), 0);
		take(1);
	}
	forge(2 * OCR_RING_LINE - 7);
	ck_assert_int_eq(ocr_ring_peek(&in, &data, &len), -EPROTO);
	forge(2 * OCR_RING_LINE - 8);
	ck_assert_int_eq(ocr_ring_peek(&in, &data, &len), 1);
}
END_TEST

START_TEST(a_way_back_to_nothing_is_found)
{
	const void *data;
	uint32_t len;

	ck_assert_int_eq(put(1, 8), 0);
	take(1);
	memset(ring->bytes, 0, 8);
	forge(UINT64_C(1) << 32);

	ck_assert_int_eq(ocr_ring_peek(&in, &data, &len), -EPROTO);
}
END_TEST

START_TEST(a_reader_that_makes_no_sense_is_found)
{
	while (put(0, 100) == 0)
		;
	atomic_store(&ring->head, SIZE + UINT64_C(100000));
	ck_assert_int_eq(put(0, 100), -EPROTO);
}
END_TEST

/* A length for each number, both sides know it. */
static uint32_t
length_of(uint32_t number)
{
	return number * 2654435761u % MAX + 1;
}

static _Noreturn void
write_for_ever(void)
{
	for (uint32_t n = 0;; n++)
		while (put(n, length_of(n)) == -EAGAIN)
			sched_yield();
}

/* The writer is killed wherever it is just then. */
START_TEST(a_writer_that_dies_leaves_whole_records)
{
	uint32_t n = 0, until = 500 + 97 * (uint32_t)_i;
	const void *data;
	uint32_t len;
	pid_t writer = fork();

	ck_assert_int_ge(writer, 0);
	if (writer == 0)
		write_for_ever();
	while (n < until)
		if (ocr_ring_has(&in)) {
			ck_assert_uint_eq(take(n), length_of(n));
			n++;
		} else {
			sched_yield();
		}
	kill(writer, SIGKILL);
	waitpid(writer, NULL, 0);
	while (ocr_ring_peek(&in, &data, &len) == 1) {
		ck_assert_uint_eq(take(n), length_of(n));
		n++;
	}
	ck_assert(is_empty());
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("ring");
	TCase *t = tcase_create("ring");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, what_is_missing_between_pieces_are_zeros);
	tcase_add_test(t, a_fresh_ring_is_empty);
	tcase_add_test(t, records_of_every_length_come_whole_and_in_order);
	tcase_add_test(t, what_cannot_be_a_record_is_refused);
	tcase_add_test(t, a_full_ring_takes_nothing_and_loses_nothing);
	tcase_add_test(t, who_waits_for_room_is_told_once_there_is_some);
	tcase_add_test(t, what_fits_after_all_is_read_is_any_record);
	tcase_add_test(t, nothing_is_behind_the_last_record);
	/* Wherever the last one ends, in the second turn. */
	tcase_add_loop_test(
		t, nothing_is_behind_the_last_record_of_a_ring_that_was_full, 5,
		9);
	tcase_add_test(t, lines_that_are_taken_ahead_are_nobodys);
	tcase_add_test(t, nobody_is_told_who_does_not_wait);
	tcase_add_loop_test(t, a_length_that_cannot_be_is_found_at_the_begin, 0,
			    sizeof(impossible) / sizeof(impossible[0]));
	tcase_add_test(t, a_length_beyond_the_end_is_found);
	tcase_add_test(t, a_way_back_to_nothing_is_found);
	tcase_add_test(t, a_reader_that_makes_no_sense_is_found);
	tcase_add_loop_test(t, a_writer_that_dies_leaves_whole_records, 0, 20);
	suite_add_tcase(s, t);
	return run_suite(s);
}
