/* SPDX-License-Identifier: BSD-3-Clause */
/* copy_gone.c - DB_COPY_PARTITION, and then the source is destroyed first; the
 * destination is destroyed and not copied back, and another task may then cut
 * the source in parts; the destination is copied back
 * by a task that goes on writing to it; or the source is written by the task
 * that asked for the copy. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#define WORDS  230
#define BYTES  (WORDS * sizeof(u64))
#define WAYS   4
#define ROUNDS (3 * WAYS)

enum { SOURCE_GOES, NOT_BACK, NOT_RELEASED, WRITES_ON };

struct args {
	ocrGuid_t whole, judge;
	u64 round, i;
};

static u64
way(const struct args *a)
{
	return a->round % WAYS;
}

TASK(use)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t back;

	CHECK_EQ("words of a piece", conf_match(depv[0].ptr, WORDS, a->i),
		 WORDS);
	if (way(a) == SOURCE_GOES || way(a) == NOT_BACK) {
		CHECK_OK(ocrDbDestroy(depv[0].guid));
		conf_start(a->judge, (u32)a->i);
		return NULL_GUID;
	}
	CHECK_OK(ocrDbCopy(a->whole, a->i * BYTES, depv[0].guid, 0, BYTES,
			   DB_COPY_PARTITION_BACK, &back));
	conf_link(back, a->judge, (u32)a->i, DB_MODE_NULL);
	conf_fill(depv[0].ptr, WORDS, 10 + a->i);
	return NULL_GUID;
}

TASK(judge)
{
	const struct args *a = PARAM(struct args);
	u64 add = way(a) < NOT_RELEASED ? 0 : 10;

	for (u64 i = 0; i < 2 && depv[2].ptr; i++)
		CHECK_EQ("words at the end",
			 conf_match((u64 *)depv[2].ptr + i * WORDS, WORDS,
				    add + i),
			 WORDS);
	if (depv[2].ptr)
		CHECK_OK(ocrDbDestroy(depv[2].guid));
	if (way(a) == NOT_BACK)
		CHECK_OK(ocrDbDestroy(a->whole));
	conf_start(a->judge, (u32)a->round);
	return NULL_GUID;
}

/* Both pieces were destroyed: there may be others. */
TASK(cut_again)
{
	const struct args *a = PARAM(struct args);
	ocrDbPart_t part = {0, 2 * BYTES, NULL_GUID};

	CHECK_OK(ocrDbPartition(a->whole, 1, &part, OCR_DB_PARTITION_STATIC));
	conf_link(part.guid, a->judge, 2, DB_MODE_CONST);
	conf_start(a->judge, 0);
	conf_start(a->judge, 1);
	return NULL_GUID;
}

/* Both copies are made. */
TASK(copied)
{
	CHECK_OK(ocrDbDestroy(PARAM(struct args)->whole));
	return NULL_GUID;
}

static void
fill(u64 *p)
{
	for (u64 i = 0; i < 2; i++)
		conf_fill(p + i * WORDS, WORDS, i);
}

TASK(split)
{
	struct args a = *PARAM(struct args);
	u64 *p = conf_block(&a.whole, a.round, 2 * BYTES);
	ocrHint_t h = conf_db_hint(a.round);
	ocrGuid_t end = conf_task(judge, a.round + 1, PARAMS(a), 3, NULL), t,
		  gone, done, db;
	bool goes = way(&a) == SOURCE_GOES;

	if (way(&a) != WRITES_ON) {
		fill(p);
		CHECK_OK(ocrDbRelease(a.whole));
	}
	if (way(&a) != NOT_BACK)
		conf_link(goes ? NULL_GUID : a.whole, end, 2,
			  goes ? DB_MODE_NULL : DB_MODE_CONST);
	gone = conf_task(copied, a.round, PARAMS(a), 2, NULL);
	if (!goes)
		CHECK_OK(ocrEdtDestroy(gone));
	a.judge = end;
	if (way(&a) == NOT_BACK)
		a.judge = conf_task(cut_again, a.round + 2, PARAMS(a), 2, NULL);
	for (; a.i < 2; a.i++) {
		t = conf_task(use, a.round + a.i, PARAMS(a), 1, NULL);
		CHECK_OK(ocrDbCreate(&db, NULL, BYTES, DB_PROP_NO_ACQUIRE, &h,
				     NO_ALLOC));
		CHECK_OK(ocrDbCopy(db, 0, a.whole, a.i * BYTES, BYTES,
				   DB_COPY_PARTITION, &done));
		conf_link(done, t, 0,
			  way(&a) == NOT_BACK ? DB_MODE_RO : DB_MODE_EW);
		if (goes)
			conf_link(done, gone, (u32)a.i, DB_MODE_NULL);
	}
	if (way(&a) == WRITES_ON)
		fill(p);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.judge = conf_end(ROUNDS)};

	for (; a.round < ROUNDS; a.round++)
		conf_start(conf_task(split, a.round / WAYS, PARAMS(a), 1, NULL),
			   0);
	return NULL_GUID;
}
