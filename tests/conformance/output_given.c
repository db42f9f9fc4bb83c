/* SPDX-License-Identifier: BSD-3-Clause */
/* output_given.c - with EDT_PROP_OEVT_VALID an event of the program, on
 * whatever node, serves as the output event; a latch counts down. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-runtime-itf.h"

#define TASKS 12

struct args {
	ocrGuid_t event, last;
	u64 i;
};

TASK(answer)
{
	ocrGuid_t out = NULL_GUID;

	CHECK_OK(ocrCurrentEdtOutputGet(&out));
	CHECK(ocrGuidIsEq(out, PARAM(struct args)->event),
	      "the output event is another");
	return conf_number(paramv[4], 100 + PARAM(struct args)->i);
}

/* A task on node i whose output event is `event`. */
static ocrGuid_t
with_output(ocrEdt_t func, struct args *a, u16 flags, ocrGuid_t *guid)
{
	ocrGuid_t tmpl = conf_template(func), out = a->event;
	ocrHint_t h = conf_edt_hint(a->i);

	OK(ocrEdtCreate(guid, tmpl, 5, (const void *)a, 1, NULL,
			flags | EDT_PROP_OEVT_VALID, &h, &out));
	OK(ocrEdtTemplateDestroy(tmpl));
	return out;
}

TASK(take)
{
	CHECK_EQ("what came", conf_value(&depv[0]), 100 + paramv[0]);
	return NULL_GUID;
}

/* Each kind of event; on node i, for a task on the next one. */
TASK(single)
{
	static const ocrEventTypes_t types[] = {
		OCR_EVENT_ONCE_T, OCR_EVENT_IDEM_T, OCR_EVENT_STICKY_T};
	struct args a = *PARAM(struct args);
	ocrGuid_t t = NULL_GUID, same;

	a.event = conf_event(types[a.i % 3]);
	a.i++;
	conf_link(a.event, conf_task(take, a.i + 1, PARAMS(a.i), 1, &same), 0,
		  DB_MODE_CONST);
	conf_link(same, a.last, (u32)a.i - 1, DB_MODE_NULL);
	same = with_output(answer, &a, EDT_PROP_NONE, &t);
	CHECK(ocrGuidIsEq(same, a.event), "the event was changed");
	conf_start(t, 0);
	return NULL_GUID;
}

TASK(nest)
{
	conf_start(conf_task(conf_nothing, paramv[4] + 1, NO_PARAMS, 1, NULL),
		   0);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.last = conf_end(TASKS + 2)};
	ocrGuid_t tmpl = conf_template(conf_nothing), latch, t = NULL_GUID;

	for (a.i = 0; a.i < TASKS; a.i++) {
		t = conf_task(single, a.i, PARAMS(a), 1, NULL);
		conf_start(t, 0);
	}
	/* One up and one down for each of many tasks. */
	a.event = latch = conf_event(OCR_EVENT_LATCH_T);
	conf_link(latch, a.last, TASKS, DB_MODE_NULL);
	CHECK_OK(ocrEventSatisfySlot(latch, NULL_GUID,
				     OCR_EVENT_LATCH_INCR_SLOT));
	for (a.i = 0; a.i < TASKS; a.i++) {
		CHECK_OK(ocrEventSatisfySlot(latch, NULL_GUID,
					     OCR_EVENT_LATCH_INCR_SLOT));
		with_output(a.i % 2 ? nest : answer, &a,
			    a.i % 2 ? EDT_PROP_FINISH : EDT_PROP_NONE, &t);
		conf_start(t, 0);
	}
	CHECK_OK(ocrEventSatisfySlot(latch, NULL_GUID,
				     OCR_EVENT_LATCH_DECR_SLOT));
	/* A task that never runs leaves the event alone. */
	a.event = conf_event(OCR_EVENT_STICKY_T);
	a.i = 1;
	with_output(answer, &a, EDT_PROP_NONE, &t);
	CHECK_OK(ocrEdtDestroy(t));
	conf_link(a.event, a.last, TASKS + 1, DB_MODE_NULL);
	CHECK_OK(ocrEventSatisfy(a.event, NULL_GUID));

	CHECK_CODE(ocrEdtCreate(&t, tmpl, 0, NULL, 0, NULL, EDT_PROP_OEVT_VALID,
				NULL_HINT, NULL),
		   OCR_EINVAL);
	latch = NULL_GUID;
	CHECK_CODE(ocrEdtCreate(&t, tmpl, 0, NULL, 0, NULL, EDT_PROP_OEVT_VALID,
				NULL_HINT, &latch),
		   OCR_EINVAL);
	CHECK_CODE(ocrEdtCreate(&t, tmpl, 0, NULL, 0, NULL, EDT_PROP_OEVT_VALID,
				NULL_HINT, &tmpl),
		   OCR_EINVAL);
	return NULL_GUID;
}
