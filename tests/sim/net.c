/* SPDX-License-Identifier: BSD-3-Clause */
/* net.c - the net as its driver has it: what could happen, and what it makes
 * happen.
 */
#include "tests/sim/net.h"

#include "fabric/fabric.h"
#include "fabric/log.h"
#include "fabric/packet.h"
#include "fabric/session_wire.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

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
	i = sim_item_new(ITEM_IDLE, from, to, 0);
	i->len_bytes = l->number;
	list_append(&net->loose, i);
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

		if (!sim_item_is_there(net, queue->first))
			continue;
		if (at && seen == i) {
			*l = queue;
			*at = &queue->first;
			return i;
		}
		seen++;
	}
	for (struct item **p = &net->loose.first; *p; p = &(*p)->next) {
		if (!sim_item_is_there(net, *p))
			continue;
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

bool
sim_net_pass(struct sim_net *net)
{
	size_t n_pairs = (size_t)net->c.n_nodes * net->c.n_nodes;
	bool any;

	if (!net->c.even_ways)
		return false;
	pthread_mutex_lock(&net->lock);
	any = net->loose.first;
	for (size_t k = 0; k < n_pairs; k++)
		any = any || net->pairs[k].packets.first;
	net->passed += any;
	pthread_mutex_unlock(&net->lock);
	return any;
}

uint64_t
sim_net_passed(struct sim_net *net)
{
	uint64_t n;

	pthread_mutex_lock(&net->lock);
	n = net->passed;
	pthread_mutex_unlock(&net->lock);
	return n;
}

static void
copy_piece(struct sim_net *net, struct item *i)
{
	struct sim_node *peer = &net->nodes[i->to];

	i->kind = ITEM_DONE;
	sim_item_leave(net, i);
	if (peer->dead || !peer->up)
		i->status = -EHOSTDOWN;
	else
		sim_copy_bytes(i, i->len_bytes);
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
	stay = sim_net_draw(net, n + 1);
	if (n && !sim_net_draw(net, 4)) {
		i = pair->packets.first;
		sim_item_gather(i);
		again = sim_item_new(ITEM_PACKET, from, to, i->len_bytes);
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
			sim_cut_piece(net, i);
	pair->breaks++;
	i = sim_item_new(ITEM_BROKEN, to, from, 0);
	/* Whether a word is said. */
	i->status = sim_net_draw(net, 4) != 0;
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
		sim_item_gather(i);
		if (i->kind == ITEM_SENT)
			sim_pair_gather(pair_of(net, i->from, i->to),
					i->packet);
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
			 "deliver %u->%u seq %u (%zu bytes, confirms %u%s)",
			 i->from, i->to, h->seq, i->len_bytes, h->confirmed,
			 h->flags & OCR_PACKET_WANT ? ", with a wish" : "");
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
sim_net_end(struct sim_net *net, ocr_node_t node)
{
	net->nodes[node].has_ended = true;
}

unsigned
sim_net_missed(const struct sim_net *net, ocr_node_t node)
{
	return net->nodes[node].n_missed;
}

void
sim_net_kill(struct sim_net *net, ocr_node_t node)
{
	pthread_mutex_lock(&net->lock);
	net->nodes[node].dead = true;
	sim_forget_node(net, &net->nodes[node]);
	for (ocr_node_t to = 0; to < net->c.n_nodes; to++)
		if (to != node && !net->nodes[to].dead)
			list_append(&net->loose,
				    sim_item_new(ITEM_DIED, node, to, 0));
	pthread_mutex_unlock(&net->lock);
}

void *
sim_net_head(struct sim_net *net, ocr_node_t from, ocr_node_t to,
	     size_t *len_bytes)
{
	struct item *i;

	pthread_mutex_lock(&net->lock);
	i = pair_of(net, from, to)->packets.first;
	if (i)
		sim_item_gather(i);
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
	struct item *i = sim_item_new(ITEM_PACKET, from, to, len_bytes);

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
