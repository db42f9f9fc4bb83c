/* SPDX-License-Identifier: BSD-3-Clause */
/* copy_mixed.c - DB_COPY_PARTITION into blocks that can lie in the source and
 * into others that cannot: of other nodes, used before, or larger than what is
 * copied.  Each is written on another node, and begins when the one before it
 * has been copied back. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#define WORDS  150 /* of a piece */
#define BYTES  (WORDS * sizeof(u64))
#define N      10
#define ROUNDS 6

struct args {
	ocrGuid_t whole, next;
	u64 i, round;
};

/* What a piece is copied into, by its number modulo KINDS. */
enum { BLANK, ELSEWHERE, USED, LARGER, READ, KINDS };

/* The last one of these is copied to the beginning. */
static u64
place_in(u64 i)
{
	return i % KINDS == LARGER && i < KINDS ? BYTES : 0;
}

static u64
size_of(u64 i)
{
	return (i % KINDS == LARGER ? 3 : 1) * BYTES;
}

/* It may have the bytes of the piece, or not yet. */
TASK(look)
{
	CHECK(depv[0].ptr, "a block without bytes");
	return NULL_GUID;
}

/* Slot 2 of the task waits for a reader, if there is one. */
static ocrGuid_t
destination(const struct args *a, ocrGuid_t task)
{
	u64 home = a->round + (a->i % KINDS == ELSEWHERE);
	ocrGuid_t db, done = NULL_GUID, reader;
	ocrHint_t h = conf_db_hint(home);

	if (a->i % KINDS == USED) {
		conf_fill(conf_block(&db, home, BYTES), WORDS, 99);
		OK(ocrDbRelease(db));
	} else {
		OK(ocrDbCreate(&db, NULL, size_of(a->i), DB_PROP_NO_ACQUIRE, &h,
			       NO_ALLOC));
	}
	if (a->i % KINDS == READ) {
		reader = conf_task(look, a->round / 3, NO_PARAMS, 1, &done);
		conf_link(done, task, 2, DB_MODE_NULL);
		conf_link(db, reader, 0, DB_MODE_CONST);
	} else {
		conf_start(task, 2);
	}
	return db;
}

TASK(work)
{
	const struct args *a = PARAM(struct args);
	u64 *p = (u64 *)depv[0].ptr + place_in(a->i) / sizeof(u64);
	ocrGuid_t back;

	CHECK_EQ("words of a piece", conf_match(p, WORDS, a->i), WORDS);
	/* What is around it is not brought back. */
	conf_fill(depv[0].ptr, size_of(a->i) / sizeof(u64), 77);
	conf_fill(p, WORDS, 20 + a->i);
	CHECK_OK(ocrDbRelease(depv[0].guid));
	CHECK_OK(ocrDbCopy(a->whole, a->i * BYTES, depv[0].guid, place_in(a->i),
			   BYTES, DB_COPY_PARTITION_BACK, &back));
	conf_link(back, a->next, 1, DB_MODE_NULL);
	return NULL_GUID;
}

TASK(judge)
{
	const struct args *a = PARAM(struct args);

	for (u64 i = 0; i < N; i++)
		CHECK_EQ("words at the end",
			 conf_match((u64 *)depv[0].ptr + i * WORDS, WORDS,
				    20 + i),
			 WORDS);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	conf_start(a->next, (u32)a->round);
	return NULL_GUID;
}

TASK(split)
{
	struct args a = *PARAM(struct args);
	u64 *p = conf_block(&a.whole, a.round, N * BYTES);
	ocrGuid_t t = conf_task(judge, a.round, PARAMS(a), 2, NULL), copied, db;

	for (u64 i = 0; i < N; i++)
		conf_fill(p + i * WORDS, WORDS, i);
	CHECK_OK(ocrDbRelease(a.whole));
	conf_link(a.whole, t, 0, DB_MODE_EW);
	for (u64 k = N; k-- > 0;) {
		a.i = k;
		a.next = t;
		t = conf_task(work, a.round + a.i, PARAMS(a), 3, NULL);
		db = destination(&a, t);
		CHECK_OK(ocrDbCopy(db, place_in(a.i), a.whole, a.i * BYTES,
				   BYTES, DB_COPY_PARTITION, &copied));
		conf_link(copied, t, 0, DB_MODE_EW);
	}
	conf_start(t, 1);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.next = conf_end(ROUNDS)};

	/* The block is made at its home, or is held by another node. */
	for (; a.round < ROUNDS; a.round++)
		conf_start(conf_task(split, a.round / 3, PARAMS(a), 1, NULL),
			   0);
	return NULL_GUID;
}
