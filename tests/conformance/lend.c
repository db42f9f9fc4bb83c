/* SPDX-License-Identifier: BSD-3-Clause */
/* lend.c - a task that reads a large block, and waits for nothing else, keeps
 * the version that it began with, wherever that lies: while others write the
 * block on other nodes and on its own.
 */
#include "tests/conformance/conf.h"

#define STEPS	6
#define READERS 3
/* More than what is read where it lies without being asked to (OCR_LEND). */
#define WORDS	((u64)9000)

struct step {
	u64 step;
};

/* What word i is after that many steps. */
static u64
word(u64 step, u64 i)
{
	return step * WORDS + i;
}

TASK(look)
{
	const volatile u64 *p = depv[0].ptr;
	u64 step = p[0] / WORDS, least = PARAM(struct step)->step;

	CHECK(step >= least && step <= STEPS, "step %" PRIu64 " after %" PRIu64,
	      step, least);
	for (u64 round = 0; round < 3; round++)
		for (u64 i = 0; i < WORDS; i++)
			CHECK_EQ("a word while it is read", p[i],
				 word(step, i));
	return NULL_GUID;
}

TASK(change)
{
	const struct step *s = PARAM(struct step);
	u64 *p = depv[0].ptr;

	for (u64 i = 0; i < WORDS; i++) {
		CHECK_EQ("a word before a step", p[i], word(s->step, i));
		p[i] = word(s->step + 1, i);
	}
	return NULL_GUID;
}

TASK(end)
{
	ocrShutdown();
	return NULL_GUID;
}

/* Readers of a step go by its writer, and nobody waits for them but the end. */
MAIN_TASK
{
	const u32 all = STEPS * READERS + 1;
	ocrGuid_t last = conf_task(end, 0, NO_PARAMS, all, NULL);
	ocrGuid_t before = conf_event(OCR_EVENT_STICKY_T), start = before;
	ocrGuid_t db, out, t;
	struct step s = {0};
	u64 *p = conf_block(&db, 1, WORDS * sizeof(*p));

	for (u64 i = 0; i < WORDS; i++)
		p[i] = word(0, i);
	CHECK_OK(ocrDbRelease(db));
	for (u32 n = 0; n < STEPS; n++) {
		ocrGuid_t after = conf_event(OCR_EVENT_STICKY_T);

		s.step = n;
		t = conf_task(change, n, PARAMS(s), 2, &out);
		conf_link(out, after, 0, DB_DEFAULT_MODE);
		conf_link(db, t, 0, n % 2 ? DB_MODE_RW : DB_MODE_EW);
		conf_link(before, t, 1, DB_MODE_NULL);
		s.step = n + 1;
		for (u32 i = 0; i < READERS; i++) {
			t = conf_task(look, n + i, PARAMS(s), 2, &out);
			conf_link(out, last, n * READERS + i, DB_DEFAULT_MODE);
			conf_link(db, t, 0, DB_MODE_CONST);
			conf_link(after, t, 1, DB_MODE_NULL);
		}
		before = after;
	}
	conf_link(NULL_GUID, last, all - 1, DB_DEFAULT_MODE);
	CHECK_OK(ocrEventSatisfy(start, NULL_GUID));
	return NULL_GUID;
}
