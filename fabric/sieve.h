/* SPDX-License-Identifier: BSD-3-Clause */
/* sieve.h - lets the kernel see off who calls a port and is not expected there.
 *
 * Knows how libfabric's provider net begins a connection, up to 1.17, and TCP
 * over IPv4; does not know nodes.
 * Promise: a socket that listens hears nobody but who says at once, and in one
 * piece, that he is one of those named, from that one's host.  Whoever calls
 * may still lie about his port, not about his host. Threads: any.
 */
#ifndef FABRIC_SIEVE_H
#define FABRIC_SIEVE_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>

/* The first thing that a caller says. */
#define OCR_SIEVE_REQUEST_BYTES 40

/* From now on only `callers` (which it sorts), and those before them who wait
 * to be accepted hear the end of it.  What is accepted hears nothing but such
 * requests either, before ocr_sieve_lift().  0 or -errno; -E2BIG: there are
 * more of them than a filter can name. */
int ocr_sieve_close(int listener, struct sockaddr_in *callers, size_t n);
/* One that was accepted is connected from now on.  False: it was before. */
bool ocr_sieve_lift(int fd);

#endif
