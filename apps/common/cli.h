/* SPDX-License-Identifier: BSD-3-Clause */
/* cli.h - a program's command line: a table of options, each with the field
 * that its value goes to, or the function that takes it.  glibc's argp does the
 * rest: GNU options, --help, --usage, and what is said of wrong ones.
 *
 * Knows nothing of what the options mean.  doc/man/apps.awk makes a manual page
 * of the same table.
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
	const char *name;  /* --name; "n,name": -n as well */
	const char *value; /* what help calls its value */
	const char *text;  /* what help says of it */
	enum cli_kind kind;
	/* Takes the value into the program's options; NULL
	 * if all is well, else what it should have been. */
	const char *(*take)(void *options, const char *value);
	size_t at, size;    /* otherwise: the field of the options */
	u64 min, max;	    /* of a number */
	double least, most; /* of a real one */
};

/* The first members of each. */
#define CLI_NAMED(option, called, help)                                        \
	.name = (option), .value = (called), .text = (help)

/* A field of the options of this type. */
#define CLI_FIELD(type, field)                                                 \
	.at = offsetof(type, field), .size = sizeof(((type *)0)->field)

/* An option whose value a function takes. */
#define CLI_VALUE(option, called, help, function)                              \
	{                                                                      \
		CLI_NAMED(option, called, help), .kind = CLI_KIND_OTHER,       \
						 .take = (function)            \
	}

/* An option without a value that sets `field` of the options of this type. */
#define CLI_FLAG(option, help, type, field)                                    \
	{                                                                      \
		CLI_NAMED(option, NULL, help), .kind = CLI_KIND_FLAG,          \
					       CLI_FIELD(type, field)          \
	}

/* One whose value is a number from `from` to `to`, which fit the field. */
#define CLI_NUMBER(option, called, help, type, field, from, to)                \
	{                                                                      \
		CLI_NAMED(option, called, help), .kind = CLI_KIND_NUMBER,      \
						 .min = (from), .max = (to),   \
						 CLI_FIELD(type, field)        \
	}

/* One whose value is a finite number from `from` to `to`. */
#define CLI_REAL(option, called, help, type, field, from, to)                  \
	{                                                                      \
		CLI_NAMED(option, called, help),                               \
			.kind = CLI_KIND_REAL, .least = (from), .most = (to),  \
			CLI_FIELD(type, field)                                 \
	}

/* One whose value is the name of a file. */
#define CLI_PATH(option, help, type, field)                                    \
	{                                                                      \
		CLI_NAMED(option, "FILE", help), .kind = CLI_KIND_PATH,        \
						 CLI_FIELD(type, field)        \
	}

/* What each app has beside help: a field `progress`. */
#define CLI_PROGRESS(type)                                                     \
	CLI_FLAG("progress",                                                   \
		 "say how far it is, also where standard error is no "         \
		 "terminal",                                                   \
		 type, progress)

/* Room for one line. */
struct cli_error {
	char text[512];
};

struct cli {
	const char *program;
	const char *arguments; /* what help calls those that are no options */
	const char *text;      /* what the program does; ends with CLI_END */
	const struct cli_option *option;
	size_t options;
	/* Gives all fields what they are without any option. */
	void (*init)(void *options);
	/* Takes an argument that is no option, likewise; NULL: there are none.
	 * What it returns completes "unexpected argument 'x': ". */
	const char *(*take_argument)(void *options, const char *value);
	/* Whether all of them fit together; a line in `why` if not.  May be
	 * NULL. */
	bool (*check)(void *options, struct cli_error *why);
};

#define CLI_END                                                                \
	"\v"                                                                   \
	"The exit status is 0; 2 for wrong arguments, 1 for anything else."

enum cli_outcome {
	CLI_TAKEN,
	CLI_TOLD,    /* help or the like was wanted, and printed */
	CLI_REFUSED, /* something is wrong, and it was said what */
};

/* Takes all of them; argv[0] does not matter.  With `quiet` nothing is
 * printed. */
enum cli_outcome cli_parse(const struct cli *cli, void *options, int argc,
			   char *const argv[], bool quiet);

/* Writes the line; returns false. */
bool cli_fail(struct cli_error *why, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

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
