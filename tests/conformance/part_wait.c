/* SPDX-License-Identifier: BSD-3-Clause */
/* part_wait.c - no task gets a block, in any mode, before its parts are gone,
 * and then each finds what was written to them; bytes of no part stay.  The
 * parts are written on some nodes, and read on others, before that. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#define N      4   /* parts, with a hole before each and behind the last */
#define WORDS  700 /* of a part */
#define HOLE   5   /* words */
#define ALL    (N * (WORDS + HOLE) + HOLE)
#define OLD    9
#define ROUNDS 8

static const ocrDbAccessMode_t modes[4] = {DB_MODE_RO, DB_MODE_CONST,
					   DB_MODE_RW, DB_MODE_EW};

struct args {
	u64 i, round;
};

TASK(whole)
{
	const u64 *p = depv[0].ptr;

	for (u64 i = 0; i < N; i++) {
		const u64 *part = p + HOLE + i * (WORDS + HOLE);

		for (u64 k = 0; k < HOLE; k++)
			CHECK_EQ("a word of a hole", part[(s64)k - HOLE],
				 conf_word(OLD, i * (WORDS + HOLE) + k));
		CHECK_EQ("words of a part", conf_match(part, WORDS, 20 + i),
			 WORDS);
	}
	CHECK_EQ("the last hole", p[ALL - 1], conf_word(OLD, ALL - 1));
	return NULL_GUID;
}

TASK(destroy)
{
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

TASK(read)
{
	const struct args *a = PARAM(struct args);

	CHECK_EQ("words for a reader",
		 conf_match(depv[0].ptr, WORDS, 20 + a->i), WORDS);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

TASK(write)
{
	struct args a = *PARAM(struct args);
	u64 *p = depv[0].ptr;
	ocrGuid_t t;

	for (u64 k = 0; k < WORDS; k++)
		CHECK_EQ("a word as it was", p[k],
			 conf_word(OLD, HOLE + a.i * (WORDS + HOLE) + k));
	conf_fill(p, WORDS, 20 + a.i);
	if (a.i % 2) {
		CHECK_OK(ocrDbDestroy(depv[0].guid));
		return NULL_GUID;
	}
	CHECK_OK(ocrDbRelease(depv[0].guid));
	t = conf_task(read, a.round / 2 + a.i, PARAMS(a), 1, NULL);
	conf_link(depv[0].guid, t, 0, DB_MODE_CONST);
	return NULL_GUID;
}

TASK(one_round)
{
	struct args a = {.round = *PARAM(u64)};
	ocrDbPart_t parts[N];
	ocrGuid_t db, t, gone, out[4];
	u64 *p = conf_block(&db, a.round, ALL * sizeof(*p));

	conf_fill(p, ALL, OLD);
	for (u64 i = 0; i < N; i++) {
		parts[i].offset = (HOLE + i * (WORDS + HOLE)) * sizeof(*p);
		parts[i].size = WORDS * sizeof(*p);
	}
	if (a.round % 2)
		CHECK_OK(ocrDbRelease(db));
	CHECK_OK(ocrDbPartition(db, N, parts,
				a.round % 3 ? 0 : OCR_DB_PARTITION_STATIC));
	gone = conf_task(destroy, a.round, NO_PARAMS, 5, NULL);
	for (u32 i = 0; i < 4; i++) {
		t = conf_task(whole, i, NO_PARAMS, 1, &out[i]);
		conf_link(out[i], gone, 1 + i, DB_MODE_NULL);
		conf_link(db, t, 0, modes[i]);
	}
	conf_link(db, gone, 0, DB_MODE_NULL);
	for (a.i = 0; a.i < N; a.i++) {
		t = conf_task(write, a.round + a.i, PARAMS(a), 1, NULL);
		conf_link(parts[a.i].guid, t, 0, DB_MODE_EW);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(ROUNDS), t, out;

	for (u64 i = 0; i < ROUNDS; i++) {
		t = conf_finish_task(one_round, i / 2, PARAMS(i), 1, &out);
		conf_link(out, end, (u32)i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
