/* SPDX-License-Identifier: BSD-3-Clause */
/* sieve.c - a filter of the kernel (classic BPF) on a socket that listens.
 *
 * It sees each segment that comes to the port, from its TCP header on:
 *
 *     SYN, RST --------------------------------> let in
 *     40 bytes, which begin like a request --+
 *     anything else --> dropped              |
 *        who says: from the host of --> he is one of its ports --> let in
 *
 * So nobody is told of a connection (TCP_DEFER_ACCEPT) before somebody who is
 * expected has asked for it.  Whoever is accepted inherits the filter, which
 * would let him say nothing else.
 */
#include "fabric/sieve.h"

#include <errno.h>
#include <linux/filter.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

/* Of the TCP header. */
#define LENGTH_AT 12 /* in its upper half, in words */
#define FLAGS_AT  13
#define SYN_RST	  0x06

/* Of the IP header. */
#define SOURCE_AT 12

/* The begin of a request: version 3, kind 0, 8 bytes behind its head; and
 * where it says which port its sender has. */
#define BEGIN	0x03000008
#define PORT_AT 34

#define EVERYTHING UINT32_MAX
#define NOTHING	   0

struct program {
	struct sock_filter *at;
	size_t n;
};

static void
put(struct program *p, uint16_t code, uint8_t jt, uint8_t jf, uint32_t k)
{
	if (p->n < BPF_MAXINSNS)
		p->at[p->n] = (struct sock_filter){code, jt, jf, k};
	p->n++;
}

/* Goes on if what was loaded is k. */
static void
unless_equal_drop(struct program *p, uint32_t k)
{
	put(p, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, k);
	put(p, BPF_RET | BPF_K, 0, 0, NOTHING);
}

/* Then X is where a request is. */
static void
put_begin(struct program *p)
{
	put(p, BPF_LD | BPF_B | BPF_ABS, 0, 0, FLAGS_AT);
	put(p, BPF_JMP | BPF_JSET | BPF_K, 0, 1, SYN_RST);
	put(p, BPF_RET | BPF_K, 0, 0, EVERYTHING);
	put(p, BPF_LD | BPF_B | BPF_ABS, 0, 0, LENGTH_AT);
	put(p, BPF_ALU | BPF_RSH | BPF_K, 0, 0, 2);
	put(p, BPF_ALU | BPF_AND | BPF_K, 0, 0, 0x3c);
	put(p, BPF_MISC | BPF_TAX, 0, 0, 0);
	put(p, BPF_LD | BPF_W | BPF_LEN, 0, 0, 0);
	put(p, BPF_ALU | BPF_SUB | BPF_X, 0, 0, 0);
	unless_equal_drop(p, OCR_SIEVE_REQUEST_BYTES);
	put(p, BPF_LD | BPF_W | BPF_IND, 0, 0, 0);
	unless_equal_drop(p, BEGIN);
}

/* Those of one host; returns how many. */
static size_t
put_host(struct program *p, const struct sockaddr_in *callers, size_t n)
{
	in_addr_t host = callers->sin_addr.s_addr;
	size_t same = 1;

	while (same < n && callers[same].sin_addr.s_addr == host)
		same++;
	put(p, BPF_LD | BPF_W | BPF_ABS, 0, 0,
	    (uint32_t)SKF_NET_OFF + SOURCE_AT);
	put(p, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, ntohl(host));
	put(p, BPF_JMP | BPF_JA, 0, 0, (uint32_t)(2 * same + 2));
	put(p, BPF_LD | BPF_H | BPF_IND, 0, 0, PORT_AT);
	for (size_t i = 0; i < same; i++) {
		put(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 1,
		    ntohs(callers[i].sin_port));
		put(p, BPF_RET | BPF_K, 0, 0, EVERYTHING);
	}
	put(p, BPF_RET | BPF_K, 0, 0, NOTHING);
	return same;
}

static int
compare(const void *x, const void *y)
{
	in_addr_t a = ((const struct sockaddr_in *)x)->sin_addr.s_addr;
	in_addr_t b = ((const struct sockaddr_in *)y)->sin_addr.s_addr;

	return (a > b) - (a < b);
}

/* They were accepted without a filter, or would be. */
static void
see_off(int listener)
{
	struct pollfd p = {.fd = listener, .events = POLLIN};
	int fd;

	while (poll(&p, 1, 0) == 1 && (p.revents & POLLIN) != 0 &&
	       (fd = accept(listener, NULL, NULL)) >= 0)
		close(fd);
}

int
ocr_sieve_close(int listener, struct sockaddr_in *callers, size_t n)
{
	struct sock_filter *at = calloc(BPF_MAXINSNS, sizeof(*at));
	struct program p = {.at = at};
	struct sock_fprog f = {.filter = at};
	int err = 0;

	if (at == NULL)
		return -ENOMEM;
	if (n != 0)
		qsort(callers, n, sizeof(*callers), compare);
	put_begin(&p);
	for (size_t i = 0; i < n;)
		i += put_host(&p, callers + i, n - i);
	put(&p, BPF_RET | BPF_K, 0, 0, NOTHING);
	f.len = (unsigned short)p.n;
	if (p.n > BPF_MAXINSNS)
		err = -E2BIG;
	else if (setsockopt(listener, SOL_SOCKET, SO_ATTACH_FILTER, &f,
			    sizeof(f)) != 0)
		err = -errno;
	free(at);
	if (err == 0)
		see_off(listener);
	return err;
}

bool
ocr_sieve_lift(int fd)
{
	int unused = 0;

	return setsockopt(fd, SOL_SOCKET, SO_DETACH_FILTER, &unused,
			  sizeof(unused)) == 0;
}
