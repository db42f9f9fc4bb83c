/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-guid.h - comparing and printing GUIDs (OCR 1.1.0, 2.4).
 *
 * The functions look at the values alone: none asks whether an object exists.
 * They cannot fail.  From any thread.
 */
#ifndef OCR_GUID_H
#define OCR_GUID_H

#include "ocr-types.h"

/* Compiled into the caller; the library has a copy for pointers to them. */
#if defined(__GNUC_GNU_INLINE__) && !defined(__cplusplus)
#define OCR_INLINE_ extern __inline__
#else
#define OCR_INLINE_ inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Are they the same GUID?  OCR 1.1.0, 2.4.4. */
OCR_INLINE_ bool
ocrGuidIsEq(ocrGuid_t guid1, ocrGuid_t guid2)
{
	return guid1.upper == guid2.upper && guid1.lower == guid2.lower;
}

/* A total order, for sorting; it means nothing else.  OCR 1.1.0, 2.4.5. */
OCR_INLINE_ bool
ocrGuidIsLt(ocrGuid_t guid1, ocrGuid_t guid2)
{
	return guid1.upper < guid2.upper ||
	       (guid1.upper == guid2.upper && guid1.lower < guid2.lower);
}

/* Is it NULL_GUID?  OCR 1.1.0, 2.4.1. */
OCR_INLINE_ bool
ocrGuidIsNull(ocrGuid_t guid)
{
	return ocrGuidIsEq(guid, NULL_GUID);
}

/* Is it UNINITIALIZED_GUID?  OCR 1.1.0, 2.4.2. */
OCR_INLINE_ bool
ocrGuidIsUninitialized(ocrGuid_t guid)
{
	return ocrGuidIsEq(guid, UNINITIALIZED_GUID);
}

/* Is it ERROR_GUID?  OCR 1.1.0, 2.4.3. */
OCR_INLINE_ bool
ocrGuidIsError(ocrGuid_t guid)
{
	return ocrGuidIsEq(guid, ERROR_GUID);
}

#ifdef __cplusplus
}
#endif

/* Printing, with PRINTF and all of its kind: 32 hexadecimal digits.
 *
 *	PRINTF("block " GUIDF " is here\n", GUIDA(db));
 *
 * GUIDA evaluates its argument twice.  OCR 1.1.0, 2.4.6. */
#define GUIDF	    "%016" PRIx64 "%016" PRIx64
#define GUIDA(guid) (guid).upper, (guid).lower

#endif
