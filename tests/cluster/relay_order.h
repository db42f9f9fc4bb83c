/* SPDX-License-Identifier: BSD-3-Clause */
/* relay_order.h - what the relay is told: one line, one order.
 *
 * Knows the words; does not know hosts or frames.
 * Threads: one.
 */
#ifndef TESTS_CLUSTER_RELAY_ORDER_H
#define TESTS_CLUSTER_RELAY_ORDER_H

#include <stdint.h>

/* What holds until the next order. */
struct relay_orders {
	uint64_t delay_ns;     /* each way */
	uint64_t rate_bps;     /* of each link, each way; 0: no limit */
	double loss;	       /* of a frame, 0 to 1 */
	uint64_t largest;      /* longer frames are lost; 0: none is too long */
	uint64_t cut_every_ns; /* 0: none */
	uint64_t cuts;	       /* how many more; 0: no end */
};

/* What has happened so far. */
struct relay_counts {
	uint64_t taken, delivered, dropped, cut;
};

enum relay_kind {
	RELAY_SAY,  /* text is the answer */
	RELAY_DOWN, /* the link of host text */
	RELAY_UP,
	RELAY_SENT, /* the answer is how many bytes have come from host text */
	RELAY_CUT,  /* one connection, now */
	RELAY_COUNTS, /* the answer is the counts */
};

struct relay_order {
	enum relay_kind kind;
	const char *text; /* of the line, or constant */
};

/* Reads a line, which is changed, and does to *orders what can be done there.
 */
struct relay_order relay_order_read(char *line, struct relay_orders *orders);

#endif
