/* SPDX-License-Identifier: BSD-3-Clause */
/* db_copy.h - the body of the task that copies between two blocks.
 *
 * It is a task like others, but that the runtime creates it (api/copy_calls.c), so
 * who may have the blocks when is decided as for all tasks.  Slot 0 has the
 * destination, slot 1 the source; its output event gets the destination that
 * the program has named.
 */
#ifndef SRC_TASK_DB_COPY_H
#define SRC_TASK_DB_COPY_H

#include "include/ocr-types.h"

/* Besides DB_COPY_*: the destination is a part for this copy alone. */
#define OCR_DB_COPY_TO_PART ((u64)0x4)

/* Its parameters. */
struct ocr_db_copy {
	u64 dest_offset;
	u64 source_offset;
	u64 size;
	u64 type;	/* DB_COPY_* */
	ocrGuid_t dest; /* as the program has named it */
};

/* Are there `size` bytes from `offset` on in a block of `bytes`? */
static inline int
ocr_db_has_range(u64 bytes, u64 offset, u64 size)
{
	return offset <= bytes && size <= bytes - offset;
}

ocrGuid_t ocr_db_copy(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]);

#endif
