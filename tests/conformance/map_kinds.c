/* SPDX-License-Identifier: BSD-3-Clause */
/* map_kinds.c - elements of one map are tasks, events of every sort and
 * blocks.  Whoever uses them does not know which node has them, whether they
 * exist, or which is what but by its own plan. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-map-creator.h"
#include "extensions/ocr-runtime-itf.h"

enum { BLOCK, ONCE, STICKY, LATCH, EDT, KINDS, N = 5 * KINDS };

struct args {
	ocrGuid_t map, end;
	u64 i;
};

TASK(element)
{
	u64 index = paramv[0];
	ocrGuid_t me, g;

	CHECK_OK(ocrCurrentEdtGet(&me));
	CHECK_OK(ocrGetGuid(&g, ((const ocrGuid_t *)(paramv + 1))[0]));
	CHECK(ocrGuidIsEq(me, g), "the task is called otherwise");
	CHECK_EQ("number", conf_value(&depv[0]), 1000 + index);
	return conf_number(index, 2000 + index);
}

static void
creator(ocrGuid_t lid, u64 index, u32 paramc CONF_UNUSED,
	u64 *paramv CONF_UNUSED, u32 guidc CONF_UNUSED, ocrGuid_t *guidv)
{
	static const ocrEventTypes_t types[] = {
		[ONCE] = OCR_EVENT_ONCE_T,
		[STICKY] = OCR_EVENT_STICKY_T,
		[LATCH] = OCR_EVENT_LATCH_T,
	};
	u64 kind = index % KINDS;
	ocrGuid_t tmpl, out;
	struct {
		u64 index;
		ocrGuid_t guid;
	} me = {index, lid};
	void *p = &me;

	switch (kind) {
	case BLOCK:
		OK(ocrDbCreate(&lid, &p, sizeof(u64), DB_PROP_MAPPED, NULL_HINT,
			       NO_ALLOC));
		if (p)
			FAIL("a mapped block has a pointer");
		break;
	case EDT:
		tmpl = conf_template(element);
		OK(ocrEdtCreate(&lid, tmpl, sizeof(me) / sizeof(u64), p, 1,
				NULL, EDT_PROP_MAPPED | EDT_PROP_LID, NULL_HINT,
				&out));
		OK(ocrEdtTemplateDestroy(tmpl));
		conf_link(out, guidv[0], (u32)index, DB_MODE_CONST);
		break;
	default:
		OK(ocrEventCreate(&lid, types[kind],
				  EVT_PROP_MAPPED | EVT_PROP_TAKES_ARG));
		if (kind == LATCH)
			OK(ocrEventSatisfySlot(lid, NULL_GUID,
					       OCR_EVENT_LATCH_INCR_SLOT));
	}
}

TASK(fill)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t g;

	CHECK_OK(ocrMapGet(&g, a->map, a->i));
	CHECK(ocrGuidIsEq(g, depv[0].guid), "the block is called otherwise");
	*(u64 *)depv[0].ptr = 3000 + a->i;
	CHECK_OK(ocrDbRelease(g));
	conf_link(g, a->end, (u32)a->i, DB_MODE_CONST);
	return NULL_GUID;
}

TASK(use)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t g;

	CHECK_OK(ocrMapGet(&g, a->map, a->i));
	switch (a->i % KINDS) {
	case BLOCK:
		conf_link(g, conf_task(fill, a->i + 1, PARAMS(*a), 1, NULL), 0,
			  DB_MODE_EW);
		break;
	case EDT:
		conf_link(conf_number(a->i, 1000 + a->i), g, 0, DB_MODE_CONST);
		break;
	case LATCH:
		conf_link(g, a->end, (u32)a->i, DB_MODE_NULL);
		CHECK_OK(ocrEventSatisfySlot(g, NULL_GUID,
					     OCR_EVENT_LATCH_DECR_SLOT));
		break;
	default:
		conf_link(g, a->end, (u32)a->i, DB_MODE_CONST);
		CHECK_OK(ocrEventSatisfy(g, conf_number(a->i, 4000 + a->i)));
	}
	return NULL_GUID;
}

TASK(end)
{
	static const u64 want[] = {3000, 4000, 4000, 0, 2000};
	const struct args *a = depv[N].ptr;
	ocrGuid_t g;

	for (u64 i = 0; i < N; i++) {
		CHECK_OK(ocrMapGet(&g, a->map, i));
		if (i % KINDS != LATCH) {
			CHECK_EQ("number", conf_value(&depv[i]),
				 want[i % KINDS] + i);
			CHECK_OK(ocrDbDestroy(depv[i].guid));
		}
		if (i % KINDS == STICKY)
			CHECK_OK(ocrEventDestroy(g));
	}
	CHECK_OK(ocrMapDestroy(a->map));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.end = conf_task(end, 1, NO_PARAMS, N + 1, NULL)}, *p;
	ocrGuid_t g;

	CHECK_CODE(ocrMapCreate(&g, 0, creator, 0, NULL, 0, NULL), OCR_EINVAL);
	CHECK_CODE(ocrMapCreate(&g, 1, NULL, 0, NULL, 0, NULL), OCR_EINVAL);
	CHECK_CODE(ocrMapDestroy(NULL_GUID), OCR_EINVAL);
	CHECK_EQ("type of no identifier", ocrGetIdType(NULL_GUID), OCR_ID_UNK);
	CHECK_CODE(ocrGetGuid(&g, NULL_GUID), OCR_EINVAL);
	CHECK_OK(ocrMapCreate(&a.map, N, creator, 0, NULL, 1, &a.end));
	CHECK_CODE(ocrMapGet(&g, a.map, N), OCR_EINVAL);
	CHECK_OK(ocrMapGet(&g, a.map, 0));
	CHECK_CODE(
		ocrDbCreate(&g, NULL, 8, DB_PROP_MAPPED, NULL_HINT, NO_ALLOC),
		OCR_EINVAL);
	p = conf_block(&g, 1, sizeof(*p));
	*p = a;
	CHECK_OK(ocrDbRelease(g));
	conf_link(g, a.end, N, DB_MODE_CONST);
	for (a.i = 0; a.i < N; a.i++)
		conf_start(conf_task(use, a.i + a.i / 3, PARAMS(a), 1, NULL),
			   0);
	return NULL_GUID;
}
