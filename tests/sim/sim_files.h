/* SPDX-License-Identifier: BSD-3-Clause */
/* sim_files.h - the files of all nodes: `rt` has `n` nodes. */
#ifndef TESTS_SIM_SIM_FILES_H
#define TESTS_SIM_SIM_FILES_H

#include "src/boot/runtime.h"

#include <stdbool.h>

/* How many things engines could do next. */
uint64_t sim_files_pending(struct ocr_runtime *const *rt, ocr_node_t n);
/* The i-th of them is done; its node. */
ocr_node_t sim_files_step(struct ocr_runtime *const *rt, uint64_t i);

/* The end of a job, as ocr_files_finish() has it on each node. */
bool sim_files_busy(struct ocr_runtime *const *rt, ocr_node_t n);
bool sim_files_held(struct ocr_runtime *const *rt, ocr_node_t n);
void sim_files_flush(struct ocr_runtime *const *rt, ocr_node_t n, bool save);
bool sim_files_lost(struct ocr_runtime *const *rt, ocr_node_t n);

#endif
