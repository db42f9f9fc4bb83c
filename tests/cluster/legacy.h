/* SPDX-License-Identifier: BSD-3-Clause */
/* legacy.h - what the programs with a main of their own share. */
#ifndef TESTS_CLUSTER_LEGACY_H
#define TESTS_CLUSTER_LEGACY_H

#include "ocr.h"
#include "extensions/ocr-affinity.h"
#include "extensions/ocr-hints.h"
#include "extensions/ocr-legacy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define UNUSED	 __attribute__((unused))
#define WRONG	 99
#define N_NODES	 16
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

/* Of the runtime that this process has. */
static ocrGuid_t context;
static ocrConfig_t config;

static inline ocrHint_t
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

static inline u64
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

static inline u64
n_nodes(void)
{
	u64 n = 0;

	EXPECT(!ocrAffinityCount(AFFINITY_PD, &n));
	return n;
}

static inline ocrGuid_t
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

static inline ocrGuid_t
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

static inline void
init(void)
{
	EXPECT(!ocrLegacyInit(&context, &config));
}

static inline u8
finalize(bool run_until_shutdown)
{
	u8 status = ocrLegacyFinalize(context, run_until_shutdown);
	ocrGuid_t event;

	/* A mistake, which strict mode would report. */
	if (!getenv("OCR_STRICT"))
		EXPECT(ocrEventCreate(&event, OCR_EVENT_STICKY_T, 0) ==
		       OCR_EPERM);
	return status;
}

#endif
