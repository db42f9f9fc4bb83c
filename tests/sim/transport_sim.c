/* SPDX-License-Identifier: BSD-3-Clause */
/* transport_sim.c - the net as its nodes have it: what they send and move, and
 * what has come for them.
 */
#include "tests/sim/net.h"

#include "fabric/fabric.h"
#include "fabric/log.h"
#include "tests/sim/own.h"

#include <errno.h>
#include <string.h>

struct item *
sim_item_new(enum item_kind kind, ocr_node_t from, ocr_node_t to, size_t len)
{
	struct item *i = sim_own_calloc(1, sizeof(*i) + len);

	i->kind = kind;
	i->from = from;
	i->to = to;
	i->len_bytes = len;
	return i;
}

uint64_t
sim_net_draw(struct sim_net *net, uint64_t n)
{
	net->random = net->random * UINT64_C(6364136223846793005) +
		      UINT64_C(1442695040888963407);
	return (net->random >> 33) % n;
}

static bool
refuses(struct sim_net *net)
{
	return sim_net_draw(net, 100) < net->c.refuse_percent;
}

void
sim_net_refuse(struct sim_net *net, unsigned percent)
{
	net->c.refuse_percent = percent;
}

/* Can `from` send to `to`?  If not, a connection is made. */
static bool
is_connected(struct sim_net *net, ocr_node_t from, ocr_node_t to)
{
	struct link *l = link_of(net, from, to);

	if (!net->c.breaks)
		return true;
	if (l->state == LINK_NONE) {
		l->state = LINK_ASKED;
		list_append(&net->loose,
			    sim_item_new(ITEM_CONNECT, from, to, 0));
	}
	if (l->state == LINK_OPEN)
		l->is_idle = false;
	return l->state == LINK_OPEN;
}

static struct sim_node *
node_of(struct ocr_transport *t)
{
	return (struct sim_node *)t;
}

static void
node_attach(struct ocr_transport *t, const struct ocr_transport_up *up)
{
	node_of(t)->up = up;
}

static size_t
node_lent_mtu(struct ocr_transport *t, ocr_node_t to)
{
	size_t lent = node_of(t)->net->c.lent_mtu_bytes;

	(void)to;
	return lent ? lent : t->mtu_bytes;
}

/* A session sends again what was lent to it. */
static size_t
longest(struct ocr_transport *t, const struct ocr_packet *p)
{
	return p->lender || node_of(t)->net->c.breaks ? node_lent_mtu(t, p->to)
						      : t->mtu_bytes;
}

static int
node_packet_alloc(struct ocr_transport *t, struct ocr_packet *p)
{
	struct sim_net *net = node_of(t)->net;
	bool fail;

	pthread_mutex_lock(&net->lock);
	fail = net->fail_alloc == 1;
	if (net->fail_alloc > 1)
		net->fail_alloc--;
	pthread_mutex_unlock(&net->lock);
	if (fail)
		return -ENOMEM;
	p->data = malloc(node_lent_mtu(t, 0));
	if (!p->data)
		return -ENOMEM;
	pthread_mutex_lock(&net->lock);
	net->n_packets++;
	pthread_mutex_unlock(&net->lock);
	return 0;
}

static void
node_packet_free(struct ocr_transport *t, struct ocr_packet *p)
{
	struct sim_net *net = node_of(t)->net;

	pthread_mutex_lock(&net->lock);
	if (net->n_packets-- == 0)
		ocr_bug("the memory of a packet is given back twice");
	pthread_mutex_unlock(&net->lock);
	free(p->data);
}

static struct item *
packet_of(struct ocr_packet *p, ocr_node_t from)
{
	struct item *i = sim_item_new(ITEM_PACKET, from, p->to, p->len_bytes);
	uint8_t *bytes = (uint8_t *)i->bytes;
	size_t end = p->lent_at + (size_t)p->lent_bytes;

	if (!p->lent) {
		memcpy(bytes, p->data, p->len_bytes);
		return i;
	}
	memcpy(bytes, p->data, p->lent_at);
	memcpy(bytes + end, p->data + p->lent_at, p->len_bytes - end);
	i->packet = p;
	i->lent = p->lent;
	i->lent_at = p->lent_at;
	i->lent_bytes = p->lent_bytes;
	return i;
}

static int
node_send(struct ocr_transport *t, struct ocr_packet *p)
{
	struct sim_node *n = node_of(t);
	struct sim_net *net = n->net;
	struct item *i;
	struct pair *pair;
	int err = 0;

	if (p->len_bytes > longest(t, p) || p->to >= net->c.n_nodes ||
	    p->to == n->node)
		ocr_bug("node %u sends %u bytes to node %u", n->node,
			p->len_bytes, p->to);
	pthread_mutex_lock(&net->lock);
	pair = pair_of(net, n->node, p->to);
	if (n->dead || pair->died) {
		err = -EHOSTDOWN;
	} else if (refuses(net)) {
		err = -EAGAIN;
	} else if (pair->breaks && !sim_net_draw(net, 4)) {
		err = -ECONNRESET;
	} else if (!pair->breaks && !is_connected(net, n->node, p->to)) {
		err = -EAGAIN;
	} else {
		if (!pair->breaks) {
			i = packet_of(p, n->node);
			sim_item_leave(net, i);
			list_append(&pair->packets, i);
		}
		if (net->c.sends_at_once) {
			err = 1;
		} else {
			i = sim_item_new(ITEM_SENT, n->node, p->to, 0);
			i->packet = p;
			list_append(&pair->sent, i);
		}
	}
	pthread_mutex_unlock(&net->lock);
	return err;
}

/* As to a neighbour, if sends are over at once. */
static int
node_put(struct ocr_transport *t, ocr_node_t to, uint64_t head,
	 const struct ocr_op *op)
{
	struct ocr_packet p = {.to = to};
	int err;

	if (!node_of(t)->net->c.sends_at_once)
		return -EAGAIN;
	p.len_bytes = (uint32_t)sizeof(head) + op->len_bytes;
	p.data = sim_own_calloc(1, p.len_bytes);
	memcpy(p.data, &head, sizeof(head));
	memcpy(p.data + sizeof(head), op, op->len_bytes);
	err = node_send(t, &p);
	free(p.data);
	return err;
}

static int
node_put_pieces(struct ocr_transport *t, ocr_node_t to, uint64_t head,
		const struct ocr_op_pieces *o)
{
	struct ocr_op *op = sim_own_calloc(1, o->op->len_bytes);
	char *end = (char *)op + o->op->len_bytes;
	int err;

	memcpy(op, o->op, o->op_bytes);
	memcpy((char *)op + o->op_bytes, o->bytes, o->n_bytes);
	if (o->tail_bytes)
		memcpy(end - o->tail_bytes, o->tail, o->tail_bytes);
	err = node_put(t, to, head, op);
	free(op);
	return err;
}

void
sim_copy_bytes(const struct item *i, size_t len_bytes)
{
	if (i->x->is_write)
		memcpy(i->remote, i->local, len_bytes);
	else
		memcpy(i->local, i->remote, len_bytes);
}

void
sim_cut_piece(struct sim_net *net, struct item *i)
{
	const struct sim_node *peer = &net->nodes[i->to];

	i->kind = ITEM_DONE;
	i->status = -ECONNRESET;
	if (!peer->dead && peer->up)
		sim_copy_bytes(i, sim_net_draw(net, i->len_bytes + 1));
}

static int
start_piece(struct sim_node *n, ocr_node_t peer, uint64_t offset, void *local,
	    size_t len, struct ocr_transfer *x)
{
	struct sim_net *net = n->net;
	struct item *i;
	int err = 0;

	if (!len || len > n->t.piece_bytes)
		ocr_bug("a piece of %zu bytes", len);
	pthread_mutex_lock(&net->lock);
	if (net->c.breaks && !pair_of(net, n->node, peer)->granted)
		ocr_bug("node %u moves bytes of node %u, which has not granted "
			"that",
			n->node, peer);
	if (!offset) {
		err = -EINVAL;
	} else if (n->dead || pair_of(net, n->node, peer)->died) {
		err = -EHOSTDOWN;
	} else if (refuses(net) || (!pair_of(net, n->node, peer)->breaks &&
				    !is_connected(net, n->node, peer))) {
		err = -EAGAIN;
	} else {
		i = sim_item_new(ITEM_PIECE, n->node, peer, 0);
		i->x = x;
		i->local = local;
		i->remote = (void *)(uintptr_t)offset;
		i->len_bytes = len;
		sim_item_leave(net, i);
		if (pair_of(net, n->node, peer)->breaks)
			sim_cut_piece(net, i);
		list_append(&net->loose, i);
	}
	pthread_mutex_unlock(&net->lock);
	return err;
}

static int
node_read(struct ocr_transport *t, ocr_node_t from, uint64_t offset,
	  void *local, size_t len_bytes, struct ocr_transfer *x)
{
	return start_piece(node_of(t), from, offset, local, len_bytes, x);
}

static void *
node_view(struct ocr_transport *t, ocr_node_t of, uint64_t offset, size_t len)
{
	const struct sim_node *n = node_of(t);
	uint32_t per_host = n->net->c.per_host;

	(void)len;
	if (per_host && n->node / per_host != of / per_host)
		return NULL;
	return (void *)(uintptr_t)offset;
}

static int
node_write(struct ocr_transport *t, ocr_node_t to, uint64_t offset,
	   const void *local, size_t len_bytes, struct ocr_transfer *x)
{
	return start_piece(node_of(t), to, offset, (void *)local, len_bytes, x);
}

static int
node_poll(struct ocr_transport *t)
{
	struct sim_node *n = node_of(t);
	const struct ocr_transport_up *up = n->up;
	struct item *i, *next;
	int happened = 0;

	pthread_mutex_lock(&n->net->lock);
	i = n->inbox.first;
	list_init(&n->inbox);
	pthread_mutex_unlock(&n->net->lock);
	for (; i; i = next) {
		next = i->next;
		happened++;
		n->arrived = i;
		n->is_held = false;
		if (i->kind == ITEM_PACKET)
			up->received(up->ctx, i->from, i->bytes, i->len_bytes);
		else if (i->kind == ITEM_SENT)
			up->sent(up->ctx, i->packet);
		else if (i->kind == ITEM_DONE)
			up->moved(up->ctx, i->x, i->len_bytes, i->status);
		else if (i->kind == ITEM_BROKEN)
			up->broken(up->ctx, i->from, "it was cut");
		else
			up->failed(up->ctx, i->from, "the node died");
		n->arrived = NULL;
		if (n->is_held)
			list_append(&n->held, i);
		else
			free(i);
	}
	return happened;
}

static bool
has(const struct item *i, const void *bytes)
{
	return (uintptr_t)bytes - (uintptr_t)i->bytes < i->len_bytes;
}

/* Where bytes leave from where they lie they stay where they came, half of the
 * times: whoever reads them later, or frees them twice, is seen. */
static bool
node_hold(struct ocr_transport *t, const void *bytes, size_t len_bytes)
{
	struct sim_node *n = node_of(t);

	if (!t->lends_bytes || len_bytes < t->lends_bytes || n->is_held ||
	    !n->arrived || n->arrived->kind != ITEM_PACKET ||
	    !has(n->arrived, bytes) || n->arrived->len_bytes / 8 % 2)
		return false;
	n->is_held = true;
	return true;
}

static void
node_let_go(struct ocr_transport *t, const void *bytes)
{
	struct sim_node *n = node_of(t);
	struct item **at = &n->held.first;

	/* In the handler that it came with. */
	if (n->is_held && n->arrived && has(n->arrived, bytes)) {
		n->is_held = false;
		return;
	}
	while (*at && !has(*at, bytes))
		at = &(*at)->next;
	if (!*at)
		ocr_bug("what nobody holds was let go");
	free(list_take(&n->held, at));
}

static void
node_wait(struct ocr_transport *t, int timeout_ms)
{
	(void)t;
	(void)timeout_ms;
}

static void
node_interrupt(struct ocr_transport *t)
{
	(void)t;
}

void
sim_forget_node(struct sim_net *net, struct sim_node *n)
{
	struct item **at = &net->loose.first;

	for (ocr_node_t to = 0; to < net->c.n_nodes; to++) {
		sim_pair_gather(pair_of(net, n->node, to), NULL);
		list_clear(&pair_of(net, n->node, to)->sent);
	}
	while (*at) {
		ocr_node_t whose =
			(*at)->kind == ITEM_DIED || (*at)->kind == ITEM_BROKEN
				? (*at)->to
				: (*at)->from;

		if (whose != n->node) {
			at = &(*at)->next;
			continue;
		}
		if ((*at)->kind == ITEM_CONNECT)
			link_of(net, whose, (*at)->to)->state = LINK_NONE;
		free(list_take(&net->loose, at));
	}
	list_clear(&n->inbox);
	list_clear(&n->held);
}

static void
node_close(struct ocr_transport *t)
{
	struct sim_node *n = node_of(t);

	pthread_mutex_lock(&n->net->lock);
	n->up = NULL;
	sim_forget_node(n->net, n);
	pthread_mutex_unlock(&n->net->lock);
}

/* What a node would have to know. */
static size_t
node_grant(struct ocr_transport *t, ocr_node_t peer, void *grant)
{
	(void)peer;
	memcpy(grant, &node_of(t)->node, sizeof(ocr_node_t));
	return sizeof(ocr_node_t);
}

static int
node_granted(struct ocr_transport *t, ocr_node_t peer, const void *grant,
	     size_t len_bytes)
{
	struct sim_net *net = node_of(t)->net;

	if (len_bytes != sizeof(peer) || memcmp(grant, &peer, len_bytes))
		return -EPROTO;
	pthread_mutex_lock(&net->lock);
	pair_of(net, node_of(t)->node, peer)->granted = true;
	pthread_mutex_unlock(&net->lock);
	return 0;
}

static bool
node_is_short(const struct ocr_transport *t)
{
	const struct sim_node *n = (const struct sim_node *)t;

	return n->net->c.short_nodes >> n->node & 1;
}

static bool
node_missed(struct ocr_transport *t, ocr_node_t peer, bool still)
{
	struct sim_node *p = &((struct sim_node *)t)->net->nodes[peer];

	p->n_missed += still;
	return still && p->has_ended;
}

#define NODE_OPS                                                               \
	.name = "sim", .attach = node_attach,                                  \
	.packet_alloc = node_packet_alloc, .packet_free = node_packet_free,    \
	.send = node_send, .put = node_put, .put_pieces = node_put_pieces,     \
	.lent_mtu = node_lent_mtu, .read = node_read, .write = node_write,     \
	.poll = node_poll, .wait = node_wait, .interrupt = node_interrupt,     \
	.hold = node_hold, .let_go = node_let_go, .close = node_close

/* Nodes that lose no connection are on one host. */
static const struct ocr_transport_ops node_ops = {NODE_OPS, .view = node_view};
static const struct ocr_transport_ops breaking_ops = {
	NODE_OPS,
	.grant = node_grant,
	.granted = node_granted,
	.is_short = node_is_short,
	.missed = node_missed,
};

struct sim_net *
sim_net_open(const struct sim_net_config *c)
{
	struct sim_net *net = sim_own_calloc(1, sizeof(*net));
	size_t n_pairs = (size_t)c->n_nodes * c->n_nodes;

	net->c = *c;
	net->random = c->seed;
	pthread_mutex_init(&net->lock, NULL);
	net->nodes = sim_own_calloc(c->n_nodes, sizeof(*net->nodes));
	net->pairs = sim_own_calloc(n_pairs, sizeof(*net->pairs));
	net->links = sim_own_calloc(n_pairs, sizeof(*net->links));
	list_init(&net->loose);
	for (size_t i = 0; i < n_pairs; i++) {
		list_init(&net->pairs[i].packets);
		list_init(&net->pairs[i].sent);
	}
	for (ocr_node_t i = 0; i < c->n_nodes; i++) {
		net->nodes[i].t.ops = c->breaks ? &breaking_ops : &node_ops;
		net->nodes[i].t.mtu_bytes = c->mtu_bytes;
		net->nodes[i].t.sends_at_once = c->sends_at_once;
		net->nodes[i].t.piece_bytes = c->piece_bytes;
		net->nodes[i].t.lends_bytes = c->lends ? 16 : 0;
		net->nodes[i].t.lends_after = c->seed % 3 * 40;
		net->nodes[i].net = net;
		net->nodes[i].node = i;
		list_init(&net->nodes[i].inbox);
		list_init(&net->nodes[i].held);
	}
	return net;
}

void
sim_net_close(struct sim_net *net)
{
	size_t n_pairs = (size_t)net->c.n_nodes * net->c.n_nodes;

	for (size_t i = 0; i < n_pairs; i++) {
		list_clear(&net->pairs[i].packets);
		list_clear(&net->pairs[i].sent);
	}
	for (ocr_node_t i = 0; i < net->c.n_nodes; i++) {
		list_clear(&net->nodes[i].inbox);
		list_clear(&net->nodes[i].held);
	}
	list_clear(&net->loose);
	pthread_mutex_destroy(&net->lock);
	free(net->nodes);
	free(net->pairs);
	free(net->links);
	free(net);
}

struct ocr_transport *
sim_net_transport(struct sim_net *net, ocr_node_t node)
{
	return &net->nodes[node].t;
}
