/* SPDX-License-Identifier: BSD-3-Clause */
/* session_time.c - what is due when nothing comes.
 *
 * Time is what this node was awake: a process that was stopped, or had no
 * processor, must not hold its own absence against the others, whose packets
 * wait for it.  So of a long time between two looks little counts, and those
 * packets are taken before anybody's silence is looked at.
 *
 *   BROKEN                  a word that asks, in growing distance
 *   waits for an answer     the same, when patience has run out
 *   silent for a second     a word that asks nothing; session_rest.c
 *   missed                  its host is asked whether its process is there
 *   nothing came for long   a warning; then the peer is given up
 *   nothing is confirmed    the same, though the peer is heard, and answers on
 *                           connections that are made again
 */
#include "fabric/called_at.h"
#include "fabric/clock.h"
#include "fabric/log.h"
#include "fabric/sessions.h"

#include <stdio.h>

/* Between two looks at the sessions. */
#define LOOK_MS		 5
/* Looks at the clock between two of which this node was away. */
#define AWAY_MS		 1500
/* The distance of words while broken grows up to this. */
#define RETRY_MOST_MS	 64
#define PATIENCE_MOST_MS 1000
/* All pulses of a node leave together, so that it wakes for them once; so who
 * has said something within half of this is passed over. */
#define PULSE_MS	 1000
/* Whose pulse has not come, or who has not answered so many words that ask, is
 * missed.  Its host is asked at that distance, which doubles every fourth time
 * until it is the last one. */
#define MISSED_PULSE_MS (PULSE_MS * 3 / 2)
#define MISSED_ATTEMPTS 6
#define ASK_HOST_MS	20
#define ASK_HOST_MOST_MS 1000
/* One connection may be slow, so silence alone decides there; each new one
 * begins with a word that confirms what has come before.  It has a second to do
 * better than that, unless there were so many. */
#define REMADE_LEAST	 2
#define REMADE_OFTEN	 10

/* What a verdict rests on. */
enum verdict { LIVES, SILENT, ENDED, UNMOVED, UNREAD };

static uint64_t
clock_ms(const struct sessions *ss)
{
	return ss->c.now_ms ? ss->c.now_ms(ss->c.ctx)
			    : (uint64_t)ocr_clock_ms();
}

void
ocr_session_arm_at(struct sessions *ss, uint64_t at)
{
	uint64_t next =
		atomic_load_explicit(&ss->next_ms, memory_order_relaxed);

	while (at < next)
		if (atomic_compare_exchange_weak_explicit(
			    &ss->next_ms, &next, at, memory_order_seq_cst,
			    memory_order_relaxed)) {
			ocr_session_wake(ss);
			break;
		}
}

void
ocr_session_listen_locked(struct sessions *ss, struct session *s)
{
	s->speaks = true;
	/* Before, nobody had a reason to say anything. */
	atomic_store_explicit(&s->heard_ms, ocr_session_now(ss),
			      memory_order_relaxed);
	if (ss->c.silence_ms && !s->is_watched)
		ocr_session_arm(ss, 1000);
}

/* "its process (pid 77 on b)" */
static void
describe(const struct sessions *ss, const struct session *s, char *buf,
	 size_t size)
{
	const char *host = ss->c.host ? ss->c.host(ss->c.ctx, s->node) : "";

	if (!s->pid)
		snprintf(buf, size, "its process");
	else
		snprintf(buf, size, "its process (pid %u%s%s)", s->pid,
			 *host ? " on " : "", host);
}

/* Of who was never heard, or "": maybe it is not he who was called. */
static void
describe_call(struct sessions *ss, const struct session *s,
	      char at[OCR_CALLED_AT_TEXT])
{
	*at = 0;
	if (s->words_taken == 0 &&
	    atomic_load_explicit(&s->taken, memory_order_relaxed) == 0 &&
	    ss->below->ops->called_at)
		ss->below->ops->called_at(ss->below, s->node, at,
					  OCR_CALLED_AT_TEXT);
}

/* Asks whether the other side has what was sent, or for its grant. */
static void
ask_locked(struct sessions *ss, struct session *s)
{
	uint32_t flags = OCR_SESSION_ASK;

	if (s->wants_grant && !s->granted)
		flags |= OCR_SESSION_WINDOW;
	ocr_session_say_locked(ss, s, OCR_SESSION_PULSE, flags, 0);
}

static void
retry_locked(struct sessions *ss, struct session *s, uint64_t now)
{
	uint64_t distance = (uint64_t)1 << (s->attempts < 6 ? s->attempts : 6);

	if (now < s->retry_ms)
		return;
	s->attempts++;
	s->retry_ms =
		now + (distance < RETRY_MOST_MS ? distance : RETRY_MOST_MS);
	ask_locked(ss, s);
}

static void
check_patience_locked(struct sessions *ss, struct session *s, uint64_t now)
{
	if (!ocr_session_waits_locked(s) ||
	    now - s->waits_since_ms < s->patience_ms)
		return;
	s->waits_since_ms = now;
	s->patience_ms *= 2;
	if (s->patience_ms > PATIENCE_MOST_MS)
		s->patience_ms = PATIENCE_MOST_MS;
	ask_locked(ss, s);
}

static bool
minds_silence_locked(const struct sessions *ss, const struct session *s)
{
	return ss->c.silence_ms && !s->is_watched;
}

static void
warn_locked(struct sessions *ss, struct session *s, uint64_t silent)
{
	char who[160];

	s->is_warned = true;
	s->warns = !ss->c.warn || ss->c.warn(ss->c.ctx, s->node, true);
	if (!s->warns)
		return;
	describe(ss, s, who, sizeof(who));
	ocr_log_warn(ss->c.self,
		     "node %u: nothing has come from %s for %ju.%ju s; "
		     "after %u s it is given up (OCR_SILENCE_S)",
		     s->node, who, (uintmax_t)silent / 1000,
		     (uintmax_t)silent % 1000 / 100, ss->c.silence_ms / 1000);
}

/* It has spoken since; session_in.c knows. */
static void
end_warning_locked(struct sessions *ss, struct session *s)
{
	s->warns = false;
	if (ss->c.warn)
		ss->c.warn(ss->c.ctx, s->node, false);
}

/* What is said of so long a silence is said by the second look that sees it,
 * and in between is a poll: of this node's absence all may count that is no
 * longer than AWAY_MS, and what has come in that time waits. */
static bool
is_sure_locked(bool *is_doubted, bool is_silent)
{
	bool is_sure = is_silent && *is_doubted;

	*is_doubted = is_silent && !is_sure;
	return is_sure;
}

/* True: s was silent for the agreed time. */
static bool
check_silence_locked(struct sessions *ss, struct session *s, uint64_t now)
{
	uint64_t heard =
		atomic_load_explicit(&s->heard_ms, memory_order_relaxed);
	uint64_t silent = now > heard ? now - heard : 0;
	bool is_over, is_long;

	if (!minds_silence_locked(ss, s) || !s->speaks)
		return false;
	is_over = silent >= ss->c.silence_ms && !s->heard_rest;
	is_long = ss->c.warn_ms && !s->heard_rest && silent >= ss->c.warn_ms &&
		  !s->is_warned;
	if (is_sure_locked(&s->is_over_doubted, is_over))
		return true;
	if (is_sure_locked(&s->is_long_doubted, is_long))
		warn_locked(ss, s, silent);
	if (s->warns && !s->is_warned)
		end_warning_locked(ss, s);
	if (now - s->said_ms >= PULSE_MS / 2 && s->state == SESSION_WORKING)
		ocr_session_pulse_locked(ss, s, now);
	return false;
}

/* One that lives has said so meanwhile, once a second: it may be that what this
 * node asks does not get there, and is refused by somebody else. */
static bool
has_missed_a_pulse_locked(const struct session *s, uint64_t now)
{
	return now > atomic_load_explicit(&s->heard_ms, memory_order_relaxed) +
			     MISSED_PULSE_MS;
}

/* Longer than whatever a healthy peer takes that is not silent: that was asked
 * for again meanwhile. */
bool
ocr_session_never_moves(const struct sessions *ss, uint64_t since_ms)
{
	return ss->c.silence_ms && ocr_session_now(ss) - since_ms >=
					   ss->c.silence_ms + MISSED_PULSE_MS;
}

/* "12.3 s" */
static void
describe_time(uint64_t ms, char *buf, size_t size)
{
	snprintf(buf, size, "%ju.%ju s", (uintmax_t)ms / 1000,
		 (uintmax_t)ms % 1000 / 100);
}

static void
describe_heard(const struct session *s, uint64_t now, char *buf, size_t size)
{
	uint64_t heard =
		atomic_load_explicit(&s->heard_ms, memory_order_relaxed);

	describe_time(now > heard ? now - heard : 0, buf, size);
}

static void
warn_of_unmoved_locked(struct sessions *ss, struct session *s, uint64_t now)
{
	char who[160], since[32], heard[32];

	ss->told_unmoved = true;
	describe(ss, s, who, sizeof(who));
	describe_time(now - s->unmoved_ms, since, sizeof(since));
	describe_heard(s, now, heard, sizeof(heard));
	ocr_log_warn(
		ss->c.self,
		"node %u: what was sent to %s is not confirmed after %s, "
		"though it was heard %s ago: the network is slow, or loses "
		"large packets (MTU)",
		s->node, who, since, heard);
}

/* A link may be down, and below needs time then before it sends again what was
 * lost: who is heard again on the same connection begins anew. */
static void
note_silence_locked(struct session *s, uint64_t now)
{
	bool is_silent = has_missed_a_pulse_locked(s, now);

	if (s->was_silent && !is_silent && s->state == SESSION_WORKING)
		s->remade = 0;
	s->was_silent = is_silent;
}

/* What waits has had its chance on this connection, behind whatever silence, or
 * on many. */
static bool
is_tried_locked(const struct session *s, uint64_t now)
{
	return s->remade >= REMADE_OFTEN ||
	       (s->state == SESSION_WORKING && s->remade >= REMADE_LEAST &&
		now >= s->worked_ms + PULSE_MS);
}

/* A link may let small packets pass only.  Then a connection that is made again
 * brings words, and nothing else, so nobody is silent for long. */
static enum verdict
check_unmoved_locked(struct sessions *ss, struct session *s, uint64_t now)
{
	note_silence_locked(s, now);
	if (!minds_silence_locked(ss, s) || s->was_silent)
		return LIVES;
	if (s->is_stuck && is_tried_locked(s, now))
		return s->is_stuck_reading ? UNREAD : UNMOVED;
	if (!s->first)
		return LIVES;
	if (is_tried_locked(s, now) &&
	    ocr_session_never_moves(ss, s->unmoved_ms))
		return UNMOVED;
	if (ss->c.warn_ms && !ss->told_unmoved &&
	    now - s->unmoved_ms >= UINT64_C(2) * ss->c.warn_ms)
		warn_of_unmoved_locked(ss, s, now);
	return LIVES;
}

/* The first words that ask have not helped: what they ask is not answered. */
static bool
is_missed_locked(const struct sessions *ss, const struct session *s,
		 uint64_t now)
{
	if (!minds_silence_locked(ss, s) || !s->speaks)
		return false;
	if (atomic_load_explicit(&ss->others_leave, memory_order_relaxed))
		return false;
	if (s->state == SESSION_BROKEN)
		return s->attempts > MISSED_ATTEMPTS;
	if (ocr_session_waits_locked(s) && s->patience_ms > OCR_SESSION_PATIENCE_MS)
		return true;
	return !s->heard_rest && has_missed_a_pulse_locked(s, now);
}

/* True: its process has ended. */
static bool
check_end_locked(struct sessions *ss, struct session *s, uint64_t now)
{
	bool missed = is_missed_locked(ss, s, now);
	uint64_t distance = ASK_HOST_MS << (s->looks / 4 < 6 ? s->looks / 4 : 6);

	if (!ss->below->ops->missed || (!missed && !s->looks) ||
	    (missed && now < s->look_ms))
		return false;
	s->looks = missed ? s->looks + 1 : 0;
	s->look_ms = now + (distance < ASK_HOST_MOST_MS ? distance
							: ASK_HOST_MOST_MS);
	return ss->below->ops->missed(ss->below, s->node, missed) &&
	       has_missed_a_pulse_locked(s, now);
}

/* When s has something due next. */
static uint64_t
due_ms_locked(const struct sessions *ss, const struct session *s, uint64_t now)
{
	uint64_t at = UINT64_MAX;

	if (s->state == SESSION_BROKEN)
		at = s->retry_ms;
	else if (ocr_session_waits_locked(s))
		at = s->waits_since_ms + s->patience_ms;
	/* Those of all sessions together. */
	if (minds_silence_locked(ss, s) && at > (now / PULSE_MS + 1) * PULSE_MS)
		at = (now / PULSE_MS + 1) * PULSE_MS;
	/* See is_tried_locked(). */
	if (s->remade && now < s->worked_ms + PULSE_MS &&
	    at > s->worked_ms + PULSE_MS)
		at = s->worked_ms + PULSE_MS;
	if (s->looks && at > s->look_ms)
		at = s->look_ms;
	if (minds_silence_locked(ss, s) &&
	    (s->is_long_doubted || s->is_over_doubted))
		at = now;
	return at;
}

static void
describe_unmoved(const struct sessions *ss, const struct session *s,
		 enum verdict v, char *why, size_t size)
{
	char heard[32];

	describe_heard(s, ocr_session_now(ss), heard, sizeof(heard));
	snprintf(
		why, size,
		"%s for %u s, though it was heard %s ago: connections are made "
		"again, and break: does the network lose large packets (MTU)?",
		v == UNREAD ? "bytes that were asked of it have not come"
			    : "what was sent to it is not confirmed",
		(ss->c.silence_ms + MISSED_PULSE_MS) / 1000, heard);
}

static void
give_up(struct sessions *ss, struct session *s, enum verdict v)
{
	char why[400], at[OCR_CALLED_AT_TEXT];

	describe_call(ss, s, at);
	if (v == ENDED && *at)
		snprintf(why, sizeof(why),
			 "nobody listens where it is called, at %s, and nothing "
			 "has ever come from it: its process has ended, or that "
			 "leads to another host (OCR_INTERFACE names the "
			 "interface that leads to all)",
			 at);
	else if (v == ENDED)
		snprintf(why, sizeof(why),
			 "its process has ended: nobody listens at its port");
	else if (v == UNMOVED || v == UNREAD)
		describe_unmoved(ss, s, v, why, sizeof(why));
	else
		snprintf(why, sizeof(why),
			 "nothing has come from it for %u s%s%s%s",
			 ss->c.silence_ms / 1000,
			 *at ? ", nor before; it is called at " : "", at,
			 *at ? ": does that lead to its host (OCR_INTERFACE)?"
			     : "");
	if (ss->below->ops->fail)
		ss->below->ops->fail(ss->below, s->node, why);
	ocr_session_fail(ss, s, why);
}

/* Each of them also does what is due. */
static enum verdict
judge_locked(struct sessions *ss, struct session *s, uint64_t now)
{
	enum verdict v = check_unmoved_locked(ss, s, now);

	if (check_silence_locked(ss, s, now))
		v = SILENT;
	if (check_end_locked(ss, s, now))
		v = ENDED;
	return v;
}

/* Does what is due for s; returns when the next is. */
static uint64_t
tend(struct sessions *ss, struct session *s, uint64_t now, uint32_t *keeps)
{
	struct session_back back = {NULL, NULL};
	enum verdict v = LIVES;
	uint64_t at = UINT64_MAX;

	ocr_lock(&s->lock, OCR_LOCK_SESSION);
	if (s->state == SESSION_BROKEN)
		retry_locked(ss, s, now);
	else if (s->state == SESSION_WORKING)
		check_patience_locked(ss, s, now);
	if (s->state != SESSION_DEAD) {
		v = judge_locked(ss, s, now);
		at = due_ms_locked(ss, s, now);
		*keeps = ocr_session_keeps_locked(ss, s);
	}
	ocr_unlock(&s->lock, OCR_LOCK_SESSION);
	ocr_session_tell(ss, s, &back);
	if (v != LIVES)
		give_up(ss, s, v);
	return at;
}

/* Does what is due for all; returns when the next is. */
static uint64_t
tend_all(struct sessions *ss, uint64_t now)
{
	uint32_t least = UINT32_MAX, keeps;
	uint64_t next = UINT64_MAX, at;
	ocr_node_t keeper = OCR_NODE_NONE;
	/* Pairs with ocr_session_get(). */
	struct session *s =
		atomic_load_explicit(&ss->met, memory_order_acquire);

	for (; s; s = s->next) {
		keeps = UINT32_MAX;
		at = tend(ss, s, now, &keeps);
		if (at < next)
			next = at;
		if (keeps < least) {
			least = keeps;
			keeper = s->node;
		}
	}
	ss->keeper = keeper;
	return next;
}

/* Who was away hears what has come meanwhile, in this poll, before he holds
 * silence against anybody in the next; but not who is away each time, or nothing
 * would ever be due. */
static bool
hears_first(struct sessions *ss, uint64_t passed)
{
	ss->was_away = passed >= AWAY_MS && !ss->was_away;
	if (ss->was_away)
		atomic_store_explicit(&ss->look, true, memory_order_relaxed);
	return ss->was_away;
}

int
ocr_session_tick(struct sessions *ss)
{
	uint64_t clock = clock_ms(ss), passed = clock - ss->clock_ms;
	uint64_t now = ocr_session_now(ss), next;

	if (!ss->clock_ms)
		passed = 1;
	if (!passed)
		return 0;
	ss->clock_ms = clock;
	now += passed < AWAY_MS ? passed : AWAY_MS;
	atomic_store_explicit(&ss->awake_ms, now, memory_order_relaxed);
	if (hears_first(ss, passed))
		return 0;
	if (now < atomic_load_explicit(&ss->next_ms, memory_order_relaxed))
		return 0;
	/* Before the sessions, and before a look at which there are: what they
	 * arm meanwhile counts.  Pairs with ocr_session_get(). */
	atomic_exchange_explicit(&ss->next_ms, UINT64_MAX,
				 memory_order_seq_cst);
	ss->is_short =
		ss->below->ops->is_short && ss->below->ops->is_short(ss->below);
	next = tend_all(ss, now);
	if (next != UINT64_MAX)
		ocr_session_arm(ss,
				next > now + LOOK_MS ? next - now : LOOK_MS);
	return 1;
}

int
ocr_session_sleep_ms(struct sessions *ss, int timeout_ms)
{
	uint64_t next =
		atomic_load_explicit(&ss->next_ms, memory_order_seq_cst);
	uint64_t now = ocr_session_now(ss);
	uint64_t longest = next <= now		    ? 1
			   : next - now < INT32_MAX ? next - now
						    : INT32_MAX;

	/* The next poll sees how long it was. */
	atomic_store_explicit(&ss->look, true, memory_order_relaxed);
	if (atomic_load_explicit(&ss->due, memory_order_seq_cst))
		longest = 1;
	/* The next poll begins with that. */
	if (atomic_load_explicit(&ss->late, memory_order_relaxed))
		longest = 0;
	if (timeout_ms < 0 && longest == INT32_MAX)
		return -1;
	return timeout_ms >= 0 && (uint64_t)timeout_ms < longest ? timeout_ms
								 : (int)longest;
}
