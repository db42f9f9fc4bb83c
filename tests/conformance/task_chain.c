/* SPDX-License-Identifier: BSD-3-Clause */
/* task_chain.c - a task creates the next, on the next node, 1000 times. */
#include "tests/conformance/conf.h"

#define LENGTH 1000

struct args {
	ocrGuid_t tmpl;
	u64 i;
};

TASK(hop)
{
	struct args a = *PARAM(struct args);

	CHECK(conf_is_on(a.i), "task %" PRIu64 " runs on node %" PRIu64, a.i,
	      conf_here());
	if (++a.i == LENGTH)
		ocrShutdown();
	else
		conf_spawn(a.tmpl, a.i, PARAMS(a), 0, EDT_PROP_NONE, NULL);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {conf_template(hop), 0};

	conf_spawn(a.tmpl, 0, PARAMS(a), 0, EDT_PROP_NONE, NULL);
	return NULL_GUID;
}
