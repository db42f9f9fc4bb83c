/* SPDX-License-Identifier: BSD-3-Clause */
/* route_way.h - which way each node is reached, for route*.c alone.
 *
 *   route.c      opens and closes; what goes below
 *   route_way.c  cards come, and neighbours end
 *
 *   NEW --send()--> ASKED --card is good, shares memory--> BY_HOST
 *                     +-----card is good-----------------> BY_NET
 *                     +-----card is bad------------------> GONE
 *
 * A peer costs a byte until it is first used, or has sent something.  Then its
 * card is asked for; it comes on a thread of PMIx, which ends the sleep of who
 * waits, and poll reads it.
 */
#ifndef FABRIC_ROUTE_WAY_H
#define FABRIC_ROUTE_WAY_H

#include "fabric/cards.h"
#include "fabric/clock.h"
#include "fabric/transport.h"
#include "fabric/watch.h"

#include <errno.h>
#include <stdatomic.h>

struct ocr_crier;
struct ocr_job;
struct ocr_seal;

enum ocr_way { NEW, ASKED, BY_HOST, BY_NET, GONE };

struct route {
	struct ocr_transport t; /* first */

	/* Fixed after open, up after attach: */
	struct ocr_job *job;
	ocr_node_t self;
	uint32_t size;
	uint32_t silence_s;
	struct ocr_transport *host, *net; /* one may be NULL */
	struct ocr_transport *ofi;	  /* net is sessions over it */
	struct ocr_cards *cards;
	struct ocr_seal *seal;
	struct ocr_transport_up up;
	char description[192];

	/* Inside poll only: */
	struct ocr_watch *watch;
	struct ocr_crier *crier;
	unsigned skipped, passed_over;
	struct ocr_glance glance;

	_Atomic bool look_at_lives; /* one has ended */

	/* enum ocr_way; all but the step from NEW is made inside poll. */
	_Atomic uint8_t way[];
};

static inline struct route *
ocr_route_of(struct ocr_transport *t)
{
	return (struct route *)t;
}

/* Asks for the card of a node that is NEW.  Any thread. */
void ocr_route_ask(struct route *r, ocr_node_t node);

/* 0: *by reaches it.  -EAGAIN: its card was asked for.  Other -errno: it is
 * gone.  Any thread. */
static inline int
ocr_route_find(struct route *r, ocr_node_t node, struct ocr_transport **by)
{
	if (node >= r->size || node == r->self)
		return -EHOSTUNREACH;
	/* pairs with ocr_route_meet() */
	switch (atomic_load_explicit(&r->way[node], memory_order_acquire)) {
	case BY_HOST:
		*by = r->host;
		return 0;
	case BY_NET:
		*by = r->net;
		return 0;
	case GONE:
		return -EHOSTDOWN;
	case NEW:
		ocr_route_ask(r, node);
	}
	return -EAGAIN;
}

/* A node has begun to send before this one has its card.  Inside poll, as all
 * below. */
void ocr_route_called(void *ctx, ocr_node_t node);

/* For ocr_cards_read(): a card has come. */
void ocr_route_meet(void *ctx, ocr_node_t node, const struct ocr_card *card,
		    const char *why);
/* Says once, if so, that a node's card has been waited for too long. */
void ocr_route_warn_of_late(struct route *r);
/* For ocr_watch_look(): of a process of this host. */
void ocr_route_on_news(void *ctx, ocr_node_t node, uint32_t pid,
		       enum ocr_watch_news news);

#endif
