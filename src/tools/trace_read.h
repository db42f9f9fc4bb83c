/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_read.h - the files of a trace, record by record.
 *
 * Promise: whatever is in a file, nothing outside of it is read; what is no
 * record ends its chunk.
 * Threads: none.
 */
#ifndef SRC_TOOLS_TRACE_READ_H
#define SRC_TOOLS_TRACE_READ_H

#include "src/observe/trace_format.h"
#include "src/tools/trace_clock.h"

#include <stdbool.h>
#include <stddef.h>

struct trace_file {
	const struct ocr_trace_file *head; /* mapped */
	size_t bytes;
	/* From its times to those of the trace; see ocr_trace_when(). */
	int64_t zero_ns, pivot_ns;
	double rate;
	uint64_t **chunks; /* by lane and number, then NULL; or NULL */
	char host[64], program[256];
};

struct trace_files {
	struct trace_file *file; /* by number of node */
	unsigned n;
	unsigned missing; /* nodes of the job without a file */
	bool is_cut;
	struct trace_clocks clocks;
};

/* When was `ns` since the begin of the file? */
static inline int64_t
ocr_trace_when(const struct trace_file *f, int64_t ns)
{
	return f->zero_ns + ns +
	       (int64_t)(f->rate * (double)(ns - f->pivot_ns));
}

struct trace_record {
	const struct trace_file *file;
	unsigned lane;
	enum ocr_trace_type type;
	int64_t when_ns;       /* since the begin of the trace */
	const uint64_t *words; /* that follow its head */
};

/* Reads folder/N.ocrtrace, of all N.  0 or -1, after saying what is wrong. */
int ocr_trace_files_open(struct trace_files *f, const char *folder);
void ocr_trace_files_close(struct trace_files *f);

/* Each record, lane by lane, in the order in which its thread wrote it. */
void ocr_trace_files_each(const struct trace_files *f,
			  void (*fn)(void *arg, const struct trace_record *r),
			  void *arg);

#endif
