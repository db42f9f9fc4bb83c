/* SPDX-License-Identifier: BSD-3-Clause */
/* downgrade.c - ocrDbDowngradeRelease publishes what was written, and leaves
 * the block to be read, unchanged, until the end of the task. */
#include "tests/conformance/conf.h"

#define ROUNDS 6
#define WORDS  600 /* more than travels in a message */

struct args {
	ocrGuid_t last, event;
	u64 seed;
};

/* Writes, hands on, and still reads while the next task writes. */
TASK(write)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t db = depv[0].guid, next;
	u64 *p = depv[0].ptr;

	if (a.seed)
		CHECK_EQ("words of the last one", conf_match(p, WORDS, a.seed),
			 WORDS);
	a.seed++;
	conf_fill(p, WORDS, a.seed);
	CHECK_OK(ocrDbDowngradeRelease(db));
	if (a.seed < ROUNDS)
		next = conf_task(write, a.seed, PARAMS(a), 1, NULL);
	else
		next = a.last;
	conf_link(db, next, 0, DB_MODE_EW);
	CHECK_EQ("words still here", conf_match(p, WORDS, a.seed), WORDS);
	CHECK_OK(ocrDbDowngradeRelease(db));
	CHECK_EQ("words still here", conf_match(p, WORDS, a.seed), WORDS);
	if (a.seed % 2) {
		CHECK_OK(ocrDbRelease(db));
		CHECK_CODE(ocrDbDowngradeRelease(db), OCR_EACCES);
		CHECK_CODE(ocrDbRelease(db), OCR_EACCES);
	}
	return NULL_GUID;
}

TASK(finish)
{
	CHECK_EQ("words at the end", conf_match(depv[0].ptr, WORDS, ROUNDS),
		 WORDS);
	CHECK_OK(ocrDbDowngradeRelease(depv[0].guid));
	/* A destruction is a release, and waits for no one else here. */
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	ocrShutdown();
	return NULL_GUID;
}

/* What can only be read is left as it is. */
TASK(read)
{
	CHECK_OK(ocrDbDowngradeRelease(depv[0].guid));
	CHECK_EQ("what is read", conf_value(&depv[0]), 77);
	CHECK_CODE(ocrDbDowngradeRelease(depv[1].guid), OCR_EACCES);
	CHECK_OK(ocrDbDowngradeRelease(NULL_GUID));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t db = NULL_GUID, t, number = conf_number(1, 77), nothing;
	struct args a = {.last = conf_task(finish, 1, NO_PARAMS, 2, NULL)};
	u64 *p = conf_block(&db, 2, WORDS * sizeof(*p));

	CHECK_CODE(ocrDbDowngradeRelease(a.last), OCR_EINVAL);
	t = conf_task(read, 2, NO_PARAMS, 2, &nothing);
	conf_link(nothing, a.last, 1, DB_MODE_NULL);
	conf_link(number, t, 0, DB_MODE_CONST);
	conf_link(conf_number(0, 0), t, 1, DB_MODE_NULL);
	conf_fill(p, WORDS, 0);
	/* For the creator of a block as for others. */
	CHECK_OK(ocrDbDowngradeRelease(db));
	CHECK_EQ("words still here", conf_match(p, WORDS, 0), WORDS);
	conf_link(db, conf_task(write, 0, PARAMS(a), 1, NULL), 0, DB_MODE_RW);
	return NULL_GUID;
}
