/* SPDX-License-Identifier: BSD-3-Clause */
/* asked_first.c - a home satisfies a task of another node with its block, to
 * write it, while a third node asks for that block; what follows from its
 * asking goes over the home, and the third node, to the first, where a task
 * waits, block in hand, for the one that has asked.
 *
 * That task is ready behind all this, so the other has its turn first: by the
 * order of messages between each two nodes (see in_hand.c), whatever went along
 * with what the home sent.
 */
#include "tests/conformance/conf.h"

#include "extensions/ocr-legacy.h"

#define ROUNDS 24

/* How the first node hears of it. */
enum kind {
	BY_SLOT,  /* in another slot of the task that the home satisfies */
	BY_TASK,  /* by one that satisfies another task with the block */
	BY_EVENT, /* by one that makes a task, behind the event that the home
		   * satisfies */
	KINDS
};

struct args {
	u64 home, first, third, kind;
	ocrGuid_t block, event, asked; /* events of the first node */
	ocrGuid_t asks, waits, taken;
};

/* On the third node. */
TASK(ask)
{
	u64 *p = depv[0].ptr;

	p[0] = 1;
	return NULL_GUID;
}

/* On the first node, like all behind it. */
TASK(wait_in_hand)
{
	const struct args *a = PARAM(struct args);
	const u64 *p = depv[0].ptr;

	ocrWait(a->asked);
	CHECK_EQ("what the third node has written", p[0], 1);
	OK(ocrEventDestroy(a->asked));
	OK(ocrEventDestroy(a->event));
	if (a->kind != BY_TASK)
		OK(ocrDbDestroy(a->block));
	return NULL_GUID;
}

TASK(destroy)
{
	OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

/* Behind the third node's asking. */
TASK(hear)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t t, out;

	if (a.kind == BY_SLOT) {
		conf_start(a.waits, 1);
		return NULL_GUID;
	}
	t = conf_task(wait_in_hand, a.first, PARAMS(a), 1,
		      a.kind == BY_TASK ? &out : NULL);
	if (a.kind == BY_TASK)
		conf_link(out, a.waits, 1, DB_MODE_NULL);
	conf_link(a.kind == BY_TASK ? a.block : a.event, t, 0, DB_MODE_EW);
	return NULL_GUID;
}

TASK(tell_first)
{
	const struct args *a = PARAM(struct args);

	conf_start(conf_task(hear, a->first, PARAMS(*a), 1, NULL), 0);
	return NULL_GUID;
}

/* At the home, behind what the third node has asked. */
TASK(tell_third)
{
	const struct args *a = PARAM(struct args);

	conf_start(conf_task(tell_first, a->third, PARAMS(*a), 1, NULL), 0);
	return NULL_GUID;
}

TASK(let_ask)
{
	const struct args *a = PARAM(struct args);

	conf_link(a->block, a->asks, 0, DB_MODE_EW);
	conf_start(conf_task(tell_third, a->home, PARAMS(*a), 1, NULL), 0);
	return NULL_GUID;
}

/* At the home, which has the bytes. */
TASK(pass)
{
	const struct args *a = PARAM(struct args);

	OK(ocrDbRelease(a->block));
	conf_start(conf_task(let_ask, a->third, PARAMS(*a), 1, NULL), 0);
	if (a->kind == BY_EVENT)
		OK(ocrEventSatisfy(a->event, a->block));
	else
		conf_link(a->block, a->waits, 0, DB_MODE_EW);
	return NULL_GUID;
}

/* At the first node, by an event: the home remembers that it was to write. */
TASK(write)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t t = conf_task(pass, a->home, PARAMS(*a), 1, NULL);

	OK(ocrDbRelease(a->block));
	conf_link(a->block, t, 0, DB_MODE_EW);
	return NULL_GUID;
}

/* At the home. */
TASK(make)
{
	struct args a = *PARAM(struct args);
	u64 *p = conf_block(&a.block, a.home, 2 * sizeof(*p));
	ocrGuid_t out, t;

	p[0] = 0;
	OK(ocrDbRelease(a.block));
	a.asks = conf_task(ask, a.third, NO_PARAMS, 1, &out);
	conf_link(out, a.asked, 0, DB_MODE_NULL);
	if (a.kind == BY_SLOT)
		a.waits = conf_task(wait_in_hand, a.first, PARAMS(a), 2, NULL);
	else if (a.kind == BY_TASK)
		a.waits = conf_task(destroy, a.first, NO_PARAMS, 2, NULL);
	t = conf_task(write, a.first, PARAMS(a), 1, NULL);
	conf_link(a.taken, t, 0, DB_MODE_EW);
	OK(ocrEventSatisfy(a.taken, a.block));
	return NULL_GUID;
}

TASK(begin)
{
	struct args a = *PARAM(struct args);

	OK(ocrEventCreate(&a.asked, OCR_EVENT_STICKY_T, EVT_PROP_NONE));
	OK(ocrEventCreate(&a.event, OCR_EVENT_STICKY_T, EVT_PROP_TAKES_ARG));
	a.taken = conf_event(OCR_EVENT_ONCE_T);
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
		a.first = i + 1 + i % 2;
		a.third = i + 2 - i % 2;
		a.kind = i / 3 % KINDS;
		t = conf_finish_task(begin, a.first, PARAMS(a), 1, &out);
		conf_link(out, end, (u32)i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
