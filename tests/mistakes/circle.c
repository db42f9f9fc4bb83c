/* SPDX-License-Identifier: BSD-3-Clause */
/* circle.c - two tasks wait for the output event of each other.
 */
#include "tests/mistakes/far.h"

ocrGuid_t
first(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	return NULL_GUID;
}

ocrGuid_t
second(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrHint_t hint = far_hint();
	ocrGuid_t tmpl, a, b, a_done, b_done;

	ocrEdtTemplateCreate(&tmpl, first, 0, 1);
	ocrEdtCreate(&a, tmpl, 0, NULL, 1, NULL, EDT_PROP_NONE, NULL_HINT,
		     &a_done);
	ocrEdtTemplateCreate(&tmpl, second, 0, 1);
	ocrEdtCreate(&b, tmpl, 0, NULL, 1, &a_done, EDT_PROP_NONE, &hint,
		     &b_done);
	ocrAddDependence(b_done, a, 0, DB_MODE_RO);
	return NULL_GUID;
}
