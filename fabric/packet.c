/* SPDX-License-Identifier: BSD-3-Clause */
/* packet.c - judges every field of a packet before anyone uses it. */
#include "fabric/packet.h"

#include "fabric/debts.h"

#include <stdbool.h>
#include <string.h>

static bool
is_debts(const struct ocr_packet_rules *r, const struct ocr_op *op)
{
	return r->carries && op->type == OCR_OP_DEBTS;
}

static inline __attribute__((always_inline)) const char *
check_op(const struct ocr_packet_rules *r, const struct ocr_op *op,
	 uint32_t max_bytes)
{
	if (op->len_bytes < sizeof(*op) || op->len_bytes % 8)
		return "op of an impossible length";
	if (op->len_bytes > max_bytes)
		return "op longer than what carries it";
	if (op->type >= r->n_handlers ||
	    (!r->handlers[op->type].name && !is_debts(r, op)))
		return op->type == OCR_OP_DEBTS
			       ? "debts, which this node does not carry"
			       : "op of an unknown type";
	if (op->len_bytes < (is_debts(r, op) ? sizeof(struct ocr_op_debts)
					     : r->handlers[op->type].min_bytes))
		return "op shorter than its type allows";
	if (op->zero)
		return "op with bits that must be zero";
	return NULL;
}

/* Counts the ops of a payload into *n_ops, which only grows. */
static inline __attribute__((always_inline)) const char *
check_ops(const struct ocr_packet_rules *r, const uint8_t *payload,
	  uint32_t payload_bytes, uint64_t *n_ops)
{
	uint32_t at = 0;

	while (at < payload_bytes) {
		const struct ocr_op *op = (const void *)(payload + at);
		/* payload_bytes is a multiple of 8: a head fits. */
		const char *why = check_op(r, op, payload_bytes - at);

		if (why)
			return why;
		at += op->len_bytes;
		++*n_ops;
	}
	return NULL;
}

/* The first piece shows the op's head; the rest must go on where the one
 * before ended and end where the op does. */
static __attribute__((noinline)) const char *
check_fragment(const struct ocr_packet_rules *r,
	       const struct ocr_packet_expected *e,
	       const struct ocr_packet_said *p, uint64_t *n_ops)
{
	const struct ocr_op *op = (const void *)p->payload;
	uint32_t rest;

	if (p->payload_bytes < sizeof(*op))
		return "empty fragment";
	if (p->fragment == OCR_PACKET_FIRST) {
		if (e->op_bytes)
			return "fragment of a second op before the end";
		if (op->len_bytes != p->op_bytes ||
		    p->op_bytes <= p->payload_bytes)
			return "fragment that disagrees with its op";
		return check_op(r, op, OCR_OP_MAX_BYTES);
	}
	if (!e->op_bytes || p->op_bytes != e->op_bytes)
		return "fragment of an op that was not begun";
	rest = e->op_bytes - e->op_filled;
	if (p->fragment == OCR_PACKET_MIDDLE)
		return p->payload_bytes < rest ? NULL : "fragment too long";
	if (p->payload_bytes != rest)
		return "last fragment of the wrong length";
	++*n_ops;
	return NULL;
}

/* Takes what is at the end off the payload. */
static __attribute__((noinline)) const char *
read_more(const struct ocr_packet_head *h, struct ocr_packet_said *p,
	  struct ocr_packet_more *more)
{
	if (!(h->flags & OCR_PACKET_MORE))
		return "packet without what it says";
	if (p->payload_bytes < sizeof(*more))
		return "packet shorter than it says";
	p->payload_bytes -= sizeof(*more);
	memcpy(more, p->payload + p->payload_bytes, sizeof(*more));
	if (more->want && !(h->flags & OCR_PACKET_WANT))
		return "packet that disagrees with its wish";
	if (!(h->flags & OCR_PACKET_WANT) && p->fragment == OCR_PACKET_WHOLE)
		return "packet that says nothing at its end";
	p->op_bytes = more->op_bytes;
	return NULL;
}

/* That is cold: what is right goes straight on. */
static __attribute__((cold, noinline)) const char *
wrong(const char *why)
{
	return why;
}

/* The last of n whose low bits are these; false: there is none. */
static bool
find_last(uint64_t n, uint32_t low, uint64_t *found)
{
	uint32_t back = (uint32_t)n - low;

	*found = n - back;
	return back <= INT32_MAX && back <= n;
}

const char *
ocr_packet_read(const struct ocr_packet_rules *r,
		const struct ocr_packet_expected *e, const void *data,
		size_t len_bytes, struct ocr_packet_said *p)
{
	const struct ocr_packet_head *h = data;
	struct ocr_packet_more more = {0};
	uint64_t n_ops = e->handled;
	const char *why;

	if (len_bytes < sizeof(*h))
		return wrong("packet shorter than its head");
	if (h->version != OCR_PACKET_VERSION)
		return wrong("packet of another version of this runtime");
	if (h->flags & ~(unsigned)OCR_PACKET_FLAGS)
		return wrong("packet with a flag that does not exist");
	if (h->seq != (uint16_t)e->seq)
		return wrong("packet lost or repeated");
	if (len_bytes % 8 || len_bytes > UINT32_MAX)
		return wrong("packet of an impossible length");
	*p = (struct ocr_packet_said){
		.payload = (const uint8_t *)(h + 1),
		.payload_bytes = (uint32_t)(len_bytes - sizeof(*h)),
		.fragment = h->flags & OCR_PACKET_FRAGMENT,
	};
	why = h->flags ? read_more(h, p, &more) : NULL;
	if (why)
		return why;
	if (!find_last(e->confirmed_max, h->confirmed, &p->confirmed) ||
	    p->confirmed < e->confirmed_min)
		return wrong("confirmation of what was not sent");

	if (p->fragment != OCR_PACKET_WHOLE)
		why = check_fragment(r, e, p, &n_ops);
	else if (p->op_bytes || e->op_bytes)
		why = wrong("whole ops within an op that was cut");
	else
		why = check_ops(r, p->payload, p->payload_bytes, &n_ops);
	if (!why && h->flags & OCR_PACKET_WANT &&
	    (!find_last(n_ops, more.want, &p->want) || !p->want))
		why = wrong("wish to confirm what was not sent");
	return why;
}

bool
ocr_packet_is_plain(const struct ocr_packet_rules *r,
		    const struct ocr_packet_expected *e, const void *data,
		    size_t len_bytes, uint64_t *confirmed)
{
	const struct ocr_packet_head *h = data;
	uint64_t n_ops = 0;

	if (len_bytes < sizeof(*h) || len_bytes % 8 || len_bytes > UINT32_MAX)
		return false;
	if (h->version != OCR_PACKET_VERSION || h->flags ||
	    h->seq != (uint16_t)e->seq || e->op_bytes)
		return false;
	return find_last(e->confirmed_max, h->confirmed, confirmed) &&
	       *confirmed >= e->confirmed_min &&
	       !check_ops(r, (const uint8_t *)(h + 1),
			  (uint32_t)(len_bytes - sizeof(*h)), &n_ops);
}
