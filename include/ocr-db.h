/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-db.h - data blocks: the memory that tasks share (OCR 1.1.0, 2.5). */
#ifndef OCR_DB_H
#define OCR_DB_H

#include "ocr-types.h"
#include "extensions/ocr-hints.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A block may serve as a heap.  None is offered: use the block as it is. */
typedef enum { NO_ALLOC = 0 } ocrInDbAllocator_t;

#define DB_PROP_NONE		  ((u16)0x0)
#define DB_PROP_NO_ACQUIRE	  ((u16)0x1) /* the creator does not use it */
/* From 1.2; both only promise something, and are accepted. */
#define DB_PROP_SINGLE_ASSIGNMENT ((u16)0x2) /* written once */
#define DB_PROP_NO_HINT		  ((u16)0x4) /* hint is NULL_HINT */

/* Creates a block of `len` bytes.
 *
 *   db         out: its GUID
 *   addr       out: its first byte, writable (RW) until this task releases the
 *              block, destroys it or ends; NULL with DB_PROP_NO_ACQUIRE or
 *              when len is 0.  May be NULL
 *   flags      DB_PROP_*
 *   hint       of OCR_HINT_DB_T, or NULL_HINT.  OCR_HINT_DB_AFFINITY names
 *              the node that owns the block; otherwise it is this one
 *   allocator  NO_ALLOC
 *
 * The bytes are not zeroed.  The address is aligned to 8 bytes at least.
 * The program destroys the block, or it lasts until the job ends.
 * 0, OCR_ENOMEM, OCR_EINVAL (db is NULL; unknown flags or allocator).
 * OCR 1.1.0, 2.5.1.  Different here: GUIDs are never used again, OCR_EBUSY is
 * never returned, and len may be 0. */
u8 ocrDbCreate(ocrGuid_t *db, void **addr, u64 len, u16 flags,
	       const ocrHint_t *hint, ocrInDbAllocator_t allocator);

/* Destroys a block once all tasks that have acquired it have released it.
 * For the calling task it is a release as well: its pointer is no longer
 * valid.  The caller need not have acquired the block.
 * 0, OCR_EINVAL (not the GUID of a block).  OCR 1.1.0, 2.5.2.  Different
 * here: a second destruction is reported by the runtime, not returned. */
u8 ocrDbDestroy(ocrGuid_t db);

/* Ends the use of a block by this task: what it wrote can be seen by tasks
 * that acquire the block afterwards, and its pointer is no longer valid.
 * Needed before a block that this task wrote is passed on by an event; the
 * end of the task releases the rest.  At most once per task and block.
 * NULL_GUID, which a slot without data has, is allowed and nothing to do.
 * 0, OCR_EINVAL (not the GUID of a block), OCR_EACCES (not acquired by this
 * task).  OCR 1.1.0, 2.5.3. */
u8 ocrDbRelease(ocrGuid_t db);

/* Makes what this task wrote to the block visible as ocrDbRelease() does, but
 * leaves the block with the task, which may read it, not write to it, until it
 * releases it or ends.  Does nothing for a block that the task can only read,
 * a second time for example; nor for NULL_GUID.
 * 0, OCR_EINVAL (not the GUID of a block), OCR_EACCES (not acquired by this
 * task).  From 1.2. */
u8 ocrDbDowngradeRelease(ocrGuid_t db);

#ifdef __cplusplus
}
#endif

#endif
