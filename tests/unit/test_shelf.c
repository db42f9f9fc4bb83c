/* SPDX-License-Identifier: BSD-3-Clause */
/* test_shelf.c - large blocks that were freed lie ready, and no more of them
 * than there may be. */
#include "fabric/shelf.h"
#include "fabric/memory.h"
#include "tests/suite.h"

#include <check.h>
#include <jemalloc/jemalloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define KIB ((size_t)1 << 10)
#define MIB ((size_t)1 << 20)

static struct ocr_shelf shelf;

static void
open_shelf(void)
{
	ocr_shelf_init(&shelf, UINT64_MAX);
}

static char block[64];

START_TEST(what_is_put_is_taken_once)
{
	ck_assert(ocr_shelf_put(&shelf, &block[0], 64 * KIB));

	ck_assert_ptr_eq(ocr_shelf_take(&shelf, 64 * KIB), &block[0]);
	ck_assert_ptr_null(ocr_shelf_take(&shelf, 64 * KIB));
	ck_assert_ptr_null(ocr_shelf_take_any(&shelf));
}
END_TEST

START_TEST(the_last_comes_first)
{
	ck_assert(ocr_shelf_put(&shelf, &block[0], 64 * KIB));
	ck_assert(ocr_shelf_put(&shelf, &block[1], 64 * KIB));

	ck_assert_ptr_eq(ocr_shelf_take(&shelf, 64 * KIB), &block[1]);
	ck_assert_ptr_eq(ocr_shelf_take(&shelf, 64 * KIB), &block[0]);
}
END_TEST

/* Every size of jemalloc's has slots of its own. */
START_TEST(sizes_do_not_mix)
{
	size_t n = 0, len[64];

	for (size_t l = OCR_STACK_MAX + 1; l <= OCR_SHELF_MAX;
	     l = len[n++] + 1) {
		len[n] = nallocx(l, 0);
		ck_assert(ocr_shelf_put(&shelf, &block[n], l));
	}
	ck_assert_uint_eq(n, OCR_SHELF_SIZES);
	for (size_t i = 0; i < n; i++) {
		ck_assert_ptr_eq(ocr_shelf_take(&shelf, len[i] - 1), &block[i]);
		ck_assert_ptr_null(ocr_shelf_take(&shelf, len[i]));
	}
	ck_assert(!ocr_shelf_put(&shelf, &block[0], OCR_STACK_MAX));
	ck_assert(!ocr_shelf_put(&shelf, &block[0], OCR_SHELF_MAX + 1));
	ck_assert_ptr_null(ocr_shelf_take(&shelf, 64));
	ck_assert_ptr_null(ocr_shelf_take(&shelf, 64 * MIB));
}
END_TEST

START_TEST(no_more_bytes_than_there_may_be)
{
	ocr_shelf_init(&shelf, 64 * 100 * KIB);

	ck_assert(ocr_shelf_put(&shelf, &block[0], 48 * KIB));
	ck_assert(!ocr_shelf_put(&shelf, &block[1], 64 * KIB));
	ck_assert(ocr_shelf_put(&shelf, &block[1], 48 * KIB));
	ck_assert(!ocr_shelf_put(&shelf, &block[2], 16 * KIB));

	/* What was taken counts no more, nor what found no slot. */
	ck_assert_ptr_nonnull(ocr_shelf_take_any(&shelf));
	ck_assert_ptr_nonnull(ocr_shelf_take_any(&shelf));
	for (unsigned i = 0; i < OCR_SHELF_SLOTS; i++)
		ck_assert(ocr_shelf_put(&shelf, &block[i], 16 * KIB));
	ck_assert(!ocr_shelf_put(&shelf, &block[9], 16 * KIB));
	ck_assert(ocr_shelf_put(&shelf, &block[9], 32 * KIB));
}
END_TEST

START_TEST(a_limit_that_is_small_keeps_little)
{
	ocr_shelf_init(&shelf, MIB);

	ck_assert(ocr_shelf_put(&shelf, &block[0], 16 * KIB));
	ck_assert(!ocr_shelf_put(&shelf, &block[1], 16 * KIB));
}
END_TEST

/* -- Threads --------------------------------------------------------------- */

#define THREADS 4
#define ROUNDS	300000

static pthread_barrier_t begin;

/* Who has a block marks it: nobody else may. */
static void *
put_and_take(void *arg)
{
	_Atomic int *had = arg;
	_Atomic int *mine[2] = {NULL, NULL};

	pthread_barrier_wait(&begin);
	for (int i = 0; i < ROUNDS; i++) {
		_Atomic int **m = &mine[i % 2];

		if (*m) {
			atomic_fetch_sub_explicit(*m, 1, memory_order_relaxed);
			if (!ocr_shelf_put(&shelf, *m, 64 * KIB))
				atomic_fetch_add_explicit(*m, 1,
							  memory_order_relaxed);
			else
				*m = NULL;
			continue;
		}
		*m = i % 3 ? ocr_shelf_take(&shelf, 64 * KIB)
			   : ocr_shelf_take_any(&shelf);
		if (*m &&
		    atomic_fetch_add_explicit(*m, 1, memory_order_relaxed) != 0)
			return had;
	}
	for (int i = 0; i < 2; i++)
		if (mine[i])
			atomic_fetch_sub_explicit(mine[i], 1,
						  memory_order_relaxed);
	return NULL;
}

START_TEST(a_block_goes_to_one_of_many)
{
	static _Atomic int had[OCR_SHELF_SLOTS];
	pthread_t thread[THREADS];
	void *wrong;

	for (unsigned i = 0; i < OCR_SHELF_SLOTS; i++)
		ck_assert(ocr_shelf_put(&shelf, &had[i], 64 * KIB));
	ck_assert_int_eq(pthread_barrier_init(&begin, NULL, THREADS), 0);
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(
			pthread_create(&thread[i], NULL, put_and_take, had), 0);
	for (int i = 0; i < THREADS; i++) {
		ck_assert_int_eq(pthread_join(thread[i], &wrong), 0);
		ck_assert_ptr_null(wrong);
	}
	while (ocr_shelf_take_any(&shelf))
		;
	ck_assert_uint_eq(shelf.bytes, 0);
}
END_TEST

/* -- In a memory ----------------------------------------------------------- */

static struct ocr_memory *
open_memory(uint64_t limit_bytes)
{
	struct ocr_memory_config c = {
		.limit_bytes = limit_bytes,
		.n_local = 2,
		.huge = OCR_HUGE_TRANSPARENT,
	};
	struct ocr_memory *m;

	ck_assert_int_eq(ocr_memory_open(&m, &c), 0);
	return m;
}

START_TEST(a_freed_block_is_the_next_one)
{
	struct ocr_memory *m = open_memory(256 * MIB);
	void *a = ocr_memory_alloc(m, 60000), *b = ocr_memory_alloc(m, 60000);

	ocr_memory_free_sized(m, a, 60000);

	ck_assert_ptr_eq(ocr_memory_alloc(m, 64 * KIB), a);
	ck_assert_ptr_ne(b, a);
	ocr_memory_free(m, a);
	ck_assert_ptr_eq(ocr_memory_alloc(m, 64 * KIB), a);
	ocr_memory_free_sized(m, a, 64 * KIB);
	ocr_memory_free_sized(m, b, 60000);
	ocr_memory_close(m);
}
END_TEST

/* What lies ready stands in nobody's way, whoever has freed it. */
static void *
fill_and_free(void *arg)
{
	struct ocr_memory *m = arg;
	void *p[4 * OCR_SHELF_SLOTS];
	size_t n = sizeof(p) / sizeof(*p);

	for (size_t i = 0; i < n; i++)
		p[i] = ocr_memory_alloc(m, (i % 4 + 1) * 256 * KIB);
	for (size_t i = 0; i < n; i++)
		ocr_memory_free_sized(m, p[i], (i % 4 + 1) * 256 * KIB);
	return NULL;
}

START_TEST(who_needs_memory_gets_all_that_lies_ready)
{
	struct ocr_memory *m = open_memory(449 * MIB);
	pthread_t other;
	void *p;

	ck_assert_int_eq(pthread_create(&other, NULL, fill_and_free, m), 0);
	ck_assert_int_eq(pthread_join(other, NULL), 0);
	ck_assert_uint_ge(ocr_memory_mapped(m), 6 * MIB);

	p = ocr_memory_alloc(m, 448 * MIB);

	ck_assert_ptr_nonnull(p);
	ocr_memory_free(m, p);
	ck_assert_int_eq(pthread_create(&other, NULL, fill_and_free, m), 0);
	ck_assert_int_eq(pthread_join(other, NULL), 0);
	ocr_memory_trim(m);
	ck_assert_uint_lt(ocr_memory_mapped(m), MIB);
	ocr_memory_close(m);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("shelf");
	TCase *t = tcase_create("shelf");

	tcase_add_checked_fixture(t, open_shelf, NULL);
	tcase_add_test(t, what_is_put_is_taken_once);
	tcase_add_test(t, the_last_comes_first);
	tcase_add_test(t, sizes_do_not_mix);
	tcase_add_test(t, no_more_bytes_than_there_may_be);
	tcase_add_test(t, a_limit_that_is_small_keeps_little);
	tcase_add_test(t, a_block_goes_to_one_of_many);
	suite_add_tcase(s, t);
	t = tcase_create("memory");
	tcase_add_test(t, a_freed_block_is_the_next_one);
	tcase_add_test(t, who_needs_memory_gets_all_that_lies_ready);
	suite_add_tcase(s, t);
	return run_suite(s);
}
