/* SPDX-License-Identifier: BSD-3-Clause */
/* argobots.c - what ocr/task.c, chain.c, fan.c, tree.c and fib.c measure, with
 * Argobots.
 *
 * WHAT is `task`, `hop`, `whole`, `out`, `tree`, `nested`, `flat`, `fib` or
 * `inside`.  OMP_NUM_THREADS says how many execution streams, as it does for
 * the other references: each has a pool of its own, takes what it put there
 * last, and steals from the others.  What never waits is a tasklet, without a
 * stack, where that is faster; the rest are threads of Argobots: who waits for
 * one of those is passed over until it ends, and who waits for a tasklet looks
 * again and again.
 */
#include "apps/bench/ref/measure.h"

#include <abt.h>
#include <stdatomic.h>

#define MAX_STREAMS 64
#define MAX_TASKS   10000

static ABT_pool pools[MAX_STREAMS];
static ABT_task tasks[MAX_TASKS];

static void
need(int err)
{
	if (err == ABT_SUCCESS)
		return;
	fprintf(stderr, "argobots: error %d\n", err);
	exit(1);
}

/* The pool of the stream that calls. */
static ABT_pool
own_pool(void)
{
	int rank = 0;

	ABT_self_get_xstream_rank(&rank);
	return pools[rank];
}

/* A tasklet; one without a handle is nobody's. */
static void
spawn(void (*body)(void *), void *arg, ABT_task *task)
{
	need(ABT_task_create(own_pool(), body, arg, task));
}

static void
spawn_thread(void (*body)(void *), void *arg, ABT_thread *thread)
{
	need(ABT_thread_create(own_pool(), body, arg, ABT_THREAD_ATTR_NULL,
			       thread));
}

static void
empty(void *arg)
{
	(void)arg;
	__asm__ volatile("");
}

static double
measure_tasks(unsigned batch)
{
	uint64_t start_ns = bench_now_ns();

	for (unsigned i = 0; i < batch; i++)
		spawn(empty, NULL, &tasks[i]);
	for (unsigned i = batch; i-- > 0;)
		need(ABT_task_free(&tasks[i]));
	return batch * 1e9 / (double)(bench_now_ns() - start_ns);
}

/*
 * Chains and fans: who depends on something is a thread that waits for it.
 */

static ABT_eventual event;
static atomic_uint begun;

/* The first of a chain waits for the event, each other one for who is before
 * it. */
static void
link_body(void *arg)
{
	ABT_thread *before = arg;

	atomic_fetch_add_explicit(&begun, 1, memory_order_relaxed);
	if (before)
		need(ABT_thread_free(before));
	else
		need(ABT_eventual_wait(event, NULL));
}

/* When all of them wait, if `built` says so, or else from before they are
 * made. */
static double
measure_chain(unsigned links, bool built)
{
	uint64_t start_ns = bench_now_ns();

	atomic_store_explicit(&begun, 0, memory_order_relaxed);
	need(ABT_eventual_create(0, &event));
	if (!built)
		need(ABT_eventual_set(event, NULL, 0));
	for (unsigned i = 0; i < links; i++)
		spawn_thread(link_body, i ? &tasks[i - 1] : NULL, &tasks[i]);
	if (built) {
		while (atomic_load_explicit(&begun, memory_order_relaxed) <
		       links)
			need(ABT_self_yield());
		start_ns = bench_now_ns();
		need(ABT_eventual_set(event, NULL, 0));
	}
	need(ABT_thread_free(&tasks[links - 1]));
	start_ns = bench_now_ns() - start_ns;
	need(ABT_eventual_free(&event));
	return (double)start_ns / links;
}

static double
measure_hops(unsigned links)
{
	return measure_chain(links, true);
}

static double
measure_whole(unsigned links)
{
	return measure_chain(links, false);
}

static void
wait_for_event(void *arg)
{
	(void)arg;
	need(ABT_eventual_wait(event, NULL));
}

static double
measure_out(unsigned batch)
{
	uint64_t start_ns = bench_now_ns();

	need(ABT_eventual_create(0, &event));
	for (unsigned i = 0; i < batch; i++)
		spawn_thread(wait_for_event, NULL, &tasks[i]);
	need(ABT_eventual_set(event, NULL, 0));
	for (unsigned i = batch; i-- > 0;)
		need(ABT_thread_free(&tasks[i]));
	start_ns = bench_now_ns() - start_ns;
	need(ABT_eventual_free(&event));
	return batch * 1e9 / (double)start_ns;
}

/*
 * Trees
 */

static atomic_uint left; /* of a tree, with those that are not yet made */

static void
make_tree(void *arg)
{
	uintptr_t depth = (uintptr_t)arg;

	for (int i = 0; depth > 0 && i < 2; i++)
		spawn(make_tree, (void *)(depth - 1), NULL);
	if (atomic_fetch_sub_explicit(&left, 1, memory_order_acq_rel) == 1)
		need(ABT_eventual_set(event, NULL, 0));
}

static double
measure_tree(unsigned depth)
{
	uint64_t start_ns = bench_now_ns();
	unsigned n = (2u << depth) - 1;

	need(ABT_eventual_create(0, &event));
	atomic_store_explicit(&left, n, memory_order_relaxed);
	spawn(make_tree, (void *)(uintptr_t)depth, NULL);
	need(ABT_eventual_wait(event, NULL));
	start_ns = bench_now_ns() - start_ns;
	need(ABT_eventual_free(&event));
	return n * 1e9 / (double)start_ns;
}

/* Each that has made some waits for them. */
static void
make_nested(void *arg)
{
	uintptr_t depth = (uintptr_t)arg;
	ABT_thread made[2];

	if (!depth)
		return;
	for (int i = 0; i < 2; i++)
		spawn_thread(make_nested, (void *)(depth - 1), &made[i]);
	for (int i = 2; i-- > 0;)
		need(ABT_thread_free(&made[i]));
}

static double
measure_nested(unsigned depth)
{
	uint64_t start_ns = bench_now_ns();
	ABT_thread root;

	spawn_thread(make_nested, (void *)(uintptr_t)depth, &root);
	need(ABT_thread_free(&root));
	return ((2 << depth) - 1) * 1e9 / (double)(bench_now_ns() - start_ns);
}

static void
wait_for_one(void *arg)
{
	ABT_thread one;

	(void)arg;
	spawn_thread(empty, NULL, &one);
	need(ABT_thread_free(&one));
}

static double
measure_flat(unsigned n)
{
	uint64_t start_ns = bench_now_ns();

	for (unsigned i = 0; i < n; i++)
		spawn_thread(wait_for_one, NULL, &tasks[i]);
	for (unsigned i = n; i-- > 0;)
		need(ABT_thread_free(&tasks[i]));
	return 2.0 * n * 1e9 / (double)(bench_now_ns() - start_ns);
}

struct call {
	uint64_t n, result;
};

static void
fib(void *arg)
{
	struct call *c = arg, part[2];
	ABT_thread made[2];

	if (c->n < 2) {
		c->result = c->n;
		return;
	}
	for (unsigned i = 0; i < 2; i++) {
		part[i].n = c->n - 1 - i;
		spawn_thread(fib, &part[i], &made[i]);
	}
	for (unsigned i = 2; i-- > 0;)
		need(ABT_thread_free(&made[i]));
	c->result = part[0].result + part[1].result;
}

static double
measure_fib(unsigned n)
{
	uint64_t start_ns = bench_now_ns();
	struct call c = {.n = n};
	ABT_thread root;

	spawn_thread(fib, &c, &root);
	need(ABT_thread_free(&root));
	if (c.result != bench_fib(n))
		exit(1);
	return (double)(2 * bench_fib(n + 1) - 1) * 1e9 /
	       (double)(bench_now_ns() - start_ns);
}

/*
 * Whether a task begins before the call that makes it returns.
 */

static _Thread_local volatile bool creating;
static atomic_uint inside;

static void
look(void *arg)
{
	(void)arg;
	if (creating)
		atomic_fetch_add_explicit(&inside, 1, memory_order_relaxed);
}

static double
measure_inside(unsigned batch)
{
	atomic_store_explicit(&inside, 0, memory_order_relaxed);
	for (unsigned i = 0; i < batch; i++) {
		creating = true;
		spawn(look, NULL, &tasks[i]);
		creating = false;
	}
	for (unsigned i = batch; i-- > 0;)
		need(ABT_task_free(&tasks[i]));
	return 100.0 * inside / batch;
}

static const struct measure measures[] = {
	{"task", measure_tasks, MEASURE_TASK},
	{"hop", measure_hops, MEASURE_HOP},
	{"whole", measure_whole, MEASURE_WHOLE},
	{"out", measure_out, MEASURE_OUT},
	{"tree", measure_tree, MEASURE_TREE},
	{"nested", measure_nested, MEASURE_NESTED},
	{"flat", measure_flat, MEASURE_FLAT},
	{"fib", measure_fib, MEASURE_FIB},
	{"inside", measure_inside, MEASURE_INSIDE},
};

/* The stream with the number `me` of `n`; the first is who calls. */
static void
make_stream(unsigned me, unsigned n, ABT_xstream *stream)
{
	ABT_pool in_turn[MAX_STREAMS];
	ABT_sched sched;

	for (unsigned i = 0; i < n; i++)
		in_turn[i] = pools[(me + i) % n];
	need(ABT_sched_create_basic(ABT_SCHED_RANDWS, (int)n, in_turn,
				    ABT_SCHED_CONFIG_NULL, &sched));
	if (me == 0) {
		need(ABT_xstream_self(stream));
		need(ABT_xstream_set_main_sched(*stream, sched));
	} else {
		need(ABT_xstream_create(sched, stream));
	}
}

int
main(int argc, char **argv)
{
	const size_t n = sizeof(measures) / sizeof(*measures);
	ABT_xstream streams[MAX_STREAMS];
	const struct measure *m;
	struct bench_args args;
	uint64_t workers;

	m = measure_choose(&args, measures, n, argc, argv);
	if (!m || bench_threads(&workers) || workers > MAX_STREAMS)
		return 2;
	need(ABT_init(argc, argv));
	for (unsigned i = 0; i < workers; i++)
		need(ABT_pool_create_basic(ABT_POOL_RANDWS,
					   ABT_POOL_ACCESS_MPMC, ABT_TRUE,
					   &pools[i]));
	for (unsigned i = 0; i < workers; i++)
		make_stream(i, (unsigned)workers, &streams[i]);
	measure_report(m, args.quick);
	for (unsigned i = 1; i < workers; i++) {
		need(ABT_xstream_join(streams[i]));
		need(ABT_xstream_free(&streams[i]));
	}
	need(ABT_finalize());
	return 0;
}
