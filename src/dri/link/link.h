/* SPDX-License-Identifier: BSD-3-Clause */
/* link.h - one side of one connected reorganization: what is under way on it.
 *
 * A link has a way to each process of the other side that it shares elements
 * with.  Transfers follow each other; each way works on them one after the
 * other, by itself.
 *
 *   sending:    put appends a transfer; a way that has one and a CREDIT moves
 * its elements and says DONE; when all ways have, the buffer is free.
 *   receiving:  a buffer that is free makes a transfer, and a CREDIT to each
 * way; when all ways have said DONE, the transfer is full.
 *
 *   NEW --TABLE--> OPEN --destroy--> CLOSING --all ways gone--> freed
 *    +--REFUSE--> freed              (receiving; sending: freed at once)
 *
 * Threads: everything under the world's lock unless said otherwise.
 */
#ifndef SRC_DRI_LINK_LINK_H
#define SRC_DRI_LINK_LINK_H

#include "src/dri/array/dataspec.h"
#include "src/dri/array/form.h"
#include "src/dri/link/buffer.h"
#include "src/dri/link/ship.h"
#include "src/dri/link/wire.h"
#include "src/dri/move/move.h"
#include "src/dri/shape/plan.h"
#include "src/dri/world/world.h"

struct dri_call;
struct dri_parcel;

struct dri_transfer {
	struct dri_transfer *next;
	/* With a reference to its set, if that is not the link's. */
	struct dri_buffer *buffer;
	uint32_t left;	/* ways that are not done with it */
	bool is_staged; /* the program's bytes are in the window */
};

/* What is under way of the transfer that a way works on; ship.c's. */
struct dri_ship {
	struct dri_buffer *buffer;
	uint64_t offset; /* of the buffer in the receiver's window */
	uint64_t user;	 /* as in CREDIT */
	int part;
	int64_t at; /* elements of the part that were sent off */
	uint64_t under_way, unconfirmed; /* bytes */
	uint64_t asked;			 /* of unconfirmed, on their way */
	struct ocr_confirm confirm;
};

/* What a CREDIT says. */
struct dri_target {
	uint64_t offset, user;
};

struct dri_way {
	struct dri_job job; /* first: sending */
	struct dri_link *link;
	const struct dri_pair *pair; /* pair->rank: who is there */
	ocr_node_t node;
	uint32_t peer_link;
	struct dri_mover mover;
	int64_t src_count, dst_count; /* elements of a buffer */
	size_t src_part, dst_part;    /* bytes from a part of it to the other */
	/* Sending: where a part lies that is a few bytes, one piece of memory
	 * on both sides.  0: it is more, or more pieces. */
	struct dri_place first;
	size_t small_bytes;

	struct dri_transfer *next; /* the one to work on */
	bool is_gone;		   /* no more transfers */
	bool is_offered;	   /* it is to be fetched */
	/* Sending: */
	bool is_busy;
	bool is_closed; /* CLOSE came */
	uint32_t n_credits, first_credit;
	struct dri_target *credits; /* a ring of link->n_peer_buffers */
	struct dri_ship ship;
};

enum dri_link_state { DRI_LINK_NEW, DRI_LINK_OPEN, DRI_LINK_CLOSING };

struct dri_early;

/* Handles a message for a link that is OPEN or CLOSING. */
typedef int dri_apply_fn(struct dri_world *w, ocr_node_t from,
			 const struct ocr_op *op);

struct dri_link {
	struct dri_world *world;
	uint32_t id;
	enum dri_side side;
	enum dri_link_state state;
	struct dri_bufferset *set; /* with a reference */
	struct dri_type type;	   /* of its own buffers */
	char name[DRI_MAX_NAME + 1];
	/* One set is on both sides: what is put is received into. */
	bool in_place;
	/* What is received goes to the program's memory, and to no window:
	 * senders have to have left before the program has it back. */
	bool direct;
	struct dri_link *twin; /* then: the other side; NULL: it is gone */
	struct dri_call *call; /* who waits for TABLE; NULL */
	struct dri_early *early, **early_end; /* messages before OPEN */
	uint32_t *n_early; /* by process; NULL: there were none */

	/* Fixed once OPEN: */
	struct dri_shape shape[2];
	int rank;
	uint32_t n_peer_buffers;
	struct dri_plan plan;
	struct dri_form form;
	struct dri_way *ways; /* plan.n, by rank */
	int64_t count;	      /* elements of a buffer here */

	struct dri_transfer *transfers, **transfers_end;
	struct dri_transfer *spare; /* for the next one, or NULL */
	uint32_t n_gone;
	uint32_t n_asked; /* confirmations that ways wait for */
};

/* All of a process. */
struct dri_links {
	struct dri_link **at; /* by number; NULL: gone */
	uint32_t n, room;
	bool *told; /* which processes know where this one's window is */
	struct dri_limits limits; /* a test changes them before there is one */
	struct dri_parcel *parcels;	 /* writes under way; who drives */
	struct dri_bufferset *user_sets; /* of the program's, in use */
};

/* Makes w->links.  0 or -ENOMEM. */
int ocr_dri_links_open(struct dri_world *w);
/* All links that are left, when nothing runs any more. */
void ocr_dri_links_free(struct dri_world *w);
/* The rest, when the network is closed: nothing is under way any more. */
void ocr_dri_links_close(struct dri_world *w);

/* A link that is NEW; NULL: no memory.  Takes references. */
struct dri_link *ocr_dri_link_new_locked(struct dri_world *w,
					 enum dri_side side,
					 struct dri_bufferset *set,
					 const struct dri_type *type,
					 const char *name);
/* These two, which are NEW, have the same set. */
void ocr_dri_link_pair_locked(struct dri_link *send, struct dri_link *recv);
/* Frees one that is NEW. */
void ocr_dri_link_drop_locked(struct dri_link *l);

/* Makes plan and ways of a NEW link, by the table of both sides.  Without the
 * lock.  0 or -ENOMEM. */
int ocr_dri_link_plan(struct dri_link *l, const struct dri_table *t, int rank);
/* From now on it works. */
void ocr_dri_link_open_locked(struct dri_link *l);

/* Begins a transfer with b, which is HELD: it is SENDING now. */
int ocr_dri_link_put_locked(struct dri_link *l, struct dri_buffer *b);
/* Makes b, of the link's set, ready to be received into. */
void ocr_dri_link_credit_locked(struct dri_link *l, struct dri_buffer *b);
/* The next full buffer, HELD now; NULL: none. */
struct dri_buffer *ocr_dri_link_take_locked(struct dri_link *l);
/* In place: are all buffers that are not held put here, so that none becomes
 * free by itself? */
bool ocr_dri_link_has_all_locked(const struct dri_link *send);
/* Will the next buffer never be full?  A sender has gone. */
bool ocr_dri_link_is_dry_locked(const struct dri_link *l);

/* Has all that was put left? */
bool ocr_dri_link_is_done_locked(const struct dri_link *l);
/* Says for people whom the next transfer waits for: "ranks 1, 2 and 7 others".
 */
void ocr_dri_link_describe_locked(const struct dri_link *l, char *text,
				  size_t len);
/* Ends an OPEN link; a receiving one goes when no sender writes any more, a
 * sending one, which is done, at once. */
void ocr_dri_link_close_locked(struct dri_link *l);

/* The link is done with a buffer, which goes back to its set. */
void ocr_dri_link_let_go_locked(const struct dri_link *l, struct dri_buffer *b);

/* Frees a receiving link that is CLOSING if all ways are gone. */
void ocr_dri_link_reap_locked(struct dri_link *l);

/* The way is done with its transfer; for ship.c, without the lock. */
void ocr_dri_way_done(struct dri_way *way);

/* The link of that number; NULL: there is none (any more). */
struct dri_link *ocr_dri_link_find_locked(struct dri_world *w, uint32_t id);

/* Moves all elements of the way, from the begin of one buffer to that of the
 * other; without the lock. */
void ocr_dri_way_move(const struct dri_way *way, const char *from, char *to);
/* A receiving way has all of its transfer; a sending one hears so, and goes on.
 */
void ocr_dri_way_arrive_locked(struct dri_way *way);
void ocr_dri_way_next_locked(struct dri_way *way);
/* The way that a message is for; NULL with *err. */
struct dri_way *ocr_dri_way_find_locked(struct dri_world *w, ocr_node_t from,
					uint32_t id, uint32_t rank,
					enum dri_side side, int *err);
/* Tells a process on this host where the window is, once. */
void ocr_dri_link_tell_window_locked(struct dri_world *w, ocr_node_t node);

/* Handlers; without the lock. */
ocr_op_fn ocr_dri_on_window, ocr_dri_on_credit, ocr_dri_on_piece,
	ocr_dri_on_done, ocr_dri_on_close, ocr_dri_on_gone;

#endif
