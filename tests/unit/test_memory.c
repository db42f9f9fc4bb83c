/* SPDX-License-Identifier: BSD-3-Clause */
/* test_memory.c - blocks of memory that others may reach. */
#include "fabric/memory.h"
#include "tests/suite.h"

#include <check.h>
#include <jemalloc/jemalloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MIB ((size_t)1 << 20)

static struct ocr_memory *m;

static uint64_t
allocated(void)
{
	struct ocr_memory_stats s;

	ocr_memory_get_stats(m, &s);
	return s.allocated_bytes;
}

static void
open_one(struct ocr_memory **out, uint64_t limit_bytes, unsigned n_local)
{
	struct ocr_memory_config c = {
		.limit_bytes = limit_bytes,
		.n_local = n_local,
		.huge = OCR_HUGE_TRANSPARENT,
	};

	ck_assert_int_eq(ocr_memory_open(out, &c), 0);
}

static void
open_window(void)
{
	open_one(&m, 256 * MIB, 2);
}

static void
open_private_window(void)
{
	open_one(&m, 256 * MIB, 1);
}

static void
open_plain(void)
{
	ck_assert_int_eq(ocr_memory_open_plain(&m), 0);
}

static void
close_memory(void)
{
	ocr_memory_close(m);
	m = NULL;
}

static const size_t sizes[] = {
	0,    1,       7,	8,	 63,	   64,	     65,       127,
	128,  200,     255,	256,	 512,	   513,	     576,      640,
	641,  895,     1000,	1024,	 1025,	   1153,     4095,     4096,
	4097, 10000,   16384,	30000,	 32768,	   40000,    65536,    1000000,
	MIB,  MIB + 1, 3 * MIB, 5000000, 16 * MIB, 33 * MIB, 64 * MIB,
};
#define N_SIZES ((int)(sizeof(sizes) / sizeof(*sizes)))

START_TEST(blocks_of_any_size_are_aligned_and_whole)
{
	size_t n = sizes[_i];
	unsigned char *a = ocr_memory_alloc(m, n);
	unsigned char *b = ocr_memory_alloc(m, n);

	ck_assert_ptr_nonnull(a);
	ck_assert_ptr_nonnull(b);
	memset(a, 1, n);
	memset(b, 2, n);

	ck_assert_uint_eq((uintptr_t)a % 64, 0);
	ck_assert_uint_eq((uintptr_t)b % 64, 0);
	ck_assert_ptr_ne(a, b);
	if (n > 0) {
		ck_assert_uint_eq(a[0], 1);
		ck_assert_uint_eq(a[n - 1], 1);
		ck_assert_uint_eq(b[0], 2);
		ck_assert_uint_eq(b[n - 1], 2);
	}
	ck_assert_uint_ge(allocated(), 2 * n);
	ocr_memory_free(m, a);
	ocr_memory_free_sized(m, b, n);
	ck_assert_uint_eq(allocated(), 0);
	/* They are used again, and not both at a time. */
	a = ocr_memory_alloc(m, n);
	b = ocr_memory_alloc(m, n);
	ck_assert_ptr_ne(a, b);
	ocr_memory_free_sized(m, a, n);
	ocr_memory_free(m, b);
	ck_assert_uint_eq(allocated(), 0);
}
END_TEST

START_TEST(an_offset_names_a_place_in_the_window)
{
	char *base = ocr_memory_base(m);
	char *p = ocr_memory_alloc(m, sizes[_i]);
	uint64_t at;

	ck_assert_ptr_nonnull(p);
	at = ocr_memory_offset(m, p);

	ck_assert_ptr_eq(base + at, p);
	ck_assert_uint_le(at + sizes[_i], ocr_memory_len(m));
	ocr_memory_free(m, p);
}
END_TEST

START_TEST(a_plain_memory_is_the_whole_address_space)
{
	char *p = ocr_memory_alloc(m, 100);

	ck_assert_ptr_null(ocr_memory_base(m));
	ck_assert_uint_eq(ocr_memory_len(m), UINT64_MAX);
	ck_assert_uint_eq(ocr_memory_offset(m, p), (uintptr_t)p);
	ocr_memory_free(m, p);
}
END_TEST

/* Takes blocks of n bytes until there are no more; returns their number. */
static size_t
fill(void **block, size_t max, size_t n)
{
	size_t i;

	for (i = 0; i < max; i++) {
		block[i] = ocr_memory_alloc(m, n);
		if (block[i] == NULL)
			break;
	}
	return i;
}

START_TEST(a_full_window_gives_null_and_recovers)
{
	static const size_t n[] = {512, 20000, 100000, 3 * MIB};
	size_t max = ocr_memory_len(m) / n[_i] + 1;
	void **block = malloc(max * sizeof(*block));
	size_t first, second, i;
	void *p;

	ck_assert_ptr_nonnull(block);

	first = fill(block, max, n[_i]);
	ck_assert_uint_lt(first, max);
	ck_assert_uint_ge(first * n[_i], 192 * MIB);
	ck_assert_ptr_null(ocr_memory_alloc(m, 8 * MIB));
	for (i = 0; i < first; i++)
		ocr_memory_free(m, block[i]);

	/* In one piece again: */
	p = ocr_memory_alloc(m, 64 * MIB);
	ck_assert_ptr_nonnull(p);
	memset(p, 1, 64 * MIB);
	ocr_memory_free(m, p);
	/* and in pieces as before. */
	second = fill(block, max, n[_i]);
	ck_assert_uint_ge(second, first - first / 8);
	for (i = 0; i < second; i++)
		ocr_memory_free(m, block[i]);
	ck_assert_uint_eq(allocated(), 0);
	free(block);
}
END_TEST

START_TEST(what_can_never_fit_gives_null)
{
	ck_assert_ptr_null(ocr_memory_alloc(m, 257 * MIB + 64 * MIB));
	ck_assert_ptr_null(ocr_memory_alloc(m, SIZE_MAX));
	ck_assert_ptr_null(ocr_memory_alloc(m, SIZE_MAX - 64));
}
END_TEST

START_TEST(memories_do_not_share_blocks)
{
	struct ocr_memory *other;
	char *base, *p, *q;

	open_one(&other, 64 * MIB, 2);
	base = ocr_memory_base(other);

	p = ocr_memory_alloc(other, 1000);
	q = ocr_memory_alloc(m, 1000);

	ck_assert(p >= base && p + 1000 <= base + ocr_memory_len(other));
	ck_assert(q < base || q >= base + ocr_memory_len(other));
	ocr_memory_free(m, q);
	ocr_memory_close(other); /* with p in it */
}
END_TEST

START_TEST(an_open_memory_can_follow_a_closed_one)
{
	struct ocr_memory *other;
	int i;

	for (i = 0; i < 50; i++) {
		open_one(&other, 64 * MIB, 2);
		memset(ocr_memory_alloc(other, 5000), 1, 5000);
		memset(ocr_memory_alloc(other, MIB), 1, MIB);
		ocr_memory_close(other);
	}
}
END_TEST

#define THREADS	 4
#define STEPS	 20000
#define EXCHANGE 64

static _Atomic(uint64_t *) exchange[EXCHANGE];

/* Allocates, and frees what any thread has left in the exchange.  A block
 * starts with its length, and ends with it. */
static void *
churn(void *arg)
{
	uint64_t seed = (uintptr_t)arg;
	uint64_t *p;
	size_t n;
	int i;

	for (i = 0; i < STEPS; i++) {
		seed = seed * UINT64_C(6364136223846793005) +
		       1442695040888963407;
		n = 2 + (seed >> 33) % ((seed >> 60) == 0 ? 40000 : 200);
		p = ocr_memory_alloc(m, n * sizeof(*p));
		if (p == NULL)
			return arg;
		p[0] = n;
		p[n - 1] = n;
		p = atomic_exchange_explicit(&exchange[(seed >> 20) % EXCHANGE],
					     p, memory_order_acq_rel);
		if (p == NULL)
			continue;
		n = p[0];
		if (p[n - 1] != n)
			return arg;
		p[0] = p[n - 1] = 0;
		if (i & 1)
			ocr_memory_free(m, p);
		else
			ocr_memory_free_sized(m, p, n * sizeof(*p));
	}
	return NULL;
}

START_TEST(any_thread_frees_what_any_thread_allocated)
{
	pthread_t t[THREADS];
	void *failed;
	int i;

	for (i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&t[i], NULL, churn,
						(void *)(uintptr_t)(i + 1)),
				 0);
	for (i = 0; i < THREADS; i++) {
		pthread_join(t[i], &failed);
		ck_assert_ptr_null(failed);
	}
	for (i = 0; i < EXCHANGE; i++)
		ocr_memory_free(m, atomic_load_explicit(&exchange[i],
							memory_order_relaxed));

	ck_assert_uint_eq(allocated(), 0);
}
END_TEST

/* Pages of the window that the system has given to it. */
static size_t
resident(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t n = ocr_memory_len(m) / page, pages = 0;
	unsigned char *map = malloc(n);

	ck_assert_ptr_nonnull(map);
	ck_assert_int_eq(mincore(ocr_memory_base(m), ocr_memory_len(m), map),
			 0);
	for (size_t i = 0; i < n; i++)
		pages += map[i] & 1;
	free(map);
	return pages;
}

static uint64_t
mapped(void)
{
	return ocr_memory_mapped(m);
}

/* Large blocks in one piece, and small ones in pages of their own. */
START_TEST(freed_memory_goes_back_to_the_system)
{
	static void *block[100000];
	size_t len = _i ? 48 * MIB : 512, n = _i ? 1 : 100000, full, i;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	for (i = 0; i < n; i++) {
		block[i] = ocr_memory_alloc(m, len);
		ck_assert_ptr_nonnull(block[i]);
		memset(block[i], 1, len);
	}
	full = resident();
	ck_assert_uint_ge(full * page, n * len);
	ck_assert_uint_ge(mapped(), n * len);

	for (i = 0; i < n; i++)
		ocr_memory_free(m, block[i]);
	ocr_memory_trim(m);

	/* What is left are pages that small blocks share. */
	ck_assert_uint_lt(mapped(), MIB);
	ck_assert_uint_lt(resident() * page, 3 * MIB);
	block[0] = ocr_memory_alloc(m, len);
	ck_assert_ptr_nonnull(block[0]);
	memset(block[0], 1, len);
	ocr_memory_free(m, block[0]);
}
END_TEST

/* Nobody calls trim; time is told to be short, or the test would be long. */
START_TEST(freed_memory_goes_back_by_itself)
{
	struct ocr_memory *plenty = m;
	ssize_t soon_ms = 1;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *p;

	ck_assert_int_eq(mallctl("arenas.dirty_decay_ms", NULL, NULL, &soon_ms,
				 sizeof(soon_ms)),
			 0);
	open_one(&m, 256 * MIB, 2);
	p = ocr_memory_alloc(m, 100 * MIB);
	ck_assert_ptr_nonnull(p);
	memset(p, 1, 100 * MIB);
	ck_assert_uint_ge(resident() * page, 100 * MIB);
	ocr_memory_free(m, p);

	while (mapped() > MIB)
		ocr_memory_free(m, ocr_memory_alloc(m, 20000));

	ck_assert_uint_lt(resident() * page, 3 * MIB);
	ocr_memory_close(m);
	m = plenty;
}
END_TEST

/* What was freed lies in a thread's stack, or in jemalloc, and lives no more.
 */
START_TEST(a_block_has_the_size_that_jemalloc_would_give_it)
{
	struct ocr_memory_stats s;
	uint64_t before;

	for (size_t len = 0; len <= 40000; len += 31) {
		size_t whole = (len + !len + 63) / 64 * 64;

		for (int i = 0; i < 3; i++) {
			void *p;

			before = allocated();
			p = ocr_memory_alloc(m, len);
			ck_assert_ptr_nonnull(p);
			ck_assert_uint_eq(sallocx(p, 0), nallocx(whole, 0));
			ck_assert_uint_eq(allocated() - before,
					  nallocx(whole, 0));
			ocr_memory_free_sized(m, p, len);
			ck_assert_uint_eq(allocated(), before);
		}
	}
	ocr_memory_trim(m);
	ocr_memory_get_stats(m, &s);
	ck_assert_uint_eq(s.live, 0);
	ck_assert_uint_eq(s.allocated_bytes, 0);
}
END_TEST

/* As those of a file that cannot be read are. */
START_TEST(a_block_that_has_lost_its_bytes_is_freed_whole)
{
	for (size_t len = 0; len <= 40000; len += 310) {
		void *p = ocr_memory_alloc(m, len), *empty;

		ck_assert_ptr_nonnull(p);
		ocr_memory_free_sized(m, p, 0);
		ck_assert_uint_eq(allocated(), 0);
		empty = ocr_memory_alloc(m, 0);
		ck_assert_uint_eq(sallocx(empty, 0), 64);
		ocr_memory_free_sized(m, empty, 0);
	}
}
END_TEST

static const uint64_t limits[] = {1 * MIB, 3 * MIB + 12345, 64 * MIB,
				  200 * MIB};
#define N_LIMITS ((int)(sizeof(limits) / sizeof(*limits)))

START_TEST(no_limit_is_passed)
{
	static const size_t n[] = {64, 640, 5000, 70000};
	static void *block[4][1 << 16];
	struct ocr_memory *plenty = m;
	struct ocr_memory_stats s;
	size_t used = 0, count[4], i, k;

	open_one(&m, limits[_i], 2);
	for (k = 4; k-- > 0;) {
		for (i = 0; i < 1 << 16; i++) {
			block[k][i] = ocr_memory_alloc(m, n[k]);
			if (!block[k][i])
				break;
			used += n[k];
		}
		count[k] = i;
		ck_assert_uint_le(mapped(), limits[_i] + 4095);
	}
	ocr_memory_get_stats(m, &s);
	ck_assert_uint_ge(used, limits[_i] / 2 < 100 * MIB ? limits[_i] / 2
							   : 100 * MIB);
	ck_assert_uint_ge(s.peak_bytes, s.mapped_bytes);
	ck_assert_uint_ge(s.mapped_bytes, s.allocated_bytes);
	ck_assert_uint_eq(s.live, count[0] + count[1] + count[2] + count[3]);
	for (k = 0; k < 4; k++)
		for (i = 0; i < count[k]; i++)
			ocr_memory_free(m, block[k][i]);
	ck_assert_uint_eq(allocated(), 0);
	/* The same again, of one size. */
	for (i = 0; i < count[3]; i++) {
		block[3][i] = ocr_memory_alloc(m, n[3]);
		ck_assert_ptr_nonnull(block[3][i]);
	}
	ocr_memory_close(m);
	m = plenty;
}
END_TEST

/* Where the administrator has set none aside, it is as if nobody had asked. */
START_TEST(reserved_pages_are_used_if_there_are_enough)
{
	struct ocr_memory_config c = {
		.limit_bytes = 2 * MIB,
		.n_local = 1,
		.huge = OCR_HUGE_RESERVED,
	};
	struct ocr_memory *reserved;
	char *p;

	ck_assert_int_eq(ocr_memory_open(&reserved, &c), 0);
	p = ocr_memory_alloc(reserved, MIB);
	ck_assert_ptr_nonnull(p);
	memset(p, 1, MIB);
	ocr_memory_free(reserved, p);
	ocr_memory_trim(reserved);
	p = ocr_memory_alloc(reserved, MIB);
	ck_assert_ptr_nonnull(p);
	memset(p, 1, MIB);
	ocr_memory_close(reserved);
}
END_TEST

START_TEST(pinned_pages_are_kept_and_reused)
{
	size_t before;
	char *p;

	ck_assert_int_eq(ocr_memory_pin(m), 0);
	p = ocr_memory_alloc(m, 192 * MIB);
	ck_assert_ptr_nonnull(p);
	memset(p, 1, 4 * MIB);
	before = resident();
	ocr_memory_free(m, p);
	ocr_memory_trim(m);
	ck_assert_uint_eq(resident(), before);

	p = ocr_memory_alloc(m, 210 * MIB);
	ck_assert_ptr_nonnull(p);
	ocr_memory_free(m, p);
}
END_TEST

static void
add_common(TCase *t)
{
	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, blocks_of_any_size_are_aligned_and_whole, 0,
			    N_SIZES);
	tcase_add_loop_test(t, an_offset_names_a_place_in_the_window, 0,
			    N_SIZES);
	tcase_add_test(t, any_thread_frees_what_any_thread_allocated);
}

static void
add_window(TCase *t)
{
	tcase_add_loop_test(t, a_full_window_gives_null_and_recovers, 0, 4);
	tcase_add_test(t, what_can_never_fit_gives_null);
	tcase_add_test(t, memories_do_not_share_blocks);
	tcase_add_test(t, an_open_memory_can_follow_a_closed_one);
	tcase_add_loop_test(t, freed_memory_goes_back_to_the_system, 0, 2);
	tcase_add_test(t, freed_memory_goes_back_by_itself);
	tcase_add_test(t, a_block_has_the_size_that_jemalloc_would_give_it);
	tcase_add_test(t, a_block_that_has_lost_its_bytes_is_freed_whole);
	tcase_add_loop_test(t, no_limit_is_passed, 0, N_LIMITS);
	tcase_add_test(t, reserved_pages_are_used_if_there_are_enough);
	tcase_add_test(t, pinned_pages_are_kept_and_reused);
}

int
main(void)
{
	Suite *s = suite_create("memory");
	TCase *window = tcase_create("shared window");
	TCase *private = tcase_create("private window");
	TCase *plain = tcase_create("plain");

	tcase_add_checked_fixture(window, open_window, close_memory);
	tcase_add_checked_fixture(private, open_private_window, close_memory);
	tcase_add_checked_fixture(plain, open_plain, close_memory);
	add_common(window);
	add_window(window);
	add_common(private);
	add_window(private);
	add_common(plain);
	tcase_add_test(plain, a_plain_memory_is_the_whole_address_space);
	suite_add_tcase(s, window);
	suite_add_tcase(s, private);
	suite_add_tcase(s, plain);
	return run_suite_apart(s);
}
