/* SPDX-License-Identifier: BSD-3-Clause */
/* options.c - an argument goes before a variable of the environment. */
#include "src/dri/world/options.h"

#include "dri.h"
#include "fabric/log.h"
#include "fabric/near_name.h"
#include "fabric/value.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum option {
	VERBOSE,
	BY_NETWORK,
	PROVIDER,
	INTERFACE,
	MEM_LIMIT,
	PIECE,
	TAG,
	OPTIONS
};

static const struct row {
	const char *argument; /* NULL: a variable alone */
	const char *variable;
	bool has_value;
} rows[OPTIONS] = {
	[VERBOSE] = {"--dri-verbose", "OCR_VERBOSE", false},
	[BY_NETWORK] = {"--dri-by-network", "OCR_DRI_BY_NETWORK", false},
	[PROVIDER] = {"--dri-provider", "OCR_PROVIDER", true},
	[INTERFACE] = {"--dri-interface", "OCR_INTERFACE", true},
	[MEM_LIMIT] = {"--dri-mem-limit", "OCR_MEM_LIMIT", true},
	[PIECE] = {NULL, "OCR_PIECE", true},
	[TAG] = {NULL, "OCR_TAG", true},
};

#define MEM_LIMIT_MIN ((uint64_t)1 << 20)
#define PIECE_MIN     ((uint64_t)4 << 10)

static int
parse_bytes(const char *name, const char *text, uint64_t min, uint64_t *out)
{
	uint64_t n;

	if (!strcasecmp(text, "auto"))
		return DRI_SUCCESS;
	if (!ocr_value_number(text, true, UINT64_MAX, &n) || n < min) {
		ocr_log_error(OCR_LOG_NOBODY,
			      "%s: '%s' is no number of bytes from %lluk on: "
			      "a number with k, m, g or t after it, or auto",
			      name, text, (unsigned long long)min >> 10);
		return DRI_ERR_SIZE;
	}
	*out = n;
	return DRI_SUCCESS;
}

static int
parse_bool(const char *name, const char *text, bool *out)
{
	if (ocr_value_bool(text, out))
		return DRI_SUCCESS;
	ocr_log_error(OCR_LOG_NOBODY, "%s: '%s' is not " OCR_VALUE_BOOL_WORDS,
		      name, text);
	return DRI_ERR_NAME;
}

static int
parse_tag(const char *name, const char *text, enum ocr_tag *out)
{
	int i;

	for (i = OCR_TAG_NONE; i <= OCR_TAG_ALL; i++) {
		if (strcasecmp(text, ocr_tag_words[i]))
			continue;
		*out = (enum ocr_tag)i;
		return DRI_SUCCESS;
	}
	ocr_log_error(OCR_LOG_NOBODY, "%s: '%s' is not none or control or all",
		      name, text);
	return DRI_ERR_NAME;
}

static int
set(struct dri_options *o, enum option which, const char *name,
    const char *text)
{
	switch (which) {
	case VERBOSE:
		return parse_bool(name, text, &o->verbose);
	case BY_NETWORK:
		return parse_bool(name, text, &o->by_network);
	case PROVIDER:
		o->provider = text;
		return DRI_SUCCESS;
	case INTERFACE:
		o->interface = text;
		return DRI_SUCCESS;
	case MEM_LIMIT:
		return parse_bytes(name, text, MEM_LIMIT_MIN, &o->mem_limit);
	case PIECE:
		return parse_bytes(name, text, PIECE_MIN, &o->piece_bytes);
	case TAG:
		return parse_tag(name, text, &o->tag);
	default:
		return DRI_SUCCESS;
	}
}

static int
read_environment(struct dri_options *o)
{
	const char *text;
	int err = DRI_SUCCESS;

	for (int i = 0; i < OPTIONS && !err; i++) {
		text = getenv(rows[i].variable);
		if (text && *text)
			err = set(o, (enum option)i, rows[i].variable, text);
	}
	return err;
}

/* The option that this argument is, and its value if that is in it; OPTIONS if
 * it is the program's. */
static enum option
match(const char *argument, const char **value)
{
	size_t len;

	*value = NULL;
	for (int i = 0; i < OPTIONS; i++) {
		if (!rows[i].argument)
			continue;
		len = strlen(rows[i].argument);
		if (strncmp(argument, rows[i].argument, len))
			continue;
		if (!argument[len])
			return (enum option)i;
		if (argument[len] == '=' && rows[i].has_value) {
			*value = argument + len + 1;
			return (enum option)i;
		}
	}
	return OPTIONS;
}

/* Reads the arguments; those that are the program's are counted in *kept, and
 * moved to the front if `move`. */
static int
read_arguments(struct dri_options *o, int argc, char **argv, int *kept,
	       bool move)
{
	const char *value;
	enum option which;
	int at = 0, err;

	for (int i = 0; i < argc; i++) {
		/* What follows -- is the program's. */
		which = i ? match(argv[i], &value) : OPTIONS;
		if (i && !strcmp(argv[i], "--")) {
			for (; i < argc; i++, at++)
				if (move)
					argv[at] = argv[i];
			break;
		}
		if (which == OPTIONS) {
			if (move)
				argv[at] = argv[i];
			at++;
			continue;
		}
		if (rows[which].has_value && !value) {
			if (i + 1 == argc) {
				ocr_log_error(OCR_LOG_NOBODY,
					      "%s: a value must follow",
					      argv[i]);
				return DRI_ERR_NAME;
			}
			value = argv[++i];
		}
		err = set(o, which, rows[which].argument, value ? value : "1");
		if (err)
			return err;
	}
	*kept = at;
	return DRI_SUCCESS;
}

int
ocr_dri_options_read(struct dri_options *out, int *argcp, char ***argvp)
{
	struct dri_options o = {.tag = OCR_TAG_CONTROL};
	int kept = 0;
	int err = read_environment(&o);

	if (!err && argcp && argvp)
		err = read_arguments(&o, *argcp, *argvp, &kept, false);
	if (err)
		return err;
	if (argcp && argvp) {
		read_arguments(&o, *argcp, *argvp, &kept, true);
		*argcp = kept;
		(*argvp)[kept] = NULL;
	}
	*out = o;
	return DRI_SUCCESS;
}

static void
warn_of_name(void *self, const char *name, const char *meant)
{
	(void)self;
	ocr_log_warn(0, "%s is no setting, and not looked at: did you mean %s?",
		     name, meant);
}

void
ocr_dri_options_near(void)
{
	const char *all[OPTIONS];
	const struct ocr_near_names names = {all, OPTIONS, OPTIONS};

	for (int i = 0; i < OPTIONS; i++)
		all[i] = rows[i].variable;
	ocr_near_look(&names, environ, warn_of_name, NULL);
}
