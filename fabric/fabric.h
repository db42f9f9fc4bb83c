/* SPDX-License-Identifier: BSD-3-Clause */
/* fabric.h - moves ops and bytes between the nodes of a job.
 *
 * Knows nodes, ops (a length, a type, bytes) and registered memory; knows
 * nothing of GUIDs, EDTs or data blocks.
 * Promise: ops from A are handled at B once each and in the order in which
 * they were sent, or B's lost(A) runs and nothing from A follows it.  A
 * confirmation says that the peer has handled an op, never less.
 * Threads: everything may be called from any thread, close excepted.
 * Handlers and completion callbacks run inside ocr_fabric_poll(), one at a
 * time for the whole fabric; they may send, read, write and ask for
 * confirmations, and must not block.
 *
 * Ops gather in one batch per peer.  A batch leaves when it is full, at
 * ocr_fabric_flush(), and when a confirmation is asked for, or something is in
 * a hurry; while packets to the same peer are still under way, ops keep
 * gathering.
 */
#ifndef FABRIC_FABRIC_H
#define FABRIC_FABRIC_H

#include "fabric/node.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ocr_fabric;
struct ocr_memory;
struct ocr_transport;

/* The head of every op, on the wire and in memory; 8-byte aligned. */
struct ocr_op {
	uint32_t len_bytes; /* with this head; a multiple of 8 */
	uint16_t type;	    /* index into the table of handlers */
	uint16_t zero;
};

/* The largest op; larger than a packet is cut and put together again. */
#define OCR_OP_MAX_BYTES (UINT32_C(16) << 20)

/* Handles one op.  `op` is valid until return.  `from` may be the own node:
 * the runtime dispatches ops to itself through the same table.  Returns 0 or
 * -errno, which the dispatcher logs. */
typedef int ocr_op_fn(void *ctx, ocr_node_t from, const struct ocr_op *op);

struct ocr_op_handler {
	const char *name;   /* for logs; NULL: no such type */
	uint32_t min_bytes; /* shorter ops are dropped and reported */
	ocr_op_fn *fn;
	bool later; /* nobody waits for it: see ocr_fabric_send() */
};

struct ocr_fabric_config {
	ocr_node_t self;
	uint32_t size;			 /* number of nodes in the job */
	struct ocr_transport *transport; /* owned by the fabric from here on */
	const struct ocr_op_handler *handlers; /* borrowed */
	size_t n_handlers;
	bool carries; /* for ocr_fabric_carry(), unless nodes are too many */
	void *ctx;    /* first argument of handlers and lost */
	/* `peer` is gone for good, for the reason `why`.  At most once per
	 * peer.  May be NULL. */
	void (*lost)(void *ctx, ocr_node_t peer, const char *why);
	/* `bytes`, which `lender` has lent with ocr_fabric_send_pieces(), are
	 * not used any more.  Inside ocr_fabric_poll().  NULL: none are
	 * lent. */
	void (*lent_back)(void *ctx, void *lender, const void *bytes);
};

/* Opens the fabric over a transport that is already up.  0 or -ENOMEM; on
 * failure the transport is still the caller's. */
int ocr_fabric_open(struct ocr_fabric **f, const struct ocr_fabric_config *c);

/* Closes the fabric and its transport.  Nothing may be running inside it. */
void ocr_fabric_close(struct ocr_fabric *f);

/* Before the fence that ends the job: from now on others may leave.  That
 * nobody listens at a node's port is no sign of its death any more. */
void ocr_fabric_others_leave(struct ocr_fabric *f);

/* Appends a copy of `op` to the batch for `to` and never blocks.  `to` is not
 * the own node.  Returns the op's number in the stream of ops to that peer
 * (1, 2, ...).  After lost(to) the op is dropped and the number still grows.
 * An op whose type says `later` leaves with the next one that does not, or at
 * the beginning of the next ocr_fabric_poll(): what this poll brings goes on
 * before a packet is made of it. */
uint64_t ocr_fabric_send(struct ocr_fabric *f, ocr_node_t to,
			 const struct ocr_op *op);

/* The same; it leaves at once, with what has gathered for `to`. */
uint64_t ocr_fabric_send_now(struct ocr_fabric *f, ocr_node_t to,
			     const struct ocr_op *op);

/* As ocr_fabric_send(); but where a packet costs little, which is between nodes
 * of a host, it leaves at once if nothing has gathered for `to`. */
uint64_t ocr_fabric_send_first(struct ocr_fabric *f, ocr_node_t to,
			       const struct ocr_op *op);

/* An op whose bytes lie in several places. */
struct ocr_op_pieces {
	/* Its len_bytes is that of all of it but the tail, and grows by that.
	 */
	struct ocr_op *op;
	size_t op_bytes;   /* of it at `op`, a multiple of 8 */
	const void *bytes; /* behind them, with zeros up to len_bytes */
	size_t n_bytes;
	/* NULL: the bytes are copied before the call returns.  Else they may be
	 * sent from where they are, and is_lent says whether: then they stay as
	 * they are until lent_back(), which the caller's locks may hold up. */
	void *lender;
	bool is_lent;
	/* Behind all that, of a multiple of 8: other ops that ride on it.  All
	 * of it fits into a packet.  Not with a lender. */
	const void *tail;
	uint32_t tail_bytes;
	/* So many bytes, at the begin of the tail, are what says op `replaces`.
	 * If that is the last one for the node, and still here, this one takes
	 * its place and its number; if not, they are not sent. */
	uint32_t instead_bytes;
	uint64_t replaces; /* 0: none */
	bool first;	   /* as ocr_fabric_send_first() */
};

/* As ocr_fabric_send(): nobody need put it together before. */
uint64_t ocr_fabric_send_pieces(struct ocr_fabric *f, ocr_node_t to,
				struct ocr_op_pieces *o);

/* Adds a copy of `more`, of `more_bytes` (a multiple of 8), to the end of the op
 * with that number.  False, and nothing has been done, unless that op was the
 * last one for `to`, is still here, and its packet has room. */
bool ocr_fabric_extend(struct ocr_fabric *f, ocr_node_t to, uint64_t seq,
		       const void *more, uint32_t more_bytes);

/* Sets bits of that op, in `n` words from byte `at` on, which is a multiple of
 * 8, under the same conditions. */
bool ocr_fabric_amend(struct ocr_fabric *f, ocr_node_t to, uint64_t seq,
		      uint32_t at, const uint64_t *bits, uint32_t n);

/* More packets than these wait to leave for `to`, or are on their way: who has
 * bytes that may come later, by a read, had better not send more. */
bool ocr_fabric_is_behind(struct ocr_fabric *f, ocr_node_t to,
			  uint32_t packets);

/* Ops up to this length travel in one packet; longer ones are cut, and copied
 * once more to put them together. */
size_t ocr_fabric_packet_bytes(const struct ocr_fabric *f);

/* The same of an op that lends n_bytes, to that node and as things are now; no
 * less.  Few bytes are copied, whoever lends them: it takes no more then. */
size_t ocr_fabric_lent_bytes(const struct ocr_fabric *f, ocr_node_t to,
			     size_t n_bytes);

/* Sends every batch that holds something and has a free packet slot, but for
 * those with nothing in them that is not for later. */
void ocr_fabric_flush(struct ocr_fabric *f);

/* True when ocr_fabric_flush() has something to do; cheap. */
bool ocr_fabric_dirty(const struct ocr_fabric *f);

/* A wish to be told; the caller's memory until fn runs.  */
struct ocr_confirm {
	struct ocr_confirm *next; /* the fabric's */
	uint64_t seq;		  /* the fabric's */
	void (*fn)(struct ocr_confirm *c);
};

/* Asks `to` to confirm all ops up to number `seq`, and flushes that batch.
 * True: already confirmed, fn will not run.  False: fn runs once, inside a
 * later ocr_fabric_poll().  After lost(to) fn never runs.  With c NULL it only
 * asks, so that a later call need not wait as long. */
bool ocr_fabric_confirm(struct ocr_fabric *f, ocr_node_t to, uint64_t seq,
			struct ocr_confirm *c);

/* Between more nodes nothing is carried. */
#define OCR_CARRY_NODES 16

/* May ocr_fabric_carry() be called? */
bool ocr_fabric_carries(const struct ocr_fabric *f);

/* In place of a wait for that confirmation.  True: what this node sends from
 * now on, to whomever, and all that follows from it, is handled by `to` behind
 * the op with that number.  False: `to` takes its ops too slowly; wait. */
bool ocr_fabric_carry(struct ocr_fabric *f, ocr_node_t to, uint64_t seq);

/* A one-sided transfer; the caller's memory until fn runs inside a later
 * ocr_fabric_poll() with status 0 or -errno. */
struct ocr_transfer {
	struct ocr_transfer *next; /* the fabric's */
	void (*fn)(struct ocr_transfer *x, int status);
	/* The fabric's, to start late and to cut a transfer in pieces: */
	ocr_node_t peer;
	uint32_t is_write;
	uint64_t remote_offset;
	void *local;
	size_t len_bytes;
	size_t issued_bytes;
	uint32_t pieces; /* under way, and one while pieces are started */
	int status;
	bool is_listed;
};

/* Reads [offset, offset+len) of the registered memory of `from` into `local`,
 * which lies in the own registered memory.  -EINVAL when the range is outside
 * the peer's memory as far as that is known here, else 0 and x->fn runs. */
int ocr_fabric_read(struct ocr_fabric *f, ocr_node_t from, uint64_t offset,
		    void *local, size_t len_bytes, struct ocr_transfer *x);

/* The same in the other direction.  Completion means: `to` sees the bytes when
 * it is told by an op sent after it. */
int ocr_fabric_write(struct ocr_fabric *f, ocr_node_t to, uint64_t offset,
		     const void *local, size_t len_bytes,
		     struct ocr_transfer *x);

/* So many bytes into an op that is the first of its packet a line of the cache
 * begins, with ocr_fabric_hold(). */
#define OCR_HOLD_OP_BYTES 80
/* In a handler, of bytes of the op that it is called with.  True: they stay as
 * and where they are until ocr_fabric_let_go() of the same `bytes`, or
 * ocr_fabric_close(), and begin a line of the cache; of few packets at a time,
 * and only where that pays.  The memory is not this node's window. */
bool ocr_fabric_hold(struct ocr_fabric *f, const void *bytes, size_t len_bytes);
/* From any thread, under any lock. */
void ocr_fabric_let_go(struct ocr_fabric *f, const void *bytes);

/* `len_bytes` of another node's window where they are memory of this process,
 * too, until ocr_fabric_close(); NULL: they have to be read.  They are the
 * other's, who may change them. */
void *ocr_fabric_view(const struct ocr_fabric *f, ocr_node_t of,
		      uint64_t offset, size_t len_bytes);

/* Others are about to read or write `n` ranges of this node's memory, or (below
 * 0) have done so.  For ocr_fabric_patience_ns() alone. */
void ocr_fabric_serve(struct ocr_fabric *f, int n);

/* Behind what has been sent to `to` so far, which lets it read `n_bytes` here,
 * an empty packet leaves if the bytes are many and pass through TCP: see
 * doc/change/FABRIC.md, "Two small packets before a long read". */
void ocr_fabric_trail(struct ocr_fabric *f, ocr_node_t to, uint64_t n_bytes);

/* Runs handlers and completions for what has arrived, and sends the
 * confirmations that are due.  Returns how many things happened; 0 also when
 * another thread is inside. */
int ocr_fabric_poll(struct ocr_fabric *f);
/* The same for who has nothing else to do: it may look several times where
 * something is likely to come soon. */
int ocr_fabric_poll_idle(struct ocr_fabric *f);

/* True while another thread is inside ocr_fabric_poll(). */
bool ocr_fabric_is_polled(const struct ocr_fabric *f);

/* How long who has nothing to do polls before he sleeps, if that is spin_ns on
 * other days: many times longer while bytes move of which a poll tells only at
 * the end (transfers of this node are under way, or others seem to be at work on
 * its memory), since they move faster while somebody polls than while all sleep.
 * It has an end: on a crowded host who moves them needs the core, and whoever
 * yields it all the time may not get it back for seconds. */
uint64_t ocr_fabric_patience_ns(const struct ocr_fabric *f, uint64_t spin_ns);

/* Sleeps until there may be something to poll, until ocr_fabric_interrupt(),
 * or for timeout_ms (-1: no limit).  One thread at a time. */
void ocr_fabric_wait(struct ocr_fabric *f, int timeout_ms);

/* Ends a sleep in ocr_fabric_wait(), or the next one before it begins. */
void ocr_fabric_interrupt(struct ocr_fabric *f);

/* Nothing of ours is waiting to leave or under way: batches are empty, their
 * packets have left, transfers are done.  May become so by any call that
 * sends, and then no wait ends for it. */
bool ocr_fabric_is_idle(const struct ocr_fabric *f);

/* Somebody here waits for a confirmation. */
bool ocr_fabric_awaits(const struct ocr_fabric *f);

/* The first peer that was lost, and why, in words; NULL: none was.  Valid
 * until close; from any thread. */
const char *ocr_fabric_lost(const struct ocr_fabric *f);

struct ocr_fabric_stats {
	uint64_t ops_sent, ops_handled;
	/* Others, by ocr_fabric_extend() or in place of one: not in these. */
	uint64_t ops_joined;
	uint64_t packets_sent, packets_received;
	uint64_t bytes_sent, bytes_received;
	uint64_t confirms_waited; /* calls of ocr_fabric_confirm that waited */
	uint64_t waited_ns;	  /* sum of their times */
	uint64_t bad_packets;	  /* dropped and reported */
	uint64_t transfers, transfer_bytes; /* begun here, and their bytes */
	uint64_t debts_carried; /* calls of ocr_fabric_carry that mattered */
	uint64_t debts_told;	/* ops of ops_sent that tell of them */
	uint64_t ops_held;	/* back, for such a debt */
};
/* Of that the ops of others that were handled here: quick. */
uint64_t ocr_fabric_handled(const struct ocr_fabric *f);
void ocr_fabric_get_stats(const struct ocr_fabric *f,
			  struct ocr_fabric_stats *s);

#endif
