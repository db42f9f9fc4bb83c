/* SPDX-License-Identifier: BSD-3-Clause */
/* options.c - see options.h. */
#include "apps/pipeline/options.h"

#include "apps/common/pngfile.h"
#include "apps/common/team.h"

#include <string.h>

#define MAX_FRAMES  10000
#define MAX_SIDE    16384
#define MAX_PROCS   65536
#define MAX_BUFFERS 64

static const char *
take_file(void *options, const char *value)
{
	struct options *o = options;
	char path[PATH_MAX];

	if (!cli_take_path(value, path))
		return "it is not the name of a file";
	if (o->files == OPTIONS_MAX_FILES)
		return "there are 1024 pictures already";
	o->file[o->files++] = value;
	return NULL;
}

static const char *
take_out(void *options, const char *value)
{
	struct options *o = options;

	if (!cli_take_path(value, o->out) || strlen(value) > OPTIONS_OUT_MAX)
		return "how the names of files begin";
	o->png = pngfile_has_name(value);
	if (o->png)
		o->out[strlen(value) - 4] = 0;
	return NULL;
}

static const char *
take_size(void *options, const char *value)
{
	struct options *o = options;

	return cli_take_pair(value, MAX_SIDE, &o->width, &o->height)
		       ? NULL
		       : "WIDTHxHEIGHT, each at most 16384";
}

static const char *
take_filter(void *options, const char *value)
{
	struct options *o = options;

	return filter_find(value, &o->filter) ? NULL : "blur or edges";
}

static const struct cli_option table[] = {
	CLI_NUMBER("frames", "N", "how many of its own (12)", struct options,
		   frames, 1, MAX_FRAMES),
	CLI_VALUE("size", "WxH", "their width and height (640x480)", take_size),
	CLI_VALUE("filter", "NAME", "edges (Sobel) or blur (5 x 5) (edges)",
		  take_filter),
	CLI_VALUE("out", "NAME",
		  "write the results to NAME0000.pgm (.ppm) and so on, each "
		  "whole or not at all; NAME.png: to NAME0000.png and so on",
		  take_out),
	CLI_NUMBER("readers", "N",
		   "processes that read; by default one sixth, at least one",
		   struct options, readers, 1, MAX_PROCS),
	CLI_NUMBER("filters", "N",
		   "processes that filter; by default all that are left",
		   struct options, filters, 1, MAX_PROCS),
	CLI_NUMBER("writers", "N",
		   "processes that write; by default as many as read",
		   struct options, writers, 1, MAX_PROCS),
	CLI_NUMBER("buffers", "N",
		   "frames under way between two groups, in each process (3)",
		   struct options, buffers, 1, MAX_BUFFERS),
	CLI_FLAG("verify", "compare with a serial filter, byte by byte",
		 struct options, verify),
	CLI_PROGRESS(struct options),
};

static void
init(void *options)
{
	struct options *o = options;

	*o = (struct options){.filter = FILTER_EDGES, .buffers = 3};
}

static bool
check(void *options, struct cli_error *why)
{
	struct options *o = options;

	if (o->files && (o->frames || o->width))
		return cli_fail(why, "--frames and --size are for frames of "
				     "its own, not for pictures");
	if (!o->out[0] && !o->verify)
		return cli_fail(why, "nothing to do with the result: "
				     "--out or --verify");
	if (!o->width) {
		o->width = 640;
		o->height = 480;
	}
	if (o->files)
		o->frames = (u64)o->files;
	else if (!o->frames)
		o->frames = 12;
	return true;
}

const struct cli options_cli = {
	.program = "pipeline",
	.arguments = "[PICTURE...]",
	.text = "Sends frames through three groups of processes: one reads "
		"them, one filters them in tiles, one writes them.  Two "
		"processes: the first one reads and writes.  One: it does "
		"everything.\n\nThe pictures are PNG, or binary PGM or PPM, of "
		"one size, a frame each; all nodes see them; by default frames "
		"of its own." CLI_END TEAM_END,
	.option = table,
	.options = sizeof(table) / sizeof(table[0]),
	.init = init,
	.take_argument = take_file,
	.check = check,
};
