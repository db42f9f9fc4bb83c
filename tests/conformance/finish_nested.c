/* SPDX-License-Identifier: BSD-3-Clause */
/* finish_nested.c - finish tasks inside finish tasks, on several nodes: each
 * output event comes after all that was started inside. */
#include "tests/conformance/conf.h"

#define DEPTH	 4
#define CHILDREN 5

struct args {
	ocrGuid_t count; /* the scope's own block */
	u64 depth;	 /* scopes inside */
};

TASK(add_one)
{
	++*(u64 *)depv[0].ptr;
	return NULL_GUID;
}

/* When an inner scope is done: looks at its count, then counts in the outer
 * one's block. */
TASK(check)
{
	CHECK(ocrGuidIsNull(depv[0].guid), "a finish task passed a block on");
	CHECK_EQ("what the scope had done", conf_value(&depv[1]), *PARAM(u64));
	CHECK_OK(ocrDbDestroy(depv[1].guid));
	++*(u64 *)depv[2].ptr;
	return NULL_GUID;
}

/* A plain task between the scope's task and the rest. */
TASK(spread)
{
	ocrGuid_t count = *PARAM(ocrGuid_t);

	for (u64 i = 0; i < CHILDREN; i++)
		conf_link(count, conf_task(add_one, i, NO_PARAMS, 1, NULL), 0,
			  DB_MODE_EW);
	return NULL_GUID;
}

TASK(scope)
{
	struct args a = *PARAM(struct args), inner;
	u64 want = CHILDREN + (a.depth > 1);
	ocrGuid_t t, out, last;

	conf_start(conf_task(spread, a.depth + 1, PARAMS(a.count), 1, NULL), 0);
	if (!a.depth)
		return a.count;
	inner.count = conf_number(a.depth, 0);
	inner.depth = a.depth - 1;
	t = conf_finish_task(scope, a.depth, PARAMS(inner), 1, &out);
	last = conf_task(check, a.depth + 2, PARAMS(want), 3, NULL);
	conf_link(out, last, 0, DB_DEFAULT_MODE);
	conf_link(inner.count, last, 1, DB_MODE_CONST);
	conf_link(a.count, last, 2, DB_MODE_EW);
	conf_start(t, 0);
	/* Must be ignored. */
	return a.count;
}

TASK(end)
{
	CHECK(ocrGuidIsNull(depv[0].guid), "a finish task passed a block on");
	CHECK_EQ("what all scopes had done", conf_value(&depv[1]),
		 CHILDREN + 1);
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {conf_number(1, 0), DEPTH};
	ocrGuid_t out, t, last = conf_task(end, 1, NO_PARAMS, 2, NULL);

	t = conf_finish_task(scope, 1, PARAMS(a), 1, &out);
	conf_link(out, last, 0, DB_DEFAULT_MODE);
	conf_link(a.count, last, 1, DB_MODE_CONST);
	conf_start(t, 0);
	return NULL_GUID;
}
