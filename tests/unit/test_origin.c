/* SPDX-License-Identifier: BSD-3-Clause */
/* test_origin.c - where an object was created is told while others note where
 * theirs were, too. */
#include "src/base/code.h"
#include "src/base/msg_watch.h"
#include "src/base/runtime.h"
#include "src/observe/strict.h"
#include "tests/suite.h"

#include <check.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define TIMES 5000

static struct ocr_runtime *rt;
static struct ocr_msg_place told = {
	.op = OCR_OP(OCR_MSG_STRICT_PLACE, struct ocr_msg_place),
	.guid = {.lower = 5},
};
static _Atomic bool asked;

static ocrGuid_t
creator(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t *depv)
{
	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	return NULL_GUID;
}

static void *
note_places(void *arg)
{
	(void)arg;
	while (!atomic_load_explicit(&asked, memory_order_relaxed))
		ck_assert_int_eq(ocr_strict_on_place(rt, 0, &told.op), 0);
	return NULL;
}

START_TEST(it_is_told_while_another_thread_notes)
{
	char text[OCR_STRICT_TEXT];
	pthread_t t;

	rt = calloc(1, sizeof(*rt));
	ck_assert_ptr_nonnull(rt);
	rt->strict = ocr_strict_create();
	ck_assert_ptr_nonnull(rt->strict);
	ck_assert_int_eq(ocr_code_of(creator, &told.code), 0);
	ck_assert_int_eq(ocr_strict_on_place(rt, 0, &told.op), 0);
	ck_assert_int_eq(pthread_create(&t, NULL, note_places, NULL), 0);
	for (int i = 0; i < TIMES; i++) {
		ocr_strict_origin(rt, told.guid, text);
		ck_assert_msg(!strncmp(text, " (created at ", 13),
			      "time %d: \"%s\"", i, text);
	}
	atomic_store_explicit(&asked, true, memory_order_relaxed);
	ck_assert_int_eq(pthread_join(t, NULL), 0);
	ocr_strict_destroy(rt->strict);
	free(rt);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("origin");
	TCase *tc = tcase_create("origin");

	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, it_is_told_while_another_thread_notes);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
