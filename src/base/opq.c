/* SPDX-License-Identifier: BSD-3-Clause */
/* opq.c - a queue of ops in blocks, most of which hold many. */
#include "src/base/opq.h"

#include "fabric/log.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES 4032

struct entry {
	uint64_t to;
	struct ocr_op op; /* and what follows it */
};

static struct ocr_opq_block *
block_new(size_t len)
{
	size_t size = len > BLOCK_BYTES ? len : BLOCK_BYTES;
	struct ocr_opq_block *b = malloc(sizeof(*b) + size);

	if (!b)
		ocr_no_memory("an op of %zu bytes", len);
	b->next = NULL;
	b->size = (uint32_t)size;
	b->head = b->tail = 0;
	b->is_lent = false;
	return b;
}

static void
block_free(struct ocr_opq_block *b)
{
	if (!b->is_lent)
		free(b);
}

/* Room for an op of so many bytes behind all others. */
static struct ocr_op *
append(struct ocr_opq *q, ocr_node_t to, size_t op_bytes)
{
	size_t len = sizeof(uint64_t) + op_bytes;
	struct ocr_opq_block *b = q->tail;
	struct entry *e;

	if (!b || b->size - b->tail < len) {
		b = block_new(len);
		if (q->tail)
			q->tail->next = b;
		else
			q->head = b;
		q->tail = b;
	}
	e = (struct entry *)((char *)b->bytes + b->tail);
	e->to = to;
	b->tail += (uint32_t)len;
	return &e->op;
}

void
ocr_opq_push(struct ocr_opq *q, ocr_node_t to, const struct ocr_op *op)
{
	memcpy(append(q, to, op->len_bytes), op, op->len_bytes);
}

void *
ocr_opq_add(struct ocr_opq *q, ocr_node_t to, uint16_t type, size_t len)
{
	struct ocr_op *op = append(q, to, len);

	memset(op, 0, len);
	op->type = type;
	op->len_bytes = (uint32_t)len;
	return op;
}

struct ocr_op *
ocr_opq_peek(struct ocr_opq *q, ocr_node_t *to)
{
	struct ocr_opq_block *b = q->head;
	struct entry *e;

	while (b && b->head == b->tail) {
		if (!b->next) {
			b->head = b->tail = 0; /* kept for the next push */
			return NULL;
		}
		q->head = b->next;
		block_free(b);
		b = q->head;
	}
	if (!b)
		return NULL;
	e = (struct entry *)((char *)b->bytes + b->head);
	*to = (ocr_node_t)e->to;
	return &e->op;
}

void
ocr_opq_pop(struct ocr_opq *q)
{
	struct ocr_opq_block *b = q->head;
	struct entry *e = (struct entry *)((char *)b->bytes + b->head);

	b->head += (uint32_t)sizeof(uint64_t) + e->op.len_bytes;
}

void
ocr_opq_clear(struct ocr_opq *q)
{
	while (q->head) {
		struct ocr_opq_block *b = q->head;

		q->head = b->next;
		block_free(b);
	}
	q->tail = NULL;
}
