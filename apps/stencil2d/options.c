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
	CLI_NUMBER("--size", struct options, size, 1, MAX_SIZE),
	CLI_NUMBER("--radius", struct options, radius, 1, STENCIL_MAX_RADIUS),
	CLI_NUMBER("--iterations", struct options, iterations, 0,
		   MAX_ITERATIONS),
	CLI_VALUE("--tiles", take_tiles),
	CLI_FLAG("--verify", struct options, verify),
	CLI_COMMON(struct options),
};

bool
options_parse(struct options *o, const void *args, struct cli_error *why)
{
	const struct cli cli = {
		.program = "stencil2d",
		.option = table,
		.options = sizeof(table) / sizeof(table[0]),
	};

	*o = (struct options){.size = 1000, .radius = 2, .iterations = 100};
	if (!cli_parse(&cli, o, args, why))
		return false;
	if (!o->help && o->size <= 2 * o->radius)
		return cli_fail(why,
				"--size %u is too small: a radius of %u leaves "
				"no point inside",
				o->size, o->radius);
	return true;
}

void
options_say_help(void)
{
	PRINTF("Usage: stencil2d [options]\n"
	       "The stencil of the Parallel Research Kernels on a square "
	       "field, tile by tile on\n"
	       "all nodes of the job.\n"
	       "\n"
	       "  --size N         rows and columns of the field (1000)\n"
	       "  --radius N       of the stencil: a star of 4 N + 1 points "
	       "(2)\n"
	       "  --iterations N   besides the first (100)\n"
	       "  --tiles RxC      rows and columns of tiles (four tiles for "
	       "each node)\n"
	       "  --progress       say how far it is, also where standard "
	       "error is no terminal\n"
	       "  --verify         compare with a plain serial loop, bit for "
	       "bit\n"
	       "  --help           print this\n"
	       "\n"
	       "The exit status is 0; 2 for wrong arguments, 1 for anything "
	       "else.\n");
}
