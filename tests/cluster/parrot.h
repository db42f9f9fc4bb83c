/* SPDX-License-Identifier: BSD-3-Clause */
/* parrot.h - what the parrot (parrot.c) has been told, and what it has heard of
 * one way between two nodes.
 *
 * Knows their sockets and the numbers in their packets; does not know how a
 * stranger connects.
 * Threads: one.
 */
#ifndef TESTS_CLUSTER_PARROT_H
#define TESTS_CLUSTER_PARROT_H

#include "tests/cluster/heard.h"

/* So long for what has to come. */
#define PARROT_PATIENCE_S 120
#define PARROT_STOCK	  4096
/* Packets at once. */
#define PARROT_BATCH	  200

struct parrot_order {
	char kind[16], user[16], address[32];
	int from, to, port;
	unsigned long n;
};

struct parrot_known {
	struct heard_message stock[PARROT_STOCK];
	uint64_t n; /* packets; the last ones are in stock */
	/* How one of the two has begun a connection. */
	uint8_t request[HEARD_BEGIN_MAX];
	size_t request_bytes;
	bool is_of_from;
	/* Of TO's memory; len 0: unknown. */
	struct heard_place place;
};
extern struct parrot_known parrot_known;

/* False if not all that is wanted was heard; nothing that was known before is
 * known afterwards. */
bool parrot_hear(const struct parrot_order *o);
/* Says packets in the name of FROM; returns how many were said, and in *times
 * how often it was stopped for it.  `next`: such as FROM has not said. */
unsigned long parrot_go_inside(const struct parrot_order *o, bool next,
			       unsigned long *times);

/* -- Small things ---------------------------------------------------------- */

_Noreturn void parrot_die(const char *what);
uint64_t parrot_draw(void);
/* One of the stock, which is not empty. */
const struct heard_message *parrot_choose(void);
/* False: it is not possible any more. */
bool parrot_say(int fd, const uint8_t *bytes, size_t n);

#endif
