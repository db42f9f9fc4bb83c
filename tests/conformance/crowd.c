/* SPDX-License-Identifier: BSD-3-Clause */
/* crowd.c - tasks of all nodes read a large block at once, version after
 * version, while the next one is written: each sees one version as a whole, and
 * none older than the one that it was to see.
 */
#include "tests/conformance/conf.h"

#define STEPS	6
/* On each node, in each step: one waits for the block alone. */
#define READERS 2
/* Too many to go along with a satisfaction; on several hosts they come with a
 * grant to read, or are as many as readers serve each other with, if OCR_SERVE
 * says so. */
#define WORDS	((u64)9000)

struct step {
	u64 step;
};

TASK(look)
{
	const volatile u64 *p = depv[0].ptr;
	u64 step = p[0], least = PARAM(struct step)->step;

	CHECK(step >= least && step <= STEPS, "step %" PRIu64 " after %" PRIu64,
	      step, least);
	for (u64 i = 0; i < WORDS; i++)
		CHECK_EQ("a word while it is read", p[i], step + (i << 8));
	return NULL_GUID;
}

TASK(change)
{
	const struct step *s = PARAM(struct step);
	u64 *p = depv[0].ptr;

	for (u64 i = 0; i < WORDS; i++) {
		CHECK_EQ("a word before a step", p[i], s->step + (i << 8));
		p[i]++;
	}
	return NULL_GUID;
}

/* The last slot has the block's name. */
TASK(end)
{
	OK(ocrDbDestroy(depv[depc - 1].guid));
	ocrShutdown();
	return NULL_GUID;
}

static void
start_readers(u64 step, ocrGuid_t db, ocrGuid_t after, ocrGuid_t last)
{
	struct step s = {step};
	u32 n = READERS * (u32)conf_nodes();

	for (u32 i = 0; i < n; i++) {
		ocrGuid_t out, t = conf_task(look, i / READERS, PARAMS(s),
					     2 + i % READERS, &out);

		conf_link(out, last, (u32)(step - 1) * n + i, DB_DEFAULT_MODE);
		conf_link(db, t, 0, i % 3 ? DB_MODE_CONST : DB_MODE_RO);
		conf_link(after, t, 1, DB_MODE_NULL);
		if (i % READERS)
			conf_link(conf_number(i, step), t, 2, DB_MODE_RO);
	}
}

/* Readers of a step go by its writer, and nobody waits for them but the end. */
MAIN_TASK
{
	const u32 all = STEPS * READERS * (u32)conf_nodes() + 1;
	ocrGuid_t last = conf_task(end, 0, NO_PARAMS, all, NULL);
	ocrGuid_t before = conf_event(OCR_EVENT_STICKY_T), start = before;
	ocrGuid_t db, out, t;
	u64 *p = conf_block(&db, 1, WORDS * sizeof(*p));

	for (u64 i = 0; i < WORDS; i++)
		p[i] = i << 8;
	CHECK_OK(ocrDbRelease(db));
	for (u64 n = 0; n < STEPS; n++) {
		ocrGuid_t after = conf_event(OCR_EVENT_STICKY_T);
		struct step s = {n};

		t = conf_task(change, n, PARAMS(s), 2, &out);
		conf_link(out, after, 0, DB_DEFAULT_MODE);
		conf_link(db, t, 0, n % 2 ? DB_MODE_RW : DB_MODE_EW);
		conf_link(before, t, 1, DB_MODE_NULL);
		start_readers(n + 1, db, after, last);
		before = after;
	}
	conf_link(db, last, all - 1, DB_MODE_NULL);
	CHECK_OK(ocrEventSatisfy(start, NULL_GUID));
	return NULL_GUID;
}
