/* SPDX-License-Identifier: BSD-3-Clause */
/* old_names.c - a program with the names from before 1.1 and 1.2, which
 * includes the headers that it finds elsewhere, in its own order, and says
 * itself which extensions it wants, before and after. */
#define ENABLE_EXTENSION_AFFINITY 1
#include <extensions/ocr-affinity.h>

typedef ocrHint_t hint_t;

#include "tests/conformance/conf.h"

#define ENABLE_EXTENSION_LABELING
#include <extensions/ocr-debug.h>
#include <extensions/ocr-labeling.h>
#include <extensions/ocr-profiler.h>
#include <ocr-guid-functions.h>
#include <ocr-legacy.h>

#include <math.h>

#if GUID_BIT_COUNT != 128
#error the size of a GUID
#endif
#if !defined(ENABLE_EXTENSION_FILE) ||                                         \
	!defined(ENABLE_EXTENSION_MAP_CREATOR) ||                              \
	!defined(ENABLE_EXTENSION_REDUCTION_EVT) ||                            \
	!defined(ENABLE_EXTENSION_LEGACY)
#error an extension that works is not announced
#endif

typedef struct {
	ocrGuid_t sum; /* a reduction event */
	u64 number;
} share_t;

#define SHARES 3

TASK(get)
{
	CHECK_EQ("sum of all", depv[0].ptr ? *(double *)depv[0].ptr : -1,
		 sqrt((double)(SHARES * SHARES)));
	CHECK_OK(ocrEventDestroy(PARAM(share_t)->sum));
	ocrShutdown();
	return NULL_GUID;
}

/* All contributors are on node 0: one without a place may go to another. */
TASK(give)
{
	const share_t *s = PARAM(share_t);
	double one = 1;

	CHECK_OK(ocrEventReductionSatisfySlot(s->sum, &one, (u32)s->number));
	return NULL_GUID;
}

static ocrGuid_t
reduction(ocrGuid_t range)
{
	ocrEventParams_t p = {.EVENT_REDUCTION = {.maxGen = 1,
						  .nbContribs = SHARES,
						  .nbContribsPd = SHARES,
						  .nbDatum = 1,
						  .arity = 2,
						  .op = REDOP_F8_ADD,
						  .type = COL_ALLREDUCE,
						  .reuseDbPerGen = true}};
	ocrGuid_t g = NULL_GUID;

	OK(ocrGuidFromIndex(&g, range, 0));
	OK(ocrEventCreateParams(&g, OCR_EVENT_REDUCTION_T, GUID_PROP_IS_LABELED,
				&p));
	return g;
}

/* 0: all is well. */
static const char *
wrong(void)
{
	ocrGuid_t a = UNINITIALIZED_GUID, b = ERROR_GUID;
	char as[64], bs[64];

	if (!IS_GUID_UNINITIALIZED(a) || IS_GUID_UNINITIALIZED(b) ||
	    !IS_GUID_ERROR(b) || IS_GUID_ERROR(a) || IS_GUID_NULL(a) ||
	    !IS_GUID_NULL(NULL_GUID) || !IS_GUID_LESS_THAN(NULL_GUID, a) ||
	    IS_GUID_LESS_THAN(a, a) || IS_GUID_EQUAL(a, b))
		return "a comparison";
	GUID_ASSIGN_VALUE(a, b);
	if (!IS_GUID_EQUAL(a, b) || GUID_SIZE(a) != GUID_BIT_COUNT)
		return "an assignment";
	SNPRINTF(as, sizeof(as), "<" GUIDSx ">", GUIDFS(a));
	SNPRINTF(bs, sizeof(bs), "<" GUIDF ">", GUIDA(a));
	if (strcmp(as, bs))
		return "the short text of a GUID";
	SNPRINTF(as, sizeof(as), "<" GUIDLx ">", GUIDFL(a));
	if (strcmp(as, bs))
		return "the long text of a GUID";
	if (GUID_USER_EVENT_REDUCTION != GUID_USER_EVENT_COLLECTIVE ||
	    OCR_EVENT_REDUCTION_T != OCR_EVENT_COLLECTIVE_T)
		return "a name of reduction events";
	return NULL;
}

MAIN_TASK
{
	ocrGuid_t range = NULL_GUID, tmpl = NULL_GUID, reader;
	share_t s = {.number = 0};
	ocrHint_t here = conf_edt_hint(0);

	CHECK(!wrong(), "%s is wrong", wrong());
	CHECK_OK(ocrGuidRangeCreate(&range, 1, GUID_USER_EVENT_REDUCTION));
	s.sum = reduction(range);
	reader = conf_task(get, 0, PARAMS(s), 1, NULL);
	CHECK_OK(ocrAddDependenceSlot(s.sum, 0, reader, 0, DB_MODE_RO));
	CHECK_OK(ocrEdtTemplateCreate_internal(&tmpl, give, EDT_PARAM_UNK, 0,
					       "give"));
	for (; s.number < SHARES; s.number++)
		CHECK_OK(ocrEdtCreate(NULL, tmpl, PARAMV(s), 0, NULL,
				      EDT_PROP_NONE, PICK_1_1(&here, NULL_GUID),
				      NULL));
	return NULL_GUID;
}
