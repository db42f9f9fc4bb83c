/* SPDX-License-Identifier: BSD-3-Clause */
/* say.h - why a call refuses, for people.
 *
 * Threads: any.
 */
#ifndef SRC_DRI_HANDLE_SAY_H
#define SRC_DRI_HANDLE_SAY_H

#include "fabric/node.h"

/* Writes one line to standard error, if the user wants to hear it
 * (--dri-verbose, OCR_VERBOSE=1), and returns `status`. */
int ocr_dri_refuse(int status, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Who speaks, once that is known. */
void ocr_dri_say_self(ocr_node_t self);

#endif
