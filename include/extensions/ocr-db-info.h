/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-db-info.h - what a task may ask about a data block (from 1.2). */
#ifndef OCR_DB_INFO_H
#define OCR_DB_INFO_H

#include "../ocr-types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Tells the size in bytes of a block that the calling task has acquired and
 * not released.
 * 0, OCR_EINVAL (size is NULL, or not the GUID of a block), OCR_EACCES (not
 * acquired), OCR_EPERM (outside of tasks). */
u8 ocrDbGetSize(ocrGuid_t db, u64 *size);

#ifdef __cplusplus
}
#endif

#endif
