/* SPDX-License-Identifier: BSD-3-Clause */
/* fabric_pair.c - the fabric on its own, between real processes.
 *
 * Usage: fabric_pair [-p PROVIDER] [-i INTERFACE] [-s OPS] WHAT
 *   all    every pair exchanges ops in order, reads and writes; threads sleep
 *          and are interrupted
 *   kill   the last node kills itself; the others must hear of it
 *   break  the same while they read from it: their reads must end, too
 *   join   only joins and leaves
 * Prints "node N ok" and exits with 0, or says what is wrong and exits with 1.
 */
#include "tests/cluster/fabric_pair.h"
#include "fabric/clock.h"
#include "fabric/route.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OPS	   3000
#define DEADLINE_S 10
#define LONG_READS 16

struct pair pair = {.n_ops = OPS, .lost_peer = OCR_NODE_NONE};

/* Set by a thread of the job's: 1, or -1 when the nodes could not meet; and
 * then that it will not touch the fabric any more. */
static _Atomic int fence_done;
static _Atomic int fence_left;

static double
now_s(void)
{
	return (double)ocr_clock_ns() * 1e-9;
}

static void
poll_or_sleep(void)
{
	ocr_fabric_flush(pair.fabric);
	if (ocr_fabric_poll(pair.fabric) == 0 && !ocr_fabric_dirty(pair.fabric))
		ocr_fabric_wait(pair.fabric, -1);
}

static void
check_nobody_lost(void)
{
	if (pair.n_lost != 0)
		pair_fail("was lost", pair.lost_peer);
}

static void
on_fence(void *arg, int status)
{
	(void)arg;
	/* pairs with meet() */
	atomic_store_explicit(&fence_done, status == 0 ? 1 : -1,
			      memory_order_release);
	ocr_fabric_interrupt(pair.fabric);
	atomic_store_explicit(&fence_left, 1, memory_order_release);
}

/* All nodes meet; afterwards nobody misses one who leaves. */
static void
meet(void)
{
	int done;

	if (ocr_job_fence(pair.job, on_fence, NULL) != 0)
		pair_fail("cannot fence", pair.self);
	do {
		poll_or_sleep();
		done = atomic_load_explicit(&fence_done, memory_order_acquire);
	} while (done == 0);
	if (done < 0)
		pair_fail("the fence failed", pair.self);
	while (!atomic_load_explicit(&fence_left, memory_order_acquire))
		sched_yield();
	atomic_store_explicit(&fence_left, 0, memory_order_relaxed);
	atomic_store_explicit(&fence_done, 0, memory_order_relaxed);
}

static void
greet(void)
{
	uint8_t *source = ocr_memory_alloc(pair.memory, PAIR_BYTES_MAX);
	ocr_node_t to;

	if (source == NULL)
		pair_fail("no memory", pair.self);
	pair_fill(source, pair.self, 0, PAIR_BYTES_MAX);
	for (to = 0; to < pair.size; to++) {
		struct pair_hello_op m = {.op = {sizeof(m), PAIR_HELLO, 0}};
		struct pair_peer *p = &pair.peers[to];

		if (to == pair.self)
			continue;
		p->target = ocr_memory_alloc(pair.memory, PAIR_BYTES_MAX);
		if (p->target == NULL)
			pair_fail("no memory", pair.self);
		m.source = ocr_memory_offset(pair.memory, source);
		m.target = ocr_memory_offset(pair.memory, p->target);
		ocr_fabric_send(pair.fabric, to, &m.op);
	}
	while (pair.n_greeted < pair.size - 1) {
		poll_or_sleep();
		check_nobody_lost();
	}
}

static void
end(void)
{
	struct ocr_op m = {sizeof(m), PAIR_DONE, 0};
	ocr_node_t to;

	for (to = 0; to < pair.size; to++)
		if (to != pair.self)
			ocr_fabric_send(pair.fabric, to, &m);
	for (;;) {
		/* What leaves may be over at once, and nothing follows. */
		ocr_fabric_flush(pair.fabric);
		if (pair.n_done == pair.size - 1 &&
		    ocr_fabric_is_idle(pair.fabric))
			break;
		poll_or_sleep();
		check_nobody_lost();
	}
	ocr_fabric_others_leave(pair.fabric);
	meet();
}

static void
run_all(void)
{
	ocr_node_t from;
	uint32_t thread;

	greet();
	pair_threads_start();
	while (pair_threads_are_running()) {
		poll_or_sleep();
		check_nobody_lost();
	}
	pair_threads_join();
	pair_threads_interrupt();
	end();
	for (from = 0; from < pair.size; from++)
		for (thread = 0; thread < PAIR_THREADS; thread++)
			if (from != pair.self &&
			    pair.peers[from].next[thread] != pair.n_ops)
				pair_fail("ops are missing", from);
}

/* Reads of the victim's memory, again and again.  When each of the others has
 * had one it dies. */
static struct ocr_transfer reads[LONG_READS];
static unsigned n_read, n_broken;

static void
start_read(struct ocr_transfer *x, ocr_node_t from)
{
	if (ocr_fabric_read(pair.fabric, from, pair.peers[from].source,
			    pair.peers[from].target, PAIR_BYTES_MAX, x) != 0)
		pair_fail("a read was refused", from);
}

static void
on_read(struct ocr_transfer *x, int status)
{
	struct ocr_op m = {sizeof(m), PAIR_DONE, 0};

	if (status != 0) {
		n_broken++;
		return;
	}
	if (n_read++ == 0)
		ocr_fabric_send(pair.fabric, x->peer, &m);
	start_read(x, x->peer);
}

static void
start_reads(ocr_node_t from)
{
	for (size_t i = 0; i < LONG_READS; i++) {
		reads[i].fn = on_read;
		start_read(&reads[i], from);
	}
}

static void
run_kill(bool reading)
{
	unsigned n_reads = reading ? LONG_READS : 0;
	ocr_node_t victim = pair.size - 1;
	double begin;

	greet();
	meet();
	if (pair.self == victim) {
		while (reading && pair.n_done < pair.size - 1)
			poll_or_sleep();
		raise(SIGKILL);
	}
	if (reading)
		start_reads(victim);
	begin = now_s();
	/* Some sleep, some poll. */
	while (!pair.lost_last || n_broken < n_reads) {
		ocr_fabric_poll(pair.fabric);
		if (!pair.lost_last && pair.self % 2 == 0)
			ocr_fabric_wait(pair.fabric, 1000 * DEADLINE_S);
		if (now_s() - begin > DEADLINE_S)
			pair_fail(pair.lost_last ? "a read does not end"
						 : "nobody says that it died",
				  victim);
	}
	printf("node %u ok after %.3f s\n", pair.self, now_s() - begin);
	fflush(stdout);
	_exit(0); /* others are gone, and nothing can be ended in order */
}

static void
open_fabric(const char *provider, const char *interface)
{
	struct ocr_transport_config o = {
		.provider = provider,
		.interface = interface,
		.silence_s = OCR_SILENCE_S,
	};
	struct ocr_fabric_config f = {
		.handlers = pair_handlers,
		.n_handlers = PAIR_OP_TYPES,
		.lost = pair_on_lost,
	};
	struct ocr_memory_config mem = {.huge = OCR_HUGE_NO};
	ocr_node_t i;

	if (ocr_job_open(&pair.job) != 0)
		exit(1);
	pair.self = ocr_job_rank(pair.job);
	pair.size = ocr_job_size(pair.job);
	if (pair.size < 2 || pair.size > PAIR_NODES_MAX) {
		fprintf(stderr, "fabric_pair: start 2 to %d of it\n",
			PAIR_NODES_MAX);
		exit(1);
	}
	mem.limit_bytes = (uint64_t)(pair.size + 4) * PAIR_BYTES_MAX;
	mem.n_local = ocr_job_local_size(pair.job);
	if (ocr_memory_open(&pair.memory, &mem) != 0)
		exit(1);
	o.job = pair.job;
	o.memory = pair.memory;
	f.self = pair.self;
	f.size = pair.size;
	if (ocr_transport_open(&pair.transport, &o) != 0) {
		ocr_job_close(pair.job);
		exit(1);
	}
	f.transport = pair.transport;
	for (i = 0; i < pair.size; i++)
		pair_event_init(&pair.peers[i].checked);
	if (ocr_fabric_open(&pair.fabric, &f) != 0)
		exit(1);
	if (pair.self == 0)
		fprintf(stderr, "fabric_pair: %s\n",
			ocr_transport_describe(pair.transport));
}

void
pair_fail(const char *what, ocr_node_t peer)
{
	fprintf(stderr, "fabric_pair: node %u: %s (node %u)\n", pair.self, what,
		peer);
	/* Not exit(): other threads are inside the fabric. */
	_exit(1);
}

int
main(int argc, char **argv)
{
	const char *provider = NULL, *interface = NULL, *what;
	int c;

	while ((c = getopt(argc, argv, "p:i:s:")) != -1) {
		if (c == 'p')
			provider = optarg;
		else if (c == 'i')
			interface = optarg;
		else if (c == 's')
			pair.n_ops = (unsigned)atoi(optarg);
		else
			return 2;
	}
	what = optind < argc ? argv[optind] : "all";
	open_fabric(provider, interface);
	if (strcmp(what, "all") == 0)
		run_all();
	else if (strcmp(what, "kill") == 0)
		run_kill(false);
	else if (strcmp(what, "break") == 0)
		run_kill(true);
	else
		meet();
	ocr_fabric_close(pair.fabric);
	ocr_memory_close(pair.memory);
	ocr_job_close(pair.job);
	printf("node %u ok\n", pair.self);
	return 0;
}
