/* SPDX-License-Identifier: BSD-3-Clause */
/* options.c - see options.h. */
#include "apps/cg/options.h"

#define MAX_SIDE       20000
#define MAX_PER_NODE   64
#define MAX_ITERATIONS UINT64_C(1000000000)

static const struct cli_option table[] = {
	CLI_PATH("in",
		 "a MatrixMarket file: coordinate real symmetric, or general "
		 "and symmetric in fact",
		 struct options, in),
	CLI_NUMBER("size", "N",
		   "Poisson's equation on N x N points instead (100)",
		   struct options, size, 1, MAX_SIDE),
	CLI_PATH("out", "write x, as a MatrixMarket array", struct options,
		 out),
	CLI_REAL("tolerance", "T", "until |b - A x| is at most T |b| (1e-8)",
		 struct options, tolerance, 1e-15, 1),
	CLI_NUMBER("iterations", "N", "but not more of them than N (10000)",
		   struct options, iterations, 0, MAX_ITERATIONS),
	CLI_NUMBER("per-node", "N", "parts of the rows on each node (1)",
		   struct options, per_node, 1, MAX_PER_NODE),
	CLI_FLAG("unchecked", "do not compare with a serial solution",
		 struct options, unchecked),
	CLI_PROGRESS(struct options),
};

static void
init(void *options)
{
	struct options *o = options;

	*o = (struct options){
		.iterations = 10000,
		.per_node = 1,
		.tolerance = 1e-8,
	};
}

static bool
check(void *options, struct cli_error *why)
{
	struct options *o = options;

	if (o->in[0] && o->size)
		return cli_fail(why, "--in and --size do not go together");
	if (!o->size)
		o->size = 100;
	return true;
}

const struct cli options_cli = {
	.program = "cg",
	.text = "Solves A x = b by conjugate gradients on all nodes of the "
		"job, for a sparse matrix that is symmetric and positive "
		"definite, and b = 1." CLI_END,
	.option = table,
	.options = sizeof(table) / sizeof(table[0]),
	.init = init,
	.check = check,
};
