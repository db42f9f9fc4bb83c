/* SPDX-License-Identifier: BSD-3-Clause */
/* shutdown_all.c - tasks of all nodes end the job, each more than once, while
 * blocks and events travel between all of them. */
#include "tests/conformance/conf.h"

#define WALKS 8
#define STEPS 40
#define WORDS 3000

struct walk {
	ocrGuid_t block;
	u64 left;
};

/* Each step changes the block on another node, through an event of a third;
 * the last ones end the job while the others are still under way. */
TASK(step)
{
	struct walk w = *PARAM(struct walk);
	u64 *p = depv[0].ptr, here = conf_here();
	ocrGuid_t e, t;

	CHECK_EQ("words that came", conf_match(p, WORDS, w.left), WORDS);
	if (!w.left--) {
		ocrShutdown();
		conf_start(
			conf_task(conf_shutdown, here + 1, NO_PARAMS, 1, NULL),
			0);
		ocrShutdown();
		return NULL_GUID;
	}
	conf_fill(p, WORDS, w.left);
	CHECK_OK(ocrDbRelease(depv[0].guid));
	e = conf_event(OCR_EVENT_ONCE_T);
	t = conf_task(step, here + 1 + w.left % 2, PARAMS(w), 1, NULL);
	conf_link(e, t, 0, DB_MODE_EW);
	CHECK_OK(ocrEventSatisfy(e, depv[0].guid));
	return NULL_GUID;
}

MAIN_TASK
{
	for (u64 i = 0; i < WALKS; i++) {
		/* Not all of the same length: some are cut off. */
		struct walk w = {.left = STEPS + i};

		conf_fill(conf_block(&w.block, i, WORDS * sizeof(u64)), WORDS,
			  w.left);
		CHECK_OK(ocrDbRelease(w.block));
		conf_link(w.block, conf_task(step, i, PARAMS(w), 1, NULL), 0,
			  DB_MODE_EW);
	}
	return NULL_GUID;
}
