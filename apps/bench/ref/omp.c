/* SPDX-License-Identifier: BSD-3-Clause */
/* omp.c - what ocr/task.c, chain.c, tree.c and fib.c measure, with OpenMP
 * tasks.
 *
 * Built twice: by gcc for libgomp, by clang for libomp.  OMP_NUM_THREADS says
 * how many threads.
 *
 * WHAT is `task`, `hop`, `whole`, `tree`, `nested`, `flat`, `fib` or `inside`.
 * libgomp lets 64 tasks per thread wait and then makes the creator run what it
 * creates: a chain that is built before it starts must be shorter than that,
 * and in `task`, `tree` and `fib` most of its tasks are calls.
 */
#include "apps/bench/ref/measure.h"

#include <omp.h>
#include <stdatomic.h>

/* Nothing, but something that the compiler may not drop. */
#define BODY __asm__ volatile("")

static double
measure_tasks(unsigned batch)
{
	uint64_t start_ns = bench_now_ns();

	for (unsigned i = 0; i < batch; i++) {
#pragma omp task
		BODY;
	}
#pragma omp taskwait
	return batch * 1e9 / (double)(bench_now_ns() - start_ns);
}

/* The chain waits behind a gate, a task that holds another thread. */
static double
measure_hops(unsigned links)
{
	static atomic_int gate; /* 0 shut, 1 held by its task, 2 open */
	uint64_t start_ns, end_ns = 0;
	int x = 0; /* a name to depend on */

	(void)x;
	atomic_store_explicit(&gate, 0, memory_order_relaxed);
#pragma omp task depend(inout : x)
	{
		atomic_store_explicit(&gate, 1, memory_order_release);
		while (atomic_load_explicit(&gate, memory_order_acquire) != 2)
			;
	}
	while (atomic_load_explicit(&gate, memory_order_acquire) != 1)
		;
	for (unsigned i = 0; i < links; i++) {
#pragma omp task depend(inout : x)
		BODY;
	}
#pragma omp task depend(inout : x) shared(end_ns)
	end_ns = bench_now_ns();
	start_ns = bench_now_ns();
	atomic_store_explicit(&gate, 2, memory_order_release);
#pragma omp taskwait
	return (double)(end_ns - start_ns) / (links + 1);
}

static double
measure_whole(unsigned links)
{
	uint64_t start_ns = bench_now_ns();
	uint64_t end_ns = 0;
	int x = 0; /* a name to depend on */

	(void)x;
	for (unsigned i = 0; i < links; i++) {
#pragma omp task depend(inout : x)
		BODY;
	}
#pragma omp task depend(inout : x) shared(end_ns)
	end_ns = bench_now_ns();
#pragma omp taskwait
	return (double)(end_ns - start_ns) / (links + 1);
}

static void
make_tree(unsigned depth)
{
	for (int i = 0; depth > 0 && i < 2; i++) {
#pragma omp task
		make_tree(depth - 1);
	}
}

static double
measure_tree(unsigned depth)
{
	uint64_t start_ns = bench_now_ns();

#pragma omp taskgroup
	{
#pragma omp task
		make_tree(depth);
	}
	return ((2 << depth) - 1) * 1e9 / (double)(bench_now_ns() - start_ns);
}

/* Each task waits for those that it has made. */
static void
make_nested(unsigned depth)
{
	for (int i = 0; depth > 0 && i < 2; i++) {
#pragma omp task
		make_nested(depth - 1);
	}
#pragma omp taskwait
}

static double
measure_nested(unsigned depth)
{
	uint64_t start_ns = bench_now_ns();

#pragma omp task
	make_nested(depth);
#pragma omp taskwait
	return ((2 << depth) - 1) * 1e9 / (double)(bench_now_ns() - start_ns);
}

static void
wait_for_one(void)
{
#pragma omp task
	BODY;
#pragma omp taskwait
}

static double
measure_flat(unsigned n)
{
	uint64_t start_ns = bench_now_ns();

	for (unsigned i = 0; i < n; i++) {
#pragma omp task
		wait_for_one();
	}
#pragma omp taskwait
	return 2.0 * n * 1e9 / (double)(bench_now_ns() - start_ns);
}

static unsigned long
fib(unsigned n)
{
	unsigned long a, b;

	if (n < 2)
		return n;
#pragma omp task shared(a)
	a = fib(n - 1);
#pragma omp task shared(b)
	b = fib(n - 2);
#pragma omp taskwait
	return a + b;
}

static double
measure_fib(unsigned n)
{
	uint64_t start_ns = bench_now_ns();
	unsigned long f;

#pragma omp task shared(f)
	f = fib(n);
#pragma omp taskwait
	if (f != bench_fib(n))
		exit(1);
	return (double)(2 * bench_fib(n + 1) - 1) * 1e9 /
	       (double)(bench_now_ns() - start_ns);
}

static double
measure_inside(unsigned batch)
{
	int me = omp_get_thread_num();
	volatile bool creating = false;
	atomic_uint inside = 0;

	for (unsigned i = 0; i < batch; i++) {
		creating = true;
#pragma omp task shared(creating, inside)
		if (omp_get_thread_num() == me && creating)
			atomic_fetch_add_explicit(&inside, 1,
						  memory_order_relaxed);
		creating = false;
	}
#pragma omp taskwait
	return 100.0 * inside / batch;
}

static const struct measure measures[] = {
	{"task", measure_tasks, MEASURE_TASK},
	{"hop", measure_hops, MEASURE_HOP},
	{"whole", measure_whole, MEASURE_WHOLE},
	{"tree", measure_tree, MEASURE_TREE},
	{"nested", measure_nested, MEASURE_NESTED},
	{"flat", measure_flat, MEASURE_FLAT},
	{"fib", measure_fib, MEASURE_FIB},
	{"inside", measure_inside, MEASURE_INSIDE},
};

int
main(int argc, char **argv)
{
	const size_t n = sizeof(measures) / sizeof(*measures);
	const struct measure *m;
	struct bench_args args;

	m = measure_choose(&args, measures, n, argc, argv);
	if (!m)
		return 2;
#pragma omp parallel
#pragma omp single
	{
		if (m->run == measure_hops && omp_get_num_threads() < 2) {
			fprintf(stderr, "%s: needs two threads\n", argv[0]);
			exit(1);
		}
		measure_report(m, args.quick);
	}
	return 0;
}
