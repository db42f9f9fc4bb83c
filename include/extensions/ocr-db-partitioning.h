/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-db-partitioning.h - copies of data blocks.
 *
 * A source of its own: "OCR extensions - local identifiers, labeled GUIDs,
 * file IO, and data block partitioning" (Dokulil, Benkner), section 6.
 */
#ifndef OCR_DB_PARTITIONING_H
#define OCR_DB_PARTITIONING_H

#include "../ocr-types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What ocrDbCopy() may be told about a copy.
 *
 * PARTITION: the destination stands for a part of the source.  Until it has
 * been copied back, or destroyed, no task uses the source.
 * PARTITION_BACK: the source is destroyed as soon as it has been copied. */
#define DB_COPY_DEFAULT	       ((u64)0x0)
#define DB_COPY_PARTITION      ((u64)0x1)
#define DB_COPY_PARTITION_BACK ((u64)0x2)

/* Copies `size` bytes of `source`, from byte `sourceOffset` on, to byte
 * `destinationOffset` of `destination` and those that follow.  Returns at once:
 * the copy is made by a task of the runtime, which acquires the source as
 * DB_MODE_CONST and the destination as DB_MODE_EW would, so it comes after all
 * that this task has done, waits for those who have the blocks (this task too,
 * unless it has released them), and is a member of the finish scope of this
 * task.  Both may be one block, and the ranges may overlap: what is copied is
 * what was there before.  No other byte of the destination changes.
 *
 *   size           may be 0
 *   copyType       DB_COPY_*
 *   completionEvt  out: a sticky event that is satisfied with `destination`
 *                  when the copy is done (and the source destroyed, with
 *                  PARTITION_BACK).  The program destroys it.  NULL: none
 *
 * 0; OCR_EINVAL (not the GUID of a block; unknown copyType; not DEFAULT, and
 * both are one block; a range that no block can have, or beyond the end of a
 * block that this task has acquired); OCR_ENOMEM; OCR_EPERM (outside of
 * tasks).  That a range is beyond the end of another block is found when the
 * copy is made: it ends the job with a message that names both blocks.
 * "OCR extensions", 6.3. */
u8 ocrDbCopy(ocrGuid_t destination, u64 destinationOffset, ocrGuid_t source,
	     u64 sourceOffset, u64 size, u64 copyType,
	     ocrGuid_t *completionEvt);

#ifdef __cplusplus
}
#endif

#endif
