/* SPDX-License-Identifier: BSD-3-Clause */
/* called_at.h - an address of the internet, and how this host gets there, for
 * messages.
 *
 *	10.73.0.2 port 4711, from eth0
 *	172.17.0.1 port 4711, which is docker0 on this host
 *	10.73.0.2 port 4711, to which no interface leads
 *	10.73.0.2 port 4711		without a descriptor to ask with
 *
 * Knows the interfaces of this host; does not know nodes.
 * Promise: nothing is sent.
 * Threads: any.
 */
#ifndef FABRIC_CALLED_AT_H
#define FABRIC_CALLED_AT_H

#include <stddef.h>
#include <sys/socket.h>

#define OCR_CALLED_AT_TEXT 128

/* Writes that into text; "" for what is no such address. */
void ocr_called_at(const struct sockaddr *at, socklen_t len, char *text,
		   size_t size);

#endif
