/* SPDX-License-Identifier: BSD-3-Clause */
/* tbb.cc - what ocr/task.c, chain.c, fan.c, tree.c and fib.c measure, with
 * oneTBB: groups of tasks, and for chains and fans the flow graph.
 *
 * WHAT is `task`, `hop`, `whole`, `out`, `tree`, `nested`, `flat` or `fib`.
 * OMP_NUM_THREADS says how many threads, as it does for the other references.
 */
#include "apps/bench/bench.h"

#include <cstdio>
#include <deque>

#include <tbb/flow_graph.h>
#include <tbb/global_control.h>
#include <tbb/task_group.h>

namespace
{

const unsigned warm_up = 5;

/* Nothing, but something that the compiler may not drop. */
inline void
body()
{
	__asm__ volatile("");
}

double
per_second(double tasks, uint64_t start_ns)
{
	return tasks * 1e9 / static_cast<double>(bench_now_ns() - start_ns);
}

double
measure_tasks(unsigned batch)
{
	uint64_t start_ns = bench_now_ns();
	tbb::task_group group;

	for (unsigned i = 0; i < batch; i++)
		group.run(body);
	group.wait();
	return per_second(batch, start_ns);
}

using link = tbb::flow::continue_node<tbb::flow::continue_msg>;

void
empty(const tbb::flow::continue_msg &)
{
	body();
}

/* In the nodes of the chain or fan; from start_ns on. */
double
measure_chain(unsigned links, bool with_building)
{
	uint64_t start_ns = bench_now_ns();
	tbb::flow::graph graph;
	std::deque<link> chain;

	for (unsigned i = 0; i <= links; i++) {
		chain.emplace_back(graph, empty);
		if (i > 0)
			tbb::flow::make_edge(chain[i - 1], chain[i]);
	}
	if (!with_building)
		start_ns = bench_now_ns();
	chain[0].try_put(tbb::flow::continue_msg());
	graph.wait_for_all();
	return static_cast<double>(bench_now_ns() - start_ns) / (links + 1);
}

double
measure_hops(unsigned links)
{
	return measure_chain(links, false);
}

double
measure_whole(unsigned links)
{
	return measure_chain(links, true);
}

double
measure_out(unsigned batch)
{
	uint64_t start_ns = bench_now_ns();
	tbb::flow::graph graph;
	tbb::flow::broadcast_node<tbb::flow::continue_msg> event(graph);
	std::deque<link> crowd;

	for (unsigned i = 0; i < batch; i++) {
		crowd.emplace_back(graph, empty);
		tbb::flow::make_edge(event, crowd.back());
	}
	event.try_put(tbb::flow::continue_msg());
	graph.wait_for_all();
	return per_second(batch, start_ns);
}

void
make_tree(tbb::task_group &group, unsigned depth)
{
	for (int i = 0; depth > 0 && i < 2; i++)
		group.run([&group, depth] { make_tree(group, depth - 1); });
}

double
measure_tree(unsigned depth)
{
	uint64_t start_ns = bench_now_ns();
	tbb::task_group group;

	group.run([&group, depth] { make_tree(group, depth); });
	group.wait();
	return per_second((2 << depth) - 1, start_ns);
}

/* Each task waits for those that it has made. */
void
make_nested(unsigned depth)
{
	tbb::task_group group;

	if (!depth)
		return;
	for (int i = 0; i < 2; i++)
		group.run([depth] { make_nested(depth - 1); });
	group.wait();
}

double
measure_nested(unsigned depth)
{
	uint64_t start_ns = bench_now_ns();
	tbb::task_group group;

	group.run([depth] { make_nested(depth); });
	group.wait();
	return per_second((2 << depth) - 1, start_ns);
}

void
wait_for_one()
{
	tbb::task_group group;

	group.run(body);
	group.wait();
}

double
measure_flat(unsigned n)
{
	uint64_t start_ns = bench_now_ns();
	tbb::task_group group;

	for (unsigned i = 0; i < n; i++)
		group.run(wait_for_one);
	group.wait();
	return per_second(2.0 * n, start_ns);
}

uint64_t
fib(unsigned n)
{
	tbb::task_group group;
	uint64_t a, b;

	if (n < 2)
		return n;
	group.run([&a, n] { a = fib(n - 1); });
	group.run([&b, n] { b = fib(n - 2); });
	group.wait();
	return a + b;
}

double
measure_fib(unsigned n)
{
	uint64_t start_ns = bench_now_ns();

	if (fib(n) != bench_fib(n))
		exit(1);
	return per_second(static_cast<double>(2 * bench_fib(n + 1) - 1),
			  start_ns);
}

struct measure {
	const char *what;
	double (*run)(unsigned n);
	unsigned n, quick_n;
	unsigned samples;
	const char *unit;
};

const measure measures[] = {
	{"task", measure_tasks, 10000, 20, 50, "tasks/s"},
	{"hop", measure_hops, 60, 20, 2000, "ns"},
	{"whole", measure_whole, 10000, 20, 50, "ns"},
	{"out", measure_out, 10000, 20, 50, "tasks/s"},
	{"tree", measure_tree, 13, 5, 30, "tasks/s"},
	{"nested", measure_nested, 13, 5, 30, "tasks/s"},
	{"flat", measure_flat, 5000, 50, 30, "tasks/s"},
	{"fib", measure_fib, 18, 8, 30, "tasks/s"},
};

double sample[BENCH_MAX_SAMPLES];

} /* namespace */

int
main(int argc, char **argv)
{
	const char *threads = getenv("OMP_NUM_THREADS");
	const measure *m = nullptr;
	uint64_t workers = 1;
	bench_args args;
	unsigned n, samples;

	if (bench_parse(&args, argc - 1, argv + 1) == 0)
		for (const measure &one : measures)
			if (strcmp(args.what, one.what) == 0)
				m = &one;
	if (!m || (threads && bench_parse_number(threads, &workers))) {
		fprintf(stderr,
			"usage: %s task|hop|whole|out|tree|nested|flat|fib "
			"[--quick]\n",
			argv[0]);
		return 2;
	}
	tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
				  workers);
	n = args.quick ? m->quick_n : m->n;
	samples = warm_up + (args.quick ? 3 : m->samples);
	for (unsigned i = 0; i < samples; i++)
		sample[i] = m->run(n);
	printf(BENCH_LINE, bench_median(sample + warm_up, samples - warm_up),
	       m->unit);
	return 0;
}
