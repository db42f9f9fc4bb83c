/* SPDX-License-Identifier: BSD-3-Clause */
/* crash.c - a task ends its process, in the WAY that crash.sh asks for:
 *
 *   own      the program has taken the signal, after the job has begun
 *   far      with a block, on the last node
 *   heap     it has written over the C library's heap, and frees
 *   itself   it has written over what the runtime knows of it
 *   all      every worker has a task that faults
 *   sent     another process sends the signal
 *   term     it is asked to end
 */
#include "ocr.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "extensions/ocr-affinity.h"

#define TOGETHER 4

static const char *volatile nothing;
static _Atomic int here;

static void
on_own(int signal)
{
	static const char text[] = "the program's own handler\n";

	(void)signal;
	_exit(write(STDERR_FILENO, text, sizeof(text) - 1) < 0 ? 4 : 3);
}

static ocrGuid_t
fault_own(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc, (void)paramv, (void)depc, (void)depv;
	signal(SIGSEGV, on_own);
	return (ocrGuid_t){.upper = 0, .lower = (u64)*nothing};
}

static __attribute__((noinline)) void
step_on(const volatile char *p)
{
	ocrPrintf("%d\n", *p + 1);
}

static ocrGuid_t
fault_far(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc, (void)paramv, (void)depc;
	*(char *)depv[0].ptr = 1;
	step_on(nothing);
	return NULL_GUID;
}

static ocrGuid_t
break_heap(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	char *volatile p[8];

	(void)paramc, (void)paramv, (void)depc, (void)depv;
	for (int i = 0; i < 8; i++)
		p[i] = malloc(2000);
	for (int i = 0; i < 8; i++)
		memset(p[i] - 16, 0x41, 2000);
	for (int i = 0; i < 8; i++)
		free(p[i]);
	return NULL_GUID;
}

/* Parameters are where the task is: what comes before them is its own. */
static ocrGuid_t
break_itself(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	volatile u64 *before = paramv;

	(void)paramc, (void)depc, (void)depv;
	for (int i = -1; i >= -6; i--)
		before[i] = 0x4141414141414141;
	step_on(nothing);
	return NULL_GUID;
}

static ocrGuid_t
fault_all(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc, (void)paramv, (void)depc, (void)depv;
	atomic_fetch_add(&here, 1);
	while (atomic_load(&here) < TOGETHER)
		;
	step_on(nothing);
	return NULL_GUID;
}

static ocrGuid_t
be_sent(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	char line[64];

	(void)paramc, (void)paramv, (void)depc, (void)depv;
	snprintf(line, sizeof(line), "kill -SEGV %d", (int)getpid());
	if (system(line) == 0)
		pause();
	return NULL_GUID;
}

static ocrGuid_t
be_ended(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc, (void)paramv, (void)depc, (void)depv;
	if (kill(getpid(), SIGTERM) == 0)
		pause();
	return NULL_GUID;
}

static const struct {
	const char *name;
	ocrEdt_t func;
	u32 tasks;
} ways[] = {
	{"own", fault_own, 1},	      {"far", fault_far, 1},
	{"heap", break_heap, 1},      {"itself", break_itself, 1},
	{"all", fault_all, TOGETHER}, {"sent", be_sent, 1},
	{"term", be_ended, 1},
};

/* Named as the place where the task was made, whichever compiler. */
static __attribute__((noinline)) void
begin(ocrEdt_t func)
{
	u64 count, one = 1;
	ocrGuid_t tmpl, edt, db, at[64];
	ocrHint_t hint;
	void *data;

	ocrAffinityCount(AFFINITY_PD, &count);
	count = count > 64 ? 64 : count;
	ocrAffinityGet(AFFINITY_PD, &count, at);
	ocrHintInit(&hint, OCR_HINT_EDT_T);
	ocrSetHintValue(&hint, OCR_HINT_EDT_AFFINITY,
			ocrAffinityToHintValue(at[count - 1]));
	ocrDbCreate(&db, &data, 24, DB_PROP_NONE, NULL_HINT, NO_ALLOC);
	ocrDbRelease(db);
	ocrEdtTemplateCreate(&tmpl, func, 1, 1);
	ocrEdtCreate(&edt, tmpl, 1, &one, 1, &db, EDT_PROP_NONE, &hint, NULL);
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	const char *way = ocrGetArgv(depv[0].ptr, 1);

	(void)paramc, (void)paramv, (void)depc;
	for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		for (u32 n = 0; !strcmp(ways[i].name, way) && n < ways[i].tasks;
		     n++)
			begin(ways[i].func);
	return NULL_GUID;
}
