/* SPDX-License-Identifier: BSD-3-Clause */
/* memory_copy.h - the task of the runtime that copies from block to block, in
 * the memory model: it reads and writes as if it had said so. */
#ifndef TESTS_SIM_MEMORY_COPY_H
#define TESTS_SIM_MEMORY_COPY_H

#include "tests/sim/memory.h"

struct ocr_edt;

/* The task is about to run; operation `start` is its beginning.  Copies that
 * stand for parts are not looked at: what they do, and when, the program says
 * (notes.h). */
void memory_copy_by(struct memory *m, const struct ocr_edt *t, uint32_t start);

#endif
