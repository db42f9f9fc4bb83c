/* SPDX-License-Identifier: BSD-3-Clause */
/* template_remote.c - a template is used by tasks of all nodes, for tasks on
 * all nodes, and destroyed while tasks made from it still wait. */
#include "tests/conformance/conf.h"

#define TASKS 9

struct args {
	ocrGuid_t tmpl, end, go;
	u64 i;
};

TASK(leaf)
{
	CHECK_EQ("the parameter", paramv[0], 1000);
	return NULL_GUID;
}

TASK(create)
{
	const struct args *a = PARAM(struct args);
	const u64 param = 1000;
	ocrGuid_t t, out;

	t = conf_spawn(a->tmpl, a->i / 3, PARAMS(param), EDT_PARAM_DEF,
		       EDT_PROP_NONE, &out);
	conf_link(out, a->end, (u32)a->i, DB_DEFAULT_MODE);
	conf_link(a->go, t, 0, DB_MODE_CONST);
	return NULL_GUID;
}

/* All tasks are created and wait. */
TASK(destroy)
{
	const struct args *a = PARAM(struct args);

	CHECK_OK(ocrEdtTemplateDestroy(a->tmpl));
	CHECK_OK(ocrEventSatisfy(a->go, NULL_GUID));
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.end = conf_end(TASKS),
			 .go = conf_event(OCR_EVENT_ONCE_T)};
	ocrGuid_t all, out, t;

	CHECK_OK(ocrEdtTemplateCreate(&a.tmpl, leaf, 1, 1));
	all = conf_task(destroy, 1, PARAMS(a), TASKS, NULL);
	for (a.i = 0; a.i < TASKS; a.i++) {
		t = conf_task(create, a.i, PARAMS(a), 1, &out);
		conf_link(out, all, (u32)a.i, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
