/* SPDX-License-Identifier: BSD-3-Clause */
/* example.h - what the examples share: names, places and a check. */
#ifndef APPS_EXAMPLES_EXAMPLE_H
#define APPS_EXAMPLES_EXAMPLE_H

#include "ocr.h"
#include "extensions/ocr-affinity.h"
#include "extensions/ocr-hints.h"

#define UNUSED __attribute__((unused))

/* The head of a task's function; not every task uses all four. */
#define EDT(name)                                                              \
	ocrGuid_t name(u32 paramc UNUSED, u64 *paramv UNUSED, u32 depc UNUSED, \
		       ocrEdtDep_t depv[] UNUSED)

/* Ends the job with status 1 and says why, unless `cond` holds. */
#define EXPECT(cond)                                                           \
	do {                                                                   \
		if (!(cond)) {                                                 \
			PRINTF("FAILED: %s:%d: %s\n", __FILE__, __LINE__,      \
			       #cond);                                         \
			ocrAbort(1);                                           \
			return NULL_GUID;                                      \
		}                                                              \
	} while (0)

/* A hint that places task number i; tasks go round over the nodes. */
static inline UNUSED ocrHint_t
place_edt(u64 i)
{
	ocrGuid_t node;
	ocrHint_t hint;
	u64 n = 1;

	ocrAffinityCount(AFFINITY_PD, &n);
	ocrAffinityGetAt(AFFINITY_PD, i % n, &node);
	ocrHintInit(&hint, OCR_HINT_EDT_T);
	ocrSetHintValue(&hint, OCR_HINT_EDT_AFFINITY,
			ocrAffinityToHintValue(node));
	return hint;
}

/* Creates a task of `func` with this many slots at place i; its template has
 * done its work then. */
static inline UNUSED ocrGuid_t
start_edt(ocrEdt_t func, u64 i, u32 paramc, const void *paramv, u32 depc,
	  u16 flags, ocrGuid_t *output)
{
	ocrHint_t hint = place_edt(i);
	ocrGuid_t tmpl, edt = NULL_GUID;

	ocrEdtTemplateCreate(&tmpl, func, paramc, depc);
	ocrEdtCreate(&edt, tmpl, EDT_PARAM_DEF, (const u64 *)paramv,
		     EDT_PARAM_DEF, NULL, flags, &hint, output);
	ocrEdtTemplateDestroy(tmpl);
	return edt;
}

/* How many u64 a struct of parameters fills. */
#define PARAMC(type) ((u32)(sizeof(type) / sizeof(u64)))

#endif
