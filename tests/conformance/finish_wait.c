/* SPDX-License-Identifier: BSD-3-Clause */
/* finish_wait.c - a finish scope waits for children that wait for somebody
 * outside of it, long after its own body and their parents have ended. */
#include "tests/conformance/conf.h"

#include <string.h>

#define SCOPES	 4
#define CHILDREN 6

struct args {
	ocrGuid_t gate;	 /* opened from outside */
	ocrGuid_t marks; /* a block that the children write to */
	u64 scope, child;
};

TASK(child)
{
	const struct args *a = PARAM(struct args);

	((u64 *)depv[1].ptr)[a->child] = a->scope + 1;
	return NULL_GUID;
}

/* Creates a child and ends: the scope has a member that waits. */
TASK(between)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t t = conf_task(child, a->child / 2, PARAMS(*a), 2, NULL);

	conf_link(a->gate, t, 0, DB_DEFAULT_MODE);
	conf_link(a->marks, t, 1, DB_MODE_EW);
	return NULL_GUID;
}

TASK(scope)
{
	struct args a = *PARAM(struct args);

	for (a.child = 0; a.child < CHILDREN; a.child++)
		conf_start(conf_task(between, a.child + a.scope, PARAMS(a), 1,
				     NULL),
			   0);
	return NULL_GUID;
}

TASK(look)
{
	const u64 *marks = depv[1].ptr;

	for (u32 i = 0; i < CHILDREN; i++)
		CHECK_EQ("what a child has written", marks[i], *PARAM(u64) + 1);
	return NULL_GUID;
}

TASK(open)
{
	CHECK_OK(ocrEventSatisfy(*PARAM(ocrGuid_t), NULL_GUID));
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(SCOPES), t, out, done, last;
	struct args a = {.child = 0};

	for (a.scope = 0; a.scope < SCOPES; a.scope++) {
		memset(conf_block(&a.marks, a.scope, CHILDREN * 8), 0,
		       CHILDREN * 8);
		CHECK_OK(ocrDbRelease(a.marks));
		a.gate = conf_event(OCR_EVENT_STICKY_T);
		t = conf_finish_task(scope, a.scope, PARAMS(a), 1, &out);
		last = conf_task(look, a.scope + 1, PARAMS(a.scope), 2, &done);
		conf_link(done, end, (u32)a.scope, DB_DEFAULT_MODE);
		conf_link(out, last, 0, DB_DEFAULT_MODE);
		conf_link(a.marks, last, 1, DB_MODE_CONST);
		conf_start(t, 0);
		conf_start(
			conf_task(open, a.scope + 2, PARAMS(a.gate), 1, NULL),
			0);
	}
	return NULL_GUID;
}
