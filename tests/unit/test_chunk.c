/* SPDX-License-Identifier: BSD-3-Clause */
/* test_chunk.c - a chunk that is used again under the eyes of its readers.
 *
 * Before each atomic load of the code under test this program may step in, so
 * that every interleaving of one reader with a change of life is tried.  The
 * loads are stronger than the real ones, which test_guidmap_threads runs.
 */
#include <stdatomic.h>

static void step_in(void);

#undef atomic_load_explicit
#define atomic_load_explicit(object, order) (step_in(), *(object))

#include "guidmap/chunk.h"
#include "tests/suite.h"

#include <check.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#define READERS 2
#define LIVES	60000

/* Lanes are but addresses here. */
static struct ocr_lane *const lane_a = (struct ocr_lane *)64;
static struct ocr_lane *const lane_b = (struct ocr_lane *)128;

static struct ocr_chunk_pool pool;

/* One loads that many times, then something happens; < 0: nothing does. */
struct event {
	int after;
	int what;
};
static struct event next_event[2] = {{-1, 0}, {-1, 0}};
static struct ocr_chunk *victim;
static int alive; /* the victim's first life has not ended */

enum { END, RESET, OTHER_LANE, OTHER_NUMBER, SAME_LANE_AGAIN, WHATS };

static struct ocr_chunk *
begin(struct ocr_lane *lane, uint64_t number)
{
	struct ocr_chunk *c = ocr_chunk_get(&pool);

	ck_assert_ptr_nonnull(c);
	ocr_chunk_begin(&pool, c, lane, number);
	return c;
}

static void
setup(void)
{
	ocr_chunk_pool_init(&pool);
}

static void
teardown(void)
{
	ocr_chunk_pool_fini(&pool);
}

START_TEST(a_chunk_answers_only_to_its_name)
{
	struct ocr_chunk *c = begin(lane_a, 7);
	uint64_t v;

	ck_assert(ocr_chunk_read(c, lane_a, 7, 0, &v));
	ck_assert(!ocr_chunk_read(c, lane_b, 7, 0, &v));
	ck_assert(!ocr_chunk_read(c, lane_a, 8, 0, &v));
	ck_assert(ocr_chunk_hold(c, lane_a, 7));
	ck_assert(!ocr_chunk_hold(c, lane_b, 7));
	ck_assert(!ocr_chunk_hold(c, lane_a, 8));
	ck_assert(ocr_chunk_drop(c, OCR_GUID_CHUNK + 1));
}
END_TEST

START_TEST(a_chunk_without_holds_does_not_answer)
{
	struct ocr_chunk *c = begin(lane_a, 7);
	uint64_t v;

	ck_assert(!ocr_chunk_drop(c, OCR_GUID_CHUNK - 1));
	ck_assert(ocr_chunk_drop(c, 1));

	ck_assert(!ocr_chunk_read(c, lane_a, 7, 0, &v));
	ck_assert(!ocr_chunk_hold(c, lane_a, 7));
}
END_TEST

START_TEST(a_fresh_slot_differs_from_that_of_any_life_before)
{
	struct ocr_chunk *c = begin(lane_a, 7), *again;
	uint64_t before, after;

	ck_assert(ocr_chunk_read(c, lane_a, 7, 9, &before));
	ck_assert(ocr_chunk_drop(c, OCR_GUID_CHUNK));
	ocr_chunk_put(&pool, c);
	again = begin(lane_a, 8);

	ck_assert_ptr_eq(again, c);
	ck_assert(ocr_chunk_read(again, lane_a, 8, 9, &after));
	ck_assert_uint_ne(before, after);
	ck_assert_uint_eq(before & 3, 0);
	ck_assert_uint_eq(after & 3, 0);
}
END_TEST

static uint64_t mark = 2;

/* What befalls the victim; chunk 7 of lane a to begin with. */
static void
happen(int what)
{
	static const struct {
		uint64_t lane, number;
	} next[WHATS] = {
		[OTHER_LANE] = {1, 7},
		[OTHER_NUMBER] = {0, 8},
		[SAME_LANE_AGAIN] = {0, 9},
	};

	/* No matter whether it ended before, was reset or lives again. */
	if ((victim->life & OCR_CHUNK_HOLDS_MASK) &&
	    ocr_chunk_drop(victim, OCR_GUID_CHUNK))
		ocr_chunk_put(&pool, victim);
	alive = 0;
	if (what == END)
		return;
	if (!pool.free)
		ocr_chunk_put(&pool, victim);
	ck_assert_ptr_eq(ocr_chunk_get(&pool), victim);
	if (what == RESET)
		return;
	ocr_chunk_begin(&pool, victim, next[what].lane ? lane_b : lane_a,
			next[what].number);
	victim->slot[0] = mark += 4;
}

static void
step_in(void)
{
	static int inside;
	int i;

	if (next_event[0].after < 0 && next_event[1].after < 0)
		return;
	if (inside)
		return; /* what happens loads as well */
	inside = 1;
	for (i = 0; i < 2; i++)
		if (next_event[i].after >= 0 && next_event[i].after-- == 0)
			happen(next_event[i].what);
	inside = 0;
}

/* The i-th of all pairs of events before all pairs of loads. */
static void
plan(int i)
{
	enum { LOADS = 7 };

	next_event[0] = (struct event){i % LOADS, i / LOADS % WHATS};
	i /= LOADS * WHATS;
	next_event[1] = (struct event){i % LOADS, i / LOADS % WHATS};
}
#define PLANS (7 * WHATS * 7 * WHATS)

/* All spare chunks but the victim are out of the way. */
static void
choose_victim(void)
{
	victim = begin(lane_a, 7);
	while (pool.free)
		ocr_chunk_get(&pool);
	victim->slot[0] = 2;
	alive = 1;
}

static void
no_plan(void)
{
	next_event[0].after = next_event[1].after = -1;
}

START_TEST(a_read_that_succeeds_is_from_the_life_it_asked_for)
{
	int i, reads = 0, wrong = 0;
	uint64_t v = 0;
	bool ok;

	for (i = 0; i < PLANS; i++) {
		ocr_chunk_pool_fini(&pool);
		ocr_chunk_pool_init(&pool);
		choose_victim();
		plan(i);
		ok = ocr_chunk_read(victim, lane_a, 7, 0, &v);
		no_plan();
		reads += ok;
		wrong += ok && v != 2;
	}
	ck_assert_int_gt(reads, 0);
	ck_assert_int_lt(reads, PLANS);
	ck_assert_int_eq(wrong, 0);
}
END_TEST

START_TEST(a_hold_that_succeeds_is_on_the_life_it_asked_for)
{
	int i, holds = 0, wrong = 0;
	bool ok;

	for (i = 0; i < PLANS; i++) {
		ocr_chunk_pool_fini(&pool);
		ocr_chunk_pool_init(&pool);
		choose_victim();
		plan(i);
		ok = ocr_chunk_hold(victim, lane_a, 7);
		no_plan();
		holds += ok;
		wrong += ok && !alive;
		if (ok && alive)
			wrong += ocr_chunk_drop(victim, OCR_GUID_CHUNK) ||
				 !ocr_chunk_drop(victim, 1);
	}
	ck_assert_int_gt(holds, 0);
	ck_assert_int_lt(holds, PLANS);
	ck_assert_int_eq(wrong, 0);
}
END_TEST

static _Atomic(struct ocr_chunk *) shared;
static _Atomic uint64_t life;
static _Atomic int stop;

/* Even lives are lane a's, odd ones lane b's. */
static struct ocr_lane *
lane_of(uint64_t n)
{
	return n % 2 ? lane_b : lane_a;
}

struct reader {
	_Atomic uint64_t hits;
	uint64_t wrong;
};

/* The chunk's n-th life is its lifetime n + 1; then it is marked with n. */
static int
is_from(uint64_t value, uint64_t n)
{
	return value == ocr_chunk_fresh(n + 1) || value == (n << 2 | 2);
}

/* Asks for the life that it last heard of. */
static void *
read_on(void *arg)
{
	struct reader *r = arg;
	struct ocr_chunk *c = atomic_load(&shared);
	uint64_t n, v;

	while (!atomic_load_explicit(&stop, memory_order_relaxed)) {
		n = atomic_load_explicit(&life, memory_order_relaxed);
		if (ocr_chunk_read(c, lane_of(n), n, 0, &v)) {
			atomic_fetch_add_explicit(&r->hits, 1,
						  memory_order_relaxed);
			r->wrong += !is_from(v, n);
		}
		if (ocr_chunk_hold(c, lane_of(n), n)) {
			v = atomic_load_explicit(&c->slot[1],
						 memory_order_acquire);
			r->wrong += !is_from(v, n);
			if (ocr_chunk_drop(c, 1))
				ocr_chunk_put(&pool, c);
		}
	}
	return NULL;
}

/* However slowly they start, each has had some luck. */
static int
all_have_read(struct reader *r)
{
	int i, n = 0;

	for (i = 0; i < READERS; i++)
		n += atomic_load(&r[i].hits) > 100;
	return n == READERS;
}

START_TEST(what_a_reader_believes_is_never_from_another_life)
{
	struct reader r[READERS] = {{0, 0}, {0, 0}};
	pthread_t id[READERS];
	struct ocr_chunk *c, *other[64];
	uint64_t n;
	int i, k = 0;

	/* Only one chunk is spare, so it is used again and again. */
	c = begin(lane_of(0), 0);
	atomic_store(&shared, c);
	while (pool.free && k < 64)
		other[k++] = ocr_chunk_get(&pool);
	for (i = 0; i < READERS; i++)
		ck_assert_int_eq(pthread_create(&id[i], NULL, read_on, &r[i]),
				 0);
	for (n = 0; n < LIVES || !all_have_read(r); n++) {
		for (i = 0; i < 2; i++)
			atomic_store_explicit(&c->slot[i], n << 2 | 2,
					      memory_order_release);
		if (ocr_chunk_drop(c, OCR_GUID_CHUNK))
			ocr_chunk_put(&pool, c);
		do { /* a reader may be the one that gives it back */
			ocr_lock(&pool.lock, OCR_LOCK_GUIDMAP);
			i = pool.free != NULL;
			ocr_unlock(&pool.lock, OCR_LOCK_GUIDMAP);
			if (!i)
				sched_yield();
		} while (!i);
		if (ocr_chunk_get(&pool) != c)
			ck_abort_msg("another chunk");
		atomic_store_explicit(&life, n + 1, memory_order_relaxed);
		ocr_chunk_begin(&pool, c, lane_of(n + 1), n + 1);
	}
	atomic_store(&stop, 1);
	for (i = 0; i < READERS; i++)
		ck_assert_int_eq(pthread_join(id[i], NULL), 0);

	for (i = 0; i < READERS; i++)
		ck_assert_uint_eq(r[i].wrong, 0);
	while (k > 0)
		ocr_chunk_put(&pool, other[--k]);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("chunk");
	TCase *tc = tcase_create("chunk");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_chunk_answers_only_to_its_name);
	tcase_add_test(tc, a_chunk_without_holds_does_not_answer);
	tcase_add_test(tc, a_fresh_slot_differs_from_that_of_any_life_before);
	tcase_add_test(tc, a_read_that_succeeds_is_from_the_life_it_asked_for);
	tcase_add_test(tc, a_hold_that_succeeds_is_on_the_life_it_asked_for);
	tcase_add_test(tc, what_a_reader_believes_is_never_from_another_life);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
