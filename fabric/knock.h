/* SPDX-License-Identifier: BSD-3-Clause */
/* knock.h - whether anybody listens at a port of another host.
 *
 * A connection is begun there, and taken back: the host's system answers for
 * itself, whatever its processes do.  Who has the port does not hear of it, if
 * he lets the system wait for the first bytes (ofi_port.c).
 * Knows TCP; does not know nodes.
 * Promise: nothing waits.  REFUSED is what the host says, not what a filter
 * between says of a way that is closed (where the system tells the two apart).
 * Threads: one at a time for each *fd.
 */
#ifndef FABRIC_KNOCK_H
#define FABRIC_KNOCK_H

#include <sys/socket.h>

enum ocr_knock_answer {
	OCR_KNOCK_WAITS,   /* not answered yet: ask again with the same *fd */
	OCR_KNOCK_REFUSED, /* nobody listens there */
	OCR_KNOCK_OTHER,   /* somebody does, or it cannot be asked */
};

/* *fd is -1, or what one that WAITS has left. */
enum ocr_knock_answer ocr_knock(int *fd, const struct sockaddr *at,
				socklen_t len);
/* Its answer does not matter any more; *fd may be -1. */
void ocr_knock_end(int *fd);

#endif
