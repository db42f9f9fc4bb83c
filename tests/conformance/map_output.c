/* SPDX-License-Identifier: BSD-3-Clause */
/* map_output.c - elements of a map with a creator function are output events of
 * tasks, and have hints: on the node that asks first, on others, and before
 * they exist. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-labeling.h"
#include "extensions/ocr-map-creator.h"
#include "extensions/ocr-runtime-itf.h"

enum { ONCE, STICKY, IDEM, LATCH, EVENTS, EDT = EVENTS, BLOCK, KINDS };

#define N (4 * KINDS)

struct args {
	ocrGuid_t map, end;
	u64 i;
};

static void
creator(ocrGuid_t lid, u64 index, u32 paramc CONF_UNUSED,
	u64 *paramv CONF_UNUSED, u32 guidc CONF_UNUSED,
	ocrGuid_t *guidv CONF_UNUSED)
{
	static const ocrEventTypes_t types[] = {
		[ONCE] = OCR_EVENT_ONCE_T,
		[STICKY] = OCR_EVENT_STICKY_T,
		[IDEM] = OCR_EVENT_IDEM_T,
		[LATCH] = OCR_EVENT_LATCH_T,
	};
	u64 kind = index % KINDS;
	ocrGuid_t tmpl;

	if (kind == BLOCK) {
		OK(ocrDbCreate(&lid, NULL, sizeof(u64), DB_PROP_MAPPED,
			       NULL_HINT, NO_ALLOC));
	} else if (kind == EDT) {
		tmpl = conf_template(conf_nothing);
		OK(ocrEdtCreate(&lid, tmpl, 0, NULL, 1, NULL, EDT_PROP_MAPPED,
				NULL_HINT, NULL));
		OK(ocrEdtTemplateDestroy(tmpl));
	} else {
		OK(ocrEventCreate(&lid, types[kind], EVT_PROP_MAPPED));
		if (kind == LATCH)
			OK(ocrEventSatisfySlot(lid, NULL_GUID,
					       OCR_EVENT_LATCH_INCR_SLOT));
	}
}

TASK(answer)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t out, g;

	CHECK_OK(ocrCurrentEdtOutputGet(&out));
	CHECK_OK(ocrMapGet(&g, a->map, a->i));
	CHECK(ocrGuidIsEq(out, g), "the output event is another");
	return conf_number(a->i + 1, 500 + a->i);
}

static ocrHint_t
hint(u64 i, ocrHintVal_t value)
{
	bool task = i % KINDS == EDT;
	ocrHint_t h;

	OK(ocrHintInit(&h, task ? OCR_HINT_EDT_T : OCR_HINT_DB_T));
	OK(ocrSetHintValue(&h, task ? OCR_HINT_EDT_PRIORITY : OCR_HINT_DB_NEAR,
			   value));
	return h;
}

/* Is that what g has?  Then it is what the task before said. */
static bool
has(ocrGuid_t g, u64 i, ocrHintVal_t value)
{
	bool task = i % KINDS == EDT;
	ocrHint_t h;
	s64 got = -1;

	OK(ocrHintInit(&h, task ? OCR_HINT_EDT_T : OCR_HINT_DB_T));
	OK(ocrGetHint(g, &h));
	OK(ocrGetHintValue(&h, task ? OCR_HINT_EDT_PRIORITY : OCR_HINT_DB_NEAR,
			   &got));
	if ((u64)got != value)
		FAIL("the hint is %" PRId64 ", not %" PRIu64, got, value);
	return (u64)got == value;
}

/* On the element's own node, which has been told by then. */
TASK(look)
{
	const struct args *a = PARAM(struct args);
	ocrGuidUserKind kind;
	ocrGuid_t g;
	ocrHint_t h;

	CHECK_OK(ocrMapGet(&g, a->map, a->i));
	/* A task need not be there yet. */
	CHECK_OK(ocrGetGuidKind(&kind, g));
	if (kind != GUID_USER_NONE && !has(g, a->i, 70 + a->i))
		return NULL_GUID;
	h = hint(a->i, 90 + a->i);
	CHECK_OK(ocrSetHint(g, &h));
	if (!has(g, a->i, 90 + a->i))
		return NULL_GUID;
	/* Once there is an object, hints of another type are refused here. */
	CHECK_OK(ocrGetGuidKind(&kind, g));
	h = hint(a->i % KINDS == EDT ? BLOCK : EDT, 1);
	if (kind != GUID_USER_NONE) {
		CHECK_CODE(ocrSetHint(g, &h), OCR_EINVAL);
		CHECK_CODE(ocrGetHint(g, &h), OCR_EINVAL);
	}
	if (a->i % KINDS == EDT) {
		CHECK_OK(ocrEdtDestroy(g));
	} else {
		CHECK_OK(ocrDbDestroy(g));
	}
	return NULL_GUID;
}

static u64
node_of(ocrGuid_t g)
{
	ocrGuid_t at = NULL_GUID;
	u64 n = 1, i = 0;

	OK(ocrAffinityQuery(g, &n, &at));
	while (i + 1 < conf_nodes() && !ocrGuidIsEq(at, conf_node(i)))
		i++;
	return i;
}

TASK(use)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t tmpl, t = NULL_GUID, g, out;
	ocrHint_t h = conf_edt_hint(a->i + 2);

	CHECK_OK(ocrMapGet(&g, a->map, a->i));
	if (a->i % KINDS < EVENTS) {
		tmpl = conf_template(answer);
		out = g;
		conf_link(g, a->end, (u32)a->i, DB_MODE_CONST);
		CHECK_OK(ocrEdtCreate(&t, tmpl, sizeof(*a) / sizeof(u64),
				      (void *)paramv, 1, NULL,
				      EDT_PROP_OEVT_VALID, &h, &out));
		CHECK(ocrGuidIsEq(out, g), "the event was changed");
		CHECK_OK(ocrEdtTemplateDestroy(tmpl));
		conf_start(t, 0);
		return NULL_GUID;
	}
	h = hint(a->i, 70 + a->i);
	CHECK_OK(ocrSetHint(g, &h));
	if (!has(g, a->i, 70 + a->i))
		return NULL_GUID;
	t = conf_task(look, node_of(g), PARAMS(*a), 1, &out);
	conf_link(out, a->end, (u32)a->i, DB_MODE_NULL);
	conf_link(a->i % KINDS == BLOCK ? g : NULL_GUID, t, 0, DB_MODE_CONST);
	return NULL_GUID;
}

TASK(end)
{
	const struct args *a = depv[N].ptr;
	ocrGuid_t g;

	for (u64 i = 0; i < N; i++) {
		if (i % KINDS >= EVENTS)
			continue;
		CHECK_OK(ocrMapGet(&g, a->map, i));
		if (i % KINDS == LATCH)
			CHECK(ocrGuidIsNull(depv[i].guid),
			      "a latch event brought a block");
		else
			CHECK_EQ("number", conf_value(&depv[i]), 500 + i);
		if (i % KINDS == STICKY || i % KINDS == IDEM)
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

	CHECK_OK(ocrMapCreate(&a.map, N, creator, 0, NULL, 0, NULL));
	p = conf_block(&g, 1, sizeof(*p));
	*p = a;
	CHECK_OK(ocrDbRelease(g));
	conf_link(g, a.end, N, DB_MODE_CONST);
	for (a.i = 0; a.i < N; a.i++)
		conf_start(conf_task(use, a.i + a.i / 3, PARAMS(a), 1, NULL),
			   0);
	return NULL_GUID;
}
