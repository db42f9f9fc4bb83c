/* SPDX-License-Identifier: BSD-3-Clause */
/* fabric_pair_threads.c - what runs beside the poller.
 *
 * Each thread sends ops to every peer, and reads and writes the memory of
 * every peer.
 */
#include "tests/cluster/fabric_pair.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#define CONFIRM_AT 64
#define INTERRUPTS 200

static const size_t lengths[] = {
	1, 7, 64, 1000, 4096, 65537, 1 << 20, (1 << 20) + 1, PAIR_BYTES_MAX,
};
#define N_LENGTHS (sizeof(lengths) / sizeof(*lengths))

static pthread_t threads[PAIR_THREADS];
static _Atomic int n_running;
/* What the poller must see after a sleep: 1, which it sets back to 0, or -1 at
 * the end. */
static _Atomic int flag;

static void
send_ops(uint32_t thread, uint8_t *buf)
{
	uint64_t last[PAIR_NODES_MAX] = {0};
	struct pair_event e;
	unsigned n, len;
	ocr_node_t to;

	pair_event_init(&e);
	for (n = 0; n < pair.n_ops; n++) {
		/* Mostly short, now and then longer than a packet. */
		len = n % 97 == 13 ? 100000 : n % 11 == 3 ? 5000 : n % 64;
		for (to = 0; to < pair.size; to++) {
			struct pair_seq_op *m = (struct pair_seq_op *)buf;

			if (to == pair.self)
				continue;
			*m = (struct pair_seq_op){
				.op = {(uint32_t)(sizeof(*m) + len + 7) & ~7u,
				       PAIR_SEQ, 0},
				.thread = thread,
				.n = n,
			};
			pair_fill(m->bytes, n, thread,
				  m->op.len_bytes - sizeof(*m));
			last[to] = ocr_fabric_send(pair.fabric, to, &m->op);
		}
		if (n % CONFIRM_AT != CONFIRM_AT - 1 && n != pair.n_ops - 1)
			continue;
		for (to = 0; to < pair.size; to++)
			if (to != pair.self &&
			    !ocr_fabric_confirm(pair.fabric, to, last[to],
						&e.confirm))
				pair_event_wait(&e);
	}
}

static void
read_all(ocr_node_t from, uint8_t *buf)
{
	struct pair_event e;
	uint64_t at;
	size_t i, len;

	pair_event_init(&e);
	for (i = 0; i < N_LENGTHS; i++) {
		len = lengths[i];
		at = (PAIR_BYTES_MAX - len) / 3;
		memset(buf, 0, len);
		if (ocr_fabric_read(pair.fabric, from,
				    pair.peers[from].source + at, buf, len,
				    &e.transfer) != 0 ||
		    pair_event_wait(&e) != 0)
			pair_fail("a read failed", from);
		if (!pair_is_filled(buf, from, at, len))
			pair_fail("a read brought wrong bytes", from);
	}
}

static void
write_all(ocr_node_t to, uint8_t *buf)
{
	struct pair_wrote_op m = {.op = {sizeof(m), PAIR_WROTE, 0}};
	struct pair_event e;
	size_t i;

	pair_event_init(&e);
	for (i = 0; i < N_LENGTHS; i++) {
		m.len = lengths[i];
		m.at = (PAIR_BYTES_MAX - m.len) / 5;
		m.seed = pair.self + 100 * (i + 1);
		pair_fill(buf, m.seed, m.at, m.len);
		if (ocr_fabric_write(pair.fabric, to,
				     pair.peers[to].their_target + m.at, buf,
				     m.len, &e.transfer) != 0 ||
		    pair_event_wait(&e) != 0)
			pair_fail("a write failed", to);
		ocr_fabric_send(pair.fabric, to, &m.op);
		ocr_fabric_flush(pair.fabric);
		pair_event_wait(&pair.peers[to].checked);
	}
}

/* Reaching outside must be refused here; the peer goes on. */
static void
reach_outside(ocr_node_t to, uint8_t *buf)
{
	static const uint64_t beyond[] = {UINT64_C(1) << 62, UINT64_MAX,
					  UINT64_MAX - 7};
	struct pair_event e;
	size_t i;

	pair_event_init(&e);
	for (i = 0; i < sizeof(beyond) / sizeof(*beyond); i++)
		if (ocr_fabric_read(pair.fabric, to, beyond[i], buf, 8,
				    &e.transfer) == 0 &&
		    pair_event_wait(&e) == 0)
			pair_fail("read what nobody offered", to);
	if (ocr_fabric_write(pair.fabric, to, ocr_memory_len(pair.memory) - 4,
			     buf, 8, &e.transfer) == 0 &&
	    pair_event_wait(&e) == 0)
		pair_fail("wrote where nobody offered", to);
}

static void *
thread_main(void *arg)
{
	uint32_t thread = (uint32_t)(uintptr_t)arg;
	uint8_t *buf = ocr_memory_alloc(pair.memory, PAIR_BYTES_MAX);
	ocr_node_t to;

	if (buf == NULL)
		pair_fail("no memory", pair.self);
	send_ops(thread, buf);
	for (to = 0; to < pair.size; to++) {
		if (to == pair.self)
			continue;
		read_all(to, buf);
		if (thread == 0)
			write_all(to, buf);
		reach_outside(to, buf);
	}
	ocr_memory_free(pair.memory, buf);
	/* pairs with pair_threads_are_running() */
	atomic_fetch_sub_explicit(&n_running, 1, memory_order_release);
	ocr_fabric_interrupt(pair.fabric);
	return NULL;
}

/* Ends the sleep of the poller a number of times, always after something that
 * the poller must see then. */
static void *
interrupter(void *arg)
{
	int i;

	(void)arg;
	for (i = 0; i < INTERRUPTS; i++) {
		atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
		ocr_fabric_interrupt(pair.fabric);
		while (atomic_load_explicit(&flag, memory_order_acquire) != 0)
			sched_yield();
	}
	/* pairs with pair_threads_interrupt() */
	atomic_store_explicit(&flag, -1, memory_order_release);
	ocr_fabric_interrupt(pair.fabric);
	return NULL;
}

void
pair_threads_start(void)
{
	uint32_t i;

	atomic_store_explicit(&n_running, PAIR_THREADS, memory_order_relaxed);
	for (i = 0; i < PAIR_THREADS; i++)
		if (pthread_create(&threads[i], NULL, thread_main,
				   (void *)(uintptr_t)i) != 0)
			pair_fail("cannot start a thread", pair.self);
}

bool
pair_threads_are_running(void)
{
	return atomic_load_explicit(&n_running, memory_order_acquire) != 0;
}

void
pair_threads_join(void)
{
	uint32_t i;

	for (i = 0; i < PAIR_THREADS; i++)
		pthread_join(threads[i], NULL);
}

void
pair_threads_interrupt(void)
{
	pthread_t t;
	int seen;

	if (pthread_create(&t, NULL, interrupter, NULL) != 0)
		pair_fail("cannot start a thread", pair.self);
	for (;;) {
		ocr_fabric_poll(pair.fabric);
		seen = atomic_load_explicit(&flag, memory_order_acquire);
		if (seen < 0)
			break;
		if (seen > 0)
			atomic_store_explicit(&flag, 0, memory_order_release);
		else
			ocr_fabric_wait(pair.fabric, -1);
	}
	pthread_join(t, NULL);
}
