/* SPDX-License-Identifier: BSD-3-Clause */
/* say.h - why a call refuses, for people.
 *
 * Threads: any.
 */
#ifndef SRC_DRI_HANDLE_SAY_H
#define SRC_DRI_HANDLE_SAY_H

#include "fabric/node.h"

/* Writes one line to standard error, and returns `status`.  Always of an
 * argument that can never be right; of what may be so (not connected, busy, no
 * member, ...) or was told elsewhere, if the user wants to hear it
 * (--dri-verbose, OCR_VERBOSE=1). */
int ocr_dri_refuse(int status, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* The same of what was told elsewhere, whatever the status. */
int ocr_dri_pass_on(int status, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Who speaks, once that is known. */
void ocr_dri_say_self(ocr_node_t self);

#endif
