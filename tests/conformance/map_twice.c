/* SPDX-License-Identifier: BSD-3-Clause */
/* map_twice.c - a range, a map with a function and one with a creator are
 * destroyed once, by whatever node; the next call says so on the node that
 * knows, and does no harm on others. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-labeling.h"
#include "extensions/ocr-map-creator.h"

enum { RANGE, FUNCTION, CREATOR, SORTS };

struct args {
	ocrGuid_t maps[SORTS], end;
	u64 i;
};

static ocrGuid_t
first(ocrGuid_t start, u64 skip CONF_UNUSED, s64 *params CONF_UNUSED,
      s64 *tuple CONF_UNUSED)
{
	return start;
}

static void
creator(ocrGuid_t lid, u64 index CONF_UNUSED, u32 paramc CONF_UNUSED,
	u64 *paramv CONF_UNUSED, u32 guidc CONF_UNUSED,
	ocrGuid_t *guidv CONF_UNUSED)
{
	OK(ocrEventCreate(&lid, OCR_EVENT_ONCE_T, EVT_PROP_MAPPED));
}

static u8
destroy(const struct args *a, int sort)
{
	return sort == CREATOR ? ocrMapDestroy(a->maps[sort])
			       : ocrGuidMapDestroy(a->maps[sort]);
}

/* On the node that made them, which knows at once. */
TASK(again)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t g;

	for (int i = 0; i < SORTS; i++) {
		CHECK_CODE(destroy(a, i), OCR_EINVAL);
		CHECK_CODE(ocrGuidRangeDestroy(a->maps[i]), OCR_EINVAL);
	}
	CHECK_CODE(ocrGuidFromLabel(&g, a->maps[FUNCTION], NULL), OCR_EINVAL);
	/* One that was never made. */
	g = a->maps[CREATOR];
	g.lower += UINT64_C(1000) << 40;
	CHECK_CODE(ocrMapDestroy(g), OCR_EINVAL);
	return NULL_GUID;
}

TASK(destroy_all)
{
	const struct args *a = PARAM(struct args);

	for (int i = 0; i < SORTS; i++)
		CHECK_OK(destroy(a, i));
	return NULL_GUID;
}

/* Maps of node i, which node 0 or node i destroys. */
TASK(make)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t d, t, out;

	CHECK_OK(ocrGuidRangeCreate(&a.maps[RANGE], 3, GUID_USER_EDT));
	CHECK_OK(ocrGuidMapCreate(&a.maps[FUNCTION], 0, first, NULL, 3,
				  GUID_USER_EDT));
	CHECK_OK(ocrMapCreate(&a.maps[CREATOR], 3, creator, 0, NULL, 0, NULL));
	t = conf_task(again, a.i / 2, PARAMS(a), 1, &out);
	conf_link(out, a.end, (u32)a.i, DB_MODE_NULL);
	d = conf_finish_task(destroy_all, a.i % 2 ? a.i / 2 : 0, PARAMS(a), 1,
			     &out);
	conf_link(out, t, 0, DB_MODE_NULL);
	conf_start(d, 0);
	return NULL_GUID;
}

MAIN_TASK
{
	u64 n = 2 * conf_nodes();
	struct args a = {.end = conf_end((u32)n)};

	for (a.i = 0; a.i < n; a.i++)
		conf_start(conf_task(make, a.i / 2, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
