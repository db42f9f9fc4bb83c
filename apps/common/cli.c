/* SPDX-License-Identifier: BSD-3-Clause */
/* cli.c - see cli.h. */
#include "apps/common/cli.h"

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

/* The option that `arg` names, as name or name=value. */
static const struct cli_option *
find_option(const struct cli *cli, const char *arg)
{
	size_t n = strcspn(arg, "=");

	for (size_t i = 0; i < cli->options; i++)
		if (strlen(cli->option[i].name) == n &&
		    memcmp(cli->option[i].name, arg, n) == 0)
			return &cli->option[i];
	return NULL;
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

/* Takes the i-th word, and the next one too if that is its value: then *i is
 * one more. */
static bool
take_option(const struct cli *cli, void *options, const struct cli_words *words,
	    u64 *i, struct cli_error *why)
{
	const char *arg = words->get(words->words, *i), *value, *wanted;
	const struct cli_option *option = find_option(cli, arg);
	struct cli_error text;

	if (!option)
		return cli_fail(why, "%s '%.200s' (see %s --help)",
				arg[0] == '-' ? "unknown option"
					      : "unexpected argument",
				arg, cli->program);
	value = strchr(arg, '=');
	if (value)
		value++;
	if (option->kind == CLI_KIND_FLAG && value)
		return cli_fail(why, "%s takes no value", option->name);
	if (option->kind != CLI_KIND_FLAG && !value && ++*i < words->n)
		value = words->get(words->words, *i);
	if (option->kind != CLI_KIND_FLAG && !value)
		return cli_fail(why, "%s needs a value (see %s --help)",
				option->name, cli->program);
	wanted = take_value(option, options, value, &text);
	return !wanted || cli_fail(why, "%s takes %s, not '%.200s'",
				   option->name, wanted, value);
}

static bool
take_argument(const struct cli *cli, void *options, const char *arg,
	      struct cli_error *why)
{
	const char *wanted = cli->take_argument(options, arg);

	return !wanted ||
	       cli_fail(why, "unexpected argument '%.200s': %s", arg, wanted);
}

bool
cli_parse_words(const struct cli *cli, void *options,
		const struct cli_words *words, struct cli_error *why)
{
	for (u64 i = 1; i < words->n; i++) {
		const char *arg = words->get(words->words, i);

		if (arg[0] != '-' && cli->take_argument
			    ? !take_argument(cli, options, arg, why)
			    : !take_option(cli, options, words, &i, why))
			return false;
	}
	return true;
}
