/* SPDX-License-Identifier: BSD-3-Clause */
/* batch.h - the ops that gather for one peer, and how they leave.
 *
 * Knows packets, their numbers and what must be confirmed; knows nothing of
 * what arrives.  For fabric/ alone.
 * Promise: packets of a pair are handed to the transport in the order of their
 * numbers, by one thread at a time, and without a lock unless that is no wait.
 * Threads: any.
 */
#ifndef FABRIC_BATCH_H
#define FABRIC_BATCH_H

#include "fabric/peer.h"
#include "fabric/words.h"

#include <string.h>

/* What is left when no open packet has room for it. */
void ocr_batch_append_more_locked(struct ocr_fabric *f, struct peer *p,
				  const struct ocr_op *op, uint64_t seq)
	__attribute__((noinline));

/* Into the open packet, which has room for it. */
static inline void
ocr_batch_fill_locked(struct peer *p, const struct ocr_op *op, uint64_t seq)
{
	struct ocr_packet *k = p->open;

	ocr_words_copy(k->data + k->len_bytes, op, op->len_bytes);
	p->open_last = k->len_bytes;
	k->len_bytes += op->len_bytes;
	k->last_op = seq;
}

/* Is op `seq` the last one, in the open packet, which has room for so much
 * more? */
static inline bool
ocr_batch_ends_with_locked(const struct ocr_fabric *f, const struct peer *p,
			   uint64_t seq, uint32_t more_bytes)
{
	return p->open && p->open->last_op == seq &&
	       p->open->len_bytes + (uint64_t)more_bytes <=
		       f->payload_max + sizeof(struct ocr_packet_head);
}

/* One op less than without. */
static inline void
ocr_batch_joined_locked(struct peer *p)
{
	atomic_store_explicit(
		&p->ops_joined,
		atomic_load_explicit(&p->ops_joined, memory_order_relaxed) + 1,
		memory_order_relaxed);
}

/* That op has these bits as well. */
static inline void
ocr_batch_amend_locked(struct peer *p, uint32_t at, const uint64_t *bits,
		       uint32_t n)
{
	uint8_t *to = p->open->data + p->open_last + at;
	uint64_t word;

	for (uint32_t i = 0; i < n; i++) {
		memcpy(&word, to + 8 * i, sizeof(word));
		word |= bits[i];
		memcpy(to + 8 * i, &word, sizeof(word));
	}
	ocr_batch_joined_locked(p);
}

/* That op is longer. */
static inline void
ocr_batch_extend_locked(struct peer *p, const void *more, uint32_t more_bytes)
{
	struct ocr_packet *k = p->open;
	struct ocr_op *op = (struct ocr_op *)(void *)(k->data + p->open_last);
	uint8_t *to = k->data + k->len_bytes;

	/* Few, so without a call; and most often these. */
	if (__builtin_expect(more_bytes == 24, 1))
		memcpy(to, more, 24);
	else
		for (uint32_t at = 0; at < more_bytes; at += 8)
			memcpy(to + at, (const char *)more + at, 8);
	k->len_bytes += more_bytes;
	op->len_bytes += more_bytes;
	ocr_batch_joined_locked(p);
}

/* What replaces no op does not say what that has said. */
static inline void
ocr_batch_shorten(struct ocr_op_pieces *o)
{
	o->tail = (const char *)o->tail + o->instead_bytes;
	o->tail_bytes -= o->instead_bytes;
}

/* It has gone with its tail. */
static inline void
ocr_batch_count_tail_locked(struct peer *p, const struct ocr_op_pieces *o,
			    bool takes_place)
{
	if (takes_place)
		ocr_batch_joined_locked(p);
	if (o->tail_bytes > (takes_place ? o->instead_bytes : 0))
		ocr_batch_joined_locked(p);
}

/* Appends a copy of op and returns its number. */
static inline uint64_t
ocr_batch_append_locked(struct ocr_fabric *f, struct peer *p,
			const struct ocr_op *op)
{
	uint64_t seq =
		atomic_load_explicit(&p->ops_sent, memory_order_relaxed) + 1;

	atomic_store_explicit(&p->ops_sent, seq, memory_order_relaxed);
	/* A lost peer has none. */
	if (p->open && p->open->len_bytes + (uint64_t)op->len_bytes <=
			       f->payload_max + sizeof(struct ocr_packet_head))
		ocr_batch_fill_locked(p, op, seq);
	else
		ocr_batch_append_more_locked(f, p, op, seq);
	return seq;
}

/* So many are not copied into a packet, if somebody lends them. */
static inline bool
ocr_batch_lends(const struct ocr_fabric *f, size_t n_bytes)
{
	return f->lent_back && f->t->lends_bytes &&
	       n_bytes >= f->t->lends_bytes + f->t->lends_after;
}

/* The same of an op in pieces. */
uint64_t ocr_batch_append_pieces_locked(struct ocr_fabric *f, struct peer *p,
					struct ocr_op_pieces *o);

/* Sends op, and returns its number, if the transport takes it at once and
 * nothing else is for p: then it need not gather.  0: nothing has been done. */
uint64_t ocr_batch_put_locked(struct ocr_fabric *f, struct peer *p,
			      const struct ocr_op *op);

/* The same of one in pieces. */
uint64_t ocr_batch_put_pieces_locked(struct ocr_fabric *f, struct peer *p,
				     struct ocr_op_pieces *o);

/* Hands to the transport what may leave: full packets; with p->flush also
 * the open one; with nothing else an empty one when a confirmation is owed or
 * wanted, or when one trails.  Gives the lock away meanwhile. */
void ocr_batch_push_locked(struct ocr_fabric *f, struct peer *p);

/* The transport is done with k. */
void ocr_batch_sent(struct ocr_fabric *f, struct peer *p, struct ocr_packet *k);

/* Takes from p all packets that have not left, which count no more; for
 * ocr_batch_free(). */
struct ocr_packet *ocr_batch_take_locked(struct ocr_fabric *f, struct peer *p);

/* Gives a list of packets that do not count back to the fabric. */
void ocr_batch_free(struct ocr_fabric *f, struct ocr_packet *k);

/* Gives spare packets back to the transport. */
void ocr_batch_free_spare(struct ocr_fabric *f);

#endif
