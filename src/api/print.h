/* SPDX-License-Identifier: BSD-3-Clause */
/* print.h - what became of what a program has printed.
 *
 * Threads: any.
 */
#ifndef SRC_API_PRINT_H
#define SRC_API_PRINT_H

#include "fabric/node.h"

#include <stdbool.h>

/* Writes what stdio still has for standard output.  False: that, or something
 * that PRINTF() was given before, was lost, and it has been said how much and
 * why; what was said is not said again. */
bool ocr_print_end(ocr_node_t self);

#endif
