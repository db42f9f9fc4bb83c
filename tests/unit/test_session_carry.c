/* SPDX-License-Identifier: BSD-3-Clause */
/* test_session_carry.c - two nodes whose sessions move bytes themselves. */
#include "fabric/fabric.h"
#include "fabric/session_wire.h"
#include "tests/suite.h"
#include "tests/unit/session_world.h"

#include <check.h>
#include <errno.h>
#include <string.h>

#define PIECES 40
#define BYTES  200

static uint8_t here[PIECES][BYTES];
static struct ocr_transfer x[PIECES];

static void
setup(void)
{
	session_world_open_carrying(0);
	for (unsigned i = 0; i < WINDOW_BYTES; i++)
		sw.ends[1].window[i] = (uint8_t)(i * 7 + i / 256);
	memset(here, 0, sizeof(here));
}

static int
read_piece(unsigned i, uint64_t offset, size_t len_bytes)
{
	struct ocr_transport *t = sw.ends[0].t;

	x[i] = (struct ocr_transfer){.peer = 1, .len_bytes = len_bytes};
	return t->ops->read(t, 1, offset, here[i], len_bytes, &x[i]);
}

static int
write_piece(unsigned i, uint64_t offset, size_t len_bytes)
{
	struct ocr_transport *t = sw.ends[0].t;

	x[i] = (struct ocr_transfer){.peer = 1, .len_bytes = len_bytes};
	return t->ops->write(t, 1, offset, here[i], len_bytes, &x[i]);
}

static void
talk(void)
{
	session_world_give(0, 1, 7);
	session_world_give(1, 0, 7);
	session_world_pass(STEP_MS);
}

START_TEST(each_read_brings_its_own_bytes)
{
	for (unsigned i = 0; i < PIECES; i++)
		ck_assert_int_eq(read_piece(i, i * 97, BYTES - i), 0);

	session_world_pass(1000);

	ck_assert_uint_eq(sw.ends[0].n_moved, PIECES);
	ck_assert_uint_eq(sw.ends[0].n_refused + sw.ends[0].n_cut, 0);
	for (unsigned i = 0; i < PIECES; i++)
		ck_assert_mem_eq(here[i], sw.ends[1].window + i * 97,
				 BYTES - i);
}
END_TEST

START_TEST(what_is_said_behind_a_write_finds_it_written)
{
	memset(here[0], 5, BYTES);

	ck_assert_int_eq(write_piece(0, 300, BYTES), 1);
	session_world_give(0, 1, 9);
	while (sw.ends[1].last != 9)
		session_world_settle();

	ck_assert_mem_eq(here[0], sw.ends[1].window + 300, BYTES);
	ck_assert_uint_eq(sw.ends[1].window[299], (uint8_t)(299 * 7 + 1));
	ck_assert_uint_eq(sw.ends[0].n_moved, 0);
}
END_TEST

START_TEST(reads_behind_a_write_are_not_mixed_up)
{
	memset(here[0], 5, BYTES);

	ck_assert_int_eq(write_piece(0, 300, BYTES), 1);
	for (unsigned i = 1; i < 5; i++)
		ck_assert_int_eq(read_piece(i, i * 90, BYTES), 0);
	session_world_pass(1000);

	ck_assert_uint_eq(sw.ends[0].n_moved, 4);
	for (unsigned i = 1; i < 5; i++)
		ck_assert_mem_eq(here[i], sw.ends[1].window + i * 90, BYTES);
}
END_TEST

START_TEST(writes_without_end_wait_for_their_turn)
{
	unsigned refused = 0;

	for (unsigned i = 0; i < 1000; i++) {
		int err = write_piece(0, 0, BYTES);

		ck_assert(err == 1 || err == -EAGAIN);
		refused += err == -EAGAIN;
		if (err == -EAGAIN)
			session_world_settle();
	}

	ck_assert_uint_ge(refused, 5);
	ck_assert_uint_le(session_world_stats(0).kept_most, 64);
}
END_TEST

START_TEST(reads_survive_connections_that_break)
{
	talk();
	for (unsigned i = 0; i < PIECES; i++) {
		ck_assert_int_eq(read_piece(i, i * 97, BYTES), 0);
		if (i % 3 == 0)
			sim_net_break(sw.net, 0, 1);
		if (i % 5 == 0)
			session_world_settle();
		if (i % 7 == 0)
			session_world_pass(STEP_MS);
	}

	session_world_pass(5000);

	ck_assert_uint_eq(sw.ends[0].n_moved, PIECES);
	ck_assert_uint_eq(sw.ends[0].n_refused + sw.ends[0].n_cut, 0);
	ck_assert_uint_ge(session_world_stats(0).breaks, 1);
	for (unsigned i = 0; i < PIECES; i++)
		ck_assert_mem_eq(here[i], sw.ends[1].window + i * 97, BYTES);
}
END_TEST

START_TEST(nothing_outside_of_the_window_is_read_or_written)
{
	static const uint64_t wrong[] = {WINDOW_BYTES - BYTES + 1, WINDOW_BYTES,
					 UINT64_MAX - BYTES + 1, UINT64_MAX};

	for (unsigned i = 0; i < 4; i++) {
		ck_assert_int_eq(read_piece(i, wrong[i], BYTES), 0);
		ck_assert_int_eq(write_piece(4, wrong[i], BYTES), 1);
	}
	ck_assert_int_eq(read_piece(5, WINDOW_BYTES - BYTES, BYTES), 0);
	session_world_pass(1000);

	ck_assert_uint_eq(sw.ends[0].n_moved, 5);
	ck_assert_uint_eq(sw.ends[0].n_refused, 4);
	ck_assert_uint_eq(session_world_stats(1).refused, 8);
	ck_assert_mem_eq(here[5], sw.ends[1].window + WINDOW_BYTES - BYTES,
			 BYTES);
}
END_TEST

START_TEST(a_piece_that_is_no_packet_is_refused)
{
	size_t most = sw.ends[0].t->piece_bytes;

	ck_assert_int_eq(read_piece(0, 0, most + 1), -EINVAL);
	ck_assert_int_eq(write_piece(0, 0, most + 1), -EINVAL);
	ck_assert_int_eq(read_piece(0, 0, 0), -EINVAL);
}
END_TEST

START_TEST(who_is_lost_ends_what_was_asked_of_it)
{
	talk();
	sw.mute = 1;
	ck_assert_int_eq(read_piece(0, 0, BYTES), 0);
	ck_assert_int_eq(read_piece(1, 0, BYTES), 0);

	session_world_pass(2 * SILENCE_MS);

	ck_assert_uint_eq(sw.ends[0].n_failed, 1);
	ck_assert_uint_eq(sw.ends[0].n_moved, 2);
	ck_assert_uint_eq(sw.ends[0].n_cut, 2);
	ck_assert_int_eq(read_piece(2, 0, BYTES), -EHOSTDOWN);
}
END_TEST

START_TEST(who_takes_no_answers_is_given_up)
{
	talk();
	sw.mute = 1;
	for (unsigned i = 0; i < 300; i++) {
		ck_assert_int_eq(read_piece(i % PIECES, 0, BYTES), 0);
		session_world_settle();
	}

	ck_assert_uint_eq(sw.ends[1].n_failed, 1);
	ck_assert_uint_eq(session_world_stats(1).kept_most, 256);
	ck_assert_uint_eq(session_world_stats(1).refused, 1);
}
END_TEST

/* The packet of node 0 that is on its way, as another one. */
static void
bend(enum ocr_session_kind kind)
{
	struct ocr_session_head *h;
	size_t len;

	talk();
	session_world_give(0, 1, 9);
	h = sim_net_head(sw.net, 0, 1, &len);
	ck_assert_ptr_nonnull(h);
	h->kind = (uint16_t)kind;
	session_world_pass(1000);
}

START_TEST(bytes_that_nobody_asked_for_are_refused)
{
	bend(OCR_SESSION_BYTES);

	ck_assert_uint_eq(session_world_stats(1).refused, 1);
	ck_assert_uint_eq(sw.ends[1].n_received, 1);
	ck_assert_uint_eq(sw.ends[1].n_failed, 0);
}
END_TEST

START_TEST(a_range_of_the_wrong_length_is_refused)
{
	const struct ocr_session_head h = {.version = OCR_SESSION_VERSION,
					   .kind = OCR_SESSION_READ,
					   .number = 1};
	struct {
		struct ocr_session_head h;
		struct ocr_session_range r;
		uint8_t bytes[16];
	} p = {.h = h, .r = {0, 8}};
	size_t n = sizeof(p.h) + sizeof(p.r);

	ck_assert_ptr_null(ocr_session_check(&p, n));
	ck_assert_ptr_nonnull(ocr_session_check(&p, n - 8));
	ck_assert_ptr_nonnull(ocr_session_check(&p, n + 8));
	p.r.len_bytes = 0;
	ck_assert_ptr_nonnull(ocr_session_check(&p, n));
	p.h.kind = OCR_SESSION_WRITE;
	ck_assert_ptr_nonnull(ocr_session_check(&p, n));
	p.r.len_bytes = 8;
	ck_assert_ptr_null(ocr_session_check(&p, n + 8));
	ck_assert_ptr_nonnull(ocr_session_check(&p, n));
	ck_assert_ptr_nonnull(ocr_session_check(&p, n + 16));
	p.r.len_bytes = UINT64_MAX;
	ck_assert_ptr_nonnull(ocr_session_check(&p, n + 16));
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("session_carry");
	TCase *tc = tcase_create("session_carry");

	tcase_add_checked_fixture(tc, setup, session_world_close);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, each_read_brings_its_own_bytes);
	tcase_add_test(tc, what_is_said_behind_a_write_finds_it_written);
	tcase_add_test(tc, reads_behind_a_write_are_not_mixed_up);
	tcase_add_test(tc, writes_without_end_wait_for_their_turn);
	tcase_add_test(tc, reads_survive_connections_that_break);
	tcase_add_test(tc, nothing_outside_of_the_window_is_read_or_written);
	tcase_add_test(tc, a_piece_that_is_no_packet_is_refused);
	tcase_add_test(tc, who_is_lost_ends_what_was_asked_of_it);
	tcase_add_test(tc, who_takes_no_answers_is_given_up);
	tcase_add_test(tc, bytes_that_nobody_asked_for_are_refused);
	tcase_add_test(tc, a_range_of_the_wrong_length_is_refused);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
