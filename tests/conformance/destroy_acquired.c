/* SPDX-License-Identifier: BSD-3-Clause */
/* destroy_acquired.c - a block that is destroyed stays good for the tasks that
 * have acquired it, for reading and for writing, until they are done. */
#include "tests/conformance/pause.h"

#define ROUNDS 20
#define WORDS  1500

struct args {
	ocrGuid_t destroy; /* an event that lets it be destroyed */
	u64 round;
};

TASK(destroy)
{
	CHECK_OK(ocrDbDestroy(*PARAM(ocrGuid_t)));
	return NULL_GUID;
}

/* Has acquired the block, so from here on it may be destroyed. */
TASK(use)
{
	const struct args *a = PARAM(struct args);
	bool writes = depv[0].mode == DB_MODE_EW;
	u64 *p = depv[0].ptr;

	CHECK_OK(ocrEventSatisfy(a->destroy, NULL_GUID));
	for (u64 i = 0; i < 30; i++) {
		CHECK_EQ("good words", conf_match(p, WORDS, a->round), WORDS);
		if (writes)
			conf_fill(p, WORDS, a->round);
		conf_pause();
	}
	if (a->round % 3 == 0)
		CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(2 * ROUNDS), db, t, out;
	struct args a;

	for (a.round = 0; a.round < ROUNDS; a.round++) {
		conf_fill(conf_block(&db, a.round, WORDS * sizeof(u64)), WORDS,
			  a.round);
		CHECK_OK(ocrDbRelease(db));
		a.destroy = conf_event(OCR_EVENT_ONCE_T);
		/* Every third is destroyed by its user alone. */
		t = conf_task(a.round % 3 ? destroy : conf_nothing, a.round / 2,
			      PARAMS(db), 1, &out);
		conf_link(out, end, 2 * (u32)a.round, DB_DEFAULT_MODE);
		conf_link(a.destroy, t, 0, DB_DEFAULT_MODE);
		t = conf_task(use, a.round / 3 + 1, PARAMS(a), 1, &out);
		conf_link(out, end, 2 * (u32)a.round + 1, DB_DEFAULT_MODE);
		conf_link(db, t, 0, a.round % 2 ? DB_MODE_EW : DB_MODE_CONST);
	}
	return NULL_GUID;
}
