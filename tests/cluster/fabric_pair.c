/* SPDX-License-Identifier: BSD-3-Clause */
/* fabric_pair.c - the fabric on its own, between real processes.
 *
 * Usage: fabric_pair [-p PROVIDER] [-i INTERFACE] [-s FACTOR] WHAT
 *   all    every pair exchanges ops in order, reads and writes; threads sleep
 *          and are interrupted
 *   kill   the last node kills itself; the others must hear of it
 *   join   only joins and leaves
 *   bench  prints round trips and rates between nodes 0 and 1
 * Prints "node N ok" and exits with 0, or says what is wrong and exits with 1.
 */
#include "fabric/fabric.h"
#include "fabric/job.h"
#include "fabric/log.h"
#include "fabric/memory.h"
#include "fabric/ofi.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NODES_MAX  64
#define THREADS	   2
#define OPS	   3000
#define CONFIRM_AT 64
#define BYTES_MAX  ((size_t)16 << 20)
#define DEADLINE_S 10

enum { OP_SEQ, OP_HELLO, OP_WROTE, OP_CHECKED, OP_DONE, OP_PING, OP_PONG };

struct seq_op {
	struct ocr_op op;
	uint32_t thread, n;
	uint8_t bytes[];
};

/* Where the sender's memory is. */
struct hello_op {
	struct ocr_op op;
	uint64_t source; /* everybody reads here */
	uint64_t target; /* the receiver writes here */
};

struct wrote_op {
	struct ocr_op op;
	uint64_t at, len, seed;
};

union ping_op {
	struct ocr_op op;
	uint8_t bytes[512];
};

/* Someone waits for it. */
struct event {
	struct ocr_confirm confirm; /* first */
	struct ocr_transfer transfer;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int happened;
	int status;
};

struct peer {
	/* The poller only: */
	uint32_t next[THREADS];
	bool done;
	uint8_t *target;
	/* Written by the poller before `greeted`. */
	uint64_t source, their_target;
	_Atomic bool greeted;
	struct event checked;
};

static struct ocr_job *job;
static struct ocr_memory *memory;
static struct ocr_transport *transport;
static struct ocr_fabric *fabric;
static ocr_node_t self;
static uint32_t size;
static unsigned ops = OPS;
static uint8_t *source;
static struct peer peers[NODES_MAX];
static struct event greeted;
static _Atomic int threads_running;
static _Atomic int flag;
static _Atomic int fence_done;
static uint32_t n_greeted, n_done;
static uint64_t pongs;
static ocr_node_t lost_peer = OCR_NODE_NONE;
static uint32_t n_lost;
static bool lost_last; /* the last node is lost */

static void
fail(const char *what, ocr_node_t peer)
{
	fprintf(stderr, "fabric_pair: node %u: %s (node %u)\n", self, what,
		peer);
	/* Not exit(): other threads are inside the fabric. */
	_exit(1);
}

static double
now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint8_t
pattern(uint64_t seed, uint64_t at)
{
	return (uint8_t)((at ^ at >> 8 ^ at >> 16) * 31 + seed);
}

static void
fill(uint8_t *p, uint64_t seed, uint64_t at, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		p[i] = pattern(seed, at + i);
}

static bool
is_filled(const uint8_t *p, uint64_t seed, uint64_t at, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (p[i] != pattern(seed, at + i))
			return false;
	return true;
}

/* -- Events ---------------------------------------------------------------- */

static void
event_init(struct event *e)
{
	memset(e, 0, sizeof(*e));
	pthread_mutex_init(&e->lock, NULL);
	pthread_cond_init(&e->changed, NULL);
}

static void
event_set(struct event *e, int status)
{
	pthread_mutex_lock(&e->lock);
	e->happened++;
	e->status = status;
	pthread_cond_broadcast(&e->changed);
	pthread_mutex_unlock(&e->lock);
}

/* Waits until it has happened once more, and forgets that. */
static int
event_wait(struct event *e)
{
	int status;

	pthread_mutex_lock(&e->lock);
	while (e->happened == 0)
		pthread_cond_wait(&e->changed, &e->lock);
	e->happened--;
	status = e->status;
	pthread_mutex_unlock(&e->lock);
	return status;
}

static void
on_confirm(struct ocr_confirm *c)
{
	event_set((struct event *)c, 0);
}

static void
on_transfer(struct ocr_transfer *x, int status)
{
	event_set(
		(struct event *)((char *)x - offsetof(struct event, transfer)),
		status);
}

/* -- Handlers -------------------------------------------------------------- */

static int
on_seq(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	const struct seq_op *m = (const void *)op;
	struct peer *p = &peers[from];

	(void)ctx;
	if (m->thread >= THREADS || m->n != p->next[m->thread]++)
		fail("an op came out of order", from);
	if (!is_filled(m->bytes, m->n, m->thread, op->len_bytes - sizeof(*m)))
		fail("an op has wrong bytes", from);
	return 0;
}

static int
on_hello(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	const struct hello_op *m = (const void *)op;
	struct peer *p = &peers[from];

	(void)ctx;
	p->source = m->source;
	p->their_target = m->target;
	if (++n_greeted == size - 1)
		event_set(&greeted, 0);
	return 0;
}

static int
on_wrote(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	const struct wrote_op *m = (const void *)op;
	struct ocr_op answer = {sizeof(answer), OP_CHECKED, 0};

	(void)ctx;
	if (m->at > BYTES_MAX || m->len > BYTES_MAX - m->at)
		fail("a write is said to be outside", from);
	if (!is_filled(peers[from].target + m->at, m->seed, m->at, m->len))
		fail("a write has not arrived", from);
	ocr_fabric_send(fabric, from, &answer);
	return 0;
}

static int
on_checked(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	(void)ctx, (void)op;
	event_set(&peers[from].checked, 0);
	return 0;
}

static int
on_done(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	(void)ctx, (void)op;
	if (peers[from].done)
		fail("came to its end twice", from);
	peers[from].done = true;
	n_done++;
	return 0;
}

static int
on_ping(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	union ping_op answer;

	(void)ctx;
	if (op->len_bytes > sizeof(answer))
		return -EMSGSIZE;
	memcpy(&answer, op, op->len_bytes);
	answer.op.type = OP_PONG;
	ocr_fabric_send(fabric, from, &answer.op);
	ocr_fabric_flush(fabric);
	return 0;
}

static int
on_pong(void *ctx, ocr_node_t from, const struct ocr_op *op)
{
	(void)ctx, (void)from, (void)op;
	pongs++;
	return 0;
}

static const struct ocr_op_handler handlers[] = {
	[OP_SEQ] = {"seq", sizeof(struct seq_op), on_seq},
	[OP_HELLO] = {"hello", sizeof(struct hello_op), on_hello},
	[OP_WROTE] = {"wrote", sizeof(struct wrote_op), on_wrote},
	[OP_CHECKED] = {"checked", sizeof(struct ocr_op), on_checked},
	[OP_DONE] = {"done", sizeof(struct ocr_op), on_done},
	[OP_PING] = {"ping", sizeof(struct ocr_op), on_ping},
	[OP_PONG] = {"pong", sizeof(struct ocr_op), on_pong},
};

static void
on_lost(void *ctx, ocr_node_t peer, const char *why)
{
	(void)ctx;
	fprintf(stderr, "fabric_pair: node %u: lost node %u: %s\n", self, peer,
		why);
	lost_peer = peer;
	n_lost++;
	lost_last |= peer == size - 1;
}

/* -- Poller ---------------------------------------------------------------- */

static void
poll_once(bool may_sleep)
{
	ocr_fabric_flush(fabric);
	if (ocr_fabric_poll(fabric) == 0 && may_sleep &&
	    !ocr_fabric_dirty(fabric))
		ocr_fabric_wait(fabric, -1);
}

static void
check_nobody_lost(void)
{
	if (n_lost != 0)
		fail("was lost", lost_peer);
}

static void
on_fence(void *arg, int status)
{
	(void)arg;
	atomic_store_explicit(&fence_done, status == 0 ? 1 : -1,
			      memory_order_release);
	ocr_fabric_interrupt(fabric);
}

/* All nodes meet; afterwards nobody misses one who leaves. */
static void
meet(void)
{
	int done;

	if (ocr_job_fence(job, on_fence, NULL) != 0)
		fail("cannot fence", self);
	do {
		poll_once(true);
		done = atomic_load_explicit(&fence_done, memory_order_acquire);
	} while (done == 0);
	if (done < 0)
		fail("the fence failed", self);
	atomic_store_explicit(&fence_done, 0, memory_order_relaxed);
}

/* -- What threads do ------------------------------------------------------- */

static void
send_ops(uint32_t thread, uint8_t *buf)
{
	uint64_t last[NODES_MAX] = {0};
	struct event e;
	unsigned n, len;
	ocr_node_t to;

	event_init(&e);
	for (n = 0; n < ops; n++) {
		/* Mostly short, now and then longer than a packet. */
		len = n % 97 == 13 ? 100000 : n % 11 == 3 ? 5000 : n % 64;
		for (to = 0; to < size; to++) {
			struct seq_op *m = (struct seq_op *)buf;

			if (to == self)
				continue;
			*m = (struct seq_op){
				.op = {(uint32_t)(sizeof(*m) + len + 7) & ~7u,
				       OP_SEQ, 0},
				.thread = thread,
				.n = n,
			};
			fill(m->bytes, n, thread, m->op.len_bytes - sizeof(*m));
			last[to] = ocr_fabric_send(fabric, to, &m->op);
		}
		if (n % CONFIRM_AT != CONFIRM_AT - 1 && n != ops - 1)
			continue;
		for (to = 0; to < size; to++) {
			e.confirm.fn = on_confirm;
			if (to != self &&
			    !ocr_fabric_confirm(fabric, to, last[to],
						&e.confirm))
				event_wait(&e);
		}
	}
}

static const size_t lengths[] = {
	1, 7, 64, 1000, 4096, 65537, 1 << 20, (1 << 20) + 1, BYTES_MAX,
};
#define N_LENGTHS (sizeof(lengths) / sizeof(*lengths))

static void
read_all(ocr_node_t from, uint8_t *buf)
{
	struct event e;
	uint64_t at;
	size_t i, len;

	event_init(&e);
	e.transfer.fn = on_transfer;
	for (i = 0; i < N_LENGTHS; i++) {
		len = lengths[i];
		at = (BYTES_MAX - len) / 3;
		memset(buf, 0, len);
		if (ocr_fabric_read(fabric, from, peers[from].source + at, buf,
				    len, &e.transfer) != 0 ||
		    event_wait(&e) != 0)
			fail("a read failed", from);
		if (!is_filled(buf, from, at, len))
			fail("a read brought wrong bytes", from);
	}
}

static void
write_all(ocr_node_t to, uint8_t *buf)
{
	struct wrote_op m = {.op = {sizeof(m), OP_WROTE, 0}};
	struct event e;
	size_t i;

	event_init(&e);
	e.transfer.fn = on_transfer;
	for (i = 0; i < N_LENGTHS; i++) {
		m.len = lengths[i];
		m.at = (BYTES_MAX - m.len) / 5;
		m.seed = self + 100 * (i + 1);
		fill(buf, m.seed, m.at, m.len);
		if (ocr_fabric_write(fabric, to, peers[to].their_target + m.at,
				     buf, m.len, &e.transfer) != 0 ||
		    event_wait(&e) != 0)
			fail("a write failed", to);
		ocr_fabric_send(fabric, to, &m.op);
		ocr_fabric_flush(fabric);
		event_wait(&peers[to].checked);
	}
}

/* Reaching outside must be refused here; the peer goes on. */
static void
reach_outside(ocr_node_t to, uint8_t *buf)
{
	static const uint64_t beyond[] = {UINT64_C(1) << 62, UINT64_MAX,
					  UINT64_MAX - 7};
	struct event e;
	size_t i;

	event_init(&e);
	e.transfer.fn = on_transfer;
	for (i = 0; i < sizeof(beyond) / sizeof(*beyond); i++)
		if (ocr_fabric_read(fabric, to, beyond[i], buf, 8,
				    &e.transfer) == 0 &&
		    event_wait(&e) == 0)
			fail("read what nobody offered", to);
	if (ocr_fabric_write(fabric, to, ocr_memory_len(memory) - 4, buf, 8,
			     &e.transfer) == 0 &&
	    event_wait(&e) == 0)
		fail("wrote where nobody offered", to);
}

static void *
thread_main(void *arg)
{
	uint32_t thread = (uint32_t)(uintptr_t)arg;
	uint8_t *buf = ocr_memory_alloc(memory, BYTES_MAX);
	ocr_node_t to;

	if (buf == NULL)
		fail("no memory", self);
	send_ops(thread, buf);
	for (to = 0; to < size; to++) {
		if (to == self)
			continue;
		read_all(to, buf);
		if (thread == 0)
			write_all(to, buf);
		reach_outside(to, buf);
	}
	ocr_memory_free(memory, buf);
	atomic_fetch_sub_explicit(&threads_running, 1, memory_order_release);
	ocr_fabric_interrupt(fabric);
	return NULL;
}

/* Ends the sleep of the poller a number of times, always after something that
 * the poller must see then. */
static void *
interrupter(void *arg)
{
	int i;

	(void)arg;
	for (i = 0; i < 200; i++) {
		atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
		ocr_fabric_interrupt(fabric);
		while (atomic_load_explicit(&flag, memory_order_acquire) != 0)
			sched_yield();
	}
	atomic_store_explicit(&flag, -1, memory_order_release);
	ocr_fabric_interrupt(fabric);
	return NULL;
}

/* -- What to do ------------------------------------------------------------ */

static void
greet(void)
{
	ocr_node_t to;

	source = ocr_memory_alloc(memory, BYTES_MAX);
	if (source == NULL)
		fail("no memory", self);
	fill(source, self, 0, BYTES_MAX);
	for (to = 0; to < size; to++) {
		struct hello_op m = {.op = {sizeof(m), OP_HELLO, 0}};

		if (to == self)
			continue;
		peers[to].target = ocr_memory_alloc(memory, BYTES_MAX);
		if (peers[to].target == NULL)
			fail("no memory", self);
		m.source = ocr_memory_offset(memory, source);
		m.target = ocr_memory_offset(memory, peers[to].target);
		ocr_fabric_send(fabric, to, &m.op);
	}
	while (n_greeted < size - 1) {
		poll_once(true);
		check_nobody_lost();
	}
}

static void
end(void)
{
	struct ocr_op m = {sizeof(m), OP_DONE, 0};
	ocr_node_t to;

	for (to = 0; to < size; to++)
		if (to != self)
			ocr_fabric_send(fabric, to, &m);
	while (n_done < size - 1 || !ocr_fabric_is_idle(fabric)) {
		poll_once(true);
		check_nobody_lost();
	}
	ocr_ofi_quiet(transport);
	meet();
}

static void
check_interrupts(void)
{
	pthread_t t;
	int seen;

	if (pthread_create(&t, NULL, interrupter, NULL) != 0)
		fail("cannot start a thread", self);
	for (;;) {
		ocr_fabric_poll(fabric);
		seen = atomic_load_explicit(&flag, memory_order_acquire);
		if (seen < 0)
			break;
		if (seen > 0)
			atomic_store_explicit(&flag, 0, memory_order_release);
		else
			ocr_fabric_wait(fabric, -1);
	}
	pthread_join(t, NULL);
}

static void
run_all(void)
{
	pthread_t t[THREADS];
	ocr_node_t i;

	greet();
	atomic_store_explicit(&threads_running, THREADS, memory_order_relaxed);
	for (i = 0; i < THREADS; i++)
		if (pthread_create(&t[i], NULL, thread_main,
				   (void *)(uintptr_t)i) != 0)
			fail("cannot start a thread", self);
	while (atomic_load_explicit(&threads_running, memory_order_acquire)) {
		poll_once(true);
		check_nobody_lost();
	}
	for (i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	check_interrupts();
	end();
	for (i = 0; i < size * THREADS; i++)
		if (i / THREADS != self &&
		    peers[i / THREADS].next[i % THREADS] != ops)
			fail("ops are missing", i / THREADS);
}

static void
run_kill(void)
{
	ocr_node_t victim = size - 1;
	double begin;

	greet();
	meet();
	if (self == victim)
		raise(SIGKILL);
	begin = now_s();
	/* Some sleep, some poll. */
	while (!lost_last) {
		ocr_fabric_poll(fabric);
		if (!lost_last && self % 2 == 0)
			ocr_fabric_wait(fabric, 1000 * DEADLINE_S);
		if (now_s() - begin > DEADLINE_S)
			fail("nobody says that it died", victim);
	}
	printf("node %u ok after %.3f s\n", self, now_s() - begin);
	fflush(stdout);
	_exit(0); /* others are gone, and nothing can be ended in order */
}

static void
run_bench(void)
{
	static const unsigned bytes[] = {8, 64, 256};
	union ping_op ping = {.bytes = {0}};
	struct event e;
	uint64_t target;
	double t, best;
	size_t i, n;
	int k;

	greet();
	if (self == 0) {
		for (i = 0; i < 3; i++) {
			ping.op = (struct ocr_op){8 + bytes[i], OP_PING, 0};
			for (best = 1, k = 0; k < 500; k++) {
				t = now_s();
				for (n = 0; n < 40; n++) {
					target = pongs + 1;
					ocr_fabric_send(fabric, 1, &ping.op);
					ocr_fabric_flush(fabric);
					while (pongs < target)
						ocr_fabric_poll(fabric);
				}
				t = (now_s() - t) / 40;
				best = t < best ? t : best;
			}
			printf("round trip, op of %u B: %.2f us\n", bytes[i],
			       best * 1e6);
		}
		ping.op = (struct ocr_op){16, OP_PING, 0};
		t = now_s();
		target = pongs + 300000;
		for (n = 0; n < 300000; n++) {
			ocr_fabric_send(fabric, 1, &ping.op);
			if (n % 64 == 0) {
				ocr_fabric_flush(fabric);
				ocr_fabric_poll(fabric);
			}
		}
		while (pongs < target) {
			ocr_fabric_flush(fabric);
			ocr_fabric_poll(fabric);
		}
		printf("echoed ops of 8 B: %.2f million/s\n",
		       0.3 / (now_s() - t));
		event_init(&e);
		e.transfer.fn = on_transfer;
		for (n = 4096; n <= BYTES_MAX; n *= 4) {
			uint8_t *buf = ocr_memory_alloc(memory, n);

			memset(buf, 1, n);
			for (best = 1, k = 0; k < 100; k++) {
				t = now_s();
				ocr_fabric_read(fabric, 1, peers[1].source, buf,
						n, &e.transfer);
				while (e.happened == 0)
					ocr_fabric_poll(fabric);
				e.happened = 0;
				t = now_s() - t;
				best = t < best ? t : best;
			}
			printf("read %8zu B: %7.2f us, %.2f GB/s\n", n,
			       best * 1e6, (double)n / best * 1e-9);
			ocr_memory_free(memory, buf);
		}
	}
	{
		struct ocr_op m = {sizeof(m), OP_DONE, 0};
		ocr_node_t to;

		for (to = 0; to < size; to++)
			if (to != self)
				ocr_fabric_send(fabric, to, &m);
		while (n_done < size - 1)
			poll_once(false);
	}
	ocr_ofi_quiet(transport);
	meet();
}

static void
open_fabric(const char *provider, const char *interface)
{
	struct ocr_ofi_config o = {
		.provider = provider,
		.interface = interface,
	};
	struct ocr_fabric_config f = {
		.handlers = handlers,
		.n_handlers = sizeof(handlers) / sizeof(*handlers),
		.lost = on_lost,
	};
	ocr_node_t i;

	if (ocr_job_open(&job) != 0)
		exit(1);
	self = ocr_job_rank(job);
	size = ocr_job_size(job);
	if (size < 2 || size > NODES_MAX) {
		fprintf(stderr, "fabric_pair: start 2 to %d of it\n",
			NODES_MAX);
		exit(1);
	}
	if (ocr_memory_open(&memory, (uint64_t)(size + 4) * BYTES_MAX,
			    ocr_job_local_size(job)) != 0)
		exit(1);
	o.job = job;
	o.memory = memory;
	f.self = self;
	f.size = size;
	if (ocr_ofi_open(&transport, &f.secret, &o) != 0) {
		ocr_job_close(job);
		exit(1);
	}
	f.transport = transport;
	event_init(&greeted);
	for (i = 0; i < size; i++)
		event_init(&peers[i].checked);
	if (ocr_fabric_open(&fabric, &f) != 0)
		exit(1);
	if (self == 0)
		fprintf(stderr, "fabric_pair: %s\n",
			ocr_ofi_describe(transport));
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
			ops = (unsigned)atoi(optarg);
		else
			return 2;
	}
	what = optind < argc ? argv[optind] : "all";
	open_fabric(provider, interface);
	if (strcmp(what, "all") == 0)
		run_all();
	else if (strcmp(what, "kill") == 0)
		run_kill();
	else if (strcmp(what, "bench") == 0)
		run_bench();
	else
		meet();
	ocr_fabric_close(fabric);
	ocr_memory_close(memory);
	ocr_job_close(job);
	printf("node %u ok\n", self);
	return 0;
}
