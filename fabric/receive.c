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
	ocr_log_warn(f->rules.self, "dropped a packet of node %u: %s", from,
		     why);
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
	     const struct ocr_packet_said *said)
{
	uint8_t *op;

	if (said->fragment == OCR_PACKET_FIRST) {
		p->op = malloc(said->op_bytes);
		if (!p->op)
			return "no memory for one of its ops";
		p->op_bytes = said->op_bytes;
		p->op_filled = 0;
	}
	memcpy(p->op + p->op_filled, said->payload, said->payload_bytes);
	p->op_filled += said->payload_bytes;
	if (said->fragment != OCR_PACKET_LAST)
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
	struct peer *p = ocr_peer_get(f, from);
	struct ocr_packet_expected e;
	struct ocr_packet_said said;
	const char *why;

	ocr_peer_count(&f->packets_received, 1);
	ocr_peer_count(&f->bytes_received, len_bytes);
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
	why = ocr_packet_read(&f->rules, &e, data, len_bytes, &said);
	if (why) {
		/* What follows would be out of order: no way to go on. */
		refuse(f, why, from);
		ocr_peer_lose(f, p, why);
		return;
	}

	p->packets_received++;
	if (said.confirmed > e.confirmed_min)
		run_waiters(f, p, said.confirmed);
	if (said.fragment == OCR_PACKET_WHOLE)
		handle_all(f, p, said.payload, said.payload_bytes);
	else
		why = add_fragment(f, p, &said);
	if (why) {
		ocr_peer_lose(f, p, why);
		return;
	}
	if (!said.want)
		return;
	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	if (said.want > p->owed)
		p->owed = said.want;
	if (!p->lost && p->owed > p->told)
		ocr_peer_set_dirty_locked(f, p);
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
}
