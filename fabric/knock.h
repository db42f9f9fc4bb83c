/* SPDX-License-Identifier: BSD-3-Clause */
/* knock.h - whether anybody listens at a port of another host.
 *
 * A connection is begun there, and taken back: the host's system answers for
 * itself, whatever its processes do.  Who has the port does not hear of it, if
 * he lets the system wait for the first bytes (ofi_port.c).
 * Knows TCP; does not know nodes.
 * Promise: nothing waits, and few are under way at a time, none for long.
 * REFUSED is what the host says, not what a filter between says of a way that
 * is closed (where the system tells the two apart).
 * Threads: one at a time for all with the same count.
 */
#ifndef FABRIC_KNOCK_H
#define FABRIC_KNOCK_H

#include <stdint.h>
#include <sys/socket.h>

/* Under way at once, with a descriptor each; and for so long: the system says
 * it twice in that time. */
#define OCR_KNOCKS   16
#define OCR_KNOCK_MS 2500

enum ocr_knock_answer {
	OCR_KNOCK_WAITS,   /* not answered yet, or not asked: ask again */
	OCR_KNOCK_REFUSED, /* nobody listens there */
	OCR_KNOCK_OTHER,   /* somebody does, or it cannot be asked */
};

struct ocr_knock {
	int fd; /* -1: not under way */
	int64_t since_ms;
};

/* *count: of those under way, 0 at first. */
enum ocr_knock_answer ocr_knock(struct ocr_knock *k, unsigned *count,
				const struct sockaddr *at, socklen_t len,
				int64_t now_ms);
/* Its answer does not matter any more; it may be not under way. */
void ocr_knock_end(struct ocr_knock *k, unsigned *count);

#endif
