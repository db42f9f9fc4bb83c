/* SPDX-License-Identifier: BSD-3-Clause */
/* right_turns.c - a task that has a block waits, in its body, for another of its
 * node that has asked for the block before it: that one's turn comes first,
 * though tasks of the node write the block again and again and need not ask for
 * it any more.  And two that have it in mode RW wait for each other. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-legacy.h"

/* How the first comes to ask before the second. */
enum way {
	WHILE_WRITTEN, /* while the task that lets both ask writes */
	BEHIND,	       /* behind one whose turn comes first */
	JOINING,       /* the same, and the second might join that one */
	TOGETHER,      /* and they have it at the same time */
	LATER,	       /* the same, but the second asks when the first has it */
	WAYS
};

#define STEPS 3

struct args {
	u64 node, home, way, step;
	ocrGuid_t block, late;
	ocrGuid_t told[3]; /* by the first, by the second; both have asked */
};

/* Mode of the first. */
static ocrDbAccessMode_t
mode_of(const struct args *a)
{
	static const ocrDbAccessMode_t modes[] = {DB_MODE_CONST, DB_MODE_EW,
						  DB_MODE_RW, DB_MODE_RO};

	return a->way >= TOGETHER ? DB_MODE_RW : modes[a->step % 4];
}

/* And of the second. */
static ocrDbAccessMode_t
late_mode_of(const struct args *a)
{
	return a->way >= JOINING ? DB_MODE_RW : DB_MODE_EW;
}

static void
wait_for(ocrGuid_t event)
{
	ocrGuid_t none;
	void *p;
	u64 size;

	OK(ocrLegacyBlockProgress(event, &none, &p, &size,
				  LEGACY_PROP_NONE));
}

TASK(first)
{
	const struct args *a = PARAM(struct args);

	CHECK_OK(ocrEventSatisfy(a->told[0], NULL_GUID));
	if (a->way == LATER)
		conf_link(a->block, a->late, 0, late_mode_of(a));
	if (a->way >= TOGETHER)
		wait_for(a->told[1]);
	return NULL_GUID;
}

TASK(second)
{
	const struct args *a = PARAM(struct args);
	u64 *p = depv[0].ptr;

	CHECK_OK(ocrEventSatisfy(a->told[1], NULL_GUID));
	wait_for(a->told[0]);
	p[0] = 1;
	return NULL_GUID;
}

TASK(look)
{
	const struct args *a = PARAM(struct args);
	const u64 *p = depv[0].ptr;

	CHECK_EQ("what the second has written", p[0], 1);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	for (unsigned k = 0; k < 3; k++)
		CHECK_OK(ocrEventDestroy(a->told[k]));
	return NULL_GUID;
}

TASK(let_second_ask)
{
	const struct args *a = PARAM(struct args);

	conf_link(a->block, a->late, 0, late_mode_of(a));
	if (a->way == JOINING)
		CHECK_OK(ocrEventSatisfy(a->told[2], NULL_GUID));
	return NULL_GUID;
}

/* One who may write, until others have asked or not so long. */
TASK(before)
{
	const struct args *a = PARAM(struct args);

	if (a->way == JOINING)
		wait_for(a->told[2]);
	return NULL_GUID;
}

/* The first asks behind one who writes; the second when he is done, or behind
 * the first. */
static void
ask_behind(const struct args *a, ocrGuid_t early)
{
	ocrGuid_t out, t = conf_task(before, a->node, PARAMS(*a), 1, &out), then;

	then = conf_task(let_second_ask, a->node, PARAMS(*a), 2, NULL);
	OK(ocrDbRelease(a->block));
	if (a->way == JOINING)
		conf_start(then, 0);
	else
		conf_link(out, then, 0, DB_MODE_NULL);
	conf_link(a->block, t, 0, a->way == JOINING ? DB_MODE_RW : DB_MODE_EW);
	conf_link(a->block, early, 0, mode_of(a));
	conf_start(then, 1);
}

static void
let_both_ask(struct args *a)
{
	ocrGuid_t early, end, ends[2];

	for (unsigned k = 0; k < 3; k++)
		a->told[k] = conf_event(OCR_EVENT_STICKY_T);
	a->late = conf_task(second, a->node, PARAMS(*a), 1, &ends[0]);
	early = conf_task(first, a->node, PARAMS(*a), 1, &ends[1]);
	end = conf_task(look, a->node, PARAMS(*a), 3, NULL);
	conf_link(ends[0], end, 1, DB_MODE_NULL);
	conf_link(ends[1], end, 2, DB_MODE_NULL);
	conf_link(a->block, end, 0, DB_MODE_EW);
	if (a->way == BEHIND || a->way == JOINING) {
		ask_behind(a, early);
		return;
	}
	if (a->step % 2)
		OK(ocrDbRelease(a->block));
	conf_link(a->block, early, 0, mode_of(a));
	if (!(a->step % 2))
		OK(ocrDbRelease(a->block));
	if (a->way != LATER)
		conf_link(a->block, a->late, 0, late_mode_of(a));
}

/* Writes; of one node, one after the other. */
TASK(write)
{
	struct args a = *PARAM(struct args);
	u64 *p = depv[0].ptr;
	ocrGuid_t t;

	p[0] = 0;
	if (a.step < 4) {
		let_both_ask(&a);
		return NULL_GUID;
	}
	a.step -= 4;
	t = conf_task(write, a.node, PARAMS(a), 1, NULL);
	CHECK_OK(ocrDbRelease(a.block));
	conf_link(a.block, t, 0, a.home % 2 ? DB_MODE_RW : DB_MODE_EW);
	return NULL_GUID;
}

TASK(begin)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t t;
	u64 *p = conf_block(&a.block, a.home, sizeof(*p));

	p[0] = 0;
	CHECK_OK(ocrDbRelease(a.block));
	t = conf_task(write, a.node, PARAMS(a), 1, NULL);
	conf_link(a.block, t, 0, a.home % 2 ? DB_MODE_RW : DB_MODE_EW);
	return NULL_GUID;
}

MAIN_TASK
{
	u64 n = conf_nodes(), rounds = 12 * WAYS;
	ocrGuid_t end = conf_end((u32)rounds), t, out;
	struct args a = {.node = 0};

	OK(ocrDbDestroy(depv[0].guid));
	for (u64 i = 0; i < rounds; i++) {
		a.way = i % WAYS;
		a.node = i / WAYS;
		a.home = a.node + 1 + i / 2 % n;
		/* After some that write, the rest says how. */
		a.step = i / WAYS % 4 + 4 * (i % 2 ? STEPS : i / 4 % 2);
		t = conf_finish_task(begin, a.node, PARAMS(a), 1, &out);
		conf_link(out, end, (u32)i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
