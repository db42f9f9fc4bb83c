/* SPDX-License-Identifier: BSD-3-Clause */
/* session.c - opens and closes sessions, and what one poll does. */
#include "fabric/session.h"

#include "fabric/card.h"
#include "fabric/log.h"
#include "fabric/sessions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* So many polls between two looks at the clock, unless somebody slept. */
#define LOOK_EVERY 32

static const char *const state_names[] = {
	[SESSION_WORKING] = "working",
	[SESSION_BROKEN] = "broken",
	[SESSION_DEAD] = "dead",
};

void
ocr_session_turn_locked(struct session *s, enum session_state state)
{
	if (s->state == SESSION_DEAD || s->state == state)
		ocr_bug("session with node %u turns from %s to %s", s->node,
			state_names[s->state], state_names[state]);
	s->state = state;
}

/* Pairs with ocr_session_tick(), poll_due() and the counts. */
static void
list(struct sessions *ss, struct session *s)
{
	struct session *first =
		atomic_load_explicit(&ss->met, memory_order_relaxed);

	do
		s->next = first;
	while (!atomic_compare_exchange_weak_explicit(&ss->met, &first, s,
						      memory_order_release,
						      memory_order_relaxed));
}

struct session *
ocr_session_make(struct sessions *ss, ocr_node_t node)
{
	struct session *fresh = calloc(1, sizeof(*fresh)), *s = NULL;

	if (!fresh)
		return NULL;
	fresh->node = node;
	ocr_lock_init(&fresh->lock);
	atomic_store_explicit(&fresh->heard_ms, ocr_session_now(ss),
			      memory_order_relaxed);
	/* Pairs with ocr_session_get(). */
	if (!atomic_compare_exchange_strong_explicit(
		    &ss->sessions[node], &s, fresh, memory_order_acq_rel,
		    memory_order_acquire)) {
		free(fresh);
		return s;
	}
	list(ss, fresh);
	return fresh;
}

void
ocr_session_set_due(struct sessions *ss)
{
	atomic_store_explicit(&ss->due, true, memory_order_seq_cst);
	ocr_session_wake(ss);
}

void
ocr_session_wake(struct sessions *ss)
{
	/* Pairs with wait_below(): one of the two sees the other. */
	if (atomic_load_explicit(&ss->sleeps, memory_order_seq_cst))
		ss->below->ops->interrupt(ss->below);
}

static void
spare_piece(struct session *s, struct session_piece *pc)
{
	ocr_lock(&s->lock, OCR_LOCK_SESSION);
	pc->next = s->spare_pieces;
	s->spare_pieces = pc;
	ocr_unlock(&s->lock, OCR_LOCK_SESSION);
}

void
ocr_session_tell(struct sessions *ss, struct session *s,
		 struct session_back *back)
{
	struct session_piece *pc;
	struct ocr_transfer *x;
	struct ocr_packet *p;
	size_t len_bytes;
	int status;

	while ((p = back->packets)) {
		back->packets = p->next;
		ss->up.sent(ss->up.ctx, p);
	}
	while ((pc = back->pieces)) {
		back->pieces = pc->next;
		x = pc->above;
		len_bytes = pc->x.len_bytes;
		status = pc->x.status;
		spare_piece(s, pc);
		ss->up.moved(ss->up.ctx, x, len_bytes, status);
	}
}

void
ocr_session_fail(struct sessions *ss, struct session *s, const char *why)
{
	struct session_back back = {NULL, NULL};
	bool is_new;

	ocr_lock(&s->lock, OCR_LOCK_SESSION);
	is_new = s->state != SESSION_DEAD;
	if (is_new) {
		ocr_session_turn_locked(s, SESSION_DEAD);
		s->is_dead = true;
		s->unsaid = (struct session_unsaid){0};
		ocr_session_take_locked(ss, s, &back);
		ocr_session_drop_pieces_locked(s, -EHOSTDOWN, &back);
	}
	ocr_unlock(&s->lock, OCR_LOCK_SESSION);
	if (is_new)
		ss->up.failed(ss->up.ctx, s->node, why);
	ocr_session_tell(ss, s, &back);
}

/* -- From below ------------------------------------------------------------ */

static void
up_failed(void *ctx, ocr_node_t peer, const char *why)
{
	struct sessions *ss = ctx;
	struct session *s = ocr_session_get(ss, peer);

	if (s)
		ocr_session_fail(ss, s, why);
	else
		ss->up.failed(ss->up.ctx, peer, why);
}

static void
up_broken(void *ctx, ocr_node_t peer, const char *why)
{
	struct sessions *ss = ctx;
	struct session *s = ocr_session_get(ss, peer);

	if (!s)
		return; /* nothing was under way */
	ocr_log_info(ss->c.self, "connection with node %u: %s", peer, why);
	ocr_lock(&s->lock, OCR_LOCK_SESSION);
	ocr_session_break_locked(ss, s);
	ocr_unlock(&s->lock, OCR_LOCK_SESSION);
}

/* -- What a transport does ------------------------------------------------- */

static void
attach(struct ocr_transport *t, const struct ocr_transport_up *up)
{
	struct sessions *ss = ocr_sessions_of(t);
	ss->up = *up;
	ss->mine = (struct ocr_transport_up){
		.ctx = ss,
		.received = ocr_session_received,
		.sent = ocr_session_sent,
		.moved = ocr_session_moved,
		.failed = up_failed,
		.broken = up_broken,
	};

	ss->below->ops->attach(ss->below, &ss->mine);
}

static int
packet_alloc(struct ocr_transport *t, struct ocr_packet *p)
{
	struct ocr_transport *below = ocr_sessions_of(t)->below;
	int err = below->ops->packet_alloc(below, p);

	if (!err)
		p->data += sizeof(struct ocr_session_head);
	return err;
}

static void
packet_free(struct ocr_transport *t, struct ocr_packet *p)
{
	struct ocr_transport *below = ocr_sessions_of(t)->below;

	p->data -= sizeof(struct ocr_session_head);
	below->ops->packet_free(below, p);
}

/* What below had no room for, or has refused for good. */
static void
poll_due(struct sessions *ss)
{
	struct session *s;

	if (!atomic_load_explicit(&ss->due, memory_order_relaxed) ||
	    !atomic_exchange_explicit(&ss->due, false, memory_order_seq_cst))
		return;
	s = atomic_load_explicit(&ss->met, memory_order_acquire);
	for (; s; s = s->next) {
		struct session_back back = {NULL, NULL};
		int error;

		ocr_lock(&s->lock, OCR_LOCK_SESSION);
		s->stalled = false;
		error = s->state == SESSION_DEAD ? 0 : s->error;
		ocr_session_say_unsaid_locked(ss, s);
		ocr_session_push_locked(ss, s);
		ocr_session_move_locked(ss, s, &back);
		ocr_unlock(&s->lock, OCR_LOCK_SESSION);
		ocr_session_tell(ss, s, &back);
		if (error)
			ocr_session_fail(ss, s, "cannot send to it");
	}
}

static int
poll_all(struct ocr_transport *t)
{
	struct sessions *ss = ocr_sessions_of(t);
	int happened = 0;

	ocr_session_settle(ss);
	if (++ss->polls % LOOK_EVERY == 0 || ss->c.now_ms ||
	    atomic_load_explicit(&ss->look, memory_order_relaxed)) {
		atomic_store_explicit(&ss->look, false, memory_order_relaxed);
		happened = ocr_session_tick(ss);
	}
	happened += ss->below->ops->poll(ss->below);
	poll_due(ss);
	return happened;
}

static void
wait_below(struct ocr_transport *t, int timeout_ms)
{
	struct sessions *ss = ocr_sessions_of(t);

	memcpy(ss->below->others, t->others, sizeof(t->others));
	/* Before it looks how long it may; see ocr_session_wake(). */
	atomic_store_explicit(&ss->sleeps, true, memory_order_seq_cst);
	ss->below->ops->wait(ss->below, ocr_session_sleep_ms(ss, timeout_ms));
	atomic_store_explicit(&ss->sleeps, false, memory_order_relaxed);
	memcpy(t->others, ss->below->others, sizeof(t->others));
}

static bool
is_serving(const struct ocr_transport *t)
{
	const struct ocr_transport *below = ((const struct sessions *)t)->below;

	return below->ops->is_serving && below->ops->is_serving(below);
}

static void
interrupt(struct ocr_transport *t)
{
	struct ocr_transport *below = ocr_sessions_of(t)->below;

	below->ops->interrupt(below);
}

static const char *
meet(struct ocr_transport *t, ocr_node_t node, const struct ocr_card *card)
{
	struct sessions *ss = ocr_sessions_of(t);
	struct session *s = ocr_session_get(ss, node);
	const char *why;

	if (!s)
		return "no memory to speak with it";
	why = ss->below->ops->meet(ss->below, node, card);
	if (why)
		return why;
	ocr_lock(&s->lock, OCR_LOCK_SESSION);
	s->is_met = true;
	s->pid = card->pid;
	ocr_unlock(&s->lock, OCR_LOCK_SESSION);
	ocr_session_set_due(ss);
	return NULL;
}

static void
fail(struct ocr_transport *t, ocr_node_t node, const char *why)
{
	struct sessions *ss = ocr_sessions_of(t);
	struct session *s = ocr_session_get(ss, node);

	/* It knows more of the node, and says it. */
	ss->below->ops->fail(ss->below, node, why);
	if (s)
		ocr_session_fail(ss, s, why);
}

static uint64_t
read_count(const _Atomic uint64_t *n)
{
	return atomic_load_explicit(n, memory_order_relaxed);
}

/* Also what is still in use below, which is closed next. */
static void
free_all(struct sessions *ss, struct session *s)
{
	struct session_packet *e;
	struct session_piece *pc;

	while ((e = s->all)) {
		s->all = e->all_next;
		if (e->is_used && !e->above)
			ss->below->ops->packet_free(ss->below, &e->k);
		free(e);
	}
	if (s->memory)
		ss->below->ops->packet_free(
			ss->below, &(struct ocr_packet){.data = s->memory});
	while ((pc = s->all_pieces)) {
		s->all_pieces = pc->all_next;
		free(pc);
	}
	free(s);
}

static void
close_all(struct ocr_transport *t)
{
	struct sessions *ss = ocr_sessions_of(t);
	struct session *s, *next;

	s = atomic_load_explicit(&ss->met, memory_order_acquire);
	for (; s; s = next) {
		next = s->next;
		free_all(ss, s);
	}
	if (read_count(&ss->repeated))
		ocr_log_info(ss->c.self,
			     "%llu packets have come a second time, and were "
			     "dropped",
			     (unsigned long long)read_count(&ss->repeated));
	ss->below->ops->close(ss->below);
	free(ss);
}

static bool
hold(struct ocr_transport *t, const void *bytes, size_t len_bytes)
{
	struct ocr_transport *below = ocr_sessions_of(t)->below;

	return below->ops->hold && below->ops->hold(below, bytes, len_bytes);
}

static void
let_go(struct ocr_transport *t, const void *bytes)
{
	struct ocr_transport *below = ocr_sessions_of(t)->below;

	below->ops->let_go(below, bytes);
}

static void
others_leave(struct ocr_transport *t)
{
	atomic_store_explicit(&ocr_sessions_of(t)->others_leave, true,
			      memory_order_relaxed);
}

/* What is lent is copied, and kept until the other side has it. */
static size_t
lent_mtu(struct ocr_transport *t, ocr_node_t to)
{
	struct sessions *ss = ocr_sessions_of(t);
	struct session *s = ocr_session_get(ss, to);

	if (!s || !ss->below->ops->lent_mtu ||
	    atomic_load_explicit(&s->n_lent, memory_order_relaxed) >=
		    OCR_SESSION_LENT)
		return t->mtu_bytes;
	return ss->below->ops->lent_mtu(ss->below, to) -
	       sizeof(struct ocr_session_head);
}

static const struct ocr_transport_ops session_ops = {
	.name = "session",
	.attach = attach,
	.packet_alloc = packet_alloc,
	.packet_free = packet_free,
	.send = ocr_session_send,
	.lent_mtu = lent_mtu,
	.read = ocr_session_read,
	.write = ocr_session_write,
	.poll = poll_all,
	.wait = wait_below,
	.is_serving = is_serving,
	.interrupt = interrupt,
	.others_leave = others_leave,
	.hold = hold,
	.let_go = let_go,
	.close = close_all,
	.meet = meet,
	.fail = fail,
};

int
ocr_session_open(struct ocr_transport **t, const struct ocr_session_config *c)
{
	struct sessions *ss =
		calloc(1, sizeof(*ss) + c->size * sizeof(ss->sessions[0]));

	if (!ss)
		return -ENOMEM;
	ss->t = (struct ocr_transport){
		.ops = &session_ops,
		.others = {{.fd = -1}, {.fd = -1}},
		.mtu_bytes =
			c->below->mtu_bytes - sizeof(struct ocr_session_head),
		.piece_bytes = c->below->piece_bytes,
	};
	ss->t.lends_bytes = c->below->lends_bytes;
	if (c->below->lends_after > sizeof(struct ocr_session_head))
		ss->t.lends_after = c->below->lends_after -
				    sizeof(struct ocr_session_head);
	if (c->window)
		ss->t.piece_bytes =
			ss->t.mtu_bytes - sizeof(struct ocr_session_range);
	ss->c = *c;
	ss->below = c->below;
	ss->keeper = OCR_NODE_NONE;
	atomic_init(&ss->awake_ms, 1);
	atomic_init(&ss->next_ms, UINT64_MAX);
	*t = &ss->t;
	return 0;
}

void
ocr_session_watched(struct ocr_transport *t, ocr_node_t node)
{
	struct session *s = ocr_session_get(ocr_sessions_of(t), node);

	if (!s)
		return;
	ocr_lock(&s->lock, OCR_LOCK_SESSION);
	s->is_watched = true;
	ocr_unlock(&s->lock, OCR_LOCK_SESSION);
}

void
ocr_session_get_stats(const struct ocr_transport *t,
		      struct ocr_session_stats *s)
{
	const struct sessions *ss = (const struct sessions *)t;

	*s = (struct ocr_session_stats){
		.breaks = read_count(&ss->breaks),
		.resent = read_count(&ss->resent),
		.repeated = read_count(&ss->repeated),
		.missing = read_count(&ss->missing),
		.refused = read_count(&ss->refused),
		.begun_anew = read_count(&ss->begun_anew),
		.alone = read_count(&ss->alone),
		.kept_most = read_count(&ss->kept_most),
	};
}
