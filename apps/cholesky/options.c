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
	CLI_PATH("in",
		 "a MatrixMarket file in array format; by default a matrix "
		 "made from the seed",
		 struct options, in),
	CLI_NUMBER("size", "N", "rows of a matrix of its own (1024)",
		   struct options, size, 1, MATRIX_MAX_SIZE),
	CLI_NUMBER("seed", "N", "of a matrix of its own (0)", struct options,
		   seed, 0, UINT64_MAX),
	CLI_PATH("out", "write L, in the same format", struct options, out),
	CLI_NUMBER("tile", "N", "rows of a tile (128)", struct options, tile, 1,
		   MAX_TILE),
	CLI_VALUE("nodes-layout", "RxC",
		  "rows and columns of nodes, over which tiles go round (as "
		  "square as the number of nodes allows)",
		  take_layout),
	CLI_VALUE("kernels", "KIND",
		  "own, or blas if this was built with one, which is the "
		  "default then",
		  take_kernels),
	CLI_FLAG("unchecked", "do not compute the residual", struct options,
		 unchecked),
	CLI_PROGRESS(struct options),
};

static void
init(void *options)
{
	struct options *o = options;

	*o = (struct options){.tile = 128, .blas = kernels_blas() != NULL};
}

static bool
check(void *options, struct cli_error *why)
{
	struct options *o = options;

	if (o->in[0] && o->size)
		return cli_fail(why, "--in and --size cannot be used together");
	if (!o->size)
		o->size = 1024;
	return true;
}

const struct cli options_cli = {
	.program = "cholesky",
	.text = "Factors a symmetric positive definite matrix, A = L L^T, tile "
		"by tile on all nodes of the job." CLI_END,
	.option = table,
	.options = sizeof(table) / sizeof(table[0]),
	.init = init,
	.check = check,
};
