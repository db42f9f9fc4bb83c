/* SPDX-License-Identifier: BSD-3-Clause */
/* copy_order.c - ocrDbCopy() waits for those who write to its blocks, the
 * caller too; copies that follow each other by their events, over all nodes,
 * pass a block on; and many into one block, at once, lose nothing. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#define WORDS  640
#define LINKS  6
#define PIECES 5

struct args {
	ocrGuid_t block, event, end;
	u64 left;
};

TASK(step);

/* Copies on, from the block that the last copy has filled. */
static void
pass_on(struct args a)
{
	ocrHint_t h = conf_db_hint(a.left);
	ocrGuid_t next = NULL_GUID, t;

	OK(ocrDbCreate(&next, NULL, WORDS * sizeof(u64), DB_PROP_NO_ACQUIRE, &h,
		       NO_ALLOC));
	OK(ocrDbCopy(next, 0, a.block, 0, WORDS * sizeof(u64),
		     DB_COPY_PARTITION_BACK, &a.event));
	t = conf_task(step, a.left + 1, PARAMS(a), 1, NULL);
	conf_link(a.event, t, 0, DB_MODE_CONST);
}

TASK(step)
{
	struct args a = *PARAM(struct args);

	CHECK_EQ("good words", conf_match(depv[0].ptr, WORDS, 3), WORDS);
	CHECK_OK(ocrEventDestroy(a.event));
	a.block = depv[0].guid;
	if (a.left--) {
		pass_on(a);
		return NULL_GUID;
	}
	CHECK_OK(ocrDbDestroy(a.block));
	conf_start(a.end, 0);
	return NULL_GUID;
}

/* The caller writes after the call, and has not released. */
TASK(chain)
{
	struct args a = *PARAM(struct args);
	u64 *p = conf_block(&a.block, 1, WORDS * sizeof(*p));

	a.left = LINKS;
	pass_on(a);
	conf_fill(p, WORDS, 3);
	return NULL_GUID;
}

TASK(gathered)
{
	const struct args *a = PARAM(struct args);
	const u64 *p = depv[0].ptr;

	for (u64 i = 0; i < PIECES; i++)
		CHECK_EQ("good words of a piece",
			 conf_match(p + i * WORDS, WORDS, i), WORDS);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	conf_start(a->end, 1);
	return NULL_GUID;
}

/* Pieces from all nodes into one block. */
TASK(gather)
{
	const struct args *a = PARAM(struct args);
	ocrHint_t h = conf_db_hint(2);
	ocrGuid_t whole, piece, t, event;

	t = conf_task(gathered, 1, PARAMS(*a), PIECES, NULL);
	CHECK_OK(ocrDbCreate(&whole, NULL, PIECES * WORDS * sizeof(u64),
			     DB_PROP_NO_ACQUIRE, &h, NO_ALLOC));
	for (u32 i = 0; i < PIECES; i++) {
		u64 *p = conf_block(&piece, i, WORDS * sizeof(*p));

		conf_fill(p, WORDS, i);
		CHECK_OK(ocrDbRelease(piece));
		CHECK_OK(ocrDbCopy(whole, i * WORDS * sizeof(u64), piece, 0,
				   WORDS * sizeof(u64), DB_COPY_PARTITION_BACK,
				   &event));
		/* Each event brings the whole. */
		conf_link(event, t, i, DB_MODE_CONST);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.end = conf_end(2)};

	conf_start(conf_task(chain, 0, PARAMS(a), 1, NULL), 0);
	conf_start(conf_task(gather, 1, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
