/* SPDX-License-Identifier: BSD-3-Clause */
/* parts.c - mistakes with copies of blocks that only a block's owner can
 * see:
 *
 *	parts source          a copy of bytes behind the end of the source
 *	parts destination     to behind the end of the destination
 */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#include <string.h>

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
	else
		FAIL("no such argument");
	return NULL_GUID;
}
