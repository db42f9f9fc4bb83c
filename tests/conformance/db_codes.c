/* SPDX-License-Identifier: BSD-3-Clause */
/* db_codes.c - what the calls for data blocks refuse at once. */
#include "tests/conformance/conf.h"

TASK(refuse)
{
	ocrGuid_t event = conf_event(OCR_EVENT_ONCE_T);
	ocrGuid_t tmpl = conf_template(conf_nothing);
	ocrGuid_t others[] = {NULL_GUID, UNINITIALIZED_GUID, ERROR_GUID, event,
			      tmpl};
	ocrGuid_t db = ERROR_GUID, mine = conf_number(conf_here() + 1, 1);
	void *p = &db;

	for (u32 i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		CHECK_CODE(ocrDbRelease(others[i]), i ? OCR_EINVAL : 0);
		CHECK_CODE(ocrDbDestroy(others[i]), OCR_EINVAL);
	}
	CHECK_CODE(ocrDbRelease(mine), OCR_EACCES);
	/* Somebody else's block that this task has not acquired. */
	CHECK_CODE(ocrDbRelease(*PARAM(ocrGuid_t)), OCR_EACCES);

	CHECK_CODE(ocrDbCreate(NULL, &p, 8, DB_PROP_NONE, NULL_HINT, NO_ALLOC),
		   OCR_EINVAL);
	CHECK_CODE(ocrDbCreate(&db, &p, 8, 0x8000, NULL_HINT, NO_ALLOC),
		   OCR_EINVAL);
	CHECK_CODE(ocrDbCreate(&db, &p, 8, DB_PROP_NONE, NULL_HINT,
			       (ocrInDbAllocator_t)7),
		   OCR_EINVAL);
	/* More than there is; nothing happens. */
	CHECK_CODE(ocrDbCreate(&db, &p, UINT64_MAX / 2, DB_PROP_NONE, NULL_HINT,
			       NO_ALLOC),
		   OCR_ENOMEM);
	/* Acquired, though the pointer is not asked for. */
	CHECK_OK(ocrDbCreate(&db, NULL, 8, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
	CHECK_OK(ocrDbRelease(db));
	CHECK_OK(ocrDbDestroy(db));
	CHECK_OK(ocrDbDestroy(mine));
	CHECK_OK(ocrEventDestroy(event));
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	return NULL_GUID;
}

/* To release what a slot without data has is allowed; a block is released
 * once. */
TASK(slots)
{
	CHECK_OK(ocrDbRelease(depv[0].guid));
	CHECK_OK(ocrDbRelease(depv[0].guid));
	CHECK_OK(ocrDbRelease(depv[1].guid));
	CHECK_CODE(ocrDbRelease(depv[1].guid), OCR_EACCES);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(6), db = conf_number(0, 3), t, out;

	for (u32 i = 0; i < 3; i++) {
		t = conf_task(refuse, i, PARAMS(db), 1, &out);
		conf_link(out, end, i, DB_DEFAULT_MODE);
		conf_start(t, 0);
		t = conf_task(slots, i, NO_PARAMS, 2, &out);
		conf_link(out, end, 3 + i, DB_DEFAULT_MODE);
		conf_start(t, 0);
		conf_link(db, t, 1, i ? DB_MODE_RW : DB_MODE_CONST);
	}
	return NULL_GUID;
}
