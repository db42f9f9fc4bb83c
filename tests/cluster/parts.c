/* SPDX-License-Identifier: BSD-3-Clause */
/* parts.c - mistakes with parts and copies of blocks that only a block's owner
 * can see:
 *
 *	parts range           a part behind the end of its block
 *	parts overlap         a part that overlaps one that exists
 *	parts static          a part of a block with a static partition
 *	parts gone            a part of a block that was destroyed
 *	parts both            a task that needs a block and a part of it
 *	parts source          a copy of bytes behind the end of the source
 *	parts destination     to behind the end of the destination
 */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#include <string.h>

/* Parts of 8 bytes, from these bytes on. */
TASK(cut)
{
	ocrDbPart_t part = {paramv[0], 8, NULL_GUID};

	ocrDbPartition(depv[0].guid, 1, &part, (u32)paramv[1]);
	part.offset = paramv[2];
	/* Where the block's home is here, the call itself tells it. */
	if (ocrDbPartition(depv[0].guid, 1, &part, 0)) {
		PRINTF("refused at once\n");
		ocrAbort(1);
	}
	return NULL_GUID;
}

static void
partition(u64 first, u32 properties, u64 second)
{
	u64 params[3] = {first, properties, second};
	ocrGuid_t t = conf_task(cut, 1, PARAMS(params), 1, NULL), db;

	conf_block(&db, 0, 64);
	OK(ocrDbRelease(db));
	conf_link(db, t, 0, DB_MODE_NULL);
}

TASK(cut_gone)
{
	ocrDbPart_t part = {0, 8, NULL_GUID};

	if (ocrDbPartition(depv[0].guid, 1, &part, 0)) {
		PRINTF("refused at once\n");
		ocrAbort(1);
	}
	return NULL_GUID;
}

static void
gone(void)
{
	ocrGuid_t t = conf_task(cut_gone, 1, NO_PARAMS, 1, NULL), db;

	conf_block(&db, 0, 64);
	OK(ocrDbDestroy(db));
	conf_link(db, t, 0, DB_MODE_NULL);
}

static void
both(void)
{
	ocrDbPart_t part = {0, 8, NULL_GUID};
	ocrGuid_t t = conf_task(conf_nothing, 1, NO_PARAMS, 2, NULL), db;

	conf_block(&db, 0, 64);
	OK(ocrDbRelease(db));
	OK(ocrDbPartition(db, 1, &part, 0));
	conf_link(db, t, 0, DB_MODE_RO);
	conf_link(part.guid, t, 1, DB_MODE_EW);
}

TASK(fail)
{
	OK(ocrDbCopy(depv[1].guid, paramv[0], depv[0].guid, paramv[1], 32,
		     DB_COPY_DEFAULT, NULL));
	return NULL_GUID;
}

static void
copy(u64 to, u64 from)
{
	u64 params[2] = {to, from};
	ocrGuid_t t = conf_task(fail, 1, PARAMS(params), 2, NULL), db;

	conf_block(&db, 0, 64);
	OK(ocrDbRelease(db));
	conf_link(db, t, 0, DB_MODE_NULL);
	conf_block(&db, 2, 40);
	OK(ocrDbRelease(db));
	conf_link(db, t, 1, DB_MODE_NULL);
}

MAIN_TASK
{
	const char *how = getArgv(depv[0].ptr, 1);

	if (how && !strcmp(how, "source"))
		copy(8, 33);
	else if (how && !strcmp(how, "destination"))
		copy(9, 32);
	else if (how && !strcmp(how, "range"))
		partition(0, 0, 57);
	else if (how && !strcmp(how, "overlap"))
		partition(8, 0, 15);
	else if (how && !strcmp(how, "static"))
		partition(0, OCR_DB_PARTITION_STATIC, 8);
	else if (how && !strcmp(how, "gone"))
		gone();
	else if (how && !strcmp(how, "both"))
		both();
	else
		FAIL("no such argument");
	return NULL_GUID;
}
