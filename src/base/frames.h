/* SPDX-License-Identifier: BSD-3-Clause */
/* frames.h - from where a signal's code was called.
 *
 * Knows stacks and images (files of code); does not know tasks or names.
 * Threads: any; in handlers of signals, once prepared.
 */
#ifndef SRC_BASE_FRAMES_H
#define SRC_BASE_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

/* Loads what a handler must not load.  Not in a handler. */
void ocr_frames_prepare(void);

/* Where the interrupted code was, and its stack pointer.  `context`: the third
 * argument of a handler. */
const void *ocr_frames_place(const void *context);
uintptr_t ocr_frames_stack_pointer(const void *context);

#define OCR_FRAMES 24

struct ocr_frames {
	/* Inside the instruction of each, the innermost first. */
	const void *at[OCR_FRAMES];
	unsigned n;
	bool cut; /* there were more */
};

/* The calls that led there, as far as the program's own; what the runtime has
 * called its task from is left out, and so is, where the C library has raised
 * the signal, that library. */
void ocr_frames_get(const void *context, struct ocr_frames *f);

#endif
