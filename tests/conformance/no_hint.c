/* SPDX-License-Identifier: BSD-3-Clause */
/* no_hint.c - a program that knows no nodes: NULL_HINT and chapter 2 alone.
 * Sums of parts, made by tasks that the runtime places where it likes. */
#include "ocr.h"

#define PARTS 16
#define WORDS 500

/* Ends the job, as failed, and the body. */
#define MUST(cond)                                                             \
	do {                                                                   \
		if (!(cond)) {                                                 \
			PRINTF("FAILED: line %d: %s\n", __LINE__, #cond);      \
			ocrAbort(1);                                           \
			return NULL_GUID;                                      \
		}                                                              \
	} while (0)

static ocrGuid_t
part(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t db;
	void *addr;
	u64 *sum;

	MUST(paramc == 1 && depc == 1);
	MUST(!ocrDbCreate(&db, &addr, sizeof(*sum), DB_PROP_NONE, NULL_HINT,
			  NO_ALLOC));
	sum = addr;
	*sum = 0;
	for (u64 i = paramv[0]; i < WORDS; i += PARTS)
		*sum += ((u64 *)depv[0].ptr)[i];
	return db;
}

static ocrGuid_t
total(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u64 sum = 0;

	MUST(!paramc && !paramv && depc == PARTS);
	for (u32 i = 0; i < depc; i++) {
		sum += *(u64 *)depv[i].ptr;
		MUST(!ocrDbDestroy(depv[i].guid));
	}
	MUST(sum == (u64)WORDS * (WORDS - 1) / 2);
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t part_template, total_template, last, t, out, db;
	void *addr;

	MUST(!paramc && !paramv && depc == 1 && getArgc(depv[0].ptr));
	MUST(!ocrEdtTemplateCreate(&part_template, part, 1, 1));
	MUST(!ocrEdtTemplateCreate(&total_template, total, 0, PARTS));
	MUST(!ocrDbCreate(&db, &addr, WORDS * sizeof(u64), DB_PROP_NONE,
			  NULL_HINT, NO_ALLOC));
	for (u64 i = 0; i < WORDS; i++)
		((u64 *)addr)[i] = i;
	MUST(!ocrDbRelease(db));
	MUST(!ocrEdtCreate(&last, total_template, EDT_PARAM_DEF, NULL,
			   EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT,
			   NULL));
	for (u64 i = 0; i < PARTS; i++) {
		MUST(!ocrEdtCreate(&t, part_template, EDT_PARAM_DEF, &i,
				   EDT_PARAM_DEF, NULL, EDT_PROP_NONE,
				   NULL_HINT, &out));
		MUST(!ocrAddDependence(out, last, (u32)i, DB_MODE_CONST));
		MUST(!ocrAddDependence(db, t, 0, DB_MODE_RO));
	}
	MUST(!ocrEdtTemplateDestroy(part_template));
	MUST(!ocrEdtTemplateDestroy(total_template));
	return NULL_GUID;
}
