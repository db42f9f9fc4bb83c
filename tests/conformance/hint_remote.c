/* SPDX-License-Identifier: BSD-3-Clause */
/* hint_remote.c - ocrGetHint of an object of another node returns what any node
 * has set before, not only the asking one. */
#include "tests/conformance/conf.h"

struct args {
	ocrGuid_t edt, db, tmpl;
	u64 i;
};

static bool
has(ocrGuid_t g, ocrHintProp_t prop, s64 want)
{
	ocrHint_t h;
	s64 got = ~want;

	OK(ocrHintInit(&h, (ocrHintType_t)(prop >> 8)));
	OK(ocrGetHint(g, &h));
	if (!ocrGetHintValue(&h, prop, &got) && got == want)
		return true;
	FAIL("property 0x%x of " GUIDF ": %" PRId64
	     " was expected, got %" PRId64,
	     (unsigned)prop, GUIDA(g), want, got);
	return false;
}

static void
give(ocrGuid_t g, ocrHintProp_t prop, u64 value)
{
	ocrHint_t h;

	OK(ocrHintInit(&h, (ocrHintType_t)(prop >> 8)));
	OK(ocrSetHintValue(&h, prop, value));
	OK(ocrSetHint(g, &h));
}

/* Each node adds to what the one before has set, and sees all of it. */
TASK(turn)
{
	struct args a = *PARAM(struct args);
	s64 i = (s64)a.i;
	ocrHint_t h;

	if (!has(a.edt, OCR_HINT_EDT_PRIORITY, i) ||
	    !has(a.db, OCR_HINT_DB_LAZY, i) ||
	    !has(a.tmpl, OCR_HINT_EDT_TIME, i))
		return NULL_GUID;
	a.i++;
	give(a.edt, OCR_HINT_EDT_PRIORITY, a.i);
	give(a.db, OCR_HINT_DB_LAZY, a.i);
	give(a.tmpl, OCR_HINT_EDT_TIME, a.i);
	if (a.i < 2 * conf_nodes() + 2) {
		conf_start(conf_task(turn, a.i, PARAMS(a), 1, NULL), 0);
		return NULL_GUID;
	}
	CHECK_OK(ocrEdtDestroy(a.edt));
	CHECK_OK(ocrDbDestroy(a.db));
	CHECK_OK(ocrEdtTemplateDestroy(a.tmpl));
	CHECK_OK(ocrHintInit(&h, OCR_HINT_EDT_T));
	CHECK_CODE(ocrGetHint(a.edt, &h), OCR_EINVAL);
	CHECK_OK(ocrHintInit(&h, OCR_HINT_DB_T));
	CHECK_CODE(ocrGetHint(a.db, &h), OCR_EINVAL);
	ocrShutdown();
	return NULL_GUID;
}

/* On a third node, which may ask before the creation has come to the owner. */
TASK(early)
{
	const struct args *a = PARAM(struct args);

	if (has(a->edt, OCR_HINT_EDT_PRIORITY, 1))
		conf_start(conf_task(turn, 1, PARAMS(*a), 1, NULL), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t tmpl = conf_template(conf_nothing);
	ocrHint_t h = conf_edt_hint(1);
	struct args a = {.i = 1};

	conf_block(&a.db, 2, 8);
	CHECK_OK(ocrDbRelease(a.db));
	a.tmpl = conf_template(conf_nothing);
	give(a.db, OCR_HINT_DB_LAZY, a.i);
	give(a.tmpl, OCR_HINT_EDT_TIME, a.i);
	CHECK_OK(ocrSetHintValue(&h, OCR_HINT_EDT_PRIORITY, a.i));
	CHECK_OK(ocrEdtCreate(&a.edt, tmpl, 0, NULL, 1, NULL, EDT_PROP_NONE, &h,
			      NULL));
	conf_start(conf_task(early, 2, PARAMS(a), 1, NULL), 0);
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	return NULL_GUID;
}
