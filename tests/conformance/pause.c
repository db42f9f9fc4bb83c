/* SPDX-License-Identifier: BSD-3-Clause */
/* pause.c - a task pauses its node: nothing starts there, what it asks for is
 * true, and others wait for their turn, or are told that it is not theirs. */
#include "tests/conformance/conf.h"

#include <extensions/ocr-legacy.h>
#include <extensions/ocr-pause.h>
#include <extensions/ocr-runtime-itf.h>

#if !defined(ENABLE_EXTENSION_PAUSE) || !defined(ENABLE_EXTENSION_LEGACY)
#error an extension that works is not announced
#endif

#define CHILDREN 5
#define TURNS	 6

/* How often g is in what a query tells. */
static u64
count(ocrQueryType_t query, ocrGuid_t of, ocrGuid_t g)
{
	void *result = NULL;
	u32 size = 1;
	u64 n = 0;
	ocrGuid_t db = ocrQuery(query, of, &result, &size, 0);

	if (ocrGuidIsNull(db)) {
		FAIL("query %d tells nothing", (int)query);
		return UINT64_MAX;
	}
	for (u32 i = 0; i < size / sizeof(ocrGuid_t); i++)
		n += ocrGuidIsEq(((ocrGuid_t *)result)[i], g);
	OK(ocrDbDestroy(db));
	return n;
}

#define CHECK_COUNT(query, of, g, want)                                        \
	CHECK_EQ(#query ", " #g, count(query, of, g), want)

/* -- What a pause is, and what it tells ----------------------------------- */

typedef struct {
	ocrGuid_t end; /* of the job; `slot` is this node's */
	ocrGuid_t event;
	u64 slot, node;
} look_t;

/* On another node. */
TASK(wake)
{
	CHECK_OK(ocrEventSatisfy(PARAM(look_t)->event, NULL_GUID));
	return NULL_GUID;
}

/* All have run when the slot is satisfied, and it is the last. */
TASK(child)
{
	CHECK_OK(ocrEventSatisfySlot(PARAM(look_t)->event, NULL_GUID,
				     OCR_EVENT_LATCH_DECR_SLOT));
	return NULL_GUID;
}

/* A pause lasts while its task waits for others.  Of one node alone: they would
 * wait for each other. */
static void
wait_for_another_node(const look_t *l)
{
	look_t to = *l;

	if (l->node || conf_nodes() < 2)
		return;
	to.event = conf_event(OCR_EVENT_STICKY_T);
	conf_task(wake, l->node + 1, PARAMS(to), 0, NULL);
	if (!ocrGuidIsNull(ocrWait(to.event)))
		FAIL("the event brings a block");
	OK(ocrEventDestroy(to.event));
}

static ocrGuid_t
latch(u64 n)
{
	ocrEventParams_t p = {.EVENT_LATCH = {.counter = n}};

	return conf_event_with(OCR_EVENT_LATCH_T, &p);
}

TASK(look)
{
	look_t to = *PARAM(look_t);
	ocrGuid_t children[CHILDREN], waiting, block, self;
	void *result = &to;
	u32 size = 7;

	CHECK(ocrGuidIsNull(ocrQuery(OCR_QUERY_ALL_EDTS, NULL_GUID, &result,
				     &size, 0)) &&
		      !result && !size,
	      "a node that is not paused tells something");
	to.event = latch(CHILDREN);
	conf_link(to.event, to.end, (u32)to.slot, DB_MODE_NULL);
	CHECK_OK(ocrCurrentEdtGet(&self));
	CHECK_EQ("ocrPause", ocrPause(true), 1);
	CHECK_EQ("ocrPause again", ocrPause(false), 1);
	for (int i = 0; i < CHILDREN; i++)
		children[i] = conf_task(child, to.node, PARAMS(to), 0, NULL);
	block = conf_number(to.node, 3);
	waiting = conf_task(conf_nothing, to.node, NO_PARAMS, 2, NULL);
	conf_link(block, waiting, 1, DB_MODE_CONST);
	wait_for_another_node(&to);
	for (int i = 0; i < CHILDREN; i++) {
		CHECK_COUNT(OCR_QUERY_READY_EDTS, NULL_GUID, children[i], 1);
		CHECK_COUNT(OCR_QUERY_ALL_EDTS, NULL_GUID, children[i], 1);
	}
	CHECK_COUNT(OCR_QUERY_READY_EDTS, NULL_GUID, waiting, 0);
	CHECK_COUNT(OCR_QUERY_ALL_EDTS, NULL_GUID, waiting, 1);
	CHECK_COUNT(OCR_QUERY_READY_EDTS, NULL_GUID, self, 0);
	CHECK_COUNT(OCR_QUERY_ALL_EDTS, NULL_GUID, self, 1);
	CHECK_COUNT(OCR_QUERY_EVENTS, NULL_GUID, to.event, 1);
	CHECK_COUNT(OCR_QUERY_EVENTS, NULL_GUID, self, 0);
	CHECK_COUNT(OCR_QUERY_LAST_SATISFIED_DB, NULL_GUID, block, 1);
	CHECK_COUNT(OCR_QUERY_LAST_SATISFIED_DB, waiting, block, 1);
	CHECK_COUNT(OCR_QUERY_LAST_SATISFIED_DB, children[0], block, 0);
	CHECK(ocrGuidIsNull(ocrQuery((ocrQueryType_t)99, NULL_GUID, &result,
				     &size, 0)),
	      "there is a query number 99");
	ocrResume(1);
	ocrResume(1);
	CHECK(ocrGuidIsNull(ocrQuery(OCR_QUERY_READY_EDTS, NULL_GUID, &result,
				     &size, 0)),
	      "the node is still paused");
	conf_start(waiting, 0);
	return NULL_GUID;
}

/* -- One after the other -------------------------------------------------- */

/* Nobody else is between these two lines. */
TASK(turn)
{
	look_t to = *PARAM(look_t);
	u64 *n = depv[0].ptr, was;

	CHECK_EQ("ocrPause", ocrPause(true), 1);
	was = *(volatile u64 *)n;
	wait_for_another_node(&to);
	*(volatile u64 *)n = was + 1;
	ocrResume(1);
	return NULL_GUID;
}

TASK(turns_are_over)
{
	CHECK_EQ("turns", conf_value(&depv[0]), TURNS);
	CHECK_OK(ocrEventSatisfySlot(PARAM(look_t)->end, NULL_GUID,
				     OCR_EVENT_LATCH_DECR_SLOT));
	return NULL_GUID;
}

/* -- While another has paused the node ------------------------------------ */

typedef struct {
	look_t l;
	ocrGuid_t go, done; /* sticky events */
} pair_t;

TASK(holder)
{
	const pair_t *p = PARAM(pair_t);

	CHECK_EQ("ocrPause", ocrPause(true), 1);
	CHECK_OK(ocrEventSatisfy(p->go, NULL_GUID));
	CHECK(ocrGuidIsNull(ocrWait(p->done)), "no other task has gone on");
	CHECK_COUNT(OCR_QUERY_EVENTS, NULL_GUID, p->go, 1);
	ocrResume(1);
	return NULL_GUID;
}

TASK(other)
{
	pair_t p = {.l = *PARAM(look_t),
		    .go = conf_event(OCR_EVENT_STICKY_T),
		    .done = conf_event(OCR_EVENT_STICKY_T)};
	void *result;
	u32 size;

	conf_task(holder, p.l.node, PARAMS(p), 0, NULL);
	CHECK(ocrGuidIsNull(ocrWait(p.go)), "the node was not paused");
	CHECK_EQ("ocrPause of another", ocrPause(false), 0);
	CHECK(ocrGuidIsNull(ocrQuery(OCR_QUERY_ALL_EDTS, NULL_GUID, &result,
				     &size, 0)),
	      "who has not paused the node is told something");
	ocrResume(0);
	CHECK_OK(ocrEventSatisfy(p.done, NULL_GUID));
	CHECK_EQ("ocrPause after another", ocrPause(true), 1);
	ocrResume(1);
	CHECK_OK(ocrEventDestroy(p.go));
	CHECK_OK(ocrEventDestroy(p.done));
	conf_start(p.l.end, (u32)p.l.slot);
	return NULL_GUID;
}

/* -- On all nodes --------------------------------------------------------- */

static void
take_turns(const look_t *l)
{
	look_t to = *l;
	ocrGuid_t block = conf_number(l->node, 0), over = latch(TURNS), last,
		  ended;

	to.end = latch(1);
	conf_link(to.end, l->end, (u32)l->slot, DB_MODE_NULL);
	last = conf_task(turns_are_over, l->node, PARAMS(to), 2, NULL);
	conf_link(block, last, 0, DB_MODE_CONST);
	conf_link(over, last, 1, DB_MODE_NULL);
	for (int i = 0; i < TURNS; i++) {
		ocrGuid_t t = conf_task(turn, l->node, PARAMS(to), 2, &ended);

		conf_link(ended, over, OCR_EVENT_LATCH_DECR_SLOT, DB_MODE_NULL);
		conf_link(block, t, 0, DB_MODE_RW);
		conf_start(t, 1);
	}
}

MAIN_TASK
{
	u64 nodes = conf_nodes();
	look_t l = {.end = conf_end(3 * (u32)nodes)};

	for (l.node = 0; l.node < nodes; l.node++) {
		conf_task(look, l.node, PARAMS(l), 0, NULL);
		l.slot++;
		take_turns(&l);
		l.slot++;
		conf_task(other, l.node, PARAMS(l), 0, NULL);
		l.slot++;
	}
	return NULL_GUID;
}
