/* SPDX-License-Identifier: BSD-3-Clause */
/* label_range.c - the elements of a range are computed, the same on every
 * node; no two are equal, whatever the range; they are spread in blocks or one
 * by one, as the hint says. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"

enum { N = 100 };

#define MANY (UINT64_C(1) << 40)

struct args {
	ocrGuid_t range, huge, dealt, first, last, end;
	u64 i;
};

static ocrGuid_t
element(ocrGuid_t range, u64 i)
{
	ocrGuid_t g = NULL_GUID;

	OK(ocrGuidFromIndex(&g, range, i));
	return g;
}

static u64
node_of(ocrGuid_t g)
{
	ocrGuid_t node = NULL_GUID;
	u64 one = 1, i = 0;

	OK(ocrAffinityQuery(g, &one, &node));
	while (i < conf_nodes() && !ocrGuidIsEq(node, conf_node(i)))
		i++;
	return i;
}

TASK(look)
{
	const struct args *a = PARAM(struct args);
	u64 before = 0, here, nodes = conf_nodes();

	CHECK(ocrGuidIsEq(element(a->range, 0), a->first), "first element");
	CHECK(ocrGuidIsEq(element(a->huge, MANY - 1), a->last), "last element");
	for (u64 i = 0; i < N; i++) {
		CHECK_EQ("node of an element dealt out",
			 node_of(element(a->dealt, i)), i / 3 % nodes);
		here = node_of(element(a->range, i));
		CHECK(here == before || here == before + 1,
		      "element %" PRIu64 " is on node %" PRIu64, i, here);
		before = here;
		for (u64 k = 0; k < i; k++)
			CHECK(!ocrGuidIsEq(element(a->range, i),
					   element(a->range, k)),
			      "two elements are the same");
		CHECK(!ocrGuidIsEq(element(a->range, i), element(a->dealt, i)),
		      "two ranges have the same element");
	}
	CHECK_EQ("node of the last element", before, nodes - 1);
	CHECK_EQ("node of the last of many", node_of(a->last), nodes - 1);
	conf_start(a->end, (u32)a->i);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.end = conf_end((u32)conf_nodes())};
	ocrHint_t h;

	CHECK_OK(ocrGuidRangeCreate(&a.range, N, GUID_USER_EVENT_STICKY));
	CHECK_OK(ocrGuidRangeCreate(&a.huge, MANY, GUID_USER_EDT));
	CHECK_OK(ocrGuidRangeCreate(&a.dealt, N, GUID_USER_EVENT_STICKY));
	CHECK_OK(ocrHintInit(&h, OCR_HINT_GROUP_T));
	CHECK_OK(ocrSetHintValue(&h, OCR_HINT_GROUP_BLOCK, 3));
	CHECK_OK(ocrGuidMapSpread(&a.dealt, &h));
	a.first = element(a.range, 0);
	a.last = element(a.huge, MANY - 1);
	for (a.i = 0; a.i < conf_nodes(); a.i++)
		conf_start(conf_task(look, a.i, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
