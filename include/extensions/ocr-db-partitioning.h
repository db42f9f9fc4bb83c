/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-db-partitioning.h - parts of data blocks, and copies.
 *
 * Parts let tasks write to different ranges of one block at the same time,
 * each in mode EW, on whatever nodes:
 *
 *	ocrDbPart_t parts[2] = {{0, 512, NULL_GUID}, {512, 512, NULL_GUID}};
 *
 *	ocrDbPartition(block, 2, parts, 0);
 *	ocrAddDependence(parts[0].guid, left, 0, DB_MODE_EW);
 *	ocrAddDependence(parts[1].guid, right, 0, DB_MODE_EW);
 *	ocrAddDependence(block, after, 0, DB_MODE_RO);
 *	...  left and right destroy the parts that they got:
 *	ocrDbDestroy(depv[0].guid);
 *	...  and `after` gets the block, with what they have written.
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

/* A part of a block. */
typedef struct {
	u64 offset;	/* in: of its first byte, in the block */
	u64 size;	/* in: in bytes; may be 0 */
	ocrGuid_t guid; /* out: a block of its own */
} ocrDbPart_t;

#define OCR_DB_PARTITION_STATIC ((u16)0x1)

/* Makes parts of a block: each is a block like others, whose bytes are those of
 * its range.  They exist at once, and can be acquired when those who write to
 * the block have released it (this task too).  From then on no task gets the
 * block, in any mode, until all of its parts have been destroyed with
 * ocrDbDestroy(); then their bytes are the block's again.  A task that waits
 * for the block waits that long; one that needs the block and a part of it
 * would wait for ever.  A task that does not come after the call may read
 * the block as it was before.  A part may be partitioned as well.  A block that
 * is destroyed goes when its last part is gone.
 *
 *   partCount   at least 1, and at most 524,287
 *   partitions  where they are; they may not overlap each other, nor parts
 *               that exist, and need not cover the block.  The GUIDs are set
 *   properties  0, or OCR_DB_PARTITION_STATIC: while any part of the block
 *               exists, there can be no more.  Without it, the call may be
 *               used again, also for ranges whose parts were destroyed
 *
 * Nothing is copied on the node that has the bytes.  A pointer to a part is
 * aligned as its offset is.
 * 0; OCR_EINVAL (not the GUID of a block; partCount or properties; NULL; parts
 * overlap in the list, or leave a block that this task has acquired);
 * OCR_ENOMEM; OCR_EPERM (outside of tasks; the block has parts of a static
 * partition).  What only the owner of the block can see may be returned as
 * OCR_EINVAL or OCR_EPERM as well; otherwise it ends the job with a message
 * that names the block and the part in the way.
 * "OCR extensions", 6.2. */
u8 ocrDbPartition(ocrGuid_t dbGuid, u32 partCount, ocrDbPart_t *partitions,
		  u32 properties);

/* What ocrDbCopy() may be told about a copy.
 *
 * PARTITION: the destination stands for a part of the source.  Until it has
 * been copied back, or destroyed, no task uses the source, but other copies of
 * this kind.  It may then be a part in fact, and nothing is copied: if it was
 * created with DB_PROP_NO_ACQUIRE and nobody has asked for it yet, all of it is
 * copied to, it has the source's home (so neither has an affinity hint, or
 * both the same) and no label, and the source is not from a file.  What is
 * written to it and not copied back may be in the source then; and a task that
 * needs the source waits until it has been copied back or destroyed.
 * PARTITION_BACK: the source is destroyed as soon as it has been copied.  If it
 * is a part of the destination, and its bytes go where they come from, it is
 * destroyed, and nothing is copied where both are on one node.
 * Pieces that overlap are copied one after the other: the next one when the
 * block has no parts any more. */
#define DB_COPY_DEFAULT	       ((u64)0x0)
#define DB_COPY_PARTITION      ((u64)0x1)
#define DB_COPY_PARTITION_BACK ((u64)0x2)

/* Copies `size` bytes of `source`, from byte `sourceOffset` on, to byte
 * `destinationOffset` of `destination` and those that follow.  Returns at once:
 * the copy is made by a task of the runtime, which acquires the source as
 * DB_MODE_CONST and the destination as DB_MODE_EW would, so it comes after all
 * that this task has done, waits for those who have the blocks (this task too,
 * unless it has released them), and is a member of the finish scope of this
 * task.  With PARTITION and PARTITION_BACK, who acquires the destination may
 * wait in place of the copy.  Both may be one block, and the ranges may
 * overlap: what is copied is what was there before.  No other byte of the
 * destination changes.
 *
 *   size           may be 0
 *   copyType       DB_COPY_*
 *   completionEvt  out: a sticky event that is satisfied with `destination`
 *                  when the copy is done (and the source destroyed, with
 *                  PARTITION_BACK), or when whoever acquires the destination
 *                  gets what would be copied.  The program destroys it.  NULL:
 *                  none
 *
 * 0; OCR_EINVAL (not the GUID of a block; unknown copyType; not DEFAULT, and
 * both are one block; a range that no block can have, or beyond the end of a
 * block that this task has acquired); OCR_ENOMEM; OCR_EPERM (outside of
 * tasks).  That a range is beyond the end of another block is found when the
 * copy is made: it ends the job with a message that names both blocks (of the
 * one that is cut, with PARTITION and PARTITION_BACK: the part).
 * "OCR extensions", 6.3. */
u8 ocrDbCopy(ocrGuid_t destination, u64 destinationOffset, ocrGuid_t source,
	     u64 sourceOffset, u64 size, u64 copyType,
	     ocrGuid_t *completionEvt);

#ifdef __cplusplus
}
#endif

#endif
