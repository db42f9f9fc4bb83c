/* SPDX-License-Identifier: BSD-3-Clause */
/* unwritten.c - a block that nobody has written to can be acquired in every
 * mode, on every node, all of it; its bytes are undefined until somebody
 * writes, and destroying it unused is fine. */
#include "tests/conformance/conf.h"

#define WORDS 700

static const ocrDbAccessMode_t modes[] = {DB_MODE_CONST, DB_MODE_RO, DB_MODE_RW,
					  DB_MODE_EW};

#define MODES  (sizeof(modes) / sizeof(modes[0]))
#define ROUNDS (3 * MODES)

TASK(look)
{
	volatile u64 *p = depv[0].ptr;
	u64 sum = 0;

	CHECK(p && (uintptr_t)p % 8 == 0, "the block lies at %p", depv[0].ptr);
	for (u64 i = 0; i < WORDS; i++)
		sum += p[i];
	if (depv[0].mode == DB_MODE_RW || depv[0].mode == DB_MODE_EW)
		conf_fill(depv[0].ptr, WORDS, sum & 1);
	return depv[0].guid;
}

TASK(again)
{
	u64 a = conf_match(depv[0].ptr, WORDS, 0);
	u64 b = conf_match(depv[0].ptr, WORDS, 1);

	CHECK(depv[0].ptr, "there is no block");
	if (*PARAM(u64))
		CHECK_EQ("good words", a > b ? a : b, WORDS);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(ROUNDS), db, t, out, done, first;

	for (u64 i = 0; i < ROUNDS; i++) {
		ocrDbAccessMode_t mode = modes[i % MODES];
		u64 writes = mode == DB_MODE_RW || mode == DB_MODE_EW;
		ocrHint_t h = conf_db_hint(i / MODES);

		/* One that is never used at all. */
		CHECK_OK(ocrDbCreate(&db, NULL, WORDS * sizeof(u64),
				     DB_PROP_NO_ACQUIRE, &h, NO_ALLOC));
		CHECK_OK(ocrDbDestroy(db));
		CHECK_OK(ocrDbCreate(&db, NULL, WORDS * sizeof(u64),
				     DB_PROP_NO_ACQUIRE, &h, NO_ALLOC));
		t = conf_task(again, i + 1, PARAMS(writes), 1, &done);
		conf_link(done, end, (u32)i, DB_DEFAULT_MODE);
		/* Its slot is satisfied when the first has ended. */
		first = conf_task(look, i, NO_PARAMS, 1, &out);
		conf_link(out, t, 0, DB_MODE_CONST);
		conf_link(db, first, 0, mode);
	}
	return NULL_GUID;
}
