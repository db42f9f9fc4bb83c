/* SPDX-License-Identifier: BSD-3-Clause */
/* map_unfinished.c - a map is destroyed, and the job ends, while creators of
 * its elements are still to run: nothing is left. */
#include "tests/conformance/conf.h"
#include "extensions/ocr-map-creator.h"

enum { N = 400 };

static void
creator(ocrGuid_t lid, u64 index CONF_UNUSED, u32 paramc CONF_UNUSED,
	u64 *paramv CONF_UNUSED, u32 guidc CONF_UNUSED,
	ocrGuid_t *guidv CONF_UNUSED)
{
	OK(ocrEventCreate(&lid, OCR_EVENT_STICKY_T, EVT_PROP_MAPPED));
}

MAIN_TASK
{
	ocrGuid_t map, g;

	CHECK_OK(ocrMapCreate(&map, N, creator, 0, NULL, 0, NULL));
	for (u64 i = 0; i < N; i++)
		CHECK_OK(ocrMapGet(&g, map, i));
	CHECK_OK(ocrMapDestroy(map));
	ocrShutdown();
	return NULL_GUID;
}
