/* SPDX-License-Identifier: BSD-3-Clause */
/* debts.c - see debts.h. */
#include "fabric/debts.h"

#include "fabric/batch.h"
#include "fabric/peer.h"

#include <stdlib.h>

/* No link has so many ops under way: nobody's window has room for them. */
#define UNDER_WAY_MAX (UINT64_C(1) << 24)

#define PAIRS_MAX (OCR_CARRY_NODES * OCR_CARRY_NODES)

struct ocr_debts *
ocr_debts_create(uint32_t size)
{
	struct ocr_debts *d = calloc(
		1, sizeof(*d) + (size_t)size * size * sizeof(d->pairs[0]));

	if (d)
		ocr_lock_init(&d->lock);
	return d;
}

static void
learn_locked(struct ocr_fabric *f, const struct ocr_known *k)
{
	struct ocr_debts *d = f->debts;
	size_t pair = (size_t)k->from * f->rules.size + k->to;
	uint64_t n = atomic_load_explicit(&d->changes, memory_order_relaxed);

	if (d->pairs[pair].seq >= k->seq)
		return;
	d->pairs[pair].seq = k->seq;
	d->pairs[pair].change = ++n;
	/* Who is set in motion by what comes next finds it: fabric.c. */
	atomic_store_explicit(&d->changes, n, memory_order_release);
}

bool
ocr_fabric_carries(const struct ocr_fabric *f)
{
	return f->debts;
}

bool
ocr_fabric_carry(struct ocr_fabric *f, ocr_node_t to, uint64_t seq)
{
	const struct ocr_known k = {f->rules.self, to, seq};
	struct peer *p = ocr_peer_get(f, to);
	bool handled, is_slow;

	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	handled = seq <= ocr_peer_confirmed(p);
	is_slow = p->lost || p->error || p->stalled || p->queue;
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
	if (handled || is_slow)
		return handled;
	ocr_lock(&f->debts->lock, OCR_LOCK_DEBTS);
	learn_locked(f, &k);
	ocr_unlock(&f->debts->lock, OCR_LOCK_DEBTS);
	atomic_fetch_add_explicit(&f->debts_carried, 1, memory_order_relaxed);
	return true;
}

/* Is it ours, and settled? */
static bool
is_confirmed(const struct ocr_fabric *f, const struct ocr_known *k)
{
	const struct peer *p;

	if (k->from != f->rules.self || !k->seq)
		return false;
	p = atomic_load_explicit(&f->peers[k->to], memory_order_relaxed);
	return k->seq <= ocr_peer_confirmed(p);
}

/* Has p to hear of it?  It knows its own ops, and ours to it come before. */
static bool
concerns(const struct ocr_fabric *f, const struct peer *p,
	 const struct ocr_known *k)
{
	return k->from != p->node &&
	       !(k->from == f->rules.self && k->to == p->node) &&
	       !is_confirmed(f, k);
}

void
ocr_debts_tell_locked(struct ocr_fabric *f, struct peer *p)
{
	union {
		struct ocr_op_debts m;
		uint64_t room[(sizeof(struct ocr_op_debts) +
			       PAIRS_MAX * sizeof(struct ocr_known)) /
			      sizeof(uint64_t)];
	} u;
	struct ocr_debts *d = f->debts;
	uint32_t size = f->rules.size, n = 0;

	ocr_lock(&d->lock, OCR_LOCK_DEBTS);
	for (uint32_t i = 0; i < size * size; i++) {
		const struct ocr_known k = {i / size, i % size,
					    d->pairs[i].seq};

		if (d->pairs[i].change <= p->debts_told || !concerns(f, p, &k))
			continue;
		u.m.known[n++] = k;
		p->tells_own |= k.from == f->rules.self;
	}
	p->debts_told = atomic_load_explicit(&d->changes, memory_order_relaxed);
	ocr_unlock(&d->lock, OCR_LOCK_DEBTS);
	if (!n)
		return;
	u.m.op = (struct ocr_op){
		.len_bytes = (uint32_t)(sizeof(u.m) + n * sizeof(u.m.known[0])),
		.type = OCR_OP_DEBTS,
	};
	ocr_batch_append_locked(f, p, &u.m.op);
	atomic_fetch_add_explicit(&f->debts_told, 1, memory_order_relaxed);
}

static uint32_t
n_known(const struct ocr_op *op)
{
	return (uint32_t)((op->len_bytes - sizeof(struct ocr_op_debts)) /
			  sizeof(struct ocr_known));
}

/* NULL, or what is wrong with it. */
static const char *
check(const struct ocr_fabric *f, const struct peer *p,
      const struct ocr_known *k)
{
	const struct peer *from;
	uint64_t come = 0;

	if (k->from >= f->rules.size || k->to >= f->rules.size)
		return "debt of a node that there is not";
	/* See concerns(): those are told by nobody. */
	if (k->from == k->to || k->from == f->rules.self || k->to == p->node ||
	    (k->from == p->node && k->to == f->rules.self))
		return "debt that nobody tells";
	if (k->to != f->rules.self)
		return NULL; /* for whom it concerns */
	from = atomic_load_explicit(&f->peers[k->from], memory_order_acquire);
	if (from)
		come = atomic_load_explicit(&from->ops_handled,
					    memory_order_relaxed) +
		       from->n_held;
	return k->seq > come && k->seq - come > UNDER_WAY_MAX
		       ? "debt of an op that cannot have left"
		       : NULL;
}

const char *
ocr_debts_check(const struct ocr_fabric *f, const struct peer *p,
		const struct ocr_op *op)
{
	const struct ocr_op_debts *m = (const void *)op;
	const char *why = NULL;

	/* A link has one debt at most. */
	if (!n_known(op) ||
	    n_known(op) > (uint64_t)f->rules.size * f->rules.size ||
	    (op->len_bytes - sizeof(*m)) % sizeof(m->known[0]))
		return "debts of an impossible length";
	for (uint32_t i = 0; !why && i < n_known(op); i++)
		why = check(f, p, &m->known[i]);
	return why;
}

/* Is it this node's?  One who is lost sends it no more. */
static bool
is_open(const struct ocr_fabric *f, const struct ocr_known *k)
{
	const struct peer *p;

	if (k->to != f->rules.self)
		return false;
	p = atomic_load_explicit(&f->peers[k->from], memory_order_acquire);
	return !p || (!p->lost &&
		      k->seq > atomic_load_explicit(&p->ops_handled,
						    memory_order_relaxed));
}

bool
ocr_debts_are_met(const struct ocr_fabric *f, const struct ocr_op *op)
{
	const struct ocr_op_debts *m = (const void *)op;

	for (uint32_t i = 0; i < n_known(op); i++)
		if (is_open(f, &m->known[i]))
			return false;
	return true;
}

void
ocr_debts_learn(struct ocr_fabric *f, const struct ocr_op *op)
{
	const struct ocr_op_debts *m = (const void *)op;

	ocr_lock(&f->debts->lock, OCR_LOCK_DEBTS);
	for (uint32_t i = 0; i < n_known(op); i++)
		if (m->known[i].to != f->rules.self)
			learn_locked(f, &m->known[i]);
	ocr_unlock(&f->debts->lock, OCR_LOCK_DEBTS);
}
