/* SPDX-License-Identifier: BSD-3-Clause */
/* lent.c - see lent.h. */
#include "fabric/lent.h"

#include "fabric/batch.h"
#include "fabric/peer.h"

#include <string.h>

void
ocr_lent_gather_some(struct ocr_packet *p)
{
	uint8_t *at = p->data + p->lent_at;

	memmove(at + p->lent_bytes, at, ocr_lent_own_bytes(p) - p->lent_at);
	memcpy(at, p->lent, p->lent_bytes);
	p->lent = NULL;
}

void
ocr_lent_end(struct ocr_fabric *f, struct ocr_packet *p)
{
	struct ocr_packet *first =
		atomic_load_explicit(&f->lent, memory_order_relaxed);

	do
		p->next = first;
	while (!atomic_compare_exchange_weak_explicit(&f->lent, &first, p,
						      memory_order_seq_cst,
						      memory_order_relaxed));
	ocr_peer_wake(f);
}

void
ocr_lent_give_back(struct ocr_fabric *f)
{
	struct ocr_packet *p, *next;

	if (!atomic_load_explicit(&f->lent, memory_order_relaxed))
		return;
	/* Pairs with ocr_lent_end(). */
	p = atomic_exchange_explicit(&f->lent, NULL, memory_order_acquire);
	for (; p; p = next) {
		next = p->next;
		if (f->lent_back)
			f->lent_back(f->ctx, p->lender, p->lender_bytes);
		p->lender = NULL;
		p->next = NULL;
		ocr_batch_free(f, p);
	}
}
