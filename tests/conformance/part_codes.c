/* SPDX-License-Identifier: BSD-3-Clause */
/* part_codes.c - what ocrDbPartition() refuses at once, without doing
 * anything. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#define BYTES 64

/* The code for parts of a block that the caller has. */
static u8
cut(ocrGuid_t db, u64 a, u64 a_size, u64 b, u64 b_size, u32 properties)
{
	ocrDbPart_t parts[2] = {{a, a_size, ERROR_GUID},
				{b, b_size, ERROR_GUID}};
	u8 code = ocrDbPartition(db, 2, parts, properties);

	if (code &&
	    !(ocrGuidIsError(parts[0].guid) && ocrGuidIsError(parts[1].guid)))
		FAIL("a call that failed gave parts");
	if (!code &&
	    (ocrDbDestroy(parts[0].guid) || ocrDbDestroy(parts[1].guid)))
		FAIL("the parts cannot be destroyed");
	return code;
}

TASK(refuse)
{
	ocrGuid_t event = conf_event(OCR_EVENT_ONCE_T);
	ocrGuid_t tmpl = conf_template(conf_nothing);
	ocrGuid_t others[] = {NULL_GUID, UNINITIALIZED_GUID, ERROR_GUID, event,
			      tmpl};
	ocrDbPart_t part = {0, 8, ERROR_GUID};
	ocrGuid_t db;

	for (u32 i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		CHECK_CODE(ocrDbPartition(others[i], 1, &part, 0), OCR_EINVAL);
	conf_block(&db, conf_here() + 1, BYTES);
	CHECK_CODE(ocrDbPartition(db, 0, &part, 0), OCR_EINVAL);
	CHECK_CODE(ocrDbPartition(db, 1, NULL, 0), OCR_EINVAL);
	CHECK_CODE(ocrDbPartition(db, 1, &part, 2), OCR_EINVAL);
	CHECK(ocrGuidIsError(part.guid), "a call that failed gave a part");
	/* Overlaps in the list, in any order. */
	CHECK_CODE(cut(db, 0, 16, 15, 8, 0), OCR_EINVAL);
	CHECK_CODE(cut(db, 15, 8, 0, 16, 0), OCR_EINVAL);
	CHECK_CODE(cut(db, 8, 8, 8, 8, 0), OCR_EINVAL);
	CHECK_CODE(cut(db, 0, BYTES, 63, 1, 0), OCR_EINVAL);
	/* Beyond the end of a block that this task has. */
	CHECK_CODE(cut(db, 0, 8, 60, 5, 0), OCR_EINVAL);
	CHECK_CODE(cut(db, 0, 8, BYTES + 1, 0, 0), OCR_EINVAL);
	CHECK_CODE(cut(db, 0, 8, UINT64_MAX, 2, 0), OCR_EINVAL);
	/* Nothing of that has left parts: these can be made. */
	CHECK_OK(cut(db, 0, 8, 8, BYTES - 8, OCR_DB_PARTITION_STATIC));
	CHECK_OK(cut(db, BYTES, 0, 4, 0, 0));
	CHECK_OK(cut(db, 63, 1, 0, 1, OCR_DB_PARTITION_STATIC));
	CHECK_OK(ocrDbDestroy(db));
	CHECK_OK(ocrEventDestroy(event));
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(3), t, out;

	for (u32 i = 0; i < 3; i++) {
		t = conf_task(refuse, i, NO_PARAMS, 1, &out);
		conf_link(out, end, i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
