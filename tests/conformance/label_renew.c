/* SPDX-License-Identifier: BSD-3-Clause */
/* label_renew.c - a task destroys the block that it has, creates the next one
 * of the same label and writes it. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"

enum { ROUNDS = 12, WORDS = 2048 };

struct args {
	ocrGuid_t block;
	u64 round;
};

static u8
renew(ocrGuid_t block, u64 round)
{
	void *p = NULL;
	u8 code = ocrDbCreate(&block, &p, WORDS * sizeof(u64),
			      GUID_PROP_IS_LABELED, NULL_HINT, NO_ALLOC);

	if (!p)
		return code ? code : OCR_EFAULT;
	conf_fill(p, WORDS, round);
	return ocrDbRelease(block);
}

/* Two rounds on each node. */
TASK(use)
{
	struct args a = *PARAM(struct args);

	CHECK_EQ("words", conf_match(depv[0].ptr, WORDS, a.round), WORDS);
	CHECK_OK(ocrDbDestroy(a.block));
	if (++a.round == ROUNDS) {
		ocrShutdown();
		return NULL_GUID;
	}
	CHECK_OK(renew(a.block, a.round));
	conf_link(a.block, conf_task(use, a.round / 2, PARAMS(a), 1, NULL), 0,
		  a.round % 3 ? DB_MODE_CONST : DB_MODE_RW);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.round = 0};
	ocrGuid_t range;

	CHECK_OK(ocrGuidRangeCreate(&range, 1, GUID_USER_DB));
	CHECK_OK(ocrGuidFromIndex(&a.block, range, 0));
	CHECK_OK(renew(a.block, 0));
	conf_link(a.block, conf_task(use, 0, PARAMS(a), 1, NULL), 0,
		  DB_MODE_CONST);
	return NULL_GUID;
}
