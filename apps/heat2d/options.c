/* SPDX-License-Identifier: BSD-3-Clause */
/* heat2d_options.c - see heat2d_options.h. */
#include "apps/heat2d/options.h"

#include "apps/common/picture.h"

#include <stdarg.h>
#include <string.h>

#define MAX_ITERATIONS UINT64_C(1000000000)

struct option {
	const char *name;
	bool has_value;
	/* Takes the value; NULL if all is well, else what it should be. */
	const char *(*take)(struct options *o, const char *value);
};

/* Digits from *text on, which is moved behind them; at most `max`. */
static bool
take_number(const char **text, u64 max, u64 *number)
{
	const char *s = *text;
	u64 n = 0;

	if (*s < '0' || *s > '9')
		return false;
	for (; *s >= '0' && *s <= '9'; s++) {
		n = n * 10 + (u64)(*s - '0');
		if (n > max)
			return false;
	}
	*number = n;
	*text = s;
	return true;
}

/* AxB, both at least 1. */
static bool
take_pair(const char *text, u64 max, u32 *a, u32 *b)
{
	u64 first, second;

	if (!take_number(&text, max, &first) || *text++ != 'x' ||
	    !take_number(&text, max, &second) || *text || !first || !second)
		return false;
	*a = (u32)first;
	*b = (u32)second;
	return true;
}

static const char *
take_path(char *path, const char *value)
{
	size_t n = strlen(value);

	if (!n || n >= PATH_MAX)
		return "the name of a file";
	memcpy(path, value, n + 1);
	return NULL;
}

static const char *
take_in(struct options *o, const char *value)
{
	return take_path(o->in, value);
}

static const char *
take_out(struct options *o, const char *value)
{
	if (!picture_is_name(value))
		return "a name that ends in .pgm or .ppm";
	return take_path(o->out, value);
}

static const char *
take_size(struct options *o, const char *value)
{
	if (!take_pair(value, PICTURE_MAX_CELLS, &o->width, &o->height) ||
	    (u64)o->width * o->height > PICTURE_MAX_CELLS)
		return "WIDTHxHEIGHT, at most 67108864 cells";
	return NULL;
}

static const char *
take_tiles(struct options *o, const char *value)
{
	if (!take_pair(value, OPTIONS_MAX_TILES, &o->tile_rows,
		       &o->tile_cols) ||
	    (u64)o->tile_rows * o->tile_cols > OPTIONS_MAX_TILES)
		return "ROWSxCOLUMNS, at most 4096 tiles";
	return NULL;
}

static const char *
take_iterations(struct options *o, const char *value)
{
	if (!take_number(&value, MAX_ITERATIONS, &o->iterations) || *value)
		return "a number up to 1000000000";
	return NULL;
}

static const char *
take_names(struct options *o, const char *value)
{
	o->labels = strcmp(value, "labels") == 0;
	return o->labels || strcmp(value, "passed") == 0 ? NULL
							 : "passed or labels";
}

static const char *
take_progress(struct options *o, const char *value)
{
	(void)value;
	o->progress = true;
	return NULL;
}

static const char *
take_verify(struct options *o, const char *value)
{
	(void)value;
	o->verify = true;
	return NULL;
}

static const char *
take_help(struct options *o, const char *value)
{
	(void)value;
	o->help = true;
	return NULL;
}

static const struct option table[] = {
	{"--in", true, take_in},
	{"--size", true, take_size},
	{"--out", true, take_out},
	{"--tiles", true, take_tiles},
	{"--iterations", true, take_iterations},
	{"--names", true, take_names},
	{"--progress", false, take_progress},
	{"--verify", false, take_verify},
	{"--help", false, take_help},
};

__attribute__((format(printf, 2, 3))) static bool
fail(struct options_error *why, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(why->text, sizeof(why->text), fmt, args);
	va_end(args);
	return false;
}

/* The option that `arg` names, as --name or --name=value. */
static const struct option *
find_option(const char *arg)
{
	size_t n = strcspn(arg, "=");

	if (strcmp(arg, "-h") == 0)
		return find_option("--help");
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (strlen(table[i].name) == n &&
		    memcmp(table[i].name, arg, n) == 0)
			return &table[i];
	return NULL;
}

bool
options_parse(struct options *o, const void *args, struct options_error *why)
{
	bool sized = false;
	u64 argc = getArgc(args);

	*o = (struct options){
		.width = 640,
		.height = 480,
		.iterations = 500,
	};
	for (u64 i = 1; i < argc; i++) {
		const char *arg = getArgv(args, i), *value, *wanted;
		const struct option *option = find_option(arg);

		if (!option)
			return fail(why, "%s '%.200s' (see heat2d --help)",
				    arg[0] == '-' ? "unknown option"
						  : "unexpected argument",
				    arg);
		value = strchr(arg, '=');
		if (value)
			value++;
		if (!option->has_value && value)
			return fail(why, "%s takes no value", option->name);
		if (option->has_value && !value && ++i < argc)
			value = getArgv(args, i);
		if (option->has_value && !value)
			return fail(why, "%s needs a value (see heat2d --help)",
				    option->name);
		wanted = option->take(o, value);
		if (wanted)
			return fail(why, "%s takes %s, not '%.200s'",
				    option->name, wanted, value);
		if (option->take == take_size)
			sized = true;
	}
	if (o->in[0] && sized)
		return fail(why, "--in and --size cannot be used together");
	/* Whoever only wants to know whether it works wants no file. */
	if (!o->out[0] && !o->verify)
		strcpy(o->out, "heat2d.ppm");
	return true;
}

void
options_say_help(void)
{
	PRINTF("Usage: heat2d [options]\n"
	       "Lets heat spread over a plate, tile by tile on all nodes of "
	       "the job.\n"
	       "\n"
	       "  --in FILE        start from this picture: PGM, or PPM by its "
	       "luminance, of 8 or\n"
	       "                   16 bits; by default from a plate of its "
	       "own\n"
	       "  --size WxH       width and height of a plate of its own "
	       "(640x480)\n"
	       "  --out FILE       write the result: grey to *.pgm, glowing to "
	       "*.ppm\n"
	       "                   (heat2d.ppm; with --verify none)\n"
	       "  --tiles RxC      rows and columns of tiles (at least 4x4 if "
	       "they fit)\n"
	       "  --iterations N   how long (500)\n"
	       "  --names KIND     how steps find the events of others: passed "
	       "on in messages,\n"
	       "                   or labels that all can compute (passed)\n"
	       "  --progress       say how far it is, also where standard "
	       "error "
	       "is no terminal\n"
	       "  --verify         compare with a plain serial loop, bit for "
	       "bit\n"
	       "  --help           print this\n"
	       "\n"
	       "The exit status is 0; 2 for wrong arguments, 1 for anything "
	       "else.\n");
}
