/* SPDX-License-Identifier: BSD-3-Clause */
/* asserts.c - an assertion of a task fails, on another node if there is one.
 */
#include "tests/mistakes/far.h"

#include <stdlib.h>

static __attribute__((noinline)) void
check(u64 n)
{
	if (n != 3)
		abort();
	ocrPrintf("all is well\n");
}

ocrGuid_t
use(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u64 *data;
	ocrGuid_t db;

	ocrDbCreate(&db, (void **)&data, 4 * sizeof(*data), DB_PROP_NONE,
		    NULL_HINT, NO_ALLOC);
	data[0] = paramv[0];
	check(data[0]);
	ocrDbDestroy(db);
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrHint_t hint = far_hint();
	ocrGuid_t tmpl, edt;
	u64 two = 2;

	ocrEdtTemplateCreate(&tmpl, use, 1, 0);
	ocrEdtCreate(&edt, tmpl, 1, &two, 0, NULL, EDT_PROP_NONE, &hint, NULL);
	return NULL_GUID;
}
