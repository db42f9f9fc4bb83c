/* SPDX-License-Identifier: BSD-3-Clause */
/* copy_turns.c - DB_COPY_PARTITION of a range that overlaps one that was not
 * copied back yet waits until that is done: nothing that was written is lost.
 * A range that was copied back may be taken again at once. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#define WORDS  120
#define BYTES  (2 * WORDS * sizeof(u64)) /* of a range */
#define ROUNDS 6
#define AGAIN  5

struct args {
	ocrGuid_t whole, end;
	u64 round, i;
	u64 left;
};

TASK(add);

static void
take(const struct args *a)
{
	ocrGuid_t db, done,
		t = conf_task(add, a->round + a->left, PARAMS(*a), 1, NULL);
	ocrHint_t h = conf_db_hint(a->round);

	OK(ocrDbCreate(&db, NULL, BYTES, DB_PROP_NO_ACQUIRE, &h, NO_ALLOC));
	OK(ocrDbCopy(db, 0, a->whole, a->i * BYTES / 2, BYTES,
		     DB_COPY_PARTITION, &done));
	conf_link(done, t, 0, DB_MODE_EW);
}

TASK(once_more)
{
	take(PARAM(struct args));
	return NULL_GUID;
}

TASK(judge)
{
	const struct args *a = PARAM(struct args);
	const u64 *p = depv[2].ptr;

	for (u64 i = 0; i < 3 * WORDS; i++) {
		u64 in_0 = i < 2 * WORDS, in_1 = i >= WORDS;

		CHECK_EQ("a word", p[i],
			 a->round % 2 ? in_0 * AGAIN : in_0 + in_1);
	}
	CHECK_OK(ocrDbDestroy(depv[2].guid));
	conf_start(a->end, (u32)a->round);
	return NULL_GUID;
}

/* Adds one to each word, and takes the range again. */
TASK(add)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t done, t;
	u64 *p = depv[0].ptr;

	for (u64 i = 0; i < 2 * WORDS; i++)
		p[i]++;
	CHECK_OK(ocrDbCopy(a.whole, a.i * BYTES / 2, depv[0].guid, 0, BYTES,
			   DB_COPY_PARTITION_BACK, &done));
	if (--a.left) {
		t = conf_task(once_more, a.round, PARAMS(a), 1, NULL);
		conf_link(done, t, 0, DB_MODE_NULL);
		return NULL_GUID;
	}
	conf_link(done, a.end, (u32)a.i, DB_MODE_NULL);
	return NULL_GUID;
}

TASK(split)
{
	struct args a = *PARAM(struct args);
	u64 *p = conf_block(&a.whole, a.round, 3 * WORDS * sizeof(u64));
	ocrGuid_t t = conf_task(judge, a.round + 1, PARAMS(a), 3, NULL);

	for (u64 i = 0; i < 3 * WORDS; i++)
		p[i] = 0;
	CHECK_OK(ocrDbRelease(a.whole));
	conf_link(a.whole, t, 2, DB_MODE_CONST);
	a.end = t;
	a.left = a.round % 2 ? AGAIN : 1;
	take(&a);
	a.i = 1;
	if (a.round % 2)
		conf_start(t, 1);
	else
		take(&a);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.end = conf_end(ROUNDS)};

	for (; a.round < ROUNDS; a.round++)
		conf_start(conf_task(split, a.round / 3, PARAMS(a), 1, NULL),
			   0);
	return NULL_GUID;
}
