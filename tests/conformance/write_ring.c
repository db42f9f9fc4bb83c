/* SPDX-License-Identifier: BSD-3-Clause */
/* write_ring.c - a block goes round the nodes and is written on each, read on
 * the one after: every reader sees all that was written before. */
#include "tests/conformance/conf.h"

#define HOPS  40
#define WORDS 700

struct args {
	ocrGuid_t writer, reader; /* templates */
	u64 hop;
};

TASK(read)
{
	const struct args *a = PARAM(struct args);
	const u64 *p = depv[0].ptr;
	ocrGuid_t t;

	for (u64 i = 0; i < WORDS; i++)
		CHECK_EQ("a word", p[i], conf_word(7, i) + a->hop);
	if (a->hop == HOPS) {
		CHECK_OK(ocrDbDestroy(depv[0].guid));
		ocrShutdown();
		return NULL_GUID;
	}
	t = conf_spawn(a->writer, a->hop, PARAMS(*a), 1, EDT_PROP_NONE, NULL);
	conf_link(depv[0].guid, t, 0, a->hop % 3 ? DB_MODE_RW : DB_MODE_EW);
	return NULL_GUID;
}

TASK(write)
{
	struct args a = *PARAM(struct args);
	u64 *p = depv[0].ptr;
	ocrGuid_t t;

	for (u64 i = 0; i < WORDS; i++)
		p[i]++;
	a.hop++;
	CHECK_OK(ocrDbRelease(depv[0].guid));
	t = conf_spawn(a.reader, a.hop / 2 + 1, PARAMS(a), 1, EDT_PROP_NONE,
		       NULL);
	conf_link(depv[0].guid, t, 0, a.hop % 2 ? DB_MODE_CONST : DB_MODE_RO);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {conf_template(write), conf_template(read), 0};
	ocrGuid_t db;

	conf_fill(conf_block(&db, 2, WORDS * sizeof(u64)), WORDS, 7);
	CHECK_OK(ocrDbRelease(db));
	conf_link(db,
		  conf_spawn(a.writer, 1, PARAMS(a), 1, EDT_PROP_NONE, NULL), 0,
		  DB_MODE_RW);
	return NULL_GUID;
}
