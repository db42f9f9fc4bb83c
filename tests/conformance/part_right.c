/* SPDX-License-Identifier: BSD-3-Clause */
/* part_right.c - a block that tasks of one node have written again and again is
 * cut elsewhere: who begins behind the call, where it was written, finds what
 * was written into the part. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

struct args {
	u64 writer, cutter, step, round;
	ocrGuid_t block;
};

TASK(write_part)
{
	u64 *p = depv[0].ptr;

	p[0] = 99;
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

TASK(look)
{
	const u64 *p = depv[0].ptr;

	CHECK_EQ("what was written into the part", p[0], 99);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

TASK(cut)
{
	const struct args *a = PARAM(struct args);
	ocrDbPart_t all = {.offset = 0, .size = sizeof(u64)};
	ocrGuid_t t;

	CHECK_OK(ocrDbPartition(a->block, 1, &all, 0));
	t = conf_task(look, a->writer, NO_PARAMS, 1, NULL);
	conf_link(a->block, t, 0, a->round % 2 ? DB_MODE_EW : DB_MODE_CONST);
	t = conf_task(write_part, a->cutter + a->round, NO_PARAMS, 1, NULL);
	conf_link(all.guid, t, 0, DB_MODE_EW);
	return NULL_GUID;
}

TASK(write)
{
	struct args a = *PARAM(struct args);
	u64 *p = depv[0].ptr;
	ocrGuid_t t;

	p[0]++;
	CHECK_OK(ocrDbRelease(a.block));
	if (a.step--) {
		t = conf_task(write, a.writer, PARAMS(a), 1, NULL);
		conf_link(a.block, t, 0,
			  a.round / 2 % 2 ? DB_MODE_RW : DB_MODE_EW);
	} else {
		t = conf_task(cut, a.cutter, PARAMS(a), 1, NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}

TASK(begin)
{
	struct args a = *PARAM(struct args);
	u64 *p = conf_block(&a.block, a.writer + 1, sizeof(*p));
	ocrGuid_t t;

	p[0] = 0;
	CHECK_OK(ocrDbRelease(a.block));
	a.step = 3;
	t = conf_task(write, a.writer, PARAMS(a), 1, NULL);
	conf_link(a.block, t, 0, DB_MODE_EW);
	return NULL_GUID;
}

MAIN_TASK
{
	u64 n = conf_nodes(), rounds = 4 * n;
	ocrGuid_t end = conf_end((u32)rounds), t, out;
	struct args a = {.block = NULL_GUID};

	OK(ocrDbDestroy(depv[0].guid));
	for (u64 i = 0; i < rounds; i++) {
		a.writer = i / 4;
		a.cutter = a.writer + i % 3;
		a.round = i % 4;
		t = conf_finish_task(begin, i, PARAMS(a), 1, &out);
		conf_link(out, end, (u32)i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
