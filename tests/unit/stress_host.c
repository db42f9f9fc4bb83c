/* SPDX-License-Identifier: BSD-3-Clause */
/* stress_host.c - two processes that send to each other through their rings,
 * packets of all lengths, as fast as they can and as slowly as they like.
 *
 *	stress_host [--rounds N] [--seed N] [--packets N]
 *
 * In some rounds one of them is killed at some moment: the other hears all that
 * it had sent, and no more than one packet beyond, and is told of its end.
 * Else both hear all.  Nobody sleeps with a timeout, so whoever misses a
 *wake-up sleeps for ever.  In odd rounds there are places for more neighbours,
 *who are looked for in another way, and whose rings are smaller.
 *
 * A process has a thread that sends, polls and sleeps, and one that only polls.
 */
#define _GNU_SOURCE /* syscall */
#include "fabric/card.h"
#include "fabric/host.h"
#include "fabric/memory.h"
#include "fabric/segment.h"
#include "fabric/transport.h"
#include "fabric/watch.h"
#include "tests/must.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MANY (OCR_PLACES_FEW + 2)

/* What all processes see. */
struct board {
	struct ocr_card card[2];
	_Atomic uint32_t ready; /* cards, and a futex */
	_Atomic uint32_t steps; /* packets sent by both, and a futex */
	uint32_t kill_at;	/* of these; UINT32_MAX: nobody */
	_Atomic uint64_t sent[2];
};

static struct board *board;
static uint32_t n_packets = 2000;

/* -- Chance ---------------------------------------------------------------- */

static uint64_t
mix(uint64_t x)
{
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

static uint64_t
next(uint64_t *state)
{
	*state += UINT64_C(0x9e3779b97f4a7c15);
	return mix(*state);
}

/* -- Waiting for another process ------------------------------------------- */

static void
futex_wait(_Atomic uint32_t *word, uint32_t value)
{
	syscall(SYS_futex, word, FUTEX_WAIT, value, NULL, NULL, 0);
}

static void
futex_wake(_Atomic uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static void
wait_until(_Atomic uint32_t *word, uint32_t least)
{
	uint32_t now;

	while ((now = atomic_load(word)) < least)
		futex_wait(word, now);
}

/* -- One of the two -------------------------------------------------------- */

struct side {
	uint32_t self, other;
	uint64_t seed;
	uint64_t chance; /* of the sending thread */
	struct ocr_transport *t;
	struct ocr_memory *memory;
	struct ocr_watch *watch;
	struct ocr_packet packet;
	pthread_mutex_t polling;
	/* Inside poll: */
	_Atomic uint64_t received;
	_Atomic bool is_told; /* of the end of the other */
	_Atomic bool stop;    /* the thread that only polls */
};

static uint32_t
length_of(const struct side *s, uint64_t seed, uint64_t number)
{
	uint64_t word = mix(seed ^ number * 31);
	uint64_t max = s->t->mtu_bytes;

	/* Most are short, some as long as may be. */
	if (word % 8)
		max = 300;
	if (word % 64 == 8)
		return (uint32_t)max;
	return (uint32_t)(8 + (word >> 8) % (max - 7));
}

static uint64_t
seed_of(const struct side *s, uint32_t from)
{
	return mix(s->seed + from);
}

static void
fill(uint8_t *bytes, uint32_t len, uint64_t seed, uint64_t number)
{
	uint64_t word;

	for (uint32_t at = 0; at < len; at += sizeof(word)) {
		uint32_t n = len - at < 8 ? len - at : 8;

		word = mix(seed + number + at);
		memcpy(bytes + at, &word, n);
	}
}

static void
on_received(void *ctx, ocr_node_t from, const void *data, size_t len)
{
	static uint8_t bytes[1 << 16];
	struct side *s = ctx;
	uint64_t number = atomic_load(&s->received);
	uint64_t seed = seed_of(s, s->other);

	must(from == s->other && !atomic_load(&s->is_told));
	must(len == length_of(s, seed, number));
	fill(bytes, (uint32_t)len, seed, number);
	must(memcmp(bytes, data, len) == 0);
	atomic_store(&s->received, number + 1);
}

static void
on_failed(void *ctx, ocr_node_t peer, const char *why)
{
	struct side *s = ctx;

	must(peer == s->other && strstr(why, "its process died"));
	must(!atomic_exchange(&s->is_told, true));
}

static void
on_called(void *ctx, ocr_node_t node)
{
	(void)ctx, (void)node;
}

static void
on_news(void *ctx, ocr_node_t node, uint32_t pid, enum ocr_watch_news news)
{
	struct side *s = ctx;

	(void)pid;
	if (news == OCR_WATCH_ENDED)
		s->t->ops->fail(s->t, node, "its process died");
}

static void
open_side(struct side *s, uint32_t places)
{
	struct ocr_memory_config m = {.limit_bytes = (uint64_t)16 << 20,
				      .n_local = places};
	ocr_node_t all[MANY];
	struct ocr_host_config c = {
		.self = s->self,
		.nodes = all,
		.n_nodes = places,
		.size = places,
		.host_name = "here",
		.called = on_called,
		.ctx = s,
		.card = &board->card[s->self].host,
	};
	struct ocr_transport_up up = {
		.ctx = s, .received = on_received, .failed = on_failed};

	for (uint32_t i = 0; i < places; i++)
		all[i] = i;
	must(ocr_memory_open(&s->memory, &m) == 0);
	c.memory = s->memory;
	ocr_card_init(&board->card[s->self]);
	must(ocr_host_open(&s->t, &c) == 0);
	board->card[s->self].pid = (uint32_t)getpid();
	s->t->ops->attach(s->t, &up);
	must(s->t->ops->packet_alloc(s->t, &s->packet) == 0);
	must(ocr_watch_open(&s->watch, places, 0) == 0);
}

/* Both are there. */
static void
meet(struct side *s)
{
	const struct ocr_card *card = &board->card[s->other];

	atomic_fetch_add(&board->ready, 1);
	futex_wake(&board->ready);
	wait_until(&board->ready, 2);
	must(s->t->ops->meet(s->t, s->other, card) == NULL);
	must(ocr_watch_begin(s->watch, s->other, card->pid));
	/* Who is not met cannot be rung; who is dead before cannot be met. */
	atomic_fetch_add(&board->ready, 1);
	futex_wake(&board->ready);
	wait_until(&board->ready, 4);
}

static bool
send_one(struct side *s)
{
	uint64_t number = atomic_load(&board->sent[s->self]);
	uint64_t seed = seed_of(s, s->self);
	int err;

	s->packet.to = s->other;
	s->packet.len_bytes = length_of(s, seed, number);
	fill(s->packet.data, s->packet.len_bytes, seed, number);
	err = s->t->ops->send(s->t, &s->packet);
	must(err == 1 || err == -EAGAIN || err == -EHOSTDOWN);
	if (err != 1)
		return false;
	atomic_store(&board->sent[s->self], number + 1);
	if (atomic_fetch_add(&board->steps, 1) + 1 == board->kill_at)
		futex_wake(&board->steps);
	return true;
}

static bool
has_sent_all(const struct side *s)
{
	return atomic_load(&board->sent[s->self]) == n_packets ||
	       atomic_load(&s->is_told);
}

/* Half of the time each packet is an answer to one: if that is missed, no other
 * comes. */
static bool
may_send(const struct side *s)
{
	uint64_t sent = atomic_load(&board->sent[s->self]);
	uint64_t word = mix(s->seed ^ sent / 64);
	uint64_t ahead = word % 2 == 0 ? 0 : (word >> 8) % 1000;

	/* Node 0 begins. */
	ahead += 1 - s->self;
	return !has_sent_all(s) && sent < atomic_load(&s->received) + ahead;
}

static bool
has_all(const struct side *s)
{
	return has_sent_all(s) && (atomic_load(&s->received) == n_packets ||
				   atomic_load(&s->is_told));
}

/* Returns whether something happened. */
static bool
poll_side(struct side *s)
{
	int n;

	if (pthread_mutex_trylock(&s->polling) != 0)
		return false;
	n = s->t->ops->poll(s->t);
	pthread_mutex_unlock(&s->polling);
	return n > 0;
}

/* Looks elsewhere for a while. */
static void
dawdle(uint64_t *chance)
{
	static _Atomic uint64_t sink;
	uint64_t word = next(chance);

	if (word % 16 != 0)
		return;
	for (uint64_t i = (word >> 8) % 20000; i > 0; i--)
		atomic_fetch_add_explicit(&sink, 1, memory_order_relaxed);
}

/* What comes while it gets there is seen before it sleeps. */
static void
sleep_side(struct side *s)
{
	dawdle(&s->chance);
	s->t->others[0].fd = ocr_watch_fd(s->watch);
	s->t->others[0].is_ready = false;
	s->t->ops->wait(s->t, -1);
	if (!s->t->others[0].is_ready)
		return;
	pthread_mutex_lock(&s->polling);
	ocr_watch_look(s->watch, on_news, s);
	pthread_mutex_unlock(&s->polling);
}

/* Polls now and then, as a worker would; who sleeps has to see that. */
static void *
only_poll(void *arg)
{
	struct side *s = arg;
	uint64_t chance = mix(s->seed ^ 77);

	while (!atomic_load(&s->stop)) {
		if (poll_side(s))
			s->t->ops->interrupt(s->t);
		for (uint64_t i = next(&chance) % 8; i > 0; i--)
			dawdle(&chance);
		sched_yield();
	}
	return NULL;
}

static void
talk(struct side *s)
{
	bool is_full = false;

	while (!has_all(s)) {
		uint64_t burst = next(&s->chance) % 100;

		for (; burst > 0 && !is_full && may_send(s); burst--)
			is_full = !send_one(s);
		dawdle(&s->chance);
		if (poll_side(s))
			is_full = false;
		else if (is_full || !may_send(s))
			sleep_side(s);
		else
			continue;
		is_full = false;
	}
}

/* What the other had sent has come, and at most what it was about to say that
 * it had. */
static void
look_at_end(struct side *s)
{
	uint64_t sent = atomic_load(&board->sent[s->other]);
	uint64_t received = atomic_load(&s->received);

	if (board->kill_at == UINT32_MAX)
		must(received == n_packets);
	else
		must(received == sent || received == sent + 1);
}

static _Noreturn void
be_side(uint32_t self, uint32_t places, uint64_t seed)
{
	struct side s = {
		.self = self,
		.other = 1 - self,
		.seed = seed,
		.chance = mix(seed ^ (self + 5)),
		.polling = PTHREAD_MUTEX_INITIALIZER,
	};
	bool has_helper = seed % 3 == 0;
	pthread_t helper;

	open_side(&s, places);
	meet(&s);
	if (has_helper)
		must(pthread_create(&helper, NULL, only_poll, &s) == 0);
	talk(&s);
	/* Who is left waits to be told. */
	while (board->kill_at != UINT32_MAX && !atomic_load(&s.is_told))
		sleep_side(&s);
	atomic_store(&s.stop, true);
	if (has_helper)
		pthread_join(helper, NULL);
	look_at_end(&s);
	s.t->ops->packet_free(s.t, &s.packet);
	s.t->ops->close(s.t);
	ocr_watch_close(s.watch);
	ocr_memory_close(s.memory);
	exit(EXIT_SUCCESS);
}

/* -- Rounds ---------------------------------------------------------------- */

static void
expect_success(pid_t pid, const char *what, uint64_t seed)
{
	int status;

	must(waitpid(pid, &status, 0) == pid);
	if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS)
		return;
	fprintf(stderr, "seed %llu: %s ended with %#x\n",
		(unsigned long long)seed, what, (unsigned)status);
	exit(EXIT_FAILURE);
}

/* The system tells of the end of a process: see watch.h. */
static bool
tells_of_ends(void)
{
	int fd = (int)syscall(SYS_pidfd_open, getpid(), 0);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static void
run_round(uint64_t seed)
{
	uint64_t chance = mix(seed);
	uint32_t places = seed % 2 == 0 ? 2 : MANY;
	uint32_t victim = (uint32_t)(next(&chance) % 2);
	pid_t pid[2];

	memset(board, 0, sizeof(*board));
	board->kill_at = UINT32_MAX;
	if (next(&chance) % 2 == 0 && tells_of_ends())
		board->kill_at = 1 + (uint32_t)(next(&chance) % n_packets);
	for (uint32_t i = 0; i < 2; i++) {
		pid[i] = fork();
		must(pid[i] >= 0);
		if (pid[i] == 0)
			be_side(i, places, seed);
	}
	if (board->kill_at != UINT32_MAX) {
		wait_until(&board->steps, board->kill_at);
		kill(pid[victim], SIGKILL);
		waitpid(pid[victim], NULL, 0);
		expect_success(pid[1 - victim], "the one that was left", seed);
		return;
	}
	expect_success(pid[0], "node 0", seed);
	expect_success(pid[1], "node 1", seed);
}

int
main(int argc, char **argv)
{
	uint64_t rounds = 24, seed = 1;

	for (int i = 1; i + 1 < argc; i += 2) {
		uint64_t value = strtoull(argv[i + 1], NULL, 10);

		if (strcmp(argv[i], "--rounds") == 0)
			rounds = value;
		else if (strcmp(argv[i], "--seed") == 0)
			seed = value;
		else if (strcmp(argv[i], "--packets") == 0)
			n_packets = (uint32_t)value;
	}
	board = mmap(NULL, sizeof(*board), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	must(board != MAP_FAILED);
	for (uint64_t i = 0; i < rounds; i++)
		run_round(seed + i);
	printf("%llu rounds, 0 wrong\n", (unsigned long long)rounds);
	return EXIT_SUCCESS;
}
