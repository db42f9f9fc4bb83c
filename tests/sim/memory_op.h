/* SPDX-License-Identifier: BSD-3-Clause */
/* memory_op.h - what the runtime does, in the memory model. */
#ifndef TESTS_SIM_MEMORY_OP_H
#define TESTS_SIM_MEMORY_OP_H

#include "tests/sim/memory.h"

struct ocr_edt;
struct ocr_op;

/* Operation `id` of a task. */
void memory_note(struct memory *m, ocrGuid_t task, uint32_t id,
		 const struct ocr_op *op);

/* A task is about to run; operation `start` is its beginning.  If it copies
 * from block to block it reads and writes as if it had said so.  Copies that
 * stand for parts are not looked at: what they do, and when, the program says
 * (notes.h). */
void memory_copy_by(struct memory *m, const struct ocr_edt *t, uint32_t start);

#endif
