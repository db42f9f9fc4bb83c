/* SPDX-License-Identifier: BSD-3-Clause */
/* net.h - what the net between simulated nodes is made of, for transport_sim.c
 * and net.c alone.
 *
 * An item waits in a list of things that could happen; fired, it moves to the
 * inbox of the node that must hear of it, whose poll takes it from there.
 *
 *   SENT by a:  list of pair (a, b)  -> inbox of a
 *   PACKET:     list of pair (a, b)  -> inbox of b
 *   PIECE:      loose list -> the bytes are copied -> loose list, as DONE
 *   DONE, DIED: loose list -> inbox of the node that asked, that survived
 *   BROKEN:     loose list -> inbox of the node that finds it, or nowhere
 *   CONNECT:    loose list -> the connection of a and b is there
 *   IDLE:       loose list -> it is cut, unless something was sent on it
 * Threads: any, with the net's lock held.
 */
#ifndef TESTS_SIM_NET_H
#define TESTS_SIM_NET_H

#include "tests/sim/transport_sim.h"

#include "fabric/transport.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum item_kind {
	ITEM_PACKET,
	ITEM_SENT,
	ITEM_PIECE,
	ITEM_DONE,
	ITEM_DIED,
	ITEM_BROKEN,
	ITEM_CONNECT,
	ITEM_IDLE
};

struct item {
	struct item *next;
	enum item_kind kind;
	ocr_node_t from, to; /* of the packet; who asked, and whom; who
				died, and who hears of it */
	struct ocr_packet *packet;
	struct ocr_transfer *x;
	void *local;
	void *remote;
	size_t len_bytes;
	/* Of `packet`, which is sent or delivered some time: what is not in
	 * bytes yet, and belongs there. */
	const void *lent;
	size_t lent_at, lent_bytes;
	uint64_t there; /* not before time has passed so often */
	int status;
	uint64_t bytes[]; /* of a packet, 8-byte aligned */
};

struct list {
	struct item *first, **end;
};

struct sim_node {
	struct ocr_transport t;
	struct sim_net *net;
	ocr_node_t node;
	const struct ocr_transport_up *up; /* NULL: not open */
	bool dead;
	_Atomic bool has_ended; /* its host says so */
	_Atomic unsigned n_missed;
	struct list inbox;
	struct item *arrived; /* what up is told of just now */
	bool is_held;	      /* and it is to stay */
	struct list held;
};

struct pair {
	struct list packets;
	struct list sent;
	bool died; /* `from` knows that `to` is dead */
	/* So many breaks `from` has not found yet: what it sends is lost. */
	unsigned breaks;
	bool granted; /* by `to` */
};

/* Of two nodes; where connections may break. */
struct link {
	enum { LINK_NONE, LINK_ASKED, LINK_OPEN } state;
	uint64_t number; /* of the connection */
	bool is_idle;	 /* nothing was sent on it */
};

struct sim_net {
	pthread_mutex_t lock;
	struct sim_net_config c;
	uint64_t random;
	unsigned fail_alloc;
	size_t n_packets; /* whose memory is in use above */
	uint64_t passed;
	struct sim_node *nodes;
	struct pair *pairs; /* [from * n_nodes + to] */
	struct link *links; /* [lower * n_nodes + higher] */
	struct list loose;
};

static inline void
list_init(struct list *l)
{
	l->first = NULL;
	l->end = &l->first;
}

static inline void
list_append(struct list *l, struct item *i)
{
	i->next = NULL;
	*l->end = i;
	l->end = &i->next;
}

/* Takes *at, which is in l, off the list. */
static inline struct item *
list_take(struct list *l, struct item **at)
{
	struct item *i = *at;

	*at = i->next;
	if (l->end == &i->next)
		l->end = at;
	return i;
}

static inline void
list_clear(struct list *l)
{
	while (l->first)
		free(list_take(l, &l->first));
}

static inline struct pair *
pair_of(struct sim_net *net, ocr_node_t from, ocr_node_t to)
{
	return &net->pairs[from * net->c.n_nodes + to];
}

/* i is on its way, from now on. */
static inline void
sim_item_leave(const struct sim_net *net, struct item *i)
{
	i->there = net->passed + net->c.even_ways;
}

static inline bool
sim_item_is_there(const struct sim_net *net, const struct item *i)
{
	return i && i->there <= net->passed;
}

/* The bytes are taken from where they lie now; no earlier, since they have to stay
 * as they are until somebody hears that they were. */
static inline void
sim_item_gather(struct item *i)
{
	if (i->lent)
		memcpy((char *)i->bytes + i->lent_at, i->lent, i->lent_bytes);
	i->lent = NULL;
}

/* The same for all from a node to another one; or for that packet alone. */
static inline void
sim_pair_gather(struct pair *pair, const struct ocr_packet *p)
{
	for (struct item *i = pair->packets.first; i; i = i->next)
		if (!p || i->packet == p)
			sim_item_gather(i);
}

static inline struct link *
link_of(struct sim_net *net, ocr_node_t a, ocr_node_t b)
{
	return a < b ? &net->links[a * net->c.n_nodes + b]
		     : &net->links[b * net->c.n_nodes + a];
}

/* One that nothing was filled in of but this; `len_bytes` of bytes.  Never
 * NULL.
 */
struct item *sim_item_new(enum item_kind kind, ocr_node_t from, ocr_node_t to,
			  size_t len_bytes);

/* A number below n, by the net's seed. */
uint64_t sim_net_draw(struct sim_net *net, uint64_t n);

/* The first bytes of the piece i move. */
void sim_copy_bytes(const struct item *i, size_t len_bytes);

/* The piece i ends at once, and some of its bytes have moved. */
void sim_cut_piece(struct sim_net *net, struct item *i);

/* Forgets what belongs to memory of n's fabric. */
void sim_forget_node(struct sim_net *net, struct sim_node *n);

#endif
