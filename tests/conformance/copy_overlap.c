/* SPDX-License-Identifier: BSD-3-Clause */
/* copy_overlap.c - ocrDbCopy() inside one block: what arrives is what was there
 * before, even if the ranges overlap. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#define WORDS 1500

static const struct range {
	u64 to, from, n;
} ranges[] = {
	{0, 0, WORDS}, {1, 0, WORDS - 1}, {0, 1, WORDS - 1},
	{700, 3, 750}, {3, 700, 750},	  {10, 10, 0},
};
#define N ((u32)(sizeof(ranges) / sizeof(ranges[0])))

TASK(check)
{
	const struct range *r = &ranges[paramv[0]];
	const u64 *p = depv[0].ptr;

	for (u64 i = 0; i < WORDS; i++) {
		u64 was = i >= r->to && i - r->to < r->n ? i - r->to + r->from
							 : i;

		CHECK(p[i] == conf_word(7, was),
		      "range %" PRIu64 ": word %" PRIu64 " is wrong", paramv[0],
		      i);
	}
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(N), db, t, out, event;

	for (u64 i = 0; i < N; i++) {
		const struct range *r = &ranges[i];
		u64 *p = conf_block(&db, i, WORDS * sizeof(*p));

		conf_fill(p, WORDS, 7);
		t = conf_task(check, i + 1, PARAMS(i), 1, &out);
		conf_link(out, end, (u32)i, DB_MODE_NULL);
		CHECK_OK(ocrDbRelease(db));
		CHECK_OK(ocrDbCopy(db, r->to * sizeof(*p), db,
				   r->from * sizeof(*p), r->n * sizeof(*p),
				   DB_COPY_DEFAULT, &event));
		conf_link(event, t, 0, DB_MODE_CONST);
	}
	return NULL_GUID;
}
