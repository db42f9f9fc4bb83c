/* SPDX-License-Identifier: BSD-3-Clause */
/* receive.c - from the bytes of a packet to handlers and confirmations. */
#include "fabric/receive.h"

#include "fabric/clock.h"
#include "fabric/debts.h"
#include "fabric/log.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* So much of one peer waits at most.  Who is behind with what he owes is not
 * relied on (ocr_fabric_carry()), so it is what comes while a link's window
 * empties, or while a broken one is mended. */
#define HELD_MAX_BYTES ((size_t)1 << 30)

/* After so many bad packets they are only counted. */
#define BAD_PACKETS_SHOWN 10

static __attribute__((cold)) void
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

static __attribute__((noinline)) void
tell_waiters(struct ocr_fabric *f, struct ocr_confirm *c)
{
	uint64_t now = ocr_clock_ns();
	struct ocr_confirm *next;

	for (; c; c = next) {
		next = c->next;
		f->happened++;
		c->fn(c);
		atomic_fetch_add_explicit(&f->waited_ns, now,
					  memory_order_relaxed);
		ocr_peer_count(&f->confirms_run, 1);
	}
}

/* The peer has handled `confirmed` of our ops. */
static inline __attribute__((always_inline)) void
run_waiters(struct ocr_fabric *f, struct peer *p, uint64_t confirmed)
{
	struct ocr_confirm *c;
	struct ocr_confirm **end = &c;

	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	atomic_store_explicit(&p->confirmed, confirmed, memory_order_relaxed);
	c = p->waiters;
	while (*end && (*end)->seq <= confirmed)
		end = &(*end)->next;
	p->waiters = *end;
	*end = NULL;
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);

	if (c)
		tell_waiters(f, c);
}

static bool
is_debts(const struct ocr_fabric *f, const struct ocr_op *op)
{
	return f->debts && op->type == OCR_OP_DEBTS;
}

static __attribute__((cold, noinline)) void
tell_error(const struct ocr_fabric *f, const struct peer *p, const char *name,
	   int err)
{
	ocr_log_error(f->rules.self, "%s from node %u: %s", name, p->node,
		      strerror(-err));
}

static inline __attribute__((always_inline)) void
run_handler(struct ocr_fabric *f, struct peer *p, const struct ocr_op *op)
{
	const struct ocr_op_handler *h = &f->rules.handlers[op->type];
	int err = h->fn(f->ctx, p->node, op);

	if (__builtin_expect(err, 0))
		tell_error(f, p, h->name, err);
}

static inline __attribute__((always_inline)) void
handle_now(struct ocr_fabric *f, struct peer *p, const struct ocr_op *op)
{
	if (__builtin_expect(is_debts(f, op), 0))
		ocr_debts_learn(f, op);
	else
		run_handler(f, p, op);
	f->happened++;
	/* Pairs with seal_locked() in batch.c. */
	atomic_store_explicit(
		&p->ops_handled,
		atomic_load_explicit(&p->ops_handled, memory_order_relaxed) + 1,
		memory_order_release);
	ocr_peer_count(&f->ops_handled, 1);
}

/* For a debt, or because another that came before it is. */
static __attribute__((noinline)) void
hold(struct ocr_fabric *f, struct peer *p, const struct ocr_op *op)
{
	struct held_op *h =
		malloc(offsetof(struct held_op, op) + op->len_bytes);

	if (!h) {
		ocr_peer_lose(f, p, "no memory for what has to wait");
		return;
	}
	p->held_bytes += sizeof(*h) + op->len_bytes;
	if (p->held_bytes > HELD_MAX_BYTES) {
		free(h);
		ocr_peer_lose(f, p, "too much of it waits for what others owe");
		return;
	}
	h->next = NULL;
	memcpy(&h->op, op, op->len_bytes);
	if (p->held) {
		p->held_last->next = h;
	} else {
		p->held = h;
		if (!p->is_held) {
			p->is_held = true;
			p->held_next = f->held;
			f->held = p;
		}
	}
	p->held_last = h;
	p->n_held++;
	ocr_peer_count(&f->ops_held, 1);
}

static inline __attribute__((always_inline)) bool
may_handle(const struct ocr_fabric *f, const struct ocr_op *op)
{
	return !is_debts(f, op) || ocr_debts_are_met(f, op);
}

static inline __attribute__((always_inline)) void
handle(struct ocr_fabric *f, struct peer *p, const struct ocr_op *op)
{
	if (__builtin_expect(p->lost, 0))
		return;
	if (__builtin_expect(p->held != NULL, 0) || !may_handle(f, op))
		hold(f, p, op);
	else
		handle_now(f, p, op);
}

/* Tells the peer, soon, of what it wants to hear and has been handled. */
static void
owe(struct ocr_fabric *f, struct peer *p)
{
	uint64_t handled =
		atomic_load_explicit(&p->ops_handled, memory_order_relaxed);

	if (handled > p->asked)
		handled = p->asked;
	ocr_lock(&p->lock, OCR_LOCK_FABRIC);
	if (handled > p->owed)
		p->owed = handled;
	if (!p->lost && p->owed > p->told)
		ocr_peer_set_dirty_locked(f, p);
	ocr_unlock(&p->lock, OCR_LOCK_FABRIC);
}

/* True: some of p's could be handled. */
static bool
handle_held(struct ocr_fabric *f, struct peer *p)
{
	struct held_op *h;
	bool any = false;

	while ((h = p->held) && may_handle(f, &h->op)) {
		p->held = h->next;
		p->n_held--;
		p->held_bytes -= h->op.len_bytes;
		handle_now(f, p, &h->op);
		free(h);
		any = true;
	}
	if (any && p->asked)
		owe(f, p);
	if (!p->held && p->gone_why && !p->lost) {
		ocr_peer_lose(f, p, p->gone_why);
		any = true;
	}
	return any;
}

/* Those that have nothing left go off the list. */
static void
forget_idle(struct ocr_fabric *f)
{
	struct peer **at = &f->held, *p;

	while ((p = *at)) {
		if (p->held) {
			at = &p->held_next;
			continue;
		}
		*at = p->held_next;
		p->is_held = false;
	}
}

void
ocr_receive_held(struct ocr_fabric *f)
{
	bool any;

	/* What one had to wait for may be held itself. */
	do {
		any = false;
		for (struct peer *p = f->held; p; p = p->held_next)
			any |= handle_held(f, p);
	} while (any);
	forget_idle(f);
}

/* NULL, or what is wrong with what it says is owed.  Before anything of it is
 * handled. */
static __attribute__((noinline)) const char *
check_debts(const struct ocr_fabric *f, const struct peer *p,
	    const uint8_t *payload, uint32_t payload_bytes)
{
	const char *why = NULL;

	for (uint32_t at = 0; !why && at < payload_bytes;) {
		const struct ocr_op *op = (const void *)(payload + at);

		at += op->len_bytes;
		if (op->type == OCR_OP_DEBTS)
			why = ocr_debts_check(f, p, op);
	}
	return why;
}

static inline __attribute__((always_inline)) void
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

/* The same where it is seldom. */
static __attribute__((noinline)) void
handle_these(struct ocr_fabric *f, struct peer *p, const uint8_t *payload,
	     uint32_t payload_bytes)
{
	handle_all(f, p, payload, payload_bytes);
}

/* NULL, or why the op can not be put together. */
static __attribute__((noinline)) const char *
add_fragment(struct ocr_fabric *f, struct peer *p,
	     const struct ocr_packet_said *said)
{
	const char *why;
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
	why = f->debts ? check_debts(f, p, op, p->op_bytes) : NULL;
	p->op_bytes = 0;
	if (!why)
		handle_these(f, p, op, ((const struct ocr_op *)op)->len_bytes);
	free(op);
	return why;
}

/* What follows would be out of order: no way to go on. */
static __attribute__((cold, noinline)) void
give_up(struct ocr_fabric *f, struct peer *p, const char *why)
{
	refuse(f, why, p->node);
	ocr_peer_lose(f, p, why);
}

static inline struct ocr_packet_expected
expected_of(const struct peer *p)
{
	return (struct ocr_packet_expected){
		.seq = p->packets_received + 1,
		.confirmed_min = ocr_peer_confirmed(p),
		.confirmed_max = atomic_load_explicit(&p->ops_left,
						      memory_order_relaxed),
		.handled = atomic_load_explicit(&p->ops_handled,
						memory_order_relaxed) +
			   p->n_held,
		.op_bytes = p->op_bytes,
		.op_filled = p->op_filled,
	};
}

/* A packet that is not plain, or wrong. */
static __attribute__((noinline)) void
receive_other(struct ocr_fabric *f, struct peer *p, const void *data,
	      size_t len_bytes)
{
	struct ocr_packet_expected e = expected_of(p);
	struct ocr_packet_said said;
	const char *why;

	why = ocr_packet_read(&f->rules, &e, data, len_bytes, &said);
	if (f->debts && !why && said.fragment == OCR_PACKET_WHOLE)
		why = check_debts(f, p, said.payload, said.payload_bytes);
	if (why) {
		give_up(f, p, why);
		return;
	}

	p->packets_received++;
	if (said.confirmed > e.confirmed_min)
		run_waiters(f, p, said.confirmed);
	if (said.fragment == OCR_PACKET_WHOLE)
		handle_these(f, p, said.payload, said.payload_bytes);
	else
		why = add_fragment(f, p, &said);
	if (why) {
		ocr_peer_lose(f, p, why);
		return;
	}
	if (!said.want)
		return;
	if (said.want > p->asked)
		p->asked = said.want;
	owe(f, p);
}

void
ocr_receive_packet(struct ocr_fabric *f, ocr_node_t from, const void *data,
		   size_t len_bytes)
{
	const uint8_t *payload =
		(const uint8_t *)data + sizeof(struct ocr_packet_head);
	uint32_t payload_bytes =
		(uint32_t)(len_bytes - sizeof(struct ocr_packet_head));
	struct peer *p = ocr_peer_get(f, from);
	struct ocr_packet_expected e;
	const char *why;
	uint64_t confirmed;

	ocr_peer_count(&f->packets_received, 1);
	ocr_peer_count(&f->bytes_received, len_bytes);
	if (p->lost || p->gone_why)
		return;
	e = expected_of(p);
	if (!ocr_packet_is_plain(&f->rules, &e, data, len_bytes, &confirmed)) {
		receive_other(f, p, data, len_bytes);
		return;
	}
	if (f->debts) {
		why = check_debts(f, p, payload, payload_bytes);
		if (why) {
			give_up(f, p, why);
			return;
		}
	}
	p->packets_received++;
	if (confirmed > e.confirmed_min)
		run_waiters(f, p, confirmed);
	handle_all(f, p, payload, payload_bytes);
}
