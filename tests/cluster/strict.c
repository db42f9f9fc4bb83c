/* SPDX-License-Identifier: BSD-3-Clause */
/* strict.c - does what a program must not, in the way that its argument says.
 * The block is made on node 0, the task that misuses it runs on the last.
 *
 *	strict ro             writes to a block that it has in mode RO
 *	strict const          the same in mode CONST
 *	strict behind         writes behind the end of a block that it may write
 *	strict released       uses the pointer after ocrDbRelease()
 *	strict downgraded     writes to it after ocrDbDowngradeRelease()
 *	strict destroyed      the same after ocrDbDestroy()
 *	strict created        the same with a block that it has created
 *	strict ended          uses the pointer of a task that has ended
 *	strict release        releases a block that it does not have
 *	strict twice          satisfies a sticky event twice
 *	strict full           satisfies a channel event once too often
 *	strict carry          passes a block to an event made to take none
 *	strict leak           forgets events, a block and a task
 *	strict again          creates an object with a label that exists
 *	strict together       as behind, in all workers of node 0 at once
 *	strict wild           gives a call a pointer to nothing
 *	strict null           writes to a NULL pointer
 *	strict wait           the same, while another body waits on its thread
 *	strict pass           satisfies an event with a block it has changed
 *	strict return         returns a template
 *	strict value          a finish task returns a block
 *	strict thread         calls from a thread of its own
 *	strict clean          nothing wrong, with all modes
 *	strict many           the same, while thousands of tasks that write one
 *	                      block wait for their turn
 */
#include "tests/conformance/conf.h"

#include "extensions/ocr-labeling.h"
#include "extensions/ocr-legacy.h"
#include "extensions/ocr-pause.h"
#include "extensions/ocr-runtime-itf.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#define WORDS  600
#define FORGOT 3
#define MANY   20000

/* Places are found in the report by their names. */
#define NAMED __attribute__((noinline))

/* What an optimiser may not think about. */
static void
set(volatile u64 *p, u64 i)
{
	p[i] = 1;
}

static u64
get(const volatile u64 *p)
{
	return *p;
}

NAMED static ocrGuid_t
make_block(void)
{
	ocrGuid_t g = NULL_GUID;
	void *p;

	OK(ocrDbCreate(&g, &p, WORDS * sizeof(u64), DB_PROP_NONE, NULL,
		       NO_ALLOC));
	if (p)
		conf_fill(p, WORDS, 7);
	OK(ocrDbRelease(g));
	return g;
}

static void
on_last(ocrEdt_t func, ocrGuid_t db, ocrDbAccessMode_t mode)
{
	conf_link(db, conf_task(func, conf_nodes() - 1, PARAMS(db), 1, NULL), 0,
		  mode);
}

/* The end of those that are to be caught, if they are not. */
static ocrGuid_t
missed(void)
{
	PRINTF("nobody noticed\n");
	ocrShutdown();
	return NULL_GUID;
}

TASK(write_it)
{
	if (conf_match(depv[0].ptr, WORDS, 7) == WORDS)
		set(depv[0].ptr, 3);
	return missed();
}

TASK(write_behind)
{
	set(depv[0].ptr, WORDS - 1);
	set(depv[0].ptr, WORDS);
	return missed();
}

TASK(use_released)
{
	CHECK_OK(ocrDbRelease(depv[0].guid));
	get(depv[0].ptr);
	return missed();
}

TASK(write_downgraded)
{
	set(depv[0].ptr, 0);
	CHECK_OK(ocrDbDowngradeRelease(depv[0].guid));
	if (get(depv[0].ptr) == 1)
		set(depv[0].ptr, 1);
	return missed();
}

TASK(use_destroyed)
{
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	set(depv[0].ptr, 0);
	return missed();
}

TASK(use_created)
{
	ocrGuid_t g;
	u64 *p = conf_block(&g, 0, 100);

	set(p, 1);
	CHECK_OK(ocrDbRelease(g));
	set(p, 1);
	return missed();
}

TASK(use_kept)
{
	get(*(u64 **)(void *)paramv);
	return missed();
}

TASK(keep)
{
	void *p = depv[0].ptr;
	ocrGuid_t t;

	/* It may run as soon as this one has ended. */
	t = conf_task(use_kept, conf_here(), PARAMS(p), 1, NULL);
	conf_link(*PARAM(ocrGuid_t), t, 0, DB_MODE_EW);
	return NULL_GUID;
}

TASK(release_it)
{
	u8 code = ocrDbRelease(*PARAM(ocrGuid_t));

	CHECK(code == OCR_EACCES, "the code is %u", (unsigned)code);
	ocrShutdown();
	return NULL_GUID;
}

NAMED static ocrGuid_t
make_event(void)
{
	ocrGuid_t g = NULL_GUID;

	OK(ocrEventCreate(&g, OCR_EVENT_STICKY_T, EVT_PROP_NONE));
	return g;
}

TASK(satisfy_again)
{
	/* Told now or later. */
	ocrEventSatisfy(*PARAM(ocrGuid_t), NULL_GUID);
	return NULL_GUID;
}

static void
twice(void)
{
	ocrGuid_t event = make_event(), out, t;

	OK(ocrEventSatisfy(event, NULL_GUID));
	t = conf_finish_task(satisfy_again, conf_nodes() - 1, PARAMS(event), 1,
			     &out);
	conf_link(out, conf_end(1), 0, DB_DEFAULT_MODE);
	conf_start(t, 0);
}

NAMED static ocrGuid_t
make_channel(void)
{
	return conf_channel(1, 1, 1);
}

static void
full(void)
{
	ocrGuid_t channel = make_channel(), out, t;

	OK(ocrEventSatisfy(channel, NULL_GUID));
	t = conf_finish_task(satisfy_again, conf_nodes() - 1, PARAMS(channel),
			     1, &out);
	conf_link(out, conf_end(1), 0, DB_DEFAULT_MODE);
	conf_start(t, 0);
}

TASK(pass_block)
{
	ocrGuid_t event = *PARAM(ocrGuid_t);
	u8 want = conf_is_strict() ? OCR_EPERM : 0;

	CHECK_CODE(ocrEventSatisfy(event, depv[0].guid), want);
	return NULL_GUID;
}

static void
carry(void)
{
	ocrGuid_t event = make_event(), out, t;

	t = conf_finish_task(pass_block, conf_nodes() - 1, PARAMS(event), 1,
			     &out);
	conf_link(out, conf_end(1), 0, DB_DEFAULT_MODE);
	conf_link(make_block(), t, 0, DB_MODE_CONST);
}

/* The block with the list of tasks. */
static NAMED void
list_tasks(void)
{
	void *guids = NULL;
	u32 bytes = 0;

	if (!ocrPause(true) ||
	    ocrGuidIsNull(
		    ocrQuery(OCR_QUERY_ALL_EDTS, NULL_GUID, &guids, &bytes, 0)))
		FAIL("there is no list of tasks");
	ocrResume(1);
}

/* By a function of a header of the library. */
static NAMED void
make_template(void)
{
	ocrGuid_t tmpl;

	OK(ocrEdtTemplateCreate_internal(&tmpl, conf_nothing, 0, 0, "nothing"));
}

TASK(forget)
{
	ocrHint_t h = conf_edt_hint(0);
	ocrGuid_t tmpl = conf_template(conf_nothing), t;

	for (int i = 0; i < FORGOT; i++)
		make_event();
	make_block();
	list_tasks();
	make_template();
	OK(ocrEdtCreate(&t, tmpl, 0, NULL, 1, NULL, EDT_PROP_NONE, &h, NULL));
	OK(ocrEdtTemplateDestroy(tmpl));
	return NULL_GUID;
}

/* The end comes after the body, or after all that it has set in motion. */
static void
run_and_end(ocrEdt_t func, bool finish)
{
	ocrGuid_t out, t;

	t = (finish ? conf_finish_task : conf_task)(func, conf_nodes() - 1,
						    NO_PARAMS, 1, &out);
	conf_link(out, conf_end(1), 0, DB_DEFAULT_MODE);
	conf_start(t, 0);
}

/* As many as there are workers fault, each when all others are about to. */
TASK(fault_together)
{
	static _Atomic u32 here;

	atomic_fetch_add(&here, 1);
	while (atomic_load(&here) < *PARAM(u64))
		;
	set(depv[0].ptr, WORDS);
	return missed();
}

static void
together(void)
{
	u64 n = ocrNbWorkers();

	for (u64 i = 0; i < n; i++)
		conf_link(make_block(),
			  conf_task(fault_together, 0, PARAMS(n), 1, NULL), 0,
			  DB_MODE_RO);
}

/* A pointer that nobody has made. */
static void *
wild(uintptr_t at)
{
	volatile uintptr_t nowhere = at;

	return (void *)nowhere;
}

TASK(give_wild)
{
	ocrEdtCreate(NULL, conf_template(conf_nothing), 3, wild(0x123000), 0,
		     NULL, EDT_PROP_NONE, NULL, NULL);
	return missed();
}

TASK(use_null)
{
	set(wild(0), 2);
	return missed();
}

/* With one worker the other task runs on this thread. */
TASK(wait_for_it)
{
	ocrGuid_t out, t;

	t = conf_task(use_null, conf_here(), NO_PARAMS, 1, &out);
	conf_start(t, 0);
	ocrWait(out);
	return missed();
}

/* Two blocks go on: one was changed and released, the other not. */
TASK(pass_changed)
{
	ocrGuid_t event = NULL_GUID, good;

	CHECK_OK(
		ocrEventCreate(&event, OCR_EVENT_STICKY_T, EVT_PROP_TAKES_ARG));
	good = make_block();
	CHECK_OK(ocrEventSatisfy(event, good));
	CHECK_OK(ocrEventDestroy(event));
	CHECK_OK(ocrDbDestroy(good));
	CHECK_OK(
		ocrEventCreate(&event, OCR_EVENT_STICKY_T, EVT_PROP_TAKES_ARG));
	set(depv[0].ptr, 5);
	CHECK_OK(ocrEventSatisfy(event, depv[0].guid));
	CHECK_OK(ocrEventDestroy(event));
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	ocrShutdown();
	return NULL_GUID;
}

TASK(return_template)
{
	return conf_template(conf_nothing);
}

TASK(return_value)
{
	return make_block();
}

/* The element is node 0's; another creation is told now, or later. */
TASK(create_again)
{
	ocrGuid_t g = *PARAM(ocrGuid_t);

	ocrEventCreate(&g, OCR_EVENT_STICKY_T, GUID_PROP_IS_LABELED);
	return NULL_GUID;
}

static void
again(void)
{
	ocrGuid_t range = NULL_GUID, g = NULL_GUID, out, t;

	OK(ocrGuidRangeCreate(&range, 1, GUID_USER_EVENT_STICKY));
	OK(ocrGuidFromIndex(&g, range, 0));
	OK(ocrEventCreate(&g, OCR_EVENT_STICKY_T, GUID_PROP_IS_LABELED));
	t = conf_finish_task(create_again, conf_nodes() - 1, PARAMS(g), 1,
			     &out);
	conf_link(out, conf_end(1), 0, DB_DEFAULT_MODE);
	conf_start(t, 0);
}

static void *
call_outside(void *arg)
{
	ocrGuid_t g;

	(void)arg;
	ocrEventCreate(&g, OCR_EVENT_STICKY_T, EVT_PROP_NONE);
	return NULL;
}

TASK(start_thread)
{
	pthread_t t;

	CHECK_EQ("pthread_create", pthread_create(&t, NULL, call_outside, NULL),
		 0);
	pthread_join(t, NULL);
	return NULL_GUID;
}

TASK(destroy_it)
{
	for (u32 i = 0; i < depc; i++)
		if (depv[i].ptr)
			CHECK_OK(ocrDbDestroy(depv[i].guid));
	return NULL_GUID;
}

TASK(read_it)
{
	CHECK_EQ("words that came", conf_match(depv[0].ptr, WORDS, 7), WORDS);
	return NULL_GUID;
}

/* The label of an event is in a block that is only read. */
TASK(name_it)
{
	ocrGuid_t *label = depv[0].ptr;

	CHECK_OK(ocrEventCreate(label, OCR_EVENT_STICKY_T,
				GUID_PROP_IS_LABELED));
	CHECK_OK(ocrEventSatisfy(*label, NULL_GUID));
	CHECK_OK(ocrEventDestroy(*label));
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

/* Several at once see what the others write. */
TASK(count_it)
{
	__atomic_fetch_add((u64 *)depv[0].ptr + *PARAM(u64) % 4, 1,
			   __ATOMIC_RELAXED);
	return NULL_GUID;
}

TASK(check_counts)
{
	const u64 *p = depv[0].ptr;

	CHECK_EQ("counts", p[0] + p[1] + p[2] + p[3], 40);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

TASK(check_many)
{
	const u64 *p = depv[0].ptr;

	CHECK_EQ("counts", p[0] + p[1] + p[2] + p[3], MANY);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	ocrShutdown();
	return NULL_GUID;
}

/* With one worker none of them runs before all have their block. */
TASK(start_many)
{
	for (u64 i = 0; i < MANY; i++)
		conf_link(depv[0].guid,
			  conf_task(count_it, 0, PARAMS(i), 1, NULL), 0,
			  DB_MODE_RW);
	return NULL_GUID;
}

static void
many(void)
{
	ocrGuid_t counts = NULL_GUID, out;
	ocrGuid_t check = conf_task(check_many, 0, NO_PARAMS, 2, NULL);
	ocrGuid_t start = conf_finish_task(start_many, 0, NO_PARAMS, 1, &out);

	memset(conf_block(&counts, 1, 32), 0, 32);
	OK(ocrDbRelease(counts));
	conf_link(out, check, 1, DB_DEFAULT_MODE);
	conf_link(counts, check, 0, DB_MODE_EW);
	conf_link(counts, start, 0, DB_MODE_RW);
}

TASK(clean)
{
	static const ocrDbAccessMode_t modes[] = {DB_MODE_RO, DB_MODE_CONST,
						  DB_MODE_RW, DB_MODE_EW};
	ocrGuid_t db = make_block(), counts = NULL_GUID, out, t;
	ocrGuid_t range = NULL_GUID, label = NULL_GUID, *name;
	ocrGuid_t last = conf_task(destroy_it, 0, NO_PARAMS, 18, NULL);
	ocrGuid_t check = conf_task(check_counts, 1, NO_PARAMS, 41, NULL);

	memset(conf_block(&counts, 1, 32), 0, 32);
	CHECK_OK(ocrDbRelease(counts));
	for (u64 i = 0; i < 16; i++) {
		t = conf_task(read_it, i, NO_PARAMS, 1, &out);
		conf_link(out, last, (u32)i + 1, DB_DEFAULT_MODE);
		conf_link(db, t, 0, modes[i % 4]);
	}
	OK(ocrGuidRangeCreate(&range, 1, GUID_USER_EVENT_STICKY));
	name = conf_block(&label, 1, sizeof(*name));
	CHECK_OK(ocrGuidFromIndex(name, range, 0));
	CHECK_OK(ocrDbRelease(label));
	t = conf_task(name_it, 1, NO_PARAMS, 1, &out);
	conf_link(out, last, 17, DB_DEFAULT_MODE);
	conf_link(label, t, 0, DB_MODE_CONST);
	conf_link(db, last, 0, DB_MODE_EW);
	for (u64 i = 0; i < 40; i++) {
		t = conf_task(count_it, i, PARAMS(i), 1, &out);
		conf_link(out, check, (u32)i + 1, DB_DEFAULT_MODE);
		conf_link(counts, t, 0, DB_MODE_RW);
	}
	conf_link(counts, check, 0, DB_MODE_EW);
	return NULL_GUID;
}

MAIN_TASK
{
	const char *way = getArgv(depv[0].ptr, 1);

	CHECK(way, "usage: strict WAY");
	if (!strcmp(way, "ro"))
		on_last(write_it, make_block(), DB_MODE_RO);
	else if (!strcmp(way, "const"))
		on_last(write_it, make_block(), DB_MODE_CONST);
	else if (!strcmp(way, "behind"))
		on_last(write_behind, make_block(), DB_MODE_EW);
	else if (!strcmp(way, "released"))
		on_last(use_released, make_block(), DB_MODE_CONST);
	else if (!strcmp(way, "downgraded"))
		on_last(write_downgraded, make_block(), DB_MODE_RW);
	else if (!strcmp(way, "destroyed"))
		on_last(use_destroyed, make_block(), DB_MODE_RW);
	else if (!strcmp(way, "created"))
		on_last(use_created, NULL_GUID, DB_MODE_RW);
	else if (!strcmp(way, "ended"))
		on_last(keep, make_block(), DB_MODE_EW);
	else if (!strcmp(way, "release"))
		conf_start(conf_task(release_it, conf_nodes() - 1,
				     PARAMS(((ocrGuid_t[]){make_block()})[0]),
				     1, NULL),
			   0);
	else if (!strcmp(way, "twice"))
		twice();
	else if (!strcmp(way, "full"))
		full();
	else if (!strcmp(way, "carry"))
		carry();
	else if (!strcmp(way, "leak"))
		run_and_end(forget, false);
	else if (!strcmp(way, "again"))
		again();
	else if (!strcmp(way, "together"))
		together();
	else if (!strcmp(way, "wild"))
		on_last(give_wild, NULL_GUID, DB_MODE_RW);
	else if (!strcmp(way, "null"))
		on_last(use_null, NULL_GUID, DB_MODE_RW);
	else if (!strcmp(way, "wait"))
		on_last(wait_for_it, NULL_GUID, DB_MODE_RW);
	else if (!strcmp(way, "pass"))
		on_last(pass_changed, make_block(), DB_MODE_EW);
	else if (!strcmp(way, "return"))
		run_and_end(return_template, false);
	else if (!strcmp(way, "value"))
		run_and_end(return_value, true);
	else if (!strcmp(way, "thread"))
		run_and_end(start_thread, false);
	else if (!strcmp(way, "many"))
		many();
	else if (!strcmp(way, "clean"))
		run_and_end(clean, true);
	else
		FAIL("there is no way '%s'", way);
	return NULL_GUID;
}
