/* SPDX-License-Identifier: BSD-3-Clause */
/* test_guidmap_threads.c - publishers, parkers, finders and killers at once.
 *
 * Four threads walk over the same GUIDs.  On each, one of them publishes (at
 * every 7th a second one tries as well) and the others send OPS ops, which the
 * map parks, or which they apply themselves once it says LIVE.  The fields of
 * an object that they write are not atomic: the map alone keeps them apart, and
 * TSan is the judge of that.  At every 5th GUID two threads kill early; all
 * others but some long-lived ones are killed by the last thread to be done
 * with them, so chunks are given back and used again by the other lane.
 *
 * guidmap/lane.c is built with a window of 8 chunks, so that long-lived chunks
 * become stragglers.
 */
#include "guidmap/guidmap.h"
#include "guidmap/lane.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 4
#define N	(80 * 256) /* GUIDs, half of them in each of two lanes */
#define OPS	3
#define SELF	0

_Static_assert(OCR_LANE_SPAN == 8, "this program needs a small window");

/* Two candidates for each GUID: whoever publishes first wins. */
struct object {
	uint32_t last[THREADS]; /* number of the last op of each thread */
};

struct test_op {
	struct ocr_op head;
	uint32_t number; /* 1 .. OPS */
	uint32_t guid;
};

struct thread {
	int self;
	int lead; /* how far it may run ahead */
	int n;	  /* of how many GUIDs */
	uint64_t random;
	uint64_t applied_here; /* after LIVE, and by our own replays */
	uint64_t late;	       /* found DEAD */
	uint64_t wrong;	       /* anything that must not happen */
	struct ocr_guidmap_dead dead;
};

static struct ocr_guidmap *map;
static struct object object[N][2];
static _Atomic int births[N];
static _Atomic int deaths[N];
static _Atomic int done[N]; /* threads that have finished with it */
static _Atomic int progress[THREADS];

static int
dies_early(int i)
{
	return i % 5 == 0;
}

static int
lives_long(int i)
{
	return !dies_early(i) && i % 512 == 13;
}

static ocrGuid_t
guid(int i)
{
	return ocr_guid_make(OCR_GUID_EVENT_STICKY, 0, SELF, (ocr_node_t)i % 2,
			     (uint64_t)i / 2);
}

static void
apply(void *ctx, void *obj, ocr_node_t from, const struct ocr_op *op)
{
	const struct test_op *o = (const struct test_op *)op;
	struct thread *t = ctx;
	struct object *x = obj;

	if ((x != &object[o->guid][0] && x != &object[o->guid][1]) ||
	    x->last[from] != o->number - 1)
		t->wrong++;
	x->last[from] = o->number;
	t->applied_here++;
}

static void
try_kill(struct thread *t, int i)
{
	long n = ocr_guidmap_kill(map, guid(i));

	if (n >= 0)
		atomic_fetch_add(&deaths[i], 1);
	else if (n != -ESTALE)
		t->wrong++;
}

/* By who knows that he ends it. */
static void
bury(struct thread *t, int i)
{
	void *obj = NULL;

	if (ocr_guidmap_find(map, guid(i), &obj) != OCR_SLOT_LIVE ||
	    ocr_guidmap_bury(map, guid(i), obj, &t->dead))
		t->wrong++;
	else
		atomic_fetch_add(&deaths[i], 1);
}

static void
try_publish(struct thread *t, int i, int candidate)
{
	int err = ocr_guidmap_publish(map, guid(i), &object[i][candidate],
				      apply, t);

	if (!err)
		atomic_fetch_add(&births[i], 1);
	else if (err != -EEXIST && (err != -ESTALE || !dies_early(i)))
		t->wrong++;
}

static void
send_op(struct thread *t, int i, uint32_t number)
{
	struct test_op op = {{sizeof(op), 0, 0}, number, (uint32_t)i};
	void *obj = NULL;

	switch (ocr_guidmap_find_or_park(map, guid(i), (ocr_node_t)t->self,
					 &op.head, &obj)) {
	case OCR_SLOT_LIVE:
		apply(t, obj, (ocr_node_t)t->self, &op.head);
		break;
	case OCR_SLOT_PARKED:
		break;
	case OCR_SLOT_DEAD:
		t->late++;
		t->wrong += !dies_early(i);
		break;
	default:
		t->wrong++;
	}
}

/* Looks for an object at random: what is found must be it. */
static void
look_around(struct thread *t, int i)
{
	void *obj = NULL;
	int j, was_done;

	t->random ^= t->random << 13;
	t->random ^= t->random >> 7;
	t->random ^= t->random << 17;
	j = (int)(t->random % (uint64_t)(i + 1));
	if (t->random >> 62 == 0)
		j = j / 512 * 512 + 13; /* long-lived, if any */
	was_done = atomic_load(&done[j]) == THREADS;
	switch (ocr_guidmap_find(map, guid(j), &obj)) {
	case OCR_SLOT_LIVE:
		t->wrong += obj != &object[j][0] && obj != &object[j][1];
		break;
	case OCR_SLOT_DEAD:
		t->wrong += lives_long(j) ||
			    (!dies_early(j) && atomic_load(&done[j]) < THREADS);
		break;
	case OCR_SLOT_BAD:
		t->wrong++;
		break;
	default:
		t->wrong += was_done;
	}
}

/* The last thread to finish: all ops have been applied, once and in order. */
static void
finish(struct thread *t, int i)
{
	int k;

	if (atomic_fetch_add(&done[i], 1) != THREADS - 1 || dies_early(i))
		return;
	for (k = 0; k < THREADS; k++)
		t->wrong += object[i][0].last[k] + object[i][1].last[k] !=
			    (k == i % THREADS ? 0 : OPS);
	if (lives_long(i))
		return;
	if (i % 3)
		bury(t, i);
	else
		try_kill(t, i);
}

static void
wait_for_others(struct thread *t, int i)
{
	int k;

	atomic_store(&progress[t->self], i);
	for (k = 0; k < THREADS; k++)
		while (atomic_load(&progress[k]) + t->lead < i)
			sched_yield();
}

static void *
walk(void *arg)
{
	struct thread *t = arg;
	uint32_t n;
	int i, role;

	for (i = 0; i < t->n; i++) {
		wait_for_others(t, i);
		role = (i + THREADS - t->self) % THREADS;
		if (role == 0)
			try_publish(t, i, 0);
		for (n = 1; role != 0 && n <= OPS; n++) {
			send_op(t, i, n);
			if (n == 1 && role == 1 && i % 7 == 0)
				try_publish(t, i, 1);
			if (n == 2 && role >= 2 && dies_early(i))
				try_kill(t, i);
		}
		look_around(t, i);
		finish(t, i);
	}
	ocr_guidmap_settle(&t->dead);
	atomic_store(&progress[t->self], 2 * N);
	return NULL;
}

/* Close together they meet in one slot, but wait for each other, which takes
 * long when others want the cores. */
static const struct {
	int lead;
	int n; /* a multiple of two chunks */
} runs[] = {{1, N / 20}, {50, N}, {N, N}};

START_TEST(each_op_is_applied_once_and_in_order_or_dropped_with_its_object)
{
	static struct thread t[THREADS];
	pthread_t id[THREADS];
	struct ocr_guidmap_stats s;
	uint64_t applied = 0, late = 0, wrong = 0;
	const int n = runs[_i].n;
	int i, k, born_twice = 0, died_wrongly = 0;

	ck_assert_int_eq(ocr_guidmap_create(&map, SELF, THREADS), 0);
	memset(t, 0, sizeof(t));
	for (k = 0; k < THREADS; k++) {
		t[k].self = k;
		t[k].lead = runs[_i].lead;
		t[k].n = n;
		t[k].random = 77777u * ((uint64_t)k + 1);
	}
	for (k = 0; k < THREADS; k++)
		ck_assert_int_eq(pthread_create(&id[k], NULL, walk, &t[k]), 0);
	for (k = 0; k < THREADS; k++) {
		ck_assert_int_eq(pthread_join(id[k], NULL), 0);
		applied += t[k].applied_here;
		late += t[k].late;
		wrong += t[k].wrong;
	}

	ck_assert_uint_eq(wrong, 0);
	for (i = 0; i < n; i++) {
		born_twice += dies_early(i) ? births[i] > 1 : births[i] != 1;
		died_wrongly += deaths[i] != !lives_long(i);
	}
	ck_assert_int_eq(born_twice, 0);
	ck_assert_int_eq(died_wrongly, 0);
	ocr_guidmap_get_stats(map, &s);
	ck_assert_uint_eq(s.parked, 0);
	ck_assert_uint_eq(applied + late + s.dropped,
			  (uint64_t)n * OPS * (THREADS - 1));

	/* What lives long is all that is left, and then nothing is. */
	ck_assert_uint_gt(s.chunks, 0);
	for (i = 0; i < n; i++)
		if (lives_long(i))
			try_kill(&t[0], i);
	ocr_guidmap_get_stats(map, &s);
	ck_assert_uint_eq(t[0].wrong, 0);
	ck_assert_uint_eq(s.chunks, 0);
	ck_assert_uint_eq(s.chunks_back, n / 256);
	ocr_guidmap_destroy(map);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("guidmap_threads");
	TCase *tc = tcase_create("guidmap_threads");

	tcase_set_timeout(tc, 120);
	tcase_add_loop_test(
		tc,
		each_op_is_applied_once_and_in_order_or_dropped_with_its_object,
		0, (int)(sizeof(runs) / sizeof(runs[0])));
	suite_add_tcase(s, tc);
	return run_suite_apart(s);
}
