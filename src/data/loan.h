/* SPDX-License-Identifier: BSD-3-Clause */
/* loan.h - a version that a task here reads where it lies, in the window of
 * another node of this host (doc/change/BLOCKS.md, 4.4.1.1).
 *
 * To the home it is a fetch that takes as long as the task.  Whom that would
 * hold up for longer than the task runs is not lent anything.
 * Threads: any; the block's lock guards it.
 */
#ifndef SRC_DATA_LOAN_H
#define SRC_DATA_LOAN_H

#include "guidmap/guid.h"
#include "src/base/msg.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct ocr_block;
struct ocr_runtime;

/* With the number of an acquisition, which the home gives back as it came: the
 * task has, or will have with it, all that it waits for. */
#define OCR_INDEX_ALONE (UINT32_C(1) << 31)

/* The number without it.  Not only tasks acquire. */
static inline uint32_t
ocr_loan_index(ocrGuid_t edt, uint32_t index)
{
	return ocr_guid_kind(edt) == OCR_GUID_EDT ? index & ~OCR_INDEX_ALONE
						  : index;
}

static inline bool
ocr_loan_is_alone(ocrGuid_t edt, uint32_t index)
{
	return ocr_loan_index(edt, index) != index;
}

/* What was lent to this node not long ago. */
#define OCR_LOANS_REMEMBERED 256

struct ocr_loans {
	uint64_t min_bytes; /* smaller blocks are fetched; 0: all are; fixed */
	_Atomic uint64_t lent[OCR_LOANS_REMEMBERED];
};

/* The bytes of a grant that are to be fetched, for its task alone, until it
 * gives them back; NULL: fetch them. */
void *ocr_loan_begin_locked(struct ocr_runtime *rt, struct ocr_block *b,
			    const struct ocr_msg_grant *m);
/* A task gives back what it had at `data`.  False: that was not lent. */
bool ocr_loan_end_locked(struct ocr_runtime *rt, struct ocr_block *b,
			 const void *data);
/* Frees what a stopped job has left behind. */
void ocr_loan_abandon(struct ocr_block *b);

#endif
