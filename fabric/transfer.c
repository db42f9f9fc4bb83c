/* SPDX-License-Identifier: BSD-3-Clause */
/* transfer.c - cuts transfers in pieces and tells when all are done.
 *
 * A transfer is on its peer's list from its start until its last piece is
 * done or given up.  Pieces are started under the peer's lock, so that one
 * that ends at once cannot be counted before it was.
 */
#include "fabric/transfer.h"

#include <errno.h>

/* Pieces of one transfer that are under way at once: enough to keep a link
 * busy, few enough that others get their turn. */
#define PIECES_UNDER_WAY 4

static bool
is_over(const struct ocr_transfer *x)
{
	return !x->pieces && (x->status || x->issued_bytes == x->len_bytes);
}

static void
unlink_locked(struct peer *p, struct ocr_transfer *x)
{
	struct ocr_transfer **at = &p->transfers;
	struct ocr_transfer *before = NULL;

	while (*at != x) {
		before = *at;
		at = &before->next;
	}
	*at = x->next;
	if (p->transfers_last == x)
		p->transfers_last = before;
}

static void
append_locked(struct peer *p, struct ocr_transfer *x)
{
	x->next = NULL;
	if (p->transfers)
		p->transfers_last->next = x;
	else
		p->transfers = x;
	p->transfers_last = x;
}

/* Starts what pieces of x may start.  0, or what the transport refused with;
 * -EAGAIN puts p on the list for poll. */
static int
issue_locked(struct ocr_fabric *f, struct peer *p, struct ocr_transfer *x)
{
	while (!x->status && x->issued_bytes < x->len_bytes &&
	       x->pieces < PIECES_UNDER_WAY) {
		uint64_t offset = x->remote_offset + x->issued_bytes;
		char *local = (char *)x->local + x->issued_bytes;
		size_t len = x->len_bytes - x->issued_bytes;
		int err;

		if (len > f->t->piece_bytes)
			len = f->t->piece_bytes;
		if (x->is_write)
			err = f->t->ops->write(f->t, x->peer, offset, local,
					       len, x);
		else
			err = f->t->ops->read(f->t, x->peer, offset, local, len,
					      x);
		if (err == -EAGAIN) {
			ocr_peer_set_due_locked(f, p);
			return err;
		}
		if (err) {
			x->status = err;
			if (err != -EINVAL)
				ocr_peer_fail_locked(f, p, err);
			return err;
		}
		x->issued_bytes += len;
		x->pieces++;
	}
	return 0;
}

static void
run(struct ocr_fabric *f, struct ocr_transfer *x)
{
	atomic_fetch_sub_explicit(&f->busy, 1, memory_order_relaxed);
	f->happened++;
	x->fn(x, x->status);
}

/* fn must run inside poll, and this is perhaps not. */
static void
end_later(struct ocr_fabric *f, struct ocr_transfer *x)
{
	struct ocr_transfer *first =
		atomic_load_explicit(&f->done, memory_order_relaxed);

	do
		x->next = first;
	while (!atomic_compare_exchange_weak_explicit(
		&f->done, &first, x, memory_order_seq_cst,
		memory_order_relaxed)); /* pairs with run_done() */
	ocr_peer_wake(f);
}

int
ocr_transfer_start(struct ocr_fabric *f, struct ocr_transfer *x)
{
	struct peer *p = ocr_peer_get(f, x->peer);
	bool refused, over;

	if (x->remote_offset + x->len_bytes < x->remote_offset)
		return -EINVAL;
	x->issued_bytes = 0;
	x->pieces = 0;
	x->status = 0;
	atomic_fetch_add_explicit(&f->busy, 1, memory_order_relaxed);

	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	if (p->lost || p->error)
		x->status = -EHOSTDOWN;
	else
		issue_locked(f, p, x);
	refused = x->status == -EINVAL && !x->pieces;
	over = is_over(x);
	if (!over)
		append_locked(p, x);
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);

	if (refused) {
		atomic_fetch_sub_explicit(&f->busy, 1, memory_order_relaxed);
		return -EINVAL;
	}
	atomic_fetch_add_explicit(&f->n_transfers, 1, memory_order_relaxed);
	if (over)
		end_later(f, x);
	return 0;
}

void
ocr_transfer_retry_locked(struct ocr_fabric *f, struct peer *p)
{
	struct ocr_transfer *x, *next;

	for (x = p->transfers; x; x = next) {
		next = x->next;
		if (issue_locked(f, p, x) == -EAGAIN)
			return;
		if (is_over(x)) {
			unlink_locked(p, x);
			end_later(f, x);
		}
	}
}

void
ocr_transfer_moved(struct ocr_fabric *f, struct ocr_transfer *x, int status)
{
	struct peer *p = ocr_peer_get(f, x->peer);
	bool over;

	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	x->pieces--;
	if (!x->status)
		x->status = status;
	issue_locked(f, p, x);
	over = is_over(x);
	if (over)
		unlink_locked(p, x);
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);

	f->happened++;
	if (over)
		run(f, x);
}

void
ocr_transfer_lose_locked(struct ocr_fabric *f, struct peer *p)
{
	struct ocr_transfer *x, *next;

	for (x = p->transfers; x; x = next) {
		next = x->next;
		if (!x->status)
			x->status = -EHOSTDOWN;
		if (!x->pieces) {
			unlink_locked(p, x);
			end_later(f, x);
		}
	}
}

void
ocr_transfer_run_done(struct ocr_fabric *f)
{
	struct ocr_transfer *x, *oldest = NULL;

	if (!atomic_load_explicit(&f->done, memory_order_relaxed))
		return;
	x = atomic_exchange_explicit(&f->done, NULL, memory_order_acquire);
	while (x) { /* newest first: turn around */
		struct ocr_transfer *next = x->next;

		x->next = oldest;
		oldest = x;
		x = next;
	}
	while (oldest) {
		struct ocr_transfer *next = oldest->next;

		run(f, oldest);
		oldest = next;
	}
}
