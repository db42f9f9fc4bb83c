/* SPDX-License-Identifier: BSD-3-Clause */
/* batch.c - fills packets with ops and hands them to the transport.
 *
 *   append --> open --full, cut--> queue --push--> under_way --sent--> spare
 *                 \----flush---------------^          \--over at once---^
 *
 * Only one thread at a time pushes a peer's packets (p->pushing), because
 * their order counts and the transport is called without the lock.  Whoever
 * comes meanwhile leaves its wish in p, and the pusher looks again, under the
 * lock, before it stops.
 */
#include "fabric/batch.h"

#include "fabric/lent.h"
#include "fabric/log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* So much of `max` bytes of ops, which k does not pass, is left in it. */
static size_t
room_in(const struct ocr_packet *k, size_t max)
{
	return max + sizeof(struct ocr_packet_head) - k->len_bytes;
}

static struct ocr_packet_head *
head_of(const struct ocr_packet *k)
{
	return (struct ocr_packet_head *)k->data;
}

/* A slot is taken and given by one exchange, so that no lock is needed under
 * that of a peer and no packet can be taken twice. */
static struct ocr_packet *
spare_get(struct ocr_fabric *f)
{
	struct ocr_packet *k;

	for (size_t i = 0; i < SPARE_PACKETS; i++) {
		if (!atomic_load_explicit(&f->spare[i], memory_order_relaxed))
			continue;
		/* Pairs with spare_put(). */
		k = atomic_exchange_explicit(&f->spare[i], NULL,
					     memory_order_acquire);
		if (k)
			return k;
	}
	k = calloc(1, sizeof(*k));
	if (!k)
		return NULL;
	if (f->t->ops->packet_alloc(f->t, k)) {
		free(k);
		return NULL;
	}
	return k;
}

static void
spare_put(struct ocr_fabric *f, struct ocr_packet *k)
{
	if (k->lender) {
		ocr_lent_end(f, k);
		return;
	}
	for (size_t i = 0; i < SPARE_PACKETS; i++) {
		struct ocr_packet *none = NULL;

		if (atomic_load_explicit(&f->spare[i], memory_order_relaxed))
			continue;
		/* Pairs with spare_get(). */
		if (atomic_compare_exchange_strong_explicit(
			    &f->spare[i], &none, k, memory_order_release,
			    memory_order_relaxed))
			return;
	}
	f->t->ops->packet_free(f->t, k);
	free(k);
}

/* k is over.  Each peer keeps one, unless there are too many peers for that. */
static void
packet_end_locked(struct ocr_fabric *f, struct peer *p, struct ocr_packet *k)
{
	k->next = NULL; /* of the queue */
	if (!p->kept && f->rules.size <= SPARE_PACKETS && !k->lender)
		p->kept = k;
	else
		spare_put(f, k);
	ocr_peer_end_locked(f, p, 1);
}

/* A packet for p.  It gets its number when it leaves. */
static inline __attribute__((always_inline)) struct ocr_packet *
packet_begin_locked(struct ocr_fabric *f, struct peer *p)
{
	struct ocr_packet *k = p->kept ? p->kept : spare_get(f);

	if (!k) {
		ocr_peer_fail_locked(f, p, -ENOMEM);
		return NULL;
	}
	p->kept = NULL;
	ocr_peer_begin_locked(f, p);
	k->next = NULL;
	k->to = p->node;
	k->len_bytes = sizeof(struct ocr_packet_head);
	k->last_op = 0;
	k->op_bytes = 0;
	k->is_numbered = false;
	k->lent = NULL;
	*head_of(k) = (struct ocr_packet_head){.version = OCR_PACKET_VERSION};
	return k;
}

static void
queue_append_locked(struct peer *p, struct ocr_packet *k)
{
	k->next = NULL;
	if (p->queue)
		p->queue_last->next = k;
	else
		p->queue = k;
	p->queue_last = k;
}

/* What is in the open packet leaves before anything that is queued later. */
static __attribute__((noinline)) void
close_some_locked(struct peer *p)
{
	queue_append_locked(p, p->open);
	p->open = NULL;
	p->flush = false;
}

/* What waited for a packet is in one. */
static __attribute__((noinline)) void
spill_some_locked(struct ocr_fabric *f, struct peer *p)
{
	struct ocr_op *op = (struct ocr_op *)(void *)p->light.words;

	p->light.len_bytes = 0;
	p->open = packet_begin_locked(f, p);
	if (p->open)
		ocr_batch_fill_locked(p, op, p->light.seq);
}

static inline void
spill_locked(struct ocr_fabric *f, struct peer *p)
{
	if (p->light.len_bytes)
		spill_some_locked(f, p);
}

static inline void
close_open_locked(struct ocr_fabric *f, struct peer *p)
{
	spill_locked(f, p);
	if (p->open)
		close_some_locked(p);
}

/* Those of its bytes that are in this piece, which begins at `start` of it. */
static void
copy_piece(uint8_t *to, uint32_t at, uint32_t len, const void *piece,
	   size_t start, size_t n_bytes)
{
	size_t from = at > start ? at : start;
	size_t end = start + n_bytes < at + (size_t)len ? start + n_bytes
							: at + (size_t)len;

	if (from < end)
		memcpy(to + (from - at), (const char *)piece + (from - start),
		       end - from);
}

static __attribute__((noinline)) void
append_cut_locked(struct ocr_fabric *f, struct peer *p,
		  const struct ocr_op_pieces *o, uint64_t seq)
{
	uint32_t at = 0, len_bytes = o->op->len_bytes;

	close_open_locked(f, p);
	while (at < len_bytes) {
		struct ocr_packet *k = packet_begin_locked(f, p);
		uint32_t len = len_bytes - at;
		uint8_t *to;
		bool last = len <= f->payload_max;

		if (!k)
			return; /* p is as good as lost */
		if (!last)
			len = f->payload_max;
		head_of(k)->flags = !at	   ? OCR_PACKET_FIRST
				    : last ? OCR_PACKET_LAST
					   : OCR_PACKET_MIDDLE;
		k->op_bytes = len_bytes;
		k->last_op = last ? seq : seq - 1;
		to = k->data + k->len_bytes;
		/* Behind the last byte. */
		if (last)
			memset(to + len - 8, 0, 8);
		copy_piece(to, at, len, o->op, 0, o->op_bytes);
		copy_piece(to, at, len, o->bytes, o->op_bytes, o->n_bytes);
		k->len_bytes += len;
		queue_append_locked(p, k);
		at += len;
	}
}

/* The last op for p, which nobody waits for: no packet is made of it yet. */
static void
keep_light_locked(struct peer *p, const struct ocr_op *op, uint64_t seq)
{
	ocr_words_copy(p->light.words, op, op->len_bytes);
	p->light.len_bytes = op->len_bytes;
	p->light.seq = seq;
}

void
ocr_batch_append_more_locked(struct ocr_fabric *f, struct peer *p,
			     const struct ocr_op *op, uint64_t seq)
{
	if (p->lost || p->error)
		return;
	if (!ocr_peer_has_some_locked(p) && op->len_bytes <= LIGHT_BYTES &&
	    f->rules.handlers[op->type].later) {
		keep_light_locked(p, op, seq);
		return;
	}
	spill_locked(f, p);
	if (p->open && op->len_bytes <= room_in(p->open, f->payload_max)) {
		ocr_batch_fill_locked(p, op, seq);
		return;
	}
	if (op->len_bytes > f->payload_max) {
		append_cut_locked(
			f, p,
			&(struct ocr_op_pieces){.op = (void *)op,
						.op_bytes = op->len_bytes},
			seq);
		return;
	}
	close_open_locked(f, p);
	p->open = packet_begin_locked(f, p);
	if (p->open)
		ocr_batch_fill_locked(p, op, seq);
}

/* Those bytes that the transport does not want in the packet stay where they
 * are.  It takes no op more. */
static void
lend_locked(struct ocr_fabric *f, struct peer *p, struct ocr_op_pieces *o)
{
	struct ocr_packet *k = p->open;
	size_t own = k->len_bytes + o->op_bytes, after = f->t->lends_after;
	size_t first = own < after ? (after - own + 7) & ~(size_t)7 : 0;
	uint8_t *at = k->data + k->len_bytes;

	memcpy(at, o->op, o->op_bytes);
	at += o->op_bytes;
	memcpy(at, o->bytes, first);
	at += first;
	k->lent = (const char *)o->bytes + first;
	k->lent_at = (uint32_t)(own + first);
	k->lent_bytes = (uint32_t)(o->n_bytes - first) & ~7U;
	k->lender = o->lender;
	k->lender_bytes = o->bytes;
	o->is_lent = true;
	if (o->n_bytes % 8) {
		memset(at, 0, 8);
		memcpy(at, (const char *)k->lent + k->lent_bytes,
		       o->n_bytes % 8);
	}
}

static bool
lends(const struct ocr_fabric *f, const struct ocr_op_pieces *o)
{
	return o->lender && ocr_batch_lends(f, o->n_bytes);
}

/* So many bytes of ops a packet with o takes. */
static size_t
payload_max(const struct ocr_fabric *f, const struct peer *p,
	    const struct ocr_op_pieces *o)
{
	return o->op->len_bytes > f->payload_max && o->lender
		       ? ocr_fabric_lent_bytes(f, p->node, o->n_bytes)
		       : f->payload_max;
}

/* The last op is taken out again, for o.  What it has said is not lost: nobody
 * has seen it without what o has at its end. */
static bool
take_place_locked(const struct ocr_fabric *f, struct peer *p,
		  const struct ocr_op_pieces *o)
{
	if (!o->replaces || p->lost || p->error)
		return false;
	if (p->light.len_bytes && p->light.seq == o->replaces) {
		p->light.len_bytes = 0;
		return true;
	}
	if (!ocr_batch_ends_with_locked(f, p, o->replaces,
					o->op->len_bytes + o->tail_bytes))
		return false;
	p->open->len_bytes = p->open_last;
	return true;
}

/* Into the open packet, which has room for it. */
static void
append_last_locked(struct peer *p, const struct ocr_op_pieces *o,
		   uint32_t len_bytes)
{
	struct ocr_packet *k = p->open;
	uint8_t *at = k->data + k->len_bytes;

	/* Behind the last byte. */
	memset(at + len_bytes - 8, 0, 8);
	memcpy(at, o->op, o->op_bytes);
	memcpy(at + o->op_bytes, o->bytes, o->n_bytes);
	ocr_words_copy(at + len_bytes, o->tail, o->tail_bytes);
	k->len_bytes += len_bytes + o->tail_bytes;
}

uint64_t
ocr_batch_append_pieces_locked(struct ocr_fabric *f, struct peer *p,
			       struct ocr_op_pieces *o)
{
	uint64_t seq =
		atomic_load_explicit(&p->ops_sent, memory_order_relaxed) + 1;
	bool takes_place = take_place_locked(f, p, o);
	size_t max = payload_max(f, p, o);
	uint32_t len_bytes = o->op->len_bytes;

	if (takes_place)
		seq = o->replaces;
	else if (o->tail_bytes)
		ocr_batch_shorten(o);
	atomic_store_explicit(&p->ops_sent, seq, memory_order_relaxed);
	if (p->lost || p->error)
		return seq;
	if (__builtin_expect(len_bytes > max, 0)) {
		append_cut_locked(f, p, o, seq);
		return seq;
	}
	o->op->len_bytes += o->tail_bytes;
	spill_locked(f, p);
	if (__builtin_expect(
		    p->open && o->op->len_bytes > room_in(p->open, max), 0))
		close_open_locked(f, p);
	if (!p->open)
		p->open = packet_begin_locked(f, p);
	if (!p->open)
		return seq; /* p is as good as lost */
	p->open_last = p->open->len_bytes;
	p->open->last_op = seq;
	if (lends(f, o)) {
		lend_locked(f, p, o);
		p->open->len_bytes += len_bytes;
		close_open_locked(f, p);
		return seq;
	}
	append_last_locked(p, o, len_bytes);
	ocr_batch_count_tail_locked(p, o, takes_place);
	return seq;
}

static uint64_t
ops_left(const struct peer *p)
{
	return atomic_load_explicit(&p->ops_left, memory_order_relaxed);
}

static bool
has_slot_locked(const struct ocr_fabric *f, const struct peer *p)
{
	if (f->t->sends_at_once)
		return true;
	for (int i = 0; i < PACKETS_UNDER_WAY; i++)
		if (!p->under_way[i])
			return true;
	return false;
}

/* True when the peer must hear something though there is no op to carry it:
 * a confirmation that it waits for, or our wish for one of ops that have all
 * left. */
static bool
must_tell_locked(const struct peer *p)
{
	return p->owed > p->told ||
	       (p->want_next && ops_left(p) >= p->want_next);
}

/* The next packet that may leave, off the queue; NULL if none. */
static struct ocr_packet *
next_locked(struct ocr_fabric *f, struct peer *p)
{
	struct ocr_packet *k;

	if (p->lost || p->error || p->stalled || !has_slot_locked(f, p))
		return NULL;
	k = p->queue;
	if (k) {
		p->queue = k->next;
	} else if (ocr_peer_has_some_locked(p) &&
		   (p->flush || must_tell_locked(p))) {
		spill_locked(f, p);
		k = p->open;
		p->open = NULL;
		p->flush = false;
	} else if (must_tell_locked(p) ||
		   (p->trails && !ocr_peer_has_some_locked(p))) {
		p->trails = false;
		k = packet_begin_locked(f, p);
		if (k)
			k->last_op = ops_left(p);
	}
	return k;
}

/* What to ask the peer to confirm now that p->ops_left have left; 0: nothing.
 * When some wishes are beyond what has left, the next is not looked for: the
 * packet after this one then asks perhaps without need, but nobody starves
 * behind a wish that moves on. */
static uint64_t
want_locked(struct peer *p)
{
	uint64_t left = ops_left(p);

	if (!p->want_next || left < p->want_next)
		return 0;
	p->want_told = p->want < left ? p->want : left;
	p->want_next = p->want > p->want_told ? p->want_told + 1 : 0;
	return p->want_told;
}

/* What few packets say; ocr_fabric_open() has left room for it. */
static void
append_more(struct ocr_packet *k, uint64_t want)
{
	const struct ocr_packet_more more = {(uint32_t)want, k->op_bytes};

	if (!want && !k->op_bytes)
		return;
	head_of(k)->flags |= OCR_PACKET_MORE | (want ? OCR_PACKET_WANT : 0);
	memcpy(k->data + ocr_lent_own_bytes(k), &more, sizeof(more));
	k->len_bytes += sizeof(more);
}

static __attribute__((noinline)) void
say_more_locked(struct peer *p, struct ocr_packet *k)
{
	append_more(k, want_locked(p));
}

/* Gives k its number and the newest confirmation.  A packet that the transport
 * has refused once keeps its number. */
static void
seal_locked(struct peer *p, struct ocr_packet *k)
{
	if (!k->is_numbered) {
		k->is_numbered = true;
		k->seq = (uint16_t)++p->packets_left;
		/* No peer confirms them before they leave. */
		atomic_store_explicit(&p->ops_left, k->last_op,
				      memory_order_relaxed);
		if (__builtin_expect(p->want_next || k->op_bytes, 0))
			say_more_locked(p, k);
	}
	/* Pairs with receive.c: what the handler did is done. */
	p->told = atomic_load_explicit(&p->ops_handled, memory_order_acquire);
	ocr_packet_write_head(k->data, head_of(k)->flags, k->seq,
			      (uint32_t)p->told);
}

/* The transport did not take k. */
static void
refused_locked(struct ocr_fabric *f, struct peer *p, struct ocr_packet *k,
	       int error)
{
	if (!p->queue)
		p->queue_last = k;
	k->next = p->queue;
	p->queue = k;
	if (error == -EAGAIN && !p->lost) {
		p->stalled = true;
		ocr_peer_set_due_locked(f, p);
		return;
	}
	/* After lost() nobody looks at the queue any more. */
	if (p->lost)
		ocr_batch_free(f, ocr_batch_take_locked(f, p));
	else
		ocr_peer_fail_locked(f, p, error);
}

/* As ocr_transport_ops.send, without the lock.  It is under way meanwhile. */
static int
send_locked(struct ocr_fabric *f, struct peer *p, struct ocr_packet *k)
{
	int slot = 0, err;

	while (p->under_way[slot])
		slot++;
	p->under_way[slot] = k;
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
	err = f->t->ops->send(f->t, k);
	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	/* Else k is perhaps in use again. */
	if (err)
		p->under_way[slot] = NULL;
	return err;
}

void
ocr_batch_push_locked(struct ocr_fabric *f, struct peer *p)
{
	struct ocr_packet *k;

	if (p->pushing)
		return; /* that thread looks again before it stops */
	p->pushing = true;
	while ((k = next_locked(f, p))) {
		uint32_t len_bytes = k->len_bytes;
		int err;

		seal_locked(p, k);
		err = f->t->sends_at_once ? f->t->ops->send(f->t, k)
					  : send_locked(f, p, k);
		if (err < 0) {
			refused_locked(f, p, k, err);
			continue;
		}
		if (err)
			packet_end_locked(f, p, k);
		ocr_peer_count(&p->packets_sent, 1);
		ocr_peer_count(&p->bytes_sent, len_bytes);
	}
	p->pushing = false;
}

void
ocr_batch_sent(struct ocr_fabric *f, struct peer *p, struct ocr_packet *k)
{
	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	for (int i = 0; i < PACKETS_UNDER_WAY; i++)
		if (p->under_way[i] == k)
			p->under_way[i] = NULL;
	if (!p->lost && (p->queue || p->flush || must_tell_locked(p)))
		ocr_peer_set_dirty_locked(f, p);
	packet_end_locked(f, p, k);
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
}

struct ocr_packet *
ocr_batch_take_locked(struct ocr_fabric *f, struct peer *p)
{
	struct ocr_packet *all, *k;
	uint32_t n = 0;

	p->light.len_bytes = 0;
	close_open_locked(f, p);
	all = p->queue;
	p->queue = NULL;
	for (k = all; k; k = k->next)
		n++;
	ocr_peer_end_locked(f, p, n);
	return all;
}

void
ocr_batch_free(struct ocr_fabric *f, struct ocr_packet *k)
{
	while (k) {
		struct ocr_packet *next = k->next;

		spare_put(f, k);
		k = next;
	}
}

void
ocr_batch_free_spare(struct ocr_fabric *f)
{
	for (size_t i = 0; i < SPARE_PACKETS; i++) {
		struct ocr_packet *k = atomic_exchange_explicit(
			&f->spare[i], NULL, memory_order_acquire);

		if (!k)
			continue;
		f->t->ops->packet_free(f->t, k);
		free(k);
	}
}
