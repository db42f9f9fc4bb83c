/* SPDX-License-Identifier: BSD-3-Clause */
/* newborn.c - a block of which its maker has not told anybody is as any other:
 * it is destroyed, released, kept, and told in this way or that. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-info.h"

#define LIVES 300
#define WORDS 5
#define TOLD  6 /* by each maker */

struct args {
	ocrGuid_t reader, event; /* for the first block */
	u64 i;
};

static u64 *
plain(ocrGuid_t *db)
{
	u64 *p = NULL;

	OK(ocrDbCreate(db, (void **)&p, WORDS * sizeof(*p), DB_PROP_NONE,
		       NULL_HINT, NO_ALLOC));
	return p;
}

static ocrGuid_t
filled(u64 seed)
{
	ocrGuid_t db = NULL_GUID;

	conf_fill(plain(&db), WORDS, seed);
	return db;
}

/* Slots: blocks that were filled; those of one maker follow each other. */
TASK(read)
{
	for (u32 i = 0; i < depc; i++) {
		CHECK(conf_match(depv[i].ptr, WORDS, i), "block %u is wrong",
		      i);
		CHECK_OK(ocrDbDestroy(depv[i].guid));
	}
	return NULL_GUID;
}

static ocrGuid_t
live_and_die(void)
{
	ocrGuid_t g[3];
	u64 size = 0;

	for (u32 i = 0; i < LIVES; i++) {
		for (u32 k = 0; k < 1 + i % 3; k++)
			g[k] = filled(k);
		CHECK_OK(ocrDbGetSize(g[0], &size));
		CHECK_EQ("size", size, WORDS * sizeof(u64));
		if (i % 2)
			CHECK_OK(ocrDbRelease(g[0]));
		if (i % 2)
			CHECK_CODE(ocrDbRelease(g[0]), OCR_EACCES);
		for (u32 k = 0; k < 1 + i % 3; k++)
			CHECK_OK(ocrDbDestroy(g[k]));
	}
	return NULL_GUID;
}

/* What comes first, behind some that are no more, tells of all. */
TASK(make)
{
	const struct args *a = PARAM(struct args);
	u32 slot = TOLD * (u32)a->i;
	ocrGuid_t g[TOLD + 2];

	live_and_die();
	for (u32 k = 0; k < TOLD + 2; k++)
		g[k] = filled(slot + k);
	CHECK_OK(ocrDbRelease(g[1]));
	CHECK_OK(ocrDbDestroy(g[TOLD]));
	CHECK_OK(ocrDbRelease(g[4]));
	CHECK_OK(ocrDbRelease(g[TOLD + 1]));
	CHECK_OK(ocrDbDestroy(g[TOLD + 1]));
	if (a->i % 2)
		CHECK_OK(ocrEventSatisfy(a->event, g[0]));
	for (u32 k = 1; k < TOLD - 1; k++)
		OK(ocrAddDependence(g[k], a->reader, slot + k, DB_MODE_CONST));
	if (a->i % 2 == 0)
		CHECK_OK(ocrEventSatisfy(a->event, g[0]));
	live_and_die();
	CHECK_OK(ocrDbDestroy(filled(0)));
	return g[TOLD - 1];
}

MAIN_TASK
{
	u32 n = (u32)conf_nodes();
	ocrGuid_t done, out = NULL_GUID, t;
	struct args a;

	t = filled(0);
	CHECK_OK(ocrDbDestroy(t));
	CHECK_CODE(ocrDbDestroy(t), OCR_EPERM);
	done = conf_end(1);
	a.reader = conf_finish_task(read, n - 1, NO_PARAMS, n * TOLD, &out);
	conf_link(out, done, 0, DB_MODE_NULL);
	for (a.i = 0; a.i < n; a.i++) {
		out = NULL_GUID;
		a.event = conf_event(OCR_EVENT_ONCE_T);
		conf_link(a.event, a.reader, TOLD * (u32)a.i, DB_MODE_CONST);
		t = conf_task(make, a.i, PARAMS(a), 1, &out);
		conf_link(out, a.reader, TOLD * (u32)a.i + TOLD - 1,
			  DB_MODE_CONST);
		conf_start(t, 0);
	}
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}
