/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_whole.h - what else a trace has when races are to be found in it.
 *
 * Which blocks a task has begun with, and what it has done to each until it
 * gave it up; what satisfactions carry; where objects were made.
 * Knows what tasks have; does not know what is before what
 * (src/tools/races.h).
 * Threads: those of the pens.
 */
#ifndef SRC_OBSERVE_TRACE_WHOLE_H
#define SRC_OBSERVE_TRACE_WHOLE_H

#include "include/ocr-types.h"

struct ocr_edt;
struct ocr_held_block;
struct ocr_op;
struct ocr_stream;
struct ocr_trace_pen;

/* Around the record of a body's begin. */
void ocr_trace_whole_before(struct ocr_trace_pen *l, const struct ocr_edt *t);
void ocr_trace_whole_begin(struct ocr_trace_pen *l, const struct ocr_edt *t);
/* Before the record of what the op asks for, if it has one. */
void ocr_trace_whole_issue(struct ocr_trace_pen *l, const struct ocr_stream *s,
			   const struct ocr_op *op);
void ocr_trace_whole_used(struct ocr_trace_pen *l, const struct ocr_stream *s,
			  const struct ocr_held_block *b);
/* Files and lines of all places of code that these have named; when no other
 * thread writes. */
void ocr_trace_whole_lines(struct ocr_trace_pen *l, unsigned n);

#endif
