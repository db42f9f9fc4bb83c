/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_hold.c - packets whose bytes are read where they have arrived.
 *
 *   posted --arrives--> up->received --> unposted --> posted
 *                           |               ^
 *                         held --let_go-----+  with the next poll
 *
 * Most of the receives are never held, so whoever holds for long holds up
 * nobody.  To copy few bytes costs less than this does.
 */
#include "fabric/ofi_ep.h"
#include "fabric/packet.h"
#include "fabric/poison.h"
#include "fabric/session_wire.h"

#define LEAST_BYTES ((size_t)32 << 10)
#define LINE_BYTES  64

static_assert((OCR_OFI_RECV_SHIFT + sizeof(struct ocr_session_head) +
	       sizeof(struct ocr_packet_head) + OCR_HOLD_OP_BYTES) %
			      LINE_BYTES ==
		      0,
	      "or nothing would ever be held");

/* One of so many. */
#define SHARE	    4

static bool
lies_in(const struct ofi *o, const struct ofi_recv *r, const void *bytes,
	size_t len_bytes)
{
	size_t at = (uintptr_t)bytes - (uintptr_t)r->data;

	return at < o->wire_bytes && len_bytes <= o->wire_bytes - at;
}

bool
ocr_ofi_hold(struct ocr_transport *t, const void *bytes, size_t len_bytes)
{
	struct ofi *o = ocr_ofi_of(t);
	struct ofi_recv *r = o->arrived;

	if (len_bytes < LEAST_BYTES || (uintptr_t)bytes % LINE_BYTES != 0 ||
	    r == NULL || r->is_held || !lies_in(o, r, bytes, len_bytes) ||
	    o->n_held >= o->n_recvs / SHARE)
		return false;
	r->is_held = true;
	r->held = bytes;
	r->held_bytes = len_bytes;
	o->n_held++;
	return true;
}

void
ocr_ofi_guard(const struct ofi *o, const struct ofi_recv *r)
{
	ocr_poison_around(r->data, o->wire_bytes, r->held, r->held_bytes);
}

void
ocr_ofi_let_go(struct ocr_transport *t, const void *bytes)
{
	struct ofi *o = ocr_ofi_of(t);
	struct ofi_recv *r = o->recvs, *first;

	while (!lies_in(o, r, bytes, 0))
		r++;
	first = atomic_load_explicit(&o->let_go, memory_order_relaxed);
	do
		r->next = first;
	while (!atomic_compare_exchange_weak_explicit(&o->let_go, &first, r,
						      memory_order_release,
						      memory_order_relaxed));
}

void
ocr_ofi_take_back(struct ofi *o)
{
	struct ofi_recv *r, *next;

	if (atomic_load_explicit(&o->let_go, memory_order_relaxed) == NULL)
		return;
	/* What was read of them was read before. */
	r = atomic_exchange_explicit(&o->let_go, NULL, memory_order_acquire);
	for (; r != NULL; r = next) {
		next = r->next;
		ocr_poison_none(r->data, o->wire_bytes);
		r->is_held = false;
		o->n_held--;
		ocr_ofi_end_recv(o, r);
	}
}
