/* SPDX-License-Identifier: BSD-3-Clause */
/* write_again.c - a chain of tasks of one node writes a block of another node's
 * again and again, and reads it; now and then a task elsewhere does.  Each
 * finds what the one before has written, which has released the block or not
 * yet, and what a task reads stays as it is while others write. */
#include "tests/conformance/conf.h"

#define CHAINS 6
#define STEPS  120
#define WORDS  24
#define BYTES  (WORDS * sizeof(u64))

struct args {
	ocrGuid_t block, end;
	u64 chain, step, writes;
};

static ocrDbAccessMode_t
mode_of(u64 step)
{
	static const ocrDbAccessMode_t modes[] = {
		DB_MODE_EW, DB_MODE_RW, DB_MODE_EW, DB_MODE_CONST,
		DB_MODE_RW, DB_MODE_EW, DB_MODE_RO,
	};

	return modes[step % (sizeof(modes) / sizeof(modes[0]))];
}

/* Most on the node of the chain. */
static u64
node_of(const struct args *a)
{
	return a->chain + (a->step % 24 == 23) + 2 * (a->step % 40 == 39);
}

/* Somebody reads beside the chain what is there now, or later. */
TASK(look)
{
	const u64 *p = depv[0].ptr;
	u64 writes = *paramv;

	while (writes <= STEPS && conf_match(p, WORDS, writes) < WORDS)
		writes++;
	CHECK(writes <= STEPS, "what is read was never written, or is older");
	return NULL_GUID;
}

TASK(step)
{
	struct args a = *PARAM(struct args);
	ocrDbAccessMode_t mode = mode_of(a.step);
	bool keeps = a.step % 11 == 5;
	u64 *p = depv[0].ptr;
	ocrGuid_t t;

	CHECK_EQ("words", conf_match(p, WORDS, a.writes), WORDS);
	if (mode == DB_MODE_EW || mode == DB_MODE_RW)
		conf_fill(p, WORDS, ++a.writes);
	if (keeps)
		CHECK_OK(ocrDbDowngradeRelease(a.block));
	else if (a.step % 5)
		CHECK_OK(ocrDbRelease(a.block));
	if (++a.step == STEPS) {
		CHECK_OK(ocrEventSatisfy(a.end, a.block));
		return NULL_GUID;
	}
	t = conf_task(step, node_of(&a), PARAMS(a), 1, NULL);
	conf_link(a.block, t, 0, mode_of(a.step));
	if (a.step % 17 == 3) {
		t = conf_task(look, a.chain + a.step % 3, PARAMS(a.writes), 1,
			      NULL);
		conf_link(a.block, t, 0, DB_MODE_RO);
	}
	if (keeps)
		CHECK_EQ("words that are still read",
			 conf_match(p, WORDS, a.writes), WORDS);
	return NULL_GUID;
}

TASK(start)
{
	ocrGuid_t t;

	for (u64 i = 0; i < CHAINS; i++) {
		struct args a = {
			.end = ((const ocrGuid_t *)(const void *)paramv)[i],
			.chain = i};

		conf_fill(conf_block(&a.block, i + 1 + i / 3, BYTES), WORDS, 0);
		CHECK_OK(ocrDbRelease(a.block));
		t = conf_task(step, i, PARAMS(a), 1, NULL);
		conf_link(a.block, t, 0, mode_of(0));
	}
	return NULL_GUID;
}

TASK(finish)
{
	for (u64 i = 0; i < CHAINS; i++)
		CHECK_OK(ocrDbDestroy(depv[i].guid));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t ends[CHAINS], end, all, done;

	OK(ocrDbDestroy(depv[0].guid));
	/* Who reads beside the chains has ended when all has. */
	end = conf_task(finish, 1, NO_PARAMS, CHAINS + 1, NULL);
	for (u32 i = 0; i < CHAINS; i++) {
		ends[i] = conf_event(OCR_EVENT_ONCE_T);
		conf_link(ends[i], end, i, DB_MODE_CONST);
	}
	all = conf_finish_task(start, 0, PARAMS(ends), 1, &done);
	conf_link(done, end, CHAINS, DB_MODE_NULL);
	conf_start(all, 0);
	return NULL_GUID;
}
