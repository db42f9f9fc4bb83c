/* SPDX-License-Identifier: BSD-3-Clause */
/* tbb.cc - the graph by oneTBB's flow graph: a node for each task, built and
 * run.
 */
#include "apps/metg/shared.h"

#include <deque>

#include <tbb/flow_graph.h>
#include <tbb/global_control.h>

namespace
{

using node = tbb::flow::continue_node<tbb::flow::continue_msg>;

metg_shared shared;

/* The nodes of one step after the other.  Besides its inputs a task waits for
 * its own point's last one, and for those that read what it writes over. */
double
run(uint64_t iterations)
{
	const metg_graph *of = &shared.args.graph;
	uint64_t start_ns = bench_now_ns();
	tbb::flow::graph graph;
	tbb::flow::broadcast_node<tbb::flow::continue_msg> start(graph);
	std::deque<node> nodes;

	for (unsigned step = 0; step < of->steps; step++) {
		for (unsigned x = 0; x < of->width; x++) {
			nodes.emplace_back(
				graph, [=](const tbb::flow::continue_msg &) {
					metg_shared_task(&shared, step, x,
							 iterations);
				});
			if (!step) {
				tbb::flow::make_edge(start, nodes.back());
				continue;
			}
			for (unsigned y = 0; y < of->width; y++)
				if (x == y || metg_needs(of, step, x, y) ||
				    metg_tells(of, step - 1, y, x))
					tbb::flow::make_edge(
						nodes[(step - 1) * of->width +
						      y],
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
	uint64_t workers;
	metg_search search;
	double us = 0;

	if (bench_threads(&workers) ||
	    !metg_shared_open(&shared, argc, argv,
			      static_cast<unsigned>(workers)))
		return 2;
	tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
				  workers);
	metg_begin(&search, &shared.args, static_cast<unsigned>(workers));
	while (metg_next(&search, run(search.iterations), &us))
		;
	return metg_shared_report(&shared, us);
}
