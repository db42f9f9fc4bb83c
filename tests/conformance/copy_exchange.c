/* SPDX-License-Identifier: BSD-3-Clause */
/* copy_exchange.c - DB_COPY_PARTITION_BACK to other places than where the bytes
 * come from: the halves of a block change places, and two blocks exchange what
 * they hold. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#define WORDS  210 /* of a half */
#define BYTES  (WORDS * sizeof(u64))
#define ROUNDS 6

struct args {
	ocrGuid_t end;
	u64 round;
};

/* Where a half is brought. */
struct move {
	ocrGuid_t to;
	u64 offset, i;
	ocrGuid_t judge;
};

TASK(move)
{
	const struct move *m = PARAM(struct move);
	ocrGuid_t done;

	CHECK_EQ("words", conf_match(depv[0].ptr, WORDS, m->i), WORDS);
	conf_fill(depv[0].ptr, WORDS, 7 + m->i);
	CHECK_OK(ocrDbRelease(depv[0].guid));
	CHECK_OK(ocrDbCopy(m->to, m->offset, depv[0].guid, 0, BYTES,
			   DB_COPY_PARTITION_BACK, &done));
	conf_link(done, m->judge, 2 + (u32)m->i, DB_MODE_NULL);
	return NULL_GUID;
}

/* Half 1 is in slot 0; half 0 is in slot 1, or behind the other. */
TASK(judge)
{
	const struct args *a = PARAM(struct args);
	const u64 *p = depv[0].ptr, *q = depv[1].ptr;

	CHECK_EQ("words of half 1", conf_match(p, WORDS, 8), WORDS);
	CHECK_EQ("words of half 0", conf_match(q ? q : p + WORDS, WORDS, 7),
		 WORDS);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	if (q)
		CHECK_OK(ocrDbDestroy(depv[1].guid));
	conf_start(a->end, (u32)a->round);
	return NULL_GUID;
}

/* The task, which begins when both halves were taken. */
static ocrGuid_t
mover(u64 home, const struct move *m)
{
	return conf_task(move, home + m->i, PARAMS(*m), 2, NULL);
}

static void
take(ocrGuid_t from, u64 offset, u64 home, ocrGuid_t mine, ocrGuid_t other)
{
	ocrHint_t h = conf_db_hint(home);
	ocrGuid_t db, done;

	OK(ocrDbCreate(&db, NULL, BYTES, DB_PROP_NO_ACQUIRE, &h, NO_ALLOC));
	OK(ocrDbCopy(db, 0, from, offset, BYTES, DB_COPY_PARTITION, &done));
	conf_link(done, mine, 0, DB_MODE_EW);
	conf_link(done, other, 1, DB_MODE_NULL);
}

TASK(exchange)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t t = conf_task(judge, a->round, PARAMS(*a), 4, NULL), x, y, m0,
		  m1;
	bool two = a->round % 2;
	u64 *p = conf_block(&x, a->round, (two ? 1 : 2) * BYTES);
	u64 *q = two ? conf_block(&y, a->round, BYTES) : p + WORDS;

	conf_fill(p, WORDS, 0);
	conf_fill(q, WORDS, 1);
	CHECK_OK(ocrDbRelease(x));
	if (two)
		CHECK_OK(ocrDbRelease(y));
	else
		y = x;
	conf_link(x, t, 0, DB_MODE_RO);
	conf_link(two ? y : NULL_GUID, t, 1, two ? DB_MODE_RO : DB_MODE_NULL);
	m0 = mover(a->round, &(struct move){y, two ? 0 : BYTES, 0, t});
	m1 = mover(a->round, &(struct move){x, 0, 1, t});
	take(x, 0, a->round, m0, m1);
	take(y, two ? 0 : BYTES, a->round, m1, m0);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.end = conf_end(ROUNDS)};

	for (; a.round < ROUNDS; a.round++)
		conf_start(conf_task(exchange, a.round / 3, PARAMS(a), 1, NULL),
			   0);
	return NULL_GUID;
}
