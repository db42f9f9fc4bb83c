/* SPDX-License-Identifier: BSD-3-Clause */
/* test_counter.c - counters are dense, unique, and cheap to share.  Sees the
 * inside, to come to the end of 2^32 counters before the end of the day. */
#include "guidmap/guid_counter.c"
#include "tests/suite.h"

#include <check.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define SELF	  2
#define SIZE	  200 /* several pages of owners, the last one not full */
#define THREADS	  4
#define PER_CACHE (20 * OCR_GUID_CHUNK)

static struct ocr_guid_dispenser *d;
static struct ocr_guid_cache *cache[THREADS];

static void
setup(void)
{
	int i;

	ck_assert_int_eq(ocr_guid_dispenser_create(&d, SELF, SIZE), 0);
	for (i = 0; i < THREADS; i++)
		ck_assert_int_eq(ocr_guid_cache_create(&cache[i], d), 0);
}

static void
teardown(void)
{
	int i;

	for (i = 0; i < THREADS; i++)
		ocr_guid_cache_destroy(cache[i]);
	ocr_guid_dispenser_destroy(d);
}

START_TEST(a_guid_has_the_fields_it_was_asked_for)
{
	ocrGuid_t g = ocr_guid_new(cache[0], OCR_GUID_EVENT_LATCH,
				   OCR_GUID_TAKES_ARG, SIZE - 1);

	ck_assert_int_eq(ocr_guid_kind(g), OCR_GUID_EVENT_LATCH);
	ck_assert_uint_eq(ocr_guid_flags(g), OCR_GUID_TAKES_ARG);
	ck_assert_uint_eq(ocr_guid_owner(g), SIZE - 1);
	ck_assert_uint_eq(ocr_guid_creator(g), SELF);
}
END_TEST

START_TEST(one_cache_counts_without_gaps_for_each_owner)
{
	static const ocr_node_t owners[] = {0, SELF, 63, 64, SIZE - 1};
	uint64_t i;
	size_t o;

	for (i = 0; i < 3 * OCR_GUID_CHUNK; i++)
		for (o = 0; o < sizeof(owners) / sizeof(owners[0]); o++)
			ck_assert_uint_eq(
				ocr_guid_counter(ocr_guid_new(
					cache[0], OCR_GUID_DB, 0, owners[o])),
				i);
}
END_TEST

START_TEST(all_kinds_but_templates_share_one_sequence)
{
	ocrGuid_t a = ocr_guid_new(cache[0], OCR_GUID_DB, 0, 1);
	ocrGuid_t t = ocr_guid_new_template(cache[0], 1, 0, 0);
	ocrGuid_t b = ocr_guid_new(cache[0], OCR_GUID_EDT, 0, 1);

	ck_assert_uint_eq(ocr_guid_counter(a), 0);
	ck_assert_uint_eq(ocr_guid_counter(b), 1);
	ck_assert_uint_eq(ocr_guid_counter(t), 0);
}
END_TEST

START_TEST(two_caches_never_share_a_chunk)
{
	uint64_t a, b;
	unsigned i;

	for (i = 0; i < 3 * OCR_GUID_CHUNK; i++) {
		a = ocr_guid_counter(ocr_guid_new(cache[0], OCR_GUID_DB, 0, 1));
		b = ocr_guid_counter(ocr_guid_new(cache[1], OCR_GUID_DB, 0, 1));
		ck_assert_uint_ne(a / OCR_GUID_CHUNK, b / OCR_GUID_CHUNK);
	}
}
END_TEST

static void *
take_many(void *arg)
{
	struct ocr_guid_cache *c = arg;
	uint64_t *counters = malloc(PER_CACHE * sizeof(*counters));
	unsigned i;

	for (i = 0; counters && i < PER_CACHE; i++)
		counters[i] =
			ocr_guid_counter(ocr_guid_new(c, OCR_GUID_DB, 0, 100));
	return counters;
}

START_TEST(threads_together_use_each_counter_once)
{
	static unsigned char seen[THREADS * PER_CACHE];
	pthread_t t[THREADS];
	void *result;
	uint64_t *counters;
	unsigned i;
	int k;

	memset(seen, 0, sizeof(seen));
	for (k = 0; k < THREADS; k++)
		ck_assert_int_eq(
			pthread_create(&t[k], NULL, take_many, cache[k]), 0);
	for (k = 0; k < THREADS; k++) {
		ck_assert_int_eq(pthread_join(t[k], &result), 0);
		ck_assert_ptr_nonnull(result);
		counters = result;
		for (i = 0; i < PER_CACHE; i++) {
			ck_assert_uint_lt(counters[i], sizeof(seen));
			ck_assert_uint_eq(seen[counters[i]]++, 0);
		}
		free(counters);
	}

	/* Each took whole chunks: unique and below the bound is dense. */
}
END_TEST

START_TEST(a_template_guid_carries_its_counts)
{
	ocrGuid_t g =
		ocr_guid_new_template(cache[0], 1, 3, OCR_TEMPLATE_COUNT_MAX);
	ocrGuid_t h = ocr_guid_new_template(cache[0], 1, 0x10000,
					    OCR_TEMPLATE_COUNT_MAX + 1);

	ck_assert_int_eq(ocr_guid_kind(g), OCR_GUID_TEMPLATE);
	ck_assert_uint_eq(g.lower, UINT64_C(0x000000000003fffe));
	ck_assert_uint_eq(h.lower, UINT64_C(0x00000001ffffffff));
}
END_TEST

START_TEST(an_owner_outside_the_job_gets_no_guid)
{
	ck_assert(
		ocr_guid_is_null(ocr_guid_new(cache[0], OCR_GUID_DB, 0, SIZE)));
	ck_assert(
		ocr_guid_is_null(ocr_guid_new_template(cache[0], SIZE, 0, 0)));
}
END_TEST

START_TEST(templates_end_after_32_bits_instead_of_starting_again)
{
	struct dispenser_page *page = dispenser_page(d, 1);
	ocrGuid_t last = NULL_GUID;
	unsigned i;

	ck_assert_ptr_nonnull(page);
	atomic_store(&page->next_chunk[CLASS_TEMPLATE][1], TEMPLATE_CHUNKS - 1);
	for (i = 0; i < OCR_GUID_CHUNK; i++)
		last = ocr_guid_new_template(cache[0], 1, 0, 0);
	ck_assert_uint_eq(ocr_guid_counter(last), UINT32_MAX);

	ck_assert(ocr_guid_is_null(ocr_guid_new_template(cache[0], 1, 0, 0)));
	ck_assert(ocr_guid_is_null(ocr_guid_new_template(cache[0], 1, 0, 0)));
	ck_assert(ocr_guid_is_null(ocr_guid_new_template(cache[1], 1, 0, 0)));
	ck_assert(!ocr_guid_is_null(ocr_guid_new_template(cache[0], 0, 0, 0)));
}
END_TEST

START_TEST(a_new_guid_of_no_kind_is_a_bug)
{
	ocr_guid_new(cache[0], OCR_GUID_NULL, 0, 1);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("counter");
	TCase *tc = tcase_create("counter");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_guid_has_the_fields_it_was_asked_for);
	tcase_add_test(tc, one_cache_counts_without_gaps_for_each_owner);
	tcase_add_test(tc, all_kinds_but_templates_share_one_sequence);
	tcase_add_test(tc, two_caches_never_share_a_chunk);
	tcase_add_test(tc, threads_together_use_each_counter_once);
	tcase_add_test(tc, a_template_guid_carries_its_counts);
	tcase_add_test(tc, an_owner_outside_the_job_gets_no_guid);
	tcase_add_test(tc,
		       templates_end_after_32_bits_instead_of_starting_again);
	tcase_add_test_raise_signal(tc, a_new_guid_of_no_kind_is_a_bug,
				    SIGABRT);
	suite_add_tcase(s, tc);
	return run_suite_apart(s);
}
