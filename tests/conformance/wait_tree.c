/* SPDX-License-Identifier: BSD-3-Clause */
/* wait_tree.c - a task waits for what others return, and they for others: in
 * each of them, on all nodes, the body goes on where it stopped. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-legacy.h"

enum { DEPTH = 7 };

struct args {
	u64 n, i;
	ocrGuid_t event;
};

TASK(fib);

static ocrGuid_t
launch(u64 n, u64 i)
{
	struct args a = {.n = n, .i = i};

	a.event = conf_event(OCR_EVENT_STICKY_T);
	conf_start(conf_task(fib, i, PARAMS(a), 1, NULL), 0);
	return a.event;
}

/* ocrLegacyBlockProgress() gives the bytes, ocrWait() the block alone. */
static u64
result(ocrGuid_t event)
{
	ocrGuid_t db = NULL_GUID;
	u64 *p = NULL, size = 0, value = 0;

	OK(ocrLegacyBlockProgress(event, &db, (void **)&p, &size,
				  LEGACY_PROP_NONE));
	if (!p || size != 8 || ocrGuidIsNull(db))
		FAIL("no block of 8 bytes but %" PRIu64, size);
	else
		value = *p;
	if (!ocrGuidIsEq(ocrWait(event), db))
		FAIL("ocrWait() gives another block");
	OK(ocrEventDestroy(event));
	OK(ocrDbDestroy(db));
	return value;
}

TASK(fib)
{
	const struct args a = *PARAM(struct args);
	/* Kept on the stack, over the waits. */
	volatile u64 mark[32];
	u64 sum = a.n;
	ocrGuid_t one, two;

	for (u64 i = 0; i < 32; i++)
		mark[i] = a.n * a.i + i;
	if (a.n > 1) {
		one = launch(a.n - 1, a.i + 1);
		two = launch(a.n - 2, a.i + 2);
		sum = result(one) + result(two);
	}
	for (u64 i = 0; i < 32; i++)
		CHECK_EQ("a local variable", mark[i], a.n * a.i + i);
	CHECK_OK(ocrEventSatisfy(a.event, conf_number(a.i, sum)));
	return NULL_GUID;
}

MAIN_TASK
{
	CHECK_EQ("fib", result(launch(DEPTH, 0)), 13);
	ocrShutdown();
	return NULL_GUID;
}
