/* SPDX-License-Identifier: BSD-3-Clause */
/* return_bad.c - a body returns what is neither a block nor an event: its
 * output event fires without a block. */
#include "tests/conformance/conf.h"

enum { BAD = 5 };

TASK(give)
{
	return *PARAM(ocrGuid_t);
}

TASK(end)
{
	for (u32 i = 0; i < depc; i++)
		CHECK(ocrGuidIsNull(depv[i].guid) && !depv[i].ptr,
		      "slot %" PRIu32 " has something", i);
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t waits = conf_task(conf_nothing, 1, NO_PARAMS, 1, NULL);
	ocrGuid_t last = conf_task(end, 1, NO_PARAMS, BAD, NULL), t, out;
	const ocrGuid_t bad[BAD] = {UNINITIALIZED_GUID, ERROR_GUID,
				    conf_template(conf_nothing), waits,
				    conf_node(0)};

	for (u32 i = 0; i < BAD; i++) {
		t = conf_task(give, i, PARAMS(bad[i]), 1, &out);
		conf_link(out, last, i, DB_MODE_CONST);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
