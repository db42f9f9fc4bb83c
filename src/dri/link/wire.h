/* SPDX-License-Identifier: BSD-3-Clause */
/* wire.h - what processes tell each other; doc/change/DRI-PROTOCOL.md has the
 * conversation.
 *
 * One struct per message.  A link is one side of one reorganization in one
 * process; the number that names it is the process's own.  All of it is hostile
 * until checked.
 */
#ifndef SRC_DRI_LINK_WIRE_H
#define SRC_DRI_LINK_WIRE_H

#include "dri.h"
#include "fabric/fabric.h"
#include "fabric/neighbour.h"
#include "src/dri/shape/plan.h"
#include "src/dri/shape/shape.h"

#include <assert.h>

enum dri_msg {
	DRI_MSG_NONE,
	DRI_MSG_HELLO,
	DRI_MSG_TABLE,
	DRI_MSG_REFUSE,
	DRI_MSG_ASK,
	DRI_MSG_ANSWER,
	DRI_MSG_WINDOW,
	DRI_MSG_CREDIT,
	DRI_MSG_PIECE,
	DRI_MSG_DONE,
	DRI_MSG_CLOSE,
	DRI_MSG_GONE,
	DRI_MSG_OFFER,
	DRI_MSG_TAKEN,
	DRI_MSGS
};

/* A set of processes, in whatever order; 0: nothing is said of it.  Two that
 * are not the same have, by all chance, two numbers. */
static inline uint64_t
ocr_dri_set_add(uint64_t set, ocr_node_t node)
{
	uint64_t h = (node + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15);

	h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
	return set + (h ^ h >> 31);
}

/* The sets that a process may mean by "rank r of n": those of its groups of n
 * in which it has rank r.  n 0: it has none, or more than are told. */
#define DRI_MOST_SETS 4
struct dri_sets {
	uint32_t n, zero;
	uint64_t set[DRI_MOST_SETS];
};

/* Buffers of a set: what is kept for each by its partners is bounded. */
#define DRI_MOST_BUFFERS 65536

/* One side, as a process describes it. */
struct dri_side_spec {
	int32_t present; /* 0 or 1; all else is 0 if not */
	int32_t rank;	 /* 0 to the product of procs - 1 */
	int32_t n_buffers;
	int32_t dataspec;
	uint32_t link; /* of the process, on this side */
	uint32_t zero;
	struct dri_sets group; /* who else is on it */
	struct dri_shape_spec shape;
};

/* HELLO: who connects -> the process that a name's hash chooses, its host; it
 * answers TABLE or REFUSE when all are there. */
struct dri_hello {
	struct ocr_op op;
	uint32_t ticket; /* of the call, for the answer */
	uint32_t clique; /* 1: DRI_Channel_connect_sendrecv */
	uint64_t among;	 /* where the name is known; 0: everywhere */
	struct dri_side_spec side[2]; /* enum dri_side */
	char name[DRI_MAX_NAME + 1];  /* ends with a zero */
};
static_assert(sizeof(struct dri_hello) % 8 == 0, "ops are multiples of 8");

/* Where a rank is. */
struct dri_member {
	uint32_t node;
	uint32_t ticket; /* of its HELLO */
	uint32_t link[2];
};

/* TABLE: the host -> members, down a tree: each passes it on to its children.
 * Members: those of the sending side in the order of their ranks, then those of
 * the receiving side. */
struct dri_table {
	struct ocr_op op;
	uint32_t index;	 /* the reader's place in the tree */
	uint32_t clique; /* the tree has the sending side alone */
	uint32_t n[2];	 /* members of each side */
	uint32_t n_buffers[2];
	int32_t dataspec[2];
	struct dri_shape_spec shape[2];
	struct dri_member member[];
};

/* REFUSE: the host -> everyone who said HELLO. */
struct dri_refuse {
	struct ocr_op op;
	uint32_t ticket;
	int32_t status; /* enum DRI_Status */
};

/* ASK: who waits long for TABLE -> the host.  ANSWER: back, who is missing. */
struct dri_ask {
	struct ocr_op op;
	uint32_t ticket;
	uint32_t zero;
	uint64_t among;
	char name[DRI_MAX_NAME + 1];
};
#define DRI_ANSWER_TEXT 240
struct dri_answer {
	struct ocr_op op;
	uint32_t ticket;
	uint32_t zero;
	char text[DRI_ANSWER_TEXT]; /* ends with a zero */
};

/* WINDOW: a receiver -> a sender on the same host, before its first CREDIT. */
struct dri_window {
	struct ocr_op op;
	struct ocr_nameless name;
};

/* CREDIT: a receiver -> a sender: the next transfer goes to this buffer. */
struct dri_credit {
	struct ocr_op op;
	uint32_t link;	 /* the sender's */
	uint32_t rank;	 /* of the receiver */
	uint64_t offset; /* in the receiver's window */
	/* Not 0: its program wants it in memory that no other process reaches:
	 * it is OFFERed, or comes in PIECEs.  To itself: where that is. */
	uint64_t user;
};

/* PIECE: a sender -> a receiver: elements [first, first + n) of the pair's
 * packed form for the transfer that is not DONE yet. */
struct dri_piece {
	struct ocr_op op;
	uint32_t link; /* the receiver's */
	uint32_t rank; /* of the sender */
	int64_t first, n;
	uint32_t part; /* 1: the imaginary parts, of struct dri_form's two */
	uint32_t zero;
	unsigned char bytes[];
};

/* DONE: a sender -> a receiver: all of the transfer is there.
 * GONE: there will be no more. */
struct dri_done {
	struct ocr_op op;
	uint32_t link; /* the receiver's */
	uint32_t rank; /* of the sender */
};

/* OFFER: a sender -> a receiver on its host: its buffer lies at this offset of
 * its window.  TAKEN: back: the transfer is done, if it could be fetched; else
 * it must come in PIECEs. */
struct dri_offer {
	struct ocr_op op;
	uint32_t link; /* the receiver's */
	uint32_t rank; /* of the sender */
	uint64_t offset;
};
struct dri_taken {
	struct ocr_op op;
	uint32_t link; /* the sender's */
	uint32_t rank; /* of the receiver */
	uint32_t fetched;
	uint32_t zero;
};

/* CLOSE: a receiver -> a sender: send no more; the answer is GONE. */
struct dri_close {
	struct ocr_op op;
	uint32_t link; /* the sender's */
	uint32_t rank; /* of the receiver */
};

#endif
