/* SPDX-License-Identifier: BSD-3-Clause */
/* options.c - see options.h. */
#include "apps/heat2d/options.h"

#include "apps/common/picture.h"
#include "apps/heat2d/image.h"

#include <string.h>

#define MAX_ITERATIONS UINT64_C(1000000000)

static const char *
take_out(void *options, const char *value)
{
	struct options *o = options;

	if (!image_is_name(value))
		return image_is_name("x.png")
			       ? "a name that ends in .pgm, .ppm or .png"
			       : "a name that ends in .pgm or .ppm (there was "
				 "no "
				 "libpng when this was built)";
	return cli_take_path(value, o->out) ? NULL : "the name of a file";
}

static const char *
take_size(void *options, const char *value)
{
	struct options *o = options;

	if (!cli_take_pair(value, PICTURE_MAX_CELLS, &o->width, &o->height) ||
	    (u64)o->width * o->height > PICTURE_MAX_CELLS)
		return "WIDTHxHEIGHT, at most 67108864 cells";
	return NULL;
}

static const char *
take_tiles(void *options, const char *value)
{
	struct options *o = options;

	if (!cli_take_pair(value, OPTIONS_MAX_TILES, &o->tile_rows,
			   &o->tile_cols) ||
	    (u64)o->tile_rows * o->tile_cols > OPTIONS_MAX_TILES)
		return "ROWSxCOLUMNS, at most 4096 tiles";
	return NULL;
}

static const char *
take_names(void *options, const char *value)
{
	struct options *o = options;

	o->labels = strcmp(value, "labels") == 0;
	return o->labels || strcmp(value, "passed") == 0 ? NULL
							 : "passed or labels";
}

static const struct cli_option table[] = {
	CLI_PATH(
		"in",
		"start from this picture: PGM, or PPM or PNG by its luminance, "
		"of 8 or 16 bits; by default from a plate of its own",
		struct options, in),
	CLI_VALUE("size", "WxH",
		  "width and height of a plate of its own (640x480)",
		  take_size),
	CLI_VALUE("out", "FILE",
		  "write the result: grey to *.pgm, glowing to *.ppm and *.png "
		  "(heat2d.ppm; with --verify none)",
		  take_out),
	CLI_VALUE("tiles", "RxC",
		  "rows and columns of tiles (at least 4x4 if they fit)",
		  take_tiles),
	CLI_NUMBER("iterations", "N", "how long (500)", struct options,
		   iterations, 0, MAX_ITERATIONS),
	CLI_VALUE("names", "KIND",
		  "how steps find the events of others: passed on in messages, "
		  "or labels that all can compute (passed)",
		  take_names),
	CLI_FLAG("verify", "compare with a plain serial loop, bit for bit",
		 struct options, verify),
	CLI_PROGRESS(struct options),
};

static void
init(void *options)
{
	struct options *o = options;

	*o = (struct options){.iterations = 500};
}

static bool
check(void *options, struct cli_error *why)
{
	struct options *o = options;

	if (o->in[0] && o->width)
		return cli_fail(why, "--in and --size cannot be used together");
	if (!o->width) {
		o->width = 640;
		o->height = 480;
	}
	/* Whoever only wants to know whether it works wants no file. */
	if (!o->out[0] && !o->verify)
		strcpy(o->out, "heat2d.ppm");
	return true;
}

const struct cli options_cli = {
	.program = "heat2d",
	.text = "Lets heat spread over a plate, tile by tile on all nodes of "
		"the job." CLI_END,
	.option = table,
	.options = sizeof(table) / sizeof(table[0]),
	.init = init,
	.check = check,
};
