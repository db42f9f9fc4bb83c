/* SPDX-License-Identifier: BSD-3-Clause */
/* races.c - tasks that use one block, in the WAY that races.sh asks for; with a
 * second argument the graph orders them.
 *
 *   write     two write the same word, in mode RW
 *   far       the same, on two nodes
 *   parts     two write different words: no race
 *   read      one writes, and one reads, in mode RO
 *   default   one writes, and one reads, both in mode RW
 *   constant  one writes, in mode EW, and one reads, in mode CONST
 *   alone     two write in mode EW: no race
 *   released  one writes, releases, and says so, and two others write then
 *   held      the first task writes, and has not released what it passes on
 *   late      two write, and a chain of other tasks makes one of them late
 */
#include "ocr.h"

#include <string.h>

#include "extensions/ocr-affinity.h"

#define WORDS 64

enum { FIRST, SECOND, BOTH };

static bool ordered;

static ocrHint_t
hint_for(u64 node)
{
	ocrGuid_t affinity;
	ocrHint_t h;
	u64 n = 1;

	ocrAffinityCount(AFFINITY_PD, &n);
	ocrAffinityGetAt(AFFINITY_PD, node % n, &affinity);
	ocrHintInit(&h, OCR_HINT_EDT_T);
	ocrSetHintValue(&h, OCR_HINT_EDT_AFFINITY,
			ocrAffinityToHintValue(affinity));
	return h;
}

static ocrGuid_t
end(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc, (void)paramv, (void)depc, (void)depv;
	ocrShutdown();
	return NULL_GUID;
}

static ocrGuid_t
step(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc, (void)paramv, (void)depc, (void)depv;
	return NULL_GUID;
}

static ocrGuid_t
write_one(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc, (void)depc;
	((u64 *)depv[0].ptr)[paramv[0]] += 7;
	return NULL_GUID;
}

static ocrGuid_t
write_other(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc, (void)depc;
	((u64 *)depv[0].ptr)[paramv[0]] += 9;
	return NULL_GUID;
}

static ocrGuid_t
read_all(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	volatile const u64 *p = depv[0].ptr;

	(void)paramc, (void)paramv, (void)depc;
	for (u32 i = 0; i < WORDS; i++)
		(void)p[i];
	return NULL_GUID;
}

/* Slot 1 of a task says when it may begin. */
static ocrGuid_t
create(ocrEdt_t func, u64 node, u64 word, ocrGuid_t *out)
{
	ocrHint_t h = hint_for(node);
	ocrGuid_t tmpl, task;

	ocrEdtTemplateCreate(&tmpl, func, 1, 2);
	ocrEdtCreate(&task, tmpl, 1, &word, 2, NULL, EDT_PROP_NONE, &h, out);
	ocrEdtTemplateDestroy(tmpl);
	return task;
}

static ocrGuid_t
create_block(u64 **p)
{
	ocrGuid_t db;

	ocrDbCreate(&db, (void **)p, WORDS * sizeof(u64), DB_PROP_NONE,
		    NULL_HINT, NO_ALLOC);
	memset(*p, 1, WORDS * sizeof(u64));
	return db;
}

/* The job ends behind both; the second begins behind the first, or behind
 * nothing. */
static void
begin_both(ocrGuid_t first, ocrGuid_t out_1, ocrGuid_t second, ocrGuid_t out_2)
{
	ocrGuid_t last = create(end, 0, 0, NULL);

	ocrAddDependence(out_1, last, 0, DB_MODE_NULL);
	ocrAddDependence(out_2, last, 1, DB_MODE_NULL);
	if (ordered)
		ocrAddDependence(out_1, second, 1, DB_MODE_NULL);
	ocrAddDependence(NULL_GUID, first, 1, DB_MODE_NULL);
	if (!ordered)
		ocrAddDependence(NULL_GUID, second, 1, DB_MODE_NULL);
}

struct two {
	ocrEdt_t second;
	u64 node, word;
	ocrDbAccessMode_t modes[BOTH];
};

static void
begin_two(const struct two *t)
{
	ocrGuid_t db, out_1, out_2, first, second;
	u64 *p;

	db = create_block(&p);
	ocrDbRelease(db);
	first = create(write_one, 0, 0, &out_1);
	second = create(t->second, t->node, t->word, &out_2);
	ocrAddDependence(db, first, 0, t->modes[FIRST]);
	ocrAddDependence(db, second, 0, t->modes[SECOND]);
	begin_both(first, out_1, second, out_2);
}

/* Writes again, in a block that it has not got any more: it has told somebody
 * else to. */
static ocrGuid_t
pass_on(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t event = {paramv[0], paramv[1]};

	(void)paramc, (void)depc;
	*(u64 *)depv[0].ptr = 3;
	ocrDbRelease(depv[0].guid);
	ocrEventSatisfy(event, depv[0].guid);
	return NULL_GUID;
}

static void
begin_released(void)
{
	ocrGuid_t db, event, tmpl, task, out_1, out_2, first, second;
	u64 *p, params[2];

	db = create_block(&p);
	ocrDbRelease(db);
	ocrEventCreate(&event, OCR_EVENT_STICKY_T, EVT_PROP_TAKES_ARG);
	memcpy(params, &event, sizeof(params));
	first = create(write_one, 0, 0, &out_1);
	second = create(write_other, 1, 0, &out_2);
	ocrAddDependence(event, first, 0, DB_MODE_RW);
	ocrAddDependence(event, second, 0, DB_MODE_RW);
	begin_both(first, out_1, second, out_2);
	ocrEdtTemplateCreate(&tmpl, pass_on, 2, 1);
	ocrEdtCreate(&task, tmpl, 2, params, 1, &db, EDT_PROP_NONE, NULL_HINT,
		     NULL);
}

static void
begin_held(void)
{
	ocrGuid_t db, out_1, out_2, first, second;
	u64 *p;

	db = create_block(&p);
	if (ordered)
		ocrDbRelease(db);
	first = create(read_all, 1, 0, &out_1);
	second = create(step, 0, 0, &out_2);
	ocrAddDependence(db, first, 0, DB_MODE_CONST);
	ocrAddDependence(NULL_GUID, second, 0, DB_MODE_NULL);
	begin_both(first, out_1, second, out_2);
}

/* By whatever time the last of them begins the first has ended, most often. */
static void
begin_late(void)
{
	ocrGuid_t db, out_1, out_2, first, second, task, out, start;
	u64 *p;

	db = create_block(&p);
	ocrDbRelease(db);
	first = create(write_one, 0, 0, &out_1);
	ocrAddDependence(db, first, 0, DB_MODE_RW);
	start = create(step, 0, 0, &out);
	ocrAddDependence(NULL_GUID, start, 0, DB_MODE_NULL);
	for (u32 i = 0; i < 20; i++) {
		task = create(step, 0, 0, NULL);
		ocrAddDependence(out, task, 0, DB_MODE_NULL);
		ocrAddDependence(NULL_GUID, task, 1, DB_MODE_NULL);
	}
	second = create(write_other, 0, 0, &out_2);
	ocrAddDependence(db, second, 0, DB_MODE_RW);
	begin_both(first, out_1, second, out_2);
	ocrAddDependence(NULL_GUID, start, 1, DB_MODE_NULL);
}

static bool
is(const char *way, const char *name)
{
	return strcmp(way, name) == 0;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const char *way = getArgv(depv[0].ptr, 1);
	struct two t = {write_other, 0, 0, {DB_MODE_RW, DB_MODE_RW}};

	(void)paramc, (void)paramv, (void)depc;
	ordered = getArgc(depv[0].ptr) > 2;
	if (is(way, "far")) {
		t.node = 1;
	} else if (is(way, "parts")) {
		t.word = 1;
	} else if (is(way, "read")) {
		t.second = read_all;
		t.modes[SECOND] = DB_MODE_RO;
	} else if (is(way, "default")) {
		t.second = read_all;
	} else if (is(way, "constant")) {
		t.second = read_all;
		t.modes[FIRST] = DB_MODE_EW;
		t.modes[SECOND] = DB_MODE_CONST;
	} else if (is(way, "alone")) {
		t.modes[FIRST] = t.modes[SECOND] = DB_MODE_EW;
	}
	if (is(way, "released"))
		begin_released();
	else if (is(way, "held"))
		begin_held();
	else if (is(way, "late"))
		begin_late();
	else
		begin_two(&t);
	return NULL_GUID;
}
