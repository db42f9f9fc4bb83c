/* SPDX-License-Identifier: BSD-3-Clause */
/* tbb.cc - what ocr/task.c, chain.c, fan.c, tree.c and fib.c measure, with
 * oneTBB: groups of tasks, and for chains and fans the flow graph.
 *
 * WHAT is `task`, `hop`, `whole`, `out`, `tree`, `nested`, `flat`, `fib` or
 * `inside`.
 * OMP_NUM_THREADS says how many threads, as it does for the other references.
 */
#include "apps/bench/ref/measure.h"

#include <atomic>
#include <deque>

#include <tbb/flow_graph.h>
#include <tbb/global_control.h>
#include <tbb/task_group.h>

namespace
{

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

thread_local volatile bool creating;

double
measure_inside(unsigned batch)
{
	std::atomic<unsigned> inside(0);
	tbb::task_group group;

	for (unsigned i = 0; i < batch; i++) {
		creating = true;
		group.run([&inside] {
			if (creating)
				inside++;
		});
		creating = false;
	}
	group.wait();
	return 100.0 * inside / batch;
}

const measure measures[] = {
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

} /* namespace */

int
main(int argc, char **argv)
{
	const size_t n = sizeof(measures) / sizeof(*measures);
	uint64_t workers;
	bench_args args;

	const measure *m = measure_choose(&args, measures, n, argc, argv);
	if (!m || bench_threads(&workers))
		return 2;
	tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
				  workers);
	measure_report(m, args.quick);
	return 0;
}
