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
	uint64_t bytes[];
};

struct ocr_opq {
	struct ocr_opq_block *head, *tail;
};

/* Appends a copy addressed to node `to`; memory exhausted ends the process
 * with a message: an op must not be lost. */
void ocr_opq_push(struct ocr_opq *q, ocr_node_t to, const struct ocr_op *op);

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
