/* SPDX-License-Identifier: BSD-3-Clause */
/* race_lines.h - the records of all nodes in which races are found, in the
 * order of time, each with whose doing it is.
 *
 * Threads: none.
 */
#ifndef SRC_TOOLS_RACE_LINES_H
#define SRC_TOOLS_RACE_LINES_H

#include "src/tools/races.h"

struct race_line {
	int64_t when_ns;
	const uint64_t *words;
	const uint64_t *with; /* of a satisfaction: the block, or NULL */
	uint32_t by;	      /* task, or RACE_NOTHING */
	uint16_t file;
	uint8_t type;
};

/* Of malloc(): *n of them.  Names and lines of places of code go to r, which
 * has failed if there was no memory. */
struct race_line *race_lines(struct races *r, const struct trace_files *f,
			     size_t *n);

/* The number of a place of code on the node of that file. */
uint32_t race_code_of(struct races *r, const struct trace_file *file,
		      uint64_t address);

/* Places of one name are one, whatever node they are of: of each, the first.
 * Of malloc(), or NULL. */
uint32_t *race_codes_joined(const struct races *r);

#endif
