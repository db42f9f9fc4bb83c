/* SPDX-License-Identifier: BSD-3-Clause */
/* passed_seen.c - a home passes a block on to who writes it, while a third node
 * may read it without asking, or is still fetching it.
 *
 * Who hears of what was written sees it; who was granted the block before sees
 * what there was then.
 */
#include "tests/conformance/conf.h"

#define ROUNDS 12
#define READS  3
#define WORDS  100

struct args {
	u64 home, writer, reader;
	u64 fetches; /* the reader has asked once, right before */
	u64 reads;
	ocrGuid_t block;
	ocrGuid_t seen, other, looked; /* once events */
};

/* At the home: other bytes, where those were that the reader has asked for. */
TASK(fill)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t block;
	u64 *p = conf_block(&block, a->home, WORDS * sizeof(*p));

	for (u64 i = 0; i < WORDS; i++)
		p[i] = 7;
	CHECK_OK(ocrDbRelease(block));
	CHECK_OK(ocrEventSatisfy(a->other, block));
	return NULL_GUID;
}

/* Behind the writer. */
TASK(look)
{
	const struct args *a = PARAM(struct args);
	const u64 *p = depv[0].ptr;

	for (u64 i = 0; i < WORDS; i++)
		CHECK_EQ("a word that was written", p[i], 1);
	CHECK_OK(ocrEventSatisfy(a->looked, a->block));
	return NULL_GUID;
}

TASK(write)
{
	const struct args *a = PARAM(struct args);
	u64 *p = depv[0].ptr;
	ocrGuid_t t;

	for (u64 i = 0; i < WORDS; i++)
		p[i] = 1;
	CHECK_OK(ocrDbRelease(a->block));
	conf_start(conf_task(fill, a->home, PARAMS(*a), 1, NULL), 0);
	t = conf_task(look, a->reader, PARAMS(*a), 1, NULL);
	conf_link(a->block, t, 0, DB_MODE_CONST);
	return NULL_GUID;
}

TASK(pass)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t t = conf_task(write, a->writer, PARAMS(*a), 1, NULL);

	conf_link(a->block, t, 0, DB_MODE_EW);
	return NULL_GUID;
}

/* Here, again and again, so that there is no need to ask any more; or once, and
 * meanwhile the block is passed on. */
TASK(read)
{
	struct args a = *PARAM(struct args);
	const u64 *p = depv[0].ptr;
	ocrGuid_t t;

	for (u64 i = 0; i < WORDS; i++)
		CHECK_EQ("a word as it was", p[i], 0);
	if (a.fetches || !--a.reads) {
		CHECK_OK(ocrEventSatisfy(a.seen, NULL_GUID));
		if (!a.fetches)
			conf_start(conf_task(pass, a.home, PARAMS(a), 1, NULL),
				   0);
		return NULL_GUID;
	}
	t = conf_task(read, a.reader, PARAMS(a), 1, NULL);
	conf_link(a.block, t, 0, DB_MODE_CONST);
	return NULL_GUID;
}

TASK(begin)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t t = conf_task(read, a->reader, PARAMS(*a), 1, NULL);

	conf_link(a->block, t, 0, DB_MODE_CONST);
	if (a->fetches)
		conf_start(conf_task(pass, a->home, PARAMS(*a), 1, NULL), 0);
	return NULL_GUID;
}

/* At the home. */
TASK(make)
{
	struct args a = *PARAM(struct args);
	u64 *p = conf_block(&a.block, a.home, WORDS * sizeof(*p));

	memset(p, 0, WORDS * sizeof(*p));
	CHECK_OK(ocrDbRelease(a.block));
	conf_start(conf_task(begin, a.reader, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

TASK(close_up)
{
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrDbDestroy(depv[1].guid));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(ROUNDS), t, out;
	struct args a = {.reads = READS};

	CHECK_OK(ocrDbDestroy(depv[0].guid));
	for (u64 i = 0; i < ROUNDS; i++) {
		a.home = i;
		a.writer = i + 1 + i / 3 % 2;
		a.reader = i + 2 - i / 3 % 2;
		a.fetches = i % 2;
		a.seen = conf_event(OCR_EVENT_ONCE_T);
		a.other = conf_event(OCR_EVENT_ONCE_T);
		a.looked = conf_event(OCR_EVENT_ONCE_T);
		t = conf_task(close_up, i, NO_PARAMS, 3, &out);
		conf_link(out, end, (u32)i, DB_MODE_NULL);
		conf_link(a.other, t, 0, DB_MODE_NULL);
		conf_link(a.looked, t, 1, DB_MODE_NULL);
		conf_link(a.seen, t, 2, DB_MODE_NULL);
		conf_start(conf_task(make, a.home, PARAMS(a), 1, NULL), 0);
	}
	return NULL_GUID;
}
