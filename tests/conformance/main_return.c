/* SPDX-License-Identifier: BSD-3-Clause */
/* main_return.c - what mainEdt returns is ignored, and its end is not the end
 * of the program. */
#include "tests/conformance/conf.h"

TASK(last)
{
	CHECK_EQ("the block", conf_value(&depv[0]), 5);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t db = conf_number(1, 5);

	/* The block of arguments is its own. */
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	conf_link(db, conf_task(last, 1, NO_PARAMS, 1, NULL), 0, DB_MODE_EW);
	return db;
}
