/* SPDX-License-Identifier: BSD-3-Clause */
/* fabric_poll.c - what one poll of a fabric does, and how long one may sleep.
 *
 * What nobody waited for leaves, the transport is asked, and what it had no
 * room for is tried again.
 */
#include "fabric/fabric.h"

#include "fabric/batch.h"
#include "fabric/lent.h"
#include "fabric/peer.h"
#include "fabric/receive.h"
#include "fabric/transfer.h"

#include <stdio.h>
#include <string.h>

/* Some transports cannot say when they have room again; nobody sleeps longer
 * than this while something waits for that. */
#define RETRY_MS 1

/* Who sleeps while bytes move wakes up too late for them, and often; so he
 * polls so many times longer. */
#define MOVING_SPINS 20

/* What nobody waited for: it has waited until the next poll. */
static __attribute__((noinline)) void
flush_later(struct ocr_fabric *f)
{
	struct peer *p, *next;

	/* Pairs with ocr_peer_set_later_locked(). */
	p = atomic_exchange_explicit(&f->later, NULL, memory_order_acquire);
	for (; p; p = next) {
		ocr_lock(&p->lock, OCR_LOCK_FABRIC);
		next = p->later_next;
		p->is_later = false;
		/* As a rule it has gone with something else. */
		p->flush = ocr_peer_has_some_locked(p);
		if (p->flush || p->queue)
			ocr_batch_push_locked(f, p);
		ocr_peer_end_locked(f, p, 1);
		ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
	}
}

/* Tries again what the transport had no room for, and gives up those that it
 * refused for good. */
static __attribute__((noinline)) void
poll_due(struct ocr_fabric *f)
{
	struct peer *p, *next;

	/* Pairs with ocr_peer_set_due_locked(). */
	p = atomic_exchange_explicit(&f->due, NULL, memory_order_acquire);
	for (; p; p = next) {
		char why[128];
		int error;

		ocr_lock(&p->lock, OCR_LOCK_FABRIC);
		next = p->due_next;
		p->is_due = false;
		p->stalled = false;
		error = p->error;
		if (!error && !p->lost) {
			ocr_transfer_retry_locked(f, p);
			ocr_batch_push_locked(f, p);
		}
		if (!error)
			ocr_peer_end_locked(f, p, 1);
		ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
		if (error) {
			snprintf(why, sizeof(why), "cannot send to it: %s",
				 strerror(-error));
			ocr_peer_goes(f, p, why);
			ocr_lock(&p->lock, OCR_LOCK_FABRIC);
			ocr_peer_end_locked(f, p, 1);
			ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
		}
	}
}

static int
poll_as(struct ocr_fabric *f, bool is_idle)
{
	int happened;

	/* Pairs with the store below: one thread's poll sees what the one
	 * before did. */
	if (atomic_load_explicit(&f->polling, memory_order_relaxed) ||
	    atomic_exchange_explicit(&f->polling, true, memory_order_acquire))
		return 0;
	f->happened = 0;
	if (atomic_load_explicit(&f->later, memory_order_relaxed))
		flush_later(f);
	f->t->is_idle = is_idle;
	f->t->ops->poll(f->t);
	if (__builtin_expect(f->held != NULL, 0))
		ocr_receive_held(f);
	if (__builtin_expect(
		    atomic_load_explicit(&f->due, memory_order_relaxed) != NULL,
		    0))
		poll_due(f);
	ocr_peer_lose_starved(f);
	ocr_transfer_run_done(f);
	ocr_lent_give_back(f);
	/* Last: replies of handlers carry the confirmations that are due. */
	if (atomic_load_explicit(&f->dirty, memory_order_relaxed))
		ocr_fabric_flush(f);
	happened = f->happened;
	atomic_store_explicit(&f->polling, false, memory_order_release);
	return happened;
}

int
ocr_fabric_poll(struct ocr_fabric *f)
{
	return poll_as(f, false);
}

int
ocr_fabric_poll_idle(struct ocr_fabric *f)
{
	return poll_as(f, true);
}

void
ocr_fabric_wait(struct ocr_fabric *f, int timeout_ms)
{
	/* Said before the lists are looked at: whoever puts something on one
	 * later sees it, and ends the sleep.  Pairs with ocr_peer_wake(). */
	atomic_store_explicit(&f->asleep, true, memory_order_seq_cst);
	if (atomic_load_explicit(&f->due, memory_order_seq_cst) &&
	    (timeout_ms < 0 || timeout_ms > RETRY_MS))
		timeout_ms = RETRY_MS;
	if (!atomic_load_explicit(&f->done, memory_order_seq_cst) &&
	    !atomic_load_explicit(&f->later, memory_order_seq_cst) &&
	    !atomic_load_explicit(&f->lent, memory_order_seq_cst) &&
	    !atomic_load_explicit(&f->starving, memory_order_seq_cst))
		f->t->ops->wait(f->t, timeout_ms);
	atomic_store_explicit(&f->asleep, false, memory_order_relaxed);
}

void
ocr_fabric_interrupt(struct ocr_fabric *f)
{
	f->t->ops->interrupt(f->t);
}

bool
ocr_fabric_is_polled(const struct ocr_fabric *f)
{
	return atomic_load_explicit(&f->polling, memory_order_relaxed);
}

static bool
is_moving(const struct ocr_fabric *f)
{
	return atomic_load_explicit(&f->n_moving, memory_order_relaxed) ||
	       atomic_load_explicit(&f->n_serving, memory_order_relaxed) > 0 ||
	       (f->t->ops->is_serving && f->t->ops->is_serving(f->t));
}

uint64_t
ocr_fabric_patience_ns(const struct ocr_fabric *f, uint64_t spin_ns)
{
	return is_moving(f) ? spin_ns * MOVING_SPINS : spin_ns;
}
