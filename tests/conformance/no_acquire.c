/* SPDX-License-Identifier: BSD-3-Clause */
/* no_acquire.c - a block created with DB_PROP_NO_ACQUIRE for any node: the
 * creator gets no pointer, others write to it and read it. */
#include "tests/conformance/conf.h"

#define ROUNDS 9
#define WORDS  50

struct args {
	ocrGuid_t event;
	u64 round;
};

TASK(write)
{
	const struct args *a = PARAM(struct args);

	CHECK(depv[0].ptr, "there is no block");
	conf_fill(depv[0].ptr, WORDS, a->round);
	CHECK_OK(ocrDbRelease(depv[0].guid));
	CHECK_OK(ocrEventSatisfy(a->event, depv[0].guid));
	return NULL_GUID;
}

TASK(read)
{
	CHECK(depv[0].ptr, "there is no block");
	CHECK_EQ("good words", conf_match(depv[0].ptr, WORDS, *PARAM(u64)),
		 WORDS);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(ROUNDS), db, t, out;
	struct args a;
	u64 word = 1;

	for (a.round = 0; a.round < ROUNDS; a.round++) {
		ocrHint_t h = conf_db_hint(a.round);
		void *p = &word;

		CHECK_OK(ocrDbCreate(&db, &p, WORDS * sizeof(u64),
				     DB_PROP_NO_ACQUIRE, &h, NO_ALLOC));
		CHECK(!p, "the creator got a pointer");
		CHECK_CODE(ocrDbRelease(db), OCR_EACCES);
		a.event = conf_event(OCR_EVENT_ONCE_T);
		t = conf_task(read, a.round / 3 + 1, PARAMS(a.round), 1, &out);
		conf_link(out, end, (u32)a.round, DB_DEFAULT_MODE);
		conf_link(a.event, t, 0, DB_MODE_CONST);
		t = conf_task(write, a.round / 3, PARAMS(a), 1, NULL);
		conf_link(db, t, 0, a.round % 2 ? DB_MODE_EW : DB_MODE_RW);
	}
	return NULL_GUID;
}
