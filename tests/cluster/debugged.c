/* SPDX-License-Identifier: BSD-3-Clause */
/* debugged.c - a program in the middle of its work, for gdb.sh to look at.
 *
 * On the last node there is one thing of each kind that waits, all known to the
 * debugger by the variables below; the last task to run stops in look_here(),
 * and ends the process.
 */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"
#include "extensions/ocr-legacy.h"

/* What gdb is asked about. */
ocrGuid_t never, fired, latch, channel, labeled, wide, block, taken, holder;
ocrGuid_t free_task, fed_task, output_task, asker, parent, gone, far;
static ocrGuid_t begun, returned, inside;

#define NAMED_TASK(name)                                                       \
	ocrGuid_t name(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]); \
	ocrGuid_t name(u32 paramc CONF_UNUSED, u64 *paramv CONF_UNUSED,        \
		       u32 depc CONF_UNUSED, ocrEdtDep_t depv[] CONF_UNUSED)

NAMED_TASK(waiting_task)
{
	FAIL("this task cannot run");
	return NULL_GUID;
}

NAMED_TASK(unseen_task)
{
	FAIL("this task cannot run");
	return NULL_GUID;
}

NAMED_TASK(ready_task)
{
	return NULL_GUID;
}

/* Has the block `taken`, and waits in a call. */
NAMED_TASK(holding_task)
{
	OK(ocrEventSatisfy(begun, NULL_GUID));
	ocrWait(never);
	FAIL("this body cannot go on");
	return NULL_GUID;
}

/* Returns, with a child that does not end. */
NAMED_TASK(parent_task)
{
	inside = conf_task(waiting_task, conf_here(), NO_PARAMS, 1, NULL);
	OK(ocrEventSatisfy(returned, NULL_GUID));
	return NULL_GUID;
}

void __attribute__((noinline))
look_here(void)
{
	abort();
}

NAMED_TASK(looking_task)
{
	conf_start(conf_task(ready_task, conf_here(), NO_PARAMS, 1, NULL), 0);
	look_here();
	return NULL_GUID;
}

static ocrGuid_t
waiting_for(ocrGuid_t event)
{
	ocrGuid_t t = conf_task(waiting_task, conf_here(), NO_PARAMS, 1, NULL);

	conf_link(event, t, 0, DB_DEFAULT_MODE);
	return t;
}

/* Tasks whose GUIDs nobody has; with the second the template is known. */
static void
wait_unseen(ocrGuid_t event)
{
	ocrGuid_t tmpl = NULL_GUID;

	OK(ocrEdtTemplateCreate(&tmpl, unseen_task, 0, 1));
	for (int i = 0; i < 2; i++)
		OK(ocrEdtCreate(NULL, tmpl, EDT_PARAM_DEF, NULL, EDT_PARAM_DEF,
				&event, EDT_PROP_NONE, NULL_HINT, NULL));
	OK(ocrEdtTemplateDestroy(tmpl));
}

static void
make_events(void)
{
	ocrEventParams_t p = {.EVENT_CHANNEL = {2, 1, 1}};
	ocrGuid_t range = NULL_GUID;

	never = conf_event(OCR_EVENT_STICKY_T);
	fed_task = waiting_for(never);
	wait_unseen(never);
	fired = conf_event(OCR_EVENT_STICKY_T);
	OK(ocrEventSatisfy(fired, NULL_GUID));
	latch = conf_event(OCR_EVENT_LATCH_T);
	waiting_for(latch);
	for (int i = 0; i < 2; i++)
		OK(ocrEventSatisfySlot(latch, NULL_GUID,
				       OCR_EVENT_LATCH_INCR_SLOT));
	OK(ocrEventCreateParams(&channel, OCR_EVENT_CHANNEL_T,
				EVT_PROP_TAKES_ARG, &p));
	waiting_for(channel);
	wide = conf_event(OCR_EVENT_IDEM_T);
	for (int i = 0; i < 10; i++)
		waiting_for(wide);
	gone = conf_event(OCR_EVENT_STICKY_T);
	OK(ocrEventDestroy(gone));
	OK(ocrGuidRangeCreate(&range, conf_nodes(), GUID_USER_EVENT_STICKY));
	OK(ocrGuidFromIndex(&labeled, range, conf_nodes() - 1));
	OK(ocrEventCreate(&labeled, OCR_EVENT_STICKY_T,
			  GUID_PROP_IS_LABELED | EVT_PROP_TAKES_ARG));
	waiting_for(labeled);
}

static void
make_blocks(void)
{
	ocrGuid_t wants;
	void *p;

	OK(ocrDbCreate(&block, &p, 48, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
	OK(ocrDbRelease(block));
	OK(ocrDbCreate(&taken, &p, 24, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
	OK(ocrDbRelease(taken));
	holder = conf_task(holding_task, conf_here(), NO_PARAMS, 1, NULL);
	conf_link(taken, holder, 0, DB_MODE_EW);
	wants = conf_task(waiting_task, conf_here(), NO_PARAMS, 2, NULL);
	conf_link(taken, wants, 0, DB_MODE_EW);
	asker = wants;
	/* Asked for when the other has it. */
	conf_link(begun, wants, 1, DB_MODE_NULL);
}

NAMED_TASK(scene_task)
{
	ocrGuid_t output = NULL_GUID, end = NULL_GUID, look;

	begun = conf_event(OCR_EVENT_STICKY_T);
	returned = conf_event(OCR_EVENT_STICKY_T);
	free_task = conf_task(waiting_task, conf_here(), NO_PARAMS, 3, &output);
	conf_start(free_task, 1);
	output_task = waiting_for(output);
	parent = conf_finish_task(parent_task, conf_here(), NO_PARAMS, 1, &end);
	waiting_for(end);
	make_events();
	make_blocks();
	far = conf_node(0);
	conf_link(begun, parent, 0, DB_MODE_NULL);
	look = conf_task(looking_task, conf_here(), NO_PARAMS, 1, NULL);
	conf_link(returned, look, 0, DB_MODE_NULL);
	return NULL_GUID;
}

MAIN_TASK
{
	conf_start(conf_task(scene_task, conf_nodes() - 1, NO_PARAMS, 1, NULL),
		   0);
	return NULL_GUID;
}
