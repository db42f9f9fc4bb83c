/* SPDX-License-Identifier: BSD-3-Clause */
/* spelling.c - a program as it is written for 1.2: constant arguments, GUIDs
 * as parameters, and the names that 1.2 has for the calls of 1.1. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-info.h"
#include "extensions/ocr-hints.h"
#include "extensions/ocr-runtime-itf.h"

#if !defined(ENABLE_EXTENSION_HINTS) || !defined(ENABLE_EXTENSION_AFFINITY) || \
	!defined(ENABLE_EXTENSION_RTITF) || !defined(ENABLE_EXTENSION_DB_INFO)
#error an extension that works is not announced
#endif

/* The modes have these values in programs that store them. */
#if TRUE != 1 || FALSE != 0
#error truth
#endif

/* GUIDs in a struct that travels as parameters. */
typedef struct {
	ocrGuid_t db;
	u64 number;
} params_t;

static ocrGuid_t nowhere = NULL_GUID_INITIALIZER;

TASK(work)
{
	const params_t *p = (const params_t *)paramv;

	ocrAssert(paramc == sizeof(params_t) / sizeof(u64));
	ocrAssert(ocrGuidIsNull(nowhere));
	CHECK(ocrGuidIsEq(p->db, depv[0].guid), "the block is another: " GUIDF,
	      GUIDA(depv[0].guid));
	CHECK(depv[0].ptr && !depv[1].ptr, "the blocks have other modes");
	CHECK_EQ("number", p->number, conf_value(&depv[0]));
	CHECK(ocrPrintf("number %" PRIu64 "\n", p->number) > 8, "no text");
	ocrShutdown();
	return NULL_GUID;
}

/* The creation takes its arguments as constants. */
static void
launch(const ocrGuid_t tmpl, const params_t *p, const ocrGuid_t *blocks)
{
	ocrHint_t h;
	ocrHintVal_t node = 0;
	ocrGuid_t here = NULL_GUID, t = NULL_GUID;

	OK(ocrAffinityGetCurrent(&here));
	OK(ocrHintInit(&h, OCR_HINT_EDT_T));
	OK(ocrHintSetValue(&h, OCR_HINT_EDT_AFFINITY,
			   ocrAffinityToHintValue(here)));
	OK(ocrHintSetValue(&h, OCR_HINT_EDT_DISPERSE,
			   OCR_HINT_EDT_DISPERSE_NEAR));
	OK(ocrHintGetValue(&h, OCR_HINT_EDT_AFFINITY, &node));
	OK(ocrHintUnsetValue(&h, OCR_HINT_EDT_DISPERSE));
	if (node != ocrAffinityToHintValue(here))
		FAIL("the affinity is another");
	{
		const ocrHint_t fixed = h;

		OK(ocrEdtCreate(&t, tmpl, EDT_PARAM_DEF, (const u64 *)p, 2,
				blocks, EDT_PROP_LONG, &fixed, NULL));
	}
	OK(ocrAddDependence(p->db, t, 1, DB_MODE_NULL));
}

MAIN_TASK
{
	ocrGuid_t tmpl = NULL_GUID, blocks[2] = {NULL_GUID, UNINITIALIZED_GUID};
	params_t p = {.number = ocrGetArgc(depv[0].ptr)};
	void *addr = NULL;
	ocrHint_t h;

	CHECK_EQ("DB_MODE_NULL", DB_MODE_NULL, 0);
	CHECK_EQ("DB_MODE_CONST", DB_MODE_CONST, 1);
	CHECK_EQ("DB_MODE_RW", DB_MODE_RW, 2);
	CHECK_EQ("DB_MODE_EW", DB_MODE_EW, 4);
	CHECK_EQ("DB_MODE_RO", DB_MODE_RO, 8);
	CHECK_EQ("FAR", OCR_HINT_EDT_DISPERSE_FAR, 0);
	CHECK_EQ("NEAR", OCR_HINT_EDT_DISPERSE_NEAR, 1);
	CHECK(ocrGetArgv(depv[0].ptr, 0) != NULL, "no name of the program");
	CHECK_OK(ocrHintInit(&h, OCR_HINT_EVT_T));
	CHECK_OK(ocrHintInit(&h, OCR_HINT_GROUP_T));
	CHECK_OK(ocrDbCreate(&p.db, &addr, sizeof(u64),
			     DB_PROP_SINGLE_ASSIGNMENT | DB_PROP_NO_HINT,
			     NULL_HINT, NO_ALLOC));
	*(u64 *)addr = p.number;
	CHECK_OK(ocrDbDowngradeRelease(p.db));
	blocks[0] = p.db;
	CHECK_OK(ocrEdtTemplateCreate(&tmpl, work, sizeof(p) / sizeof(u64), 2));
	launch(tmpl, &p, blocks);
	return NULL_GUID;
}
