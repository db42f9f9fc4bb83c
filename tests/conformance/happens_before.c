/* SPDX-License-Identifier: BSD-3-Clause */
/* happens_before.c - what a task wrote is seen by one that is ordered behind
 * it through other tasks, events of all types and nodes that have never had
 * the block. */
#include "tests/conformance/conf.h"

#define ROUNDS 6
#define WORDS  200
#define HOPS   4

struct args {
	ocrGuid_t db, next; /* an event */
	u64 round, hop;
};

TASK(write)
{
	conf_fill(depv[0].ptr, WORDS, PARAM(struct args)->round);
	return NULL_GUID;
}

/* Knows of no block: hands on the order alone. */
TASK(hop)
{
	const struct args *a = PARAM(struct args);

	if (a->hop % 4 == OCR_EVENT_LATCH_T) {
		CHECK_OK(ocrEventSatisfySlot(a->next, NULL_GUID,
					     OCR_EVENT_LATCH_INCR_SLOT));
		CHECK_OK(ocrEventSatisfySlot(a->next, NULL_GUID,
					     OCR_EVENT_LATCH_DECR_SLOT));
	} else {
		CHECK_OK(ocrEventSatisfy(a->next, NULL_GUID));
	}
	return NULL_GUID;
}

TASK(read)
{
	CHECK_EQ("good words",
		 conf_match(depv[0].ptr, WORDS, PARAM(struct args)->round),
		 WORDS);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

/* The block is linked to the reader when the reader may have it, not before:
 * then what it gets is decided by the order alone. */
TASK(start_read)
{
	const struct args *a = PARAM(struct args);

	conf_link(a->db, conf_task(read, a->round + 2, PARAMS(*a), 1, NULL), 0,
		  a->round % 2 ? DB_MODE_RO : DB_MODE_CONST);
	return NULL_GUID;
}

TASK(open)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t first, from, t;

	conf_fill(conf_block(&a.db, a.round, WORDS * 8), WORDS, a.round + 50);
	CHECK_OK(ocrDbRelease(a.db));
	first = conf_task(write, a.round + 1, PARAMS(a), 1, &from);
	for (a.hop = 0; a.hop < HOPS; a.hop++) {
		a.next = conf_event((ocrEventTypes_t)(a.hop % 4));
		t = conf_task(hop, a.round + a.hop, PARAMS(a), 1, NULL);
		conf_link(from, t, 0, DB_DEFAULT_MODE);
		from = a.next;
	}
	t = conf_task(start_read, a.round / 2, PARAMS(a), 1, NULL);
	conf_link(from, t, 0, DB_DEFAULT_MODE);
	conf_link(a.db, first, 0, a.round % 2 ? DB_MODE_EW : DB_MODE_RW);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(ROUNDS), t, out;
	struct args a = {.hop = 0};

	for (a.round = 0; a.round < ROUNDS; a.round++) {
		t = conf_finish_task(open, a.round, PARAMS(a), 1, &out);
		conf_link(out, end, (u32)a.round, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
