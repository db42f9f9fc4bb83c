/* SPDX-License-Identifier: BSD-3-Clause */
/* options.c - see options.h. */
#include "apps/corner_turn/options.h"

#include "apps/common/team.h"

#include "apps/common/raster.h"

#include <string.h>

/* Bytes of the whole then fit in int64_t whatever the type. */
#define MAX_LENGTH  (UINT64_C(1) << 31)
#define MAX_NUMBERS (UINT64_C(1) << 40)

static const char *
take_file(void *options, const char *value)
{
	struct options *o = options;

	if (o->file[0])
		return "there is one file already";
	return cli_take_path(value, o->file) ? NULL
					     : "it is not the name of a file";
}

static const char *
take_type(void *options, const char *value)
{
	struct options *o = options;

	o->type = raster_find_type(value);
	return o->type != DRI_DATASPEC_NULL ? NULL : RASTER_TYPES;
}

static const struct cli_option table[] = {
	CLI_NUMBER("rows", "N", "rows of a matrix", struct options, rows, 1,
		   MAX_LENGTH),
	CLI_NUMBER("cols", "N", "its columns", struct options, cols, 1,
		   MAX_LENGTH),
	CLI_VALUE("type", "TYPE", "its numbers: " RASTER_TYPES " (float)",
		  take_type),
	CLI_PATH("out",
		 "write the result, whole or not at all: numbers as in FILE, a "
		 "picture as PNG to *.png, else as PGM or PPM",
		 struct options, out),
	CLI_FLAG("verify",
		 "compare with a serial loop over the file, byte by byte",
		 struct options, verify),
	CLI_PROGRESS(struct options),
};

static void
init(void *options)
{
	struct options *o = options;

	*o = (struct options){.type = DRI_DATASPEC_NULL};
}

static bool
check(void *options, struct cli_error *why)
{
	struct options *o = options;
	bool typed = o->type != DRI_DATASPEC_NULL;

	if (!o->file[0])
		return cli_fail(why, "no file");
	if (!o->rows != !o->cols || (typed && !o->rows))
		return cli_fail(why, "a matrix needs --rows and --cols");
	if (o->rows && o->rows * o->cols > MAX_NUMBERS)
		return cli_fail(why, "--rows and --cols are more than 2^40 "
				     "numbers");
	if (!o->out[0] && !o->verify)
		return cli_fail(why, "nothing to do with the result: "
				     "--out or --verify");
	if (!typed)
		o->type = DRI_FLOAT;
	return true;
}

const struct cli options_cli = {
	.program = "corner_turn",
	.arguments = "FILE",
	.text = "Turns a picture or a matrix on its corner: rows become "
		"columns.  Each process of the job reads some of its rows and "
		"writes some of its columns.\n\nFILE is a picture (PNG, or "
		"binary PGM "
		"or PPM, 8 or 16 bits), or with --rows and --cols plain "
		"numbers, row by row; all nodes see it." CLI_END TEAM_END,
	.option = table,
	.options = sizeof(table) / sizeof(table[0]),
	.init = init,
	.take_argument = take_file,
	.check = check,
};
