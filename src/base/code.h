/* SPDX-License-Identifier: BSD-3-Clause */
/* code.h - names for functions that hold on every node.
 *
 * A function is (hash of its module's name, offset in the module), so address
 * randomisation is no problem.  What comes from the wire is checked: the
 * module must be loaded here and the offset must be executable.
 * Threads: any.
 */
#ifndef SRC_BASE_CODE_H
#define SRC_BASE_CODE_H

#include "include/ocr.h"

#include <stdint.h>

/* Code of a task, the same on every node however it is loaded. */
struct ocr_code {
	uint64_t module; /* hash of the name of the program or library */
	uint64_t offset; /* from where that is loaded */
};

/* 0, or -EINVAL: fn is in no loaded module. */
int ocr_code_of(ocrEdt_t fn, struct ocr_code *c);

/* NULL: there is no such function here. */
ocrEdt_t ocr_code_function(const struct ocr_code *c);

#endif
