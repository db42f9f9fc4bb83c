/* SPDX-License-Identifier: BSD-3-Clause */
/* who.h - the name of a task, as messages to people begin.
 *
 * Knows GUIDs and addresses, not the task itself, which may be gone.
 * Threads: any.
 */
#ifndef SRC_TASK_WHO_H
#define SRC_TASK_WHO_H

#include "include/ocr.h"

/* Without it bool is OCR's, and the struct another one. */
#include <stdbool.h>

struct ocr_who {
	ocrGuid_t edt; /* NULL_GUID: no task of the program */
	ocrEdt_t func; /* its body, or NULL */
	bool guest;    /* main() of a program that has its own */
};

/* The task that the calling thread runs. */
struct ocr_who ocr_who_calls(void);

/* 'task "solve" 1:0.514', "main()", or "a thread that runs no task".  Into buf
 * of at least OCR_WHO_TEXT bytes; returns buf. */
#define OCR_WHO_TEXT 224
char *ocr_who_text(const struct ocr_who *w, char *buf);

/* A GUID as a program's writer reads it: "sticky event 0:0.5", "NULL_GUID".
 * Into buf of at least OCR_WHO_GUID_TEXT bytes; returns buf. */
#define OCR_WHO_GUID_TEXT 96
char *ocr_who_guid_text(ocrGuid_t g, char *buf);

#endif
