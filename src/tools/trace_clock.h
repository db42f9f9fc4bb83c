/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_clock.h - one time for the files of a trace, whose hosts have clocks of
 * their own.
 *
 * Nothing comes before it has left.  So what one host's clock shows more than
 * another's lies between what messages one way and the other way need, and that
 * is known to half the time of a way there and back, at its best; where that
 * changes, clocks run at different speeds.  Hosts between which nothing
 * travelled have their calendars.
 * Threads: none.
 */
#ifndef SRC_TOOLS_TRACE_CLOCK_H
#define SRC_TOOLS_TRACE_CLOCK_H

#include <stdint.h>

struct trace_files;

/* Of a host, by the first one's clock. */
struct trace_host {
	const char *name;
	int64_t ahead_ns[2]; /* so much more its clock shows: when the run
			      * begins, when it ends */
	int64_t error_ns;    /* of that */
	uint32_t parent;     /* by whose messages it is known; itself: none */
};

struct trace_clocks {
	struct trace_host *hosts;
	uint32_t n;
	uint64_t messages; /* between hosts */
	uint64_t early;	   /* have come before they left, nevertheless, */
	int64_t early_ns;  /* and by so much */
};

/* Sets the times of each file.  0 or -1: no memory. */
int ocr_trace_clocks_set(struct trace_files *f);
void ocr_trace_clocks_free(struct trace_clocks *c);

#endif
