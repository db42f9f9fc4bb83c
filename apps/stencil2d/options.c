/* SPDX-License-Identifier: BSD-3-Clause */
/* options.c - see options.h. */
#include "apps/stencil2d/options.h"

#include "apps/stencil2d/tile.h"

#define MAX_SIZE       65536
#define MAX_ITERATIONS UINT64_C(1000000000)

static const char *
take_tiles(void *options, const char *value)
{
	struct options *o = options;

	if (!cli_take_pair(value, OPTIONS_MAX_TILES, &o->tile_rows,
			   &o->tile_columns) ||
	    (u64)o->tile_rows * o->tile_columns > OPTIONS_MAX_TILES)
		return "ROWSxCOLUMNS, at most 16384 tiles";
	return NULL;
}

static const struct cli_option table[] = {
	CLI_NUMBER("size", "N", "rows and columns of the field (1000)",
		   struct options, size, 1, MAX_SIZE),
	CLI_NUMBER("radius", "N",
		   "of the stencil: a star of 4 N + 1 points (2)",
		   struct options, radius, 1, STENCIL_MAX_RADIUS),
	CLI_NUMBER("iterations", "N", "besides the first (100)", struct options,
		   iterations, 0, MAX_ITERATIONS),
	CLI_VALUE("tiles", "RxC",
		  "rows and columns of tiles (four tiles for each node)",
		  take_tiles),
	CLI_FLAG("verify", "compare with a plain serial loop, bit for bit",
		 struct options, verify),
	CLI_PROGRESS(struct options),
};

static void
init(void *options)
{
	struct options *o = options;

	*o = (struct options){.size = 1000, .radius = 2, .iterations = 100};
}

static bool
check(void *options, struct cli_error *why)
{
	const struct options *o = options;

	return o->size > 2 * o->radius ||
	       cli_fail(why,
			"--size %u is too small: a radius of %u leaves no "
			"point inside",
			o->size, o->radius);
}

const struct cli options_cli = {
	.program = "stencil2d",
	.text = "The stencil of the Parallel Research Kernels on a square "
		"field, tile by tile on all nodes of the job." CLI_END,
	.option = table,
	.options = sizeof(table) / sizeof(table[0]),
	.init = init,
	.check = check,
};
