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
	CLI_PATH("--out", struct options, out),
	CLI_NUMBER("--rows", struct options, rows, 1, MAX_LENGTH),
	CLI_NUMBER("--cols", struct options, cols, 1, MAX_LENGTH),
	CLI_VALUE("--type", take_type),
	CLI_FLAG("--verify", struct options, verify),
	CLI_COMMON(struct options),
};

static const struct cli cli = {
	.program = "corner_turn",
	.option = table,
	.options = sizeof(table) / sizeof(table[0]),
	.take_argument = take_file,
};

static bool
check(struct options *o, struct cli_error *why)
{
	bool typed = o->type != DRI_DATASPEC_NULL;

	if (!o->file[0])
		return cli_fail(why, "no file (see corner_turn --help)");
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

bool
options_parse(struct options *o, int argc, char *const argv[],
	      struct cli_error *why)
{
	*o = (struct options){.type = DRI_DATASPEC_NULL};
	if (!cli_parse_argv(&cli, o, argc, argv, why))
		return false;
	return o->help || check(o, why);
}

void
options_say_help(void)
{
	printf("Usage: corner_turn [options] FILE\n"
	       "Turns a picture or a matrix on its corner: rows become "
	       "columns. Each process of\n"
	       "the job reads some of its rows and writes some of its "
	       "columns.\n"
	       "\n"
	       "  FILE         a binary picture (PGM or PPM, 8 or 16 bits), or "
	       "with --rows and\n"
	       "               --cols plain numbers, row by row; all nodes see "
	       "it\n"
	       "  --rows N     rows of a matrix\n"
	       "  --cols N     its columns\n"
	       "  --type TYPE  its numbers: " RASTER_TYPES "\n"
	       "               (float)\n"
	       "  --out FILE   write the result, whole or not at all\n"
	       "  --verify     compare with a serial loop over the file, byte "
	       "by byte\n" TEAM_HELP);
}
