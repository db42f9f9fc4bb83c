/* SPDX-License-Identifier: BSD-3-Clause */
/* copy_ranges.c - ocrDbCopy() moves exactly the bytes that it was told, between
 * blocks of any nodes, and its event brings the destination when it is done. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-db-partitioning.h"

#define DEST   9001
#define SOURCE 7003

static const struct range {
	u64 to, from, n;
} ranges[] = {
	{0, 0, 0},	 {DEST, SOURCE, 0},
	{0, 0, SOURCE},	 {DEST - SOURCE, 0, SOURCE},
	{17, 5003, 1},	 {8, 16, 64},
	{4095, 2, 4099}, {DEST - 1, SOURCE - 1, 1},
};
#define N ((u32)(sizeof(ranges) / sizeof(ranges[0])))

static u8
byte(u64 seed, u64 i)
{
	return (u8)conf_word(seed, i);
}

static ocrGuid_t
bytes(u64 node, u64 len, u64 seed)
{
	ocrGuid_t g = NULL_GUID;
	u8 *p = conf_block(&g, node, len);

	for (u64 i = 0; i < len; i++)
		p[i] = byte(seed, i);
	OK(ocrDbRelease(g));
	return g;
}

struct args {
	u64 range;
	ocrGuid_t dest, source, event;
};

TASK(check)
{
	const struct args *a = PARAM(struct args);
	const struct range *r = &ranges[a->range];
	const u8 *to = depv[0].ptr, *from = depv[1].ptr;

	CHECK(ocrGuidIsEq(depv[0].guid, a->dest), "not the destination");
	for (u64 i = 0; i < DEST; i++) {
		bool in = i >= r->to && i - r->to < r->n;
		u8 want = in ? byte(2, i - r->to + r->from) : byte(1, i);

		CHECK(to[i] == want,
		      "range %" PRIu64 ": byte %" PRIu64 " is %u, not %u",
		      a->range, i, (unsigned)to[i], (unsigned)want);
	}
	for (u64 i = 0; i < SOURCE; i++)
		CHECK(from[i] == byte(2, i), "the source has changed");
	CHECK_OK(ocrEventDestroy(a->event));
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	CHECK_OK(ocrDbDestroy(depv[1].guid));
	return NULL_GUID;
}

/* A dependence may be added long after the copy was made. */
TASK(late)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t t = conf_task(check, a->range, PARAMS(*a), 2, NULL);

	conf_link(a->event, t, 0, DB_MODE_CONST);
	conf_link(a->source, t, 1, DB_MODE_CONST);
	return NULL_GUID;
}

TASK(copy)
{
	struct args a = {.range = *PARAM(u64)};
	const struct range *r = &ranges[a.range % N];
	ocrGuid_t t;

	a.dest = bytes(a.range, DEST, 1);
	a.source = bytes(a.range / 3, SOURCE, 2);
	a.range %= N;
	CHECK_OK(ocrDbCopy(a.dest, r->to, a.source, r->from, r->n,
			   DB_COPY_DEFAULT, &a.event));
	t = conf_task(late, a.range + 1, PARAMS(a), 2, NULL);
	conf_link(a.event, t, 0, a.range % 2 ? DB_MODE_NULL : DB_MODE_RO);
	conf_start(t, 1);
	return NULL_GUID;
}

MAIN_TASK
{
	u32 n = N * 4;
	ocrGuid_t end = conf_end(n), t, out;

	for (u64 i = 0; i < n; i++) {
		t = conf_finish_task(copy, i / N, PARAMS(i), 1, &out);
		conf_link(out, end, (u32)i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
