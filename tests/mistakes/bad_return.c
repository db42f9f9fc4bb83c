/* SPDX-License-Identifier: BSD-3-Clause */
/* bad_return.c - a task returns a GUID that is neither a block nor an event.
 */
#include "ocr.h"
#include "extensions/ocr-affinity.h"

ocrGuid_t
work(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t here;

	ocrAffinityGetCurrent(&here);
	return here;
}

ocrGuid_t
end(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl, edt, last, done;

	ocrEdtTemplateCreate(&tmpl, work, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, NULL, EDT_PROP_NONE, NULL_HINT,
		     &done);
	ocrEdtTemplateDestroy(tmpl);
	ocrEdtTemplateCreate(&tmpl, end, 0, 1);
	ocrEdtCreate(&last, tmpl, 0, NULL, 1, &done, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	ocrEdtTemplateDestroy(tmpl);
	ocrAddDependence(NULL_GUID, edt, 0, DB_MODE_RO);
	return NULL_GUID;
}
