/* SPDX-License-Identifier: BSD-3-Clause */
/* hint_priority.c - of the tasks that are ready, the one with the greatest
 * priority runs first; one without counts as 0.  All run in the end. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-runtime-itf.h"

#define TASKS	48
/* In this order they are made ready: every third has no priority. */
#define RANK(i) ((i) % 3 ? (s64)((i)*29 % TASKS) - TASKS / 3 : 0)

struct args {
	ocrGuid_t end;
	u64 i;
};

/* Writes down its priority. */
TASK(run)
{
	u64 *log = depv[1].ptr;
	u64 at = __atomic_fetch_add(&log[0], 1, __ATOMIC_RELAXED);

	log[1 + at] = paramv[0];
	return NULL_GUID;
}

TASK(look)
{
	const u64 *log = depv[0].ptr;
	s64 sum = 0, want = 0;
	u64 rises = 0;

	CHECK_EQ("tasks that ran", log[0], TASKS);
	for (u64 i = 0; i < TASKS; i++) {
		sum += (s64)log[1 + i];
		want += RANK(i);
		rises += i && (s64)log[1 + i] > (s64)log[i];
	}
	CHECK(sum == want, "a task ran twice");
	/* Other threads take tasks while this one makes them ready.  The one
	 * that has waited longest is taken out of turn, now and then. */
	CHECK(ocrNbWorkers() > 1 || rises <= 2,
	      "%" PRIu64 " tasks ran too late", rises);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

/* Task i, for the event that starts all; `done` counts down when it has run. */
static void
make(ocrGuid_t tmpl, u64 i, ocrGuid_t log, ocrGuid_t start, ocrGuid_t done)
{
	ocrGuid_t t = NULL_GUID, out = done;
	s64 rank = RANK(i);
	ocrHint_t h;

	OK(ocrHintInit(&h, OCR_HINT_EDT_T));
	OK(ocrSetHintValue(&h, OCR_HINT_EDT_PRIORITY, (u64)rank));
	OK(ocrEventSatisfySlot(done, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT));
	OK(ocrEdtCreate(&t, tmpl, PARAMV(rank), 2, NULL, EDT_PROP_OEVT_VALID,
			rank ? &h : NULL_HINT, &out));
	/* What is set until the task can run counts. */
	if (i % 3 == 1) {
		OK(ocrSetHintValue(&h, OCR_HINT_EDT_PRIORITY, 1000));
		OK(ocrSetHint(t, &h));
		OK(ocrSetHintValue(&h, OCR_HINT_EDT_PRIORITY, (u64)rank));
		OK(ocrSetHint(t, &h));
	}
	conf_link(log, t, 1, DB_MODE_RW);
	conf_link(start, t, 0, DB_MODE_NULL);
}

/* All of this happens on one node, so they are ready when it ends. */
TASK(gate)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t start = conf_event(OCR_EVENT_ONCE_T), log = NULL_GUID, out;
	ocrGuid_t done = conf_event(OCR_EVENT_LATCH_T);
	ocrGuid_t tmpl = conf_template(run), last;
	u64 *p = conf_block(&log, a->i, (TASKS + 1) * sizeof(*p));

	p[0] = 0;
	CHECK_OK(ocrDbRelease(log));
	last = conf_task(look, a->i, NO_PARAMS, 2, &out);
	conf_link(out, a->end, (u32)a->i, DB_MODE_NULL);
	conf_link(done, last, 1, DB_MODE_NULL);
	conf_link(log, last, 0, DB_MODE_RW);
	for (u64 i = 0; i < TASKS; i++)
		make(tmpl, i, log, start, done);
	CHECK_OK(ocrEventSatisfy(start, NULL_GUID));
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	return NULL_GUID;
}

MAIN_TASK
{
	u64 n = conf_nodes();
	struct args a = {.end = conf_end((u32)n)};

	for (a.i = 0; a.i < n; a.i++)
		conf_start(conf_task(gate, a.i, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
