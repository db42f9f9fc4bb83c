/* SPDX-License-Identifier: BSD-3-Clause */
/* fabric.c - the fabric's public face: a fabric's life, and what is sent.
 *
 * A packet passes through batch.c on its way out and receive.c on its way in;
 * transfer.c has the one-sided copies, peer.c what is kept per node.  Below
 * is a transport, which calls the up_ functions here from its poll, which
 * fabric_poll.c calls.
 */
#include "fabric/fabric.h"

#include "fabric/batch.h"
#include "fabric/clock.h"
#include "fabric/debts.h"
#include "fabric/lent.h"
#include "fabric/log.h"
#include "fabric/peer.h"
#include "fabric/receive.h"
#include "fabric/transfer.h"

#include <errno.h>
#include <stdlib.h>

/* Around the payload, at most. */
#define FRAME_BYTES                                                            \
	(sizeof(struct ocr_packet_head) + sizeof(struct ocr_packet_more))

/* Of so many times what may be lent a range is long: not what could have left
 * with the op that lets it be read. */
#define TRAILED 9

static void
up_received(void *ctx, ocr_node_t from, const void *data, size_t len_bytes)
{
	struct ocr_fabric *f = ctx;

	f->happened++;
	ocr_receive_packet(f, from, data, len_bytes);
}

static void
up_sent(void *ctx, struct ocr_packet *k)
{
	struct ocr_fabric *f = ctx;

	f->happened++;
	ocr_batch_sent(f, ocr_peer_get(f, k->to), k);
}

static void
up_moved(void *ctx, struct ocr_transfer *x, size_t piece_bytes, int status)
{
	ocr_transfer_moved(ctx, x, piece_bytes, status);
}

static void
up_failed(void *ctx, ocr_node_t peer, const char *why)
{
	struct ocr_fabric *f = ctx;

	/* What this one has sent may wait for one who was lost just now. */
	if (f->held)
		ocr_receive_held(f);
	ocr_peer_goes(f, ocr_peer_get(f, peer), why);
}

/* A packet's length and an op's are multiples of 8. */
static uint32_t
payload_of(size_t mtu_bytes)
{
	return (uint32_t)(mtu_bytes - FRAME_BYTES) & ~7U;
}

int
ocr_fabric_open(struct ocr_fabric **out, const struct ocr_fabric_config *c)
{
	struct ocr_fabric *f;

	if (c->transport->mtu_bytes < FRAME_BYTES + sizeof(struct ocr_op))
		ocr_bug("packets of %zu bytes are too small",
			c->transport->mtu_bytes);
	f = calloc(1, sizeof(*f) + c->size * sizeof(f->peers[0]));
	if (!f)
		return -ENOMEM;
	f->rules = (struct ocr_packet_rules){
		.self = c->self,
		.size = c->size,
		.handlers = c->handlers,
		.n_handlers = c->n_handlers,
	};
	f->t = c->transport;
	f->ctx = c->ctx;
	f->lost = c->lost;
	f->lent_back = c->lent_back;
	f->payload_max = payload_of(f->t->mtu_bytes);
	if (c->carries && c->size > 2 && c->size <= OCR_CARRY_NODES) {
		f->debts = ocr_debts_create(c->size);
		if (!f->debts) {
			free(f);
			return -ENOMEM;
		}
		f->rules.carries = true;
	}
	f->starved.lost = true;
	f->gone.lost = true;
	f->up = (struct ocr_transport_up){
		.ctx = f,
		.received = up_received,
		.sent = up_sent,
		.moved = up_moved,
		.failed = up_failed,
	};
	f->t->ops->attach(f->t, &f->up);
	*out = f;
	return 0;
}

void
ocr_fabric_close(struct ocr_fabric *f)
{
	for (ocr_node_t i = 0; i < f->rules.size; i++)
		ocr_peer_free(f, atomic_load_explicit(&f->peers[i],
						      memory_order_acquire));
	/* Who has lent is gone. */
	f->lent_back = NULL;
	ocr_lent_give_back(f);
	ocr_batch_free_spare(f);
	f->t->ops->close(f->t);
	free(f->debts);
	free(f);
}

void
ocr_fabric_others_leave(struct ocr_fabric *f)
{
	if (f->t->ops->others_leave)
		f->t->ops->others_leave(f->t);
}

bool
ocr_fabric_dirty(const struct ocr_fabric *f)
{
	return atomic_load_explicit(&f->dirty, memory_order_relaxed) != NULL;
}

static inline struct peer *
peer_to(struct ocr_fabric *f, ocr_node_t to)
{
	if (to >= f->rules.size || to == f->rules.self)
		ocr_bug("node %u speaks with node %u of %u", f->rules.self, to,
			f->rules.size);
	return ocr_peer_get(f, to);
}

/* Is there a debt that p has not been told of? */
static bool
knows_more(const struct ocr_fabric *f, const struct peer *p)
{
	/* Pairs with debts.c. */
	return p->debts_told !=
	       atomic_load_explicit(&f->debts->changes, memory_order_acquire);
}

static inline void
check_op(const struct ocr_fabric *f, const struct ocr_op *op)
{
	if (op->len_bytes < sizeof(*op) || op->len_bytes % 8 ||
	    op->len_bytes > OCR_OP_MAX_BYTES || op->zero ||
	    op->type >= f->rules.n_handlers ||
	    !f->rules.handlers[op->type].name)
		ocr_bug("op of type %u, %u bytes, cannot be sent", op->type,
			op->len_bytes);
}

static inline void
lock_and_tell(struct ocr_fabric *f, struct peer *p)
{
	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	if (__builtin_expect(f->debts != NULL, 0) && knows_more(f, p))
		ocr_debts_tell_locked(f, p);
}

enum leaves {
	WITH_OTHERS,
	FIRST, /* alone, unless there are others already */
	NOW,   /* with those */
};

/* Gives the lock up. */
static inline uint64_t
gather(struct ocr_fabric *f, struct peer *p, const struct ocr_op *op,
       struct ocr_op_pieces *pieces, enum leaves leaves)
{
	bool leave = false;
	uint64_t seq = pieces ? ocr_batch_append_pieces_locked(f, p, pieces)
			      : ocr_batch_append_locked(f, p, op);

	if (leaves == NOW)
		p->flush = ocr_peer_has_some_locked(p);
	else if (__builtin_expect(!ocr_peer_has_some_locked(p), 0))
		;
	else if (f->rules.handlers[op->type].later)
		ocr_peer_set_later_locked(f, p);
	else
		ocr_peer_set_dirty_locked(f, p);
	/* It leaves once the caller has no lock. */
	if (pieces && pieces->is_lent) {
		ocr_peer_set_dirty_locked(f, p);
	} else if (p->queue || p->flush) {
		ocr_batch_push_locked(f, p);
		leave = p->tells_own;
		p->tells_own = false;
	}
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
	if (__builtin_expect(leave, 0))
		ocr_fabric_flush(f);
	return seq;
}

static __attribute__((noinline)) uint64_t
gather_pieces(struct ocr_fabric *f, struct peer *p, struct ocr_op_pieces *o)
{
	return gather(f, p, o->op, o, WITH_OTHERS);
}

static __attribute__((noinline)) uint64_t
gather_one(struct ocr_fabric *f, struct peer *p, const struct ocr_op *op,
	   enum leaves leaves)
{
	return gather(f, p, op, NULL, leaves);
}

/* Without a packet to gather in, if it can. */
static inline uint64_t
send_alone(struct ocr_fabric *f, ocr_node_t to, const struct ocr_op *op,
	   enum leaves leaves)
{
	struct peer *p = peer_to(f, to);
	uint64_t seq;

	check_op(f, op);
	lock_and_tell(f, p);
	seq = ocr_batch_put_locked(f, p, op);
	if (__builtin_expect(!seq, 0))
		return gather_one(f, p, op, leaves);
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
	return seq;
}

uint64_t
ocr_fabric_send(struct ocr_fabric *f, ocr_node_t to, const struct ocr_op *op)
{
	struct peer *p = peer_to(f, to);

	check_op(f, op);
	lock_and_tell(f, p);
	return gather(f, p, op, NULL, WITH_OTHERS);
}

uint64_t
ocr_fabric_send_pieces(struct ocr_fabric *f, ocr_node_t to,
		       struct ocr_op_pieces *o)
{
	struct peer *p = peer_to(f, to);
	uint64_t seq;

	if (o->op_bytes + o->n_bytes > o->op->len_bytes ||
	    o->op->len_bytes - o->op_bytes - o->n_bytes >= 8 ||
	    (o->tail_bytes &&
	     o->op->len_bytes + (uint64_t)o->tail_bytes > f->payload_max))
		ocr_bug("pieces of %zu and %zu bytes are no op of %u",
			o->op_bytes, o->n_bytes, o->op->len_bytes);
	check_op(f, o->op);
	lock_and_tell(f, p);
	seq = o->first ? ocr_batch_put_pieces_locked(f, p, o) : 0;
	if (!seq)
		return gather_pieces(f, p, o);
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
	return seq;
}

uint64_t
ocr_fabric_send_now(struct ocr_fabric *f, ocr_node_t to,
		    const struct ocr_op *op)
{
	return send_alone(f, to, op, NOW);
}

uint64_t
ocr_fabric_send_first(struct ocr_fabric *f, ocr_node_t to,
		      const struct ocr_op *op)
{
	return send_alone(f, to, op, FIRST);
}

/* Is the op still here, and the last one?  What has to be told first would come
 * behind it. */
static inline bool
takes_more_locked(const struct ocr_fabric *f, const struct peer *p,
		  uint64_t seq, uint32_t more_bytes)
{
	return ocr_batch_ends_with_locked(f, p, seq, more_bytes) &&
	       !(f->debts && knows_more(f, p));
}

bool
ocr_fabric_extend(struct ocr_fabric *f, ocr_node_t to, uint64_t seq,
		  const void *more, uint32_t more_bytes)
{
	struct peer *p = ocr_peer_get(f, to); /* it was sent an op */
	bool fits;

	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	fits = takes_more_locked(f, p, seq, more_bytes);
	if (fits)
		ocr_batch_extend_locked(p, more, more_bytes);
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
	return fits;
}

bool
ocr_fabric_amend(struct ocr_fabric *f, ocr_node_t to, uint64_t seq, uint32_t at,
		 const uint64_t *bits, uint32_t n)
{
	struct peer *p = ocr_peer_get(f, to); /* it was sent an op */
	bool may;

	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	may = takes_more_locked(f, p, seq, 0);
	if (may)
		ocr_batch_amend_locked(p, at, bits, n);
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
	return may;
}

bool
ocr_fabric_is_behind(struct ocr_fabric *f, ocr_node_t to, uint32_t packets)
{
	struct peer *p = peer_to(f, to);
	bool is;

	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	is = p->n_busy > packets;
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
	return is;
}

void
ocr_fabric_flush(struct ocr_fabric *f)
{
	struct peer *p, *next;
	bool again = true;

	while (again && ocr_fabric_dirty(f)) {
		/* Pairs with ocr_peer_set_dirty_locked(). */
		p = atomic_exchange_explicit(&f->dirty, NULL,
					     memory_order_acquire);
		again = false;
		for (; p; p = next) {
			ocr_lock(&p->lock, OCR_LOCK_FABRIC);
			next = p->dirty_next;
			p->is_dirty = false;
			p->flush = ocr_peer_has_some_locked(p);
			ocr_batch_push_locked(f, p);
			/* What it tells of may have come since the list was
			 * taken. */
			again |= p->tells_own;
			p->tells_own = false;
			ocr_peer_end_locked(f, p, 1);
			ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
		}
	}
}

size_t
ocr_fabric_packet_bytes(const struct ocr_fabric *f)
{
	return f->payload_max;
}

size_t
ocr_fabric_lent_bytes(const struct ocr_fabric *f, ocr_node_t to, size_t n_bytes)
{
	if (!ocr_batch_lends(f, n_bytes) || !f->t->ops->lent_mtu)
		return f->payload_max;
	return payload_of(f->t->ops->lent_mtu(f->t, to));
}

/* Waiters mostly come in the order of their numbers. */
static void
insert_waiter_locked(struct peer *p, struct ocr_confirm *c)
{
	struct ocr_confirm **at = &p->waiters;

	if (p->waiters && p->waiters_last->seq <= c->seq)
		at = &p->waiters_last->next;
	while (*at && (*at)->seq <= c->seq)
		at = &(*at)->next;
	c->next = *at;
	*at = c;
	if (!c->next)
		p->waiters_last = c;
}

bool
ocr_fabric_confirm(struct ocr_fabric *f, ocr_node_t to, uint64_t seq,
		   struct ocr_confirm *c)
{
	struct peer *p = peer_to(f, to);
	bool confirmed, leave;

	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	/* Those that no memory was left for have had several numbers. */
	if (!p->lost &&
	    seq > atomic_load_explicit(&p->ops_sent, memory_order_relaxed))
		ocr_bug("op %ju to node %u was not sent", (uintmax_t)seq, to);
	confirmed = seq <= ocr_peer_confirmed(p);
	/* Who waits has time to look at the clock. */
	if (!confirmed && c)
		atomic_fetch_sub_explicit(&f->waited_ns, ocr_clock_ns(),
					  memory_order_relaxed);
	if (!confirmed && !p->lost) {
		if (c) {
			c->seq = seq;
			insert_waiter_locked(p, c);
		}
		if (seq > p->want)
			p->want = seq;
		if (seq > p->want_told && (!p->want_next || seq < p->want_next))
			p->want_next = seq;
		p->flush = ocr_peer_has_some_locked(p);
		ocr_batch_push_locked(f, p);
	}
	leave = p->tells_own;
	p->tells_own = false;
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
	if (leave)
		ocr_fabric_flush(f);
	if (!confirmed && c)
		atomic_fetch_add_explicit(&f->confirms_waited, 1,
					  memory_order_relaxed);
	return confirmed;
}

void
ocr_fabric_serve(struct ocr_fabric *f, int n)
{
	atomic_fetch_add_explicit(&f->n_serving, n, memory_order_relaxed);
}

static int
start_transfer(struct ocr_fabric *f, ocr_node_t peer, uint64_t offset,
	       void *local, size_t len_bytes, struct ocr_transfer *x,
	       bool is_write)
{
	x->peer = peer;
	x->is_write = is_write;
	x->remote_offset = offset;
	x->local = local;
	x->len_bytes = len_bytes;
	peer_to(f, peer);
	return ocr_transfer_start(f, x);
}

int
ocr_fabric_read(struct ocr_fabric *f, ocr_node_t from, uint64_t offset,
		void *local, size_t len_bytes, struct ocr_transfer *x)
{
	return start_transfer(f, from, offset, local, len_bytes, x, false);
}

void *
ocr_fabric_view(const struct ocr_fabric *f, ocr_node_t of, uint64_t offset,
		size_t len_bytes)
{
	return f->t->ops->view ? f->t->ops->view(f->t, of, offset, len_bytes)
			       : NULL;
}

void
ocr_fabric_trail(struct ocr_fabric *f, ocr_node_t to, uint64_t n_bytes)
{
	struct peer *p = peer_to(f, to);

	if (n_bytes < TRAILED * f->t->lends_bytes || !f->t->lends_bytes ||
	    ocr_fabric_view(f, to, 0, 1))
		return;
	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	p->trails = true;
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
}

bool
ocr_fabric_hold(struct ocr_fabric *f, const void *bytes, size_t len_bytes)
{
	return f->t->ops->hold && f->t->ops->hold(f->t, bytes, len_bytes);
}

void
ocr_fabric_let_go(struct ocr_fabric *f, const void *bytes)
{
	f->t->ops->let_go(f->t, bytes);
}

int
ocr_fabric_write(struct ocr_fabric *f, ocr_node_t to, uint64_t offset,
		 const void *local, size_t len_bytes, struct ocr_transfer *x)
{
	return start_transfer(f, to, offset, (void *)local, len_bytes, x, true);
}

bool
ocr_fabric_is_idle(const struct ocr_fabric *f)
{
	return !atomic_load_explicit(&f->busy, memory_order_acquire);
}

bool
ocr_fabric_awaits(const struct ocr_fabric *f)
{
	return atomic_load_explicit(&f->confirms_waited,
				    memory_order_acquire) !=
	       atomic_load_explicit(&f->confirms_run, memory_order_acquire);
}

const char *
ocr_fabric_lost(const struct ocr_fabric *f)
{
	/* pairs with tell_lost() */
	return atomic_load_explicit(&f->any_lost, memory_order_acquire)
		       ? f->first_lost
		       : NULL;
}
