/* SPDX-License-Identifier: BSD-3-Clause */
/* nameless.c - a task whose creator does not want its GUID has one
 * nevertheless: its own body is told it, or who lists the tasks of a node; by
 * it the task is found until it ends, and nothing is found afterwards. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-pause.h"
#include "extensions/ocr-runtime-itf.h"

#define EACH 4

struct args {
	ocrGuid_t told[EACH]; /* events, for the GUIDs */
	u64 i;
};

TASK(quiet)
{
	return NULL_GUID;
}

TASK(asks)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t db = NULL_GUID, again = NULL_GUID;
	ocrGuid_t *self = conf_block(&db, 0, sizeof(*self));
	ocrHintVal_t v = 0;
	ocrHint_t h;

	CHECK_OK(ocrCurrentEdtGet(self));
	CHECK_OK(ocrCurrentEdtGet(&again));
	CHECK(ocrGuidIsEq(*self, again), "it has two GUIDs");
	CHECK_OK(ocrHintInit(&h, OCR_HINT_EDT_T));
	CHECK_OK(ocrSetHintValue(&h, OCR_HINT_EDT_TIME, a->i + 1));
	CHECK_OK(ocrSetHint(*self, &h));
	CHECK_OK(ocrHintInit(&h, OCR_HINT_EDT_T));
	CHECK_OK(ocrGetHint(*self, &h));
	CHECK_OK(ocrGetHintValue(&h, OCR_HINT_EDT_TIME, &v));
	CHECK_EQ("hint", v, a->i + 1);
	CHECK_CODE(ocrEdtDestroy(*self), OCR_EPERM);
	CHECK_OK(ocrDbRelease(db));
	CHECK_OK(ocrEventSatisfy(a->told[a->i], db));
	return NULL_GUID;
}

/* It is a finish task: the others have ended before its event tells anybody. */
TASK(make)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t some = conf_template(quiet), tmpl = conf_template(asks), out;
	ocrGuid_t event = conf_event(OCR_EVENT_ONCE_T);

	for (a.i = 0; a.i < EACH; a.i++) {
		CHECK_OK(ocrEdtCreate(NULL, some, 0, NULL, 0, NULL,
				      EDT_PROP_NONE, NULL_HINT, NULL));
		CHECK_OK(ocrEdtCreate(NULL, tmpl, PARAMV(a), 0, NULL,
				      a.i % 2 ? EDT_PROP_NONE : EDT_PROP_FINISH,
				      NULL_HINT, a.i % 3 ? &out : NULL));
	}
	CHECK_OK(ocrEdtCreate(NULL, some, 0, NULL, 1, &event, EDT_PROP_NONE,
			      NULL_HINT, NULL));
	CHECK_OK(ocrEventSatisfy(event, NULL_GUID));
	CHECK_OK(ocrEdtTemplateDestroy(some));
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	return NULL_GUID;
}

/* Slots: a block with a GUID each; then that all have ended. */
TASK(look)
{
	u32 n = depc - (u32)conf_nodes();
	ocrHint_t h;

	for (u32 i = 0; i < n; i++) {
		const ocrGuid_t *g = depv[i].ptr;

		for (u32 k = 0; k < i; k++)
			CHECK(!ocrGuidIsEq(*g, *(ocrGuid_t *)depv[k].ptr),
			      "tasks %u and %u have one GUID", k, i);
		CHECK_OK(ocrHintInit(&h, OCR_HINT_EDT_T));
		CHECK_CODE(ocrGetHint(*g, &h), OCR_EINVAL);
	}
	for (u32 i = 0; i < n; i++)
		CHECK_OK(ocrDbDestroy(depv[i].guid));
	ocrShutdown();
	return NULL_GUID;
}

/* While the node is paused, tasks are ready that do not begin. */
TASK(list)
{
	ocrGuid_t tmpl = conf_template(quiet), db, *g;
	void *result;
	ocrHint_t h;
	u32 bytes;

	if (!ocrPause(true))
		return NULL_GUID;
	for (u32 i = 0; i < EACH; i++)
		CHECK_OK(ocrEdtCreate(NULL, tmpl, 0, NULL, 0, NULL,
				      EDT_PROP_NONE, NULL_HINT, NULL));
	db = ocrQuery(OCR_QUERY_READY_EDTS, NULL_GUID, &result, &bytes, 0);
	g = result;
	CHECK(bytes >= EACH * sizeof(*g), "%u bytes of ready tasks", bytes);
	for (u32 i = 0; i < bytes / sizeof(*g); i++) {
		CHECK_OK(ocrHintInit(&h, OCR_HINT_EDT_T));
		CHECK_OK(ocrGetHint(g[i], &h));
	}
	ocrResume(1);
	CHECK_OK(ocrDbDestroy(db));
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	return NULL_GUID;
}

MAIN_TASK
{
	u32 n = EACH * (u32)conf_nodes();
	ocrGuid_t end = conf_task(look, conf_nodes() - 1, NO_PARAMS,
				  n + (u32)conf_nodes(), NULL);
	ocrGuid_t out, listed, t;
	struct args a = {0};

	for (u64 i = 0; i < conf_nodes(); i++) {
		for (u32 k = 0; k < EACH; k++) {
			a.told[k] = conf_event(OCR_EVENT_ONCE_T);
			conf_link(a.told[k], end, EACH * (u32)i + k,
				  DB_MODE_CONST);
		}
		t = conf_finish_task(list, i, NO_PARAMS, 1, &listed);
		out = NULL_GUID;
		conf_link(listed, conf_finish_task(make, i, PARAMS(a), 1, &out),
			  0, DB_MODE_NULL);
		conf_link(out, end, n + (u32)i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}
