/* SPDX-License-Identifier: BSD-3-Clause */
/* kinds.c - blocks with a hint for a kind of memory, which live to the end of
 * the job: OCR_STATS=1 then says where they lie.
 *
 * The last node makes 4 MiB that are to be FAR, and node 0 reads them; a MiB
 * with no hint is made and read as well.
 */
#include "tests/conformance/conf.h"

#include <string.h>

#define MIB ((u64)1 << 20)

TASK(look)
{
	CHECK_EQ("far", *(u64 *)depv[0].ptr, 1);
	CHECK_EQ("near", *(u64 *)depv[1].ptr, 2);
	ocrShutdown();
	return NULL_GUID;
}

static ocrGuid_t
make(u64 len, u64 value, const ocrHint_t *hint)
{
	ocrGuid_t g = NULL_GUID;
	void *p = NULL;

	OK(ocrDbCreate(&g, &p, len, DB_PROP_NONE, hint, NO_ALLOC));
	if (!p)
		return g;
	memset(p, 0, len);
	*(u64 *)p = value;
	OK(ocrDbRelease(g));
	return g;
}

TASK(make_both)
{
	ocrGuid_t far, near, t = conf_task(look, 0, NO_PARAMS, 2, NULL);
	ocrHint_t h;

	CHECK_OK(ocrHintInit(&h, OCR_HINT_DB_T));
	CHECK_OK(ocrSetHintValue(&h, OCR_HINT_DB_FAR, 1));
	far = make(4 * MIB, 1, &h);
	near = make(MIB, 2, NULL_HINT);
	conf_link(far, t, 0, DB_MODE_CONST);
	conf_link(near, t, 1, DB_MODE_CONST);
	return NULL_GUID;
}

MAIN_TASK
{
	conf_start(conf_task(make_both, conf_nodes() - 1, NO_PARAMS, 1, NULL),
		   0);
	return NULL_GUID;
}
