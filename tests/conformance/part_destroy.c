/* SPDX-License-Identifier: BSD-3-Clause */
/* part_destroy.c - parts whose block is destroyed first stay good; parts that
 * nobody has used, or that were destroyed before they had bytes, go; and the
 * task that has the block may write to it after the call. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#define WORDS  260 /* of a part */
#define N      3
#define ROUNDS 9

struct args {
	ocrGuid_t event;
	u64 round, i;
};

/* Passes its part on to the next node, then the block's. */
TASK(use)
{
	struct args a = *PARAM(struct args);
	u64 *p = depv[0].ptr;
	ocrGuid_t t;

	CHECK_EQ("words of a part", conf_match(p, WORDS, a.i), WORDS);
	if (a.round--) {
		conf_fill(p, WORDS, a.i);
		t = conf_task(use, a.round + a.i, PARAMS(a), 2, NULL);
		conf_link(depv[0].guid, t, 0, DB_MODE_RW);
		conf_start(t, 1);
		return NULL_GUID;
	}
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

TASK(whole)
{
	for (u64 i = 0; i < N; i++)
		CHECK_EQ("words of the block",
			 conf_match((u64 *)depv[0].ptr + i * WORDS, WORDS, i),
			 WORDS);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

TASK(cut)
{
	struct args a = {.round = *PARAM(u64)};
	ocrDbPart_t parts[N];
	ocrGuid_t db, t;
	u64 *p = conf_block(&db, a.round, N * WORDS * sizeof(*p));

	for (u64 i = 0; i < N; i++) {
		parts[i].offset = i * WORDS * sizeof(*p);
		parts[i].size = WORDS * sizeof(*p);
	}
	CHECK_OK(ocrDbPartition(db, N, parts, 0));
	for (u64 i = 0; i < N; i++)
		conf_fill(p + i * WORDS, WORDS, i);
	switch (a.round % 3) {
	case 0: /* the block goes first */
		CHECK_OK(ocrDbRelease(db));
		CHECK_OK(ocrDbDestroy(db));
		a.event = conf_event(OCR_EVENT_ONCE_T);
		for (a.i = 0; a.i < N; a.i++) {
			t = conf_task(use, a.i, PARAMS(a), 2, NULL);
			conf_link(parts[a.i].guid, t, 0, DB_MODE_EW);
			conf_link(a.event, t, 1, DB_MODE_NULL);
		}
		CHECK_OK(ocrEventSatisfy(a.event, NULL_GUID));
		return NULL_GUID;
	case 1: /* never used, and destroyed before they have bytes */
		for (u64 i = 0; i < N; i++)
			CHECK_OK(ocrDbDestroy(parts[i].guid));
		break;
	default: /* never used */
		CHECK_OK(ocrDbRelease(db));
		for (u64 i = 0; i < N; i++)
			CHECK_OK(ocrDbDestroy(parts[N - 1 - i].guid));
		break;
	}
	t = conf_task(whole, a.round + 1, NO_PARAMS, 1, NULL);
	conf_link(db, t, 0, DB_MODE_CONST);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(ROUNDS), t, out;

	for (u64 i = 0; i < ROUNDS; i++) {
		t = conf_finish_task(cut, i / 2, PARAMS(i), 1, &out);
		conf_link(out, end, (u32)i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
