/* SPDX-License-Identifier: BSD-3-Clause */
/* guid_calls.c - the copies of ocr-guid.h's functions that the library exports. */
#include "include/ocr-guid.h"

extern inline bool ocrGuidIsNull(ocrGuid_t guid);
extern inline bool ocrGuidIsUninitialized(ocrGuid_t guid);
extern inline bool ocrGuidIsError(ocrGuid_t guid);
extern inline bool ocrGuidIsEq(ocrGuid_t guid1, ocrGuid_t guid2);
extern inline bool ocrGuidIsLt(ocrGuid_t guid1, ocrGuid_t guid2);
