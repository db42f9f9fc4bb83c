/* SPDX-License-Identifier: BSD-3-Clause */
/* cli.c - see cli.h. */
#include "apps/common/cli.h"

#include "config.h"

#include <argp.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool
cli_fail(struct cli_error *why, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(why->text, sizeof(why->text), fmt, args);
	va_end(args);
	return false;
}

/* What argp calls options: letters, and numbers above those. */
enum {
	KEY_HELP = 'h',
	KEY_USAGE = UCHAR_MAX + 1,
	KEY_VERSION,
	KEY_ROW,
};

/* Options that all programs have: these. */
#define COMMON 3

struct parse {
	const struct cli *cli;
	void *options;
	bool quiet;
	bool told;
};

/* Of "n,name" the letter, or 0. */
static char
find_letter(const struct cli_option *option)
{
	return option->name[1] == ',' ? option->name[0] : '\0';
}

static const char *
find_name(const struct cli_option *option)
{
	return option->name + (find_letter(option) ? 2 : 0);
}

/* Digits from *text on, which is moved behind them. */
static bool
take_digits(const char **text, u64 max, u64 *number)
{
	const char *s = *text;
	u64 n = 0;

	if (*s < '0' || *s > '9')
		return false;
	for (; *s >= '0' && *s <= '9'; s++) {
		u64 digit = (u64)(*s - '0');

		if (digit > max || n > (max - digit) / 10)
			return false;
		n = n * 10 + digit;
	}
	*number = n;
	*text = s;
	return true;
}

bool
cli_take_number(const char *value, u64 min, u64 max, u64 *number)
{
	u64 n;

	if (!take_digits(&value, max, &n) || *value || n < min)
		return false;
	*number = n;
	return true;
}

bool
cli_take_real(const char *value, double min, double max, double *real)
{
	char *end;
	double x;

	/* strtod() would take spaces, names and hexadecimal digits. */
	if (!*value || value[strspn(value, "0123456789+-.eE")])
		return false;
	x = strtod(value, &end);
	if (end == value || *end || !isfinite(x) || x < min || x > max)
		return false;
	*real = x;
	return true;
}

bool
cli_take_pair(const char *value, u64 max, u32 *a, u32 *b)
{
	u64 first, second;

	if (!take_digits(&value, max, &first) || *value++ != 'x' ||
	    !take_digits(&value, max, &second) || *value || !first || !second)
		return false;
	*a = (u32)first;
	*b = (u32)second;
	return true;
}

bool
cli_take_path(const char *value, char path[PATH_MAX])
{
	size_t n = strlen(value);

	if (!n || n >= PATH_MAX)
		return false;
	memcpy(path, value, n + 1);
	return true;
}

/* What a number should have been. */
static const char *
say_range(const struct cli_option *option, struct cli_error *text)
{
	if (option->max == UINT64_MAX && !option->min)
		cli_fail(text, "a number below 2^64");
	else if (!option->min)
		cli_fail(text, "a number up to %" PRIu64, option->max);
	else
		cli_fail(text, "a number from %" PRIu64 " to %" PRIu64,
			 option->min, option->max);
	return text->text;
}

static const char *
take_number(const struct cli_option *option, void *field, const char *value,
	    struct cli_error *text)
{
	u64 n;

	if (!cli_take_number(value, option->min, option->max, &n))
		return say_range(option, text);
	if (option->size == sizeof(u64))
		*(u64 *)field = n;
	else
		*(u32 *)field = (u32)n;
	return NULL;
}

static const char *
take_real(const struct cli_option *option, void *field, const char *value,
	  struct cli_error *text)
{
	if (cli_take_real(value, option->least, option->most, field))
		return NULL;
	cli_fail(text, "a number from %.16g to %.16g", option->least,
		 option->most);
	return text->text;
}

/* NULL, or what the value should have been, in `text` if need be. */
static const char *
take_value(const struct cli_option *option, void *options, const char *value,
	   struct cli_error *text)
{
	void *field = (char *)options + option->at;

	switch (option->kind) {
	case CLI_KIND_FLAG:
		*(bool *)field = true;
		return NULL;
	case CLI_KIND_OTHER:
		return option->take(options, value);
	case CLI_KIND_NUMBER:
		return take_number(option, field, value, text);
	case CLI_KIND_REAL:
		return take_real(option, field, value, text);
	case CLI_KIND_PATH:
		return cli_take_path(value, field) ? NULL
						   : "the name of a file";
	}
	return NULL;
}

/* The row of this key: its number, or the letter of its name. */
static const struct cli_option *
find_option(const struct cli *cli, int key)
{
	if (key >= KEY_ROW && (size_t)(key - KEY_ROW) < cli->options)
		return &cli->option[key - KEY_ROW];
	for (size_t i = 0; i < cli->options; i++)
		if (find_letter(&cli->option[i]) == key)
			return &cli->option[i];
	return NULL;
}

static error_t
take_option(const struct cli_option *option, char *value,
	    struct argp_state *state)
{
	const struct parse *p = state->input;
	char letter = find_letter(option);
	struct cli_error text;
	const char *wanted = take_value(option, p->options, value, &text);

	if (!wanted)
		return 0;
	argp_error(state, "%.2s%s--%s takes %s, not '%.200s'",
		   letter ? (char[]){'-', letter, '\0'} : "",
		   letter ? ", " : "", find_name(option), wanted, value);
	return EINVAL;
}

static error_t
take_argument(const char *value, struct argp_state *state)
{
	const struct parse *p = state->input;
	const char *wanted = NULL;

	if (p->cli->take_argument) {
		wanted = p->cli->take_argument(p->options, value);
		if (!wanted)
			return 0;
	}
	argp_error(state, "unexpected argument '%.200s'%s%s", value,
		   wanted ? ": " : "", wanted ? wanted : "");
	return EINVAL;
}

static error_t
check(struct argp_state *state)
{
	const struct parse *p = state->input;
	struct cli_error why;

	if (p->told || !p->cli->check || p->cli->check(p->options, &why))
		return 0;
	argp_error(state, "%s", why.text);
	return EINVAL;
}

/* Prints what was asked for; what comes behind does not matter any more. */
static error_t
tell(int key, struct argp_state *state)
{
	struct parse *p = state->input;

	if (key != KEY_VERSION)
		argp_state_help(state, stdout,
				key == KEY_USAGE ? ARGP_HELP_USAGE
						 : ARGP_HELP_STD_HELP);
	else if (!p->quiet)
		printf("%s (%s) %s\n", p->cli->program, PACKAGE_NAME,
		       PACKAGE_VERSION);
	p->told = true;
	state->next = state->argc;
	return 0;
}

static error_t
take(int key, char *value, struct argp_state *state)
{
	const struct parse *p = state->input;
	const struct cli_option *option;

	switch (key) {
	case ARGP_KEY_INIT:
		p->cli->init(p->options);
		return 0;
	case ARGP_KEY_ARG:
		return take_argument(value, state);
	case ARGP_KEY_END:
		return check(state);
	case KEY_HELP:
	case KEY_USAGE:
	case KEY_VERSION:
		return tell(key, state);
	}
	option = find_option(p->cli, key);
	return option ? take_option(option, value, state) : ARGP_ERR_UNKNOWN;
}

/* The table as argp wants it, in the same order. */
static void
describe(const struct cli *cli, struct argp_option *to)
{
	static const struct argp_option common[COMMON] = {
		{"help", KEY_HELP, NULL, 0, "print this list", -1},
		{"usage", KEY_USAGE, NULL, 0, "print all options in short", -1},
		{"version", KEY_VERSION, NULL, 0, "print the version", -1},
	};

	for (size_t i = 0; i < cli->options; i++) {
		const struct cli_option *from = &cli->option[i];
		int letter = find_letter(from);

		*to++ = (struct argp_option){
			.name = find_name(from),
			.key = letter ? letter : KEY_ROW + (int)i,
			.arg = from->value,
			.doc = from->text,
			.group = (int)i + 1,
		};
	}
	memcpy(to, common, sizeof(common));
}

enum cli_outcome
cli_parse(const struct cli *cli, void *options, int argc, char *const argv[],
	  bool quiet)
{
	struct parse p = {cli, options, quiet, false};
	/* argp puts the arguments behind the options. */
	char **words = calloc((size_t)argc + 1, sizeof(*words));
	struct argp_option *table =
		calloc(cli->options + COMMON + 1, sizeof(*table));
	const struct argp argp = {
		.options = table,
		.parser = take,
		.args_doc = cli->arguments,
		.doc = cli->text,
	};
	error_t err = words && table ? 0 : ENOMEM;

	if (!err) {
		memcpy(words, argv, (size_t)argc * sizeof(*words));
		words[0] = (char *)cli->program;
		describe(cli, table);
		err = argp_parse(&argp, argc, words,
				 ARGP_NO_EXIT | ARGP_NO_HELP |
					 (quiet ? ARGP_NO_ERRS : 0),
				 NULL, &p);
		fflush(stdout);
	}
	if (err == ENOMEM && !quiet)
		fprintf(stderr, "%s: out of memory\n", cli->program);
	free(table);
	free(words);
	return err ? CLI_REFUSED : p.told ? CLI_TOLD : CLI_TAKEN;
}
