/* SPDX-License-Identifier: BSD-3-Clause */
/* hint_objects.c - ocrGetHint returns what ocrSetHint and the creation have
 * stored: on the node that set it, and on the object's own. */
#include "tests/conformance/conf.h"

struct args {
	ocrGuid_t edt, db, tmpl;
	u64 i;
};

/* Property `prop` of g must be `want`. */
static bool
has(ocrGuid_t g, ocrHintProp_t prop, ocrHintVal_t want)
{
	ocrHint_t h;
	ocrHintVal_t got = ~want;
	u8 err;

	OK(ocrHintInit(&h, (ocrHintType_t)(prop >> 8)));
	OK(ocrGetHint(g, &h));
	err = ocrGetHintValue(&h, prop, &got);
	if (!err && got == want)
		return true;
	FAIL("property 0x%x of " GUIDF ": %" PRIu64
	     " was expected, got %" PRIu64 " (code %u)",
	     (unsigned)prop, GUIDA(g), want, got, (unsigned)err);
	return false;
}

static bool
lacks(ocrGuid_t g, ocrHintProp_t prop)
{
	ocrHint_t h;
	ocrHintVal_t got;

	OK(ocrHintInit(&h, (ocrHintType_t)(prop >> 8)));
	OK(ocrGetHint(g, &h));
	return ocrGetHintValue(&h, prop, &got) == OCR_ENOENT;
}

static void
give(ocrGuid_t g, ocrHintProp_t prop, ocrHintVal_t value)
{
	ocrHint_t h;

	OK(ocrHintInit(&h, (ocrHintType_t)(prop >> 8)));
	OK(ocrSetHintValue(&h, prop, value));
	OK(ocrSetHint(g, &h));
}

/* On the node of the objects, after another has set hints. */
TASK(owner)
{
	const struct args *a = PARAM(struct args);

	if (has(a->edt, OCR_HINT_EDT_PRIORITY, 100 + a->i) &&
	    has(a->edt, OCR_HINT_EDT_TIME, 8) &&
	    has(a->edt, OCR_HINT_EDT_AFFINITY,
		ocrAffinityToHintValue(conf_node(a->i + 1))) &&
	    has(a->db, OCR_HINT_DB_NEAR, 1) &&
	    has(a->db, OCR_HINT_DB_LAZY, 200 + a->i) &&
	    has(a->db, OCR_HINT_DB_AFFINITY,
		ocrAffinityToHintValue(conf_node(a->i + 1)))) {
		CHECK(lacks(a->edt, OCR_HINT_EDT_SPAWNING), "nobody set that");
		CHECK(lacks(a->db, OCR_HINT_DB_FAR), "nobody set that");
		conf_start(a->edt, 0);
		CHECK_OK(ocrDbDestroy(a->db));
		/* Of another node's template: what this one has set. */
		give(a->tmpl, OCR_HINT_EDT_TIME, 400);
		CHECK(has(a->tmpl, OCR_HINT_EDT_TIME, 400), "a hint is lost");
	}
	return NULL_GUID;
}

/* Objects on the next node; the template is the first one's. */
TASK(set)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t tmpl = conf_template(conf_nothing), event, t;
	ocrHint_t h = conf_edt_hint(a.i + 1), d = conf_db_hint(a.i + 1);
	ocrHintVal_t v = 0;

	CHECK_OK(ocrSetHintValue(&h, OCR_HINT_EDT_PRIORITY, 7));
	CHECK_OK(ocrSetHintValue(&h, OCR_HINT_EDT_TIME, 8));
	CHECK_OK(ocrEdtCreate(&a.edt, tmpl, 0, NULL, 1, NULL, EDT_PROP_NONE, &h,
			      NULL));
	if (!has(a.edt, OCR_HINT_EDT_PRIORITY, 7))
		return NULL_GUID;
	give(a.edt, OCR_HINT_EDT_PRIORITY, 100 + a.i);
	CHECK_OK(ocrSetHintValue(&d, OCR_HINT_DB_NEAR, 1));
	CHECK_OK(ocrDbCreate(&a.db, NULL, 64, DB_PROP_NONE, &d, NO_ALLOC));
	CHECK_OK(ocrDbRelease(a.db));
	give(a.db, OCR_HINT_DB_LAZY, 200 + a.i);
	if (!has(a.edt, OCR_HINT_EDT_PRIORITY, 100 + a.i) ||
	    !has(a.edt, OCR_HINT_EDT_TIME, 8) ||
	    !has(a.db, OCR_HINT_DB_LAZY, 200 + a.i) ||
	    !has(a.db, OCR_HINT_DB_NEAR, 1))
		return NULL_GUID;

	/* What is not set at the object stays in the variable. */
	CHECK_OK(ocrHintInit(&h, OCR_HINT_EDT_T));
	CHECK_OK(ocrSetHintValue(&h, OCR_HINT_EDT_SPACE, 5));
	CHECK_OK(ocrSetHintValue(&h, OCR_HINT_EDT_PRIORITY, 5));
	CHECK_OK(ocrGetHint(a.edt, &h));
	CHECK_OK(ocrGetHintValue(&h, OCR_HINT_EDT_SPACE, &v));
	CHECK_EQ("what was in the variable", v, 5);
	CHECK_OK(ocrGetHintValue(&h, OCR_HINT_EDT_PRIORITY, &v));
	CHECK_EQ("what the task has", v, 100 + a.i);

	/* A template of this node. */
	give(tmpl, OCR_HINT_EDT_SPACE, 300 + a.i);
	give(tmpl, OCR_HINT_EDT_TIME, 1);
	if (!has(tmpl, OCR_HINT_EDT_SPACE, 300 + a.i) ||
	    !has(tmpl, OCR_HINT_EDT_TIME, 1))
		return NULL_GUID;
	a.tmpl = tmpl;

	/* Wrong types, and values that make no sense. */
	CHECK_CODE(ocrSetHint(a.edt, &d), OCR_EINVAL);
	CHECK_CODE(ocrSetHint(a.db, &h), OCR_EINVAL);
	CHECK_CODE(ocrSetHint(tmpl, NULL_HINT), OCR_EINVAL);
	CHECK_CODE(ocrGetHint(a.db, &h), OCR_EINVAL);
	CHECK_CODE(ocrGetHint(NULL_GUID, &h), OCR_EINVAL);
	CHECK_CODE(ocrGetHint(a.edt, NULL_HINT), OCR_EINVAL);
	CHECK_OK(ocrSetHintValue(&d, OCR_HINT_DB_AFFINITY, 12345));
	CHECK_CODE(ocrSetHint(a.db, &d), OCR_EFAULT);
	event = conf_event(OCR_EVENT_STICKY_T);
	CHECK_CODE(ocrSetHint(event, &h), OCR_EINVAL);
	CHECK_OK(ocrHintInit(&h, OCR_HINT_EVT_T));
	CHECK_OK(ocrSetHint(event, &h));
	CHECK_OK(ocrGetHint(event, &h));
	CHECK_OK(ocrEventDestroy(event));
	CHECK_OK(ocrHintInit(&h, OCR_HINT_GROUP_T));
	CHECK_CODE(ocrSetHint(a.edt, &h), OCR_EINVAL);

	t = conf_task(owner, a.i + 1, PARAMS(a), 1, &event);
	conf_link(event, *(const ocrGuid_t *)depv[0].ptr, (u32)a.i,
		  DB_MODE_NULL);
	conf_start(t, 0);
	return NULL_GUID;
}

MAIN_TASK
{
	u64 n = conf_nodes() + 1;
	ocrGuid_t end = conf_end((u32)n), db = NULL_GUID;
	ocrGuid_t *p = conf_block(&db, 0, sizeof(*p));
	struct args a = {.edt = NULL_GUID};

	*p = end;
	CHECK_OK(ocrDbRelease(db));
	for (a.i = 0; a.i < n; a.i++)
		conf_link(db, conf_task(set, a.i, PARAMS(a), 1, NULL), 0,
			  DB_MODE_CONST);
	return NULL_GUID;
}
