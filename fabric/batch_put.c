/* SPDX-License-Identifier: BSD-3-Clause */
/* batch_put.c - what leaves at once, and so is no packet here before.
 *
 * Only if nothing has gathered, and the transport takes it from under the lock.
 */
#include "fabric/batch.h"

/* Is there nothing that would have to leave before an op, or with it? */
static bool
is_at_rest_locked(const struct peer *p)
{
	return !p->open && !p->queue && !p->want_next && !p->error &&
	       !(p->pushing | p->stalled | p->lost | p->tells_own);
}

static inline void
count_op_locked(struct peer *p, uint64_t sent, uint64_t left)
{
	atomic_store_explicit(&p->ops_sent, sent, memory_order_relaxed);
	atomic_store_explicit(&p->ops_left, left, memory_order_relaxed);
}

/* As ocr_transport_ops.put, of whichever of the two there is, as op `seq`. */
static inline __attribute__((always_inline)) uint64_t
put_locked(struct ocr_fabric *f, struct peer *p, uint64_t seq,
	   const struct ocr_op *op, const struct ocr_op_pieces *pieces)
{
	uint64_t sent =
		atomic_load_explicit(&p->ops_sent, memory_order_relaxed);
	uint64_t left =
		atomic_load_explicit(&p->ops_left, memory_order_relaxed);
	uint64_t told, head;

	/* Pairs with receive.c: what the handler did is done. */
	told = atomic_load_explicit(&p->ops_handled, memory_order_acquire);
	head = ocr_packet_head_word(0, (uint16_t)(p->packets_left + 1),
				    (uint32_t)told);
	/* Before: it may be confirmed before put returns. */
	count_op_locked(p, seq, seq);
	if ((pieces ? f->t->ops->put_pieces(f->t, p->node, head, pieces)
		    : f->t->ops->put(f->t, p->node, head, op)) != 1) {
		count_op_locked(p, sent, left);
		return 0;
	}
	p->packets_left++;
	p->told = told;
	ocr_peer_count(&p->packets_sent, 1);
	ocr_peer_count(&p->bytes_sent,
		       sizeof(struct ocr_packet_head) + op->len_bytes);
	return seq;
}

uint64_t
ocr_batch_put_locked(struct ocr_fabric *f, struct peer *p,
		     const struct ocr_op *op)
{
	if (!f->t->ops->put || !is_at_rest_locked(p) || p->light.len_bytes ||
	    op->len_bytes > f->payload_max)
		return 0;
	return put_locked(
		f, p,
		atomic_load_explicit(&p->ops_sent, memory_order_relaxed) + 1,
		op, NULL);
}

uint64_t
ocr_batch_put_pieces_locked(struct ocr_fabric *f, struct peer *p,
			    struct ocr_op_pieces *o)
{
	bool takes_place = p->light.len_bytes && p->light.seq == o->replaces;
	uint32_t len_bytes = o->op->len_bytes, tail_bytes = o->tail_bytes;
	const void *tail = o->tail;
	uint64_t seq;

	if (!f->t->ops->put_pieces || !is_at_rest_locked(p) ||
	    takes_place != (p->light.len_bytes != 0) || o->lender ||
	    len_bytes + (uint64_t)tail_bytes > f->payload_max)
		return 0;
	if (!takes_place && tail_bytes)
		ocr_batch_shorten(o);
	o->op->len_bytes += o->tail_bytes;
	seq = put_locked(
		f, p,
		atomic_load_explicit(&p->ops_sent, memory_order_relaxed) +
			!takes_place,
		o->op, o);
	if (__builtin_expect(!seq, 0)) {
		o->op->len_bytes = len_bytes;
		o->tail = tail;
		o->tail_bytes = tail_bytes;
		return 0;
	}
	p->light.len_bytes = 0;
	ocr_batch_count_tail_locked(p, o, takes_place);
	return seq;
}
