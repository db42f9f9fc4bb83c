/* SPDX-License-Identifier: BSD-3-Clause */
/* host_sleep.c - sleeps on the bell, unless something has come. */
#include "fabric/fence.h"
#include "fabric/host_link.h"

#include <poll.h>

bool
ocr_host_lie_down(struct ocr_transport *t)
{
	struct host *h = ocr_host_of(t);

	atomic_store_explicit(ocr_segment_asleep(&h->segment), ++h->n_sleeps,
			      memory_order_relaxed);
	/* Pairs with tell(). */
	ocr_full_fence();
	if (!atomic_load_explicit(&h->owes, memory_order_relaxed) &&
	    !ocr_host_has_news(h))
		return true;
	ocr_host_stand_up(t, false);
	return false;
}

void
ocr_host_stand_up(struct ocr_transport *t, bool was_rung)
{
	struct host *h = ocr_host_of(t);

	atomic_store_explicit(ocr_segment_asleep(&h->segment), 0,
			      memory_order_relaxed);
	if (was_rung)
		ocr_bell_drain(h->bell);
}

int
ocr_host_fd(const struct ocr_transport *t)
{
	return ocr_bell_fd(((const struct host *)t)->bell);
}

static void
sleep_on(struct host *h, int timeout_ms)
{
	struct pollfd fds[] = {
		{.fd = ocr_bell_fd(h->bell), .events = POLLIN},
		{.fd = h->t.others[0].fd, .events = POLLIN},
	};

	if (!ocr_host_lie_down(&h->t))
		return;
	if (poll(fds, sizeof(fds) / sizeof(*fds), timeout_ms) > 0)
		h->t.others[0].is_ready = fds[1].revents & POLLIN;
	ocr_host_stand_up(&h->t, fds[0].revents & POLLIN);
}

void
ocr_host_wait(struct ocr_transport *t, int timeout_ms)
{
	struct host *h = ocr_host_of(t);

	/* Either this thread sees `interrupted`, or ocr_host_interrupt() sees
	 * `waiting`, because both look after they have written. */
	atomic_store_explicit(&h->waiting, true, memory_order_seq_cst);
	if (!atomic_load_explicit(&h->interrupted, memory_order_seq_cst))
		sleep_on(h, timeout_ms);
	atomic_store_explicit(&h->waiting, false, memory_order_relaxed);
	/* Whoever interrupted has something to show: it is visible now. */
	atomic_exchange_explicit(&h->interrupted, false, memory_order_acq_rel);
}

void
ocr_host_interrupt(struct ocr_transport *t)
{
	struct host *h = ocr_host_of(t);

	atomic_store_explicit(&h->interrupted, true, memory_order_seq_cst);
	if (atomic_load_explicit(&h->waiting, memory_order_seq_cst))
		ocr_bell_ring_own(h->bell);
}
