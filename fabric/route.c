/* SPDX-License-Identifier: BSD-3-Clause */
/* route.c - from the number of a node to the transport that reaches it.
 *
 * libfabric is only there if nodes of other hosts take part, or it is forced;
 * the memory of this host only if other nodes of it do, and libfabric is not.
 */
#include "fabric/route.h"

#include "fabric/crier.h"
#include "fabric/host.h"
#include "fabric/job.h"
#include "fabric/lent.h"
#include "fabric/log.h"
#include "fabric/memory.h"
#include "fabric/ofi.h"
#include "fabric/route_way.h"
#include "fabric/segment.h"
#include "fabric/session.h"
#include "fabric/steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* While neighbours send, all else is looked at every so many polls: a look at
 * the network costs a system call with some providers. */
#define REST_EVERY 4
/* So many of these looks between two at the clock, and so long between two at
 * the neighbours' lives, a system call.  A poll may copy for milliseconds. */
#define LOOK_EVERY 2
#define LOOK_MS	   10

/* The one that has packets' memory and sleeps: what the network sends from
 * must be registered, and it has more to sleep on. */
static struct ocr_transport *
main_of(const struct route *r)
{
	return r->net != NULL ? r->net : r->host;
}

static void
attach(struct ocr_transport *t, const struct ocr_transport_up *up)
{
	struct route *r = ocr_route_of(t);

	r->up = *up;
	if (r->host != NULL)
		r->host->ops->attach(r->host, up);
	if (r->net != NULL)
		r->net->ops->attach(r->net, up);
}

static int
packet_alloc(struct ocr_transport *t, struct ocr_packet *p)
{
	struct ocr_transport *m = main_of(ocr_route_of(t));

	return m->ops->packet_alloc(m, p);
}

static void
packet_free(struct ocr_transport *t, struct ocr_packet *p)
{
	struct ocr_transport *m = main_of(ocr_route_of(t));

	m->ops->packet_free(m, p);
}

/* -- What goes below ------------------------------------------------------- */

static int
send_packet(struct ocr_transport *t, struct ocr_packet *p)
{
	struct ocr_transport *by;
	int err = ocr_route_find(ocr_route_of(t), p->to, &by);

	if (err != 0)
		return err;
	if (by == ocr_route_of(t)->host)
		ocr_lent_gather(p);
	return by->ops->send(by, p);
}

/* To a neighbour; the network has packets of its own to keep. */
static int
put_op(struct ocr_transport *t, ocr_node_t to, uint64_t head,
       const struct ocr_op *op)
{
	struct ocr_transport *by;
	int err = ocr_route_find(ocr_route_of(t), to, &by);

	if (err != 0)
		return err;
	return by->ops->put != NULL ? by->ops->put(by, to, head, op) : -EAGAIN;
}

static int
put_pieces(struct ocr_transport *t, ocr_node_t to, uint64_t head,
	   const struct ocr_op_pieces *o)
{
	struct ocr_transport *by;
	int err = ocr_route_find(ocr_route_of(t), to, &by);

	if (err != 0)
		return err;
	return by->ops->put_pieces != NULL
		       ? by->ops->put_pieces(by, to, head, o)
		       : -EAGAIN;
}

/* Nothing is lent to a neighbour. */
static size_t
lent_mtu(struct ocr_transport *t, ocr_node_t to)
{
	struct ocr_transport *by;

	if (ocr_route_find(ocr_route_of(t), to, &by) != 0 ||
	    by->ops->lent_mtu == NULL)
		return t->mtu_bytes;
	return by->ops->lent_mtu(by, to);
}

static int
read_from(struct ocr_transport *t, ocr_node_t from, uint64_t offset,
	  void *local, size_t len_bytes, struct ocr_transfer *x)
{
	struct ocr_transport *by;
	int err = ocr_route_find(ocr_route_of(t), from, &by);

	if (err != 0)
		return err;
	return by->ops->read(by, from, offset, local, len_bytes, x);
}

static int
write_to(struct ocr_transport *t, ocr_node_t to, uint64_t offset,
	 const void *local, size_t len_bytes, struct ocr_transfer *x)
{
	struct ocr_transport *by;
	int err = ocr_route_find(ocr_route_of(t), to, &by);

	if (err != 0)
		return err;
	return by->ops->write(by, to, offset, local, len_bytes, x);
}

static void *
view_of(struct ocr_transport *t, ocr_node_t of, uint64_t offset,
	size_t len_bytes)
{
	struct ocr_transport *by;

	if (ocr_route_find(ocr_route_of(t), of, &by) != 0 ||
	    by->ops->view == NULL)
		return NULL;
	return by->ops->view(by, of, offset, len_bytes);
}

static int
look_at_lives(struct route *r)
{
	if (!ocr_glance_is_due(&r->glance, LOOK_EVERY, LOOK_MS, false) &&
	    !atomic_load_explicit(&r->look_at_lives, memory_order_relaxed))
		return 0;
	atomic_store_explicit(&r->look_at_lives, false, memory_order_relaxed);
	return ocr_watch_look(r->watch, ocr_route_on_news, r);
}

static __attribute__((noinline)) int
poll_rest(struct route *r)
{
	int n = ocr_cards_read(r->cards, ocr_route_meet, r);

	ocr_route_warn_of_late(r);
	if (r->net != NULL)
		n += r->net->ops->poll(r->net);
	/* Somebody waits for what follows from that. */
	if (n != 0 && ++r->passed_over < REST_EVERY)
		return n;
	r->passed_over = 0;
	return n + look_at_lives(r);
}

static int
poll_all(struct ocr_transport *t)
{
	struct route *r = ocr_route_of(t);
	int heard = 0;

	if (r->host != NULL) {
		r->host->is_idle = t->is_idle;
		heard = r->host->ops->poll(r->host);
	}

	/* Who has heard from the host polls again before he sleeps. */
	if (heard != 0 && ++r->skipped < REST_EVERY)
		return heard;
	r->skipped = 0;
	return heard + poll_rest(r);
}

static void
listen_to(struct ocr_transport *t, int i, int fd)
{
	t->others[i].fd = fd;
	t->others[i].is_ready = false;
}

static void
wait_for_news(struct ocr_transport *t, int timeout_ms)
{
	struct route *r = ocr_route_of(t);
	struct ocr_transport *m = main_of(r);

	/* Whoever on_card() woke may have found another thread in the middle
	 * of poll, past the cards, and be here again. */
	if (ocr_cards_have_come(r->cards))
		return;
	timeout_ms = ocr_cards_sleep_ms(r->cards, timeout_ms);
	listen_to(m, 0, ocr_watch_fd(r->watch));
	if (m == r->host || r->host == NULL) {
		m->ops->wait(m, timeout_ms);
	} else if (ocr_host_lie_down(r->host)) {
		listen_to(m, 1, ocr_host_fd(r->host));
		m->ops->wait(m, timeout_ms);
		ocr_host_stand_up(r->host, m->others[1].is_ready);
	}
	if (m->others[0].is_ready)
		atomic_store_explicit(&r->look_at_lives, true,
				      memory_order_relaxed);
}

static bool
is_serving(const struct ocr_transport *t)
{
	const struct route *r = (const struct route *)t;

	return r->net != NULL && r->net->ops->is_serving(r->net);
}

static void
interrupt(struct ocr_transport *t)
{
	struct ocr_transport *m = main_of(ocr_route_of(t));

	m->ops->interrupt(m);
}

/* -- Open and close -------------------------------------------------------- */

static void
close_all(struct ocr_transport *t)
{
	struct route *r = ocr_route_of(t);

	/* Make it unreachable: PMIx may still owe cards. */
	ocr_cards_close(r->cards);
	if (r->net != NULL)
		r->net->ops->close(r->net);
	if (r->host != NULL)
		r->host->ops->close(r->host);
	ocr_watch_close(r->watch);
	ocr_crier_close(r->crier);
	if (r->seal != NULL)
		ocr_seal_close(r->seal);
	free(r);
}

/* Of the network's packets; the ring of a host is wanted again at once. */
static bool
hold(struct ocr_transport *t, const void *bytes, size_t len_bytes)
{
	struct ocr_transport *net = ocr_route_of(t)->net;

	return net != NULL && net->ops->hold != NULL &&
	       net->ops->hold(net, bytes, len_bytes);
}

static void
let_go(struct ocr_transport *t, const void *bytes)
{
	struct ocr_transport *net = ocr_route_of(t)->net;

	net->ops->let_go(net, bytes);
}

static void
others_leave(struct ocr_transport *t)
{
	struct ocr_transport *net = ocr_route_of(t)->net;

	if (net != NULL)
		net->ops->others_leave(net);
}

static const struct ocr_transport_ops route_ops = {
	.name = "route",
	.attach = attach,
	.packet_alloc = packet_alloc,
	.packet_free = packet_free,
	.send = send_packet,
	.put = put_op,
	.put_pieces = put_pieces,
	.lent_mtu = lent_mtu,
	.read = read_from,
	.view = view_of,
	.hold = hold,
	.let_go = let_go,
	.write = write_to,
	.poll = poll_all,
	.wait = wait_for_news,
	.is_serving = is_serving,
	.interrupt = interrupt,
	.others_leave = others_leave,
	.close = close_all,
};

static void
on_card(void *ctx)
{
	interrupt(ctx);
}

static int
make(struct route **out, const struct ocr_transport_config *c)
{
	uint32_t size = ocr_job_size(c->job);
	struct route *r = calloc(1, sizeof(*r) + size * sizeof(r->way[0]));
	int err = -ENOMEM;

	if (r == NULL)
		return -ENOMEM;
	r->t.ops = &route_ops;
	r->job = c->job;
	r->self = ocr_job_rank(c->job);
	r->size = size;
	r->silence_s = c->silence_s;
	err = ocr_cards_open(&r->cards, c->job, on_card, r);
	if (err != 0)
		goto free_route;
	err = ocr_crier_open(&r->crier, ocr_job_number(c->job),
			     size + 1); /* the last: the host itself */
	if (err != 0)
		goto close_cards;
	err = ocr_watch_open(&r->watch, size, c->silence_s);
	if (err != 0)
		goto close_crier;
	*out = r;
	return 0;

close_crier:
	ocr_crier_close(r->crier);
close_cards:
	ocr_cards_close(r->cards);
free_route:
	free(r);
	return err;
}

/* The nodes of this host, in their order.  Returns how many. */
static uint32_t
list_nodes(const struct route *r, ocr_node_t *nodes)
{
	uint32_t n = 0;

	for (ocr_node_t i = 0; i < r->size; i++)
		if (ocr_job_is_local(r->job, i))
			nodes[n++] = i;
	return n;
}

static int
open_host(struct route *r, const struct ocr_transport_config *c,
	  const ocr_node_t *nodes, uint32_t n_nodes)
{
	struct ocr_host_config h = {
		.host_name = ocr_job_host(r->job, r->self),
		.self = r->self,
		.nodes = nodes,
		.n_nodes = n_nodes,
		.size = r->size,
		.memory = c->memory,
		.piece_bytes = c->piece_bytes,
		.packet_bytes = c->packet_bytes,
		.called = ocr_route_called,
		.ctx = r,
		.card = &ocr_cards_own(r->cards)->host,
	};

	return ocr_host_open(&r->host, &h);
}

/* What shows others that packets are from this node. */
static int
open_seal(struct route *r, enum ocr_tag tag)
{
	struct ocr_card *own = ocr_cards_own(r->cards);
	int err = ocr_seal_open(&r->seal, tag);

	if (err != 0) {
		ocr_log_error(r->self, "no keys for packets: %s",
			      strerror(-err));
		return err;
	}
	memcpy(own->public_key, ocr_seal_public(r->seal),
	       sizeof(own->public_key));
	return 0;
}

static const char *
host_of(void *ctx, ocr_node_t node)
{
	return ocr_job_host(((const struct route *)ctx)->job, node);
}

static bool
warn(void *ctx, ocr_node_t node, bool begins)
{
	struct ocr_crier *c = ((const struct route *)ctx)->crier;

	return begins ? ocr_crier_begin(c, node) : ocr_crier_end(c, node);
}

/* So long before a word about it. */
#define WARN_MS 2000

static int
open_sessions(struct route *r, const struct ocr_transport_config *c)
{
	bool by_packets = c->tag == OCR_TAG_ALL;
	struct ocr_session_config s = {
		.below = r->ofi,
		.self = r->self,
		.size = r->size,
		.window = by_packets ? ocr_memory_base(c->memory) : NULL,
		.window_bytes = by_packets ? ocr_memory_len(c->memory) : 0,
		.silence_ms = c->silence_s * 1000,
		.warn_ms = c->silence_s > 2 ? WARN_MS : 0,
		.host = host_of,
		.warn = warn,
		.ctx = r,
	};
	int err = ocr_session_open(&r->net, &s);

	if (err != 0)
		r->ofi->ops->close(r->ofi);
	return err;
}

static int
open_net(struct route *r, const struct ocr_transport_config *c)
{
	struct ocr_ofi_config o = {
		.job = c->job,
		.memory = c->memory,
		.is_closed = c->tag == OCR_TAG_ALL,
		.provider = c->provider,
		.interface = c->interface,
		.piece_bytes = c->piece_bytes,
		.packet_bytes = c->packet_bytes,
		.lent_packet_bytes = c->lent_packet_bytes,
		.steps = c->steps,
		.card = &ocr_cards_own(r->cards)->ofi,
		.seal = r->seal,
		.crier = r->crier,
		.called = ocr_route_called,
		.ctx = r,
	};

	int err = ocr_ofi_open(&r->ofi, &o);

	return err == 0 ? open_sessions(r, c) : err;
}

static size_t
smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* What both can carry. */
static void
agree(struct route *r)
{
	const struct ocr_transport *m = main_of(r);

	r->t.mtu_bytes = m->mtu_bytes;
	r->t.piece_bytes = m->piece_bytes;
	r->t.sends_at_once = m->sends_at_once;
	r->t.lends_bytes = m->lends_bytes;
	r->t.lends_after = m->lends_after;
	if (r->host == NULL || m == r->host)
		return;
	r->t.mtu_bytes = smaller(r->t.mtu_bytes, r->host->mtu_bytes);
	r->t.piece_bytes = smaller(r->t.piece_bytes, r->host->piece_bytes);
}

static void
describe(struct route *r)
{
	snprintf(r->description, sizeof(r->description), "%s%s%s",
		 r->host != NULL ? "memory of this host" : "",
		 r->host != NULL && r->net != NULL ? ", for others " : "",
		 r->net != NULL ? ocr_ofi_describe(r->ofi) : "");
}

static int
open_parts(struct route *r, const struct ocr_transport_config *c)
{
	bool forced = c->provider != NULL && c->provider[0] != 0;
	ocr_node_t *nodes = malloc(r->size * sizeof(*nodes));
	uint32_t n;
	int err = 0;

	if (nodes == NULL)
		return -ENOMEM;
	n = list_nodes(r, nodes);
	if (!forced && n > 1 && n <= OCR_PLACES_MAX)
		err = open_host(r, c, nodes, n);
	free(nodes);
	if (err != 0)
		return err;
	if (r->host == NULL || n < r->size) {
		err = open_seal(r, c->tag);
		if (err == 0)
			err = open_net(r, c);
	}
	if (err != 0)
		return err;
	ocr_cards_own(r->cards)->tag = (uint16_t)c->tag;
	agree(r);
	describe(r);
	return 0;
}

int
ocr_transport_open(struct ocr_transport **t,
		   const struct ocr_transport_config *c)
{
	struct route *r = NULL;
	int err = make(&r, c);

	if (err != 0)
		return err;
	err = open_parts(r, c);
	if (err == 0)
		err = ocr_cards_publish(r->cards);
	ocr_steps_add(c->steps, "card");
	if (err != 0) {
		close_all(&r->t);
		return err;
	}
	ocr_log_info(r->self, "other nodes are reached by %s", r->description);
	*t = &r->t;
	return 0;
}

const char *
ocr_transport_describe(const struct ocr_transport *t)
{
	return ((const struct route *)t)->description;
}
