/* SPDX-License-Identifier: BSD-3-Clause */
/* session_out.c - numbers, keeps, sends and sends again.
 *
 *   first --> o --> o --> o --> o --> o <-- last
 *             acknowledged?     to_leave
 *
 * Packets are listed from when they are given until they are acknowledged.
 * Those before to_leave were handed down on this connection.  The memory of a
 * packet is above's at first; when below does not use it any more, and nobody
 * has acknowledged it yet, the session keeps it and gives above other memory.
 */
#include "fabric/lent.h"
#include "fabric/sessions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* After a break. */
#define FIRST_RETRY_MS 1
/* A connection that lasts so long was a good one. */
#define CALM_MS	       1000

static struct session_packet *
make_locked(struct session *s)
{
	struct session_packet *e = s->spare;

	if (__builtin_expect(e != NULL, 1)) {
		s->spare = e->next;
	} else {
		e = malloc(sizeof(*e));
		if (!e)
			return NULL;
		e->all_next = s->all;
		s->all = e;
	}
	/* The rest of k is below's, or written before it gets there. */
	e->k.lent = NULL;
	e->k.lender = NULL;
	e->above = NULL;
	e->number = 0;
	e->is_lent = false;
	e->next = NULL;
	e->is_used = true;
	e->is_below = e->is_listed = e->has_left = false;
	return e;
}

static void
count_lent_locked(struct session *s, unsigned more)
{
	unsigned n = atomic_load_explicit(&s->n_lent, memory_order_relaxed);

	atomic_store_explicit(&s->n_lent, n + more, memory_order_relaxed);
}

static void
put_spare_locked(struct session *s, struct session_packet *e)
{
	if (__builtin_expect(e->is_lent, 0))
		count_lent_locked(s, -1U);
	e->is_used = false;
	e->next = s->spare;
	s->spare = e;
}

/* Memory of packets, from below.  What was acknowledged has some to give just
 * before the next packet wants some: so a session has one piece of its own, and
 * who sends and who hears do not meet at below's lock each time. */
static int
memory_get_locked(struct sessions *ss, struct session *s, struct ocr_packet *k)
{
	if (!s->memory)
		return ss->below->ops->packet_alloc(ss->below, k);
	k->data = s->memory;
	s->memory = NULL;
	return 0;
}

static void
memory_put_locked(struct sessions *ss, struct session *s, struct ocr_packet *k)
{
	if (s->memory)
		ss->below->ops->packet_free(ss->below, k);
	else
		s->memory = k->data;
}

/* Gives back what hangs off e, which nobody uses any more, and e. */
static void
release_locked(struct sessions *ss, struct session *s, struct session_packet *e,
	       struct session_back *back)
{
	if (e->above) {
		e->above->next = back->packets;
		back->packets = e->above;
	} else {
		memory_put_locked(ss, s, &e->k);
	}
	put_spare_locked(s, e);
}

static void
note_kept_locked(struct sessions *ss, struct session *s)
{
	uint64_t most =
		atomic_load_explicit(&ss->kept_most, memory_order_relaxed);

	s->n_kept++;
	if (s->n_kept > most)
		atomic_store_explicit(&ss->kept_most, s->n_kept,
				      memory_order_relaxed);
}

/* Keeps the bytes of e, and gives above other memory in their place. */
static bool
swap_locked(struct sessions *ss, struct session *s, struct session_packet *e,
	    struct session_back *back)
{
	struct ocr_packet fresh;

	if (s->n_kept >= OCR_SESSION_WINDOW_PACKETS ||
	    memory_get_locked(ss, s, &fresh))
		return false;
	e->above->data = fresh.data + sizeof(struct ocr_session_head);
	e->above->next = back->packets;
	back->packets = e->above;
	e->above = NULL;
	note_kept_locked(ss, s);
	return true;
}

/* What may leave again, or not for long, has all its bytes: a break is at any
 * time, and who has lent them is to have them back. */
static void
gather_locked(struct session_packet *e)
{
	if (!e->k.lent)
		return;
	ocr_lent_gather(&e->k);
	e->above->lent = NULL;
}

static void
fill_head_locked(struct session *s, struct session_packet *e,
		 enum ocr_session_kind kind, uint64_t number)
{
	uint64_t taken = atomic_load_explicit(&s->taken, memory_order_relaxed);

	*(struct ocr_session_head *)e->k.data = (struct ocr_session_head){
		.version = OCR_SESSION_VERSION,
		.kind = (uint16_t)kind,
		.number = number,
		.acknowledged = taken,
	};
}

/* Hands e down, whose head is filled in. */
static int
hand_down_locked(struct sessions *ss, struct session *s,
		 struct session_packet *e)
{
	const struct ocr_session_head *h = (const void *)e->k.data;
	uint64_t acknowledged = h->acknowledged;
	int err;

	e->is_below = true;
	err = ss->below->ops->send(ss->below, &e->k);
	if (err) {
		e->is_below = false;
		return err;
	}
	atomic_store_explicit(&s->told, acknowledged, memory_order_relaxed);
	s->said_ms = ocr_session_now(ss);
	return 0;
}

void
ocr_session_break_locked(struct sessions *ss, struct session *s)
{
	uint64_t now = ocr_session_now(ss);

	if (s->state != SESSION_WORKING)
		return;
	ocr_session_turn_locked(s, SESSION_BROKEN);
	ocr_session_count(&ss->breaks);
	if (now - s->worked_ms > CALM_MS)
		s->attempts = 0;
	s->asked = s->words + 1;
	s->retry_ms = now + FIRST_RETRY_MS + s->attempts;
	ocr_session_arm(ss, FIRST_RETRY_MS + s->attempts);
}

static void
refused_locked(struct sessions *ss, struct session *s, int error)
{
	if (error == -ECONNRESET) {
		ocr_session_break_locked(ss, s);
		return;
	}
	if (error == -EAGAIN)
		s->stalled = true;
	else
		s->error = error;
	ocr_session_set_due(ss);
}

void
ocr_session_push_locked(struct sessions *ss, struct session *s)
{
	struct session_packet *e;
	int err;

	if (!ocr_session_is_met_locked(ss, s))
		return;
	while ((e = s->to_leave) && s->state == SESSION_WORKING &&
	       !s->stalled && !s->error) {
		/* Of an older connection: it leaves again once that is over. */
		if (e->is_below)
			return;
		fill_head_locked(s, e, e->kind, e->number);
		err = hand_down_locked(ss, s, e);
		if (err) {
			refused_locked(ss, s, err);
			return;
		}
		if (e->has_left)
			ocr_session_count(&ss->resent);
		e->has_left = true;
		s->to_leave = e->next;
	}
}

void
ocr_session_begin_to_wait_locked(struct sessions *ss, struct session *s)
{
	s->waits_since_ms = s->unmoved_ms = ocr_session_now(ss);
	s->remade = 0;
	s->patience_ms = OCR_SESSION_PATIENCE_MS;
	ocr_session_arm(ss, OCR_SESSION_PATIENCE_MS);
}

void
ocr_session_give_locked(struct sessions *ss, struct session *s,
			struct session_packet *e)
{
	ocr_session_speak_locked(ss, s);
	ocr_session_wake_pair_locked(ss, s);
	e->number = atomic_load_explicit(&s->given, memory_order_relaxed) + 1;
	/* Before it leaves: see is_plain() in session_in.c. */
	atomic_store_explicit(&s->given, e->number, memory_order_relaxed);
	e->is_listed = true;
	if (s->first)
		s->last->next = e;
	else
		s->first = e;
	s->last = e;
	if (s->first == e)
		ocr_session_begin_to_wait_locked(ss, s);
	if (!s->to_leave)
		s->to_leave = e;
	ocr_session_push_locked(ss, s);
}

struct session_packet *
ocr_session_own_locked(struct sessions *ss, struct session *s,
		       enum ocr_session_kind kind, size_t len_bytes)
{
	struct session_packet *e = make_locked(s);

	if (!e)
		return NULL;
	if (memory_get_locked(ss, s, &e->k)) {
		put_spare_locked(s, e);
		return NULL;
	}
	e->kind = kind;
	e->k.to = s->node;
	e->k.len_bytes =
		(uint32_t)(len_bytes + sizeof(struct ocr_session_head));
	note_kept_locked(ss, s);
	return e;
}

int
ocr_session_send(struct ocr_transport *t, struct ocr_packet *p)
{
	struct sessions *ss = ocr_sessions_of(t);
	struct session *s = ocr_session_get(ss, p->to);
	struct session_packet *e;

	if (!s)
		return -EAGAIN;
	ocr_lock(&s->lock, OCR_LOCK_SESSION);
	e = s->state == SESSION_DEAD ? NULL : make_locked(s);
	if (!e) {
		int err = s->state == SESSION_DEAD ? -EHOSTDOWN : -EAGAIN;

		ocr_unlock(&s->lock, OCR_LOCK_SESSION);
		return err;
	}
	e->above = p;
	e->kind = OCR_SESSION_DATA;
	e->k.to = p->to;
	e->k.data = p->data - sizeof(struct ocr_session_head);
	e->k.len_bytes =
		p->len_bytes + (uint32_t)sizeof(struct ocr_session_head);
	e->k.lent = p->lent;
	e->k.lent_at = p->lent_at + (uint32_t)sizeof(struct ocr_session_head);
	e->k.lent_bytes = p->lent_bytes;
	if (p->lent) {
		e->is_lent = true;
		count_lent_locked(s, 1);
	}
	ocr_session_give_locked(ss, s, e);
	if (!e->is_below)
		gather_locked(e);
	ocr_unlock(&s->lock, OCR_LOCK_SESSION);
	return 0;
}

/* There is room to keep more. */
static void
swap_owed_locked(struct sessions *ss, struct session *s,
		 struct session_back *back)
{
	struct session_packet *e;

	s->owes = false;
	for (e = s->first; e && !s->owes; e = e->next)
		if (e->above && e->has_left && !e->is_below &&
		    !swap_locked(ss, s, e, back))
			s->owes = true;
}

void
ocr_session_acknowledge_locked(struct sessions *ss, struct session *s,
			       uint64_t number, struct session_back *back)
{
	struct session_packet *e;

	if (number <= s->acknowledged)
		return;
	s->acknowledged = number;
	while ((e = s->first) && e->number <= number) {
		s->first = e->next;
		if (s->to_leave == e)
			s->to_leave = e->next;
		e->is_listed = false;
		if (!e->above)
			s->n_kept--;
		if (!e->is_below)
			release_locked(ss, s, e, back);
	}
	if (s->first)
		ocr_session_begin_to_wait_locked(ss, s);
	if (s->owes)
		swap_owed_locked(ss, s, back);
}

void
ocr_session_rewind_locked(struct session *s)
{
	s->to_leave = s->first;
}

void
ocr_session_sent(void *ctx, struct ocr_packet *k)
{
	struct sessions *ss = ctx;
	struct session_packet *e = (struct session_packet *)k;
	struct session *s = ocr_session_get(ss, k->to);
	struct session_back back = {NULL, NULL};

	ocr_lock(&s->lock, OCR_LOCK_SESSION);
	e->is_below = false;
	if (!e->number) {
		s->n_words--;
		if (s->unsaid.kind)
			ocr_session_set_due(ss);
	}
	if (e->is_listed)
		gather_locked(e);
	if (!e->is_listed)
		release_locked(ss, s, e, &back);
	else if (e->above && !swap_locked(ss, s, e, &back))
		s->owes = true;
	if (s->to_leave == e)
		ocr_session_push_locked(ss, s);
	ocr_unlock(&s->lock, OCR_LOCK_SESSION);
	ocr_session_tell(ss, s, &back);
}

static void
fill_word_locked(struct sessions *ss, struct session *s,
		 struct session_packet *e)
{
	struct ocr_session_head *h = (void *)e->k.data;
	struct ocr_session_word *w = (void *)(h + 1);

	*w = (struct ocr_session_word){
		.sent = atomic_load_explicit(&s->given, memory_order_relaxed),
		.answer = s->unsaid.answer,
		.flags = s->unsaid.flags,
	};
	/* It may have been woken before that could leave. */
	if (!s->said_rest)
		w->flags &= ~(uint32_t)OCR_SESSION_REST;
	if (h->kind == OCR_SESSION_HELLO)
		w->grant_bytes = (uint32_t)ss->below->ops->grant(
			ss->below, s->node, w->grant);
	if (!w->grant_bytes && h->kind == OCR_SESSION_HELLO)
		h->kind = OCR_SESSION_PULSE;
	e->k.len_bytes = sizeof(*h) + sizeof(*w);
}

/* 0: what was unsaid has left.  -EAGAIN: the next poll tries again. */
static int
say_locked(struct sessions *ss, struct session *s)
{
	struct session_back nothing = {NULL, NULL};
	struct session_packet *e = make_locked(s);
	int err;

	if (!e)
		return -EAGAIN;
	if (memory_get_locked(ss, s, &e->k)) {
		put_spare_locked(s, e);
		return -EAGAIN;
	}
	e->k.to = s->node;
	fill_head_locked(s, e, s->unsaid.kind, ++s->words);
	fill_word_locked(ss, s, e);
	s->n_words++;
	err = hand_down_locked(ss, s, e);
	if (!err) {
		ocr_session_count(&ss->alone);
		return 0;
	}
	s->n_words--;
	release_locked(ss, s, e, &nothing);
	return err;
}

void
ocr_session_say_unsaid_locked(struct sessions *ss, struct session *s)
{
	int err;

	if (!s->unsaid.kind || s->n_words >= OCR_SESSION_WORDS ||
	    !ocr_session_is_met_locked(ss, s))
		return; /* ocr_session_sent() and meet() end that */
	err = say_locked(ss, s);
	if (err == -EAGAIN) {
		ocr_session_set_due(ss);
		return;
	}
	s->unsaid = (struct session_unsaid){0};
	if (err == -ECONNRESET)
		ocr_session_break_locked(ss, s);
	else if (err && s->state != SESSION_DEAD)
		refused_locked(ss, s, err);
}

void
ocr_session_say_locked(struct sessions *ss, struct session *s,
		       enum ocr_session_kind kind, uint32_t flags,
		       uint64_t answer)
{
	struct session_unsaid *u = &s->unsaid;

	ocr_session_speak_locked(ss, s);
	if (flags != OCR_SESSION_REST)
		ocr_session_wake_pair_locked(ss, s);
	/* What a HELLO says, and GONE, no other word says. */
	if (u->kind != OCR_SESSION_HELLO && u->kind != OCR_SESSION_GONE)
		u->kind = kind;
	u->flags |= flags;
	if (u->answer < answer)
		u->answer = answer;
	ocr_session_say_unsaid_locked(ss, s);
}

void
ocr_session_take_locked(struct sessions *ss, struct session *s,
			struct session_back *back)
{
	struct session_packet *e;

	while ((e = s->first)) {
		s->first = e->next;
		e->is_listed = false;
		if (!e->is_below)
			release_locked(ss, s, e, back);
	}
	s->to_leave = NULL;
	s->n_kept = 0;
	s->owes = false;
}
