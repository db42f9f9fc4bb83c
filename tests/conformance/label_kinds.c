/* SPDX-License-Identifier: BSD-3-Clause */
/* label_kinds.c - blocks, templates, latch and once events with labels, created
 * on one node, of elements on others, and used before they exist. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"

struct args {
	ocrGuid_t blocks, templates, latches, onces, end;
	u64 i;
};

static ocrGuid_t
element(ocrGuid_t range, u64 i)
{
	ocrGuid_t g = NULL_GUID;

	OK(ocrGuidFromIndex(&g, range, i));
	return g;
}

TASK(work)
{
	const struct args *a = PARAM(struct args);

	CHECK_EQ("parameters", paramc, sizeof(*a) / sizeof(u64));
	CHECK_EQ("number in a block with a label", conf_value(&depv[0]),
		 a->i + 5);
	CHECK_EQ("number through a once event", conf_value(&depv[2]), a->i);
	CHECK_OK(ocrDbDestroy(element(a->blocks, a->i)));
	CHECK_OK(ocrEdtTemplateDestroy(element(a->templates, a->i)));
	conf_start(a->end, (u32)a->i);
	return NULL_GUID;
}

/* The block, the latch and the once event are there before, or not. */
TASK(use)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t tmpl = element(a->templates, a->i), task;

	CHECK_CODE(ocrEdtCreate(&task, tmpl, EDT_PARAM_DEF, NULL, EDT_PARAM_DEF,
				NULL, EDT_PROP_NONE, NULL_HINT, NULL),
		   OCR_EINVAL);
	CHECK_OK(ocrEdtCreate(&task, tmpl, sizeof(*a) / sizeof(u64),
			      (const u64 *)a, 3, NULL, EDT_PROP_NONE, NULL_HINT,
			      NULL));
	conf_link(element(a->onces, a->i), task, 2, DB_MODE_CONST);
	conf_link(element(a->latches, a->i), task, 1, DB_MODE_NULL);
	conf_link(element(a->blocks, a->i), task, 0, DB_MODE_CONST);
	CHECK_OK(ocrEventSatisfySlot(element(a->latches, a->i), NULL_GUID,
				     OCR_EVENT_LATCH_DECR_SLOT));
	CHECK_OK(ocrEventSatisfy(element(a->onces, a->i),
				 conf_number(a->i, a->i)));
	return NULL_GUID;
}

TASK(create)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t g = element(a->latches, a->i);
	void *p;

	CHECK_OK(ocrEventCreate(&g, OCR_EVENT_LATCH_T, GUID_PROP_IS_LABELED));
	CHECK_OK(ocrEventSatisfySlot(g, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT));
	CHECK_OK(ocrEventSatisfySlot(g, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT));
	CHECK_OK(ocrEventSatisfySlot(g, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT));
	g = element(a->onces, a->i);
	CHECK_OK(ocrEventCreate(&g, OCR_EVENT_ONCE_T,
				GUID_PROP_IS_LABELED | EVT_PROP_TAKES_ARG));
	g = element(a->blocks, a->i);
	CHECK_OK(ocrDbCreate(&g, &p, sizeof(u64), GUID_PROP_IS_LABELED,
			     NULL_HINT, NO_ALLOC));
	*(u64 *)p = a->i + 5;
	return NULL_GUID;
}

TASK(create_template)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t g = element(a->templates, a->i);

	CHECK_OK(ocrEdtTemplateCreateLabeled(&g, work, sizeof(*a) / sizeof(u64),
					     3, GUID_PROP_IS_LABELED));
	CHECK(ocrGuidIsEq(g, element(a->templates, a->i)),
	      "the template has another GUID");
	return NULL_GUID;
}

MAIN_TASK
{
	u32 n = (u32)conf_nodes() + 1;
	struct args a = {.end = conf_end(n)};
	ocrGuid_t t, out, u;

	CHECK_OK(ocrGuidRangeCreate(&a.blocks, n, GUID_USER_DB));
	CHECK_OK(ocrGuidRangeCreate(&a.templates, n, GUID_USER_EDT_TEMPLATE));
	CHECK_OK(ocrGuidRangeCreate(&a.latches, n, GUID_USER_EVENT_LATCH));
	CHECK_OK(ocrGuidRangeCreate(&a.onces, n, GUID_USER_EVENT_ONCE));
	for (a.i = 0; a.i < n; a.i++) {
		/* A template must be there when a task is made from it. */
		t = conf_task(create_template, a.i + 2, PARAMS(a), 1, &out);
		u = conf_task(use, a.i + 1, PARAMS(a), 2, NULL);
		conf_link(out, u, 0, DB_MODE_NULL);
		conf_start(t, 0);
		t = conf_task(create, a.i / 2, PARAMS(a), 1, &out);
		if (a.i % 2)
			conf_link(out, u, 1, DB_MODE_NULL);
		else
			conf_start(u, 1);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
