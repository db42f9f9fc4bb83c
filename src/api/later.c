/* SPDX-License-Identifier: BSD-3-Clause */
/* later.c - calls that are declared and not implemented yet.  Each says what
 * it will do; a program that calls one learns it from the return value.
 */
#include "include/extensions/ocr-labeling.h"
#include "include/ocr-errors.h"

/* Will reserve labels, and tell all nodes the function and its parameters. */
u8
ocrGuidMapCreate(ocrGuid_t *mapGuid, u32 numParams, ocrGuidMapFunc_t mapFunc,
		 const s64 *params, u64 numberGuid, ocrGuidUserKind kind)
{
	(void)mapGuid, (void)numParams, (void)mapFunc, (void)params;
	(void)numberGuid, (void)kind;
	return OCR_ENOSYS;
}

/* Will call the map's function on this node. */
u8
ocrGuidFromLabel(ocrGuid_t *outGuid, ocrGuid_t mapGuid, const s64 *tuple)
{
	(void)outGuid, (void)mapGuid, (void)tuple;
	return OCR_ENOSYS;
}
