/* SPDX-License-Identifier: BSD-3-Clause */
/* packet.c - judges every field of a packet before anyone uses it. */
#include "fabric/packet.h"

const char *
ocr_packet_check_origin(const struct ocr_packet_rules *r, const void *data,
			size_t len_bytes)
{
	const struct ocr_packet_head *h = data;

	if (len_bytes < sizeof(*h))
		return "packet shorter than its head";
	if (h->magic == __builtin_bswap32(OCR_PACKET_MAGIC))
		return "packet from a machine of the other byte order";
	if (h->magic != OCR_PACKET_MAGIC)
		return "no packet of ours";
	/* Before the version: another job may have another. */
	if (h->job != r->job)
		return "packet of another job";
	if (h->version != OCR_PACKET_VERSION || h->head_bytes != sizeof(*h))
		return "packet of another version of this runtime";
	if (h->from >= r->size || h->from == r->self)
		return "packet from a node that does not exist";
	if (h->to != r->self)
		return "packet for another node";
	return NULL;
}

static const char *
check_op(const struct ocr_packet_rules *r, const struct ocr_op *op,
	 uint32_t max_bytes)
{
	if (op->len_bytes < sizeof(*op) || op->len_bytes % 8)
		return "op of an impossible length";
	if (op->len_bytes > max_bytes)
		return "op longer than what carries it";
	if (op->type >= r->n_handlers || !r->handlers[op->type].name)
		return "op of an unknown type";
	if (op->len_bytes < r->handlers[op->type].min_bytes)
		return "op shorter than its type allows";
	if (op->zero)
		return "op with bits that must be zero";
	return NULL;
}

/* Counts the ops of a payload into *n_ops, which only grows. */
static const char *
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
static const char *
check_fragment(const struct ocr_packet_rules *r,
	       const struct ocr_packet_expected *e,
	       const struct ocr_packet_head *h, uint64_t *n_ops)
{
	const struct ocr_op *op = (const void *)(h + 1);
	uint32_t rest;

	if (h->payload_bytes < sizeof(*op))
		return "empty fragment";
	if (h->fragment == OCR_PACKET_FIRST) {
		if (e->op_bytes)
			return "fragment of a second op before the end";
		if (op->len_bytes != h->op_bytes ||
		    h->op_bytes <= h->payload_bytes)
			return "fragment that disagrees with its op";
		return check_op(r, op, OCR_OP_MAX_BYTES);
	}
	if (!e->op_bytes || h->op_bytes != e->op_bytes)
		return "fragment of an op that was not begun";
	rest = e->op_bytes - e->op_filled;
	if (h->fragment == OCR_PACKET_MIDDLE)
		return h->payload_bytes < rest ? NULL : "fragment too long";
	if (h->payload_bytes != rest)
		return "last fragment of the wrong length";
	++*n_ops;
	return NULL;
}

const char *
ocr_packet_check(const struct ocr_packet_rules *r,
		 const struct ocr_packet_expected *e, const void *data,
		 size_t len_bytes)
{
	const struct ocr_packet_head *h = data;
	uint64_t n_ops = e->handled;
	const char *why;

	if (h->seq != e->seq)
		return "packet lost or repeated";
	if (h->payload_bytes != len_bytes - sizeof(*h) || h->payload_bytes % 8)
		return "payload of the wrong length";
	if (h->zero)
		return "packet with bits that must be zero";
	if (h->confirmed < e->confirmed_min || h->confirmed > e->confirmed_max)
		return "confirmation of what was not sent";
	if (h->fragment >= OCR_PACKET_FRAGMENTS)
		return "fragment of an unknown kind";

	if (h->fragment != OCR_PACKET_WHOLE)
		why = check_fragment(r, e, h, &n_ops);
	else if (h->op_bytes || e->op_bytes)
		why = "whole ops within an op that was cut";
	else
		why = check_ops(r, (const uint8_t *)(h + 1), h->payload_bytes,
				&n_ops);
	if (!why && h->want > n_ops)
		why = "wish to confirm what was not sent";
	return why;
}
