/* SPDX-License-Identifier: BSD-3-Clause */
/* copy_codes.c - what ocrDbCopy() refuses at once, without doing anything. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#define PLAIN DB_COPY_DEFAULT

TASK(refuse)
{
	ocrGuid_t event = conf_event(OCR_EVENT_ONCE_T);
	ocrGuid_t tmpl = conf_template(conf_nothing);
	ocrGuid_t others[] = {NULL_GUID, UNINITIALIZED_GUID, ERROR_GUID, event,
			      tmpl};
	ocrGuid_t mine, far = depv[0].guid, done = ERROR_GUID;
	u64 *p = conf_block(&mine, conf_here() + 1, 64);

	*p = 12;
	for (u32 i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		CHECK_CODE(ocrDbCopy(others[i], 0, mine, 0, 8, PLAIN, &done),
			   OCR_EINVAL);
		CHECK_CODE(ocrDbCopy(mine, 0, others[i], 0, 8, PLAIN, &done),
			   OCR_EINVAL);
	}
	CHECK_CODE(ocrDbCopy(mine, 0, far, 0, 8, 3, &done), OCR_EINVAL);
	/* A block is no part of itself. */
	CHECK_CODE(ocrDbCopy(mine, 0, mine, 8, 8, DB_COPY_PARTITION, &done),
		   OCR_EINVAL);
	CHECK_CODE(
		ocrDbCopy(mine, 0, mine, 8, 8, DB_COPY_PARTITION_BACK, &done),
		OCR_EINVAL);
	/* Both blocks are here: one of 64 bytes, the other of 8. */
	CHECK_CODE(ocrDbCopy(mine, 57, far, 0, 8, PLAIN, &done), OCR_EINVAL);
	CHECK_CODE(ocrDbCopy(mine, 65, far, 0, 0, PLAIN, &done), OCR_EINVAL);
	CHECK_CODE(ocrDbCopy(mine, 0, far, 1, 8, PLAIN, &done), OCR_EINVAL);
	CHECK_CODE(ocrDbCopy(far, 0, mine, 0, 9, PLAIN, &done), OCR_EINVAL);
	CHECK_CODE(ocrDbCopy(mine, 0, far, 0, UINT64_MAX, PLAIN, &done),
		   OCR_EINVAL);
	CHECK_OK(ocrDbRelease(mine));
	/* Those that no block can have. */
	CHECK_CODE(ocrDbCopy(mine, 2, far, 0, UINT64_MAX - 1, PLAIN, &done),
		   OCR_EINVAL);
	CHECK_CODE(ocrDbCopy(far, 0, mine, UINT64_MAX, 1, PLAIN, &done),
		   OCR_EINVAL);
	CHECK(ocrGuidIsError(done), "a call that failed gave an event");
	CHECK_OK(ocrDbDestroy(mine));
	CHECK_OK(ocrEventDestroy(event));
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	CHECK_EQ("the other block", conf_value(&depv[0]), 3);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(3), t, out;

	for (u32 i = 0; i < 3; i++) {
		t = conf_task(refuse, i, NO_PARAMS, 1, &out);
		conf_link(out, end, i, DB_MODE_NULL);
		conf_link(conf_number(i, 3), t, 0,
			  i ? DB_MODE_RW : DB_MODE_CONST);
	}
	return NULL_GUID;
}
