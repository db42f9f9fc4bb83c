/* SPDX-License-Identifier: BSD-3-Clause */
/* test_guidmap.c - the four states of a GUID, and ops that come too early. */
#include "guidmap/guidmap.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define SELF	1
#define CREATOR 2
#define SIZE	3

struct object {
	uint64_t applied[16];
	ocr_node_t from[16];
	int n;
};

struct test_op {
	struct ocr_op head;
	uint64_t value;
};

static struct ocr_guidmap *map;
static struct object object, other;
static ocrGuid_t g;
static void *found;

static void
setup(void)
{
	ck_assert_int_eq(ocr_guidmap_create(&map, SELF, SIZE), 0);
	memset(&object, 0, sizeof(object));
	memset(&other, 0, sizeof(other));
	g = ocr_guid_make(OCR_GUID_EDT, 0, SELF, CREATOR, 1000);
	found = NULL;
}

static void
teardown(void)
{
	ocr_guidmap_destroy(map);
}

static struct ocr_guidmap_stats
stats(void)
{
	struct ocr_guidmap_stats s;

	ocr_guidmap_get_stats(map, &s);
	return s;
}

static void
apply(void *ctx, void *obj, ocr_node_t from, const struct ocr_op *op)
{
	struct object *o = obj;

	(void)ctx;
	ck_assert_int_lt(o->n, 16);
	ck_assert_uint_eq(op->len_bytes, sizeof(struct test_op));
	o->from[o->n] = from;
	o->applied[o->n++] = ((const struct test_op *)op)->value;
}

static enum ocr_slot_state
park(ocrGuid_t guid, ocr_node_t from, uint64_t value)
{
	struct test_op op = {{sizeof(op), 7, 0}, value};

	return ocr_guidmap_find_or_park(map, guid, from, &op.head, &found);
}

static int
publish(ocrGuid_t guid, struct object *o)
{
	return ocr_guidmap_publish(map, guid, o, apply, NULL);
}

START_TEST(a_guid_nobody_mentioned_was_never_seen)
{
	ck_assert_int_eq(ocr_guidmap_find(map, g, &found), OCR_SLOT_NEVER);
	ck_assert_ptr_null(found);
	ck_assert_uint_eq(stats().chunks, 0);
}
END_TEST

START_TEST(a_published_object_is_found)
{
	ck_assert_int_eq(publish(g, &object), 0);

	ck_assert_int_eq(ocr_guidmap_find(map, g, &found), OCR_SLOT_LIVE);
	ck_assert_ptr_eq(found, &object);
	found = NULL;
	ck_assert_int_eq(park(g, 0, 1), OCR_SLOT_LIVE);
	ck_assert_ptr_eq(found, &object);
	ck_assert_int_eq(object.n, 0);
	ck_assert_uint_eq(stats().chunks, 1);
}
END_TEST

START_TEST(a_killed_object_is_dead_for_ever)
{
	publish(g, &object);
	ck_assert_int_eq(ocr_guidmap_kill(map, g), 0);

	ck_assert_int_eq(ocr_guidmap_find(map, g, &found), OCR_SLOT_DEAD);
	ck_assert_int_eq(park(g, 0, 1), OCR_SLOT_DEAD);
	ck_assert_int_eq(publish(g, &object), -ESTALE);
	ck_assert_int_eq(ocr_guidmap_kill(map, g), -ESTALE);
	ck_assert_int_eq(object.n, 0);
	ck_assert_uint_eq(stats().parked, 0);
}
END_TEST

START_TEST(a_buried_object_is_dead_for_ever)
{
	struct ocr_guidmap_dead dead = {0};

	publish(g, &object);
	ck_assert_int_eq(ocr_guidmap_bury(map, g, &object, &dead), 0);

	ck_assert_int_eq(ocr_guidmap_find(map, g, &found), OCR_SLOT_DEAD);
	ck_assert_int_eq(park(g, 0, 1), OCR_SLOT_DEAD);
	ck_assert_int_eq(publish(g, &object), -ESTALE);
	ck_assert_int_eq(ocr_guidmap_kill(map, g), -ESTALE);
}
END_TEST

START_TEST(a_guid_that_nobody_knows_can_be_skipped)
{
	struct ocr_guidmap_dead dead = {0};

	ck_assert(ocr_guidmap_skip(map, g, &dead));

	ck_assert_int_eq(ocr_guidmap_find(map, g, &found), OCR_SLOT_DEAD);
	ck_assert_int_eq(park(g, 0, 1), OCR_SLOT_DEAD);
	ck_assert_int_eq(publish(g, &object), -ESTALE);
	ck_assert_int_eq(ocr_guidmap_kill(map, g), -ESTALE);
	ck_assert(!ocr_guidmap_skip(map, g, &dead));
}
END_TEST

/* The second is no longer the first of its chunk. */
START_TEST(a_guid_that_somebody_knows_cannot_be_skipped)
{
	struct ocr_guidmap_dead dead = {0};
	ocrGuid_t x = g;

	park(g, 0, 1);
	x.lower++;
	publish(x, &other);

	ck_assert(!ocr_guidmap_skip(map, g, &dead));
	ck_assert(!ocr_guidmap_skip(map, x, &dead));
	ck_assert_uint_eq(stats().parked, 1);
	ck_assert_int_eq(ocr_guidmap_find(map, x, &found), OCR_SLOT_LIVE);
	ck_assert_int_eq(publish(g, &object), 0);
	ck_assert_int_eq(object.n, 1);
}
END_TEST

/* One that is skipped first of its chunk, the others behind it, or buried. */
START_TEST(a_chunk_whose_slots_are_buried_or_skipped_is_given_back)
{
	struct ocr_guidmap_dead dead = {0};
	ocrGuid_t x = g;

	x.lower = 1024;
	for (int i = 0; i < 256; i++, x.lower++) {
		if (i % 2)
			publish(x, &object);
		if (i % 2)
			ck_assert_int_eq(
				ocr_guidmap_bury(map, x, &object, &dead), 0);
		else
			ck_assert(ocr_guidmap_skip(map, x, &dead));
	}
	ck_assert_uint_eq(stats().chunks, 1);
	ocr_guidmap_settle(&dead);

	ck_assert_uint_eq(stats().chunks, 0);
	ck_assert_uint_eq(stats().chunks_back, 1);
	x.lower = 1030;
	ck_assert_int_eq(ocr_guidmap_find(map, x, &found), OCR_SLOT_DEAD);
}
END_TEST

START_TEST(who_buries_in_another_chunk_gives_the_last_one_back)
{
	struct ocr_guidmap_dead dead = {0};
	ocrGuid_t x = g;

	x.lower = 1024;
	for (int i = 0; i <= 256; i++, x.lower++) {
		publish(x, &object);
		ck_assert_int_eq(ocr_guidmap_bury(map, x, &object, &dead), 0);
	}

	ck_assert_uint_eq(stats().chunks, 1);
	ck_assert_uint_eq(stats().chunks_back, 1);
}
END_TEST

START_TEST(neighbours_and_other_lanes_are_not_touched)
{
	ocrGuid_t next = g, template = g, elsewhere = g;

	next.lower++;
	template = ocr_guid_make(OCR_GUID_TEMPLATE, 0, SELF, CREATOR,
				 g.lower << 32);
	elsewhere = ocr_guid_make(OCR_GUID_EDT, 0, SELF, 0, g.lower);
	publish(g, &object);

	ck_assert_int_eq(ocr_guidmap_find(map, next, &found), OCR_SLOT_NEVER);
	ck_assert_int_eq(ocr_guidmap_find(map, template, &found),
			 OCR_SLOT_NEVER);
	ck_assert_int_eq(ocr_guidmap_find(map, elsewhere, &found),
			 OCR_SLOT_NEVER);
}
END_TEST

/* Its lower half is the counter of an ordinary GUID, in a chunk that is there.
 */
START_TEST(a_template_is_in_a_lane_of_its_own)
{
	ocrGuid_t first = g, same = g;
	ocrGuid_t t = ocr_guid_make(OCR_GUID_TEMPLATE, 0, SELF, CREATOR, 7);

	first.lower = 0;
	same.lower = 7;
	publish(first, &object);
	publish(t, &other);
	publish(same, &object);

	ck_assert_int_eq(ocr_guidmap_find(map, t, &found), OCR_SLOT_LIVE);
	ck_assert_ptr_eq(found, &other);
	ck_assert_int_eq(ocr_guidmap_find(map, same, &found), OCR_SLOT_LIVE);
	ck_assert_ptr_eq(found, &object);
}
END_TEST

START_TEST(counts_of_a_template_do_not_change_its_slot)
{
	ocrGuid_t t = ocr_guid_make(OCR_GUID_TEMPLATE, 0, SELF, CREATOR,
				    UINT64_C(9) << 32 | 0x20003);

	publish(t, &object);

	ck_assert_int_eq(ocr_guidmap_find(map, t, &found), OCR_SLOT_LIVE);
	t.lower += UINT64_C(1) << 32;
	ck_assert_int_eq(ocr_guidmap_find(map, t, &found), OCR_SLOT_NEVER);
}
END_TEST

START_TEST(an_object_is_published_once)
{
	publish(g, &object);

	ck_assert_int_eq(publish(g, &other), -EEXIST);
	ck_assert_int_eq(ocr_guidmap_find(map, g, &found), OCR_SLOT_LIVE);
	ck_assert_ptr_eq(found, &object);
}
END_TEST

START_TEST(ops_before_birth_are_applied_in_order_and_with_their_sender)
{
	int i;

	for (i = 0; i < 5; i++)
		ck_assert_int_eq(park(g, (ocr_node_t)i % 3, 100 + i),
				 OCR_SLOT_PARKED);
	ck_assert_int_eq(ocr_guidmap_find(map, g, &found), OCR_SLOT_PARKED);
	ck_assert_uint_eq(stats().parked, 5);
	ck_assert_int_eq(publish(g, &object), 0);

	ck_assert_int_eq(object.n, 5);
	for (i = 0; i < 5; i++) {
		ck_assert_uint_eq(object.applied[i], 100 + i);
		ck_assert_uint_eq(object.from[i], i % 3);
	}
	ck_assert_uint_eq(stats().parked, 0);
	ck_assert_uint_eq(stats().dropped, 0);
	ck_assert_int_eq(ocr_guidmap_find(map, g, &found), OCR_SLOT_LIVE);
}
END_TEST

/* Applies, and parks one more op behind each of the first three. */
static void
apply_and_park(void *ctx, void *obj, ocr_node_t from, const struct ocr_op *op)
{
	struct object *o = obj;

	apply(ctx, obj, from, op);
	ck_assert_int_eq(ocr_guidmap_find(map, g, &found), OCR_SLOT_PARKED);
	if (o->n <= 3)
		ck_assert_int_eq(park(g, from, 200 + o->n), OCR_SLOT_PARKED);
}

START_TEST(ops_parked_during_replay_come_behind_it_and_before_live)
{
	static const uint64_t order[] = {1, 2, 201, 202, 203};
	int i;

	park(g, 0, 1);
	park(g, 0, 2);
	ck_assert_int_eq(
		ocr_guidmap_publish(map, g, &object, apply_and_park, NULL), 0);

	ck_assert_int_eq(object.n, 5);
	for (i = 0; i < 5; i++)
		ck_assert_uint_eq(object.applied[i], order[i]);
	ck_assert_int_eq(ocr_guidmap_find(map, g, &found), OCR_SLOT_LIVE);
	ck_assert_uint_eq(stats().parked, 0);
}
END_TEST

/* Parks one more op, then kills g, at the second op. */
static void
apply_and_kill(void *ctx, void *obj, ocr_node_t from, const struct ocr_op *op)
{
	struct object *o = obj;

	apply(ctx, obj, from, op);
	if (o->n != 2)
		return;
	park(g, 0, 99);
	ck_assert_int_eq(ocr_guidmap_kill(map, g), 1);
}

START_TEST(a_kill_during_replay_drops_the_rest_and_is_not_undone)
{
	int i;

	for (i = 0; i < 5; i++)
		park(g, 0, (uint64_t)i);
	ck_assert_int_eq(
		ocr_guidmap_publish(map, g, &object, apply_and_kill, NULL), 0);

	ck_assert_int_eq(object.n, 2);
	ck_assert_int_eq(ocr_guidmap_find(map, g, &found), OCR_SLOT_DEAD);
	ck_assert_uint_eq(stats().parked, 0);
	ck_assert_uint_eq(stats().dropped, 4);
}
END_TEST

/* Tries to publish another object in the middle of a replay. */
static void
apply_and_publish(void *ctx, void *obj, ocr_node_t from,
		  const struct ocr_op *op)
{
	apply(ctx, obj, from, op);
	ck_assert_int_eq(publish(g, &other), -EEXIST);
	if (((struct object *)obj)->n == 1)
		park(g, 0, 2); /* now the list is not empty */
	ck_assert_int_eq(publish(g, &other), -EEXIST);
}

START_TEST(a_second_publisher_loses_while_the_first_replays)
{
	park(g, 0, 1);
	ck_assert_int_eq(
		ocr_guidmap_publish(map, g, &object, apply_and_publish, NULL),
		0);

	ck_assert_int_eq(object.n, 2);
	ck_assert_int_eq(other.n, 0);
	ck_assert_int_eq(ocr_guidmap_find(map, g, &found), OCR_SLOT_LIVE);
	ck_assert_ptr_eq(found, &object);
}
END_TEST

START_TEST(a_kill_before_birth_drops_what_is_parked_and_forbids_the_birth)
{
	park(g, 0, 1);
	park(g, 0, 2);

	ck_assert_int_eq(ocr_guidmap_kill(map, g), 2);
	ck_assert_int_eq(publish(g, &object), -ESTALE);
	ck_assert_int_eq(object.n, 0);
	ck_assert_int_eq(ocr_guidmap_find(map, g, &found), OCR_SLOT_DEAD);
	ck_assert_uint_eq(stats().parked, 0);
	ck_assert_uint_eq(stats().dropped, 2);
}
END_TEST

START_TEST(a_guid_never_mentioned_can_be_killed)
{
	ck_assert_int_eq(ocr_guidmap_kill(map, g), 0);

	ck_assert_int_eq(ocr_guidmap_find(map, g, &found), OCR_SLOT_DEAD);
	ck_assert_int_eq(publish(g, &object), -ESTALE);
}
END_TEST

START_TEST(destroying_the_map_frees_what_is_still_parked)
{
	park(g, 0, 1); /* the sanitizer that looks for leaks is the judge */
	park(g, 0, 2);
	ck_assert_uint_eq(stats().parked, 2);
}
END_TEST

static const ocrGuid_t bad[] = {
	NULL_GUID_INITIALIZER,
	UNINITIALIZED_GUID_INITIALIZER,
	ERROR_GUID_INITIALIZER,
	{(uint64_t)OCR_GUID_KINDS << 56 | SELF << OCR_NODE_BITS, 0},
	{UINT64_C(0x80) << 56 | SELF << OCR_NODE_BITS, 0},
	/* another owner; no owner */
	{(uint64_t)OCR_GUID_DB << 56 | 2 << OCR_NODE_BITS, 0},
	{(uint64_t)OCR_GUID_DB << 56 | UINT64_C(0xffffff) << OCR_NODE_BITS, 0},
	/* creators that the job has not */
	{(uint64_t)OCR_GUID_DB << 56 | SELF << OCR_NODE_BITS | SIZE, 0},
	{(uint64_t)OCR_GUID_DB << 56 | SELF << OCR_NODE_BITS | 0xffffff, 0},
	/* labeled */
	{(uint64_t)OCR_GUID_DB << 56 | (uint64_t)OCR_GUID_LABELED << 48 |
		 SELF << OCR_NODE_BITS,
	 0},
	/* more than 2^32 counters ahead */
	{(uint64_t)OCR_GUID_DB << 56 | SELF << OCR_NODE_BITS, UINT64_C(1)
								      << 32},
	{(uint64_t)OCR_GUID_DB << 56 | SELF << OCR_NODE_BITS, UINT64_MAX},
};

static void
assert_bad(ocrGuid_t x)
{
	ck_assert_int_eq(ocr_guidmap_find(map, x, &found), OCR_SLOT_BAD);
	ck_assert_int_eq(park(x, 0, 1), OCR_SLOT_BAD);
	ck_assert_int_eq(publish(x, &object), -EINVAL);
	ck_assert_int_eq(ocr_guidmap_kill(map, x), -EINVAL);
	ck_assert_int_eq(ocr_guidmap_find(map, x, &found), OCR_SLOT_BAD);
}

START_TEST(a_hostile_guid_is_bad_and_leaves_no_trace)
{
	assert_bad(bad[_i]);

	ck_assert_uint_eq(stats().chunks, 0);
	ck_assert_uint_eq(stats().parked, 0);
}
END_TEST

START_TEST(a_jump_is_measured_from_the_largest_counter_so_far)
{
	ocrGuid_t x = g;

	x.lower = UINT32_MAX; /* 2^32 counters, from none */
	ck_assert_int_eq(publish(x, &object), 0);
	x.lower += UINT64_C(1) << 32;
	ck_assert_int_eq(ocr_guidmap_find(map, x, &found), OCR_SLOT_NEVER);
	x.lower++;
	assert_bad(x);

	x.lower--;
	ck_assert_int_eq(publish(x, &object), 0);
	x.lower++;
	ck_assert_int_eq(publish(x, &object), 0);
}
END_TEST

START_TEST(an_op_of_impossible_length_is_not_parked)
{
	struct ocr_op op = {_i ? OCR_OP_MAX_BYTES + 8 : sizeof(op) - 1, 0, 0};

	ck_assert_int_eq(ocr_guidmap_find_or_park(map, g, 0, &op, &found),
			 OCR_SLOT_BAD);
	ck_assert_uint_eq(stats().parked, 0);
}
END_TEST

static void
note_visit(void *ctx, ocrGuid_t guid, void *obj)
{
	ocrGuid_t *seen = ctx;

	if (obj == &object)
		seen[0] = guid;
	else if (obj == &other)
		seen[1] = guid;
	else
		ck_abort_msg("visited what is not there");
}

START_TEST(each_visits_exactly_what_is_live)
{
	ocrGuid_t seen[2] = {NULL_GUID, NULL_GUID};
	ocrGuid_t t = ocr_guid_make(OCR_GUID_TEMPLATE, 0, SELF, 0,
				    UINT64_C(77) << 32 | 0x10001);
	ocrGuid_t x = g;

	publish(g, &object);
	publish(t, &other);
	x.lower++;
	park(x, 0, 1);
	x.lower++;
	ocr_guidmap_kill(map, x);
	ocr_guidmap_each(map, note_visit, seen);

	ck_assert_uint_eq(ocr_guid_counter(seen[0]), 1000);
	ck_assert_uint_eq(ocr_guid_creator(seen[0]), CREATOR);
	ck_assert_uint_eq(ocr_guid_owner(seen[0]), SELF);
	ck_assert_int_eq(ocr_guid_kind(seen[1]), OCR_GUID_TEMPLATE);
	ck_assert_uint_eq(ocr_guid_counter(seen[1]), 77);
	ck_assert_uint_eq(ocr_guid_creator(seen[1]), 0);
}
END_TEST

START_TEST(another_kind_or_flag_finds_nothing)
{
	ocrGuid_t f = g;

	publish(g, &object);
	for (unsigned bit = 48; bit < 64; bit++) {
		f.upper = g.upper ^ UINT64_C(1) << bit;
		if (ocr_guid_kind(f) == OCR_GUID_TEMPLATE)
			continue; /* those have counters of their own */

		ck_assert_int_eq(ocr_guidmap_find(map, f, &found),
				 OCR_SLOT_BAD);
		ck_assert_int_eq(park(f, 0, 1), OCR_SLOT_BAD);
	}
	ck_assert_ptr_null(found);
	ck_assert_int_eq(ocr_guidmap_find(map, g, &found), OCR_SLOT_LIVE);
	ck_assert_ptr_eq(found, &object);
}
END_TEST

START_TEST(a_pointer_with_low_bits_is_a_bug)
{
	ocr_guidmap_publish(map, g, (char *)&object + 2, apply, NULL);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("guidmap");
	TCase *tc = tcase_create("guidmap");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_guid_nobody_mentioned_was_never_seen);
	tcase_add_test(tc, a_published_object_is_found);
	tcase_add_test(tc, another_kind_or_flag_finds_nothing);
	tcase_add_test(tc, a_killed_object_is_dead_for_ever);
	tcase_add_test(tc, a_buried_object_is_dead_for_ever);
	tcase_add_test(tc, a_guid_that_nobody_knows_can_be_skipped);
	tcase_add_test(tc, a_guid_that_somebody_knows_cannot_be_skipped);
	tcase_add_test(tc,
		       a_chunk_whose_slots_are_buried_or_skipped_is_given_back);
	tcase_add_test(tc, who_buries_in_another_chunk_gives_the_last_one_back);
	tcase_add_test(tc, neighbours_and_other_lanes_are_not_touched);
	tcase_add_test(tc, a_template_is_in_a_lane_of_its_own);
	tcase_add_test(tc, counts_of_a_template_do_not_change_its_slot);
	tcase_add_test(tc, an_object_is_published_once);
	tcase_add_test(
		tc,
		ops_before_birth_are_applied_in_order_and_with_their_sender);
	tcase_add_test(tc,
		       ops_parked_during_replay_come_behind_it_and_before_live);
	tcase_add_test(tc,
		       a_kill_during_replay_drops_the_rest_and_is_not_undone);
	tcase_add_test(tc, a_second_publisher_loses_while_the_first_replays);
	tcase_add_test(
		tc,
		a_kill_before_birth_drops_what_is_parked_and_forbids_the_birth);
	tcase_add_test(tc, a_guid_never_mentioned_can_be_killed);
	tcase_add_test(tc, destroying_the_map_frees_what_is_still_parked);
	tcase_add_loop_test(tc, a_hostile_guid_is_bad_and_leaves_no_trace, 0,
			    (int)(sizeof(bad) / sizeof(bad[0])));
	tcase_add_test(tc, a_jump_is_measured_from_the_largest_counter_so_far);
	tcase_add_loop_test(tc, an_op_of_impossible_length_is_not_parked, 0, 2);
	tcase_add_test(tc, each_visits_exactly_what_is_live);
	tcase_add_test_raise_signal(tc, a_pointer_with_low_bits_is_a_bug,
				    SIGABRT);
	suite_add_tcase(s, tc);
	return run_suite_apart(s);
}
