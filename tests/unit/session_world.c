/* SPDX-License-Identifier: BSD-3-Clause */
/* session_world.c - see session_world.h. */
#include "tests/unit/session_world.h"

#include "fabric/fabric.h"
#include "fabric/session_wire.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WARN_MS 2000

struct session_world sw;

static uint64_t
now_ms(void *ctx)
{
	(void)ctx;
	return sw.clock_ms;
}

static void
on_received(void *ctx, ocr_node_t from, const void *data, size_t len_bytes)
{
	struct session_end *e = ctx;

	ck_assert_uint_lt(from, sw.n);
	ck_assert_ptr_ne(e, &sw.ends[from]);

	ck_assert_uint_eq(len_bytes, sizeof(e->last));
	memcpy(&e->last, data, len_bytes);
	e->n_received++;
}

static void
on_sent(void *ctx, struct ocr_packet *p)
{
	struct session_end *e = ctx;

	e->n_sent++;
	e->t->ops->packet_free(e->t, p);
	free(p);
}

static void
on_moved(void *ctx, struct ocr_transfer *x, size_t piece_bytes, int status)
{
	struct session_end *e = ctx;

	ck_assert_uint_eq(piece_bytes, x->len_bytes);
	e->n_moved++;
	e->n_refused += status == -EINVAL;
	e->n_cut += status != 0 && status != -EINVAL;
}

static void
on_failed(void *ctx, ocr_node_t peer, const char *why)
{
	struct session_end *e = ctx;

	ck_assert_uint_lt(peer, sw.n);
	snprintf(e->why, sizeof(e->why), "%s", why);
	e->n_failed++;
}

static bool
on_silence(void *ctx, ocr_node_t peer, bool begins)
{
	struct session_end *e = ctx;

	ck_assert_uint_lt(peer, sw.n);
	e->n_warnings += begins;
	return true;
}

static void
open_end(ocr_node_t node)
{
	struct session_end *e = &sw.ends[node];
	struct ocr_session_config c = {
		.below = sim_net_transport(sw.net, node),
		.self = node,
		.size = sw.n,
		.window = sw.carries ? e->window : NULL,
		.window_bytes = WINDOW_BYTES,
		.silence_ms =
			node && sw.silence_ms ? SILENCE_MS : sw.silence_ms,
		.warn_ms = sw.warn_ms,
		.ctx = e,
		.warn = on_silence,
		.now_ms = now_ms,
	};
	struct ocr_transport_up up = {
		.ctx = e,
		.received = on_received,
		.sent = on_sent,
		.moved = on_moved,
		.failed = on_failed,
	};

	ck_assert_int_eq(ocr_session_open(&e->t, &c), 0);
	e->t->ops->attach(e->t, &up);
}

static void
open_world(ocr_node_t n, unsigned refuse_percent, uint32_t short_nodes,
	   bool carries, unsigned silence_ms, unsigned warn_ms)
{
	struct sim_net_config c = {
		.n_nodes = n,
		.mtu_bytes = 1024,
		.lent_mtu_bytes = 4096,
		.piece_bytes = 1024,
		.seed = 1,
		.refuse_percent = refuse_percent,
		.breaks = true,
		.short_nodes = short_nodes,
	};

	sw = (struct session_world){
		.net = sim_net_open(&c),
		.n = n,
		.clock_ms = 1,
		.mute = OCR_NODE_NONE,
		.carries = carries,
		.silence_ms = silence_ms,
		.warn_ms = warn_ms,
	};
	for (ocr_node_t i = 0; i < n; i++)
		open_end(i);
}

void
session_world_open(ocr_node_t n, unsigned refuse_percent, uint32_t short_nodes)
{
	open_world(n, refuse_percent, short_nodes, false, SILENCE_MS, WARN_MS);
}

void
session_world_open_patient(ocr_node_t n)
{
	open_world(n, 0, 0, false, 0, WARN_MS);
}

void
session_world_open_timed(unsigned silence_ms, unsigned warn_ms)
{
	open_world(2, 0, 0, false, silence_ms, warn_ms);
}

void
session_world_open_carrying(unsigned refuse_percent)
{
	open_world(2, refuse_percent, 0, true, SILENCE_MS, WARN_MS);
}

void
session_world_close(void)
{
	for (ocr_node_t i = 0; i < sw.n; i++)
		sw.ends[i].t->ops->close(sw.ends[i].t);
	sim_net_close(sw.net);
}

static bool
is_lost(ocr_node_t from, ocr_node_t to)
{
	size_t len;
	const struct ocr_session_head *h =
		from == to ? NULL : sim_net_head(sw.net, from, to, &len);

	if (h && sw.small_only && ocr_session_is_data(h->kind))
		sw.is_jammed[from][to] = true;
	return h &&
	       (from == sw.mute || (sw.small_only && sw.is_jammed[from][to]));
}

static void
drop_lost(void)
{
	for (ocr_node_t from = 0; from < sw.n; from++)
		for (ocr_node_t to = 0; to < sw.n; to++)
			while (is_lost(from, to))
				sim_net_drop(sw.net, from, to);
}

void
session_world_settle(void)
{
	ocr_node_t from, to;
	bool moved = true;

	while (moved) {
		moved = false;
		for (ocr_node_t i = 0; i < sw.n; i++)
			sw.ends[i].t->ops->poll(sw.ends[i].t);
		drop_lost();
		while (sim_net_enabled(sw.net)) {
			if (sim_net_between(sw.net, 0, &from, &to))
				sw.n_arrived[from][to]++;
			sim_net_fire(sw.net, 0);
			drop_lost();
			moved = true;
		}
	}
}

void
session_world_pass(uint64_t ms)
{
	session_world_settle();
	for (uint64_t end = sw.clock_ms + ms; sw.clock_ms < end;) {
		sw.clock_ms += STEP_MS;
		session_world_settle();
	}
}

void
session_world_break(void)
{
	sw.is_jammed[0][1] = sw.is_jammed[1][0] = false;
	sim_net_break(sw.net, 0, 1);
}

void
session_world_give(ocr_node_t from, ocr_node_t to, uint64_t what)
{
	struct ocr_transport *t = sw.ends[from].t;
	struct ocr_packet *p = calloc(1, sizeof(*p));

	ck_assert_int_eq(t->ops->packet_alloc(t, p), 0);
	p->to = to;
	p->len_bytes = sizeof(what);
	memcpy(p->data, &what, sizeof(what));
	ck_assert_int_eq(t->ops->send(t, p), 0);
}

void
session_world_meet(void)
{
	session_world_give(0, 1, 7);
	session_world_pass(STEP_MS);
	session_world_give(1, 0, 8);
	session_world_pass(STEP_MS);
	ck_assert_uint_eq(sw.ends[0].n_received, 1);
	ck_assert_uint_eq(sw.ends[1].n_received, 1);
}

struct ocr_session_stats
session_world_stats(ocr_node_t node)
{
	struct ocr_session_stats s;

	ocr_session_get_stats(sw.ends[node].t, &s);
	return s;
}
