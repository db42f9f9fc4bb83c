/* SPDX-License-Identifier: BSD-3-Clause */
/* map_label.c - a map with a function of the program: tuples become the same
 * GUIDs on every node, with the parameters of the map; producers and consumers
 * meet under them.  One map is the default. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"

enum { W = 5, H = 4 };

struct args {
	ocrGuid_t map, end;
	s64 tuple[2];
};

static ocrGuid_t
row_major(ocrGuid_t start, u64 skip, s64 *params, s64 *tuple)
{
	return addValueToGuid(start,
			      skip * (u64)(tuple[0] + params[0] * tuple[1]));
}

static ocrGuid_t
meet(const struct args *a)
{
	ocrGuid_t g = NULL_GUID;

	OK(ocrGuidFromLabel(&g, a->map, a->tuple));
	ocrEventCreate(&g, OCR_EVENT_STICKY_T, GUID_PROP_CHECK);
	return g;
}

TASK(produce)
{
	const struct args *a = PARAM(struct args);
	u64 n = (u64)(a->tuple[0] * 100 + a->tuple[1]);

	CHECK_OK(ocrEventSatisfy(meet(a), conf_number(n, n)));
	return NULL_GUID;
}

TASK(consume)
{
	const struct args *a = PARAM(struct args);

	conf_link(meet(a), a->end, (u32)(a->tuple[0] + W * a->tuple[1]),
		  DB_MODE_CONST);
	return NULL_GUID;
}

TASK(end)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t g, other, first;

	for (u32 i = 0; i < W * H; i++) {
		CHECK_EQ("number", conf_value(&depv[i]), i % W * 100 + i / W);
		a.tuple[0] = i % W;
		a.tuple[1] = i / W;
		CHECK_OK(ocrGuidFromLabel(&g, a.map, a.tuple));
		CHECK_OK(ocrGuidFromIndex(&other, a.map, i));
		CHECK(ocrGuidIsEq(g, other), "the element has another GUID");
	}
	/* The default map is narrower. */
	a.tuple[0] = a.tuple[1] = 0;
	CHECK_OK(ocrGuidFromLabel(&first, NULL_GUID, a.tuple));
	a.tuple[0] = 1;
	a.tuple[1] = 2;
	CHECK_OK(ocrGuidFromLabel(&g, NULL_GUID, a.tuple));
	a.tuple[0] = 2;
	a.tuple[1] = 1;
	CHECK_OK(ocrGuidFromLabel(&other, a.map, a.tuple));
	CHECK_EQ("distance by the default map", g.lower - first.lower, 7);
	CHECK(!ocrGuidIsEq(g, other), "two maps have the same element");
	a.tuple[1] = H;
	CHECK_CODE(ocrGuidFromLabel(&g, a.map, a.tuple), OCR_EINVAL);
	CHECK_OK(ocrGuidMapDestroy(a.map));
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {0};
	s64 width = W;
	ocrGuid_t g;

	CHECK_CODE(ocrGuidMapCreate(&g, 0, NULL, NULL, 1, GUID_USER_EDT),
		   OCR_EINVAL);
	CHECK_CODE(ocrGuidMapCreate(&g, 1, row_major, NULL, 1, GUID_USER_EDT),
		   OCR_EINVAL);
	CHECK_OK(ocrGuidRangeCreate(&g, 4, GUID_USER_EVENT_STICKY));
	CHECK_CODE(ocrGuidFromLabel(&g, g, a.tuple), OCR_EINVAL);
	CHECK_CODE(ocrGuidFromLabel(&g, NULL_GUID, a.tuple), OCR_EINVAL);
	width = 3;
	CHECK_OK(ocrGuidMapSetDefaultMap(1, row_major, &width, 9,
					 GUID_USER_EVENT_STICKY));
	width = W;
	CHECK_OK(ocrGuidMapCreate(&a.map, 1, row_major, &width, W * H,
				  GUID_USER_EVENT_STICKY));
	width = 0; /* has been copied */
	a.end = conf_task(end, 1, PARAMS(a), W * H, NULL);
	for (u64 i = 0; i < W * H; i++) {
		a.tuple[0] = (s64)(i % W);
		a.tuple[1] = (s64)(i / W);
		conf_start(conf_task(produce, i, PARAMS(a), 1, NULL), 0);
		conf_start(conf_task(consume, i + 1, PARAMS(a), 1, NULL), 0);
	}
	return NULL_GUID;
}
