/* SPDX-License-Identifier: BSD-3-Clause */
/* test_fabric_threads.c - several threads in one fabric. */
#include "fabric/fabric.h"

#include "tests/sim/transport_sim.h"
#include "tests/suite.h"

#include <assert.h>
#include <check.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#define MTU 512

/* Threads: four send, this one moves the net and polls.  Numbers are not in
 * the order of the sends of several threads, so each thread's own are. */
#define SENDERS	       4
#define OPS_PER_SENDER 2000

struct thread_op {
	struct ocr_op op;
	uint32_t sender;
	uint32_t nr;
	uint8_t filler[600];
};

struct thread_node {
	struct ocr_fabric *f;
	uint32_t next[SENDERS];
	uint32_t n;
};

static _Atomic unsigned n_thread_told;

static void
on_thread_confirmed(struct ocr_confirm *c)
{
	(void)c;
	atomic_fetch_add_explicit(&n_thread_told, 1, memory_order_release);
}

static int
on_thread_op(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	const struct thread_op *m = (const void *)op;
	struct thread_node *n = ctx;

	(void)from;
	ck_assert_uint_eq(m->nr, n->next[m->sender]);
	n->next[m->sender]++;
	n->n++;
	return 0;
}

static const struct ocr_op_handler thread_handlers[] = {
	{"thread", 16, on_thread_op, false},
};

struct sender {
	pthread_t thread;
	struct ocr_fabric *f;
	uint32_t nr;
};

static void *
send_many(void *arg)
{
	struct sender *s = arg;
	struct thread_op m = {.sender = s->nr};
	struct ocr_confirm c = {.fn = on_thread_confirmed};
	uint64_t seq = 0;

	for (uint32_t i = 0; i < OPS_PER_SENDER; i++) {
		m.nr = i;
		m.op.len_bytes = i % 50 ? 16 + 8 * (i % 5) : sizeof(m);
		seq = ocr_fabric_send(s->f, 1, &m.op);
		if (i % 7 == 0)
			ocr_fabric_flush(s->f);
	}
	if (ocr_fabric_confirm(s->f, 1, seq, &c))
		on_thread_confirmed(&c);
	/* c must live until it is told. */
	while (atomic_load_explicit(&n_thread_told, memory_order_acquire) <
	       SENDERS)
		sched_yield();
	return NULL;
}

START_TEST(four_threads_may_send_while_one_polls)
{
	struct sim_net_config c = {.n_nodes = 2,
				   .mtu_bytes = MTU,
				   .piece_bytes = 256,
				   .seed = _i,
				   .refuse_percent = 5};
	struct sim_net *net = sim_net_open(&c);
	struct thread_node nodes[2] = {{0}};
	struct sender senders[SENDERS];
	struct ocr_fabric_stats stats;
	size_t n;

	static_assert(sizeof(struct thread_op) % 8 == 0 &&
			      sizeof(struct thread_op) > MTU,
		      "some are cut");
	atomic_store_explicit(&n_thread_told, 0, memory_order_relaxed);
	for (ocr_node_t i = 0; i < 2; i++) {
		struct ocr_fabric_config config = {
			.self = i,
			.size = 2,
			.transport = sim_net_transport(net, i),
			.handlers = thread_handlers,
			.n_handlers = 1,
			.ctx = &nodes[i],
		};

		ck_assert_int_eq(ocr_fabric_open(&nodes[i].f, &config), 0);
	}
	for (uint32_t i = 0; i < SENDERS; i++) {
		senders[i].f = nodes[0].f;
		senders[i].nr = i;
		ck_assert_int_eq(pthread_create(&senders[i].thread, NULL,
						send_many, &senders[i]),
				 0);
	}
	while (atomic_load_explicit(&n_thread_told, memory_order_acquire) <
	       SENDERS) {
		n = sim_net_enabled(net);
		if (n)
			sim_net_fire(net, rand() % n);
		ocr_fabric_poll(nodes[0].f);
		ocr_fabric_poll(nodes[1].f);
	}
	for (uint32_t i = 0; i < SENDERS; i++)
		pthread_join(senders[i].thread, NULL);

	ck_assert_uint_eq(nodes[1].n, SENDERS * OPS_PER_SENDER);
	ocr_fabric_get_stats(nodes[1].f, &stats);
	ck_assert_uint_eq(stats.bad_packets, 0);
	ck_assert_uint_eq(stats.ops_handled, SENDERS * OPS_PER_SENDER);
	ocr_fabric_close(nodes[0].f);
	ocr_fabric_close(nodes[1].f);
	sim_net_close(net);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("fabric threads");
	TCase *t = tcase_create("threads");

	tcase_set_timeout(t, 300);
	tcase_add_loop_test(t, four_threads_may_send_while_one_polls, 0, 3);
	suite_add_tcase(s, t);

	return run_suite(s);
}
