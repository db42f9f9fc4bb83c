/* SPDX-License-Identifier: BSD-3-Clause */
/* forged.c - a GUID with the kind, the flags or the counts of another object is
 * refused by the node that owns the object of that number, in every call that
 * takes a GUID, and does no harm to that object. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-info.h"
#include "extensions/ocr-db-partitioning.h"
#include "extensions/ocr-file.h"
#include "extensions/ocr-hints.h"
#include "extensions/ocr-labeling.h"

/* Kinds are in the first byte: 1 is a block, 2 a task, 3 a template, 4 to 10
 * are events, 16 is a file. */
enum { DB = 1, EDT, TEMPLATE, ONCE, STICKY = 6, COLLECTIVE = 10, FILES = 15 };

static ocrGuid_t
as(ocrGuid_t g, u64 kind)
{
	g.upper = (g.upper & ~(UINT64_C(0xff) << 56)) | kind << 56;
	return g;
}

static u64
kind_of(ocrGuid_t g)
{
	return g.upper >> 56;
}

static bool
is_event(u64 kind)
{
	return kind >= ONCE && kind < COLLECTIVE;
}

/* One that is not what its kind says. */
static ocrGuid_t
check_forged(ocrGuid_t g, ocrGuid_t task)
{
	u64 kind = kind_of(g), n = 1, size;
	ocrHint_t hint = conf_edt_hint(0), db_hint = conf_db_hint(0);
	ocrDbPart_t part = {0, 1, NULL_GUID};
	ocrGuidUserKind user;
	ocrGuid_t out;

	if (kind == DB) {
		CHECK_CODE(ocrDbDestroy(g), OCR_EINVAL);
		CHECK_CODE(ocrDbRelease(g), OCR_EINVAL);
		CHECK_CODE(ocrDbDowngradeRelease(g), OCR_EINVAL);
		CHECK_CODE(ocrDbGetSize(g, &size), OCR_EINVAL);
		CHECK_CODE(ocrDbPartition(g, 1, &part, 0), OCR_EINVAL);
		CHECK_CODE(ocrDbCopy(g, 0, g, 8, 8, DB_COPY_DEFAULT, NULL),
			   OCR_EINVAL);
		CHECK_CODE(ocrAddDependence(g, task, 0, DB_MODE_RW),
			   OCR_EINVAL);
		CHECK_CODE(ocrSetHint(g, &db_hint), OCR_EINVAL);
		CHECK_CODE(ocrGetHint(g, &db_hint), OCR_EINVAL);
	} else if (kind == EDT) {
		CHECK_CODE(ocrEdtDestroy(g), OCR_EINVAL);
		CHECK_CODE(ocrAddDependence(NULL_GUID, g, 0, DB_MODE_RW),
			   OCR_EINVAL);
		CHECK_CODE(ocrSetHint(g, &hint), OCR_EINVAL);
		CHECK_CODE(ocrGetHint(g, &hint), OCR_EINVAL);
	} else if (kind == TEMPLATE) {
		CHECK_CODE(ocrEdtTemplateDestroy(g), OCR_EINVAL);
	} else if (is_event(kind)) {
		CHECK_CODE(ocrEventDestroy(g), OCR_EINVAL);
		CHECK_CODE(ocrEventSatisfy(g, NULL_GUID), OCR_EINVAL);
		CHECK_CODE(ocrEventSatisfySlot(g, NULL_GUID, 0), OCR_EINVAL);
		CHECK_CODE(ocrAddDependence(NULL_GUID, g, 0, DB_MODE_RW),
			   OCR_EINVAL);
		CHECK_CODE(ocrAddDependence(g, task, 0, DB_MODE_RW),
			   OCR_EINVAL);
		CHECK_CODE(ocrAddDependenceSlot(g, 0, task, 0, DB_MODE_RW),
			   OCR_EINVAL);
	} else if (kind == COLLECTIVE) {
		CHECK_CODE(ocrEventDestroy(g), OCR_EINVAL);
		CHECK_CODE(ocrAddDependence(g, task, 0, DB_MODE_RW),
			   OCR_EINVAL);
	} else if (kind == FILES) {
		CHECK_CODE(ocrFileRelease(g), OCR_EINVAL);
		CHECK_CODE(ocrFileGetChunk(&out, g, 0, 8), OCR_EINVAL);
	}
	if (kind != TEMPLATE)
		CHECK_CODE(ocrAffinityQuery(g, &n, &out), OCR_EINVAL);
	CHECK_OK(ocrGetGuidKind(&user, g));
	CHECK_EQ("kind", user, GUID_USER_NONE);
	return ERROR_GUID;
}

/* Every other kind for g; and, with its own, other flags. */
static ocrGuid_t
check_all(ocrGuid_t g, ocrGuid_t task)
{
	for (u64 kind = DB; kind <= FILES; kind++)
		if (kind != kind_of(g) &&
		    (kind <= COLLECTIVE || kind == FILES) &&
		    !ocrGuidIsError(check_forged(as(g, kind), task)))
			return NULL_GUID;
	/* "Takes a block": 1; "a part": 64. */
	for (u64 flag = 1; flag <= 64; flag *= 64) {
		ocrGuid_t f = g;

		f.upper ^= flag << 48;
		if (!ocrGuidIsError(check_forged(f, task)))
			return NULL_GUID;
	}
	return ERROR_GUID;
}

/* Slots: the block, twice. */
TASK(reader)
{
	CHECK_EQ("the block", conf_value(&depv[0]), 77);
	CHECK_EQ("the block from the event", conf_value(&depv[1]), 77);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

TASK(forger)
{
	u64 here = conf_here();
	ocrGuid_t db = conf_number(here, 77), sticky, once, latch, task, tmpl,
		  t;
	ocrGuid_t other, last, early, idem;

	sticky = conf_event(OCR_EVENT_STICKY_T);
	once = conf_event(OCR_EVENT_ONCE_T);
	latch = conf_event(OCR_EVENT_LATCH_T);
	task = conf_task(reader, here, NO_PARAMS, 2, NULL);
	if (!ocrGuidIsError(check_all(db, task)) ||
	    !ocrGuidIsError(check_all(sticky, task)) ||
	    !ocrGuidIsError(check_all(once, task)) ||
	    !ocrGuidIsError(check_all(latch, task)) ||
	    !ocrGuidIsError(check_all(task, task)))
		return NULL_GUID;

	/* The counts of a template are part of its GUID. */
	CHECK_OK(ocrEdtTemplateCreate(&tmpl, conf_nothing, 0, 1));
	other = tmpl;
	other.lower += 1;
	CHECK_CODE(ocrEdtCreate(&t, other, 0, NULL, 2, NULL, EDT_PROP_NONE,
				NULL_HINT, NULL),
		   OCR_EINVAL);
	CHECK_CODE(ocrEdtTemplateDestroy(other), OCR_EINVAL);
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));

	/* What came before the object, as if it were to be a block or a task:
	 * reported when it turns out to be an event, and not done. */
	early = last = conf_event(OCR_EVENT_LATCH_T);
	early.lower++;
	CHECK_OK(ocrDbDestroy(as(early, DB)));
	CHECK_OK(ocrAddDependence(NULL_GUID, as(early, EDT), 0, DB_MODE_RW));
	CHECK_OK(ocrEventDestroy(as(early, ONCE)));
	CHECK_OK(ocrEventCreate(&idem, OCR_EVENT_IDEM_T, EVT_PROP_TAKES_ARG));
	CHECK_EQ("the next event", idem.lower, early.lower);
	CHECK_OK(ocrEventSatisfy(idem, NULL_GUID));
	CHECK_OK(ocrEventDestroy(idem));
	CHECK_OK(ocrEventDestroy(last));

	/* All are as they were. */
	CHECK_OK(ocrAddDependence(db, task, 0, DB_MODE_RO));
	CHECK_OK(ocrAddDependence(once, task, 1, DB_MODE_RO));
	CHECK_OK(ocrAddDependence(sticky, once, 0, DB_MODE_RO));
	CHECK_OK(ocrEventSatisfy(sticky, db));
	CHECK_OK(ocrEventDestroy(sticky));
	CHECK_OK(ocrEventDestroy(latch));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(4), t, out;

	for (u32 i = 0; i < 4; i++) {
		t = conf_finish_task(forger, i, NO_PARAMS, 1, &out);
		conf_link(out, end, i, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
