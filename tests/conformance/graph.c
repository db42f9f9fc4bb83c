/* SPDX-License-Identifier: BSD-3-Clause */
/* graph.c - the graph of A.3, which is not made of forks and joins:
 *
 *	 1a    1b        1a gives its block to 2a and 2b, 1b its own to 2b;
 *	/  \  /          2a writes to what 2b may be reading
 *	2a  2b
 *	 \  /
 *	 end
 */
#include "tests/conformance/conf.h"

struct args {
	ocrGuid_t event; /* what 2a satisfies */
};

TASK(stage2a)
{
	u64 *p = depv[0].ptr;

	CHECK_EQ("stage 2a", conf_value(&depv[0]), 1);
	*p = 3;
	CHECK_OK(ocrDbRelease(depv[0].guid));
	CHECK_OK(ocrEventSatisfy(PARAM(struct args)->event, depv[0].guid));
	return NULL_GUID;
}

TASK(stage1a)
{
	ocrHint_t h = conf_edt_hint(2);
	ocrGuid_t g = conf_number(1, 1), tmpl = conf_template(stage2a);

	/* Ready at once: its only slot is given with the creation. */
	CHECK_OK(ocrEdtCreate(NULL, tmpl, paramc, paramv, 1, &g, EDT_PROP_NONE,
			      &h, NULL));
	CHECK_OK(ocrEdtTemplateDestroy(tmpl));
	return g;
}

TASK(stage1b)
{
	return conf_number(2, 2);
}

TASK(stage2b)
{
	u64 a = conf_value(&depv[0]), *p = depv[1].ptr;

	CHECK(a == 1 || a == 3, "stage 2b got %" PRIu64 " from 1a", a);
	CHECK_EQ("stage 2b from 1b", conf_value(&depv[1]), 2);
	*p = 4;
	return depv[1].guid;
}

TASK(end)
{
	CHECK_EQ("the end from 2a", conf_value(&depv[0]), 3);
	CHECK_EQ("the end from 2b", conf_value(&depv[1]), 4);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrDbDestroy(depv[1].guid));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args args = {conf_event(OCR_EVENT_ONCE_T)};
	ocrGuid_t last = conf_task(end, 0, NO_PARAMS, 2, NULL);
	ocrGuid_t t1a, t1b, t2b, out1a, out1b, out2b;

	t1a = conf_task(stage1a, 1, PARAMS(args), 1, &out1a);
	t1b = conf_task(stage1b, 2, NO_PARAMS, 1, &out1b);
	t2b = conf_task(stage2b, 0, NO_PARAMS, 2, &out2b);
	conf_link(out1a, t2b, 0, DB_MODE_RO);
	conf_link(out1b, t2b, 1, DB_MODE_RW);
	conf_link(args.event, last, 0, DB_MODE_CONST);
	conf_link(out2b, last, 1, DB_MODE_CONST);
	conf_start(t1a, 0);
	conf_start(t1b, 0);
	return NULL_GUID;
}
