/* SPDX-License-Identifier: BSD-3-Clause */
/* transport.h - what fabric.c needs from below: packets and one-sided copies.
 *
 * route.c picks one by peer, and is one itself; host.c is memory that nodes of
 * one host share, session.c is one over another; ofi.c is libfabric, and
 * tests/sim/transport_sim.c delivers in memory, on command.  Knows nodes and
 * bytes; knows neither ops nor confirmations.
 * Promise: packets from A to B arrive whole, once, in the order sent, or
 * up->failed(peer) runs.  To who has given it up->broken, a transport may
 * promise less: packets arrive whole, and after up->broken(peer), or without a
 * word, some are missing or come again.
 * Threads: send, read, write and interrupt from any thread; poll and wait from
 * one thread at a time (fabric_poll.c sees to that).  up-> functions run
 * inside poll only, and never inside send, read or write.
 */
#ifndef FABRIC_TRANSPORT_H
#define FABRIC_TRANSPORT_H

#include "fabric/node.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ocr_card;
struct ocr_op;
struct ocr_op_pieces;
struct ocr_transfer;

/* A packet under way.  Belongs to fabric.c; the transport may use `ctx`. */
struct ocr_packet {
	void *ctx[8]; /* the transport's: libfabric's fi_context2 */
	struct ocr_packet *next;
	uint64_t last_op;  /* the number of the last op in it */
	uint32_t op_bytes; /* of the op that is cut; 0 if none is */
	bool is_numbered;
	uint16_t seq; /* then, its number's low bits */
	ocr_node_t to;
	uint32_t len_bytes; /* of all of it */
	uint8_t *data;	    /* in memory from packet_alloc */
	/* NULL, or bytes that belong behind the first `lent_at` of data: see
	 * lent.h.  The transport may gather them, and then it is NULL. */
	const void *lent;
	uint32_t lent_at, lent_bytes; /* multiples of 8 */
	void *lender;		      /* fabric.c's; NULL: nothing was lent */
	const void *lender_bytes;
};

struct ocr_transport;

#define OCR_GRANT_MAX 64

/* What the transport calls, inside poll. */
struct ocr_transport_up {
	void *ctx;
	/* A packet of `from`, which is another node of the job, arrived; the
	 * bytes are valid until return, 8-byte aligned, and hostile. */
	void (*received)(void *ctx, ocr_node_t from, const void *data,
			 size_t len_bytes);
	/* The packet's memory may be used again (not: it was delivered). */
	void (*sent)(void *ctx, struct ocr_packet *p);
	/* One piece of x, of piece_bytes, is done. */
	void (*moved)(void *ctx, struct ocr_transfer *x, size_t piece_bytes,
		      int status);
	/* `peer` is gone.  What is under way to it is still reported, once, by
	 * sent and moved: until then its memory is not used again. */
	void (*failed)(void *ctx, ocr_node_t peer, const char *why);
	/* May be NULL: then that is a failure.  The connection with `peer` is
	 * broken, and made again by what is sent next; pieces under way end
	 * with -ECONNRESET. */
	void (*broken)(void *ctx, ocr_node_t peer, const char *why);
};

struct ocr_transport_ops {
	const char *name;
	/* Called once, before anything else, by ocr_fabric_open(). */
	void (*attach)(struct ocr_transport *t,
		       const struct ocr_transport_up *up);
	/* Packet memory of t->mtu_bytes, or lent_mtu; from any thread. */
	int (*packet_alloc)(struct ocr_transport *t, struct ocr_packet *p);
	void (*packet_free)(struct ocr_transport *t, struct ocr_packet *p);
	/* One thread at a time for each peer.  0: under way, up->sent follows.
	 * 1: over at once, nothing follows.  -EAGAIN: no room or the peer's
	 * name is not known yet, ask again after a poll.  -ECONNRESET, to who
	 * has given up->broken: the connection is.  Other -errno: the peer is
	 * gone. */
	int (*send)(struct ocr_transport *t, struct ocr_packet *p);
	/* May be NULL.  From under a lock, and waits for nothing: sends a packet of
	 * that head, as it lies in memory, and op.  1: over.  Else as send, and
	 * nothing has been done; or -EAGAIN though send may do it. */
	int (*put)(struct ocr_transport *t, ocr_node_t to, uint64_t head,
		   const struct ocr_op *op);
	/* The same of an op in pieces, with its tail. */
	int (*put_pieces)(struct ocr_transport *t, ocr_node_t to, uint64_t head,
			  const struct ocr_op_pieces *o);
	/* May be NULL: t->mtu_bytes.  The largest packet to `to` of which some
	 * lies elsewhere (lent.h), as things are now; whoever has packet memory
	 * has room for all of it.  From any thread, under any lock. */
	size_t (*lent_mtu)(struct ocr_transport *t, ocr_node_t to);
	/* Starts one piece of a transfer, at most t->piece_bytes long; the
	 * same returns, and up->moved.  -EINVAL: outside the peer's registered
	 * memory. */
	int (*read)(struct ocr_transport *t, ocr_node_t from, uint64_t offset,
		    void *local, size_t len_bytes, struct ocr_transfer *x);
	int (*write)(struct ocr_transport *t, ocr_node_t to, uint64_t offset,
		     const void *local, size_t len_bytes,
		     struct ocr_transfer *x);
	/* May be NULL.  Those bytes as memory of this process, until close;
	 * NULL: they have to be read.  From any thread. */
	void *(*view)(struct ocr_transport *t, ocr_node_t of, uint64_t offset,
		      size_t len_bytes);
	int (*poll)(struct ocr_transport *t);
	/* Sleeps until poll has something to do or interrupt is called, since
	 * the last wait.  Whoever wakes may find another thread in poll, past
	 * what it was woken for, and wait again: what poll has left is looked
	 * for before each sleep, whether it was told or not. */
	void (*wait)(struct ocr_transport *t, int timeout_ms);
	/* May be NULL.  True if others seem to read or write this node's
	 * memory.  From any thread. */
	bool (*is_serving)(const struct ocr_transport *t);
	void (*interrupt)(struct ocr_transport *t);
	/* May be NULL.  What `peer` must know to read and write this node's
	 * memory, of at most OCR_GRANT_MAX bytes, and nobody else can read;
	 * returns how many, 0: it is gone.  And the other way: what `peer` has
	 * granted, hostile; 0, or -EPROTO.  Where these are, nothing may be
	 * read or written before. */
	size_t (*grant)(struct ocr_transport *t, ocr_node_t peer, void *grant);
	int (*granted)(struct ocr_transport *t, ocr_node_t peer,
		       const void *grant, size_t len_bytes);
	/* May be NULL.  Inside up->received, of those `len_bytes` of its packet:
	 * true, and they stay as and where they are until let_go of the same, or
	 * close; false: as ever. */
	bool (*hold)(struct ocr_transport *t, const void *bytes,
		     size_t len_bytes);
	/* There is one if there is hold.  From any thread, under any lock. */
	void (*let_go)(struct ocr_transport *t, const void *bytes);
	/* May be NULL.  True if connections with peers cost more than there
	 * is: those with nothing under way should not be kept by words that
	 * can be saved.  Inside poll. */
	bool (*is_short)(const struct ocr_transport *t);
	/* May be NULL.  `peer` should have said something, and has not, though
	 * it was asked; or (still is false) has since.  True: its process has
	 * ended, and its host says so.  What is found out meanwhile is told by
	 * one of the next calls.  Inside poll. */
	bool (*missed)(struct ocr_transport *t, ocr_node_t peer, bool still);
	/* May be NULL.  Writes where `peer` is called, for messages, or "".
	 * Inside poll. */
	void (*called_at)(struct ocr_transport *t, ocr_node_t peer, char *text,
			  size_t size);
	/* May be NULL.  From now on peers may leave without a word, and are not
	 * missed for that; from any thread. */
	void (*others_leave)(struct ocr_transport *t);
	void (*close)(struct ocr_transport *t);
	/* For those that route.c picks from, inside poll.  The card of `node`
	 * has come: NULL, and packets may go there from now on, or why they
	 * cannot. */
	const char *(*meet)(struct ocr_transport *t, ocr_node_t node,
			    const struct ocr_card *card);
	/* `node` is dead: says so above, unless it has. */
	void (*fail)(struct ocr_transport *t, ocr_node_t node, const char *why);
};

/* First member of every transport. */
struct ocr_transport {
	const struct ocr_transport_ops *ops;
	size_t mtu_bytes;   /* the largest packet */
	size_t piece_bytes; /* the longest piece of a transfer */
	/* At least so many bytes of a packet may lie elsewhere, 0: none; but for
	 * the first few, which the transport looks at.  Fixed after open. */
	size_t lends_bytes, lends_after;
	/* All sends are over at once, wait for nothing and call nothing above:
	 * they may be made under a lock.  Fixed after open. */
	bool sends_at_once;
	/* Who polls has nothing else to do: what costs little to look at is
	 * looked at several times.  Of who polls. */
	bool is_idle;
	/* More descriptors that end wait() when they can be read, and whether
	 * they were; of who waits. */
	struct ocr_transport_other {
		int fd; /* -1: none */
		bool is_ready;
	} others[2];
};

#endif
