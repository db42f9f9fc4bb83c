/* SPDX-License-Identifier: BSD-3-Clause */
/* relay_reset.h - the TCP connections that cross the relay, and breaking them.
 *
 * Knows Ethernet, IPv4 and TCP as far as a forged RST needs; does not know
 * where frames come from.  A connection that was reset is cut: nothing of it
 * crosses any more, and whatever either side still sends is answered with a RST
 * that it must believe (its own acknowledgement is the number that it waits
 * for). Promise: bytes are looked at only inside the frame. Threads: one.
 */
#ifndef TESTS_CLUSTER_RELAY_RESET_H
#define TESTS_CLUSTER_RELAY_RESET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest forged frame: headers alone. */
#define RESET_FRAME 54

struct resets;

struct resets *resets_create(void);
void resets_destroy(struct resets *r);

/* Looks at a frame that has come from `port`.  True if it may cross.  If not,
 * it belongs to a connection that was cut; then `answer` has the frame that
 * goes back to that port if `*answer_len` is not 0. */
bool resets_see(struct resets *r, unsigned port, const uint8_t *frame,
		size_t len, uint8_t answer[RESET_FRAME], size_t *answer_len);

/* Cuts a connection on which both sides have sent data, and calls `send` with a
 * RST for each side.  `at_random` picks among them.  False if there is none. */
bool resets_cut(struct resets *r, uint64_t at_random,
		void (*send)(void *arg, unsigned port, const uint8_t *frame,
			     size_t len),
		void *arg);

#endif
