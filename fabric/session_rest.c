/* SPDX-License-Identifier: BSD-3-Clause */
/* session_rest.c - pairs that are silent on purpose.
 *
 *        A                                B
 *        short of descriptors, silent
 *        REST ------------------------->  A's silence does not count
 *        B's silence does not count  <--  REST, unless B needs A to be heard
 *        (neither says anything)
 *        DATA, or a question ---------->  both are awake
 *
 * Whatever is not REST wakes the pair, at the end that says it and at the one
 * that hears it.  A REST that is not answered, because it was lost or B needs
 * A, ends with the next pulse; so does the rest of who has heard the last one
 * that was said.
 * A node never rests from its keeper, the next one of those with which it
 * speaks: so of each somebody notices when he is gone, and tells all.
 */
#include "fabric/sessions.h"

/* Whom it did not answer is not asked again before. */
#define AGAIN_MS 10000

static bool
is_keeper(const struct sessions *ss, const struct session *s)
{
	return s->node == ss->keeper || ss->keeper == OCR_NODE_NONE;
}

uint32_t
ocr_session_keeps_locked(const struct sessions *ss, const struct session *s)
{
	if (!s->speaks || s->is_watched || s->state == SESSION_DEAD)
		return UINT32_MAX;
	return (s->node + ss->c.size - ss->c.self) % ss->c.size;
}

void
ocr_session_end_rest_locked(struct sessions *ss, struct session *s)
{
	if (s->heard_rest)
		atomic_store_explicit(&s->heard_ms, ocr_session_now(ss),
				      memory_order_relaxed);
	s->said_rest = s->heard_rest = false;
}

/* Something is to come of the other side. */
static bool
expects_locked(const struct session *s)
{
	return ocr_session_waits_locked(s) || s->parked || s->reads;
}

static bool
may_rest_locked(const struct sessions *ss, const struct session *s)
{
	return !is_keeper(ss, s) && !expects_locked(s) && !s->unsaid.kind;
}

static void
rest_locked(struct sessions *ss, struct session *s)
{
	s->said_rest = true;
	ocr_session_say_locked(ss, s, OCR_SESSION_PULSE, OCR_SESSION_REST, 0);
}

void
ocr_session_hear_rest_locked(struct sessions *ss, struct session *s)
{
	if (expects_locked(s)) {
		ocr_session_wake_pair_locked(ss, s);
		return;
	}
	s->heard_rest = true;
	if (!s->said_rest && may_rest_locked(ss, s))
		rest_locked(ss, s);
}

void
ocr_session_pulse_locked(struct sessions *ss, struct session *s, uint64_t now)
{
	if (s->said_rest && !s->heard_rest)
		s->may_rest_ms = now + AGAIN_MS;
	else if (s->said_rest && !is_keeper(ss, s))
		return;
	if (ss->is_short && now >= s->may_rest_ms && may_rest_locked(ss, s))
		rest_locked(ss, s);
	else
		ocr_session_say_locked(ss, s, OCR_SESSION_PULSE, 0, 0);
}
