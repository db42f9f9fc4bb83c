/* SPDX-License-Identifier: BSD-3-Clause */
/* hint_inherit.c - a task begins with the hints of its template, on whatever
 * node it is made or runs; its own come first. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-runtime-itf.h"

#define TASKS 8

struct args {
	ocrGuid_t tmpl, end;
	u64 priority; /* that the template has now */
	u64 space;    /* of the task's own; 0: none */
	u64 i;
};

static void
give(ocrGuid_t g, ocrHintProp_t prop, ocrHintVal_t value)
{
	ocrHint_t h;

	OK(ocrHintInit(&h, OCR_HINT_EDT_T));
	OK(ocrSetHintValue(&h, prop, value));
	OK(ocrSetHint(g, &h));
}

/* Made from the template. */
TASK(look)
{
	const struct args *a = PARAM(struct args);
	ocrHintVal_t v = 0;
	ocrGuid_t self;
	ocrHint_t h;

	CHECK_OK(ocrCurrentEdtGet(&self));
	CHECK_OK(ocrHintInit(&h, OCR_HINT_EDT_T));
	CHECK_OK(ocrGetHint(self, &h));
	CHECK_OK(ocrGetHintValue(&h, OCR_HINT_EDT_PRIORITY, &v));
	CHECK_EQ("priority", v, a->priority);
	CHECK_OK(ocrGetHintValue(&h, OCR_HINT_EDT_SPACE, &v));
	CHECK_EQ("space", v, a->space ? a->space : 42);
	CHECK_CODE(ocrGetHintValue(&h, OCR_HINT_EDT_TIME, &v), OCR_ENOENT);
	return NULL_GUID;
}

/* Makes tasks for all nodes, the i-th is for slot first + i of the end. */
TASK(make)
{
	struct args a = *PARAM(struct args);
	u64 first = a.i * TASKS;
	ocrGuid_t t = NULL_GUID, out;
	ocrHint_t h;

	for (a.i = 0; a.i < TASKS; a.i++) {
		h = conf_edt_hint(a.i);
		a.space = a.i % 2 ? a.i : 0;
		if (a.space)
			CHECK_OK(ocrSetHintValue(&h, OCR_HINT_EDT_SPACE,
						 a.space));
		CHECK_OK(ocrEdtCreate(&t, a.tmpl, PARAMV(a), 1, NULL,
				      EDT_PROP_NONE, &h, &out));
		conf_link(out, a.end, (u32)(first + a.i), DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}

TASK(again)
{
	struct args a = *PARAM(struct args);
	u64 n = conf_nodes();

	/* Nodes that know the template hear of it before they go on. */
	a.priority++;
	give(a.tmpl, OCR_HINT_EDT_PRIORITY, a.priority);
	a.end = conf_end((u32)(n * TASKS));
	for (a.i = 0; a.i < n; a.i++)
		conf_start(conf_task(make, a.i, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.tmpl = conf_template(look), .priority = 9};
	u64 n = conf_nodes();

	give(a.tmpl, OCR_HINT_EDT_PRIORITY, a.priority);
	give(a.tmpl, OCR_HINT_EDT_SPACE, 42);
	a.end = conf_task(again, 0, PARAMS(a), (u32)(n * TASKS), NULL);
	for (a.i = 0; a.i < n; a.i++)
		conf_start(conf_task(make, a.i, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
