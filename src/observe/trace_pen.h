/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_pen.h - what one thread writes into a trace, record by record.
 *
 * Threads: a pen has one.
 */
#ifndef SRC_OBSERVE_TRACE_PEN_H
#define SRC_OBSERVE_TRACE_PEN_H

#include "include/ocr-types.h"
#include "src/observe/trace_lane.h"

#include <stdbool.h>

struct ocr_stream;

/* Places of code whose names a thread has written; those behind them have
 * none. */
#define OCR_TRACE_NAMES 1024

struct ocr_trace_pen {
	struct ocr_trace_lane lane;
	bool whole;	/* with what races can be found in: trace_whole.h */
	ocrGuid_t task; /* who is being traced: RUN, RESUME, FOR */
	unsigned n_names;
	const void *names[OCR_TRACE_NAMES]; /* by hash */
	char pad[64];
};

void ocr_trace_pen_write(struct ocr_trace_pen *l, enum ocr_trace_type type,
			 const uint64_t *words);

#define OCR_TRACE_WRITE(l_, type_, ...)                                        \
	ocr_trace_pen_write((l_), (type_), (const uint64_t[]){__VA_ARGS__})
#define OCR_TRACE_GUID(g_) (g_).upper, (g_).lower

/* A record of type NAME or LINE: what is at that place of the code. */
void ocr_trace_pen_text(struct ocr_trace_pen *l, enum ocr_trace_type type,
			const void *code, const char *text);
/* In the place of the function of a task that goes to another node, and runs
 * there. */
extern const char ocr_trace_goes[];
/* Its name, once. */
void ocr_trace_pen_name(struct ocr_trace_pen *l, const void *code);

/* The task of a stream, or NULL_GUID. */
ocrGuid_t ocr_trace_pen_whose(const struct ocr_stream *s);
/* The next record is of the task of s, which may not be the one that runs. */
void ocr_trace_pen_turn(struct ocr_trace_pen *l, const struct ocr_stream *s);

#endif
