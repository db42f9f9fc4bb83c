/* SPDX-License-Identifier: BSD-3-Clause */
/* options.c - see options.h. */
#include "apps/pipeline/options.h"

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
	CLI_VALUE("--out", take_out),
	CLI_VALUE("--filter", take_filter),
	CLI_NUMBER("--frames", struct options, frames, 1, MAX_FRAMES),
	CLI_VALUE("--size", take_size),
	CLI_NUMBER("--readers", struct options, readers, 1, MAX_PROCS),
	CLI_NUMBER("--filters", struct options, filters, 1, MAX_PROCS),
	CLI_NUMBER("--writers", struct options, writers, 1, MAX_PROCS),
	CLI_NUMBER("--buffers", struct options, buffers, 1, MAX_BUFFERS),
	CLI_FLAG("--verify", struct options, verify),
	CLI_COMMON(struct options),
};

static const struct cli cli = {
	.program = "pipeline",
	.option = table,
	.options = sizeof(table) / sizeof(table[0]),
	.take_argument = take_file,
};

static bool
check(struct options *o, struct cli_error *why)
{
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

bool
options_parse(struct options *o, int argc, char *const argv[],
	      struct cli_error *why)
{
	*o = (struct options){.filter = FILTER_EDGES, .buffers = 3};
	if (!cli_parse_argv(&cli, o, argc, argv, why))
		return false;
	return o->help || check(o, why);
}

void
options_say_help(void)
{
	printf("Usage: pipeline [options] [PICTURE...]\n"
	       "Sends frames through three groups of processes: one reads "
	       "them, one filters them\n"
	       "in tiles, one writes them.\n"
	       "\n"
	       "  PICTURE        binary PGM or PPM pictures of one size, a "
	       "frame each; all nodes\n"
	       "                 see them; by default frames of its own\n"
	       "  --frames N     how many of its own (12)\n"
	       "  --size WxH     their width and height (640x480)\n"
	       "  --filter NAME  edges (Sobel) or blur (5 x 5) (edges)\n"
	       "  --out NAME     write the results to NAME0000.pgm (.ppm) and "
	       "so on, each whole\n"
	       "                 or not at all\n"
	       "  --readers N    processes that read; by default one sixth, "
	       "at least one\n"
	       "  --filters N    processes that filter; by default all that "
	       "are left\n"
	       "  --writers N    processes that write; by default as many as "
	       "read\n"
	       "  --buffers N    frames under way between two groups, in each "
	       "process (3)\n"
	       "  --verify       compare with a serial filter, byte by byte\n"
	       "  --progress     say how far it is, also where standard error "
	       "is no terminal\n"
	       "  --help         print this\n"
	       "\n"
	       "and --dri-verbose, --dri-provider NAME, --dri-interface NAME, "
	       "--dri-mem-limit SIZE.\n"
	       "Two processes: the first one reads and writes. One: it does "
	       "everything.\n"
	       "The exit status is 0; 2 for wrong arguments, 1 for anything "
	       "else.\n");
}
