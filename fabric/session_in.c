/* SPDX-License-Identifier: BSD-3-Clause */
/* session_in.c - what has come: whether it is new, and what it says.
 *
 * DATA is taken in order or not at all.  A word is news or nothing: one that
 * is not younger than the last was repeated, or overtaken by what it says.
 *
 * Of nearly all packets those above get the bytes at once, without the lock.
 * What the head says besides is dealt with when the next poll begins: the
 * answer has left by then, and the other side is busy with it.
 */
#include "fabric/log.h"
#include "fabric/sessions.h"

#include <stdio.h>

/* After so many bad packets they are only counted. */
#define REFUSED_SHOWN 10
/* With so many packets that are not acknowledged nothing is put off: somebody
 * may wait for their memory. */
#define LATE_MOST     (OCR_SESSION_WINDOW_PACKETS / 4)

static void
refuse(struct sessions *ss, ocr_node_t from, const char *why)
{
	ocr_session_count(&ss->refused);
	if (ss->told_refused++ >= REFUSED_SHOWN)
		return;
	ocr_log_warn(ss->c.self, "dropped a packet of node %u: %s", from, why);
}

/* Tells a node that was given up, now and then, so that it can end. */
static void
say_gone_locked(struct sessions *ss, struct session *s)
{
	uint64_t now = ocr_session_now(ss);

	if (s->gone_ms && now - s->gone_ms < 1000)
		return;
	s->gone_ms = now ? now : 1;
	ocr_session_say_locked(ss, s, OCR_SESSION_GONE, 0, 0);
}

/* Says that packets are missing; once until some come, because the other side
 * asks when it waits for long. */
static void
complain_locked(struct sessions *ss, struct session *s, uint64_t taken)
{
	if (s->complained == taken + 1)
		return;
	s->complained = taken + 1;
	ocr_session_say_locked(ss, s, OCR_SESSION_PULSE, OCR_SESSION_AGAIN, 0);
}

/* NULL, or why the numbers in h cannot be. */
static const char *
check_numbers_locked(const struct session *s, const struct ocr_session_head *h)
{
	const struct ocr_session_word *w = (const void *)(h + 1);

	if (h->acknowledged >
	    atomic_load_explicit(&s->given, memory_order_relaxed))
		return "acknowledgement of what was not sent";
	if (ocr_session_is_data(h->kind))
		return NULL;
	if (w->answer > s->words)
		return "answer to what was not asked";
	return NULL;
}

static void
take_data(struct sessions *ss, struct session *s,
	  const struct ocr_session_head *h, size_t len_bytes)
{
	uint64_t taken = atomic_load_explicit(&s->taken, memory_order_relaxed);
	const char *why = NULL;
	uint64_t told;

	if (h->number > taken + 1) {
		ocr_session_count(&ss->missing);
		ocr_lock(&s->lock, OCR_LOCK_SESSION);
		complain_locked(ss, s, taken);
		ocr_unlock(&s->lock, OCR_LOCK_SESSION);
		return;
	}
	atomic_store_explicit(&s->taken, ++taken, memory_order_relaxed);
	if (h->kind == OCR_SESSION_DATA)
		ss->up.received(ss->up.ctx, s->node, h + 1,
				len_bytes - sizeof(*h));
	else
		why = ocr_session_carried(ss, s, h, len_bytes);
	if (why)
		refuse(ss, s->node, why);
	told = atomic_load_explicit(&s->told, memory_order_relaxed);
	if (taken - told < OCR_SESSION_WINDOW_PACKETS / 2)
		return;
	/* What the packet brought about has said nothing back. */
	ocr_lock(&s->lock, OCR_LOCK_SESSION);
	ocr_session_say_locked(ss, s, OCR_SESSION_PULSE, 0, 0);
	ocr_unlock(&s->lock, OCR_LOCK_SESSION);
}

static void
take_grant_locked(struct sessions *ss, struct session *s,
		  const struct ocr_session_word *w)
{
	if (s->granted || !ss->below->ops->granted)
		return;
	if (ss->below->ops->granted(ss->below, s->node, w->grant,
				    w->grant_bytes))
		return;
	s->granted = true;
}

/* The other side has said what it has since this one found the break: there is
 * a connection. */
static void
work_again_locked(struct sessions *ss, struct session *s)
{
	ocr_session_turn_locked(s, SESSION_WORKING);
	s->worked_ms = ocr_session_now(ss);
	s->stalled = false;
	s->remade++;
	s->was_silent = false;
	ocr_session_rewind_locked(s);
}

static void
answer_locked(struct sessions *ss, struct session *s,
	      const struct ocr_session_head *h,
	      const struct ocr_session_word *w)
{
	uint64_t taken = atomic_load_explicit(&s->taken, memory_order_relaxed);
	bool hello = (w->flags & OCR_SESSION_WINDOW) && ss->below->ops->grant;

	if (w->flags & (OCR_SESSION_ASK | OCR_SESSION_WINDOW))
		ocr_session_say_locked(
			ss, s, hello ? OCR_SESSION_HELLO : OCR_SESSION_PULSE,
			w->sent > taken ? OCR_SESSION_AGAIN : 0, h->number);
	else if (w->sent > taken)
		complain_locked(ss, s, taken);
}

static void
take_word_locked(struct sessions *ss, struct session *s,
		 const struct ocr_session_head *h, struct session_back *back)
{
	const struct ocr_session_word *w = (const void *)(h + 1);

	if (w->grant_bytes)
		take_grant_locked(ss, s, w);
	if (s->state == SESSION_BROKEN && w->answer >= s->asked)
		work_again_locked(ss, s);
	else if ((w->flags & OCR_SESSION_AGAIN) &&
		 h->acknowledged == s->acknowledged)
		ocr_session_rewind_locked(s);
	answer_locked(ss, s, h, w);
	ocr_session_push_locked(ss, s);
	ocr_session_move_locked(ss, s, back);
}

static bool
is_rest(const struct ocr_session_head *h)
{
	const struct ocr_session_word *w = (const void *)(h + 1);

	return h->kind == OCR_SESSION_PULSE && w->flags == OCR_SESSION_REST;
}

/* The other side has said h, and this one had not heard it. */
static void
note_life_locked(struct sessions *ss, struct session *s,
		 const struct ocr_session_head *h)
{
	s->is_warned = false;
	atomic_store_explicit(&s->heard_ms, ocr_session_now(ss),
			      memory_order_relaxed);
	if (!is_rest(h))
		ocr_session_wake_pair_locked(ss, s);
}

/* True when h is to be looked at. */
static bool
hear_locked(struct sessions *ss, struct session *s,
	    const struct ocr_session_head *h, const char **why)
{
	bool is_data = ocr_session_is_data(h->kind);
	uint64_t last;

	if (s->state == SESSION_DEAD) {
		if (h->kind != OCR_SESSION_GONE)
			say_gone_locked(ss, s);
		return false;
	}
	*why = check_numbers_locked(s, h);
	if (*why)
		return false;
	last = is_data ? atomic_load_explicit(&s->taken, memory_order_relaxed)
		       : s->words_taken;
	if (h->number <= last) {
		ocr_session_count(&ss->repeated);
		return false;
	}
	if (!is_data)
		s->words_taken = h->number;
	/* What came again says nothing of now: it may be a recording.  So may
	 * DATA that is not the next, for as long as one before it is kept back;
	 * who lives and waits for that to be taken asks, by words. */
	if (!is_data || h->number == last + 1)
		note_life_locked(ss, s, h);
	return true;
}

static void
fail_gone(struct sessions *ss, struct session *s)
{
	ocr_session_fail(
		ss, s,
		"it has given this node up: nothing had come from here "
		"for too long (was the process stopped?)");
}

void
ocr_session_settle_late(struct sessions *ss)
{
	struct session_back back = {NULL, NULL};
	struct session *s =
		atomic_load_explicit(&ss->late, memory_order_relaxed);

	atomic_store_explicit(&ss->late, NULL, memory_order_relaxed);
	s->is_warned = false;
	ocr_lock(&s->lock, OCR_LOCK_SESSION);
	ocr_session_wake_pair_locked(ss, s);
	ocr_session_acknowledge_locked(ss, s, s->late, &back);
	ocr_unlock(&s->lock, OCR_LOCK_SESSION);
	ocr_session_tell(ss, s, &back);
}

/* DATA that comes next, of a peer that lives, and its numbers can be. */
static bool
is_plain(const struct session *s, const struct ocr_session_head *h,
	 size_t len_bytes)
{
	/* What it acknowledges has left, so the number is here. */
	uint64_t given = atomic_load_explicit(&s->given, memory_order_relaxed);

	return len_bytes >= sizeof(*h) && ocr_session_is_plain(h) &&
	       h->number ==
		       atomic_load_explicit(&s->taken, memory_order_relaxed) +
			       1 &&
	       h->acknowledged <= given &&
	       given - s->acknowledged < LATE_MOST && !s->is_dead;
}

static void
put_off(struct sessions *ss, struct session *s,
	const struct ocr_session_head *h)
{
	struct session *other =
		atomic_load_explicit(&ss->late, memory_order_relaxed);

	if (other != s) {
		if (other)
			ocr_session_settle_late(ss);
		atomic_store_explicit(&ss->late, s, memory_order_relaxed);
	}
	s->late = h->acknowledged;
	atomic_store_explicit(&s->heard_ms, ocr_session_now(ss),
			      memory_order_relaxed);
}

static void
take(struct sessions *ss, struct session *s, const struct ocr_session_head *h,
     size_t len_bytes)
{
	struct session_back back = {NULL, NULL};
	const char *why = NULL;
	bool is_new;

	ocr_session_settle(ss);
	ocr_lock(&s->lock, OCR_LOCK_SESSION);
	is_new = hear_locked(ss, s, h, &why);
	if (is_new)
		ocr_session_acknowledge_locked(ss, s, h->acknowledged, &back);
	if (is_new &&
	    (h->kind == OCR_SESSION_HELLO || h->kind == OCR_SESSION_PULSE))
		take_word_locked(ss, s, h, &back);
	if (is_new && is_rest(h))
		ocr_session_hear_rest_locked(ss, s);
	ocr_unlock(&s->lock, OCR_LOCK_SESSION);
	ocr_session_tell(ss, s, &back);
	if (why)
		refuse(ss, s->node, why);
	else if (is_new && h->kind == OCR_SESSION_GONE)
		fail_gone(ss, s);
	else if (is_new && ocr_session_is_data(h->kind))
		take_data(ss, s, h, len_bytes);
}

void
ocr_session_received(void *ctx, ocr_node_t from, const void *data,
		     size_t len_bytes)
{
	struct sessions *ss = ctx;
	const struct ocr_session_head *h = data;
	struct session *s = ocr_session_get(ss, from);
	const char *why;

	if (!s)
		return; /* it comes again */
	if (__builtin_expect(is_plain(s, h, len_bytes), 1)) {
		put_off(ss, s, h);
		take_data(ss, s, h, len_bytes);
		return;
	}
	why = ocr_session_check(data, len_bytes);
	if (why)
		refuse(ss, from, why);
	else
		take(ss, s, h, len_bytes);
}
