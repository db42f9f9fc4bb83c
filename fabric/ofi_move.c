/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_move.c - starts packets and one-sided copies. */
#include "fabric/lent.h"
#include "fabric/log.h"
#include "fabric/memory.h"
#include "fabric/ofi_ep.h"

#include <errno.h>

static_assert(sizeof(((struct ocr_packet *)0)->ctx) >=
		      sizeof(struct fi_context2),
	      "a packet has no room for what libfabric keeps");
static_assert(offsetof(struct ocr_packet, ctx) == 0,
	      "ofi_poll.c takes the context for the packet");

/* Of descriptors: ofi_spare.c gives some back. */
static bool
is_want(ssize_t rc)
{
	return rc == -EMFILE || rc == -ENFILE;
}

/* From libfabric's result to the contract's.  EAGAIN clears with the next
 * poll, so nobody may sleep long before that. */
static int
outcome(struct ofi *o, ocr_node_t peer, const char *what, ssize_t rc)
{
	if (rc == 0)
		return 0;
	if (is_want(rc))
		atomic_store_explicit(&o->spare.is_short, true,
				      memory_order_relaxed);
	if (rc == -FI_EAGAIN || is_want(rc)) {
		atomic_store_explicit(&o->refused, true, memory_order_relaxed);
		return -EAGAIN;
	}
	if (o->up.broken != NULL) {
		ocr_log_info(o->self, "%s to node %u: %s", what, peer,
			     o->lib->strerror((int)-rc));
		return -ECONNRESET;
	}
	ocr_log_error(o->self, "%s to node %u: %s", what, peer,
		      o->lib->strerror((int)-rc));
	return -EIO;
}

/* What is lent between what was before it and what is behind. */
static ssize_t
send_lent_locked(struct ofi *o, const struct ofi_peer *peer,
		 struct ocr_packet *p, size_t len)
{
	void *desc = ocr_ofi_packet_desc(o, p->data);
	void *descs[] = {desc, NULL, desc};
	const struct iovec iov[] = {
		{p->data, p->lent_at},
		{(void *)(uintptr_t)p->lent, p->lent_bytes},
		{p->data + p->lent_at, len - p->lent_at - p->lent_bytes},
	};

	return fi_sendv(o->ep, iov, descs, 3, peer->addr, p->ctx);
}

int
ocr_ofi_send(struct ocr_transport *t, struct ocr_packet *p)
{
	struct ofi *o = ocr_ofi_of(t);
	struct ocr_seal_sum sum;
	struct ofi_peer *peer;
	size_t len;
	ssize_t rc;
	int err = ocr_ofi_peer_get(o, p->to, &peer);

	if (err != 0)
		return err;
	sum = ocr_ofi_cover(o, peer, p);
	ocr_lock(&o->lock, OCR_LOCK_EP);
	len = ocr_ofi_tag_locked(o, peer, p, sum);
	if (p->lent)
		rc = send_lent_locked(o, peer, p, len);
	else
		rc = fi_send(o->ep, p->data, len,
			     ocr_ofi_packet_desc(o, p->data), peer->addr,
			     p->ctx);
	ocr_seal_ready_out(&peer->pair);
	ocr_unlock(&o->lock, OCR_LOCK_EP);
	ocr_ofi_ring(o);
	/* p may have been sent, and be in use again. */
	return outcome(o, peer->node, "send", rc);
}

/* -EINVAL unless both ends lie in the windows.  No sum can wrap around. */
static int
check(const struct ofi *o, const struct ofi_peer *peer, uint64_t offset,
      const void *local, size_t len)
{
	uint64_t at = ocr_memory_offset(o->memory, local);
	uint64_t own = ocr_memory_len(o->memory);

	if (len > peer->window.bytes || offset > peer->window.bytes - len)
		return -EINVAL;
	if (len > own || at > own - len || len > o->t.piece_bytes || len == 0)
		return -EINVAL;
	return 0;
}

static ssize_t
start_locked(struct ofi *o, const struct ofi_peer *peer, uint64_t offset,
	     void *local, size_t len, struct ofi_move *m, bool is_write)
{
	struct iovec iov = {.iov_base = local, .iov_len = len};
	struct fi_rma_iov remote = {
		.addr = peer->window.addr + offset,
		.len = len,
		.key = peer->window.key,
	};
	struct fi_msg_rma msg = {
		.msg_iov = &iov,
		.desc = &o->window_desc,
		.iov_count = 1,
		.addr = peer->addr,
		.rma_iov = &remote,
		.rma_iov_count = 1,
		.context = &m->ctx,
	};

	if (!is_write)
		return fi_read(o->ep, local, len, o->window_desc, peer->addr,
			       remote.addr, remote.key, &m->ctx);
	/* Over when the peer can see the bytes, not when they have left. */
	return fi_writemsg(o->ep, &msg, FI_DELIVERY_COMPLETE | FI_COMPLETION);
}

static int
start(struct ocr_transport *t, ocr_node_t node, uint64_t offset, void *local,
      size_t len, struct ocr_transfer *x, bool is_write)
{
	struct ofi *o = ocr_ofi_of(t);
	struct ofi_peer *peer;
	struct ofi_move *m;
	ssize_t rc = -FI_EAGAIN;
	int err = ocr_ofi_peer_get(o, node, &peer);

	if (err == 0)
		err = check(o, peer, offset, local, len);
	if (err != 0)
		return err;
	ocr_lock(&o->lock, OCR_LOCK_EP);
	m = o->free_moves;
	if (m != NULL) {
		/* Before it starts: libfabric owns it from then on. */
		o->free_moves = m->next;
		m->x = x;
		m->bytes = len;
		m->peer = node;
		rc = start_locked(o, peer, offset, local, len, m, is_write);
		if (rc != 0) {
			m->next = o->free_moves;
			o->free_moves = m;
		}
	}
	ocr_unlock(&o->lock, OCR_LOCK_EP);
	ocr_ofi_ring(o);
	return outcome(o, node, is_write ? "write" : "read", rc);
}

int
ocr_ofi_read(struct ocr_transport *t, ocr_node_t from, uint64_t offset,
	     void *local, size_t len_bytes, struct ocr_transfer *x)
{
	return start(t, from, offset, local, len_bytes, x, false);
}

int
ocr_ofi_write(struct ocr_transport *t, ocr_node_t to, uint64_t offset,
	      const void *local, size_t len_bytes, struct ocr_transfer *x)
{
	/* libfabric does not write to it, but its vectors are not const. */
	return start(t, to, offset, (void *)(uintptr_t)local, len_bytes, x,
		     true);
}
