/* SPDX-License-Identifier: BSD-3-Clause */
/* host.c - opens and closes the link to the nodes of this host.
 *
 *   STRANGER --meet()--> MET --fail()--> FAILED
 *       +-----------------fail()-----------^
 */
#include "fabric/host.h"

#include "fabric/card.h"
#include "fabric/host_link.h"
#include "fabric/log.h"
#include "fabric/neighbour.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The longest packet where rings are large enough and no other is wanted. */
#define MTU_BYTES   ((size_t)16 << 10)
/* Others wait for a node that copies. */
#define PIECE_BYTES ((size_t)4 << 20)

static size_t
whole_lines(size_t bytes)
{
	return (bytes + OCR_RING_LINE - 1) & ~(size_t)(OCR_RING_LINE - 1);
}

static void
attach(struct ocr_transport *t, const struct ocr_transport_up *up)
{
	ocr_host_of(t)->up = *up;
}

static int
packet_alloc(struct ocr_transport *t, struct ocr_packet *p)
{
	p->data = aligned_alloc(OCR_RING_LINE, whole_lines(t->mtu_bytes));
	return p->data == NULL ? -ENOMEM : 0;
}

static void
packet_free(struct ocr_transport *t, struct ocr_packet *p)
{
	(void)t;
	free(p->data);
}

/* -- Neighbours come and go ------------------------------------------------ */

/* What helps when memory cannot be shared.  By the network there are more
 * descriptors, not fewer. */
static const char *
advice(int err)
{
	return err == -EMFILE || err == -ENFILE
		       ? "A higher limit helps (ulimit -n)"
		       : "OCR_PROVIDER=net goes by the network instead";
}

static const char *
explain(struct host *h, const char *what, int err)
{
	if (err == -EPROTO)
		snprintf(h->why, sizeof(h->why),
			 "its memory is laid out otherwise: its launcher names "
			 "other processes of this host");
	else
		snprintf(h->why, sizeof(h->why),
			 "%s cannot be shared, though it is on this host: %s "
			 "(%s).  %s",
			 what, ocr_nameless_why(err), strerror(-err),
			 advice(err));
	return h->why;
}

/* Bells can be opened anew at any time; a neighbour is met once. */
static bool
makes_room(struct host *h, int err)
{
	return (err == -EMFILE || err == -ENFILE) && ocr_bell_drop(h->bell) > 0;
}

const char *
ocr_host_meet(struct ocr_transport *t, ocr_node_t node,
	      const struct ocr_card *card)
{
	struct host *h = ocr_host_of(t);
	struct neighbour *nb = ocr_host_neighbour(h, node);
	int err;

	if (nb != NULL &&
	    atomic_load_explicit(&nb->state, memory_order_relaxed) != STRANGER)
		return "it was given up";
	if (nb == NULL || card->host.segment.fd < 0)
		return "it does not share memory (set OCR_PROVIDER on all "
		       "nodes, or on none)";
	ocr_host_find_bell(h, nb, &card->host.bell);
	do
		err = ocr_segment_attach(&nb->segment, &card->host.segment,
					 h->n_places);
	while (makes_room(h, err));
	if (err != 0)
		return explain(h, "its memory", err);
	do
		err = ocr_neighbour_map(h->windows, h->place_of[node],
					&card->host.window);
	while (makes_room(h, err));
	if (err != 0) {
		ocr_segment_close(&nb->segment);
		return explain(h, "its blocks", err);
	}
	nb->pid = card->pid;
	nb->out = (struct ocr_ring_out){
		.ring = ocr_segment_ring(&nb->segment, h->place),
		.size = nb->segment.ring_bytes,
	};
	atomic_fetch_or_explicit(
		ocr_segment_opened(&nb->segment) + h->place / 64,
		UINT64_C(1) << h->place % 64, memory_order_relaxed);
	/* pairs with find() in host_send.c */
	atomic_store_explicit(&nb->state, MET, memory_order_release);
	return NULL;
}

/* What it has written it has said; after that nothing counts. */
void
ocr_host_fail(struct ocr_transport *t, ocr_node_t node, const char *why)
{
	struct host *h = ocr_host_of(t);
	struct neighbour *nb = ocr_host_neighbour(h, node);
	char text[512];

	if (nb == NULL ||
	    atomic_load_explicit(&nb->state, memory_order_relaxed) == FAILED)
		return;
	ocr_host_hear_last(h, nb);
	if (atomic_exchange_explicit(&nb->state, FAILED,
				     memory_order_relaxed) == FAILED)
		return;
	if (nb->pid != 0) {
		snprintf(text, sizeof(text), "host %s, pid %u: %s", h->name,
			 nb->pid, why);
		why = text;
	}
	h->up.failed(h->up.ctx, node, why);
}

/* -- Open and close -------------------------------------------------------- */

static void
close_host(struct ocr_transport *t)
{
	struct host *h = ocr_host_of(t);

	for (uint32_t i = 0; i < h->n_places; i++)
		if (h->neighbours[i].segment.shared != NULL)
			ocr_segment_close(&h->neighbours[i].segment);
	ocr_neighbours_close(h->windows);
	if (h->bell != NULL)
		ocr_bell_close(h->bell);
	if (h->segment.shared != NULL) {
		ocr_segment_close(&h->segment);
		close(h->segment_fd);
	}
	free(h->place_of);
	free(h);
}

static const struct ocr_transport_ops host_ops = {
	.name = "host",
	.attach = attach,
	.packet_alloc = packet_alloc,
	.packet_free = packet_free,
	.send = ocr_host_send,
	.put = ocr_host_put,
	.put_pieces = ocr_host_put_pieces,
	.read = ocr_host_read,
	.view = ocr_host_view,
	.write = ocr_host_write,
	.poll = ocr_host_poll,
	.wait = ocr_host_wait,
	.interrupt = ocr_host_interrupt,
	.close = close_host,
	.meet = ocr_host_meet,
	.fail = ocr_host_fail,
};

static struct host *
make(const struct ocr_host_config *c)
{
	uint32_t max = ocr_ring_record_max(ocr_segment_ring_bytes(c->n_nodes));
	size_t bytes = whole_lines(sizeof(struct host) +
				   c->n_nodes * sizeof(struct neighbour));
	struct host *h = aligned_alloc(OCR_RING_LINE, bytes);

	if (h == NULL)
		return NULL;
	memset(h, 0, bytes);
	h->t.ops = &host_ops;
	h->t.others[0].fd = -1;
	h->t.sends_at_once = true;
	h->t.mtu_bytes = c->packet_bytes != 0 ? c->packet_bytes : MTU_BYTES;
	if (h->t.mtu_bytes > max)
		h->t.mtu_bytes = max;
	h->t.piece_bytes = c->piece_bytes != 0 ? c->piece_bytes : PIECE_BYTES;
	h->self = c->self;
	h->name = c->host_name;
	h->size = c->size;
	h->n_places = c->n_nodes;
	h->called = c->called;
	h->called_ctx = c->ctx;
	h->place_of = malloc(c->size * sizeof(*h->place_of));
	h->windows = ocr_neighbours_open(c->n_nodes);
	if (h->place_of == NULL || h->windows == NULL) {
		close_host(&h->t);
		return NULL;
	}
	for (ocr_node_t i = 0; i < c->size; i++)
		h->place_of[i] = c->n_nodes;
	for (uint32_t i = 0; i < c->n_nodes; i++) {
		h->place_of[c->nodes[i]] = i;
		h->neighbours[i].node = c->nodes[i];
	}
	h->place = h->place_of[c->self];
	return h;
}

int
ocr_host_open(struct ocr_transport **t, const struct ocr_host_config *c)
{
	struct host *h = make(c);
	int err;

	if (h == NULL)
		return -ENOMEM;
	h->segment_fd = ocr_segment_open(&h->segment, c->n_nodes);
	err = h->segment_fd < 0 ? h->segment_fd : ocr_bell_open(&h->bell);
	if (err != 0) {
		ocr_log_error(c->self,
			      "memory to share with the nodes of this host: "
			      "%s.  %s",
			      strerror(-err), advice(err));
		close_host(&h->t);
		return err;
	}
	*c->card = (struct ocr_card_host){
		.segment = ocr_nameless(h->segment_fd, h->segment.len_bytes),
		.bell = ocr_bell_name(h->bell),
		.window = ocr_neighbour_window_name(c->memory),
	};
	*t = &h->t;
	return 0;
}
