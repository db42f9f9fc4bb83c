/* SPDX-License-Identifier: BSD-3-Clause */
/* test_newborn.c - blocks that nobody else knows, until they are told. */
#include "src/data/newborn.h"

#include "guidmap/guidmap.h"
#include "src/boot/runtime.h"
#include "src/data/block.h"
#include "src/data/home.h"
#include "src/names/names.h"
#include "src/sched/worker.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define BYTES 64

static struct ocr_memory *memory;
static struct ocr_runtime *rt;
static struct ocr_stream stream;
static struct ocr_held held;

static void
setup(void)
{
	struct ocr_runtime_config c = {
		.size = 1,
		.sched.n_workers = 1,
		.sched.n_domains = 1,
		.sched.stack_bytes = 65536,
		.files = OCR_ENGINE_MANUAL,
	};

	ck_assert_int_eq(ocr_memory_open_plain(&memory), 0);
	c.memory = memory;
	ck_assert_int_eq(ocr_runtime_open(&rt, &c), 0);
	ocr_self = &rt->sched->workers[0];
	ocr_stream_init(&stream, rt);
	memset(&held, 0, sizeof(held));
}

static void
teardown(void)
{
	ocr_held_fini(&held);
	ocr_runtime_close(rt);
	ocr_self = NULL;
	ocr_memory_close(memory);
}

static ocrGuid_t
make(void)
{
	ocrGuid_t g = ocr_guid_new(ocr_self->guids, OCR_GUID_DB, 0, rt->self);
	void *data;

	ck_assert(ocr_newborn_may(&stream));
	ck_assert_int_eq(ocr_newborn_make(&stream, &held, g, BYTES, &data), 0);
	memset(data, (int)g.lower, BYTES);
	return g;
}

static enum ocr_slot_state
state(ocrGuid_t g)
{
	void *obj;

	return ocr_names_find(rt, g, &obj);
}

static struct ocr_block *
block_of(ocrGuid_t g)
{
	void *obj;

	ck_assert_int_eq(ocr_names_find(rt, g, &obj), OCR_SLOT_LIVE);
	return obj;
}

/* What a writer gets who asks now; NULL: he has to wait. */
static char *
write_now(ocrGuid_t g)
{
	const struct ocr_msg_acquire m = {
		.op = OCR_OP(OCR_MSG_ACQUIRE, struct ocr_msg_acquire),
		.db = g,
		.mode = DB_MODE_EW,
	};
	void *data;

	ocr_self->depth++;
	ck_assert_int_eq(
		ocr_home_acquire_at(rt, block_of(g), rt->self, &m, &data), 0);
	ocr_self->depth--;
	return data;
}

/* Before it is told: a hint. */
static enum ocr_slot_state
ask(ocrGuid_t g)
{
	struct ocr_msg_set_hint m = {
		.op = OCR_OP(OCR_MSG_SET_HINT, struct ocr_msg_set_hint),
		.guid = g,
		.hint = {.type = OCR_HINT_DB_T},
	};
	void *obj;

	m.hint.mask = 1u << (OCR_HINT_DB_LAZY & 0xff);
	m.hint.values[OCR_HINT_DB_LAZY & 0xff] = 1;
	return ocr_names_find_or_park(rt, g, rt->self, &m.op, &obj);
}

static uint64_t
live_bytes(void)
{
	struct ocr_memory_stats s;

	ocr_memory_get_stats(memory, &s);
	return s.live;
}

START_TEST(it_is_in_no_map_until_the_next_op_of_its_task)
{
	ocrGuid_t g = make(), h = make();

	ck_assert_int_eq(state(g), OCR_SLOT_NEVER);
	ck_assert_int_eq(state(h), OCR_SLOT_NEVER);
	ck_assert(ocr_direct_ok(&stream));

	ck_assert_int_eq(state(g), OCR_SLOT_LIVE);
	ck_assert_int_eq(state(h), OCR_SLOT_LIVE);
	ck_assert_ptr_null(stream.untold);
	ck_assert_ptr_null(write_now(g));
}
END_TEST

START_TEST(a_message_tells_of_it_as_well)
{
	struct ocr_msg_destroy m = OCR_DESTROY(make());
	ocrGuid_t other = make();

	ck_assert_int_eq(ocr_stream_submit(&stream, rt->self, &m.op), 0);

	ck_assert_int_eq(state(other), OCR_SLOT_LIVE);
}
END_TEST

START_TEST(one_that_was_released_is_at_rest_when_it_is_told)
{
	ocrGuid_t g = make();
	char *data;

	ocr_newborn_release(&stream, ocr_held_find(&held, g));
	ck_assert_int_eq(state(g), OCR_SLOT_NEVER);
	ocr_newborn_tell(&stream);

	data = write_now(g);
	ck_assert_ptr_nonnull(data);
	ck_assert_int_eq(data[BYTES - 1], (char)g.lower);
}
END_TEST

START_TEST(one_that_is_destroyed_before_is_dead_and_its_memory_is_free)
{
	uint64_t before = live_bytes();
	ocrGuid_t g = make();

	ck_assert(ocr_newborn_end(&stream, ocr_held_find(&held, g)));

	ck_assert_int_eq(state(g), OCR_SLOT_DEAD);
	ck_assert_ptr_null(ocr_held_find(&held, g));
	ck_assert_ptr_null(stream.untold);
	ck_assert_uint_eq(live_bytes(), before);
}
END_TEST

START_TEST(its_neighbours_stay_and_are_told)
{
	ocrGuid_t g[4];

	for (int i = 0; i < 4; i++)
		g[i] = make();
	ck_assert(ocr_newborn_end(&stream, ocr_held_find(&held, g[_i])));
	ocr_newborn_tell(&stream);

	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(state(g[i]),
				 i == _i ? OCR_SLOT_DEAD : OCR_SLOT_LIVE);
}
END_TEST

START_TEST(what_was_asked_of_it_before_is_done_when_it_is_told)
{
	ocrGuid_t g = make();
	ocrHint_t h = {.type = OCR_HINT_DB_T};

	ck_assert_int_eq(ask(g), OCR_SLOT_PARKED);
	ocr_newborn_tell(&stream);

	ck_assert_int_eq(ocr_home_get_hint(rt, g, &h), 0);
	ck_assert_uint_ne(h.mask, 0);
}
END_TEST

START_TEST(of_which_something_was_asked_it_cannot_end_unknown)
{
	ocrGuid_t g = make(), other = make();

	ck_assert_int_eq(ask(g), OCR_SLOT_PARKED);
	ck_assert(!ocr_newborn_end(&stream, ocr_held_find(&held, g)));

	ck_assert_int_eq(state(g), OCR_SLOT_LIVE);
	ck_assert_int_eq(state(other), OCR_SLOT_LIVE);
	ck_assert(!ocr_held_find(&held, g)->newborn);
}
END_TEST

/* A pool gives what came last. */
START_TEST(who_has_an_old_address_of_its_memory_meets_nobody)
{
	ocrGuid_t old = make(), g;
	struct ocr_block *b;

	ocr_newborn_release(&stream, ocr_held_find(&held, old));
	ocr_newborn_tell(&stream);
	b = block_of(old);
	ck_assert(ocr_home_end(rt, b, old));
	g = make();
	ck_assert_ptr_eq(ocr_held_find(&held, g)->block, b);

	ck_assert(!ocr_home_is_there(rt, b, old));
	ck_assert_int_eq(ocr_home_destroy_at(rt, b, old), -EPERM);
	ocr_newborn_tell(&stream);

	ck_assert_ptr_eq(block_of(g), b);
	ck_assert_uint_eq(b->copy.refs, 1);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("newborn");
	TCase *tc = tcase_create("newborn");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, it_is_in_no_map_until_the_next_op_of_its_task);
	tcase_add_test(tc, a_message_tells_of_it_as_well);
	tcase_add_test(tc, one_that_was_released_is_at_rest_when_it_is_told);
	tcase_add_test(
		tc,
		one_that_is_destroyed_before_is_dead_and_its_memory_is_free);
	tcase_add_loop_test(tc, its_neighbours_stay_and_are_told, 0, 4);
	tcase_add_test(tc, what_was_asked_of_it_before_is_done_when_it_is_told);
	tcase_add_test(tc, of_which_something_was_asked_it_cannot_end_unknown);
	tcase_add_test(tc, who_has_an_old_address_of_its_memory_meets_nobody);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
