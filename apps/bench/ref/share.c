/* SPDX-License-Identifier: BSD-3-Clause */
/* share.c - what it costs to copy bytes that another process has written.
 *
 * The child writes blocks of BYTES each into memory that both map, as
 * ocr/read.c does; then the parent copies them out, one by one, into memory
 * that was used before.  WHAT is `copy`: it keeps as many bytes as a node does
 * of what it has read (OCR_CACHE), so that they go to memory that no cache
 * holds; or `hot`: always to the same few buffers.  Nothing is asked and nobody
 * waits within a sample: it is memcpy() alone, a floor.  Each has a core of its
 * own, if there are two.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS, CPU_SET */
#include "apps/bench/bench.h"

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define BLOCKS		16
#define ROUND_MAX_BYTES ((size_t)64 << 20)
#define KEPT_BYTES	((size_t)64 << 20)

struct shared {
	_Atomic uint64_t written, read; /* rounds */
	_Alignas(4096) unsigned char bytes[];
};

static double sample[BENCH_MAX_SAMPLES];

/* The i-th processor that this process may use, if there is one. */
static void
bind_to(int i)
{
	cpu_set_t all, one;

	if (sched_getaffinity(0, sizeof(all), &all) || CPU_COUNT(&all) <= i)
		return;
	CPU_ZERO(&one);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &all) && i-- == 0)
			CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof(one), &one);
}

static void
await(const _Atomic uint64_t *word, uint64_t least)
{
	while (atomic_load_explicit(word, memory_order_acquire) < least)
		sched_yield();
}

/* As a task that computes them would. */
static void
fill(uint64_t *words, size_t len_bytes, uint64_t mark)
{
	size_t n = len_bytes / sizeof(*words);

	for (size_t i = 0; i < n; i++)
		words[i] = mark + i;
	words[0] = words[n - 1] = mark;
}

static _Noreturn void
write_all(struct shared *s, size_t len_bytes, unsigned blocks, unsigned rounds)
{
	/* Nobody else is told of a parent that dies. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	bind_to(1);
	for (unsigned r = 1; r <= rounds; r++) {
		await(&s->read, r - 1);
		for (unsigned i = 0; i < blocks; i++)
			fill((uint64_t *)(void *)(s->bytes + i * len_bytes),
			     len_bytes, (uint64_t)r << 32 | i);
		/* pairs with await() of the parent */
		atomic_store_explicit(&s->written, r, memory_order_release);
	}
	_exit(0);
}

/* False: it is not what was written. */
static bool
read_block(const unsigned char *from, uint64_t *to, size_t len_bytes,
	   uint64_t mark, double *took_us)
{
	uint64_t start_ns = bench_now_ns();

	memcpy(to, from, len_bytes);
	*took_us = (double)(bench_now_ns() - start_ns) / 1e3;
	return to[0] == mark && to[len_bytes / sizeof(*to) - 1] == mark;
}

/* Where bytes go: `len` bytes, a multiple of a block, in turns. */
struct target {
	unsigned char *bytes;
	size_t len, at;
};

static void *
next_place(struct target *t, size_t len_bytes)
{
	void *place = t->bytes + t->at;

	t->at = (t->at + len_bytes) % t->len;
	return place;
}

static size_t
read_all(struct shared *s, struct target *t, size_t len_bytes, unsigned blocks,
	 unsigned rounds, unsigned rounds_warm)
{
	size_t n = 0;

	/* The child shall not share its pages. */
	memset(t->bytes, 1, t->len);
	for (unsigned r = 1; r <= rounds; r++) {
		await(&s->written, r);
		for (unsigned i = 0; i < blocks; i++) {
			double us;

			if (!read_block(s->bytes + i * len_bytes,
					next_place(t, len_bytes), len_bytes,
					(uint64_t)r << 32 | i, &us))
				return 0;
			if (r > rounds_warm)
				sample[n++] = us;
		}
		/* pairs with await() of the child */
		atomic_store_explicit(&s->read, r, memory_order_release);
	}
	return n;
}

static bool
is_possible(const struct bench_args *a)
{
	return (strcmp(a->what, "copy") == 0 || strcmp(a->what, "hot") == 0) &&
	       a->size_bytes && a->size_bytes % sizeof(uint64_t) == 0 &&
	       a->size_bytes <= ROUND_MAX_BYTES;
}

int
main(int argc, char **argv)
{
	unsigned blocks = BLOCKS, rounds, rounds_warm = 2;
	struct bench_args args;
	struct target to = {0};
	struct shared *s;
	size_t n = 0;
	pid_t child;
	int status;

	if (bench_parse(&args, argc - 1, argv + 1) || !is_possible(&args)) {
		fprintf(stderr, "usage: %s copy|hot BYTES [--quick]\n",
			argv[0]);
		return 2;
	}
	if (blocks > ROUND_MAX_BYTES / args.size_bytes)
		blocks = (unsigned)(ROUND_MAX_BYTES / args.size_bytes);
	rounds = rounds_warm + (args.quick		   ? 2
				: args.size_bytes <= 65536 ? 100
							   : 10);
	s = mmap(NULL, sizeof(*s) + blocks * args.size_bytes,
		 PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	to.len = blocks * args.size_bytes;
	if (strcmp(args.what, "copy") == 0)
		to.len = KEPT_BYTES / args.size_bytes * args.size_bytes;
	to.bytes = malloc(to.len);
	if (s == MAP_FAILED || !to.bytes) {
		fprintf(stderr, "%s: out of memory\n", argv[0]);
		return 1;
	}
	child = fork();
	if (child == 0)
		write_all(s, args.size_bytes, blocks, rounds);
	if (child > 0) {
		bind_to(0);
		n = read_all(s, &to, args.size_bytes, blocks, rounds,
			     rounds_warm);
	}
	if (child < 0 || n == 0) {
		fprintf(stderr, "%s: %s\n", argv[0],
			child < 0 ? strerror(errno)
				  : "a block did not hold what was written");
		return 1;
	}
	waitpid(child, &status, 0);
	printf(BENCH_LINE, bench_median(sample, n), "us");
	return 0;
}
