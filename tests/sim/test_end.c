/* SPDX-License-Identifier: BSD-3-Clause */
/* test_end.c - the exit status of a job in which nodes end, each at a time of
 * its own, once they have heard of the end.
 *
 * Nodes without tasks, over a simulated network.  The seed chooses what is
 * delivered, and when a node that has heard of it is gone.
 */
#include "fabric/fabric.h"
#include "fabric/memory.h"
#include "src/boot/runtime.h"
#include "src/boot/runtime_end.h"
#include "src/data/block.h"
#include "tests/sim/transport_sim.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>

#define MAX_NODES 5
#define STATUS	  7

struct world {
	uint64_t rng;
	uint32_t n;
	struct sim_net *net;
	struct ocr_memory *memory;
	struct ocr_runtime *rt[MAX_NODES];
	bool gone[MAX_NODES];
};

static uint64_t
draw(struct world *w)
{
	w->rng ^= w->rng << 13;
	w->rng ^= w->rng >> 7;
	w->rng ^= w->rng << 17;
	return w->rng * UINT64_C(0x2545f4914f6cdd1d) >> 16;
}

static void
become(struct ocr_runtime *rt)
{
	ocr_self = &rt->sched->workers[rt->sched->n_workers];
}

static void
open_world(struct world *w, uint64_t seed)
{
	struct sim_net_config net = {.mtu_bytes = 1024, .piece_bytes = 4096};

	*w = (struct world){.rng = seed * UINT64_C(0x9e3779b97f4a7c15) + 1};
	for (int i = 0; i < 8; i++)
		draw(w);
	w->n = 2 + (uint32_t)(draw(w) % (MAX_NODES - 1));
	net.n_nodes = w->n;
	net.seed = seed;
	w->net = sim_net_open(&net);
	ck_assert_ptr_nonnull(w->net);
	ck_assert_int_eq(ocr_memory_open_plain(&w->memory), 0);
	for (ocr_node_t i = 0; i < w->n; i++) {
		struct ocr_runtime_config c = {
			.self = i,
			.size = w->n,
			.sched.n_workers = 1,
			.sched.n_domains = 1,
			.memory = w->memory,
			.sched.stack_bytes = 65536,
			.files = OCR_ENGINE_MANUAL,
			.transport = sim_net_transport(w->net, i),
		};

		ck_assert_int_eq(ocr_runtime_open(&w->rt[i], &c), 0);
	}
}

static void
close_world(struct world *w)
{
	for (ocr_node_t i = 0; i < w->n; i++) {
		become(w->rt[i]);
		ocr_runtime_close(w->rt[i]);
	}
	ocr_self = NULL;
	sim_net_close(w->net);
	ocr_memory_close(w->memory);
}

static uint32_t
ending(const struct world *w, ocr_node_t node)
{
	return atomic_load_explicit(&w->rt[node]->ending, memory_order_relaxed);
}

static void
poll_node(struct world *w, ocr_node_t node)
{
	if (node == OCR_NODE_NONE || w->gone[node])
		return;
	become(w->rt[node]);
	ocr_fabric_poll(w->rt[node]->fabric);
	ocr_fabric_flush(w->rt[node]->fabric);
}

/* One that has lost another waits for a status, which others have sent before
 * they are gone. */
static bool
may_leave(const struct world *w, ocr_node_t node)
{
	uint32_t how = ending(w, node);

	return how && ocr_end_is_heard(w->rt[node]) &&
	       (!(how & OCR_ENDING_LOST) || how & OCR_ENDING_TOLD);
}

/* What it has said may still arrive. */
static void
leave(struct world *w, ocr_node_t node)
{
	if (w->gone[node] || !may_leave(w, node))
		return;
	w->gone[node] = true;
	sim_net_kill(w->net, node);
}

static void
play(struct world *w)
{
	size_t n;

	while ((n = sim_net_enabled(w->net)) > 0) {
		if (draw(w) % 4 == 0)
			leave(w, (ocr_node_t)(draw(w) % w->n));
		n = sim_net_enabled(w->net);
		if (n)
			poll_node(w, sim_net_fire(w->net, draw(w) % n));
	}
}

START_TEST(test_a_death_that_is_seen_first_does_not_change_the_status)
{
	struct world w;
	ocr_node_t by;

	open_world(&w, (uint64_t)_i);
	by = (ocr_node_t)(draw(&w) % w.n);
	become(w.rt[by]);
	ocr_runtime_end(w.rt[by], STATUS);

	play(&w);

	for (ocr_node_t i = 0; i < w.n; i++)
		ck_assert_msg((ending(&w, i) & 0xff) == STATUS,
			      "node %u of %u: %x", i, w.n, ending(&w, i));
	close_world(&w);
}
END_TEST

START_TEST(test_a_death_before_any_end_is_status_1_everywhere)
{
	struct world w;
	ocr_node_t dead;

	open_world(&w, (uint64_t)_i);
	dead = (ocr_node_t)(draw(&w) % w.n);
	w.gone[dead] = true;
	sim_net_kill(w.net, dead);

	play(&w);

	for (ocr_node_t i = 0; i < w.n; i++)
		if (i != dead)
			ck_assert_uint_eq(ending(&w, i) & 0xff, 1);
	close_world(&w);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("end");
	TCase *tc = tcase_create("end");

	tcase_set_timeout(tc, 0);
	tcase_add_loop_test(
		tc, test_a_death_that_is_seen_first_does_not_change_the_status,
		0, 500);
	tcase_add_loop_test(
		tc, test_a_death_before_any_end_is_status_1_everywhere, 0, 100);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
