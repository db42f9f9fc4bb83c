/* SPDX-License-Identifier: BSD-3-Clause */
/* offered_lent.c - a task has a large block, which it may read where it lies,
 * until a reader of the same block, on a third node, has been.  Neither that
 * nor who else reads may wait for it.
 */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"

enum { ROUNDS = 4 };

/* Too many to go along with a satisfaction; on several hosts they come with a
 * grant to read, or are as many as readers serve each other with, if OCR_SERVE
 * says so. */
#define WORDS ((u64)9000)

struct args {
	ocrGuid_t label, second, block, end;
	u64 round;
};

static void
check_words(const volatile u64 *p, u64 round)
{
	for (u64 i = 0; i < WORDS; i++)
		if (p[i] != round + (i << 8))
			FAIL("word %" PRIu64 " of round %" PRIu64
			     " is %" PRIu64,
			     i, round, p[i]);
}

/* Lets the other one go on. */
TASK(also_read)
{
	const struct args *a = PARAM(struct args);

	check_words(depv[0].ptr, a->round);
	CHECK_OK(ocrEventDestroy(a->label));
	return NULL_GUID;
}

/* The first creation holds back what follows until the event of main is gone;
 * the answer to the second comes behind that, so the body waits, and has the
 * block.
 */
TASK(hold)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t e = a->label, second = a->second,
		  other = conf_task(also_read, 2, PARAMS(*a), 1, NULL);

	check_words(depv[0].ptr, a->round);
	conf_link(a->block, other, 0, DB_MODE_CONST);
	CHECK_OK(ocrEventCreate(&e, OCR_EVENT_STICKY_T,
				GUID_PROP_BLOCK | EVT_PROP_NONE));
	CHECK_OK(ocrEventCreate(&second, OCR_EVENT_STICKY_T,
				GUID_PROP_CHECK | EVT_PROP_NONE));
	check_words(depv[0].ptr, a->round);
	CHECK_OK(ocrEventSatisfy(e, NULL_GUID));
	conf_start(a->end, (u32)a->round);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.end = conf_end(ROUNDS)};
	ocrGuid_t range;

	CHECK_OK(
		ocrGuidRangeCreate(&range, 2 * ROUNDS, GUID_USER_EVENT_STICKY));
	for (a.round = 0; a.round < ROUNDS; a.round++) {
		u64 *p = conf_block(&a.block, 0, WORDS * sizeof(*p));
		ocrGuid_t t;

		for (u64 i = 0; i < WORDS; i++)
			p[i] = a.round + (i << 8);
		CHECK_OK(ocrDbRelease(a.block));
		CHECK_OK(ocrGuidFromIndex(&a.label, range, 2 * a.round));
		CHECK_OK(ocrGuidFromIndex(&a.second, range, 2 * a.round + 1));
		CHECK_OK(ocrEventCreate(&a.label, OCR_EVENT_STICKY_T,
					GUID_PROP_IS_LABELED | EVT_PROP_NONE));
		t = conf_task(hold, 1, PARAMS(a), 1, NULL);
		conf_link(a.block, t, 0, DB_MODE_CONST);
	}
	return NULL_GUID;
}
