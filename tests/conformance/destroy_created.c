/* SPDX-License-Identifier: BSD-3-Clause */
/* destroy_created.c - a block is destroyed by another task while its creator
 * still writes to it: the bytes stay until the creator has ended.  A block
 * that nobody ever acquired is destroyed as well. */
#include "tests/conformance/pause.h"

#define TASKS 8
#define WORDS 3000

TASK(destroy)
{
	const ocrGuid_t *g = PARAM(ocrGuid_t);

	CHECK_OK(ocrDbDestroy(g[0]));
	CHECK_OK(ocrDbDestroy(g[1]));
	return NULL_GUID;
}

TASK(create)
{
	u64 i = *PARAM(u64), *p;
	ocrGuid_t g[2];
	ocrHint_t h = conf_db_hint(i + 1);

	p = conf_block(&g[0], i + 2, WORDS * sizeof(*p));
	CHECK_OK(ocrDbCreate(&g[1], NULL, WORDS * sizeof(*p),
			     DB_PROP_NO_ACQUIRE, &h, NO_ALLOC));
	conf_task(destroy, i / 2, PARAMS(g), 0, NULL);
	for (u64 round = 0; round < 20; round++) {
		conf_fill(p, WORDS, i + round);
		conf_pause();
		CHECK_EQ("good words", conf_match(p, WORDS, i + round), WORDS);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(TASKS), t, out;

	for (u64 i = 0; i < TASKS; i++) {
		t = conf_finish_task(create, i, PARAMS(i), 1, &out);
		conf_link(out, end, (u32)i, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
