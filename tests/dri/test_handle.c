/* SPDX-License-Identifier: BSD-3-Clause */
/* test_handle.c - handles, and how long objects live. */
#include "src/dri/handle/handle.h"

#include "dri.h"
#include "tests/suite.h"

#include <check.h>
#include <pthread.h>
#include <stdlib.h>

void *__real_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size);

static int no_memory;

void *
__wrap_realloc(void *p, size_t size)
{
	return no_memory ? NULL : __real_realloc(p, size);
}

struct thing {
	struct dri_object object;
	_Atomic int destroyed;
};

static void
destroy(struct dri_object *o)
{
	((struct thing *)o)->destroyed++;
}

static void *
open_thing(struct thing *t, enum dri_kind kind)
{
	void *handle;

	t->destroyed = 0;
	handle = ocr_dri_handle_open(&t->object, kind, destroy);
	ck_assert_ptr_nonnull(handle);
	ck_assert_uint_ge((uintptr_t)handle, DRI_HANDLE_FIRST);
	return handle;
}

static void
names_nothing(enum dri_kind kind, const void *handle)
{
	int status = DRI_SUCCESS;

	ck_assert_ptr_null(ocr_dri_handle_get(kind, handle, &status));
	ck_assert_int_eq(status, handle ? DRI_ERR_HANDLE : DRI_ERR_NULL);
}

START_TEST(an_object_lives_until_the_last_reference_goes)
{
	struct thing t;
	void *handle = open_thing(&t, DRI_KIND_CHANNEL);
	struct dri_object *o;
	int status = DRI_SUCCESS;

	o = ocr_dri_handle_get(DRI_KIND_CHANNEL, handle, &status);
	ck_assert_ptr_eq(o, &t.object);
	ocr_dri_object_get(o);
	ck_assert_int_eq(ocr_dri_handle_close(DRI_KIND_CHANNEL, handle),
			 DRI_SUCCESS);

	names_nothing(DRI_KIND_CHANNEL, handle);
	ck_assert_int_eq(t.destroyed, 0);
	ocr_dri_object_put(o);
	ck_assert_int_eq(t.destroyed, 0);
	ocr_dri_object_put(o);
	ck_assert_int_eq(t.destroyed, 1);
}
END_TEST

START_TEST(a_closed_handle_is_never_the_next_tenants)
{
	struct thing t;
	void *handle[100];

	for (int i = 0; i < 100; i++) {
		handle[i] = open_thing(&t, DRI_KIND_BUFFER);
		ck_assert_int_eq(
			ocr_dri_handle_close(DRI_KIND_BUFFER, handle[i]),
			DRI_SUCCESS);
		ck_assert_int_eq(t.destroyed, 1);
		for (int k = 0; k <= i; k++) {
			names_nothing(DRI_KIND_BUFFER, handle[k]);
			ck_assert_int_eq(ocr_dri_handle_close(DRI_KIND_BUFFER,
							      handle[k]),
					 DRI_ERR_HANDLE);
		}
	}
}
END_TEST

START_TEST(a_handle_of_another_kind_names_nothing)
{
	struct thing t;
	void *handle = open_thing(&t, DRI_KIND_OVERLAP);
	int kind;

	for (kind = DRI_KIND_GLOBAL_DATA; kind <= DRI_KIND_CHANNEL; kind++) {
		if (kind == DRI_KIND_OVERLAP)
			continue;
		names_nothing(kind, handle);
		ck_assert_int_eq(ocr_dri_handle_close(kind, handle),
				 DRI_ERR_HANDLE);
	}
	ck_assert_int_eq(t.destroyed, 0);
	ck_assert_int_eq(ocr_dri_handle_close(DRI_KIND_OVERLAP, handle),
			 DRI_SUCCESS);
}
END_TEST

START_TEST(numbers_that_were_never_handles_name_nothing)
{
	struct thing t;
	uintptr_t handle = (uintptr_t)open_thing(&t, DRI_KIND_CHANNEL);

	names_nothing(DRI_KIND_CHANNEL, NULL);
	names_nothing(DRI_KIND_CHANNEL, (void *)1);
	names_nothing(DRI_KIND_CHANNEL, (void *)(DRI_HANDLE_FIRST - 1));
	names_nothing(DRI_KIND_CHANNEL, (void *)UINTPTR_MAX);
	names_nothing(DRI_KIND_CHANNEL, &t);
	names_nothing(DRI_KIND_CHANNEL, (void *)(handle + 1000000));
	names_nothing(DRI_KIND_CHANNEL, (void *)(handle ^ (1ull << 32)));
	names_nothing(DRI_KIND_CHANNEL, (void *)(handle ^ (1ull << 63)));
	ck_assert_int_eq(ocr_dri_handle_close(DRI_KIND_CHANNEL, NULL),
			 DRI_ERR_NULL);
	ck_assert_int_eq(ocr_dri_handle_close(DRI_KIND_CHANNEL, (void *)1),
			 DRI_ERR_HANDLE);
	ck_assert_int_eq(ocr_dri_handle_close(DRI_KIND_CHANNEL, (void *)handle),
			 DRI_SUCCESS);
}
END_TEST

START_TEST(predefined_objects_stay)
{
	static const struct {
		enum dri_kind kind;
		uintptr_t from, to;
	} all[] = {
		{DRI_KIND_GLOBAL_DATA, 1, 0}, {DRI_KIND_GROUP, 1, 1},
		{DRI_KIND_OVERLAP, 1, 1},     {DRI_KIND_PARTITION, 1, 1},
		{DRI_KIND_LAYOUT, 1, 16},     {DRI_KIND_DISTRIBUTION, 1, 0},
		{DRI_KIND_BUFFERSET, 1, 0},   {DRI_KIND_BUFFER, 1, 0},
		{DRI_KIND_CHANNEL, 1, 0},
	};

	for (uintptr_t n = 1; n < DRI_HANDLE_FIRST; n++) {
		int want = n >= all[_i].from && n <= all[_i].to
				   ? DRI_SUCCESS
				   : DRI_ERR_HANDLE;

		for (int twice = 0; twice < 2; twice++)
			ck_assert_int_eq(
				ocr_dri_handle_close(all[_i].kind, (void *)n),
				want);
	}
}
END_TEST

START_TEST(destroy_leaves_the_null_object)
{
	struct thing t;
	DRI_Channel chan = open_thing(&t, DRI_KIND_CHANNEL), copy = chan;

	ck_assert_int_eq(ocr_dri_handle_destroy(DRI_KIND_GROUP, &chan, "x"),
			 DRI_ERR_HANDLE);
	ck_assert_ptr_eq(chan, copy);
	ck_assert_int_eq(ocr_dri_handle_destroy(DRI_KIND_CHANNEL, &chan, "x"),
			 DRI_SUCCESS);
	ck_assert_ptr_null(chan);
	ck_assert_int_eq(t.destroyed, 1);
	ck_assert_int_eq(ocr_dri_handle_destroy(DRI_KIND_CHANNEL, &chan, "x"),
			 DRI_ERR_NULL);
	ck_assert_int_eq(ocr_dri_handle_destroy(DRI_KIND_CHANNEL, &copy, "x"),
			 DRI_ERR_HANDLE);
	ck_assert_int_eq(ocr_dri_handle_destroy(DRI_KIND_CHANNEL, NULL, "x"),
			 DRI_ERR_NULL);
}
END_TEST

#define MANY 1000

START_TEST(without_memory_the_object_stays_the_callers)
{
	static struct thing t[MANY];
	static void *handle[MANY];
	struct thing first, extra;
	int n = 0, status = DRI_SUCCESS;

	open_thing(&first, DRI_KIND_CHANNEL);
	no_memory = 1;
	while (n < MANY - 1) {
		handle[n] = ocr_dri_handle_open(&t[n].object, DRI_KIND_CHANNEL,
						destroy);
		if (!handle[n])
			break;
		n++;
	}
	ck_assert_int_lt(n, MANY - 1);
	ck_assert_int_eq(t[n].destroyed, 0);

	/* A place that becomes empty needs no memory; with memory, all goes
	 * on, and nothing was lost. */
	ck_assert_int_eq(ocr_dri_handle_close(DRI_KIND_CHANNEL, handle[0]),
			 DRI_SUCCESS);
	handle[0] = open_thing(&extra, DRI_KIND_CHANNEL);
	no_memory = 0;
	while (n < MANY) {
		handle[n] = open_thing(&t[n], DRI_KIND_CHANNEL);
		n++;
	}
	for (int i = 1; i < MANY; i++) {
		ck_assert_ptr_eq(ocr_dri_handle_get(DRI_KIND_CHANNEL, handle[i],
						    &status),
				 &t[i].object);
		ocr_dri_object_put(&t[i].object);
	}
}
END_TEST

/* -- Threads: each opens and closes its own, and all look at one. -- */

#define THREADS 4
#define ROUNDS	2000

static void *shared_handle;
static struct thing shared;

static void *
churn(void *arg)
{
	(void)arg;
	for (int i = 0; i < ROUNDS; i++) {
		struct thing mine;
		int status;
		void *handle;
		struct dri_object *o;

		mine.destroyed = 0;
		handle = ocr_dri_handle_open(&mine.object, DRI_KIND_BUFFER,
					     destroy);
		o = ocr_dri_handle_get(DRI_KIND_CHANNEL, shared_handle,
				       &status);
		if (o)
			ocr_dri_object_put(o);
		if (i == ROUNDS / 2)
			ocr_dri_handle_close(DRI_KIND_CHANNEL, shared_handle);
		if (ocr_dri_handle_close(DRI_KIND_BUFFER, handle) !=
			    DRI_SUCCESS ||
		    mine.destroyed != 1)
			return &shared;
	}
	return NULL;
}

START_TEST(threads_open_and_close_at_once)
{
	pthread_t thread[THREADS];

	shared_handle = open_thing(&shared, DRI_KIND_CHANNEL);
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&thread[i], NULL, churn, NULL),
				 0);
	for (int i = 0; i < THREADS; i++) {
		void *failed;

		pthread_join(thread[i], &failed);
		ck_assert_ptr_null(failed);
	}
	ck_assert_int_eq(shared.destroyed, 1);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("handle");
	TCase *tc = tcase_create("handle");

	tcase_add_test(tc, an_object_lives_until_the_last_reference_goes);
	tcase_add_test(tc, a_closed_handle_is_never_the_next_tenants);
	tcase_add_test(tc, a_handle_of_another_kind_names_nothing);
	tcase_add_test(tc, numbers_that_were_never_handles_name_nothing);
	tcase_add_loop_test(tc, predefined_objects_stay, 0, 9);
	tcase_add_test(tc, destroy_leaves_the_null_object);
	tcase_add_test(tc, without_memory_the_object_stays_the_callers);
	tcase_add_test(tc, threads_open_and_close_at_once);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
