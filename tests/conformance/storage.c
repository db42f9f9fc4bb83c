/* SPDX-License-Identifier: BSD-3-Clause */
/* storage.c - what a task keeps for itself: empty at first, kept during the
 * body, and never seen by another task. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-runtime-itf.h"

#define TASKS 60

static ocrGuid_t
name(u64 i)
{
	ocrGuid_t g = NULL_GUID;

	g.lower = i + 1;
	return g;
}

TASK(use)
{
	u64 i = paramv[0], size = 0;
	void *data = NULL, *again = NULL;
	unsigned char *p;

	CHECK(ocrGuidIsNull(ocrElsUserGet(0)), "another task left a GUID");
	CHECK(ocrGuidIsNull(ocrElsUserGet(255)), "another task left a GUID");
	CHECK_OK(ocrEdtLocalStorageGet(&data, &size));
	CHECK(size >= 64 && !((uintptr_t)data % 16), "%" PRIu64 " bytes at %p",
	      size, data);
	p = data;
	for (u64 k = 0; k < size; k++)
		CHECK(!p[k], "another task left byte %" PRIu64, k);
	for (u64 k = 0; k < size; k++)
		p[k] = (unsigned char)(i + k);
	ocrElsUserSet(3, name(i));
	ocrElsUserSet(255, name(i + 1));
	ocrElsUserSet(3, name(i + 2));
	CHECK(ocrGuidIsNull(ocrElsUserGet(2)), "a GUID that nobody kept");
	CHECK(ocrGuidIsNull(ocrElsUserGet(254)), "a GUID that nobody kept");
	CHECK(ocrGuidIsEq(ocrElsUserGet(3), name(i + 2)), "a GUID is lost");
	CHECK(ocrGuidIsEq(ocrElsUserGet(255), name(i + 1)), "a GUID is lost");
	CHECK_OK(ocrEdtLocalStorageGet(&again, NULL));
	CHECK(again == data, "two memories of one task");
	for (u64 k = 0; k < size; k++)
		CHECK(p[k] == (unsigned char)(i + k), "byte %" PRIu64, k);
	CHECK_CODE(ocrEdtLocalStorageGet(NULL, &size), OCR_EINVAL);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t tmpl = conf_template(use), end = conf_end(TASKS), t, out;

	for (u64 i = 0; i < TASKS; i++) {
		t = conf_spawn(tmpl, i, PARAMS(i), 1, EDT_PROP_NONE, &out);
		conf_link(out, end, (u32)i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
