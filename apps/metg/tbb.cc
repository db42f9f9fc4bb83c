/* SPDX-License-Identifier: BSD-3-Clause */
/* tbb.cc - the graph by oneTBB's flow graph: a node for each task, built and
 * run.
 */
#include "apps/metg/search.h"

#include <atomic>
#include <deque>

#include <tbb/flow_graph.h>
#include <tbb/global_control.h>

namespace
{

using node = tbb::flow::continue_node<tbb::flow::continue_msg>;

metg_args args;
unsigned char *output[2][METG_MAX_WIDTH];
std::atomic<bool> wrong;

void
compute(unsigned step, unsigned x, uint64_t iterations)
{
	unsigned in[METG_MAX_INPUTS];
	unsigned n = metg_inputs(&args.graph, step, x, in);

	for (unsigned i = 0; i < n; i++)
		if (!metg_check(output[(step + 1) % 2][in[i]], args.bytes,
				step - 1, in[i]))
			wrong = true;
	metg_work(iterations);
	metg_write(output[step % 2][x], args.bytes, step, x);
}

/* The nodes of one step after the other.  Besides its inputs a task waits for
 * its own point's last one, and for those that read what it writes over. */
double
run(uint64_t iterations)
{
	const unsigned width = args.graph.width;
	uint64_t start_ns = bench_now_ns();
	tbb::flow::graph graph;
	tbb::flow::broadcast_node<tbb::flow::continue_msg> start(graph);
	std::deque<node> nodes;

	for (unsigned step = 0; step < args.graph.steps; step++) {
		for (unsigned x = 0; x < width; x++) {
			nodes.emplace_back(
				graph, [=](const tbb::flow::continue_msg &) {
					compute(step, x, iterations);
				});
			if (!step) {
				tbb::flow::make_edge(start, nodes.back());
				continue;
			}
			for (unsigned y = 0; y < width; y++)
				if (x == y ||
				    metg_needs(&args.graph, step, x, y) ||
				    metg_tells(&args.graph, step - 1, y, x))
					tbb::flow::make_edge(
						nodes[(step - 1) * width + y],
						nodes.back());
		}
	}
	start.try_put(tbb::flow::continue_msg());
	graph.wait_for_all();
	return static_cast<double>(bench_now_ns() - start_ns);
}

} /* namespace */

int
main(int argc, char **argv)
{
	const char *threads = getenv("OMP_NUM_THREADS");
	metg_search search;
	bench_args words;
	uint64_t workers = 1;
	double us = 0;

	if (bench_parse(&words, argc - 1, argv + 1) ||
	    (threads && bench_parse_number(threads, &workers)) ||
	    !metg_parse(&args, &words, static_cast<unsigned>(workers)))
		return 2;
	tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
				  workers);
	for (unsigned x = 0; x < args.graph.width; x++)
		for (auto &one : output)
			one[x] = static_cast<unsigned char *>(
				calloc(1, args.bytes));
	metg_begin(&search, &args, static_cast<unsigned>(workers));
	while (metg_next(&search, run(search.iterations), &us))
		;
	if (wrong) {
		fprintf(stderr, "metg: an input is wrong\n");
		return 1;
	}
	printf(BENCH_LINE, us, "us");
	return 0;
}
