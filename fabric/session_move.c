/* SPDX-License-Identifier: BSD-3-Clause */
/* session_move.c - pieces of transfers, which a break cuts off.
 *
 *   start --> under way --> moved
 *    |          |  ^
 *    v          v  |  the connection works, the peer's grant is here
 *    parked <------+
 *
 * A piece that was cut off begins anew: reading twice is reading, and what is
 * written twice is the same, because its memory is its owner's until it is
 * over.
 */
#include "fabric/sessions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Who is cut off so often is not cut off by chance. */
#define TRIES	    200
/* A piece may take long, and be cut off then; but not each time. */
#define TRIES_STUCK 3

/* A piece without anything in it; NULL: no memory. */
static struct session_piece *
take_piece_locked(struct session *s)
{
	struct session_piece *pc = s->spare_pieces;

	if (pc) {
		s->spare_pieces = pc->next;
		return pc;
	}
	pc = calloc(1, sizeof(*pc));
	if (pc) {
		pc->all_next = s->all_pieces;
		s->all_pieces = pc;
	}
	return pc;
}

void
ocr_session_append_piece(struct session_piece **first,
			 struct session_piece **last, struct session_piece *pc)
{
	pc->next = NULL;
	if (*first)
		(*last)->next = pc;
	else
		*first = pc;
	*last = pc;
}

static void
park_locked(struct session *s, struct session_piece *pc)
{
	ocr_session_append_piece(&s->parked, &s->parked_last, pc);
}

static bool
may_move_locked(const struct sessions *ss, const struct session *s)
{
	return s->state == SESSION_WORKING &&
	       ocr_session_is_met_locked(ss, s) &&
	       (s->granted || !ss->below->ops->granted);
}

/* Asks for the grant, once; session_time.c asks again. */
static void
want_grant_locked(struct sessions *ss, struct session *s)
{
	if (s->wants_grant || s->granted || !ss->below->ops->granted)
		return;
	s->wants_grant = true;
	ocr_session_speak_locked(ss, s);
	if (!s->first)
		ocr_session_begin_to_wait_locked(ss, s);
	if (s->state == SESSION_WORKING)
		ocr_session_say_locked(ss, s, OCR_SESSION_PULSE,
				       OCR_SESSION_ASK | OCR_SESSION_WINDOW, 0);
}

static int
issue_locked(struct sessions *ss, struct session *s, struct session_piece *pc)
{
	struct ocr_transfer *x = &pc->x;

	if (x->is_write)
		return ss->below->ops->write(ss->below, s->node,
					     x->remote_offset, x->local,
					     x->len_bytes, x);
	return ss->below->ops->read(ss->below, s->node, x->remote_offset,
				    x->local, x->len_bytes, x);
}

/* 0: under way, or parked. */
static int
begin_locked(struct sessions *ss, struct session *s, struct session_piece *pc)
{
	int err = -ECONNRESET;

	if (s->state == SESSION_DEAD)
		return -EHOSTDOWN;
	if (may_move_locked(ss, s)) {
		err = issue_locked(ss, s, pc);
		if (err == -ECONNRESET)
			ocr_session_break_locked(ss, s);
	}
	if (err != -ECONNRESET)
		return err;
	park_locked(s, pc);
	want_grant_locked(ss, s);
	return 0;
}

static int
start(struct ocr_transport *t, ocr_node_t node, uint64_t offset, void *local,
      size_t len_bytes, struct ocr_transfer *x, bool is_write)
{
	struct sessions *ss = ocr_sessions_of(t);
	struct session *s = ocr_session_get(ss, node);
	struct session_piece *pc;
	int err = -EAGAIN;

	if (!s)
		return -EAGAIN;
	ocr_lock(&s->lock, OCR_LOCK_SESSION);
	pc = take_piece_locked(s);
	if (pc) {
		pc->x = (struct ocr_transfer){
			.peer = node,
			.is_write = is_write,
			.remote_offset = offset,
			.local = local,
			.len_bytes = len_bytes,
		};
		pc->above = x;
		pc->since_ms = ocr_session_now(ss);
		pc->tries = 0;
		err = ss->c.window ? ocr_session_carry_locked(ss, s, pc)
				   : begin_locked(ss, s, pc);
		if (err) {
			pc->next = s->spare_pieces;
			s->spare_pieces = pc;
		}
	}
	ocr_unlock(&s->lock, OCR_LOCK_SESSION);
	return err;
}

int
ocr_session_read(struct ocr_transport *t, ocr_node_t from, uint64_t offset,
		 void *local, size_t len_bytes, struct ocr_transfer *x)
{
	return start(t, from, offset, local, len_bytes, x, false);
}

int
ocr_session_write(struct ocr_transport *t, ocr_node_t to, uint64_t offset,
		  const void *local, size_t len_bytes, struct ocr_transfer *x)
{
	return start(t, to, offset, (void *)(uintptr_t)local, len_bytes, x,
		     true);
}

void
ocr_session_end_piece(struct session_piece *pc, int status,
		      struct session_back *back)
{
	pc->x.status = status;
	pc->next = back->pieces;
	back->pieces = pc;
}

void
ocr_session_drop_pieces_locked(struct session *s, int status,
			       struct session_back *back)
{
	struct session_piece *pc;

	while ((pc = s->parked)) {
		s->parked = pc->next;
		ocr_session_end_piece(pc, status, back);
	}
	while ((pc = s->reads)) {
		s->reads = pc->next;
		ocr_session_end_piece(pc, status, back);
	}
}

void
ocr_session_move_locked(struct sessions *ss, struct session *s,
			struct session_back *back)
{
	struct session_piece *pc;
	int err;

	while ((pc = s->parked) && may_move_locked(ss, s)) {
		err = issue_locked(ss, s, pc);
		if (err == -EAGAIN) {
			ocr_session_set_due(ss);
			return;
		}
		if (err == -ECONNRESET) {
			ocr_session_break_locked(ss, s);
			return;
		}
		s->parked = pc->next;
		if (err)
			ocr_session_end_piece(pc, err, back);
	}
}

static void
cut_off_locked(struct sessions *ss, struct session *s, struct session_piece *pc)
{
	uint64_t since =
		pc->since_ms > s->moved_ms ? pc->since_ms : s->moved_ms;

	pc->tries++;
	ocr_session_count(&ss->begun_anew);
	ocr_session_break_locked(ss, s);
	park_locked(s, pc);
	if (pc->tries < TRIES_STUCK || !ocr_session_never_moves(ss, since))
		return;
	s->is_stuck = true; /* the break has armed what looks */
	s->is_stuck_reading = !pc->x.is_write;
}

void
ocr_session_moved(void *ctx, struct ocr_transfer *x, size_t piece_bytes,
		  int status)
{
	struct sessions *ss = ctx;
	struct session_piece *pc = (struct session_piece *)x;
	struct session *s = ocr_session_get(ss, x->peer);
	struct session_back back = {NULL, NULL};

	(void)piece_bytes;
	ocr_lock(&s->lock, OCR_LOCK_SESSION);
	if (status == -ECONNRESET && s->state != SESSION_DEAD &&
	    pc->tries < TRIES) {
		cut_off_locked(ss, s, pc);
	} else {
		s->moved_ms = ocr_session_now(ss);
		s->remade = 0;
		s->is_stuck = false;
		ocr_session_end_piece(pc, status, &back);
	}
	ocr_unlock(&s->lock, OCR_LOCK_SESSION);
	ocr_session_tell(ss, s, &back);
}
