/* SPDX-License-Identifier: BSD-3-Clause */
/* asked_here.c - a task asks for a block of another node; then one of the same
 * node gets ready whose slot that home satisfies with the block, to write it,
 * and waits for the first, block in hand.
 *
 * The first has asked before, so it has its turn first, whatever went along
 * with what the home sent (see in_hand.c).
 */
#include "tests/conformance/conf.h"

#include "extensions/ocr-legacy.h"

#define ROUNDS 24

struct args {
	u64 home, node;
	ocrGuid_t block, asked; /* an event of that node */
	ocrGuid_t first, waits;
};

TASK(first)
{
	u64 *p = depv[0].ptr;

	p[0] = 1;
	return NULL_GUID;
}

TASK(wait_in_hand)
{
	const struct args *a = PARAM(struct args);
	const u64 *p = depv[0].ptr;

	ocrWait(a->asked);
	CHECK_EQ("what the first has written", p[0], 1);
	OK(ocrEventDestroy(a->asked));
	OK(ocrDbDestroy(a->block));
	return NULL_GUID;
}

TASK(let_ask)
{
	const struct args *a = PARAM(struct args);

	conf_link(a->block, a->first, 0, DB_MODE_EW);
	conf_start(a->waits, 1);
	return NULL_GUID;
}

/* At the home, which has the bytes. */
TASK(make)
{
	struct args a = *PARAM(struct args);
	u64 *p = conf_block(&a.block, a.home, 2 * sizeof(*p));

	p[0] = 0;
	OK(ocrDbRelease(a.block));
	a.waits = conf_task(wait_in_hand, a.node, PARAMS(a), 2, NULL);
	conf_start(conf_task(let_ask, a.node, PARAMS(a), 1, NULL), 0);
	conf_link(a.block, a.waits, 0, DB_MODE_EW);
	return NULL_GUID;
}

TASK(begin)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t out;

	OK(ocrEventCreate(&a.asked, OCR_EVENT_STICKY_T, EVT_PROP_NONE));
	a.first = conf_task(first, a.node, NO_PARAMS, 1, &out);
	conf_link(out, a.asked, 0, DB_MODE_NULL);
	conf_start(conf_task(make, a.home, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(ROUNDS), t, out;
	struct args a = {.home = 0};

	OK(ocrDbDestroy(depv[0].guid));
	for (u64 i = 0; i < ROUNDS; i++) {
		a.home = i;
		a.node = i + 1;
		t = conf_finish_task(begin, a.node, PARAMS(a), 1, &out);
		conf_link(out, end, (u32)i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
