/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_undone.c - a task whose creation fails for one of its dependences was
 * never there: no GUID, no output event, no member of a finish scope, and its
 * label is free. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-labeling.h"

static const ocrGuid_t not_made = UNINITIALIZED_GUID_INITIALIZER;

struct args {
	ocrGuid_t range;
	u64 here;
};

/* The creation of a task on node `node` must fail with `code`. */
static bool
fails(u64 node, u32 depc, const ocrGuid_t *depv, u16 flags, u8 code)
{
	ocrGuid_t tmpl = conf_template(conf_nothing);
	ocrGuid_t g = not_made, out = not_made;
	ocrHint_t h = conf_edt_hint(node);
	u8 got = ocrEdtCreate(&g, tmpl, 0, NULL, depc, depv, flags, &h, &out);

	OK(ocrEdtTemplateDestroy(tmpl));
	if (got != code)
		FAIL("code %u was expected, got %u", code, (unsigned)got);
	else if (!ocrGuidIsEq(g, not_made) || !ocrGuidIsEq(out, not_made))
		FAIL("a call that failed made a GUID");
	else
		return true;
	return false;
}

/* The same under the label, which is of this node; then it succeeds. */
static bool
fails_labeled(ocrGuid_t label, u16 how, const ocrGuid_t *depv, u8 code)
{
	ocrGuid_t tmpl = conf_template(conf_nothing), g = label, out = not_made;
	u8 got = ocrEdtCreate(&g, tmpl, 0, NULL, 2, depv, how, NULL_HINT, &out);

	if (got != code || !ocrGuidIsEq(out, not_made)) {
		FAIL("code %u was expected, got %u", code, (unsigned)got);
		return false;
	}
	OK(ocrEdtCreate(&g, tmpl, 0, NULL, 1, NULL, how, NULL_HINT, &out));
	OK(ocrEdtTemplateDestroy(tmpl));
	OK(ocrEdtDestroy(g));
	return true;
}

static bool
keeps_event(const ocrGuid_t *depv)
{
	ocrGuid_t tmpl = conf_template(conf_nothing), g = not_made;
	ocrGuid_t event = conf_event(OCR_EVENT_STICKY_T), out = event;
	u8 got = ocrEdtCreate(&g, tmpl, 0, NULL, 2, depv, EDT_PROP_OEVT_VALID,
			      NULL_HINT, &out);

	OK(ocrEdtTemplateDestroy(tmpl));
	OK(ocrEventSatisfy(event, NULL_GUID));
	OK(ocrEventDestroy(event));
	if (got != OCR_EPERM || !ocrGuidIsEq(out, event))
		FAIL("the event is gone, or the code is %u", (unsigned)got);
	return got == OCR_EPERM;
}

/* In a finish scope of its own, which has to end. */
TASK(refuse)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t spent = conf_event(OCR_EVENT_ONCE_T);
	ocrGuid_t sticky = conf_event(OCR_EVENT_STICKY_T);
	ocrGuid_t full = conf_counted(1), label, t;
	ocrGuid_t db = conf_number(a->here, 1);
	ocrGuid_t gone[] = {db, sticky, spent}, late[] = {sticky, full};

	CHECK_OK(ocrEventSatisfy(spent, NULL_GUID));
	t = conf_task(conf_nothing, a->here, NO_PARAMS, 1, NULL);
	conf_link(full, t, 0, DB_DEFAULT_MODE);
	/* It expects nobody else, and says so when the task is there. */
	for (u16 i = 0; i < 2; i++)
		if (!fails(a->here, 2, late, i ? EDT_PROP_FINISH : 0,
			   OCR_EPERM))
			return NULL_GUID;
	CHECK_OK(ocrGuidFromIndex(&label, a->range, a->here));
	if (!fails_labeled(label, GUID_PROP_IS_LABELED, late, OCR_EPERM) ||
	    !fails_labeled(label, GUID_PROP_CHECK, late, OCR_EPERM) ||
	    !keeps_event(late))
		return NULL_GUID;
	/* What is gone is found out before, wherever the task would be. */
	for (u64 i = 0; i < 2 * conf_nodes(); i++)
		if (!fails(i, 3, gone, i % 2 ? EDT_PROP_FINISH : 0,
			   OCR_EINVAL) ||
		    !fails(i, 1, &spent, EDT_PROP_NONE, OCR_EINVAL))
			return NULL_GUID;
	CHECK_OK(ocrEventSatisfy(full, NULL_GUID));
	CHECK_OK(ocrEventDestroy(sticky));
	CHECK_OK(ocrDbDestroy(db));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end, t, out;
	struct args a;
	u64 n = conf_nodes();

	CHECK_OK(ocrGuidRangeCreate(&a.range, n, GUID_USER_EDT));
	end = conf_end((u32)n);
	for (a.here = 0; a.here < n; a.here++) {
		t = conf_finish_task(refuse, a.here, PARAMS(a), 1, &out);
		conf_link(out, end, (u32)a.here, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
