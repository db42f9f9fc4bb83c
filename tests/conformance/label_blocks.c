/* SPDX-License-Identifier: BSD-3-Clause */
/* label_blocks.c - a label names one block after the other: the next is created
 * by whoever hears that the last reader of the one before has ended. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"

enum { ROUNDS = 12 };

struct args {
	ocrGuid_t block;
	u64 round;
};

/* Some of the blocks travel in pieces, others are small. */
static u64
words(u64 round)
{
	return round / 3 % 2 ? 40 : 2048;
}

static void begin(struct args a);

TASK(next)
{
	struct args a = *PARAM(struct args);

	CHECK_OK(ocrDbDestroy(a.block));
	if (++a.round == ROUNDS)
		ocrShutdown();
	else
		begin(a);
	return NULL_GUID;
}

TASK(look)
{
	u64 round = PARAM(struct args)->round;

	CHECK_EQ("words", conf_match(depv[0].ptr, words(round), round),
		 words(round));
	return NULL_GUID;
}

TASK(fill)
{
	u64 round = PARAM(struct args)->round;

	conf_fill(depv[0].ptr, words(round), round);
	return NULL_GUID;
}

/* The block is created in each of three ways; written on one node, read on the
 * next two, one after the other, and destroyed on the last. */
static void
begin(struct args a)
{
	static const u16 how[] = {GUID_PROP_IS_LABELED | DB_PROP_NO_ACQUIRE,
				  GUID_PROP_CHECK, GUID_PROP_IS_LABELED};
	ocrGuid_t writer, readers[2], after, out;
	void *p;

	after = conf_task(next, a.round + 2, PARAMS(a), 1, NULL);
	for (u32 i = 2; i-- > 0;) {
		readers[i] =
			conf_task(look, a.round + 1 + i, PARAMS(a), 2, &out);
		conf_link(out, i ? after : readers[1], !i, DB_MODE_CONST);
	}
	writer = conf_task(fill, a.round, PARAMS(a), 1, &out);
	conf_link(out, readers[0], 1, DB_MODE_CONST);

	OK(ocrDbCreate(&a.block, &p, words(a.round) * sizeof(u64),
		       how[a.round % 3], NULL_HINT, NO_ALLOC));
	if (p)
		OK(ocrDbRelease(a.block));
	conf_link(a.block, readers[0], 0, DB_MODE_CONST);
	conf_link(a.block, readers[1], 0, DB_MODE_CONST);
	conf_link(a.block, writer, 0, DB_MODE_EW);
}

MAIN_TASK
{
	struct args a = {.round = 0};
	ocrGuid_t range;

	CHECK_OK(ocrGuidRangeCreate(&range, 1, GUID_USER_DB));
	CHECK_OK(ocrGuidFromIndex(&a.block, range, 0));
	begin(a);
	return NULL_GUID;
}
