/* SPDX-License-Identifier: BSD-3-Clause */
/* receive.c - from the bytes of a packet to handlers and confirmations. */
#include "fabric/receive.h"

#include "fabric/log.h"

#include <stdlib.h>
#include <string.h>

/* After so many bad packets they are only counted. */
#define BAD_PACKETS_SHOWN 10

static void
refuse(struct ocr_fabric *f, const char *why, ocr_node_t from)
{
	uint64_t n = atomic_fetch_add_explicit(&f->bad_packets, 1,
					       memory_order_relaxed) +
		     1;

	if (n > BAD_PACKETS_SHOWN)
		return;
	if (from == OCR_NODE_NONE)
		ocr_log_warn(f->rules.self, "dropped a packet: %s", why);
	else
		ocr_log_warn(f->rules.self, "dropped a packet of node %u: %s",
			     from, why);
	if (n == BAD_PACKETS_SHOWN)
		ocr_log_warn(f->rules.self,
			     "more bad packets are only counted");
}

/* The peer has handled `confirmed` of our ops. */
static void
run_waiters(struct ocr_fabric *f, struct peer *p, uint64_t confirmed)
{
	struct ocr_confirm *c, *next;
	struct ocr_confirm **end = &c;

	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	p->confirmed = confirmed;
	c = p->waiters;
	while (*end && (*end)->seq <= confirmed)
		end = &(*end)->next;
	p->waiters = *end;
	*end = NULL;
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);

	for (; c; c = next) {
		next = c->next;
		f->happened++;
		c->fn(c);
		ocr_peer_count(&f->confirms_run, 1);
	}
}

static void
handle(struct ocr_fabric *f, struct peer *p, const struct ocr_op *op)
{
	const struct ocr_op_handler *h = &f->rules.handlers[op->type];
	int err = h->fn(f->ctx, p->node, op);

	if (err)
		ocr_log_error(f->rules.self, "%s from node %u: %s", h->name,
			      p->node, strerror(-err));
	f->happened++;
	/* Pairs with seal_locked() in batch.c. */
	atomic_store_explicit(
		&p->ops_handled,
		atomic_load_explicit(&p->ops_handled, memory_order_relaxed) + 1,
		memory_order_release);
	ocr_peer_count(&f->ops_handled, 1);
}

static void
handle_all(struct ocr_fabric *f, struct peer *p, const uint8_t *payload,
	   uint32_t payload_bytes)
{
	uint32_t at = 0;

	while (at < payload_bytes) {
		const struct ocr_op *op = (const void *)(payload + at);

		at += op->len_bytes;
		handle(f, p, op);
	}
}

/* NULL, or why the op can not be put together. */
static const char *
add_fragment(struct ocr_fabric *f, struct peer *p,
	     const struct ocr_packet_head *h)
{
	uint8_t *op;

	if (h->fragment == OCR_PACKET_FIRST) {
		p->op = malloc(h->op_bytes);
		if (!p->op)
			return "no memory for one of its ops";
		p->op_bytes = h->op_bytes;
		p->op_filled = 0;
	}
	memcpy(p->op + p->op_filled, h + 1, h->payload_bytes);
	p->op_filled += h->payload_bytes;
	if (h->fragment != OCR_PACKET_LAST)
		return NULL;
	op = p->op;
	p->op = NULL;
	p->op_bytes = 0;
	handle(f, p, (const struct ocr_op *)op);
	free(op);
	return NULL;
}

void
ocr_receive_packet(struct ocr_fabric *f, ocr_node_t from, const void *data,
		   size_t len_bytes)
{
	const struct ocr_packet_head *h = data;
	struct ocr_packet_expected e;
	const char *why;
	struct peer *p;

	ocr_peer_count(&f->packets_received, 1);
	ocr_peer_count(&f->bytes_received, len_bytes);
	why = ocr_packet_check_origin(&f->rules, data, len_bytes);
	if (!why && h->from != from)
		why = "packet that names another node as its sender";
	if (why) {
		refuse(f, why, OCR_NODE_NONE);
		return;
	}

	p = ocr_peer_get(f, h->from);
	if (p->lost)
		return;
	e = (struct ocr_packet_expected){
		.seq = p->packets_received + 1,
		.confirmed_min = p->confirmed,
		.confirmed_max = atomic_load_explicit(&p->ops_left,
						      memory_order_relaxed),
		.handled = atomic_load_explicit(&p->ops_handled,
						memory_order_relaxed),
		.op_bytes = p->op_bytes,
		.op_filled = p->op_filled,
	};
	why = ocr_packet_check(&f->rules, &e, data, len_bytes);
	if (why) {
		/* What follows would be out of order: no way to go on. */
		refuse(f, why, p->node);
		ocr_peer_lose(f, p, why);
		return;
	}

	p->packets_received++;
	if (h->confirmed > e.confirmed_min)
		run_waiters(f, p, h->confirmed);
	if (h->fragment == OCR_PACKET_WHOLE)
		handle_all(f, p, (const uint8_t *)(h + 1), h->payload_bytes);
	else
		why = add_fragment(f, p, h);
	if (why) {
		ocr_peer_lose(f, p, why);
		return;
	}
	if (!h->want)
		return;
	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	if (h->want > p->owed)
		p->owed = h->want;
	if (!p->lost && p->owed > p->told)
		ocr_peer_set_dirty_locked(f, p);
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
}
