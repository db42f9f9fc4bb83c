/* SPDX-License-Identifier: BSD-3-Clause */
/* kind_remote.c - ocrGetGuidKind tells the same on every node: the kind of an
 * object as soon as its GUID can be known, and that there is none when a task
 * that has ended before has destroyed it. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"

enum { OBJECTS = 5 };

static const ocrGuidUserKind kinds[OBJECTS] = {
	GUID_USER_DB, GUID_USER_EVENT_STICKY, GUID_USER_EDT_TEMPLATE,
	GUID_USER_EDT, GUID_USER_EVENT_CHANNEL};

struct args {
	ocrGuid_t objects[OBJECTS];
	u64 i;
};

static bool
are(const struct args *a, bool there)
{
	ocrGuidUserKind kind, want;

	for (unsigned i = 0; i < OBJECTS; i++) {
		want = there ? kinds[i] : GUID_USER_NONE;
		OK(ocrGetGuidKind(&kind, a->objects[i]));
		if (kind == want)
			continue;
		FAIL("object %u is of kind %u, not %u", i, (unsigned)kind,
		     (unsigned)want);
		return false;
	}
	return true;
}

TASK(last)
{
	if (are(PARAM(struct args), false))
		ocrShutdown();
	return NULL_GUID;
}

/* All nodes have looked; one destroys, and others look again. */
TASK(destroy)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t end = conf_task(last, 0, PARAMS(a), (u32)conf_nodes(), NULL);

	OK(ocrDbDestroy(a.objects[0]));
	OK(ocrEventDestroy(a.objects[1]));
	OK(ocrEdtTemplateDestroy(a.objects[2]));
	OK(ocrEdtDestroy(a.objects[3]));
	OK(ocrEventDestroy(a.objects[4]));
	/* Its own view, at once. */
	if (!are(&a, false))
		return NULL_GUID;
	for (u64 i = 0; i < conf_nodes(); i++) {
		ocrGuid_t t, out;

		t = conf_task(conf_nothing, i, NO_PARAMS, 1, &out);
		conf_link(out, end, (u32)i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}

TASK(look)
{
	CHECK(are(PARAM(struct args), true), "an object is missing");
	return NULL_GUID;
}

/* Objects on their node, labels and others. */
TASK(make)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t end, t, out, tmpl = conf_template(conf_nothing);

	conf_block(&a.objects[0], a.i + 1, 8);
	OK(ocrDbRelease(a.objects[0]));
	OK(ocrEventCreate(&a.objects[1], OCR_EVENT_STICKY_T,
			  GUID_PROP_IS_LABELED));
	a.objects[2] = conf_template(conf_nothing);
	a.objects[3] =
		conf_spawn(tmpl, a.i + 2, NO_PARAMS, 1, EDT_PROP_NONE, NULL);
	OK(ocrEdtTemplateDestroy(tmpl));
	a.objects[4] = conf_channel(1, 1, 1);
	if (!are(&a, true))
		return NULL_GUID;
	end = conf_task(destroy, a.i + 3, PARAMS(a), (u32)conf_nodes(), NULL);
	for (u64 i = 0; i < conf_nodes(); i++) {
		t = conf_task(look, i, PARAMS(a), 1, &out);
		conf_link(out, end, (u32)i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.i = 1};
	ocrGuidUserKind kind;
	ocrGuid_t range;

	CHECK_OK(ocrGuidRangeCreate(&range, 8, GUID_USER_EVENT_STICKY));
	CHECK_OK(ocrGuidFromIndex(&a.objects[1], range, 5));
	CHECK_OK(ocrGetGuidKind(&kind, a.objects[1]));
	CHECK_EQ("kind of what does not exist", kind, GUID_USER_NONE);
	conf_start(conf_task(make, a.i, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
