/* SPDX-License-Identifier: BSD-3-Clause */
/* opq.h - a first-in first-out queue of ops, by value.
 *
 * Ops keep their address until they are popped, so one may be handled while
 * others are appended behind it.
 * Threads: none; the owner guards it.
 */
#ifndef SRC_BASE_OPQ_H
#define SRC_BASE_OPQ_H

#include "fabric/fabric.h"

/* opq.c alone writes to it. */
struct ocr_opq_block {
	struct ocr_opq_block *next;
	uint32_t size, head, tail;
	uint32_t is_lent; /* the caller's memory */
	uint64_t bytes[];
};

struct ocr_opq {
	struct ocr_opq_block *head, *tail;
};

/* Memory for the first few ops of a queue that does not outlive it. */
union ocr_opq_room {
	struct ocr_opq_block block;
	char bytes[1024];
};

/* An empty queue, whose first ops lie in *r, which is not written to until
 * then but for its head. */
static inline struct ocr_opq
ocr_opq_in(union ocr_opq_room *r)
{
	r->block.next = NULL;
	r->block.size = sizeof(*r) - sizeof(r->block);
	r->block.head = r->block.tail = 0;
	r->block.is_lent = true;
	return (struct ocr_opq){&r->block, &r->block};
}

/* Appends a copy addressed to node `to`; memory exhausted ends the process
 * with a message: an op must not be lost. */
void ocr_opq_push(struct ocr_opq *q, ocr_node_t to, const struct ocr_op *op);

/* Appends an op of `len` bytes, of which all but its type and its length are
 * zero, for the caller to fill in. */
void *ocr_opq_add(struct ocr_opq *q, ocr_node_t to, uint16_t type, size_t len);

/* The oldest op and where it goes, or NULL.  Writable: it may be completed in
 * place. */
struct ocr_op *ocr_opq_peek(struct ocr_opq *q, ocr_node_t *to);

/* Removes what peek showed, whose memory stays valid until the next push or
 * pop. */
void ocr_opq_pop(struct ocr_opq *q);

static inline int
ocr_opq_is_empty(const struct ocr_opq *q)
{
	return !q->head || (q->head->head == q->head->tail && !q->head->next);
}

/* Drops what is queued and gives back the memory that an empty queue keeps. */
void ocr_opq_clear(struct ocr_opq *q);

#endif
