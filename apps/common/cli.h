/* SPDX-License-Identifier: BSD-3-Clause */
/* cli.h - a program's command line: a table of options, each with the field
 * that its value goes to, or the function that takes it.
 *
 * Knows nothing of what the options mean, and prints nothing: what is wrong is
 * one line for the caller to print.
 */
#ifndef APPS_COMMON_CLI_H
#define APPS_COMMON_CLI_H

#include "ocr.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

enum cli_kind {
	CLI_KIND_FLAG,	 /* no value: sets a bool */
	CLI_KIND_OTHER,	 /* `take` takes it */
	CLI_KIND_NUMBER, /* a u64, u32 or s32 */
	CLI_KIND_REAL,	 /* a double */
	CLI_KIND_PATH,	 /* a char[PATH_MAX] */
};

struct cli_option {
	const char *name; /* --name or -n */
	enum cli_kind kind;
	/* Takes the value into the program's options; NULL
	 * if all is well, else what it should have been. */
	const char *(*take)(void *options, const char *value);
	size_t at, size;    /* otherwise: the field of the options */
	u64 min, max;	    /* of a number */
	double least, most; /* of a real one */
};

/* A field of the options of this type. */
#define CLI_FIELD(type, field)                                                 \
	.at = offsetof(type, field), .size = sizeof(((type *)0)->field)

/* An option whose value a function takes. */
#define CLI_VALUE(option, function)                                            \
	{                                                                      \
		.name = (option), .kind = CLI_KIND_OTHER, .take = (function)   \
	}

/* An option without a value that sets `field` of the options of this type. */
#define CLI_FLAG(option, type, field)                                          \
	{                                                                      \
		.name = (option), .kind = CLI_KIND_FLAG,                       \
		CLI_FIELD(type, field)                                         \
	}

/* One whose value is a number from `from` to `to`, which fit the field. */
#define CLI_NUMBER(option, type, field, from, to)                              \
	{                                                                      \
		.name = (option), .kind = CLI_KIND_NUMBER, .min = (from),      \
		.max = (to), CLI_FIELD(type, field)                            \
	}

/* One whose value is a finite number from `from` to `to`. */
#define CLI_REAL(option, type, field, from, to)                                \
	{                                                                      \
		.name = (option), .kind = CLI_KIND_REAL, .least = (from),      \
		.most = (to), CLI_FIELD(type, field)                           \
	}

/* One whose value is the name of a file. */
#define CLI_PATH(option, type, field)                                          \
	{                                                                      \
		.name = (option), .kind = CLI_KIND_PATH,                       \
		CLI_FIELD(type, field)                                         \
	}

/* What each app has: fields `progress` and `help`. */
#define CLI_COMMON(type)                                                       \
	CLI_FLAG("--progress", type, progress),                                \
		CLI_FLAG("--help", type, help), CLI_FLAG("-h", type, help)

struct cli {
	const char *program;
	const struct cli_option *option;
	size_t options;
	/* Takes an argument that is no option, likewise; NULL: there are none.
	 * What it returns completes "unexpected argument 'x': ". */
	const char *(*take_argument)(void *options, const char *value);
};

/* Room for one line. */
struct cli_error {
	char text[512];
};

/* Writes the line; returns false. */
bool cli_fail(struct cli_error *why, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* The words of a command line, wherever it is kept. */
struct cli_words {
	u64 n; /* the program's name is word 0 */
	const char *(*get)(const void *words, u64 i);
	const void *words;
};

/* Takes all of them; values follow as --name=value or as the next word.  False,
 * with a line in `why`, at the first thing that is wrong. */
bool cli_parse_words(const struct cli *cli, void *options,
		     const struct cli_words *words, struct cli_error *why);

/* Of an argv. */
static inline const char *
cli_get_argv(const void *words, u64 i)
{
	return ((char *const *)words)[i];
}

/* Of mainEdt's argument block. */
static inline const char *
cli_get_block(const void *words, u64 i)
{
	return getArgv(words, i);
}

/* The same for an argv. */
static inline bool
cli_parse_argv(const struct cli *cli, void *options, int argc,
	       char *const argv[], struct cli_error *why)
{
	const struct cli_words words = {(u64)argc, cli_get_argv, argv};

	return cli_parse_words(cli, options, &words, why);
}

/* The same for mainEdt's argument block.  Here, because programs without the
 * runtime use the rest of this. */
static inline bool
cli_parse(const struct cli *cli, void *options, const void *args,
	  struct cli_error *why)
{
	const struct cli_words words = {getArgc(args), cli_get_block, args};

	return cli_parse_words(cli, options, &words, why);
}

/*
 * For the functions that take: the whole of `value`, and nothing else
 */

/* Decimal digits, min <= *number <= max. */
bool cli_take_number(const char *value, u64 min, u64 max, u64 *number);

/* A finite number, min <= *real <= max. */
bool cli_take_real(const char *value, double min, double max, double *real);

/* AxB, both from 1 to max. */
bool cli_take_pair(const char *value, u64 max, u32 *a, u32 *b);

/* The name of a file: not empty, and short enough for one. */
bool cli_take_path(const char *value, char path[PATH_MAX]);

#endif
