/* SPDX-License-Identifier: BSD-3-Clause */
/* depv_near.c - sources that are given with the creation of a task, all on its
 * node: data, and events of each kind that have fired or will; the task has a
 * GUID, or nobody asks for it, or who lists the tasks of a node that is paused;
 * and a creation of which one source refuses. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-pause.h"

enum source {
	NOTHING, /* NULL_GUID */
	BLOCK,
	ONCE,
	STICKY,
	FIRED, /* a sticky event that has a block */
	COUNTED,
	LATCH,
	CHANNEL,
	SOURCES
};

struct args {
	u64 kind[2];
	ocrGuid_t from[2];
};

static u64
value_of(u64 kind)
{
	return kind == NOTHING || kind == LATCH ? 0 : 100 + kind;
}

/* Is it there before it fires? */
static bool
is_there(u64 kind)
{
	return kind == NOTHING || kind == BLOCK || kind == FIRED;
}

static ocrGuid_t
open_source(u64 kind)
{
	ocrGuid_t g;

	switch (kind) {
	case BLOCK:
		return conf_number(conf_here(), value_of(kind));
	case ONCE:
		return conf_event(OCR_EVENT_ONCE_T);
	case STICKY:
		return conf_event(OCR_EVENT_STICKY_T);
	case FIRED:
		g = conf_event(OCR_EVENT_STICKY_T);
		OK(ocrEventSatisfy(g,
				   conf_number(conf_here(), value_of(kind))));
		return g;
	case COUNTED:
		return conf_counted(1);
	case LATCH:
		g = conf_event(OCR_EVENT_LATCH_T);
		OK(ocrEventSatisfySlot(g, NULL_GUID,
				       OCR_EVENT_LATCH_INCR_SLOT));
		return g;
	case CHANNEL:
		return conf_channel(2, 1, 1);
	default:
		return NULL_GUID;
	}
}

static void
fire(u64 kind, ocrGuid_t g)
{
	if (kind == LATCH)
		OK(ocrEventSatisfySlot(g, NULL_GUID,
				       OCR_EVENT_LATCH_DECR_SLOT));
	else if (!is_there(kind))
		OK(ocrEventSatisfy(g,
				   conf_number(conf_here(), value_of(kind))));
}

TASK(use)
{
	const struct args *a = PARAM(struct args);

	for (u32 i = 0; i < depc; i++) {
		u64 kind = a->kind[i];

		if (value_of(kind)) {
			CHECK_EQ("slot", conf_value(&depv[i]), value_of(kind));
			CHECK_OK(ocrDbDestroy(depv[i].guid));
		} else {
			CHECK(ocrGuidIsNull(depv[i].guid),
			      "slot %u has a block", i);
		}
		if (kind == STICKY || kind == FIRED || kind == CHANNEL)
			CHECK_OK(ocrEventDestroy(a->from[i]));
	}
	return NULL_GUID;
}

TASK(quiet)
{
	return NULL_GUID;
}

/* Of which nothing may stay: the finish scope ends. */
static void
refuse(ocrGuid_t tmpl)
{
	ocrGuid_t full = conf_counted(1), t, sources[2];
	u8 two, one;

	OK(ocrEdtCreate(NULL, tmpl, 0, NULL, 1, &full, EDT_PROP_NONE, NULL_HINT,
			NULL));
	sources[0] = conf_event(OCR_EVENT_STICKY_T);
	sources[1] = full;
	two = ocrEdtCreate(&t, tmpl, 0, NULL, 2, sources, EDT_PROP_NONE,
			   NULL_HINT, NULL);
	one = ocrEdtCreate(NULL, tmpl, 0, NULL, 1, &full, EDT_PROP_NONE,
			   NULL_HINT, &t);
	if (two != OCR_EPERM || one != OCR_EPERM)
		FAIL("the codes are %u and %u", (unsigned)two, (unsigned)one);
	OK(ocrEventSatisfy(full, NULL_GUID));
	OK(ocrEventDestroy(sources[0]));
}

/* Each pair of sources, then each alone; a finish task, so all have run before
 * its event tells anybody. */
TASK(make)
{
	ocrGuid_t tmpl = conf_template(use), some = conf_template(quiet), t;
	ocrGuid_t out;

	for (u64 i = 0; i < SOURCES * (SOURCES + 1); i++) {
		u32 n = i < SOURCES * SOURCES ? 2 : 1;
		struct args a = {.kind = {i % SOURCES, i / SOURCES % SOURCES}};
		/* Else another worker may have run it, and its output event
		 * is gone. */
		bool waits = !is_there(a.kind[0]) ||
			     (n == 2 && !is_there(a.kind[1]));

		for (u32 k = 0; k < n; k++)
			a.from[k] = open_source(a.kind[k]);
		CHECK_OK(ocrEdtCreate(n == 1 || i % 2 ? NULL : &t, tmpl,
				      PARAMV(a), n, a.from, EDT_PROP_NONE,
				      NULL_HINT, i % 3 ? &out : NULL));
		/* A chain, which nobody asks for either. */
		for (u32 k = 0; waits && i % 3 && k < 3; k++)
			CHECK_OK(ocrEdtCreate(NULL, some, 0, NULL, 1, &out,
					      EDT_PROP_NONE, NULL_HINT, &out));
		for (u32 k = 0; k < n; k++)
			fire(a.kind[k], a.from[k]);
	}
	refuse(some);
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	CHECK_OK(ocrEdtTemplateDestroy(some));
	return NULL_GUID;
}

#define EACH 4

/* Tasks that wait are listed, and have GUIDs from then on; what they wait for
 * finds them nevertheless. */
TASK(list)
{
	ocrGuid_t tmpl = conf_template(quiet), event[EACH], db, *g, gone;
	void *result;
	ocrHint_t h;
	u32 bytes;

	if (!ocrPause(true))
		return NULL_GUID;
	for (u32 i = 0; i < EACH; i++) {
		event[i] = conf_event(OCR_EVENT_ONCE_T);
		CHECK_OK(ocrEdtCreate(NULL, tmpl, 0, NULL, 1, &event[i],
				      EDT_PROP_NONE, NULL_HINT, NULL));
	}
	gone = conf_event(OCR_EVENT_ONCE_T);
	CHECK_OK(ocrEdtCreate(NULL, tmpl, 0, NULL, 1, &gone, EDT_PROP_NONE,
			      NULL_HINT, NULL));
	CHECK_OK(ocrEventSatisfy(event[0], NULL_GUID));
	for (u32 i = 0; i < 2; i++) {
		db = ocrQuery(OCR_QUERY_ALL_EDTS, NULL_GUID, &result, &bytes,
			      0);
		g = result;
		CHECK(bytes > EACH * sizeof(*g), "%u bytes of tasks", bytes);
		for (u32 k = 0; k < bytes / sizeof(*g); k++) {
			CHECK_OK(ocrHintInit(&h, OCR_HINT_EDT_T));
			CHECK_OK(ocrGetHint(g[k], &h));
		}
		CHECK_OK(ocrDbDestroy(db));
	}
	ocrResume(1);
	for (u32 i = 1; i < EACH; i++)
		CHECK_OK(ocrEventSatisfy(event[i], NULL_GUID));
	CHECK_OK(ocrEventSatisfy(gone, NULL_GUID));
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	return NULL_GUID;
}

MAIN_TASK
{
	u32 n = (u32)conf_nodes();
	ocrGuid_t end = conf_end(2 * n), out, t;

	for (u32 i = 0; i < n; i++) {
		out = NULL_GUID;
		t = conf_finish_task(make, i, NO_PARAMS, 1, &out);
		conf_link(out, end, 2 * i, DB_MODE_NULL);
		conf_start(t, 0);
		t = conf_finish_task(list, i, NO_PARAMS, 1, &out);
		conf_link(out, end, 2 * i + 1, DB_MODE_NULL);
		conf_start(t, 0);
	}
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}
