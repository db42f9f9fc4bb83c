/* SPDX-License-Identifier: BSD-3-Clause */
/* divides.c - a task divides by a number that is 0.
 */
#include "ocr.h"

static __attribute__((noinline)) u64
share(u64 whole, u64 parts)
{
	return whole / parts;
}

ocrGuid_t
use(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u64 *data = depv[0].ptr;

	data[0] = 1 + share(100, data[1]);
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl, edt, db;
	u64 *data;

	ocrDbCreate(&db, (void **)&data, 2 * sizeof(*data), DB_PROP_NONE,
		    NULL_HINT, NO_ALLOC);
	data[0] = data[1] = 0;
	ocrDbRelease(db);
	ocrEdtTemplateCreate(&tmpl, use, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, &db, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	return NULL_GUID;
}
