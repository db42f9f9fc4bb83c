/* SPDX-License-Identifier: BSD-3-Clause */
/* cg_options.c - see cg_options.h. */
#include "apps/cg/options.h"

#define MAX_SIDE       20000
#define MAX_PER_NODE   64
#define MAX_ITERATIONS UINT64_C(1000000000)

static const char *
take_in(void *options, const char *value)
{
	struct options *o = options;

	return cli_take_path(value, o->in) ? NULL : "the name of a file";
}

static const char *
take_out(void *options, const char *value)
{
	struct options *o = options;

	return cli_take_path(value, o->out) ? NULL : "the name of a file";
}

static const char *
take_size(void *options, const char *value)
{
	struct options *o = options;

	return cli_take_number(value, 1, MAX_SIDE, &o->size)
		       ? NULL
		       : "a number from 1 to 20000";
}

static const char *
take_iterations(void *options, const char *value)
{
	struct options *o = options;

	return cli_take_number(value, 0, MAX_ITERATIONS, &o->iterations)
		       ? NULL
		       : "a number up to 1000000000";
}

static const char *
take_per_node(void *options, const char *value)
{
	struct options *o = options;

	return cli_take_number(value, 1, MAX_PER_NODE, &o->per_node)
		       ? NULL
		       : "a number from 1 to 64";
}

static const char *
take_tolerance(void *options, const char *value)
{
	struct options *o = options;

	return cli_take_real(value, 1e-15, 1, &o->tolerance)
		       ? NULL
		       : "a number from 1e-15 to 1";
}

static const struct cli_option table[] = {
	CLI_VALUE("--in", take_in),
	CLI_VALUE("--out", take_out),
	CLI_VALUE("--size", take_size),
	CLI_VALUE("--iterations", take_iterations),
	CLI_VALUE("--per-node", take_per_node),
	CLI_VALUE("--tolerance", take_tolerance),
	CLI_FLAG("--unchecked", struct options, unchecked),
	CLI_FLAG("--progress", struct options, progress),
	CLI_FLAG("--help", struct options, help),
	CLI_FLAG("-h", struct options, help),
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
