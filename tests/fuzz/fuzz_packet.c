/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz_packet.c - throws bytes at a fabric as if they were packets.
 *
 * An input is a list of packets: a control byte, a length byte, so many bytes.
 * The control byte says which fields of the head are made right first, so
 * that an input gets past the early checks without counting; that of the first
 * says whether the node carries debts.
 */
#include "fabric/fabric.h"
#include "fabric/packet.h"

#include "tests/fuzz/target.h"
#include "tests/sim/transport_sim.h"

#include <string.h>

#define MTU 256

enum control {
	REPAIR_VERSION = 1,
	REPAIR_SEQ = 2,
	REPAIR_CONFIRMED = 4,
	REPAIR_FLAGS = 8,
	SEND_FIRST = 16, /* so that there is something to confirm */
	FROM_ANOTHER = 32,
	CARRIES = 64,
};

struct target {
	struct ocr_fabric *f;
	unsigned handled;
	unsigned lost; /* by node */
	uint8_t sum; /* of all bytes of all ops: the sanitizer looks */
};

static int
on_op(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	struct target *t = ctx;

	must(from == 1 || from == 2);
	must(!(t->lost & 1U << from));
	must(op->len_bytes >= 16 && op->len_bytes <= OCR_OP_MAX_BYTES);
	for (uint32_t i = 0; i < op->len_bytes; i++)
		t->sum += ((const uint8_t *)op)[i];
	t->handled++;
	return 0;
}

static void
on_lost(void *ctx, ocr_node_t peer, const char *why)
{
	struct target *t = ctx;

	must((peer == 1 || peer == 2) && *why && !(t->lost & 1U << peer));
	t->lost |= 1U << peer;
}

static const struct ocr_op_handler handlers[] = {
	{NULL, 0, NULL, false},
	{"one", 16, on_op, false},
	{"two", 24, on_op, false},
};

struct wish {
	struct ocr_confirm c;
	unsigned told;
};

static void
on_told(struct ocr_confirm *c)
{
	((struct wish *)c)->told++;
}

static void
send_one(struct target *t, struct wish *wish)
{
	uint64_t op[2] = {0};
	struct ocr_op *head = (struct ocr_op *)op;
	uint64_t seq;

	head->len_bytes = sizeof(op);
	head->type = 1;
	wish->c.fn = on_told;
	seq = ocr_fabric_send(t->f, 1, head);
	ocr_fabric_confirm(t->f, 1, seq, &wish->c);
}

static void
repair(struct ocr_packet_head *h, uint8_t control, uint64_t seq)
{
	if (control & REPAIR_VERSION)
		h->version = OCR_PACKET_VERSION;
	if (control & REPAIR_SEQ)
		h->seq = (uint16_t)seq;
	if (control & REPAIR_CONFIRMED)
		h->confirmed = 0;
	if (control & REPAIR_FLAGS)
		h->flags &= OCR_PACKET_FLAGS;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sim_net_config net_config = {
		.n_nodes = 3, .mtu_bytes = MTU, .piece_bytes = MTU};
	struct sim_net *net = sim_net_open(&net_config);
	struct target target = {0};
	struct ocr_fabric_config config = {
		.self = 0,
		.size = 3,
		.transport = sim_net_transport(net, 0),
		.handlers = handlers,
		.n_handlers = 3,
		.carries = size && data[0] & CARRIES,
		.ctx = &target,
		.lost = on_lost,
	};
	struct wish wishes[32] = {0};
	unsigned n_wishes = 0, handled, lost;
	struct ocr_fabric_stats s;
	uint64_t n_packets[3] = {0}, n_all = 0;

	if (ocr_fabric_open(&target.f, &config))
		abort();
	while (size >= 2) {
		uint8_t control = data[0];
		uint8_t len = data[1];
		ocr_node_t from = control & FROM_ANOTHER ? 2 : 1;
		_Alignas(8) uint8_t packet[UINT8_MAX];

		data += 2;
		size -= 2;
		if (len > size)
			len = size;
		memcpy(packet, data, len);
		data += len;
		size -= len;
		if (len >= sizeof(struct ocr_packet_head))
			repair((void *)packet, control, n_packets[from] + 1);
		if (control & SEND_FIRST && n_wishes < 32)
			send_one(&target, &wishes[n_wishes++]);
		handled = target.handled;
		lost = target.lost;
		sim_net_inject(net, from, 0, packet, len);
		while (sim_net_enabled(net))
			sim_net_fire(net, 0);
		ocr_fabric_poll(target.f);
		ocr_fabric_get_stats(target.f, &s);
		n_packets[from] += s.packets_received - s.bad_packets - n_all;
		n_all = s.packets_received - s.bad_packets;
		/* Nothing of a bad packet is handled; but who is lost owes
		 * nothing any more. */
		must(target.lost == lost || config.carries ||
		     target.handled == handled);
	}
	for (unsigned i = 0; i < n_wishes; i++)
		must(wishes[i].told <= 1);
	ocr_fabric_get_stats(target.f, &s);
	must(config.carries ? s.ops_handled >= target.handled
			    : s.ops_handled == target.handled);
	ocr_fabric_close(target.f);
	sim_net_close(net);
	return 0;
}
