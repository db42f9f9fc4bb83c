/* SPDX-License-Identifier: BSD-3-Clause */
/* log.h - messages for people, on standard error.
 *
 * Every line says which node speaks: "ocr: node 3: ...".  Whole lines reach
 * the file descriptor with one write, so lines of many nodes do not mix.
 * Threads: any.
 */
#ifndef FABRIC_LOG_H
#define FABRIC_LOG_H

#include "fabric/node.h"

#include <stdint.h>

/* For messages before the node's number is known. */
#define OCR_LOG_NOBODY OCR_NODE_NONE

void ocr_log_error(ocr_node_t self, const char *fmt, ...)
	__attribute__((cold, format(printf, 2, 3)));
void ocr_log_warn(ocr_node_t self, const char *fmt, ...)
	__attribute__((cold, format(printf, 2, 3)));
/* An error, from a handler of signals: takes no lock, and is always told. */
void ocr_log_fatal(ocr_node_t self, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* What somebody asked for; no severity. */
void ocr_log_note(ocr_node_t self, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* Shown only with OCR_VERBOSE=1. */
void ocr_log_info(ocr_node_t self, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void ocr_log_set_verbose(int on);
/* An error or a warning is told ten times, also if its numbers differ; this
 * says of each how often it would have been told since, and forgets it. */
void ocr_log_repeats(ocr_node_t self);
/* How many errors this process has had to tell, for tests. */
uint64_t ocr_log_errors(void);

/* There is no memory for what must not be lost, and no way to say so but this:
 * ends the process with status 1. */
_Noreturn void ocr_no_memory(const char *fmt, ...)
	__attribute__((format(printf, 1, 2)));

/* We broke an invariant: says so and aborts the process. */
_Noreturn void ocr_bug(const char *fmt, ...)
	__attribute__((format(printf, 1, 2)));

#endif
