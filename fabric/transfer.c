/* SPDX-License-Identifier: BSD-3-Clause */
/* transfer.c - cuts transfers in pieces and tells when all are done.
 *
 *   start --> p->transfers --its pieces, in turns--> under way --> fn
 *                 ^    |
 *                 +----+  not all of it has been started
 *
 * A peer's transfers take turns, one piece each, so that a small one need not
 * wait for all of a large one.  What is under way with a peer is limited: the
 * connection's packets come behind it.
 *
 * A piece counts before it is started, without a lock: it may end at once, or
 * be a copy that takes long.  Whoever starts pieces of x holds it by a piece
 * that is none, so x is over when the last of them says so.
 */
#include "fabric/transfer.h"

#include <errno.h>

/* So much is under way with one peer at once: what keeps a link busy between
 * two polls, and delays a packet behind it by less than a millisecond. */
#define BYTES_UNDER_WAY	 ((size_t)4 << 20)
#define PIECES_UNDER_WAY 64

static size_t
piece_of(const struct ocr_fabric *f, const struct ocr_transfer *x)
{
	size_t left = x->len_bytes - x->issued_bytes;

	return left < f->t->piece_bytes ? left : f->t->piece_bytes;
}

static bool
has_room_locked(const struct peer *p, size_t piece_bytes)
{
	if (!p->moving_pieces)
		return true;
	return p->moving_pieces < PIECES_UNDER_WAY &&
	       p->moving_bytes + piece_bytes <= BYTES_UNDER_WAY;
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
	x->is_listed = true;
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
	x->is_listed = false;
}

static bool
is_over(const struct ocr_transfer *x)
{
	return !x->pieces && !x->is_listed;
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

/* Starts the next piece of x, which the caller holds; without the lock.  0: it
 * is under way.  1: it is over.  Or what the transport refused with. */
static int
issue_piece_locked(struct ocr_fabric *f, struct peer *p, struct ocr_transfer *x)
{
	uint64_t offset = x->remote_offset + x->issued_bytes;
	char *local = (char *)x->local + x->issued_bytes;
	size_t len = piece_of(f, x);
	int err;

	x->issued_bytes += len;
	x->pieces++;
	p->moving_bytes += len;
	p->moving_pieces++;
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
	if (x->is_write)
		err = f->t->ops->write(f->t, x->peer, offset, local, len, x);
	else
		err = f->t->ops->read(f->t, x->peer, offset, local, len, x);
	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	if (!err)
		return 0;
	p->moving_bytes -= len;
	p->moving_pieces--;
	x->pieces--;
	if (err < 0)
		x->issued_bytes -= len;
	return err;
}

/* Starts a piece of x, which is held and on no list, and lists it if there are
 * more.  Returns as issue_piece_locked(); after -EAGAIN poll tries again. */
static int
advance_locked(struct ocr_fabric *f, struct peer *p, struct ocr_transfer *x)
{
	int err = issue_piece_locked(f, p, x);

	if (err < 0 && err != -EAGAIN && !x->status)
		x->status = err;
	if (err < 0 && err != -EAGAIN && err != -EINVAL)
		ocr_peer_fail_locked(f, p, err);
	if (x->status || x->issued_bytes == x->len_bytes)
		return err;
	if (p->lost) {
		x->status = -EHOSTDOWN;
		return err;
	}
	append_locked(p, x);
	if (err == -EAGAIN)
		ocr_peer_set_due_locked(f, p);
	return err;
}

/* True: that was the last one. */
static bool
let_go_locked(struct ocr_transfer *x)
{
	x->pieces--;
	return is_over(x);
}

/* Starts what pieces may start.  Who only copies leaves the rest to the next
 * poll after as much as would be under way. */
static void
issue_locked(struct ocr_fabric *f, struct peer *p)
{
	struct ocr_transfer *x;
	size_t copied = 0;
	int err = 0;

	while (err != -EAGAIN && (x = p->transfers) &&
	       has_room_locked(p, piece_of(f, x))) {
		size_t len = piece_of(f, x);

		unlink_locked(p, x); /* the first */
		x->pieces++;
		err = advance_locked(f, p, x);
		if (let_go_locked(x))
			end_later(f, x);
		if (err == 1)
			copied += len;
		if (copied >= BYTES_UNDER_WAY)
			break;
	}
	if (copied && p->transfers)
		ocr_peer_set_due_locked(f, p);
}

static void
run(struct ocr_fabric *f, struct ocr_transfer *x)
{
	atomic_fetch_sub_explicit(&f->busy, 1, memory_order_relaxed);
	atomic_fetch_sub_explicit(&f->n_moving, 1, memory_order_relaxed);
	f->happened++;
	x->fn(x, x->status);
}

/* Starts what can of x, and lists it if that was not all. */
static void
begin_locked(struct ocr_fabric *f, struct peer *p, struct ocr_transfer *x)
{
	int err = 0;

	if (p->lost || p->error) {
		x->status = -EHOSTDOWN;
		return;
	}
	if (!x->len_bytes)
		return;
	if (p->transfers || !has_room_locked(p, piece_of(f, x)))
		append_locked(p, x);
	else
		err = advance_locked(f, p, x);
	/* It may have ended meanwhile, and then nobody else goes on. */
	if (err != 1 && err != -EAGAIN)
		issue_locked(f, p);
	else if (p->transfers)
		ocr_peer_set_due_locked(f, p);
}

int
ocr_transfer_start(struct ocr_fabric *f, struct ocr_transfer *x)
{
	struct peer *p = ocr_peer_get(f, x->peer);
	size_t len = x->len_bytes; /* x may end, and be gone, at any time */
	bool refused, over;

	if (x->remote_offset + x->len_bytes < x->remote_offset)
		return -EINVAL;
	x->issued_bytes = 0;
	x->pieces = 1;
	x->status = 0;
	x->is_listed = false;
	atomic_fetch_add_explicit(&f->busy, 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&f->n_moving, 1, memory_order_relaxed);

	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	begin_locked(f, p, x);
	over = let_go_locked(x);
	refused = over && x->status == -EINVAL;
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);

	if (refused) {
		atomic_fetch_sub_explicit(&f->busy, 1, memory_order_relaxed);
		atomic_fetch_sub_explicit(&f->n_moving, 1,
					  memory_order_relaxed);
		return -EINVAL;
	}
	atomic_fetch_add_explicit(&f->n_transfers, 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&f->transfer_bytes, len,
				  memory_order_relaxed);
	if (over)
		end_later(f, x);
	return 0;
}

void
ocr_transfer_retry_locked(struct ocr_fabric *f, struct peer *p)
{
	issue_locked(f, p);
}

void
ocr_transfer_moved(struct ocr_fabric *f, struct ocr_transfer *x,
		   size_t piece_bytes, int status)
{
	struct peer *p = ocr_peer_get(f, x->peer);
	bool over;

	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	p->moving_bytes -= piece_bytes;
	p->moving_pieces--;
	x->pieces--;
	if (!x->status)
		x->status = status;
	if (x->status && x->is_listed)
		unlink_locked(p, x);
	over = is_over(x);
	/* Others had no room in the transport, which this may have used up:
	 * they come first. */
	if (!p->transfers)
		;
	else if (atomic_load_explicit(&f->due, memory_order_relaxed))
		ocr_peer_set_due_locked(f, p);
	else
		issue_locked(f, p);
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);

	f->happened++;
	if (over)
		run(f, x);
}

void
ocr_transfer_lose_locked(struct ocr_fabric *f, struct peer *p)
{
	struct ocr_transfer *x;

	while ((x = p->transfers)) {
		unlink_locked(p, x);
		x->status = -EHOSTDOWN;
		if (is_over(x))
			end_later(f, x);
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
