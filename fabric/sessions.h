/* SPDX-License-Identifier: BSD-3-Clause */
/* sessions.h - the parts of sessions, for session*.c alone.
 *
 *   session.c       opens and closes, finds a session, what a poll does
 *   session_out.c   numbers, keeps, sends and sends again
 *   session_in.c    what has come
 *   session_move.c  pieces of transfers
 *   session_carry.c the same, as packets
 *   session_time.c  what is due when nothing comes
 *   session_rest.c  pairs that are silent on purpose
 *
 * A session's states, written by ocr_session_turn_locked() alone:
 *
 *   WORKING --below says so--> BROKEN --silent, or below gave up--> DEAD
 *      ^                         | |                                  ^
 *      +---a word was answered---+ +----------------------------------+
 *      +--------------------------------------------------------------+
 *
 * WORKING: what is given leaves at once.  BROKEN: it is kept, transfers are
 * parked, and words are said in growing distance, each of which makes below
 * connect; the answer to one of them says what the other side has.  DEAD: for
 * good; everything was given back but what below still holds.
 */
#ifndef FABRIC_SESSIONS_H
#define FABRIC_SESSIONS_H

#include "fabric/fabric.h"
#include "fabric/lock.h"
#include "fabric/session.h"
#include "fabric/session_wire.h"

#include <stdatomic.h>
#include <stdbool.h>

/* So many packets are kept for a peer, and given back above at once; beyond,
 * those above stay under way until one is acknowledged.  The other side
 * acknowledges half of them without being asked. */
#define OCR_SESSION_WINDOW_PACKETS 64
/* Packets that are longer than others, for they have bytes that are lent, go to
 * a peer while less than so many with such bytes are on their way to it, or
 * kept: the last one, whose acknowledgement is with the question for this one.
 */
#define OCR_SESSION_LENT	   2
/* Words under way to a peer. */
#define OCR_SESSION_WORDS	   4
/* Who waits asks so long after that whether what was sent has come: then it is
 * lost, or the other side had nothing to say. */
#define OCR_SESSION_PATIENCE_MS	   100

struct sessions;

/* A packet that the other side does not have as far as is known here, or a
 * word. */
struct session_packet {
	struct ocr_packet k;	  /* first: below returns its address */
	struct ocr_packet *above; /* its memory is k's; NULL: was given back */
	uint64_t number;	  /* 0: a word */
	enum ocr_session_kind kind; /* of one with a number */
	struct session_packet *next;
	struct session_packet *all_next; /* fixed */
	bool is_lent;			 /* some of it was */
	bool is_used;			 /* or spare */
	bool is_below;			 /* its memory is in use there */
	bool is_listed;			 /* not acknowledged */
	bool has_left;
};

/* A piece of a transfer. */
struct session_piece {
	struct ocr_transfer x;		/* first: below returns its address */
	struct ocr_transfer *above;	/* whose piece it is */
	struct session_piece *next;	/* parked, or spare */
	struct session_piece *all_next; /* fixed */
	uint64_t since_ms;		/* it was given */
	unsigned tries;
};

/* A word that could not be said yet; what is said next says it all. */
struct session_unsaid {
	enum ocr_session_kind kind; /* 0: nothing */
	uint32_t flags;
	uint64_t answer;
};

enum session_state { SESSION_WORKING, SESSION_BROKEN, SESSION_DEAD };

struct session {
	ocr_node_t node;      /* fixed */
	struct session *next; /* fixed once listed */
	struct ocr_lock lock;

	/* Guarded by lock: */
	enum session_state state;
	bool is_met;	 /* its card has come */
	bool is_watched; /* by others: its silence does not count */
	uint32_t pid;	 /* 0: not known */
	int error;	 /* below refused for good; dead at the next poll */
	/* What leaves: */
	struct session_packet *first, *last; /* listed, oldest first */
	struct session_packet *to_leave;     /* the rest of them, in order */
	struct session_packet *spare, *all;
	/* So many of what was given the peer has; written inside poll. */
	uint64_t acknowledged;
	unsigned n_kept;  /* listed, and given back above */
	void *memory;	  /* for the next packet that is, or NULL */
	bool owes;	  /* some could be given back, and were not */
	unsigned n_words; /* under way */
	uint64_t words;	  /* number of the last */
	struct session_unsaid unsaid;
	bool stalled; /* below had no room; wait for poll */
	/* Transfers: */
	struct session_piece *parked, *parked_last;
	struct session_piece *reads, *reads_last; /* not answered, in order */
	struct session_piece *spare_pieces, *all_pieces;
	bool granted;
	bool wants_grant; /* and has said so */
	/* Time, in what this node was awake: */
	uint64_t waits_since_ms; /* for what it has sent or parked */
	uint64_t patience_ms;	 /* before it asks */
	uint64_t unmoved_ms;	 /* nothing was acknowledged since */
	uint64_t moved_ms;	 /* a piece was whole */
	unsigned remade;	 /* answered connections since either */
	bool was_silent;	 /* on this one */
	bool is_stuck;		 /* one never is */
	bool is_stuck_reading;	 /* and is a read */
	uint64_t retry_ms;	 /* BROKEN: when it asks */
	uint64_t worked_ms;	 /* WORKING since */
	unsigned attempts;
	uint64_t look_ms; /* when its host is asked next whether it lives */
	unsigned looks;	  /* so often since it was missed */
	uint64_t asked; /* BROKEN: the first word that may be answered */
	bool speaks;	/* or wants to: from then on it listens for the other */
	uint64_t said_ms;
	/* The last that was said, and heard, was REST. */
	bool said_rest, heard_rest;
	uint64_t may_rest_ms; /* it is not said before */
	bool warns;	      /* this node tells of its silence */
	uint64_t gone_ms;     /* DEAD: when the peer was told last */

	/* Written inside poll, read when something leaves. */
	_Atomic uint64_t taken; /* DATA of the peer up to here */
	_Atomic uint64_t heard_ms;
	/* Written under lock, read by who has something to lend. */
	_Atomic unsigned n_lent; /* packets that are used */
	/* Written under lock, read inside poll. */
	_Atomic uint64_t told;	/* of `taken`, to the peer */
	_Atomic uint64_t given; /* number of the last packet from above */
	/* Inside poll only: */
	bool is_dead;	      /* its state is DEAD */
	bool is_warned;	      /* its silence was told of, by somebody */
	/* Whether its silence is one to tell of, and one to give it up for: it
	 * is looked at again. */
	bool is_long_doubted, is_over_doubted;
	uint64_t late;	      /* acknowledged, see ocr_session_settle() */
	uint64_t words_taken; /* number of the last of the peer's */
	uint64_t complained;  /* of the packet after this one */
};

struct sessions {
	struct ocr_transport t; /* first */

	/* Fixed after open: */
	struct ocr_session_config c;
	struct ocr_transport *below;
	struct ocr_transport_up up, mine; /* fixed after attach */

	_Atomic(struct session *) met; /* all of them; grows only */
	/* Whose last packet has said what is not dealt with, or NULL; written
	 * inside poll. */
	_Atomic(struct session *) late;
	_Atomic bool due;  /* one has something for poll */
	_Atomic bool look; /* at the clock, in the next poll */
	_Atomic bool others_leave; /* a closed port is no end */
	_Atomic bool sleeps;	   /* a thread does, or is about to */
	_Atomic uint64_t awake_ms; /* written inside poll */
	_Atomic uint64_t next_ms;  /* nothing is due before; of awake_ms */
	uint64_t clock_ms;	   /* inside poll: the clock at that time */
	bool was_away;		   /* inside poll: before that time */
	unsigned polls;		   /* inside poll only, as what follows */
	ocr_node_t keeper;	   /* OCR_NODE_NONE: not known */
	bool is_short;		   /* connections cost more than there is */
	bool told_unmoved;	   /* that what was sent is not confirmed */
	uint64_t told_refused;

	_Atomic uint64_t breaks, resent, repeated, missing, refused;
	_Atomic uint64_t begun_anew, alone, kept_most;

	_Atomic(struct session *) sessions[];
};

/* What has to be told above once no lock is held. */
struct session_back {
	struct ocr_packet *packets;
	struct session_piece *pieces; /* with their status in x */
};

/* Something can be sent to it. */
static inline bool
ocr_session_is_met_locked(const struct sessions *ss, const struct session *s)
{
	return s->is_met || !ss->below->ops->meet;
}

static inline struct sessions *
ocr_sessions_of(struct ocr_transport *t)
{
	return (struct sessions *)t;
}

static inline void
ocr_session_count(_Atomic uint64_t *n)
{
	atomic_fetch_add_explicit(n, 1, memory_order_relaxed);
}

/* -- session.c ------------------------------------------------------------- */

/* The session with `node`, made on first use; NULL: no memory. */
struct session *ocr_session_make(struct sessions *ss, ocr_node_t node)
	__attribute__((noinline));
static inline struct session *
ocr_session_get(struct sessions *ss, ocr_node_t node)
{
	/* Pairs with ocr_session_make(). */
	struct session *s =
		atomic_load_explicit(&ss->sessions[node], memory_order_acquire);

	return __builtin_expect(s != NULL, 1) ? s : ocr_session_make(ss, node);
}

/* Writes the state; see above. */
void ocr_session_turn_locked(struct session *s, enum session_state state);

/* The next poll looks at s; any thread. */
void ocr_session_set_due(struct sessions *ss);
/* Who sleeps looks again; any thread. */
void ocr_session_wake(struct sessions *ss);

/* Tells above, and gives the memory of pieces back.  Inside poll only. */
void ocr_session_tell(struct sessions *ss, struct session *s,
		      struct session_back *back);

/* Gives up the peer, once.  Inside poll only. */
void ocr_session_fail(struct sessions *ss, struct session *s, const char *why);

/* -- session_out.c --------------------------------------------------------- */

int ocr_session_send(struct ocr_transport *t, struct ocr_packet *p);

/* A packet of the session's own, with room for len_bytes behind its head; NULL:
 * no memory. */
struct session_packet *ocr_session_own_locked(struct sessions *ss,
					      struct session *s,
					      enum ocr_session_kind kind,
					      size_t len_bytes);
/* It is to leave, as what is given from above. */
void ocr_session_give_locked(struct sessions *ss, struct session *s,
			     struct session_packet *e);

/* Hands down what may leave. */
void ocr_session_push_locked(struct sessions *ss, struct session *s);

/* The peer has all up to `number`, which was sent. */
void ocr_session_acknowledge_locked(struct sessions *ss, struct session *s,
				    uint64_t number, struct session_back *back);

/* From now on it waits for what the other side is to say, and asks when its
 * patience has run out. */
void ocr_session_begin_to_wait_locked(struct sessions *ss, struct session *s);

/* All that is not acknowledged leaves again. */
void ocr_session_rewind_locked(struct session *s);

/* Says a word, as soon as below takes it; then it may get lost. */
void ocr_session_say_locked(struct sessions *ss, struct session *s,
			    enum ocr_session_kind kind, uint32_t flags,
			    uint64_t answer);
void ocr_session_say_unsaid_locked(struct sessions *ss, struct session *s);

/* The connection is broken. */
void ocr_session_break_locked(struct sessions *ss, struct session *s);

/* Below is done with k. */
void ocr_session_sent(void *ctx, struct ocr_packet *k);

/* Takes all that is not in use below. */
void ocr_session_take_locked(struct sessions *ss, struct session *s,
			     struct session_back *back);

/* -- session_in.c ---------------------------------------------------------- */

/* Deals with what the last packet of ss->late has acknowledged.  Inside poll
 * only. */
void ocr_session_settle_late(struct sessions *ss) __attribute__((noinline));
static inline void
ocr_session_settle(struct sessions *ss)
{
	if (atomic_load_explicit(&ss->late, memory_order_relaxed))
		ocr_session_settle_late(ss);
}

void ocr_session_received(void *ctx, ocr_node_t from, const void *data,
			  size_t len_bytes);

/* -- session_move.c -------------------------------------------------------- */

int ocr_session_read(struct ocr_transport *t, ocr_node_t from, uint64_t offset,
		     void *local, size_t len_bytes, struct ocr_transfer *x);
int ocr_session_write(struct ocr_transport *t, ocr_node_t to, uint64_t offset,
		      const void *local, size_t len_bytes,
		      struct ocr_transfer *x);

/* pc is at the end of the list. */
void ocr_session_append_piece(struct session_piece **first,
			      struct session_piece **last,
			      struct session_piece *pc);
/* pc ends with `status` once no lock is held. */
void ocr_session_end_piece(struct session_piece *pc, int status,
			   struct session_back *back);

/* Below is done with a piece. */
void ocr_session_moved(void *ctx, struct ocr_transfer *x, size_t piece_bytes,
		       int status);

/* Starts pieces that are parked, if they may. */
void ocr_session_move_locked(struct sessions *ss, struct session *s,
			     struct session_back *back);

/* Takes all pieces that are parked, or not answered, which end with `status`.
 */
void ocr_session_drop_pieces_locked(struct session *s, int status,
				    struct session_back *back);

/* -- session_carry.c ------------------------------------------------------- */

/* pc as a packet, or two: as read and write of transport.h.  0: it is kept here
 * until it is over. */
int ocr_session_carry_locked(struct sessions *ss, struct session *s,
			     struct session_piece *pc);
/* A packet of that kind has come.  NULL, or what is wrong with it.  Inside poll
 * only. */
const char *ocr_session_carried(struct sessions *ss, struct session *s,
				const struct ocr_session_head *h,
				size_t len_bytes);

/* -- session_rest.c -------------------------------------------------------- */

/* How far s is from being the keeper, the least of all is; UINT32_MAX: it
 * cannot be. */
uint32_t ocr_session_keeps_locked(const struct sessions *ss,
				  const struct session *s);

/* Something was said or heard that is not REST. */
void ocr_session_end_rest_locked(struct sessions *ss, struct session *s);
static inline void
ocr_session_wake_pair_locked(struct sessions *ss, struct session *s)
{
	if (__builtin_expect(s->said_rest || s->heard_rest, 0))
		ocr_session_end_rest_locked(ss, s);
}
/* REST was.  Inside poll only, as the next. */
void ocr_session_hear_rest_locked(struct sessions *ss, struct session *s);

/* It is time to say that this node lives, unless the pair rests. */
void ocr_session_pulse_locked(struct sessions *ss, struct session *s,
			      uint64_t now);

/* -- session_time.c -------------------------------------------------------- */

static inline uint64_t
ocr_session_now(const struct sessions *ss)
{
	return atomic_load_explicit(&ss->awake_ms, memory_order_relaxed);
}

/* Something is due in so many milliseconds; any thread. */
void ocr_session_arm_at(struct sessions *ss, uint64_t at_ms);
static inline void
ocr_session_arm(struct sessions *ss, uint64_t in_ms)
{
	uint64_t at = ocr_session_now(ss) + in_ms;

	if (at < atomic_load_explicit(&ss->next_ms, memory_order_relaxed))
		ocr_session_arm_at(ss, at);
}

/* Something is to be said: s listens for the other side from now on. */
void ocr_session_listen_locked(struct sessions *ss, struct session *s);
static inline void
ocr_session_speak_locked(struct sessions *ss, struct session *s)
{
	if (__builtin_expect(!s->speaks, 0))
		ocr_session_listen_locked(ss, s);
}

/* What has not moved since then, over several connections, will not: the other
 * side has had its silence, and time to answer after it. */
bool ocr_session_never_moves(const struct sessions *ss, uint64_t since_ms);

/* It waits for something that the other side is to say. */
static inline bool
ocr_session_waits_locked(const struct session *s)
{
	return s->first || (s->wants_grant && !s->granted);
}

/* Looks at the clock, and does what is due.  Inside poll only. */
int ocr_session_tick(struct sessions *ss);

/* How long a sleep may be, of at most timeout_ms (-1: any). */
int ocr_session_sleep_ms(struct sessions *ss, int timeout_ms);

#endif
