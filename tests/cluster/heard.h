/* SPDX-License-Identifier: BSD-3-Clause */
/* heard.h - what the nodes of a job say to each other by TCP, heard on the
 * loopback interface of this network.
 *
 * Knows how the native TCP provider of libfabric 1.17 cuts a connection into
 * messages, which is also below rxm; what a packet means it does not know.
 * Promise: a message that is kept is whole, and as it was on the wire.
 * Threads: one.
 */
#ifndef TESTS_CLUSTER_HEARD_H
#define TESTS_CLUSTER_HEARD_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HEARD_BEGIN_MAX 256
/* Of each direction of a connection, the last ones. */
#define HEARD_KEPT	512
#define HEARD_BYTES_MAX 2048

/* What a message of libfabric begins with; behind it, if it names remote
 * memory, is a heard_place. */
struct heard_head {
	uint8_t version, op;
	uint16_t flags;
	uint8_t op_data, n_places, head_bytes, zero;
	uint64_t bytes; /* all of it */
} __attribute__((packed));

enum heard_op { HEARD_SEND = 0, HEARD_READ = 2, HEARD_WRITE = 4 };

struct heard_place {
	uint64_t addr, len, key;
} __attribute__((packed));

struct heard_message {
	size_t n;
	uint8_t bytes[HEARD_BYTES_MAX];
};

/* One direction of a connection. */
struct heard {
	struct sockaddr_in from, to;
	bool has_asked; /* it is the one who has connected */
	bool is_lost;	/* something of it was not heard */
	uint32_t next;	/* number of TCP */
	uint64_t bytes; /* heard */
	/* How the connection began, once it is whole. */
	uint8_t begin[HEARD_BEGIN_MAX];
	size_t begin_bytes;
	/* The last packets, a ring. */
	struct heard_message *kept;
	uint64_t n_kept;
	struct heard_place place; /* that was named last; len 0: none */
	uint64_t changed;	  /* when it was heard last */
	/* Of what is not whole yet: */
	uint8_t part[HEARD_BYTES_MAX];
	size_t part_bytes;
	uint64_t left; /* of a long one, to be passed over */
};

/* 0 or -errno.  From then on all is put down by the kernel. */
int heard_open(void);
void heard_close(void);
/* Takes in what there is, or much of it. */
void heard_listen(void);
/* The youngest of those for which `is_right` holds; NULL: none. */
struct heard *heard_find(bool (*is_right)(const struct heard *h, void *arg),
			 void *arg);

static inline bool
heard_is_between_messages(const struct heard *h)
{
	return !h->is_lost && h->begin_bytes != 0 && h->part_bytes == 0 &&
	       h->left == 0;
}

static inline bool
heard_is_same(const struct sockaddr_in *a, const struct sockaddr_in *b)
{
	return a->sin_port == b->sin_port &&
	       a->sin_addr.s_addr == b->sin_addr.s_addr;
}

#endif
