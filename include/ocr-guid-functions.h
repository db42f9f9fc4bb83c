/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-guid-functions.h - what programs from before OCR 1.1 call the functions
 * of ocr-guid.h, and a few names more that are out of date.
 *
 * This header is part of ocr.h.
 */
#ifndef OCR_GUID_FUNCTIONS_H
#define OCR_GUID_FUNCTIONS_H

#include "ocr-guid.h"

/* ocrGuidIsNull(), as it was called before 1.1. */
static inline bool
IS_GUID_NULL(ocrGuid_t guid)
{
	return ocrGuidIsNull(guid);
}

/* ocrGuidIsUninitialized(), as it was called before 1.1. */
static inline bool
IS_GUID_UNINITIALIZED(ocrGuid_t guid)
{
	return ocrGuidIsUninitialized(guid);
}

/* ocrGuidIsError(), as it was called before 1.1. */
static inline bool
IS_GUID_ERROR(ocrGuid_t guid)
{
	return ocrGuidIsError(guid);
}

/* ocrGuidIsEq(), as it was called before 1.1. */
static inline bool
IS_GUID_EQUAL(ocrGuid_t guid1, ocrGuid_t guid2)
{
	return ocrGuidIsEq(guid1, guid2);
}

/* ocrGuidIsLt(), as it was called before 1.1. */
static inline bool
IS_GUID_LESS_THAN(ocrGuid_t guid1, ocrGuid_t guid2)
{
	return ocrGuidIsLt(guid1, guid2);
}

#define GUID_ASSIGN_VALUE(to, from) ((to) = (from))

/* For printing, as GUIDF and GUIDA. */
#define GUIDSx	     GUIDF
#define GUIDLx	     GUIDF
#define GUIDFS(guid) GUIDA(guid)
#define GUIDFL(guid) GUIDA(guid)

/* The bits of this GUID. */
#define GUID_SIZE(guid) (sizeof(guid) * 8)

/* The argument that a creation call takes here: 1.0 took an affinity. */
#define PICK_1_1(hint, affinity) (hint)

#endif
