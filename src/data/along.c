/* SPDX-License-Identifier: BSD-3-Clause */
/* along.c - see along.h. */
#include "src/data/along.h"

#include "labeled/label.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/sched/worker.h"

uint64_t
ocr_along_max(const struct ocr_runtime *rt, ocr_node_t to)
{
	size_t packet_bytes = ocr_fabric_packet_bytes(rt->fabric);

	/* What can be looked at from here is of this host. */
	return packet_bytes >= OCR_ALONG_PACKET_LEAST &&
			       !ocr_fabric_view(rt->fabric, to, 0, 1)
		       ? OCR_ALONG_FAR
		       : OCR_ALONG_NEAR;
}

uint64_t
ocr_along_send_pieces(struct ocr_runtime *rt, ocr_node_t to,
		      struct ocr_op *head, struct ocr_op_pieces *o)
{
	head->len_bytes =
		(uint32_t)(o->op_bytes + ((o->n_bytes + 7) & ~UINT64_C(7)));
	OCR_OBSERVE(rt, send, to, head);
	return ocr_fabric_send_pieces(rt->fabric, to, o);
}

uint64_t
ocr_along_send(struct ocr_runtime *rt, ocr_node_t to, struct ocr_op *head,
	       size_t head_bytes, const void *bytes, uint64_t size)
{
	struct ocr_op_pieces o = {
		.op = head,
		.op_bytes = head_bytes,
		.bytes = bytes,
		.n_bytes = size,
	};

	return ocr_along_send_pieces(rt, to, head, &o);
}

/* Nobody but this block has its memory, and to hold it holds up nobody else:
 * not the next block of its label, which may be created as soon as its last
 * reader has ended; and what is of this host is copied into a ring anyway. */
static bool
may_lend_locked(const struct ocr_runtime *rt, const struct ocr_block *b,
		const struct ocr_copy *c, ocr_node_t to)
{
	return !(c->flags & OCR_COPY_ALIAS) && !rt->strict &&
	       !ocr_label_recurs(b->guid) &&
	       !(b->busy && (b->busy->home.chunk || b->busy->home.part)) &&
	       !ocr_fabric_view(rt->fabric, to, 0, 1);
}

bool
ocr_along_lends_locked(const struct ocr_runtime *rt, ocr_node_t to,
		       size_t head_bytes, const struct ocr_block *b,
		       const struct ocr_copy *c)
{
	return b->size <= OCR_ALONG_LENT && may_lend_locked(rt, b, c, to) &&
	       !ocr_fabric_is_behind(rt->fabric, to, 0) &&
	       head_bytes + b->size + 7 <=
		       ocr_fabric_lent_bytes(rt->fabric, to, b->size);
}

void
ocr_along_lend_locked(struct ocr_runtime *rt, ocr_node_t to,
		      struct ocr_op *head, size_t head_bytes,
		      struct ocr_block *b, struct ocr_copy *c)
{
	struct ocr_op_pieces o = {
		.op = head,
		.op_bytes = head_bytes,
		.bytes = c->data,
		.n_bytes = b->size,
	};

	if (may_lend_locked(rt, b, c, to))
		o.lender = b;
	ocr_along_send_pieces(rt, to, head, &o);
	/* It is given back under the lock that is held here. */
	if (o.is_lent) {
		ocr_copy_ref_locked(rt, b, c);
		ocr_self->counted.lent++;
	}
}

void
ocr_along_back(void *ctx, void *lender, const void *bytes)
{
	ocr_block_put(ctx, lender, bytes);
}
