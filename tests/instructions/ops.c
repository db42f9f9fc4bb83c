/* SPDX-License-Identifier: BSD-3-Clause */
/* ops.c - does one operation of the API many times, on one node.
 *
 *	ops OPERATION TIMES
 *	ops --list
 *
 * For count.sh, which counts the instructions of one more.  Tasks come in
 *waves, so that memory is what it is in the long run.
 */
#include "ocr.h"
#include "extensions/ocr-labeling.h"
#include "extensions/ocr-runtime-itf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WAVE	    1000
#define BLOCK_BYTES 64

/* What all tasks know: there is one worker. */
static struct {
	const struct op *op;
	u64 left; /* still to be done */
	u64 wave; /* tasks of this wave that have not ended */
	ocrGuid_t wave_tmpl, task, task1, task2, keep, latch, event, block;
	ocrGuid_t range;
	ocrGuid_t last; /* the output event before, or what all wait for */
	u64 made;	/* tasks of this wave, of those that wait for it */
	ocrHint_t hint;
} now;

struct op {
	const char *name;
	void (*once)(void);
	bool makes_task; /* which calls done_one() */
};

static void
check(u8 code, const char *call)
{
	if (!code)
		return;
	fprintf(stderr, "ops: %s returned %u\n", call, (unsigned)code);
	exit(1);
}
#define OK(call) check(call, #call)

/* -- Tasks ----------------------------------------------------------------- */

static ocrGuid_t
wave(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u64 n = now.left < WAVE ? now.left : WAVE;

	(void)paramc, (void)paramv, (void)depc, (void)depv;
	if (!n) {
		ocrShutdown();
		return NULL_GUID;
	}
	now.left -= n;
	now.wave = n;
	for (u64 i = 0; i < n; i++)
		now.op->once();
	return NULL_GUID;
}

static void
next_wave(void)
{
	ocrGuid_t g;

	OK(ocrEdtCreate(&g, now.wave_tmpl, 0, NULL, 0, NULL, EDT_PROP_NONE,
			NULL_HINT, NULL));
}

static ocrGuid_t
body(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc, (void)paramv, (void)depc, (void)depv;
	if (!--now.wave)
		next_wave();
	return NULL_GUID;
}

static void
empty_task(void)
{
	ocrGuid_t g;

	OK(ocrEdtCreate(&g, now.task, 0, NULL, 0, NULL, EDT_PROP_NONE,
			NULL_HINT, NULL));
}

static void
task_unnamed(void)
{
	OK(ocrEdtCreate(NULL, now.task, 0, NULL, 0, NULL, EDT_PROP_NONE,
			NULL_HINT, NULL));
}

static void
task_output(void)
{
	ocrGuid_t g, output;

	OK(ocrEdtCreate(&g, now.task, 0, NULL, 0, NULL, EDT_PROP_NONE,
			NULL_HINT, &output));
}

static void
task_finish(void)
{
	ocrGuid_t g;

	OK(ocrEdtCreate(&g, now.task, 0, NULL, 0, NULL, EDT_PROP_FINISH,
			NULL_HINT, NULL));
}

static void
task_slot(void)
{
	ocrGuid_t g;

	OK(ocrEdtCreate(&g, now.task1, 0, NULL, 1, NULL, EDT_PROP_NONE,
			NULL_HINT, NULL));
	OK(ocrAddDependence(NULL_GUID, g, 0, DB_MODE_CONST));
}

/* An event, and the task that waits for it. */
static void
task_slots(void)
{
	ocrGuid_t g, event;

	OK(ocrEventCreate(&event, OCR_EVENT_ONCE_T, EVT_PROP_NONE));
	OK(ocrEdtCreate(&g, now.task2, 0, NULL, 2, NULL, EDT_PROP_NONE,
			NULL_HINT, NULL));
	OK(ocrAddDependence(event, g, 0, DB_MODE_CONST));
	OK(ocrAddDependence(NULL_GUID, g, 1, DB_MODE_CONST));
	OK(ocrEventSatisfy(event, NULL_GUID));
}

/* Of so many as are in a wave, all of which wait for one event. */
static void
task_fan(void)
{
	ocrGuid_t g;

	if (!now.made++)
		OK(ocrEventCreate(&now.last, OCR_EVENT_ONCE_T, EVT_PROP_NONE));
	OK(ocrEdtCreate(&g, now.task1, 0, NULL, 1, NULL, EDT_PROP_NONE,
			NULL_HINT, NULL));
	OK(ocrAddDependence(now.last, g, 0, DB_MODE_CONST));
	if (now.made < now.wave)
		return;
	now.made = 0;
	OK(ocrEventSatisfy(now.last, NULL_GUID));
}

/* Each waits for the end of the one before. */
static void
task_chain(void)
{
	ocrGuid_t g, output;

	OK(ocrEdtCreate(&g, now.task1, 0, NULL, 1, NULL, EDT_PROP_NONE,
			NULL_HINT, &output));
	OK(ocrAddDependence(now.made ? now.last : NULL_GUID, g, 0,
			    DB_MODE_CONST));
	now.last = output;
	now.made = (now.made + 1) % now.wave;
}

/* The same in one call, and nobody asks for its GUID. */
static void
task_follows(void)
{
	ocrGuid_t before = now.made ? now.last : NULL_GUID;

	OK(ocrEdtCreate(NULL, now.task1, 0, NULL, 1, &before, EDT_PROP_NONE,
			NULL_HINT, &now.last));
	now.made = (now.made + 1) % now.wave;
}

static void
task_block(ocrDbAccessMode_t mode)
{
	ocrGuid_t g;

	OK(ocrEdtCreate(&g, now.task1, 0, NULL, 1, NULL, EDT_PROP_NONE,
			NULL_HINT, NULL));
	OK(ocrAddDependence(now.block, g, 0, mode));
}

static void
task_reads(void)
{
	task_block(DB_MODE_RO);
}

static void
task_writes(void)
{
	task_block(DB_MODE_RW);
}

/* -- Events ---------------------------------------------------------------- */

static ocrGuid_t
new_event(ocrEventTypes_t type)
{
	ocrGuid_t g;

	OK(ocrEventCreate(&g, type, EVT_PROP_NONE));
	return g;
}

static void
event_once(void)
{
	OK(ocrEventSatisfy(new_event(OCR_EVENT_ONCE_T), NULL_GUID));
}

static void
event_kept(ocrEventTypes_t type)
{
	ocrGuid_t g = new_event(type);

	OK(ocrEventSatisfy(g, NULL_GUID));
	OK(ocrEventDestroy(g));
}

static void
event_idem(void)
{
	event_kept(OCR_EVENT_IDEM_T);
}

static void
event_sticky(void)
{
	event_kept(OCR_EVENT_STICKY_T);
}

static void
event_latch(void)
{
	ocrGuid_t g = new_event(OCR_EVENT_LATCH_T);

	OK(ocrEventSatisfySlot(g, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT));
	OK(ocrEventSatisfySlot(g, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT));
}

static void
event_counted(void)
{
	ocrEventParams_t p = {.EVENT_COUNTED.nbDeps = 1};
	ocrGuid_t g;

	OK(ocrEventCreateParams(&g, OCR_EVENT_COUNTED_T, EVT_PROP_NONE, &p));
	OK(ocrAddDependence(g, now.latch, OCR_EVENT_LATCH_INCR_SLOT,
			    DB_MODE_NULL));
	OK(ocrEventSatisfy(g, NULL_GUID));
}

static void
event_channel(void)
{
	ocrEventParams_t p = {
		.EVENT_CHANNEL = {.maxGen = 2, .nbSat = 1, .nbDeps = 1}};
	ocrGuid_t g;

	OK(ocrEventCreateParams(&g, OCR_EVENT_CHANNEL_T, EVT_PROP_NONE, &p));
	OK(ocrAddDependence(g, now.latch, OCR_EVENT_LATCH_INCR_SLOT,
			    DB_MODE_NULL));
	OK(ocrEventSatisfy(g, NULL_GUID));
	OK(ocrEventDestroy(g));
}

static void
satisfy_latch(void)
{
	OK(ocrEventSatisfySlot(now.latch, NULL_GUID,
			       OCR_EVENT_LATCH_INCR_SLOT));
}

static void
satisfy_idem(void)
{
	OK(ocrEventSatisfy(now.event, NULL_GUID));
}

/* The event has fired: the latch is told at once. */
static void
dep_fired(void)
{
	OK(ocrAddDependence(now.event, now.latch, OCR_EVENT_LATCH_INCR_SLOT,
			    DB_MODE_NULL));
}

static void
dep_once(void)
{
	ocrGuid_t g = new_event(OCR_EVENT_ONCE_T);

	OK(ocrAddDependence(g, now.latch, OCR_EVENT_LATCH_INCR_SLOT,
			    DB_MODE_NULL));
	OK(ocrEventSatisfy(g, NULL_GUID));
}

/* -- The rest -------------------------------------------------------------- */

static void
block_life(void)
{
	ocrGuid_t g;
	void *at;

	OK(ocrDbCreate(&g, &at, BLOCK_BYTES, DB_PROP_NONE, NULL_HINT,
		       NO_ALLOC));
	OK(ocrDbRelease(g));
	OK(ocrDbDestroy(g));
}

static void
block_unheld(void)
{
	ocrGuid_t g;
	void *at;

	OK(ocrDbCreate(&g, &at, BLOCK_BYTES, DB_PROP_NO_ACQUIRE, NULL_HINT,
		       NO_ALLOC));
	OK(ocrDbDestroy(g));
}

static void
template_life(void)
{
	ocrGuid_t g;

	OK(ocrEdtTemplateCreate(&g, body, 0, 0));
	OK(ocrEdtTemplateDestroy(g));
}

static void
hint_set(void)
{
	OK(ocrSetHint(now.keep, &now.hint));
}

static void
hint_get(void)
{
	ocrHint_t h;

	OK(ocrHintInit(&h, OCR_HINT_EDT_T));
	OK(ocrGetHint(now.keep, &h));
}

static void
label_get(void)
{
	ocrGuid_t g;

	OK(ocrGuidFromIndex(&g, now.range, now.left % 1000));
}

static void
label_event(void)
{
	ocrGuid_t g;

	OK(ocrGuidFromIndex(&g, now.range, now.left % 1000));
	OK(ocrEventCreate(&g, OCR_EVENT_ONCE_T, GUID_PROP_IS_LABELED));
	OK(ocrEventSatisfy(g, NULL_GUID));
}

static const struct op ops[] = {
	{"empty_task", empty_task, true},
	{"task_unnamed", task_unnamed, true},
	{"task_output", task_output, true},
	{"task_finish", task_finish, true},
	{"task_slot", task_slot, true},
	{"task_slots", task_slots, true},
	{"task_fan", task_fan, true},
	{"task_chain", task_chain, true},
	{"task_follows", task_follows, true},
	{"task_reads", task_reads, true},
	{"task_writes", task_writes, true},
	{"event_once", event_once, false},
	{"event_idem", event_idem, false},
	{"event_sticky", event_sticky, false},
	{"event_latch", event_latch, false},
	{"event_counted", event_counted, false},
	{"event_channel", event_channel, false},
	{"satisfy_latch", satisfy_latch, false},
	{"satisfy_idem", satisfy_idem, false},
	{"dep_fired", dep_fired, false},
	{"dep_once", dep_once, false},
	{"block_life", block_life, false},
	{"block_unheld", block_unheld, false},
	{"template_life", template_life, false},
	{"hint_set", hint_set, false},
	{"hint_get", hint_get, false},
	{"label_get", label_get, false},
	{"label_event", label_event, false},
};
#define N_OPS (sizeof(ops) / sizeof(*ops))

static void
prepare(void)
{
	void *at;

	OK(ocrEdtTemplateCreate(&now.wave_tmpl, wave, 0, 0));
	OK(ocrEdtTemplateCreate(&now.task, body, 0, 0));
	OK(ocrEdtTemplateCreate(&now.task1, body, 0, 1));
	OK(ocrEdtTemplateCreate(&now.task2, body, 0, 2));
	OK(ocrEdtCreate(&now.keep, now.task1, 0, NULL, 1, NULL, EDT_PROP_NONE,
			NULL_HINT, NULL));
	now.latch = new_event(OCR_EVENT_LATCH_T);
	now.event = new_event(OCR_EVENT_IDEM_T);
	OK(ocrEventSatisfySlot(now.latch, NULL_GUID,
			       OCR_EVENT_LATCH_INCR_SLOT));
	OK(ocrEventSatisfy(now.event, NULL_GUID));
	OK(ocrGuidRangeCreate(&now.range, 1000, GUID_USER_EVENT_ONCE));
	OK(ocrDbCreate(&now.block, &at, BLOCK_BYTES, DB_PROP_NONE, NULL_HINT,
		       NO_ALLOC));
	OK(ocrDbRelease(now.block));
	OK(ocrHintInit(&now.hint, OCR_HINT_EDT_T));
	OK(ocrSetHintValue(&now.hint, OCR_HINT_EDT_PRIORITY, 1));
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const char *name =
		getArgc(depv[0].ptr) > 1 ? getArgv(depv[0].ptr, 1) : "--list";

	(void)paramc, (void)paramv, (void)depc;
	for (size_t i = 0; i < N_OPS; i++) {
		if (!strcmp(name, "--list"))
			printf("%s\n", ops[i].name);
		else if (!strcmp(name, ops[i].name))
			now.op = &ops[i];
	}
	if (!now.op) {
		fflush(stdout);
		ocrShutdown();
		return NULL_GUID;
	}
	if (getArgc(depv[0].ptr) > 2)
		now.left = strtoull(getArgv(depv[0].ptr, 2), NULL, 10);
	prepare();
	if (now.op->makes_task) {
		next_wave();
		return NULL_GUID;
	}
	for (; now.left; now.left--)
		now.op->once();
	ocrShutdown();
	return NULL_GUID;
}
