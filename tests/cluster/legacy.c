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
#include "tests/cluster/legacy.h"

#include <pthread.h>

#define N_TASKS 50

/* -- work ----------------------------------------------------------------- */

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

/* -- serve, shutdown, early, abort ---------------------------------------- */

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

/* -- stuck, misuse, forget ------------------------------------------------ */

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
				      LEGACY_PROP_CHECK) == OCR_EAGAIN);
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

/* It is gone when it has fired. */
static void
wrong_events(void)
{
	static const ocrEventTypes_t types[] = {OCR_EVENT_ONCE_T};
	ocrGuid_t event;

	for (u32 i = 0; i < COUNT(types); i++) {
		EXPECT(!ocrEventCreate(&event, types[i], 0));
		EXPECT(!ocrEventSatisfy(event, NULL_GUID));
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
