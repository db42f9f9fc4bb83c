/* SPDX-License-Identifier: BSD-3-Clause */
/* options.c - see options.h. */
#include "apps/cholesky/options.h"

#include "apps/cholesky/kernels.h"
#include "apps/cholesky/matrix.h"

#include <string.h>

#define MAX_TILE  4096
#define MAX_NODES 65536

static const char *
take_layout(void *options, const char *value)
{
	struct options *o = options;

	return cli_take_pair(value, MAX_NODES, &o->layout_rows,
			     &o->layout_columns)
		       ? NULL
		       : "ROWSxCOLUMNS of nodes";
}

static const char *
take_kernels(void *options, const char *value)
{
	struct options *o = options;

	if (strcmp(value, "own") == 0)
		o->blas = false;
	else if (strcmp(value, "blas") == 0 && kernels_blas())
		o->blas = true;
	else
		return kernels_blas() ? "own or blas"
				      : "own (there was no BLAS when this was "
					"built)";
	return NULL;
}

static const struct cli_option table[] = {
	CLI_PATH("--in", struct options, in),
	CLI_PATH("--out", struct options, out),
	CLI_NUMBER("--size", struct options, size, 1, MATRIX_MAX_SIZE),
	CLI_NUMBER("--seed", struct options, seed, 0, UINT64_MAX),
	CLI_NUMBER("--tile", struct options, tile, 1, MAX_TILE),
	CLI_VALUE("--nodes-layout", take_layout),
	CLI_VALUE("--kernels", take_kernels),
	CLI_FLAG("--unchecked", struct options, unchecked),
	CLI_COMMON(struct options),
};

bool
options_parse(struct options *o, const void *args, struct cli_error *why)
{
	const struct cli cli = {
		.program = "cholesky",
		.option = table,
		.options = sizeof(table) / sizeof(table[0]),
	};

	*o = (struct options){.tile = 128, .blas = kernels_blas() != NULL};
	if (!cli_parse(&cli, o, args, why))
		return false;
	if (o->in[0] && o->size)
		return cli_fail(why, "--in and --size cannot be used together");
	if (!o->size)
		o->size = 1024;
	return true;
}

void
options_say_help(void)
{
	PRINTF("Usage: cholesky [options]\n"
	       "Factors a symmetric positive definite matrix, A = L L^T, tile "
	       "by tile on all\n"
	       "nodes of the job.\n"
	       "\n"
	       "  --in FILE           a MatrixMarket file in array format; by "
	       "default a matrix\n"
	       "                      made from the seed\n"
	       "  --size N            rows of a matrix of its own (1024)\n"
	       "  --seed N            of a matrix of its own (0)\n"
	       "  --out FILE          write L, in the same format\n"
	       "  --tile N            rows of a tile (128)\n"
	       "  --nodes-layout RxC  rows and columns of nodes, over which "
	       "tiles go round\n"
	       "                      (as square as the number of nodes "
	       "allows)\n"
	       "  --kernels KIND      own, or blas if this was built with one "
	       "(%s)\n"
	       "  --unchecked         do not compute the residual\n"
	       "  --progress          say how far it is, also where standard "
	       "error is no terminal\n"
	       "  --help              print this\n"
	       "\n"
	       "The exit status is 0; 2 for wrong arguments, 1 for anything "
	       "else.\n",
	       kernels_blas() ? "blas" : "own");
}
