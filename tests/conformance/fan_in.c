/* SPDX-License-Identifier: BSD-3-Clause */
/* fan_in.c - one task waits for the output events of 2000 others, spread over
 * all nodes; some return blocks. */
#include "tests/conformance/conf.h"

#define TASKS 2000

TASK(leaf)
{
	return *PARAM(u64) % 8 ? NULL_GUID
			       : conf_number(*PARAM(u64) / 8, *PARAM(u64));
}

TASK(gather)
{
	for (u32 i = 0; i < TASKS; i++)
		if (i % 8)
			CHECK(ocrGuidIsNull(depv[i].guid),
			      "slot %" PRIu32 " has a block", i);
		else
			CHECK_EQ("a slot", conf_value(&depv[i]), i);
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t last = conf_task(gather, 1, NO_PARAMS, TASKS, NULL);
	ocrGuid_t tmpl = conf_template(leaf), t, out;

	for (u64 i = 0; i < TASKS; i++) {
		t = conf_spawn(tmpl, i, PARAMS(i), 1, EDT_PROP_NONE, &out);
		conf_link(out, last, (u32)i, DB_MODE_CONST);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
