/* SPDX-License-Identifier: BSD-3-Clause */
/* host_link.h - the parts of a node's link to its neighbours, for host*.c
 * alone.
 *
 *   host.c        opens and closes it; neighbours come and go
 *   host_send.c   packets into their rings, blocks from and to their windows
 *   host_hear.c   what is in the own rings
 *   host_sleep.c  sleeping until something is
 */
#ifndef FABRIC_HOST_LINK_H
#define FABRIC_HOST_LINK_H

#include "fabric/bell.h"
#include "fabric/host.h"
#include "fabric/segment.h"
#include "fabric/transport.h"

#include <stdatomic.h>

struct ocr_neighbours;

enum host_state { STRANGER, MET, FAILED };

struct neighbour {
	ocr_node_t node; /* fixed */

	/* Written inside poll: its ring is not read any more. */
	_Atomic bool is_deaf;
	/* Inside poll; fixed, but for what ring.h says, once it is heard. */
	bool is_heard;
	struct ocr_ring_in in;
	bool has_bell;	/* whether it was met or not */
	bool owes_ring; /* it wanted room before that */

	/* Fixed once it is met: */
	alignas(OCR_RING_LINE) _Atomic int state; /* written inside poll */
	struct ocr_segment segment;
	struct ocr_nameless bell; /* fixed once it has one */
	uint32_t pid;		  /* 0: not known */

	/* Of the thread that sends to it: */
	alignas(OCR_RING_LINE) struct ocr_ring_out out;
	uint64_t rung; /* it was woken from this sleep */
};

struct host {
	struct ocr_transport t; /* first */

	/* Fixed after open, up after attach: */
	ocr_node_t self;
	const char *name;	  /* of this host */
	uint32_t n_places, place; /* this node's */
	uint32_t size;
	uint32_t *place_of; /* by node; n_places: none */
	struct ocr_segment segment;
	int segment_fd;
	struct ocr_bell *bell;
	struct ocr_neighbours *windows; /* by place */
	void (*called)(void *ctx, ocr_node_t node);
	void *called_ctx;
	struct ocr_transport_up up;

	/* Written inside poll, and read by who waits meanwhile: */
	_Atomic uint64_t opened[OCR_PLACES_MAX / 64]; /* as it is known */
	_Atomic uint64_t left[OCR_PLACES_MAX / 64];   /* to be read, of many */
	uint32_t readers[OCR_PLACES_FEW];	      /* places, of few */
	_Atomic uint32_t n_readers;

	uint64_t n_sleeps; /* of who waits */
	char why[256];	   /* of meet */

	_Atomic bool owes;	  /* a neighbour was not woken */
	_Atomic bool has_told;	  /* and that was told */
	_Atomic bool waiting;	  /* a thread sleeps, or is about to */
	_Atomic bool interrupted; /* and should not */

	struct neighbour neighbours[];
};

static inline struct host *
ocr_host_of(struct ocr_transport *t)
{
	return (struct host *)t;
}

/* The owner of a segment looks at each ring, instead of at `written`. */
static inline bool
ocr_host_are_few(const struct host *h)
{
	return h->n_places <= OCR_PLACES_FEW;
}

/* NULL: it is none. */
static inline struct neighbour *
ocr_host_neighbour(struct host *h, ocr_node_t node)
{
	uint32_t place = node < h->size ? h->place_of[node] : h->n_places;

	return place < h->n_places ? &h->neighbours[place] : NULL;
}

/* -- host.c ---------------------------------------------------------------- */

const char *ocr_host_meet(struct ocr_transport *t, ocr_node_t node,
			  const struct ocr_card *card);
void ocr_host_fail(struct ocr_transport *t, ocr_node_t node, const char *why);

/* -- host_send.c ----------------------------------------------------------- */

int ocr_host_send(struct ocr_transport *t, struct ocr_packet *p);
int ocr_host_put(struct ocr_transport *t, ocr_node_t to, uint64_t head,
		 const struct ocr_op *op);
int ocr_host_put_pieces(struct ocr_transport *t, ocr_node_t to, uint64_t head,
			const struct ocr_op_pieces *o);
int ocr_host_read(struct ocr_transport *t, ocr_node_t from, uint64_t offset,
		  void *local, size_t len_bytes, struct ocr_transfer *x);
void *ocr_host_view(struct ocr_transport *t, ocr_node_t of, uint64_t offset,
		    size_t len);
int ocr_host_write(struct ocr_transport *t, ocr_node_t to, uint64_t offset,
		   const void *local, size_t len_bytes, struct ocr_transfer *x);

/* Rings for which there was no descriptor.  Inside poll. */
void ocr_host_ring_owed(struct host *h);

/* -- host_hear.c ----------------------------------------------------------- */

int ocr_host_poll(struct ocr_transport *t);
/* Where nb is rung is known now: its card has come.  Inside poll. */
void ocr_host_find_bell(struct host *h, struct neighbour *nb,
			const struct ocr_nameless *bell);
/* There is something to poll. */
bool ocr_host_has_news(const struct host *h);
/* Handles all that nb has written; nothing that it writes later counts. */
void ocr_host_hear_last(struct host *h, struct neighbour *nb);

/* -- host_sleep.c ---------------------------------------------------------- */

void ocr_host_wait(struct ocr_transport *t, int timeout_ms);
void ocr_host_interrupt(struct ocr_transport *t);

#endif
