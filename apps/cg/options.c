/* SPDX-License-Identifier: BSD-3-Clause */
/* options.c - see options.h. */
#include "apps/cg/options.h"

#define MAX_SIDE       20000
#define MAX_PER_NODE   64
#define MAX_ITERATIONS UINT64_C(1000000000)

static const struct cli_option table[] = {
	CLI_PATH("--in", struct options, in),
	CLI_PATH("--out", struct options, out),
	CLI_NUMBER("--size", struct options, size, 1, MAX_SIDE),
	CLI_NUMBER("--iterations", struct options, iterations, 0,
		   MAX_ITERATIONS),
	CLI_NUMBER("--per-node", struct options, per_node, 1, MAX_PER_NODE),
	CLI_REAL("--tolerance", struct options, tolerance, 1e-15, 1),
	CLI_FLAG("--unchecked", struct options, unchecked),
	CLI_COMMON(struct options),
};

bool
options_parse(struct options *o, const void *args, struct cli_error *why)
{
	const struct cli cli = {
		.program = "cg",
		.option = table,
		.options = sizeof(table) / sizeof(table[0]),
	};

	*o = (struct options){
		.iterations = 10000,
		.per_node = 1,
		.tolerance = 1e-8,
	};
	if (!cli_parse(&cli, o, args, why))
		return false;
	if (o->in[0] && o->size)
		return cli_fail(why, "--in and --size do not go together");
	if (!o->size)
		o->size = 100;
	return true;
}

void
options_say_help(void)
{
	PRINTF("Usage: cg [options]\n"
	       "Solves A x = b by conjugate gradients on all nodes of the job, "
	       "for a sparse matrix\n"
	       "that is symmetric and positive definite, and b = 1.\n"
	       "\n"
	       "  --in FILE        a MatrixMarket file: coordinate real "
	       "symmetric, or general\n"
	       "                   and symmetric in fact\n"
	       "  --size N         Poisson's equation on N x N points instead "
	       "(100)\n"
	       "  --out FILE       write x, as a MatrixMarket array\n"
	       "  --tolerance T    until |b - A x| is at most T |b| (1e-8)\n"
	       "  --iterations N   but not more of them than N (10000)\n"
	       "  --per-node N     parts of the rows on each node (1)\n"
	       "  --unchecked      do not compare with a serial solution\n"
	       "  --progress       say how far it is, also where standard "
	       "error is no terminal\n"
	       "  --help           print this\n"
	       "\n"
	       "The exit status is 0; 2 for wrong arguments, 1 for anything "
	       "else.\n");
}
