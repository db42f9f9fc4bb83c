/* SPDX-License-Identifier: BSD-3-Clause */
/* together.c - a block of BYTES of node 0, read by a task of each other node at
 * the same time.
 *
 * All are there, and on all nodes a task has run, before node 1 tells them to
 * ask for it: by its own link, and they ask by theirs.  So nothing that has to
 * come first waits behind the block on the link of node 0.
 */
#include "tests/conformance/conf.h"

#include <stdlib.h>

struct all {
	u64 words;
	ocrGuid_t block, end;
};

TASK(look)
{
	const struct all *a = PARAM(struct all);
	const u64 *p = depv[0].ptr;

	for (u64 i = 0; i < a->words; i++)
		CHECK_EQ("a word", p[i], i);
	return NULL_GUID;
}

TASK(be_there)
{
	OK(ocrEventSatisfySlot(*PARAM(ocrGuid_t), NULL_GUID,
			       OCR_EVENT_LATCH_DECR_SLOT));
	return NULL_GUID;
}

/* On node 1. */
TASK(meet)
{
	const struct all *a = PARAM(struct all);
	u64 n = conf_nodes();
	ocrGuid_t latch, reader, out;

	OK(ocrEventCreate(&latch, OCR_EVENT_LATCH_T, EVT_PROP_NONE));
	for (u64 i = 0; i < n; i++)
		OK(ocrEventSatisfySlot(latch, NULL_GUID,
				       OCR_EVENT_LATCH_INCR_SLOT));
	for (u64 i = 1; i < n; i++) {
		reader = conf_task(look, i, PARAMS(*a), 2, &out);
		conf_link(out, a->end, (u32)(i - 1), DB_MODE_NULL);
		conf_link(a->block, reader, 0, DB_MODE_CONST);
		conf_link(latch, reader, 1, DB_MODE_NULL);
	}
	for (u64 i = 0; i < n; i++)
		conf_start(conf_task(be_there, i, PARAMS(latch), 1, NULL), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	struct all a = {.words = 0};
	u64 *p, n = conf_nodes();

	if (ocrGetArgc(depv[0].ptr) == 2)
		a.words = strtoull(ocrGetArgv(depv[0].ptr, 1), NULL, 10) / 8;
	if (!a.words || n < 2) {
		PRINTF("usage: together BYTES, on two nodes or more\n");
		ocrAbort(2);
		return NULL_GUID;
	}
	a.end = conf_end((u32)(n - 1));
	p = conf_block(&a.block, 0, a.words * 8);
	for (u64 i = 0; i < a.words; i++)
		p[i] = i;
	OK(ocrDbRelease(a.block));
	PRINTF("together: %" PRIu64 " readers\n", n - 1);
	conf_start(conf_task(meet, 1, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
