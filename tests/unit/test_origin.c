/* SPDX-License-Identifier: BSD-3-Clause */
/* test_origin.c - where an object was created is told while others note where
 * theirs were, too.
 *
 * Another thread stands where the table grows, with its lock, until the one
 * that asks waits.
 */
#include "src/base/code.h"
#include "src/base/msg_watch.h"
#include "src/base/runtime.h"
#include "src/observe/strict.h"
#include "tests/suite.h"

#include <check.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Before so many places are there the table grows. */
#define MOST 1000000

static struct ocr_runtime *rt;
static struct ocr_msg_place told = {
	.op = OCR_OP(OCR_MSG_STRICT_PLACE, struct ocr_msg_place),
};
static sem_t grows, may_grow;
static pthread_t beside;
static bool is_let_go;
static unsigned naps;
static _Thread_local bool stands; /* when the table grows */

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
int __wrap_nanosleep(const struct timespec *t, struct timespec *left);

void *
__wrap_calloc(size_t n, size_t size)
{
	if (stands) {
		stands = false;
		sem_post(&grows);
		while (sem_wait(&may_grow))
			;
	}
	return __real_calloc(n, size);
}

static void
let_go(void)
{
	if (is_let_go)
		return;
	is_let_go = true;
	sem_post(&may_grow);
	ck_assert_int_eq(pthread_join(beside, NULL), 0);
}

/* Whoever waits for the lock does so until the other has given it back. */
int
__wrap_nanosleep(const struct timespec *t, struct timespec *left)
{
	(void)t;
	(void)left;
	naps++;
	let_go();
	return 0;
}

static ocrGuid_t
creator(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t *depv)
{
	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	return NULL_GUID;
}

/* Of another node's objects, until the table grows; `told` is the last. */
static void *
note_places(void *arg)
{
	(void)arg;
	stands = true;
	for (uint64_t i = 1; i < MOST && stands; i++) {
		told.guid = ocr_guid_make(OCR_GUID_DB, 0, 1, 1, i);
		ck_assert_int_eq(ocr_strict_on_place(rt, 0, &told.op), 0);
	}
	ck_assert(!stands);
	return NULL;
}

START_TEST(it_is_told_while_another_thread_notes)
{
	char text[OCR_STRICT_TEXT];

	rt = calloc(1, sizeof(*rt));
	ck_assert_ptr_nonnull(rt);
	rt->strict = ocr_strict_create();
	ck_assert_ptr_nonnull(rt->strict);
	ck_assert_int_eq(ocr_code_of(creator, &told.code), 0);
	ck_assert_int_eq(sem_init(&grows, 0, 0), 0);
	ck_assert_int_eq(sem_init(&may_grow, 0, 0), 0);
	ck_assert_int_eq(pthread_create(&beside, NULL, note_places, NULL), 0);
	while (sem_wait(&grows))
		;
	ocr_strict_origin(rt, told.guid, text);
	let_go();
	ck_assert_msg(!strncmp(text, " (created at ", 13), "\"%s\"", text);
	ck_assert_uint_eq(naps, 1);
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
