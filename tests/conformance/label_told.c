/* SPDX-License-Identifier: BSD-3-Clause */
/* label_told.c - of many tasks on all nodes that create one object with
 * GUID_PROP_CHECK exactly one is told 0, and the others OCR_EGUIDEXISTS, for
 * each kind of object, wherever its owner is. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"

enum { TRIES = 8, KINDS = 4 };

struct args {
	ocrGuid_t objects[KINDS];
	u64 i;
};

static u8
create(unsigned kind, ocrGuid_t g)
{
	ocrGuid_t tmpl, label = g;
	u8 code;

	switch (kind) {
	case 0:
		code = ocrEventCreate(&g, OCR_EVENT_STICKY_T, GUID_PROP_CHECK);
		break;
	case 1:
		code = ocrDbCreate(&g, NULL, 8, GUID_PROP_CHECK, NULL_HINT,
				   NO_ALLOC);
		break;
	case 2:
		code = ocrEdtTemplateCreateLabeled(&g, conf_nothing, 0, 0,
						   GUID_PROP_CHECK);
		break;
	default:
		tmpl = conf_template(conf_nothing);
		code = ocrEdtCreate(&g, tmpl, 0, NULL, 1, NULL, GUID_PROP_CHECK,
				    NULL_HINT, NULL);
		OK(ocrEdtTemplateDestroy(tmpl));
		break;
	}
	if (!ocrGuidIsEq(g, label))
		FAIL("the object has another GUID");
	return code;
}

/* Returns a block with a bit for each object that it has created. */
TASK(try)
{
	const struct args *a = PARAM(struct args);
	u64 won = 0;
	u8 code;

	for (unsigned k = 0; k < KINDS; k++) {
		code = create(k, a->objects[k]);
		CHECK(!code || code == OCR_EGUIDEXISTS, "CHECK returned %u",
		      (unsigned)code);
		won |= (u64)!code << 8 * k;
	}
	return conf_number(a->i, won);
}

TASK(count)
{
	const struct args *a = PARAM(struct args);
	u64 won = 0;

	for (u32 i = 0; i < TRIES; i++) {
		won += conf_value(&depv[i]);
		CHECK_OK(ocrDbDestroy(depv[i].guid));
	}
	CHECK_EQ("creators of each object", won, 0x01010101);
	CHECK_OK(ocrEventDestroy(a->objects[0]));
	CHECK_OK(ocrDbDestroy(a->objects[1]));
	CHECK_OK(ocrEdtTemplateDestroy(a->objects[2]));
	CHECK_OK(ocrEdtDestroy(a->objects[3]));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	static const ocrGuidUserKind kinds[KINDS] = {
		GUID_USER_EVENT_STICKY, GUID_USER_DB, GUID_USER_EDT_TEMPLATE,
		GUID_USER_EDT};
	struct args a = {.i = 0};
	ocrGuid_t range, end, t, out;

	for (unsigned k = 0; k < KINDS; k++) {
		CHECK_OK(ocrGuidRangeCreate(&range, 16, kinds[k]));
		CHECK_OK(ocrGuidFromIndex(&a.objects[k], range, 3 + 4 * k));
	}
	end = conf_task(count, 1, PARAMS(a), TRIES, NULL);
	for (a.i = 0; a.i < TRIES; a.i++) {
		t = conf_task(try, a.i, PARAMS(a), 1, &out);
		conf_link(out, end, (u32)a.i, DB_MODE_CONST);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
