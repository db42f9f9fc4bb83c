/* SPDX-License-Identifier: BSD-3-Clause */
/* no_file.c - nobody looks whether the file could be opened.
 */
#include "ocr.h"
#include "extensions/ocr-file.h"

ocrGuid_t
use(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	u64 *data = depv[0].ptr;

	PRINTF("%lu\n", data[0]);
	ocrShutdown();
	return NULL_GUID;
}

ocrGuid_t
opened(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t file = ocrFileGetGuid(depv[0].ptr);
	ocrGuid_t chunk, tmpl, edt;

	ocrFileGetChunk(&chunk, file, 0, 8);
	ocrFileRelease(file);
	ocrEdtTemplateCreate(&tmpl, use, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, &chunk, EDT_PROP_NONE, NULL_HINT,
		     NULL);
	return NULL_GUID;
}

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	ocrGuid_t tmpl, edt, file, descriptor;

	ocrFileOpen(&file, "/nowhere/data.bin", "rb", &descriptor, 0);
	ocrEdtTemplateCreate(&tmpl, opened, 0, 1);
	ocrEdtCreate(&edt, tmpl, 0, NULL, 1, &descriptor, EDT_PROP_NONE,
		     NULL_HINT, NULL);
	return NULL_GUID;
}
