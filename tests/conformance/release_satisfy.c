/* SPDX-License-Identifier: BSD-3-Clause */
/* release_satisfy.c - a task writes, releases in the middle of its body and
 * satisfies an event: readers on other nodes see the new bytes, in every round,
 * although they have read the same block before.
 */
#include "tests/conformance/conf.h"

#define ROUNDS	60
#define READERS 2 /* on fixed nodes, which have an older copy */
#define WORDS	300

struct args {
	ocrGuid_t write, read, next; /* templates */
	ocrGuid_t events[READERS];
	u64 round;
};

/* When all have read: the next round. */
TASK(next_round)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t db = depv[READERS].guid, t, last, out;

	if (a.round == ROUNDS) {
		CHECK_OK(ocrDbDestroy(db));
		ocrShutdown();
		return NULL_GUID;
	}
	a.round++;
	last = conf_spawn(a.next, a.round, PARAMS(a), READERS + 1,
			  EDT_PROP_NONE, NULL);
	for (u32 i = 0; i < READERS; i++) {
		a.events[i] = conf_event(i % 2 ? OCR_EVENT_STICKY_T
					       : OCR_EVENT_ONCE_T);
		t = conf_spawn(a.read, i + 1, PARAMS(a), 1, EDT_PROP_NONE,
			       &out);
		conf_link(out, last, i, DB_DEFAULT_MODE);
		conf_link(a.events[i], t, 0,
			  i % 2 ? DB_MODE_RO : DB_MODE_CONST);
	}
	/* Only the GUID is of interest: the readers must not find a copy that
	 * this task has fetched. */
	conf_link(db, last, READERS, DB_MODE_NULL);
	t = conf_spawn(a.write, a.round % 3 ? 0 : 1, PARAMS(a), 1,
		       EDT_PROP_NONE, NULL);
	conf_link(db, t, 0, a.round % 2 ? DB_MODE_RW : DB_MODE_EW);
	return NULL_GUID;
}

TASK(write)
{
	const struct args *a = PARAM(struct args);

	conf_fill(depv[0].ptr, WORDS, a->round);
	CHECK_OK(ocrDbRelease(depv[0].guid));
	for (u32 i = 0; i < READERS; i++)
		CHECK_OK(ocrEventSatisfy(a->events[i], depv[0].guid));
	CHECK_CODE(ocrDbRelease(depv[0].guid), OCR_EACCES);
	return NULL_GUID;
}

TASK(read)
{
	const struct args *a = PARAM(struct args);

	CHECK(depv[0].ptr, "there is no block");
	CHECK(conf_match(depv[0].ptr, WORDS, a->round) == WORDS,
	      "in round %" PRIu64 " %s", a->round,
	      a->round && conf_match(depv[0].ptr, WORDS, a->round - 1) == WORDS
		      ? "the reader saw the old bytes"
		      : "the reader saw something else");
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.write = conf_template(write),
			 .read = conf_template(read),
			 .next = conf_template(next_round)};
	ocrGuid_t db, t;

	conf_fill(conf_block(&db, 2, WORDS * sizeof(u64)), WORDS, 0);
	CHECK_OK(ocrDbRelease(db));
	t = conf_spawn(a.next, 0, PARAMS(a), READERS + 1, EDT_PROP_NONE, NULL);
	conf_link(db, t, READERS, DB_MODE_NULL);
	for (u32 i = 0; i < READERS; i++)
		conf_start(t, i);
	return NULL_GUID;
}
