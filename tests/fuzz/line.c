/* SPDX-License-Identifier: BSD-3-Clause */
/* line.c - see line.h. */
#include "tests/fuzz/line.h"

#include "fabric/fabric.h"
#include "fabric/transport.h"
#include "tests/fuzz/packets.h"
#include "tests/fuzz/target.h"

#include <errno.h>
#include <string.h>

#define MTU   512
#define PIECE 64
#define MOST  256 /* under way at once */

struct line {
	struct ocr_transport t; /* first */
	const struct ocr_transport_up *up;
	void (*sent)(ocr_node_t to, const void *data, size_t len_bytes);
	int error;
	unsigned n_refuse;
	struct ocr_packet *packets[MOST];
	struct ocr_transfer *pieces[MOST];
	unsigned n_packets, n_pieces;
	/* Of the next poll: */
	unsigned n_over, n_moved;
	int status;
	struct {
		ocr_node_t from;
		size_t len_bytes;
		_Alignas(8) uint8_t bytes[MTU];
	} come;
	bool has_come;
};

static struct line *
line_of(struct ocr_transport *t)
{
	return (struct line *)t;
}

static void
attach(struct ocr_transport *t, const struct ocr_transport_up *up)
{
	line_of(t)->up = up;
}

static int
refusal(struct line *l)
{
	if (!l->n_refuse)
		return 0;
	l->n_refuse--;
	return l->error;
}

static int
send(struct ocr_transport *t, struct ocr_packet *p)
{
	struct line *l = line_of(t);
	int err = refusal(l);

	if (!err && l->n_packets == MOST)
		err = -EAGAIN;
	if (err)
		return err;
	must(p->len_bytes <= MTU);
	l->sent(p->to, p->data, p->len_bytes);
	l->packets[l->n_packets++] = p;
	return 0;
}

static int
move(struct ocr_transport *t, size_t len_bytes, struct ocr_transfer *x)
{
	struct line *l = line_of(t);
	int err = refusal(l);

	must(len_bytes && len_bytes <= PIECE);
	if (!err && l->n_pieces == MOST)
		err = -EAGAIN;
	if (!err)
		l->pieces[l->n_pieces++] = x;
	return err;
}

static int
read_from(struct ocr_transport *t, ocr_node_t from, uint64_t offset,
	  void *local, size_t len_bytes, struct ocr_transfer *x)
{
	(void)from, (void)offset, (void)local;
	return move(t, len_bytes, x);
}

static int
write_to(struct ocr_transport *t, ocr_node_t to, uint64_t offset,
	 const void *local, size_t len_bytes, struct ocr_transfer *x)
{
	(void)to, (void)offset, (void)local;
	return move(t, len_bytes, x);
}

static void
end_packets(struct line *l)
{
	for (; l->n_over && l->n_packets; l->n_over--) {
		struct ocr_packet *p = l->packets[0];

		memmove(l->packets, l->packets + 1,
			--l->n_packets * sizeof(*l->packets));
		l->up->sent(l->up->ctx, p);
	}
	l->n_over = 0;
}

static void
end_pieces(struct line *l)
{
	for (; l->n_moved && l->n_pieces; l->n_moved--) {
		struct ocr_transfer *x = l->pieces[0];

		memmove(l->pieces, l->pieces + 1,
			--l->n_pieces * sizeof(*l->pieces));
		l->up->moved(l->up->ctx, x, x->len_bytes, l->status);
	}
	l->n_moved = 0;
}

/* In memory of its own length. */
static void
bring(struct line *l)
{
	size_t len = l->come.len_bytes;
	uint8_t *exact = malloc(len ? len : 1);

	must(exact);
	memcpy(exact, l->come.bytes, len);
	l->has_come = false;
	l->up->received(l->up->ctx, l->come.from, exact, len);
	free(exact);
}

static int
poll(struct ocr_transport *t)
{
	struct line *l = line_of(t);

	end_packets(l);
	end_pieces(l);
	if (l->has_come)
		bring(l);
	return 0;
}

/* A byte for whom it is. */
static size_t
grant(struct ocr_transport *t, ocr_node_t peer, void *bytes)
{
	(void)t;
	memset(bytes, (int)peer, 8);
	return 8;
}

static int
granted(struct ocr_transport *t, ocr_node_t peer, const void *bytes,
	size_t len_bytes)
{
	(void)t, (void)peer;
	must(len_bytes && len_bytes <= OCR_GRANT_MAX);
	return *(const uint8_t *)bytes % 2 ? -EPROTO : 0;
}

static void
close_line(struct ocr_transport *t)
{
	line_of(t)->n_packets = line_of(t)->n_pieces = 0;
}

static const struct ocr_transport_ops ops = {
	.name = "line",
	.attach = attach,
	.packet_alloc = heap_packet_alloc,
	.packet_free = heap_packet_free,
	.send = send,
	.read = read_from,
	.write = write_to,
	.poll = poll,
	.wait = never_wait,
	.interrupt = ignore_interrupt,
	.grant = grant,
	.granted = granted,
	.close = close_line,
};

struct line *
line_open(void (*sent)(ocr_node_t to, const void *data, size_t len_bytes))
{
	struct line *l = calloc(1, sizeof(*l));

	must(l);
	l->t.ops = &ops;
	l->t.mtu_bytes = MTU;
	l->t.piece_bytes = PIECE;
	l->sent = sent;
	return l;
}

struct ocr_transport *
line_transport(struct line *l)
{
	return &l->t;
}

void
line_close(struct line *l)
{
	free(l);
}

void
line_refuse(struct line *l, int error, unsigned n)
{
	l->error = error;
	l->n_refuse = error ? n : 0;
}

void
line_come(struct line *l, ocr_node_t from, const void *data, size_t len_bytes)
{
	must(len_bytes <= MTU && !l->has_come);
	l->has_come = true;
	l->come.from = from;
	l->come.len_bytes = len_bytes;
	memcpy(l->come.bytes, data, len_bytes);
}

void
line_end_packet(struct line *l)
{
	l->n_over++;
}

void
line_end_piece(struct line *l, int status)
{
	l->n_moved++;
	l->status = status;
}

void
line_break(struct line *l, ocr_node_t peer)
{
	l->up->broken(l->up->ctx, peer, "it was cut");
}

void
line_fail(struct line *l, ocr_node_t peer)
{
	l->up->failed(l->up->ctx, peer, "it died");
}
