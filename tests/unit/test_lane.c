/* SPDX-License-Identifier: BSD-3-Clause */
/* test_lane.c - the window over a lane's chunks, seen through the guidmap.
 *
 * guidmap/lane.c is built into this program with a window of OCR_LANE_SPAN = 8
 * chunks, so that a few chunks are many.  Allocation goes through the linker's
 * --wrap, so that it can fail.
 */
#include "guidmap/guid_counter.h"
#include "guidmap/guidmap.h"
#include "guidmap/lane.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SELF	0
#define CREATOR 1
#define SIZE	2
#define CHUNK	((uint64_t)OCR_GUID_CHUNK)

_Static_assert(OCR_LANE_SPAN == 8, "this program needs a small window");

void *__real_calloc(size_t n, size_t size);
void *__real_malloc(size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

static struct ocr_guidmap *map;
static void *found;
static long fail_after = -1; /* so many succeed, one fails; -1: none fails */

static int
fails(void)
{
	return fail_after >= 0 && fail_after-- == 0;
}

void *
__wrap_calloc(size_t n, size_t size)
{
	return fails() ? NULL : __real_calloc(n, size);
}

void *
__wrap_malloc(size_t size)
{
	return fails() ? NULL : __real_malloc(size);
}

void *
__wrap_aligned_alloc(size_t alignment, size_t size)
{
	return fails() ? NULL : __real_aligned_alloc(alignment, size);
}

static void
setup(void)
{
	ck_assert_int_eq(ocr_guidmap_create(&map, SELF, SIZE), 0);
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

static ocrGuid_t
guid(uint64_t counter)
{
	return ocr_guid_make(OCR_GUID_DB, 0, SELF, CREATOR, counter);
}

/* Objects are nothing but pointers that differ. */
static void *
object(uint64_t counter)
{
	return (void *)(uintptr_t)(counter * 8 + 4);
}

static void
no_op(void *ctx, void *obj, ocr_node_t from, const struct ocr_op *op)
{
	(void)obj;
	(void)from;
	(void)op;
	++*(int *)ctx;
}

static int
publish(uint64_t counter)
{
	int applied = 0;

	return ocr_guidmap_publish(map, guid(counter), object(counter), no_op,
				   &applied);
}

static enum ocr_slot_state
find(uint64_t counter)
{
	enum ocr_slot_state s = ocr_guidmap_find(map, guid(counter), &found);

	if (s == OCR_SLOT_LIVE)
		ck_assert_ptr_eq(found, object(counter));
	return s;
}

static long
kill_one(uint64_t counter)
{
	return ocr_guidmap_kill(map, guid(counter));
}

/* Creates and destroys every counter of first .. end - 1, but `spared`. */
static void
live_and_die(uint64_t first, uint64_t end, uint64_t spared)
{
	uint64_t c;

	/* Check writes down each assertion, so there are two a chunk. */
	for (c = first; c < end; c++)
		if (publish(c) || (c != spared && kill_one(c)))
			ck_abort_msg("counter %llu", (unsigned long long)c);
}

START_TEST(a_chunk_is_given_back_with_its_last_object)
{
	uint64_t c;

	for (c = 0; c < CHUNK; c++)
		publish(c);
	for (c = 1; c < CHUNK; c++)
		kill_one(c);
	ck_assert_uint_eq(stats().chunks, 1);
	ck_assert_int_eq(find(0), OCR_SLOT_LIVE);
	kill_one(0);

	ck_assert_uint_eq(stats().chunks, 0);
	ck_assert_uint_eq(stats().chunks_back, 1);
	for (c = 0; c < CHUNK; c++) {
		ck_assert_int_eq(find(c), OCR_SLOT_DEAD);
		ck_assert_int_eq(publish(c), -ESTALE);
		ck_assert_int_eq(kill_one(c), -ESTALE);
	}
	ck_assert_uint_eq(stats().chunks, 0);
	ck_assert_int_eq(find(CHUNK), OCR_SLOT_NEVER);
}
END_TEST

START_TEST(a_chunk_in_the_middle_reads_dead_when_given_back)
{
	publish(0);
	publish(2 * CHUNK);
	live_and_die(CHUNK, 2 * CHUNK, UINT64_MAX);

	ck_assert_uint_eq(stats().chunks, 2);
	ck_assert_int_eq(find(CHUNK), OCR_SLOT_DEAD);
	ck_assert_int_eq(find(2 * CHUNK - 1), OCR_SLOT_DEAD);
	ck_assert_int_eq(publish(CHUNK), -ESTALE);
	ck_assert_int_eq(find(0), OCR_SLOT_LIVE);
	ck_assert_int_eq(find(2 * CHUNK), OCR_SLOT_LIVE);
}
END_TEST

START_TEST(memory_does_not_grow_with_the_number_of_guids)
{
	uint64_t bytes;

	live_and_die(0, 2 * CHUNK, UINT64_MAX);
	bytes = stats().bytes;
	live_and_die(2 * CHUNK, 400 * CHUNK, UINT64_MAX);

	ck_assert_uint_eq(stats().bytes, bytes);
	ck_assert_uint_eq(stats().chunks, 0);
	ck_assert_uint_eq(stats().chunks_back, 400);
}
END_TEST

START_TEST(a_long_lived_object_does_not_hold_the_window)
{
	uint64_t bytes;

	live_and_die(0, 20 * CHUNK, 7);
	bytes = stats().bytes;
	live_and_die(20 * CHUNK, 400 * CHUNK, UINT64_MAX);

	ck_assert_uint_eq(stats().bytes, bytes);
	ck_assert_uint_eq(stats().chunks, 1);
	ck_assert_int_eq(find(7), OCR_SLOT_LIVE);
	ck_assert_int_eq(find(6), OCR_SLOT_DEAD);
	ck_assert_int_eq(find(5 * CHUNK), OCR_SLOT_DEAD);
	ck_assert_int_eq(kill_one(7), 0);
	ck_assert_uint_eq(stats().chunks, 0);
	ck_assert_int_eq(find(7), OCR_SLOT_DEAD);
	ck_assert_int_eq(publish(7), -ESTALE);
}
END_TEST

START_TEST(many_stragglers_are_found_and_removed_in_any_order)
{
	enum { N = 100 };
	uint64_t k, n;

	for (k = 0; k < N; k++) /* one in a chunk, every 13th chunk */
		live_and_die(13 * k * CHUNK, 13 * (k + 1) * CHUNK,
			     13 * k * CHUNK + k);
	ck_assert_uint_eq(stats().chunks, N);
	for (k = 0; k < N; k++) {
		ck_assert_int_eq(find(13 * k * CHUNK + k), OCR_SLOT_LIVE);
		ck_assert_int_eq(find(13 * k * CHUNK + k + 1), OCR_SLOT_DEAD);
		ck_assert_int_eq(find((13 * k + 1) * CHUNK), OCR_SLOT_DEAD);
	}
	for (n = 0; n < N; n++) {
		k = n * 37 % N; /* every k once */
		ck_assert_int_eq(kill_one(13 * k * CHUNK + k), 0);
		ck_assert_int_eq(find(13 * k * CHUNK + k), OCR_SLOT_DEAD);
		ck_assert_uint_eq(stats().chunks, N - 1 - n);
	}
}
END_TEST

START_TEST(counters_left_behind_unused_can_still_be_born)
{
	struct ocr_op op = {sizeof(op), 0, 0};
	int applied = 0;

	publish(5 * CHUNK + 3); /* partly used, then left behind */
	live_and_die(10 * CHUNK, 100 * CHUNK, UINT64_MAX);

	ck_assert_int_eq(find(4 * CHUNK), OCR_SLOT_NEVER);
	ck_assert_int_eq(find(5 * CHUNK + 4), OCR_SLOT_NEVER);
	ck_assert_int_eq(publish(5 * CHUNK + 4), 0);
	ck_assert_int_eq(ocr_guidmap_find_or_park(map, guid(4 * CHUNK + 9), 0,
						  &op, &found),
			 OCR_SLOT_PARKED);
	ck_assert_int_eq(find(4 * CHUNK + 8), OCR_SLOT_NEVER);
	ck_assert_int_eq(ocr_guidmap_publish(map, guid(4 * CHUNK + 9),
					     object(4 * CHUNK + 9), no_op,
					     &applied),
			 0);
	ck_assert_int_eq(applied, 1);
	ck_assert_int_eq(find(4 * CHUNK + 9), OCR_SLOT_LIVE);
	ck_assert_int_eq(find(5 * CHUNK + 3), OCR_SLOT_LIVE);
	ck_assert_int_eq(find(3 * CHUNK), OCR_SLOT_NEVER);
	ck_assert_int_eq(find(10 * CHUNK), OCR_SLOT_DEAD);
}
END_TEST

START_TEST(creations_that_arrive_backwards_are_all_found)
{
	enum { N = 60 };
	int k;

	for (k = N - 1; k >= 0; k--)
		ck_assert_int_eq(publish((uint64_t)k * CHUNK), 0);

	for (k = 0; k < N; k++) {
		ck_assert_int_eq(find((uint64_t)k * CHUNK), OCR_SLOT_LIVE);
		ck_assert_int_eq(find((uint64_t)k * CHUNK + 1), OCR_SLOT_NEVER);
	}
	ck_assert_uint_eq(stats().chunks, N);
}
END_TEST

START_TEST(a_crowd_stays_in_the_window_and_a_few_do_not)
{
	enum { N = 1000 };
	struct ocr_chunk_pool pool;
	struct ocr_chunk *c;
	struct ocr_lane *l;
	uint64_t n;

	ocr_chunk_pool_init(&pool);
	ck_assert_int_eq(ocr_lane_create(&l, &pool), 0);
	for (n = 0; n < N; n++)
		ck_assert_int_eq(ocr_lane_hold(l, n, &c), 0);
	ck_assert_uint_eq(l->base, 0);
	ck_assert_uint_eq(l->living, N);
	for (n = 0; n < N - 1; n++) /* the last one stays */
		ocr_lane_drop(l, ocr_lane_peek(l, n), CHUNK + 1);
	ck_assert_uint_eq(l->base, N - 1);
	ck_assert_int_eq(ocr_lane_hold(l, N + 20, &c), 0);

	/* The two do not pay for a window from the one to the other. */
	ck_assert_uint_eq(l->living, 1);
	ck_assert_uint_gt(l->base, N);
	ck_assert_int_eq(ocr_lane_hold(l, N - 1, &c), 0);
	ocr_lane_destroy(l);
	ocr_chunk_pool_fini(&pool);
}
END_TEST

START_TEST(memory_follows_the_living_even_after_2_to_the_45_counters)
{
	enum { N = 8192 };
	const uint64_t jump = UINT64_C(1) << 32;
	struct ocr_guidmap_stats s;
	uint64_t k;

	for (k = 1; k <= N; k++)
		ck_assert_int_eq(publish(k * jump - 1), 0);
	s = stats();
	ck_assert_uint_eq(s.chunks, N);
	/* A chunk is 2 KiB of slots; all else, old tables too, is less. */
	ck_assert_uint_lt(s.bytes, N * UINT64_C(2500));

	for (k = 1; k <= N; k += 97) {
		ck_assert_int_eq(find(k * jump - 1), OCR_SLOT_LIVE);
		ck_assert_int_eq(find(k * jump), OCR_SLOT_NEVER);
		ck_assert_int_eq(publish(k * jump - 1 - jump / 2), 0);
		ck_assert_int_eq(find(k * jump - 1 - jump / 2), OCR_SLOT_LIVE);
		ck_assert_int_eq(find(k * jump - jump / 4), OCR_SLOT_NEVER);
	}
}
END_TEST

/* What one counter is in the model that the map is compared with. */
struct model {
	enum ocr_slot_state state;
	int parked;
};

#define MODEL_CHUNKS 48
static struct model model[MODEL_CHUNKS][4];
static int model_dead[MODEL_CHUNKS];

static uint64_t
random_next(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static void
step(uint64_t chunk, unsigned i, unsigned what)
{
	struct model *m = &model[chunk][i];
	struct ocr_op op = {sizeof(op), 0, 0};
	uint64_t c = chunk * CHUNK + i;
	int applied = 0, err;
	long dropped;

	switch (what) {
	case 0:
		err = ocr_guidmap_publish(map, guid(c), object(c), no_op,
					  &applied);
		ck_assert_int_eq(err, m->state == OCR_SLOT_DEAD	  ? -ESTALE
				      : m->state == OCR_SLOT_LIVE ? -EEXIST
								  : 0);
		if (err)
			break;
		ck_assert_int_eq(applied, m->parked);
		*m = (struct model){OCR_SLOT_LIVE, 0};
		break;
	case 1:
		dropped = kill_one(c);
		if (m->state == OCR_SLOT_DEAD) {
			ck_assert_int_eq(dropped, -ESTALE);
			break;
		}
		ck_assert_int_eq(dropped, m->parked);
		*m = (struct model){OCR_SLOT_DEAD, 0};
		model_dead[chunk]++;
		break;
	case 2:
		if (m->state == OCR_SLOT_NEVER)
			m->state = OCR_SLOT_PARKED;
		m->parked += m->state == OCR_SLOT_PARKED;
		ck_assert_int_eq(
			ocr_guidmap_find_or_park(map, guid(c), 0, &op, &found),
			m->state);
		break;
	default:
		ck_assert_int_eq(find(c), m->state);
	}
}

START_TEST(any_history_agrees_with_a_simple_model)
{
	uint64_t seed = UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)(_i + 1);
	uint64_t r, chunk, front = 0;
	unsigned i, n;

	memset(model, 0, sizeof(model));
	memset(model_dead, 0, sizeof(model_dead));
	for (n = 0; n < 6000; n++) {
		r = random_next(&seed);
		if (r % 64 == 0 && front + 1 < MODEL_CHUNKS)
			front++;
		/* Mostly near the front, at times anywhere. */
		chunk = (r >> 8) % 4 ? front - (r >> 16) % (front < 4 ? 1 : 4)
				     : (r >> 16) % MODEL_CHUNKS;
		step(chunk, (unsigned)(r >> 24) % 4, (unsigned)(r >> 32) % 4);
		/* The rest of a chunk dies when its four are dead. */
		if (model_dead[chunk] == 4) {
			model_dead[chunk] = -1000;
			for (i = 4; i < CHUNK; i++)
				ck_assert_int_eq(kill_one(chunk * CHUNK + i),
						 0);
		}
	}
	for (chunk = 0; chunk < MODEL_CHUNKS; chunk++)
		for (i = 0; i < 4; i++)
			step(chunk, i, 3);
	ck_assert_uint_gt(stats().chunks_back, 0);
}
END_TEST

/* Does it until memory suffices; the first failures are chosen. */
static void
persist(uint64_t counter, int n_failures, long after, int *failures)
{
	int k, err = -ENOMEM;

	for (k = 0; k < n_failures && err; k++) {
		fail_after = after;
		err = publish(counter);
		fail_after = -1;
		if (err) {
			ck_assert_int_eq(err, -ENOMEM);
			ck_assert_int_eq(find(counter), OCR_SLOT_NEVER);
			++*failures;
		}
	}
	if (err)
		ck_assert_int_eq(publish(counter), 0);
}

START_TEST(running_out_of_memory_at_any_point_loses_nothing)
{
	/* Far ahead, back into the gaps, one beside another. */
	static const uint64_t at[] = {3, 1,  5,	 40, 20, 21, 19, 900, 500,
				      2, 90, 95, 93, 91, 97, 99, 901, 7000};
	size_t k, j, n = sizeof(at) / sizeof(at[0]);
	int failures = 0;

	for (k = 0; k < n; k++) {
		persist(at[k] * CHUNK, 3, _i, &failures);
		for (j = 0; j < n; j++)
			ck_assert_int_eq(find(at[j] * CHUNK),
					 j <= k ? OCR_SLOT_LIVE
						: OCR_SLOT_NEVER);
	}
	ck_assert_int_gt(failures, 0);
	for (k = 0; k < n; k++)
		ck_assert_int_eq(kill_one(at[k] * CHUNK), 0);
}
END_TEST

START_TEST(an_op_that_cannot_be_parked_leaves_no_trace)
{
	struct ocr_op op = {sizeof(op), 0, 0};
	int applied = 0;

	fail_after = _i; /* the lane, its ring, a slab of chunks, the op */
	ck_assert_int_eq(ocr_guidmap_find_or_park(map, guid(0), 0, &op, &found),
			 OCR_SLOT_FULL);
	ck_assert_int_eq(fail_after, -1);
	ck_assert_uint_eq(stats().parked, 0);
	ck_assert_int_eq(find(0), OCR_SLOT_NEVER);

	ck_assert_int_eq(ocr_guidmap_find_or_park(map, guid(0), 0, &op, &found),
			 OCR_SLOT_PARKED);
	ck_assert_int_eq(
		ocr_guidmap_publish(map, guid(0), object(0), no_op, &applied),
		0);
	ck_assert_int_eq(applied, 1);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("lane");
	TCase *tc = tcase_create("lane");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_chunk_is_given_back_with_its_last_object);
	tcase_add_test(tc, a_chunk_in_the_middle_reads_dead_when_given_back);
	tcase_add_test(tc, memory_does_not_grow_with_the_number_of_guids);
	tcase_add_test(tc, a_long_lived_object_does_not_hold_the_window);
	tcase_add_test(tc, many_stragglers_are_found_and_removed_in_any_order);
	tcase_add_test(tc, counters_left_behind_unused_can_still_be_born);
	tcase_add_test(tc, creations_that_arrive_backwards_are_all_found);
	tcase_add_test(tc, a_crowd_stays_in_the_window_and_a_few_do_not);
	tcase_add_test(
		tc, memory_follows_the_living_even_after_2_to_the_45_counters);
	tcase_add_loop_test(tc, any_history_agrees_with_a_simple_model, 0, 12);
	tcase_add_loop_test(
		tc, running_out_of_memory_at_any_point_loses_nothing, 0, 3);
	tcase_add_loop_test(tc, an_op_that_cannot_be_parked_leaves_no_trace, 0,
			    4);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
