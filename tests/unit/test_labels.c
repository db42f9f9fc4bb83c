/* SPDX-License-Identifier: BSD-3-Clause */
/* test_labels.c - what a label names, and ops that come too early or too late.
 */
#include "labeled/labels.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct object {
	uint64_t applied[16];
	unsigned n;
};

struct test_op {
	struct ocr_op head;
	uint64_t value;
};

static struct ocr_labels *labels;
static struct object object, other;
static ocrGuid_t g;
static void *found;
static uint64_t reborn[4];
static unsigned n_reborn;
/* How many were dropped at the end of the object. */
static long late;

static void
on_reborn(void *ctx, const struct ocr_op *op)
{
	ck_assert_ptr_eq(ctx, &object);
	reborn[n_reborn++] = ((const struct test_op *)(const void *)op)->value;
}

static void
setup(void)
{
	ck_assert_int_eq(ocr_labels_create(&labels, on_reborn, &object), 0);
	memset(&object, 0, sizeof(object));
	memset(&other, 0, sizeof(other));
	g = ocr_label_make(OCR_GUID_EVENT_STICKY, 0, 2, OCR_LABEL_CYCLIC, 7,
			   1000);
	found = NULL;
	n_reborn = 0;
	late = 0;
}

static void
teardown(void)
{
	ocr_labels_destroy(labels);
}

static struct test_op
op(uint64_t value)
{
	return (struct test_op){
		.head = {.len_bytes = sizeof(struct test_op)},
		.value = value,
	};
}

static enum ocr_slot_state
park(uint64_t value)
{
	struct test_op o = op(value);

	return ocr_labels_find_or_park(labels, g, 1, &o.head, false, &found);
}

/* Value 99 ends the object; so does 98, and another is created before the
 * handler of the first has returned. */
static void
apply(void *ctx, void *obj, ocr_node_t from, const struct ocr_op *x)
{
	struct object *to = obj;
	uint64_t value = ((const struct test_op *)(const void *)x)->value;

	ck_assert_ptr_null(ctx);
	ck_assert_uint_eq(from, 1);
	to->applied[to->n++] = value;
	if (value == 98 || value == 99)
		late = ocr_labels_kill(labels, g);
	if (value == 98)
		ck_assert_int_eq(
			ocr_labels_publish(labels, g, &other, apply, NULL), 0);
}

static int
publish(struct object *x)
{
	return ocr_labels_publish(labels, g, x, apply, NULL);
}

START_TEST(nothing_costs_nothing)
{
	ck_assert_int_eq(ocr_labels_find(labels, g, &found), OCR_SLOT_NEVER);
	ck_assert_int_eq(ocr_labels_kill(labels, g), -ESTALE);
	ck_assert_uint_eq(ocr_labels_parked(labels), 0);
}
END_TEST

START_TEST(early_ops_are_applied_in_order)
{
	for (uint64_t i = 0; i < 5; i++)
		ck_assert_int_eq(park(i), OCR_SLOT_PARKED);
	ck_assert_uint_eq(ocr_labels_parked(labels), 5);
	ck_assert_int_eq(publish(&object), 0);
	for (uint64_t i = 0; i < 5; i++)
		ck_assert_uint_eq(object.applied[i], i);
	ck_assert_int_eq(park(5), OCR_SLOT_LIVE);
	ck_assert_ptr_eq(found, &object);
	ck_assert_int_eq(publish(&other), -EEXIST);
}
END_TEST

START_TEST(what_follows_the_end_is_for_the_next)
{
	park(1);
	park(99);
	park(2);
	ck_assert_int_eq(publish(&object), 0);
	ck_assert_uint_eq(object.n, 2);
	ck_assert_int_eq(ocr_labels_find(labels, g, &found), OCR_SLOT_PARKED);
	ck_assert_int_eq(publish(&other), 0);
	ck_assert_uint_eq(other.n, 1);
	ck_assert_uint_eq(other.applied[0], 2);
	ck_assert_int_eq(ocr_labels_kill(labels, g), 0);
	ck_assert_int_eq(ocr_labels_find(labels, g, &found), OCR_SLOT_NEVER);
}
END_TEST

START_TEST(the_next_may_come_while_ops_are_applied)
{
	park(1);
	park(98);
	park(2);
	ck_assert_int_eq(publish(&object), 0);
	ck_assert_int_eq(late, 0);
	ck_assert_uint_eq(object.n, 2);
	ck_assert_uint_eq(other.n, 1);
	ck_assert_uint_eq(other.applied[0], 2);
	ck_assert_int_eq(ocr_labels_find(labels, g, &found), OCR_SLOT_LIVE);
	ck_assert_ptr_eq(found, &other);
}
END_TEST

START_TEST(an_object_has_one_kind)
{
	struct test_op o = op(1);
	ocrGuid_t wrong =
		ocr_label_make(OCR_GUID_DB, 0, 2, OCR_LABEL_CYCLIC, 7, 1000);

	ck_assert_int_eq(publish(&object), 0);
	ck_assert_int_eq(ocr_labels_find(labels, wrong, &found), OCR_SLOT_BAD);
	ck_assert_int_eq(ocr_labels_find_or_park(labels, wrong, 1, &o.head,
						 false, &found),
			 OCR_SLOT_BAD);
	ck_assert_ptr_null(found);
	ck_assert_uint_eq(ocr_labels_parked(labels), 0);
}
END_TEST

START_TEST(one_claim_wins)
{
	ck_assert_int_eq(ocr_labels_claim(labels, g, NULL), 0);
	ck_assert_int_eq(ocr_labels_claim(labels, g, NULL), -EEXIST);
	ocr_labels_unclaim(labels, g);
	ck_assert_int_eq(ocr_labels_claim(labels, g, NULL), 0);
	ck_assert_int_eq(publish(&object), 0);
	ck_assert_int_eq(ocr_labels_claim(labels, g, NULL), -EEXIST);
}
END_TEST

START_TEST(waiting_creations_come_one_by_one)
{
	struct test_op a = op(7), b = op(8);

	publish(&object);
	ck_assert_int_eq(ocr_labels_claim(labels, g, &a.head), -EINPROGRESS);
	ck_assert_int_eq(ocr_labels_claim(labels, g, &b.head), -EINPROGRESS);
	ck_assert_uint_eq(ocr_labels_parked(labels), 2);
	ck_assert_uint_eq(n_reborn, 0);
	ocr_labels_kill(labels, g);
	ck_assert_uint_eq(n_reborn, 1);
	ck_assert_uint_eq(reborn[0], 7);
	/* It may be late: then it waits again, behind the others. */
	ck_assert_int_eq(publish(&other), 0);
	ck_assert_int_eq(ocr_labels_claim(labels, g, &a.head), -EINPROGRESS);
	ocr_labels_kill(labels, g);
	ck_assert_uint_eq(reborn[1], 8);
}
END_TEST

START_TEST(an_element_of_a_map_ends_for_good)
{
	struct test_op o = op(3);

	g = ocr_label_make(OCR_GUID_MAPPED, OCR_GUID_OF_MAP, 2,
			   OCR_LABEL_CYCLIC, 7, 1000);
	ck_assert_int_eq(
		ocr_labels_find_or_park(labels, g, 1, &o.head, true, &found),
		OCR_SLOT_DEAD);
	ck_assert_int_eq(ocr_labels_expect(labels, g), 0);
	ck_assert_int_eq(ocr_labels_expect(labels, g), -EEXIST);
	ck_assert(ocr_labels_is_vacant(labels, g));
	park(99);
	park(1);
	/* The kind is known by now. */
	g = ocr_label_make(OCR_GUID_EDT, OCR_GUID_OF_MAP, 2, OCR_LABEL_CYCLIC,
			   7, 1000);
	ck_assert_int_eq(publish(&object), 0);
	ck_assert_int_eq(late, 1);
	ck_assert(!ocr_labels_is_vacant(labels, g));
	ck_assert_uint_eq(object.n, 1);
	ck_assert_uint_eq(ocr_labels_parked(labels), 0);
	ck_assert_int_eq(ocr_labels_find(labels, g, &found), OCR_SLOT_NEVER);
}
END_TEST

START_TEST(a_task_and_its_output_event_are_two)
{
	ocrGuid_t out = ocr_label_make(OCR_GUID_EVENT_ONCE, OCR_GUID_OUTPUT, 2,
				       OCR_LABEL_CYCLIC, 7, 1000);

	publish(&object);
	ck_assert_int_eq(ocr_labels_find(labels, out, &found), OCR_SLOT_NEVER);
}
END_TEST

static void *
create_late(void *ctx)
{
	ck_assert_int_eq(publish(ctx), 0);
	return NULL;
}

/* Who settles finds the object there, whoever creates it. */
START_TEST(settling_waits_for_the_claim)
{
	pthread_t t;

	ocr_labels_settle(labels, g);
	ck_assert_int_eq(ocr_labels_claim(labels, g, NULL), 0);
	ck_assert_int_eq(pthread_create(&t, NULL, create_late, &object), 0);
	ocr_labels_settle(labels, g);
	ck_assert_int_eq(ocr_labels_find(labels, g, &found), OCR_SLOT_LIVE);
	pthread_join(t, NULL);
}
END_TEST

enum { THREADS = 4, ROUNDS = 2000 };

static _Atomic unsigned won;

/* Each round one of the threads creates the object. */
static void *
compete(void *ctx)
{
	ocrGuid_t mine = *(ocrGuid_t *)ctx;

	for (uint64_t i = 0; i < ROUNDS; i++) {
		mine.lower++;
		if (ocr_labels_claim(labels, mine, NULL))
			continue;
		/* Relaxed: only the sum is looked at, after the joins. */
		atomic_fetch_add_explicit(&won, 1, memory_order_relaxed);
		if (ocr_labels_publish(labels, mine, &object, apply, NULL))
			return ctx;
	}
	return NULL;
}

START_TEST(of_many_threads_one_wins)
{
	pthread_t t[THREADS];
	void *failed;

	atomic_store_explicit(&won, 0, memory_order_relaxed);
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&t[i], NULL, compete, &g), 0);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(t[i], &failed);
		ck_assert_ptr_null(failed);
	}
	ck_assert_uint_eq(atomic_load_explicit(&won, memory_order_relaxed),
			  ROUNDS);
}
END_TEST

static _Atomic uint64_t counted;

static void
count(void *ctx, void *obj, ocr_node_t from, const struct ocr_op *x)
{
	(void)ctx, (void)obj, (void)from;
	/* Relaxed, as above. */
	atomic_fetch_add_explicit(
		&counted, ((const struct test_op *)(const void *)x)->value,
		memory_order_relaxed);
}

/* Ops are parked or, once the object is there, applied by whoever comes. */
static void *
send(void *ctx)
{
	struct test_op o = op(1);
	void *obj;

	for (int i = 0; i < ROUNDS; i++)
		if (ocr_labels_find_or_park(labels, g, 1, &o.head, false,
					    &obj) == OCR_SLOT_LIVE)
			count(NULL, obj, 1, &o.head);
	return ctx;
}

START_TEST(no_op_is_lost_or_done_twice)
{
	pthread_t t[THREADS];

	atomic_store_explicit(&counted, 0, memory_order_relaxed);
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&t[i], NULL, send, NULL), 0);
	ck_assert_int_eq(ocr_labels_publish(labels, g, &object, count, NULL),
			 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	ck_assert_uint_eq(atomic_load_explicit(&counted, memory_order_relaxed),
			  (uint64_t)THREADS * ROUNDS);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("labels");
	TCase *tc = tcase_create("labels");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, nothing_costs_nothing);
	tcase_add_test(tc, early_ops_are_applied_in_order);
	tcase_add_test(tc, what_follows_the_end_is_for_the_next);
	tcase_add_test(tc, the_next_may_come_while_ops_are_applied);
	tcase_add_test(tc, an_object_has_one_kind);
	tcase_add_test(tc, one_claim_wins);
	tcase_add_test(tc, waiting_creations_come_one_by_one);
	tcase_add_test(tc, an_element_of_a_map_ends_for_good);
	tcase_add_test(tc, a_task_and_its_output_event_are_two);
	tcase_add_test(tc, settling_waits_for_the_claim);
	tcase_add_test(tc, of_many_threads_one_wins);
	tcase_add_test(tc, no_op_is_lost_or_done_twice);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
