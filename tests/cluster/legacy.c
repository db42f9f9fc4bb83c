/* SPDX-License-Identifier: BSD-3-Clause */
/* legacy.c - a program with a main of its own, which runs tasks now and then:
 *
 *	legacy work N      N times in one process: each node spawns, waits for a
 *	                   result, reads it; the job ends when all are done
 *	legacy serve       node 0 spawns, the others run tasks until it shuts
 *down legacy shutdown    a task shuts down, every main waits for that legacy
 *early       a task shuts down while main waits for an event legacy abort the
 *same with ocrAbort(7) legacy busy        a task that does not end, after
 *ocrAbort(7) legacy remote      waits for events of other nodes legacy
 *unwritten   blocks that main has written and not released legacy often many
 *waits, for one block and for many legacy stuck       waits for an event that
 *nobody satisfies legacy misuse      calls that must not be, and what they
 *return legacy forget      ends without ocrLegacyFinalize() legacy quit one
 *node does; the others wait for it
 *
 * The exit status is what ocrLegacyFinalize() has returned, or 99 when anything
 * is not as it must be.
 */
#include "ocr.h"
#include "extensions/ocr-affinity.h"
#include "extensions/ocr-hints.h"
#include "extensions/ocr-legacy.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define UNUSED	 __attribute__((unused))
#define WRONG	 99
#define N_TASKS	 50
#define N_NODES	 16
#define OFTEN	 500
#define LARGE	 (1 << 20)
#define COUNT(a) ((u32)(sizeof(a) / sizeof(*(a))))

#define TASK(name)                                                             \
	ocrGuid_t name(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]); \
	ocrGuid_t name(u32 paramc UNUSED, u64 *paramv UNUSED, u32 depc UNUSED, \
		       ocrEdtDep_t depv[] UNUSED)

#define EXPECT(cond)                                                           \
	do {                                                                   \
		if (!(cond)) {                                                 \
			PRINTF("FAILED %s:%d: %s\n", __FILE__, __LINE__,       \
			       #cond);                                         \
			fflush(NULL);                                          \
			_exit(WRONG);                                          \
		}                                                              \
	} while (0)

static ocrGuid_t context;
static ocrConfig_t config;

/* -- Helpers ----------------------------------------------------------------
 */

static ocrHint_t
on_node(u64 i)
{
	ocrGuid_t node;
	ocrHint_t hint;
	u64 n = 0;

	EXPECT(!ocrAffinityCount(AFFINITY_PD, &n) && n);
	EXPECT(!ocrAffinityGetAt(AFFINITY_PD, i % n, &node));
	EXPECT(!ocrHintInit(&hint, OCR_HINT_EDT_T));
	EXPECT(!ocrSetHintValue(&hint, OCR_HINT_EDT_AFFINITY,
				ocrAffinityToHintValue(node)));
	return hint;
}

static u64
this_node(void)
{
	ocrGuid_t all[N_NODES], here;
	u64 n = N_NODES;

	EXPECT(!ocrAffinityGetCurrent(&here));
	EXPECT(!ocrAffinityGet(AFFINITY_PD, &n, all));
	for (u64 i = 0; i < n; i++)
		if (ocrGuidIsEq(all[i], here))
			return i;
	EXPECT(!"this node is one of the job");
	return 0;
}

static u64
n_nodes(void)
{
	u64 n = 0;

	EXPECT(!ocrAffinityCount(AFFINITY_PD, &n));
	return n;
}

static ocrGuid_t
start(ocrEdt_t func, u64 node, u32 paramc, const u64 *paramv, u32 depc,
      u16 flags)
{
	ocrHint_t hint = on_node(node);
	ocrGuid_t tmpl, edt;

	EXPECT(!ocrEdtTemplateCreate(&tmpl, func, paramc, depc));
	EXPECT(!ocrEdtCreate(&edt, tmpl, EDT_PARAM_DEF, paramv, EDT_PARAM_DEF,
			     NULL, flags, &hint, NULL));
	EXPECT(!ocrEdtTemplateDestroy(tmpl));
	return edt;
}

static ocrGuid_t
spawn(ocrEdt_t func, u32 paramc, const u64 *paramv, u32 depc,
      const ocrGuid_t *depv)
{
	ocrGuid_t tmpl, handle;

	EXPECT(!ocrEdtTemplateCreate(&tmpl, func, paramc, depc));
	EXPECT(!ocrLegacySpawnOCR(&handle, tmpl, paramc, paramv, depc, depv,
				  context));
	EXPECT(!ocrEdtTemplateDestroy(tmpl));
	return handle;
}

static void
init(void)
{
	EXPECT(!ocrLegacyInit(&context, &config));
}

static u8
finalize(bool run_until_shutdown)
{
	u8 status = ocrLegacyFinalize(context, run_until_shutdown);
	ocrGuid_t event;

	EXPECT(ocrEventCreate(&event, OCR_EVENT_STICKY_T, 0) == OCR_EPERM);
	return status;
}

/* -- work -------------------------------------------------------------------
 */

/* On any node: adds its number to the sum, alone with it. */
TASK(add)
{
	*(u64 *)depv[0].ptr += paramv[0];
	return NULL_GUID;
}

struct sum {
	ocrGuid_t block;
	u64 n;
};

/* A finish task: the sum is complete when it is. */
TASK(sum_up)
{
	const struct sum *s = (const struct sum *)(void *)paramv;

	for (u64 i = 1; i <= s->n; i++)
		EXPECT(!ocrAddDependence(s->block, start(add, i, 1, &i, 1, 0),
					 0, DB_MODE_EW));
	return s->block;
}

static void
work_once(u64 n)
{
	struct sum s = {.n = n};
	ocrGuid_t handle, got = NULL_GUID;
	u64 *total, size = 0;
	void *bytes = NULL;

	init();
	EXPECT(!ocrDbCreate(&s.block, (void **)&total, sizeof(*total),
			    DB_PROP_NONE, NULL_HINT, NO_ALLOC));
	*total = 0;
	EXPECT(!ocrDbRelease(s.block));
	handle = spawn(sum_up, sizeof(s) / sizeof(u64), (const u64 *)(void *)&s,
		       0, NULL);
	EXPECT(!ocrLegacyBlockProgress(handle, &got, &bytes, &size,
				       LEGACY_PROP_NONE));
	EXPECT(ocrGuidIsEq(got, s.block) && size == sizeof(*total));
	EXPECT(bytes && *(const u64 *)bytes == n * (n + 1) / 2);
	PRINTF("node %d: %d numbers add up to %d\n", (int)this_node(), (int)n,
	       (int)*(const u64 *)bytes);
	EXPECT(!ocrEventDestroy(handle));
	EXPECT(!ocrDbDestroy(s.block));
	EXPECT(!finalize(false));
}

static int
work(u64 times)
{
	for (u64 i = 0; i < times; i++)
		work_once(N_TASKS + i);
	return 0;
}

/* -- serve, shutdown, early, abort ------------------------------------------
 */

TASK(nothing)
{
	return NULL_GUID;
}

TASK(many)
{
	for (u64 i = 0; i < N_TASKS; i++)
		start(nothing, i, 0, NULL, 0, 0);
	return NULL_GUID;
}

static int
serve(void)
{
	ocrGuid_t handle, got = ERROR_GUID;
	void *bytes = &handle;
	u64 size = 1;

	init();
	if (this_node())
		return finalize(true);
	handle = spawn(many, 0, NULL, 0, NULL);
	EXPECT(!ocrLegacyBlockProgress(handle, &got, &bytes, &size,
				       LEGACY_PROP_WAIT_FOR_CREATE));
	EXPECT(ocrGuidIsNull(got) && !bytes && !size);
	EXPECT(!ocrEventDestroy(handle));
	ocrShutdown();
	return finalize(true);
}

TASK(shut_down)
{
	ocrShutdown();
	return NULL_GUID;
}

TASK(abort_7)
{
	ocrAbort(7);
	return NULL_GUID;
}

static int
until_shutdown(void)
{
	init();
	if (this_node() == n_nodes() - 1)
		start(shut_down, 0, 0, NULL, 0, 0);
	return finalize(true);
}

/* The task of the last node ends the job while every main waits. */
static int
early(ocrEdt_t end)
{
	ocrGuid_t never;

	init();
	EXPECT(!ocrEventCreate(&never, OCR_EVENT_STICKY_T, EVT_PROP_NONE));
	if (this_node() == n_nodes() - 1)
		start(end, 0, 0, NULL, 0, 0);
	EXPECT(ocrLegacyBlockProgress(never, NULL, NULL, NULL,
				      LEGACY_PROP_NONE) == OCR_ECANCELED);
	EXPECT(ocrLegacyBlockProgress(never, NULL, NULL, NULL,
				      LEGACY_PROP_CHECK) == OCR_ECANCELED);
	return finalize(false);
}

TASK(abort_and_stay)
{
	ocrAbort(7);
	for (;;)
		pause();
	return NULL_GUID;
}

/* -- remote -----------------------------------------------------------------
 */

enum { FILLED, GONE, LATE, KINDS };

/* What node 0 tells the main of this node. */
static struct {
	ocrGuid_t event;
	sem_t here;
} told[KINDS];

/* Runs where main waits for what it brings: an event of a kind. */
TASK(tell)
{
	memcpy(&told[paramv[2]].event, paramv, sizeof(ocrGuid_t));
	sem_post(&told[paramv[2]].here);
	return NULL_GUID;
}

static ocrGuid_t
hear(int kind)
{
	while (sem_wait(&told[kind].here))
		;
	return told[kind].event;
}

TASK(fill)
{
	u64 *bytes = depv[0].ptr;

	for (u64 i = 0; i < LARGE / sizeof(u64); i++)
		bytes[i] = i * paramv[0];
	return depv[0].guid;
}

static void
tell_all(ocrGuid_t event, u64 kind)
{
	u64 p[] = {event.upper, event.lower, kind};

	for (u64 i = 0; i < n_nodes(); i++)
		start(tell, i, 3, p, 0, 0);
}

static void
check_filled(ocrGuid_t event, u64 by)
{
	u64 size = 0;
	ocrGuid_t got;
	void *bytes;

	EXPECT(!ocrLegacyBlockProgress(event, &got, &bytes, &size,
				       LEGACY_PROP_WAIT_IF_CREATED));
	EXPECT(size == LARGE);
	for (u64 i = 0; i < LARGE / sizeof(u64); i++)
		EXPECT(((const u64 *)bytes)[i] == i * by);
	EXPECT(!ocrDbRelease(got));
	EXPECT(ocrDbRelease(got) == OCR_EACCES);
}

/* Node 0 owns the events; each node waits for them. */
static int
remote(void)
{
	ocrGuid_t block, event, late, gone;
	u64 by = 3;

	for (int i = 0; i < KINDS; i++)
		sem_init(&told[i].here, 0, 0);
	init();
	if (!this_node()) {
		EXPECT(!ocrDbCreate(&block, NULL, LARGE, DB_PROP_NO_ACQUIRE,
				    NULL_HINT, NO_ALLOC));
		event = spawn(fill, 1, &by, 1, &block);
		EXPECT(!ocrEventCreate(&late, OCR_EVENT_IDEM_T, 0));
		EXPECT(!ocrEventCreate(&gone, OCR_EVENT_STICKY_T, 0));
		EXPECT(!ocrEventDestroy(gone));
		EXPECT(ocrWait(gone).upper == ERROR_GUID.upper);
		tell_all(event, FILLED);
		tell_all(gone, GONE);
		tell_all(late, LATE);
	}
	event = hear(FILLED);
	check_filled(event, by);
	check_filled(event, by);

	event = hear(GONE);
	EXPECT(ocrLegacyBlockProgress(event, NULL, NULL, NULL,
				      LEGACY_PROP_NONE) == OCR_EINVAL);
	EXPECT(ocrLegacyBlockProgress(event, NULL, NULL, NULL,
				      LEGACY_PROP_CHECK) == OCR_EINVAL);

	event = hear(LATE);
	if (this_node() == n_nodes() - 1) {
		EXPECT(ocrLegacyBlockProgress(event, NULL, NULL, NULL,
					      LEGACY_PROP_CHECK) == OCR_EAGAIN);
		EXPECT(!ocrEventSatisfy(event, NULL_GUID));
		EXPECT(!ocrLegacyBlockProgress(event, NULL, NULL, NULL,
					       LEGACY_PROP_CHECK));
	}
	EXPECT(ocrGuidIsNull(ocrWait(event)));
	return finalize(false);
}

/* -- unwritten, often -------------------------------------------------------
 */

TASK(twice)
{
	*(u64 *)depv[0].ptr *= 2;
	return depv[0].guid;
}

/* As a finish task: a child on another node has the block alone. */
TASK(twice_elsewhere)
{
	ocrGuid_t block;

	memcpy(&block, paramv, sizeof(block));
	EXPECT(!ocrAddDependence(block, start(twice, paramv[2], 0, NULL, 1, 0),
				 0, DB_MODE_EW));
	return block;
}

static int
unwritten(void)
{
	ocrGuid_t block, handle, got;
	void *bytes;
	u64 p[3], *mine, size;

	init();
	EXPECT(!ocrDbCreate(&block, (void **)&mine, sizeof(*mine), DB_PROP_NONE,
			    NULL_HINT, NO_ALLOC));
	*mine = 1;
	for (u64 i = 0; i < 6; i++) {
		memcpy(p, &block, sizeof(block));
		p[2] = this_node() + i;
		handle = spawn(twice_elsewhere, 3, p, 0, NULL);
		EXPECT(!ocrLegacyBlockProgress(handle, &got, &bytes, &size,
					       LEGACY_PROP_NONE));
		EXPECT(ocrGuidIsEq(got, block) && size == sizeof(*mine));
		EXPECT(*(const u64 *)bytes == (u64)2 << i);
		EXPECT(!ocrEventDestroy(handle));
	}
	EXPECT(!ocrDbDestroy(block));
	return finalize(false);
}

TASK(make_block)
{
	ocrGuid_t block;
	u64 *bytes;

	EXPECT(!ocrDbCreate(&block, (void **)&bytes, sizeof(*bytes),
			    DB_PROP_NONE, NULL_HINT, NO_ALLOC));
	*bytes = paramv[0];
	return block;
}

static int
often(void)
{
	ocrGuid_t handle, got[10];
	void *bytes;

	init();
	for (u64 i = 0; i < OFTEN; i++) {
		handle = spawn(make_block, 1, &i, 0, NULL);
		EXPECT(!ocrLegacyBlockProgress(handle, &got[i % COUNT(got)],
					       &bytes, NULL, LEGACY_PROP_NONE));
		EXPECT(*(const u64 *)bytes == i);
		EXPECT(!ocrEventDestroy(handle));
		/* Ten are kept at a time. */
		if (i >= COUNT(got))
			EXPECT(!ocrDbRelease(got[(i + 1) % COUNT(got)]));
	}
	return finalize(false);
}

/* -- stuck, misuse, forget --------------------------------------------------
 */

static int
stuck(void)
{
	ocrGuid_t never;

	init();
	EXPECT(!ocrEventCreate(&never, OCR_EVENT_STICKY_T, EVT_PROP_NONE));
	EXPECT(ocrLegacyBlockProgress(never, NULL, NULL, NULL,
				      LEGACY_PROP_NONE) == OCR_ECANCELED);
	return finalize(true);
}

TASK(wrong_in_task)
{
	ocrGuid_t event, other;

	memcpy(&event, paramv, sizeof(event));
	EXPECT(ocrLegacyInit(&other, &config) == OCR_EPERM);
	EXPECT(ocrLegacyBlockProgress(event, NULL, NULL, NULL,
				      LEGACY_PROP_NONE) == OCR_EPERM);
	EXPECT(ocrLegacyFinalize(context, false) == OCR_EPERM);
	return NULL_GUID;
}

static void *
wrong_in_thread(void *arg)
{
	ocrGuid_t event;

	EXPECT(ocrEventCreate(&event, OCR_EVENT_STICKY_T, 0) == OCR_EPERM);
	EXPECT(ocrLegacyBlockProgress(*(const ocrGuid_t *)arg, NULL, NULL, NULL,
				      LEGACY_PROP_NONE) == OCR_EPERM);
	return NULL;
}

TASK(wrong_result)
{
	ocrGuid_t event;

	EXPECT(!ocrEventCreate(&event, OCR_EVENT_STICKY_T, 0));
	return event;
}

static void
wrong_events(void)
{
	static const ocrEventTypes_t types[] = {OCR_EVENT_ONCE_T,
						OCR_EVENT_LATCH_T};
	ocrGuid_t event;

	for (u32 i = 0; i < COUNT(types); i++) {
		EXPECT(!ocrEventCreate(&event, types[i], 0));
		EXPECT(ocrLegacyBlockProgress(event, NULL, NULL, NULL, 0) ==
		       OCR_EINVAL);
	}
	EXPECT(ocrLegacyBlockProgress(NULL_GUID, NULL, NULL, NULL, 0) ==
	       OCR_EINVAL);
	EXPECT(ocrLegacyBlockProgress(context, NULL, NULL, NULL, 0) ==
	       OCR_EINVAL);
}

static int
misuse(void)
{
	ocrGuid_t event, handle, tmpl, got = ERROR_GUID;
	pthread_t thread;

	EXPECT(ocrLegacyInit(NULL, &config) == OCR_EINVAL);
	EXPECT(ocrEventCreate(&event, OCR_EVENT_STICKY_T, 0) == OCR_EPERM);
	EXPECT(ocrLegacySpawnOCR(&handle, NULL_GUID, 0, NULL, 0, NULL,
				 NULL_GUID) == OCR_EPERM);
	EXPECT(ocrLegacyFinalize(NULL_GUID, true) == OCR_EPERM);
	EXPECT(!ocrLegacyInit(&context, NULL));
	EXPECT(ocrLegacyInit(&got, &config) == OCR_EPERM);
	EXPECT(ocrLegacyFinalize(NULL_GUID, true) == OCR_EINVAL);

	EXPECT(!ocrEventCreate(&event, OCR_EVENT_STICKY_T, 0));
	EXPECT(ocrLegacyBlockProgress(event, NULL, NULL, NULL, 3) ==
	       OCR_EINVAL);
	EXPECT(!pthread_create(&thread, NULL, wrong_in_thread, &event));
	EXPECT(!pthread_join(thread, NULL));
	wrong_events();

	EXPECT(!ocrEdtTemplateCreate(&tmpl, wrong_in_task, 2, 0));
	EXPECT(ocrLegacySpawnOCR(&handle, tmpl, 2, NULL, 0, NULL, context) ==
	       OCR_EINVAL);
	EXPECT(ocrLegacySpawnOCR(NULL, tmpl, 2, &event.upper, 0, NULL,
				 context) == OCR_EINVAL);
	EXPECT(ocrLegacySpawnOCR(&handle, tmpl, 2, &event.upper, 0, NULL,
				 event) == OCR_EINVAL);
	EXPECT(ocrLegacySpawnOCR(&handle, event, 0, NULL, 0, NULL, context) ==
	       OCR_EINVAL);
	EXPECT(!ocrLegacySpawnOCR(&handle, tmpl, 2, &event.upper, 0, NULL,
				  context));
	EXPECT(ocrGuidIsNull(ocrWait(handle)));
	handle = spawn(wrong_result, 0, NULL, 0, NULL);
	EXPECT(ocrGuidIsNull(ocrWait(handle)));
	return finalize(false);
}

static int
forget(void)
{
	init();
	start(nothing, 0, 0, NULL, 0, 0);
	return 0;
}

static int
quit(void)
{
	init();
	return this_node() ? finalize(false) : 0;
}

static int
run(const char *how, const char *times)
{
	if (!strcmp(how, "work"))
		return work(strtoul(times, NULL, 10));
	if (!strcmp(how, "serve"))
		return serve();
	if (!strcmp(how, "shutdown"))
		return until_shutdown();
	if (!strcmp(how, "early"))
		return early(shut_down);
	if (!strcmp(how, "abort"))
		return early(abort_7);
	if (!strcmp(how, "busy"))
		return early(abort_and_stay);
	if (!strcmp(how, "remote"))
		return remote();
	if (!strcmp(how, "unwritten"))
		return unwritten();
	if (!strcmp(how, "often"))
		return often();
	if (!strcmp(how, "stuck"))
		return stuck();
	if (!strcmp(how, "misuse"))
		return misuse();
	if (!strcmp(how, "forget"))
		return forget();
	if (!strcmp(how, "quit"))
		return quit();
	fprintf(stderr, "legacy: see the head of legacy.c\n");
	return 2;
}

int
main(int argc, char **argv)
{
	int status;

	ocrParseArgs(argc, (const char **)argv, &config);
	EXPECT(config.userArgc == argc && config.userArgv == argv);
	EXPECT(!config.iniFile);
	status = run(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : "1");
	PRINTF("main returns %d\n", status);
	return status;
}
