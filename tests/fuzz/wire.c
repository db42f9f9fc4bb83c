/* SPDX-License-Identifier: BSD-3-Clause */
/* wire.c - see wire.h. */
#include "tests/fuzz/wire.h"

#include "fabric/packet.h"
#include "fabric/transport.h"
#include "tests/fuzz/packets.h"
#include "tests/fuzz/target.h"

#include <errno.h>
#include <string.h>

/* Room for the longest op of an input. */
#define MTU   ((size_t)1 << 16)
#define PIECE 4096

/* What the next poll tells of. */
struct event {
	struct event *next;
	struct ocr_packet *sent; /* or */
	struct ocr_transfer *moved;
	size_t piece_bytes;
	int status;
	size_t len_bytes; /* or a packet of so many bytes */
	ocr_node_t from;
	_Alignas(8) uint8_t bytes[];
};

struct wire {
	struct ocr_transport t; /* first */
	const struct ocr_transport_up *up;
	struct wire_config c;
	struct event *first, **end;
	struct {
		uint64_t packets_come;
		uint64_t ops_sent, confirmed;
	} peer[WIRE_NODES];
};

static struct wire *
wire_of(struct ocr_transport *t)
{
	return (struct wire *)t;
}

static struct event *
add(struct wire *w, size_t len_bytes)
{
	struct event *e = calloc(1, sizeof(*e) + len_bytes);

	must(e);
	e->len_bytes = len_bytes;
	*w->end = e;
	w->end = &e->next;
	return e;
}

static void
attach(struct ocr_transport *t, const struct ocr_transport_up *up)
{
	wire_of(t)->up = up;
}

static void
look(struct wire *w, const struct ocr_packet *p)
{
	const struct ocr_packet_head *h = (const void *)p->data;
	unsigned fragment = h->flags & OCR_PACKET_FRAGMENT;
	const uint8_t *at = (const uint8_t *)(h + 1);
	const uint8_t *end = p->data + p->len_bytes;

	if (h->flags & OCR_PACKET_MORE)
		end -= sizeof(struct ocr_packet_more);
	if (fragment == OCR_PACKET_LAST)
		w->peer[p->to].ops_sent++;
	while (fragment == OCR_PACKET_WHOLE && at < end) {
		const struct ocr_op *op = (const void *)at;

		w->peer[p->to].ops_sent++;
		if (w->c.sent)
			w->c.sent(w->c.ctx, p->to, op);
		at += op->len_bytes;
	}
}

static int
send(struct ocr_transport *t, struct ocr_packet *p)
{
	struct wire *w = wire_of(t);

	must(p->to < WIRE_NODES && p->to != w->c.self);
	must(p->len_bytes <= t->mtu_bytes);
	look(w, p);
	add(w, 0)->sent = p;
	return 0;
}

static int
move(struct wire *w, uint64_t offset, size_t len, struct ocr_transfer *x)
{
	struct event *e;

	must(len && len <= PIECE);
	if (offset > WIRE_WINDOW || len > WIRE_WINDOW - offset)
		return -EINVAL;
	e = add(w, 0);
	e->moved = x;
	e->piece_bytes = len;
	e->status = offset % 1024 >= 1008 ? -EIO : 0;
	return 0;
}

static int
read_from(struct ocr_transport *t, ocr_node_t from, uint64_t offset,
	  void *local, size_t len_bytes, struct ocr_transfer *x)
{
	int err = move(wire_of(t), offset, len_bytes, x);

	(void)from;
	if (!err)
		memset(local, 0x5a, len_bytes);
	return err;
}

static int
write_to(struct ocr_transport *t, ocr_node_t to, uint64_t offset,
	 const void *local, size_t len_bytes, struct ocr_transfer *x)
{
	(void)to, (void)local;
	return move(wire_of(t), offset, len_bytes, x);
}

static int
poll(struct ocr_transport *t)
{
	struct wire *w = wire_of(t);
	struct event *e = w->first, *next;
	int n = 0;

	w->first = NULL;
	w->end = &w->first;
	for (; e; e = next, n++) {
		next = e->next;
		if (e->sent)
			w->up->sent(w->up->ctx, e->sent);
		else if (e->moved)
			w->up->moved(w->up->ctx, e->moved, e->piece_bytes,
				     e->status);
		else
			w->up->received(w->up->ctx, e->from, e->bytes,
					e->len_bytes);
		free(e);
	}
	return n;
}

static void
close_wire(struct ocr_transport *t)
{
	struct wire *w = wire_of(t);
	struct event *e;

	while ((e = w->first)) {
		w->first = e->next;
		free(e);
	}
	w->end = &w->first;
}

static const struct ocr_transport_ops ops = {
	.name = "wire",
	.attach = attach,
	.packet_alloc = heap_packet_alloc,
	.packet_free = heap_packet_free,
	.send = send,
	.read = read_from,
	.write = write_to,
	.poll = poll,
	.wait = never_wait,
	.interrupt = ignore_interrupt,
	.close = close_wire,
};

struct wire *
wire_open(const struct wire_config *c)
{
	struct wire *w = calloc(1, sizeof(*w));

	must(w && c->self < WIRE_NODES);
	w->t.ops = &ops;
	w->t.mtu_bytes = MTU;
	w->t.piece_bytes = PIECE;
	w->c = *c;
	w->end = &w->first;
	return w;
}

struct ocr_transport *
wire_transport(struct wire *w)
{
	return &w->t;
}

void
wire_close(struct wire *w)
{
	close_wire(&w->t);
	free(w);
}

void
wire_come(struct wire *w, ocr_node_t from, const struct ocr_op *op,
	  bool confirms)
{
	size_t payload = op ? op->len_bytes : 0;
	struct ocr_packet_head h = {.version = OCR_PACKET_VERSION};
	struct event *e;

	must(from < WIRE_NODES && from != w->c.self);
	if (confirms)
		w->peer[from].confirmed = w->peer[from].ops_sent;
	h.confirmed = (uint32_t)w->peer[from].confirmed;
	h.seq = (uint16_t)++w->peer[from].packets_come;
	e = add(w, sizeof(h) + payload);
	e->from = from;
	memcpy(e->bytes, &h, sizeof(h));
	if (op)
		memcpy(e->bytes + sizeof(h), op, payload);
}

void
wire_must_be_heard(const struct ocr_fabric *f)
{
	struct ocr_fabric_stats s;

	ocr_fabric_get_stats(f, &s);
	must(!s.bad_packets);
}
