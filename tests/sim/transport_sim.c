/* SPDX-License-Identifier: BSD-3-Clause */
/* transport_sim.c - packets and pieces as items in lists.
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
 */
#include "tests/sim/transport_sim.h"

#include "fabric/fabric.h"
#include "fabric/log.h"
#include "fabric/packet.h"
#include "fabric/session_wire.h"
#include "fabric/transport.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
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
	struct list inbox;
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
	struct sim_node *nodes;
	struct pair *pairs; /* [from * n_nodes + to] */
	struct link *links; /* [lower * n_nodes + higher] */
	struct list loose;
};

static void
list_init(struct list *l)
{
	l->first = NULL;
	l->end = &l->first;
}

static void
list_append(struct list *l, struct item *i)
{
	i->next = NULL;
	*l->end = i;
	l->end = &i->next;
}

/* Takes *at, which is in l, off the list. */
static struct item *
list_take(struct list *l, struct item **at)
{
	struct item *i = *at;

	*at = i->next;
	if (l->end == &i->next)
		l->end = at;
	return i;
}

static void
list_clear(struct list *l)
{
	while (l->first)
		free(list_take(l, &l->first));
}

static void *
must_alloc(size_t n, size_t size)
{
	void *p = calloc(n, size);

	if (!p)
		ocr_bug("the simulation is out of memory");
	return p;
}

static struct item *
item_new(enum item_kind kind, ocr_node_t from, ocr_node_t to, size_t len)
{
	struct item *i = must_alloc(1, sizeof(*i) + len);

	i->kind = kind;
	i->from = from;
	i->to = to;
	i->len_bytes = len;
	return i;
}

static struct pair *
pair_of(struct sim_net *net, ocr_node_t from, ocr_node_t to)
{
	return &net->pairs[from * net->c.n_nodes + to];
}

static struct link *
link_of(struct sim_net *net, ocr_node_t a, ocr_node_t b)
{
	return a < b ? &net->links[a * net->c.n_nodes + b]
		     : &net->links[b * net->c.n_nodes + a];
}

static uint64_t
draw(struct sim_net *net, uint64_t n)
{
	net->random = net->random * UINT64_C(6364136223846793005) +
		      UINT64_C(1442695040888963407);
	return (net->random >> 33) % n;
}

static bool
refuses(struct sim_net *net)
{
	return draw(net, 100) < net->c.refuse_percent;
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
		list_append(&net->loose, item_new(ITEM_CONNECT, from, to, 0));
	}
	if (l->state == LINK_OPEN)
		l->is_idle = false;
	return l->state == LINK_OPEN;
}

/* Impatient is who cuts what is not used. */
static void
connect_link(struct sim_net *net, ocr_node_t from, ocr_node_t to)
{
	struct link *l = link_of(net, from, to);
	struct item *i;

	if (l->state == LINK_OPEN)
		return;
	l->state = LINK_OPEN;
	l->number++;
	l->is_idle = true;
	if (!net->c.cuts_idle)
		return;
	i = item_new(ITEM_IDLE, from, to, 0);
	i->len_bytes = l->number;
	list_append(&net->loose, i);
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
	p->data = malloc(t->mtu_bytes);
	return p->data ? 0 : -ENOMEM;
}

static void
node_packet_free(struct ocr_transport *t, struct ocr_packet *p)
{
	(void)t;
	free(p->data);
}

static int
node_send(struct ocr_transport *t, struct ocr_packet *p)
{
	struct sim_node *n = node_of(t);
	struct sim_net *net = n->net;
	struct item *i;
	struct pair *pair;
	int err = 0;

	if (p->len_bytes > t->mtu_bytes || p->to >= net->c.n_nodes ||
	    p->to == n->node)
		ocr_bug("node %u sends %u bytes to node %u", n->node,
			p->len_bytes, p->to);
	pthread_mutex_lock(&net->lock);
	pair = pair_of(net, n->node, p->to);
	if (n->dead || pair->died) {
		err = -EHOSTDOWN;
	} else if (refuses(net)) {
		err = -EAGAIN;
	} else if (pair->breaks && !draw(net, 4)) {
		err = -ECONNRESET;
	} else if (!pair->breaks && !is_connected(net, n->node, p->to)) {
		err = -EAGAIN;
	} else {
		if (!pair->breaks) {
			i = item_new(ITEM_PACKET, n->node, p->to, p->len_bytes);
			memcpy(i->bytes, p->data, p->len_bytes);
			list_append(&pair->packets, i);
		}
		i = item_new(ITEM_SENT, n->node, p->to, 0);
		i->packet = p;
		list_append(&pair->sent, i);
	}
	pthread_mutex_unlock(&net->lock);
	return err;
}

static void
copy_bytes(const struct item *i, size_t len_bytes)
{
	if (i->x->is_write)
		memcpy(i->remote, i->local, len_bytes);
	else
		memcpy(i->local, i->remote, len_bytes);
}

/* It ends at once, and some of its bytes have moved. */
static void
cut_piece(struct sim_net *net, struct item *i)
{
	const struct sim_node *peer = &net->nodes[i->to];

	i->kind = ITEM_DONE;
	i->status = -ECONNRESET;
	if (!peer->dead && peer->up)
		copy_bytes(i, draw(net, i->len_bytes + 1));
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
		i = item_new(ITEM_PIECE, n->node, peer, 0);
		i->x = x;
		i->local = local;
		i->remote = (void *)(uintptr_t)offset;
		i->len_bytes = len;
		if (pair_of(net, n->node, peer)->breaks)
			cut_piece(net, i);
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
		free(i);
	}
	return happened;
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

/* Forgets what belongs to memory of n's fabric. */
static void
forget_node(struct sim_net *net, struct sim_node *n)
{
	struct item **at = &net->loose.first;

	for (ocr_node_t to = 0; to < net->c.n_nodes; to++)
		list_clear(&pair_of(net, n->node, to)->sent);
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
}

static void
node_close(struct ocr_transport *t)
{
	struct sim_node *n = node_of(t);

	pthread_mutex_lock(&n->net->lock);
	n->up = NULL;
	forget_node(n->net, n);
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

#define NODE_OPS                                                               \
	.name = "sim", .attach = node_attach,                                  \
	.packet_alloc = node_packet_alloc, .packet_free = node_packet_free,    \
	.send = node_send, .read = node_read, .write = node_write,             \
	.poll = node_poll, .wait = node_wait, .interrupt = node_interrupt,     \
	.close = node_close

static const struct ocr_transport_ops node_ops = {NODE_OPS};
static const struct ocr_transport_ops breaking_ops = {
	NODE_OPS,
	.grant = node_grant,
	.granted = node_granted,
};

struct sim_net *
sim_net_open(const struct sim_net_config *c)
{
	struct sim_net *net = must_alloc(1, sizeof(*net));
	size_t n_pairs = (size_t)c->n_nodes * c->n_nodes;

	net->c = *c;
	net->random = c->seed;
	pthread_mutex_init(&net->lock, NULL);
	net->nodes = must_alloc(c->n_nodes, sizeof(*net->nodes));
	net->pairs = must_alloc(n_pairs, sizeof(*net->pairs));
	net->links = must_alloc(n_pairs, sizeof(*net->links));
	list_init(&net->loose);
	for (size_t i = 0; i < n_pairs; i++) {
		list_init(&net->pairs[i].packets);
		list_init(&net->pairs[i].sent);
	}
	for (ocr_node_t i = 0; i < c->n_nodes; i++) {
		net->nodes[i].t.ops = c->breaks ? &breaking_ops : &node_ops;
		net->nodes[i].t.mtu_bytes = c->mtu_bytes;
		net->nodes[i].t.piece_bytes = c->piece_bytes;
		net->nodes[i].net = net;
		net->nodes[i].node = i;
		list_init(&net->nodes[i].inbox);
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
	for (ocr_node_t i = 0; i < net->c.n_nodes; i++)
		list_clear(&net->nodes[i].inbox);
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

/* Finds the i-th thing: the list that it is in and its place there.  With
 * at == NULL it counts them all. */
static size_t
find_locked(struct sim_net *net, size_t i, struct list **l, struct item ***at)
{
	size_t n_pairs = (size_t)net->c.n_nodes * net->c.n_nodes;
	size_t seen = 0;

	for (size_t k = 0; k < 2 * n_pairs; k++) {
		struct pair *pair = &net->pairs[k / 2];
		struct list *queue = k % 2 ? &pair->sent : &pair->packets;

		if (!queue->first)
			continue;
		if (at && seen == i) {
			*l = queue;
			*at = &queue->first;
			return i;
		}
		seen++;
	}
	for (struct item **p = &net->loose.first; *p; p = &(*p)->next) {
		if (at && seen == i) {
			*l = &net->loose;
			*at = p;
			return i;
		}
		seen++;
	}
	if (at)
		ocr_bug("thing %zu of %zu", i, seen);
	return seen;
}

size_t
sim_net_enabled(struct sim_net *net)
{
	size_t n;

	pthread_mutex_lock(&net->lock);
	n = find_locked(net, 0, NULL, NULL);
	pthread_mutex_unlock(&net->lock);
	return n;
}

static void
copy_piece(struct sim_net *net, struct item *i)
{
	struct sim_node *peer = &net->nodes[i->to];

	i->kind = ITEM_DONE;
	if (peer->dead || !peer->up)
		i->status = -EHOSTDOWN;
	else
		copy_bytes(i, i->len_bytes);
}

/* A part of what is under way from -> to is lost. */
static void
lose(struct sim_net *net, ocr_node_t from, ocr_node_t to)
{
	struct pair *pair = pair_of(net, from, to);
	struct item **at = &pair->packets.first, *i, *again = NULL;
	size_t n = 0, stay;

	for (i = pair->packets.first; i; i = i->next)
		n++;
	stay = draw(net, n + 1);
	if (n && !draw(net, 4)) {
		i = pair->packets.first;
		again = item_new(ITEM_PACKET, from, to, i->len_bytes);
		memcpy(again->bytes, i->bytes, i->len_bytes);
	}
	while (stay--)
		at = &(*at)->next;
	while (*at)
		free(list_take(&pair->packets, at));
	if (again)
		list_append(&pair->packets, again);
	for (i = net->loose.first; i; i = i->next)
		if (i->kind == ITEM_PIECE && i->from == from && i->to == to)
			cut_piece(net, i);
	pair->breaks++;
	i = item_new(ITEM_BROKEN, to, from, 0);
	/* Whether a word is said. */
	i->status = draw(net, 4) != 0;
	list_append(&net->loose, i);
}

static void
break_locked(struct sim_net *net, ocr_node_t a, ocr_node_t b)
{
	link_of(net, a, b)->state = LINK_NONE;
	lose(net, a, b);
	lose(net, b, a);
}

void
sim_net_break(struct sim_net *net, ocr_node_t a, ocr_node_t b)
{
	pthread_mutex_lock(&net->lock);
	break_locked(net, a, b);
	pthread_mutex_unlock(&net->lock);
}

/* Those that nobody polls for. */
static void
fire_idle(struct sim_net *net, struct item *i)
{
	const struct link *l = link_of(net, i->from, i->to);

	if (l->state == LINK_OPEN && l->is_idle && l->number == i->len_bytes)
		break_locked(net, i->from, i->to);
}

ocr_node_t
sim_net_fire(struct sim_net *net, size_t nr)
{
	ocr_node_t who = OCR_NODE_NONE;
	struct item **at, *i;
	struct list *l;

	pthread_mutex_lock(&net->lock);
	find_locked(net, nr, &l, &at);
	i = *at;
	if (i->kind == ITEM_PIECE) {
		copy_piece(net, i);
	} else if (i->kind == ITEM_CONNECT || i->kind == ITEM_IDLE) {
		list_take(l, at);
		if (i->kind == ITEM_IDLE)
			fire_idle(net, i);
		else
			connect_link(net, i->from, i->to);
		who = net->nodes[i->from].dead || !net->nodes[i->from].up
			      ? OCR_NODE_NONE
			      : i->from;
		free(i);
	} else {
		list_take(l, at);
		if (i->kind == ITEM_PACKET || i->kind == ITEM_DIED ||
		    i->kind == ITEM_BROKEN)
			who = i->to;
		else
			who = i->from;
		if (i->kind == ITEM_BROKEN)
			pair_of(net, i->to, i->from)->breaks--;
		if (i->kind == ITEM_DIED) {
			list_clear(&pair_of(net, i->from, i->to)->packets);
			pair_of(net, i->to, i->from)->died = true;
		}
		if (net->nodes[who].dead || !net->nodes[who].up ||
		    (i->kind == ITEM_BROKEN && !i->status)) {
			free(i);
			who = OCR_NODE_NONE;
		} else {
			list_append(&net->nodes[who].inbox, i);
		}
	}
	pthread_mutex_unlock(&net->lock);
	return who;
}

bool
sim_net_between(struct sim_net *net, size_t nr, ocr_node_t *from,
		ocr_node_t *to)
{
	struct item **at;
	struct list *l;
	bool is;

	pthread_mutex_lock(&net->lock);
	find_locked(net, nr, &l, &at);
	*from = (*at)->from;
	*to = (*at)->to;
	is = (*at)->kind == ITEM_PACKET || (*at)->kind == ITEM_PIECE;
	pthread_mutex_unlock(&net->lock);
	return is;
}

static void
describe_session(const struct item *i, char *buf, size_t len)
{
	const struct ocr_session_head *h = (const void *)i->bytes;
	const struct ocr_session_word *w = (const void *)(h + 1);

	if (h->kind == OCR_SESSION_DATA)
		snprintf(buf, len, "deliver %u->%u data %ju (acknowledges %ju)",
			 i->from, i->to, (uintmax_t)h->number,
			 (uintmax_t)h->acknowledged);
	else
		snprintf(buf, len,
			 "deliver %u->%u word %ju of kind %u (acknowledges "
			 "%ju, sent %ju, answers %ju, flags %u)",
			 i->from, i->to, (uintmax_t)h->number, h->kind,
			 (uintmax_t)h->acknowledged, (uintmax_t)w->sent,
			 (uintmax_t)w->answer, w->flags);
}

void
sim_net_describe(struct sim_net *net, size_t nr, char *buf, size_t len)
{
	const struct ocr_packet_head *h;
	const struct item *i;
	struct item **at;
	struct list *l;

	pthread_mutex_lock(&net->lock);
	find_locked(net, nr, &l, &at);
	i = *at;
	h = (const void *)i->bytes;
	if (i->kind == ITEM_PACKET && net->c.breaks &&
	    i->len_bytes >= sizeof(struct ocr_session_head))
		describe_session(i, buf, len);
	else if (i->kind == ITEM_PACKET && i->len_bytes >= sizeof(*h))
		snprintf(buf, len,
			 "deliver %u->%u seq %ju (%zu bytes, confirms %ju, "
			 "wants %ju)",
			 i->from, i->to, (uintmax_t)h->seq, i->len_bytes,
			 (uintmax_t)h->confirmed, (uintmax_t)h->want);
	else if (i->kind == ITEM_PACKET)
		snprintf(buf, len, "deliver %u->%u (%zu bytes)", i->from, i->to,
			 i->len_bytes);
	else if (i->kind == ITEM_SENT)
		snprintf(buf, len, "packet %u->%u may be used again", i->from,
			 i->to);
	else if (i->kind == ITEM_BROKEN)
		snprintf(buf, len, "node %u finds its connection with %u cut%s",
			 i->to, i->from, i->status ? "" : ", and says nothing");
	else if (i->kind == ITEM_CONNECT || i->kind == ITEM_IDLE)
		snprintf(buf, len, "%s %u-%u",
			 i->kind == ITEM_IDLE ? "cut, if idle," : "connect",
			 i->from, i->to);
	else if (i->kind == ITEM_DIED)
		snprintf(buf, len, "node %u hears that node %u died", i->to,
			 i->from);
	else
		snprintf(buf, len, "%s a piece of %u's %s node %u (%zu bytes)",
			 i->kind == ITEM_PIECE ? "move" : "report", i->from,
			 i->x->is_write ? "write to" : "read from", i->to,
			 i->len_bytes);
	pthread_mutex_unlock(&net->lock);
}

void
sim_net_kill(struct sim_net *net, ocr_node_t node)
{
	pthread_mutex_lock(&net->lock);
	net->nodes[node].dead = true;
	forget_node(net, &net->nodes[node]);
	for (ocr_node_t to = 0; to < net->c.n_nodes; to++)
		if (to != node && !net->nodes[to].dead)
			list_append(&net->loose,
				    item_new(ITEM_DIED, node, to, 0));
	pthread_mutex_unlock(&net->lock);
}

void *
sim_net_head(struct sim_net *net, ocr_node_t from, ocr_node_t to,
	     size_t *len_bytes)
{
	struct item *i;

	pthread_mutex_lock(&net->lock);
	i = pair_of(net, from, to)->packets.first;
	pthread_mutex_unlock(&net->lock);
	if (!i)
		return NULL;
	*len_bytes = i->len_bytes;
	return i->bytes;
}

void
sim_net_drop(struct sim_net *net, ocr_node_t from, ocr_node_t to)
{
	struct list *l;

	pthread_mutex_lock(&net->lock);
	l = &pair_of(net, from, to)->packets;
	free(list_take(l, &l->first));
	pthread_mutex_unlock(&net->lock);
}

void
sim_net_inject(struct sim_net *net, ocr_node_t from, ocr_node_t to,
	       const void *data, size_t len_bytes)
{
	struct item *i = item_new(ITEM_PACKET, from, to, len_bytes);

	memcpy(i->bytes, data, len_bytes);
	pthread_mutex_lock(&net->lock);
	list_append(&pair_of(net, from, to)->packets, i);
	pthread_mutex_unlock(&net->lock);
}

void
sim_net_fail_alloc(struct sim_net *net, unsigned n)
{
	pthread_mutex_lock(&net->lock);
	net->fail_alloc = n;
	pthread_mutex_unlock(&net->lock);
}
