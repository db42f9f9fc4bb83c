/* SPDX-License-Identifier: BSD-3-Clause */
/* guid_in_block.c - a block holds the GUID of another, which a task finds
 * there and passes on (A.7). */
#include "tests/conformance/conf.h"

#define VALUE 42

TASK(pass_on)
{
	ocrGuid_t inner;

	CHECK(depv[0].ptr, "there is no block");
	inner = *(const ocrGuid_t *)depv[0].ptr;
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return inner;
}

TASK(end)
{
	CHECK_EQ("the inner block", conf_value(&depv[0]), VALUE);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t inner = conf_number(2, VALUE), outer = NULL_GUID, out, t;
	ocrGuid_t *p = conf_block(&outer, 1, sizeof(*p));

	*p = inner;
	CHECK_OK(ocrDbRelease(outer));
	t = conf_task(pass_on, 1, NO_PARAMS, 1, &out);
	conf_link(out, conf_task(end, 2, NO_PARAMS, 1, NULL), 0,
		  DB_DEFAULT_MODE);
	conf_link(outer, t, 0, DB_DEFAULT_MODE);
	return NULL_GUID;
}
