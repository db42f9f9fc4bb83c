/* SPDX-License-Identifier: BSD-3-Clause */
/* peer.h - what a fabric keeps about the nodes it speaks with.
 *
 * For fabric*.c, batch.c, receive.c and transfer.c alone.  A peer costs a
 * pointer until it is first used.
 * Threads: any.  A peer is never freed before the fabric is closed.
 */
#ifndef FABRIC_PEER_H
#define FABRIC_PEER_H

#include "fabric/fabric.h"
#include "fabric/lock.h"
#include "fabric/packet.h"
#include "fabric/transport.h"

#include <stdatomic.h>

/* So many packets of a pair are under way at once: one that travels and one
 * that follows at once.  Meanwhile ops gather. */
#define PACKETS_UNDER_WAY 2

/* The fabric keeps so many packets for the next use. */
#define SPARE_PACKETS 32

/* A longer op is put into a packet at once. */
#define LIGHT_BYTES 48

struct peer {
	ocr_node_t node; /* fixed */
	struct ocr_lock lock;

	/* Guarded by lock.  What leaves, batch.c: */
	struct ocr_packet *open;  /* being filled */
	uint32_t open_last;	  /* where its last op begins */
	/* The last op, if it is one that says `later` and nothing else has
	 * gathered: it is put into a packet once that is made for another, or
	 * when its time has come.  Then there is none that is open. */
	struct {
		uint64_t words[LIGHT_BYTES / 8];
		uint64_t seq;
		uint32_t len_bytes; /* 0: there is none */
	} light;
	struct ocr_packet *queue; /* ready to leave, oldest first */
	struct ocr_packet *queue_last;
	struct ocr_packet *under_way[PACKETS_UNDER_WAY];
	uint64_t packets_left;	 /* number of the last packet that left */
	uint64_t owed;		 /* the peer wants this op confirmed */
	uint64_t told;		 /* ops whose handling the peer was told of */
	uint64_t want;		 /* the last op that we want confirmed */
	uint64_t want_told;	 /* what of it the peer was told */
	uint64_t want_next;	 /* no wish is in between; 0: told all */
	uint64_t debts_told;	 /* of ocr_debts.changes */
	bool tells_own;		 /* what it says of ours is perhaps not left */
	bool flush;		 /* `open` may leave though it is not full */
	bool trails;		 /* behind what leaves an empty one does */
	bool pushing;		 /* a thread hands packets to the transport */
	bool stalled;		 /* the transport had no room; wait for poll */
	struct ocr_packet *kept; /* for the next one, or NULL */
	uint32_t n_busy;	 /* packets in use, and lists that it is on */

	/* Guarded by lock.  What comes back: */
	struct ocr_confirm *waiters, *waiters_last;	 /* by seq */
	struct ocr_transfer *transfers, *transfers_last; /* not all started */
	size_t moving_bytes; /* in pieces under way */
	uint32_t moving_pieces;

	/* Written under lock; poll reads what it alone writes, and what has
	 * left, without.  Who carries debts reads what is confirmed. */
	_Atomic uint64_t confirmed; /* ops that it has handled; inside poll */
	bool lost;		    /* inside poll */
	_Atomic uint64_t ops_left;  /* number of the last op that left */

	/* Guarded by lock: */
	int error; /* the transport's; lost at the next poll */

	/* Guarded by lock; the links by being on the list. */
	bool is_dirty, is_due, is_later;
	struct peer *dirty_next, *due_next, *later_next;

	/* Written under lock, read by statistics. */
	_Atomic uint64_t ops_sent, ops_joined, packets_sent, bytes_sent;

	/* Written inside poll only.  Read when a packet leaves. */
	_Atomic uint64_t ops_handled;

	/* Inside poll only; receive.c: */
	uint64_t packets_received;
	uint8_t *op; /* being put together from fragments */
	uint32_t op_bytes, op_filled;
	uint64_t asked; /* the last op that it has wanted confirmed */
	/* Held back for a debt, and what came behind: */
	struct held_op *held, *held_last;
	uint64_t n_held;
	size_t held_bytes;
	char *gone_why; /* it has gone, and is lost when none is left of them */
	struct peer *held_next;
	bool is_held;
};

/* An op that waits. */
struct held_op {
	struct held_op *next;
	struct ocr_op op; /* and the rest of it */
};

struct ocr_fabric {
	/* Fixed after open: */
	struct ocr_packet_rules rules;
	struct ocr_transport *t;
	struct ocr_transport_up up;
	void *ctx;
	void (*lost)(void *ctx, ocr_node_t peer, const char *why);
	void (*lent_back)(void *ctx, void *lender, const void *bytes);
	uint32_t payload_max;
	struct ocr_debts *debts; /* NULL: none are carried */

	/* Who was lost first, in words; written once, inside poll. */
	char first_lost[512];
	_Atomic bool any_lost; /* with release, once that is there */

	_Atomic(struct peer *) dirty; /* have something for flush */
	_Atomic(struct peer *) due;   /* have something for poll */
	_Atomic(struct peer *) later; /* something that can wait for it */
	_Atomic(struct ocr_transfer *) done; /* their fn is to run */
	_Atomic(struct ocr_packet *) lent;   /* over: lent_back is to run */
	/* Peers that are, and transfers. */
	_Atomic uint64_t busy;
	_Atomic uint32_t n_moving; /* transfers that have not ended */
	_Atomic int n_serving;	   /* those of others, as far as it is known */
	_Atomic bool polling;
	_Atomic bool asleep; /* a thread is in ocr_fabric_wait() */
	int happened;	     /* inside poll only */
	struct peer *held;   /* inside poll only: have ops held back */

	/* Stand for peers that no memory was left for: all ops to them are
	 * dropped.  lost() has not yet run, and has run. */
	struct peer starved, gone;
	_Atomic bool starving;

	_Atomic(struct ocr_packet *) spare[SPARE_PACKETS];

	_Atomic uint64_t confirms_waited, debts_carried, debts_told;
	/* The sum of the times at which waits ended, less the sum of those at
	 * which they began. */
	_Atomic uint64_t waited_ns;
	_Atomic uint64_t bad_packets, n_transfers, transfer_bytes;
	/* Written inside poll: */
	_Atomic uint64_t packets_received, bytes_received;
	_Atomic uint64_t ops_handled, confirms_run, ops_held;

	_Atomic(struct peer *) peers[];
};

/* Has something gathered? */
static inline bool
ocr_peer_has_some_locked(const struct peer *p)
{
	return p->open || p->light.len_bytes;
}

/* Adds to a counter that nobody else writes meanwhile. */
static inline void
ocr_peer_count(_Atomic uint64_t *counter, uint64_t n)
{
	uint64_t was = atomic_load_explicit(counter, memory_order_relaxed);

	atomic_store_explicit(counter, was + n, memory_order_relaxed);
}

/* p is busy once more, or so many times less. */
static inline void
ocr_peer_begin_locked(struct ocr_fabric *f, struct peer *p)
{
	if (p->n_busy++ == 0)
		atomic_fetch_add_explicit(&f->busy, 1, memory_order_relaxed);
}
static inline void
ocr_peer_end_locked(struct ocr_fabric *f, struct peer *p, uint32_t n)
{
	p->n_busy -= n;
	if (n != 0 && p->n_busy == 0)
		atomic_fetch_sub_explicit(&f->busy, 1, memory_order_relaxed);
}

/* So many of our ops it has handled.  Without its lock perhaps a few less. */
static inline uint64_t
ocr_peer_confirmed(const struct peer *p)
{
	return atomic_load_explicit(&p->confirmed, memory_order_relaxed);
}

/* The peer `node`, made on first use; never NULL. */
struct peer *ocr_peer_make(struct ocr_fabric *f, ocr_node_t node)
	__attribute__((cold, noinline));
static inline struct peer *
ocr_peer_get(struct ocr_fabric *f, ocr_node_t node)
{
	/* pairs with ocr_peer_make() */
	struct peer *p =
		atomic_load_explicit(&f->peers[node], memory_order_acquire);

	return __builtin_expect(p != NULL, 1) ? p : ocr_peer_make(f, node);
}

/* Puts p on the list of those that ocr_fabric_flush() looks at. */
void ocr_peer_list_dirty_locked(struct ocr_fabric *f, struct peer *p)
	__attribute__((noinline));
static inline void
ocr_peer_set_dirty_locked(struct ocr_fabric *f, struct peer *p)
{
	if (!p->is_dirty)
		ocr_peer_list_dirty_locked(f, p);
}

/* Puts p on the list of those that ocr_fabric_poll() flushes when it begins,
 * unless it will be flushed anyway. */
void ocr_peer_set_later_locked(struct ocr_fabric *f, struct peer *p);

/* Puts p on the list of those that ocr_fabric_poll() looks at. */
void ocr_peer_set_due_locked(struct ocr_fabric *f, struct peer *p);

/* Ends the sleep of a thread that must see what was put on a list (by a
 * sequentially consistent exchange) just before. */
void ocr_peer_wake(struct ocr_fabric *f);

/* The transport refused p for good: p is lost at the next poll. */
void ocr_peer_fail_locked(struct ocr_fabric *f, struct peer *p, int error);

/* Gives up on p: drops what waits, runs lost().  Inside poll only, no lock
 * held.  `why` is used before return only. */
void ocr_peer_lose(struct ocr_fabric *f, struct peer *p, const char *why)
	__attribute__((cold));

/* The same, but what has come of it and is held back is handled before: the end
 * of the job may be among it. */
void ocr_peer_goes(struct ocr_fabric *f, struct peer *p, const char *why);

/* Forgets what was held back for a debt. */
void ocr_peer_drop_held(struct peer *p);

/* lost() for those that there was no memory for.  Inside poll only. */
void ocr_peer_lose_some(struct ocr_fabric *f) __attribute__((noinline));
static inline void
ocr_peer_lose_starved(struct ocr_fabric *f)
{
	/* Pairs with ocr_peer_make().  Each poll comes here: what is not seen
	 * now is seen by the next. */
	if (__builtin_expect(
		    atomic_load_explicit(&f->starving, memory_order_relaxed),
		    0))
		ocr_peer_lose_some(f);
}

/* Frees what hangs off p, and p. */
void ocr_peer_free(struct ocr_fabric *f, struct peer *p);

#endif
