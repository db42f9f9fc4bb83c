/* SPDX-License-Identifier: BSD-3-Clause */
/* peer.c - makes peers on first use, lists those with work, gives them up.
 *
 * The lists are stacks that are taken whole, so no node of them can come
 * back between a look and an exchange.  Being listed counts as busy: between
 * the list and the packet there is no moment at which the fabric seems idle.
 */
#include "fabric/peer.h"

#include "fabric/batch.h"
#include "fabric/transfer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
ocr_peer_wake(struct ocr_fabric *f)
{
	/* Pairs with ocr_fabric_wait(), which says that it sleeps before it
	 * looks at the lists. */
	if (atomic_load_explicit(&f->asleep, memory_order_seq_cst))
		f->t->ops->interrupt(f->t);
}

struct peer *
ocr_peer_make(struct ocr_fabric *f, ocr_node_t node)
{
	struct peer *fresh = calloc(1, sizeof(*fresh)), *p = NULL;

	if (fresh) {
		fresh->node = node;
		ocr_lock_init(&fresh->lock);
	}
	/* pairs with ocr_peer_get() */
	if (atomic_compare_exchange_strong_explicit(
		    &f->peers[node], &p, fresh ? fresh : &f->starved,
		    memory_order_acq_rel, memory_order_acquire)) {
		if (fresh)
			return fresh;
		atomic_store_explicit(&f->starving, true, memory_order_seq_cst);
		ocr_peer_wake(f);
		return &f->starved;
	}
	free(fresh);
	return p;
}

void
ocr_peer_list_dirty_locked(struct ocr_fabric *f, struct peer *p)
{
	struct peer *first;

	p->is_dirty = true;
	ocr_peer_begin_locked(f, p);
	first = atomic_load_explicit(&f->dirty, memory_order_relaxed);
	do
		p->dirty_next = first;
	while (!atomic_compare_exchange_weak_explicit(
		&f->dirty, &first, p, memory_order_release,
		memory_order_relaxed)); /* pairs with ocr_fabric_flush() */
}

void
ocr_peer_set_later_locked(struct ocr_fabric *f, struct peer *p)
{
	struct peer *first;

	if (p->is_later || p->is_dirty)
		return;
	p->is_later = true;
	ocr_peer_begin_locked(f, p);
	first = atomic_load_explicit(&f->later, memory_order_relaxed);
	do
		p->later_next = first;
	while (!atomic_compare_exchange_weak_explicit(
		&f->later, &first, p, memory_order_seq_cst,
		memory_order_relaxed)); /* pairs with flush_later() */
	ocr_peer_wake(f);
}

void
ocr_peer_set_due_locked(struct ocr_fabric *f, struct peer *p)
{
	struct peer *first;

	if (p->is_due)
		return;
	p->is_due = true;
	ocr_peer_begin_locked(f, p);
	first = atomic_load_explicit(&f->due, memory_order_relaxed);
	do
		p->due_next = first;
	while (!atomic_compare_exchange_weak_explicit(
		&f->due, &first, p, memory_order_seq_cst,
		memory_order_relaxed)); /* pairs with poll_due() */
	ocr_peer_wake(f);
}

void
ocr_peer_fail_locked(struct ocr_fabric *f, struct peer *p, int error)
{
	if (p->lost || p->error)
		return;
	p->error = error;
	ocr_peer_set_due_locked(f, p);
}

static void
tell_lost(struct ocr_fabric *f, ocr_node_t node, const char *why)
{
	if (!atomic_load_explicit(&f->any_lost, memory_order_relaxed)) {
		snprintf(f->first_lost, sizeof(f->first_lost),
			 "node %u is lost (%s)", node, why);
		/* pairs with ocr_fabric_lost() */
		atomic_store_explicit(&f->any_lost, true, memory_order_release);
	}
	if (f->lost)
		f->lost(f->ctx, node, why);
}

void
ocr_peer_lose(struct ocr_fabric *f, struct peer *p, const char *why)
{
	struct ocr_packet *unsent;

	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	if (p->lost) {
		ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
		return;
	}
	p->lost = true;
	unsent = ocr_batch_take_locked(f, p);
	p->waiters = NULL;
	ocr_transfer_lose_locked(f, p);
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);

	ocr_batch_free(f, unsent);
	free(p->op);
	p->op = NULL;
	ocr_peer_drop_held(p);
	f->happened++;
	tell_lost(f, p->node, why);
}

void
ocr_peer_goes(struct ocr_fabric *f, struct peer *p, const char *why)
{
	if (p->gone_why)
		return;
	p->gone_why = p->held ? strdup(why) : NULL;
	if (!p->gone_why) {
		ocr_peer_lose(f, p, why);
		return;
	}
	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	/* Nothing leaves for it any more. */
	if (!p->error)
		p->error = -ECONNRESET;
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
}

void
ocr_peer_drop_held(struct peer *p)
{
	struct held_op *h, *next;

	for (h = p->held; h; h = next) {
		next = h->next;
		free(h);
	}
	p->held = NULL;
	p->n_held = 0;
	p->held_bytes = 0;
}

void
ocr_peer_lose_some(struct ocr_fabric *f)
{
	if (!atomic_exchange_explicit(&f->starving, false,
				      memory_order_acquire))
		return;
	for (ocr_node_t i = 0; i < f->rules.size; i++) {
		if (atomic_load_explicit(&f->peers[i], memory_order_relaxed) !=
		    &f->starved)
			continue;
		/* Nobody else changes what is not NULL. */
		atomic_store_explicit(&f->peers[i], &f->gone,
				      memory_order_release);
		f->happened++;
		tell_lost(f, i, "no memory to speak with it");
	}
}

void
ocr_peer_free(struct ocr_fabric *f, struct peer *p)
{
	if (!p || p == &f->starved || p == &f->gone)
		return;
	ocr_batch_free(f, ocr_batch_take_locked(f, p));
	ocr_batch_free(f, p->kept);
	for (int i = 0; i < PACKETS_UNDER_WAY; i++) {
		if (!p->under_way[i])
			continue;
		p->under_way[i]->next = NULL;
		ocr_batch_free(f, p->under_way[i]);
	}
	free(p->op);
	ocr_peer_drop_held(p);
	free(p->gone_why);
	free(p);
}
