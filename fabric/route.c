/* SPDX-License-Identifier: BSD-3-Clause */
/* route.c - from the number of a node to the transport that reaches it.
 *
 *   NEW --send()--> ASKED --card is good--> BY_NET
 *                     +-----card is bad---> GONE
 *
 * A peer costs a byte until it is first used.  Then its card is asked for; it
 * comes on a thread of PMIx, which ends the sleep of who waits, and poll reads
 * it.
 */
#include "fabric/route.h"

#include "fabric/cards.h"
#include "fabric/job.h"
#include "fabric/log.h"
#include "fabric/ofi.h"
#include "fabric/session.h"
#include "fabric/steps.h"
#include "fabric/transport.h"
#include "fabric/watch.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* So many polls between two looks at the neighbours' lives, a system call. */
#define LOOK_EVERY 1024

enum way { NEW, ASKED, BY_NET, GONE };

struct route {
	struct ocr_transport t; /* first */

	/* Fixed after open, up after attach: */
	struct ocr_job *job;
	ocr_node_t self;
	uint32_t size;
	uint32_t silence_s;
	struct ocr_transport *net, *ofi; /* net is sessions over ofi */
	struct ocr_cards *cards;
	struct ocr_seal *seal;
	struct ocr_transport_up up;

	/* Inside poll only: */
	struct ocr_watch *watch;
	unsigned polls;

	_Atomic bool look_at_lives; /* one has ended */
	_Atomic bool is_quiet;	    /* neighbours may end now */

	/* enum way; all but the step from NEW is made inside poll. */
	_Atomic uint8_t way[];
};

static struct route *
route_of(struct ocr_transport *t)
{
	return (struct route *)t;
}

static int
packet_alloc(struct ocr_transport *t, struct ocr_packet *p)
{
	struct route *r = route_of(t);

	return r->net->ops->packet_alloc(r->net, p);
}

static void
packet_free(struct ocr_transport *t, struct ocr_packet *p)
{
	struct route *r = route_of(t);

	r->net->ops->packet_free(r->net, p);
}

/* -- Who is reached how ---------------------------------------------------- */

static int
ask(struct route *r, ocr_node_t node)
{
	uint8_t way = NEW;

	if (!atomic_compare_exchange_strong_explicit(&r->way[node], &way, ASKED,
						     memory_order_relaxed,
						     memory_order_relaxed))
		return -EAGAIN;
	/* Without memory the next one asks. */
	if (ocr_cards_ask(r->cards, node) != 0)
		atomic_store_explicit(&r->way[node], NEW, memory_order_relaxed);
	return -EAGAIN;
}

/* 0: *by reaches it.  -EAGAIN: its card was asked for.  Other -errno: it is
 * gone.  Any thread. */
static int
find(struct route *r, ocr_node_t node, struct ocr_transport **by)
{
	if (node >= r->size || node == r->self)
		return -EHOSTUNREACH;
	/* pairs with meet() */
	switch (atomic_load_explicit(&r->way[node], memory_order_acquire)) {
	case BY_NET:
		*by = r->net;
		return 0;
	case GONE:
		return -EHOSTDOWN;
	case NEW:
		return ask(r, node);
	}
	return -EAGAIN;
}

/* A node has sent something before this one has its card. */
static void
called(void *ctx, ocr_node_t node)
{
	struct ocr_transport *by;

	find(ctx, node, &by);
}

static void
attach(struct ocr_transport *t, const struct ocr_transport_up *up)
{
	struct route *r = route_of(t);

	r->up = *up;
	r->net->ops->attach(r->net, up);
}

static void
give_up(struct route *r, ocr_node_t node, const char *why)
{
	atomic_store_explicit(&r->way[node], GONE, memory_order_relaxed);
	r->up.failed(r->up.ctx, node, why);
}

static void
fail(struct route *r, ocr_node_t node, const char *why)
{
	if (!atomic_load_explicit(&r->is_quiet, memory_order_acquire))
		r->net->ops->fail(r->net, node, why);
}

static void
warn_of_stop(const struct route *r, ocr_node_t node, uint32_t pid)
{
	char then[80] = "";

	if (r->silence_s != 0)
		snprintf(then, sizeof(then),
			 "; if it still is after %u s, the job ends "
			 "(OCR_SILENCE_S)",
			 r->silence_s);
	ocr_log_warn(r->self,
		     "node %u (host %s, pid %u) is stopped by a signal: "
		     "continue it with kill -CONT %u%s",
		     node, ocr_job_host(r->job, node), pid, pid, then);
}

/* Of a process of this host. */
static void
on_news(void *ctx, ocr_node_t node, uint32_t pid, enum ocr_watch_news news)
{
	struct route *r = ctx;
	char why[80];

	switch (news) {
	case OCR_WATCH_ENDED:
		fail(r, node, "its process died");
		break;
	case OCR_WATCH_LOST:
		snprintf(why, sizeof(why),
			 "its process has been stopped for %u s", r->silence_s);
		fail(r, node, why);
		break;
	case OCR_WATCH_STOPPED:
		warn_of_stop(r, node, pid);
		break;
	case OCR_WATCH_HELD:
		ocr_log_warn(r->self,
			     "node %u (host %s, pid %u) is held by a debugger; "
			     "the others wait for it",
			     node, ocr_job_host(r->job, node), pid);
		break;
	case OCR_WATCH_RUNS:
		ocr_log_warn(r->self, "node %u (host %s, pid %u) runs again",
			     node, ocr_job_host(r->job, node), pid);
		break;
	}
}

/* The card of `node` has come. */
static void
meet(void *ctx, ocr_node_t node, const struct ocr_card *card, const char *why)
{
	struct route *r = ctx;

	if (why == NULL)
		why = r->net->ops->meet(r->net, node, card);
	if (why != NULL) {
		give_up(r, node, why);
		return;
	}
	/* pairs with find() */
	atomic_store_explicit(&r->way[node], BY_NET, memory_order_release);
	if (!ocr_job_is_local(r->job, node) ||
	    !ocr_card_shares_pids(ocr_cards_own(r->cards), card))
		return;
	ocr_session_watched(r->net, node);
	if (!ocr_watch_begin(r->watch, node, card->pid))
		fail(r, node, "its process died");
}

/* -- What goes below ------------------------------------------------------- */

static int
send_packet(struct ocr_transport *t, struct ocr_packet *p)
{
	struct ocr_transport *by;
	int err = find(route_of(t), p->to, &by);

	return err != 0 ? err : by->ops->send(by, p);
}

static int
read_from(struct ocr_transport *t, ocr_node_t from, uint64_t offset,
	  void *local, size_t len_bytes, struct ocr_transfer *x)
{
	struct ocr_transport *by;
	int err = find(route_of(t), from, &by);

	if (err != 0)
		return err;
	return by->ops->read(by, from, offset, local, len_bytes, x);
}

static int
write_to(struct ocr_transport *t, ocr_node_t to, uint64_t offset,
	 const void *local, size_t len_bytes, struct ocr_transfer *x)
{
	struct ocr_transport *by;
	int err = find(route_of(t), to, &by);

	if (err != 0)
		return err;
	return by->ops->write(by, to, offset, local, len_bytes, x);
}

static int
look_at_lives(struct route *r)
{
	if (atomic_load_explicit(&r->is_quiet, memory_order_acquire))
		return 0;
	if (++r->polls % LOOK_EVERY != 0 &&
	    !atomic_load_explicit(&r->look_at_lives, memory_order_relaxed))
		return 0;
	atomic_store_explicit(&r->look_at_lives, false, memory_order_relaxed);
	return ocr_watch_look(r->watch, on_news, r);
}

static int
poll_all(struct ocr_transport *t)
{
	struct route *r = route_of(t);
	int happened = ocr_cards_read(r->cards, meet, r);

	happened += r->net->ops->poll(r->net);
	return happened + look_at_lives(r);
}

static void
wait_for_news(struct ocr_transport *t, int timeout_ms)
{
	struct route *r = route_of(t);
	bool quiet = atomic_load_explicit(&r->is_quiet, memory_order_acquire);

	/* Whoever on_card() woke may have found another thread in the middle
	 * of poll, past the cards, and be here again. */
	if (ocr_cards_have_come(r->cards))
		return;
	r->net->other_fd = quiet ? -1 : ocr_watch_fd(r->watch);
	r->net->other_ready = false;
	r->net->ops->wait(r->net, timeout_ms);
	if (r->net->other_ready)
		atomic_store_explicit(&r->look_at_lives, true,
				      memory_order_relaxed);
}

static bool
is_serving(const struct ocr_transport *t)
{
	const struct route *r = (const struct route *)t;

	return r->net->ops->is_serving(r->net);
}

static void
interrupt(struct ocr_transport *t)
{
	struct route *r = route_of(t);

	r->net->ops->interrupt(r->net);
}

/* -- Open and close -------------------------------------------------------- */

static void
close_all(struct ocr_transport *t)
{
	struct route *r = route_of(t);

	/* Make it unreachable: PMIx may still owe cards. */
	ocr_cards_close(r->cards);
	if (r->net != NULL)
		r->net->ops->close(r->net);
	ocr_watch_close(r->watch);
	ocr_seal_close(r->seal);
	free(r);
}

static const struct ocr_transport_ops route_ops = {
	.name = "route",
	.attach = attach,
	.packet_alloc = packet_alloc,
	.packet_free = packet_free,
	.send = send_packet,
	.read = read_from,
	.write = write_to,
	.poll = poll_all,
	.wait = wait_for_news,
	.is_serving = is_serving,
	.interrupt = interrupt,
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
	r->t.other_fd = -1;
	r->job = c->job;
	r->self = ocr_job_rank(c->job);
	r->size = size;
	r->silence_s = c->silence_s;
	err = ocr_cards_open(&r->cards, c->job, on_card, r);
	if (err != 0)
		goto free_route;
	err = ocr_watch_open(&r->watch, size, c->silence_s);
	if (err != 0)
		goto close_cards;
	*out = r;
	return 0;

close_cards:
	ocr_cards_close(r->cards);
free_route:
	free(r);
	return err;
}

static const char *
host_of(void *ctx, ocr_node_t node)
{
	return ocr_job_host(((const struct route *)ctx)->job, node);
}

/* So long before a word about it. */
#define WARN_MS 2000

static int
open_sessions(struct route *r, uint32_t silence_s)
{
	struct ocr_session_config s = {
		.below = r->ofi,
		.self = r->self,
		.size = r->size,
		.silence_ms = silence_s * 1000,
		.warn_ms = silence_s > 2 ? WARN_MS : 0,
		.host = host_of,
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
		.provider = c->provider,
		.interface = c->interface,
		.piece_bytes = c->piece_bytes,
		.steps = c->steps,
		.card = &ocr_cards_own(r->cards)->ofi,
		.seal = r->seal,
		.called = called,
		.ctx = r,
	};
	int err = ocr_ofi_open(&r->ofi, &o);

	if (err == 0)
		err = open_sessions(r, c->silence_s);
	if (err != 0)
		return err;
	r->t.mtu_bytes = r->net->mtu_bytes;
	r->t.piece_bytes = r->net->piece_bytes;
	return 0;
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
	own->tag = (uint16_t)tag;
	memcpy(own->public_key, ocr_seal_public(r->seal),
	       sizeof(own->public_key));
	return 0;
}

int
ocr_transport_open(struct ocr_transport **t,
		   const struct ocr_transport_config *c)
{
	struct route *r;
	int err = make(&r, c);

	if (err != 0)
		return err;
	err = open_seal(r, c->tag);
	if (err == 0)
		err = open_net(r, c);
	if (err == 0)
		err = ocr_cards_publish(r->cards);
	ocr_steps_add(c->steps, "card");
	if (err != 0) {
		close_all(&r->t);
		return err;
	}
	*t = &r->t;
	return 0;
}

void
ocr_transport_quiet(struct ocr_transport *t)
{
	atomic_store_explicit(&route_of(t)->is_quiet, true,
			      memory_order_release);
	ocr_session_quiet(route_of(t)->net);
}

const char *
ocr_transport_describe(const struct ocr_transport *t)
{
	return ocr_ofi_describe(((const struct route *)t)->ofi);
}
