/* SPDX-License-Identifier: BSD-3-Clause */
/* settings.c - reads, checks and shows the settings. */
#include "src/base/settings.h"

#include "fabric/log.h"
#include "fabric/value.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum type { U32, BYTES, BOOL, STRING, WORD, REPORT, STRICT };

/* Text of a value, or of what is accepted. */
#define TEXT_BYTES 96

static const struct row {
	enum type type;
	size_t offset; /* in struct ocr_settings */
	const char *name;
	uint64_t def, max;
	const char *help;
} rows[OCR_SETTINGS] = {
#define OCR_SETTING(type, field, env, def, max, help)                          \
	{type, offsetof(struct ocr_settings, field), #env, def, max, help},
#include "src/base/settings.def"
#undef OCR_SETTING
};

static const char *const protocols[] = {
	[OCR_PROTOCOL_IMMEDIATE] = "immediate",
	[OCR_PROTOCOL_GROUPED] = "grouped",
	[OCR_PROTOCOL_RELAXED] = "relaxed",
	[OCR_PROTOCOL_CARRIED] = "carried",
};

static const char *const huge_pages[] = {
	[OCR_HUGE_NO] = "no",
	[OCR_HUGE_TRANSPARENT] = "transparent",
	[OCR_HUGE_RESERVED] = "reserved",
};

static const char *const look_signals[] = {
	[OCR_LOOK_NONE] = "none",
	[OCR_LOOK_USR1] = "usr1",
	[OCR_LOOK_USR2] = "usr2",
	[OCR_LOOK_QUIT] = "quit",
};

/* Of a row of type WORD. */
static const char *const *
words_of(const struct row *r)
{
	return r == &rows[OCR_SETTING_protocol]	     ? protocols
	       : r == &rows[OCR_SETTING_huge_pages]  ? huge_pages
	       : r == &rows[OCR_SETTING_tag]	     ? ocr_tag_words
	       : r == &rows[OCR_SETTING_look_signal] ? look_signals
						     : NULL;
}

/* With less than this no program starts. */
#define MEM_LIMIT_MIN ((uint64_t)1 << 20)
#define STACK_MIN     ((uint64_t)64 << 10)

/* The smallest number that makes sense, "auto" excepted. */
static uint64_t
least_of(const struct row *r)
{
	return r == &rows[OCR_SETTING_mem_limit] ? MEM_LIMIT_MIN
	       : r == &rows[OCR_SETTING_stack]	 ? STACK_MIN
						 : 0;
}

static void *
field_of(const struct ocr_settings *s, const struct row *r)
{
	return (char *)(uintptr_t)s + r->offset;
}

static void
store(struct ocr_settings *s, const struct row *r, uint64_t value)
{
	switch (r->type) {
	case U32:
	case WORD:
	case STRICT:
		*(uint32_t *)field_of(s, r) = (uint32_t)value;
		break;
	case BYTES:
		*(uint64_t *)field_of(s, r) = value;
		break;
	case BOOL:
		*(bool *)field_of(s, r) = value;
		break;
	case STRING:
	case REPORT:
		*(const char **)field_of(s, r) = NULL;
		break;
	}
}

static bool
parse_bool(const char *text, uint64_t *value)
{
	bool yes;

	if (!ocr_value_bool(text, &yes))
		return false;
	*value = yes;
	return true;
}

#define RACES "races"

static bool
parse_strict(const char *text, uint64_t *value)
{
	if (strcasecmp(text, RACES) != 0)
		return parse_bool(text, value);
	*value = OCR_STRICT_RACES;
	return true;
}

static bool
parse_word(const struct row *r, const char *text, uint64_t *value)
{
	for (*value = 0; *value <= r->max; ++*value)
		if (strcasecmp(text, words_of(r)[*value]) == 0)
			return true;
	return false;
}

static bool
parse_number(const struct row *r, const char *text, uint64_t *value)
{
	if (strcasecmp(text, "auto") == 0) {
		*value = r->def;
		return true;
	}
	return ocr_value_number(text, r->type == BYTES, r->max, value) &&
	       *value >= least_of(r);
}

static bool
parse(const struct row *r, const char *text, uint64_t *value)
{
	switch (r->type) {
	case BOOL:
		return parse_bool(text, value);
	case STRICT:
		return parse_strict(text, value);
	case WORD:
		return parse_word(r, text, value);
	default:
		return parse_number(r, text, value);
	}
}

#define JSON "json:"

static bool
parse_report(const char *text, const char **report)
{
	bool yes;

	if (!strncmp(text, JSON, strlen(JSON)) && text[strlen(JSON)]) {
		*report = text + strlen(JSON);
		return true;
	}
	if (!ocr_value_bool(text, &yes))
		return false;
	*report = yes ? "" : NULL;
	return true;
}

/* Of a number of bytes what would have been accepted: from a least one on, up to
 * a most, or any. */
static const char *
accepted_bytes(const struct row *r, char *text)
{
	const char *const units[] = {"", "k", "m", "g", "t"};
	uint64_t most = r->max;
	unsigned unit = 0;
	size_t at;

	at = (size_t)snprintf(text, TEXT_BYTES,
			      "a number of bytes, also with k, m, g or t");
	if (least_of(r))
		at += (size_t)snprintf(text + at, TEXT_BYTES - at,
				       ", from %" PRIu64 "k on",
				       least_of(r) >> 10);
	for (; most % 1024 == 0 && unit < 4; unit++)
		most /= 1024;
	if (r->max != UINT64_MAX)
		at += (size_t)snprintf(text + at, TEXT_BYTES - at,
				       ", %" PRIu64 "%s at most", most,
				       units[unit]);
	snprintf(text + at, TEXT_BYTES - at, ", or auto");
	return text;
}

/* What would have been accepted. */
static const char *
accepted(const struct row *r, char *text)
{
	size_t at = 0;

	if (r->type == WORD) {
		for (uint64_t i = 0; i <= r->max; i++)
			at += (size_t)snprintf(text + at, TEXT_BYTES - at,
					       "%s%s", i ? " or " : "",
					       words_of(r)[i]);
		return text;
	}
	if (r->type == BOOL)
		return OCR_VALUE_BOOL_WORDS;
	if (r->type == STRICT)
		return OCR_VALUE_BOOL_WORDS ", or " RACES;
	if (r->type == REPORT)
		return OCR_VALUE_BOOL_WORDS ", or " JSON "FILE";
	if (r->type == BYTES)
		return accepted_bytes(r, text);
	snprintf(text, TEXT_BYTES, "a number from 0 to %" PRIu64 ", or auto",
		 r->max);
	return text;
}

int
ocr_settings_read(struct ocr_settings *s)
{
	char text[TEXT_BYTES];
	const char *given;
	uint64_t value;
	unsigned i;
	int err = 0;

	memset(s, 0, sizeof(*s));
	for (i = 0; i < OCR_SETTINGS; i++) {
		const struct row *r = &rows[i];

		store(s, r, r->def);
		given = getenv(r->name);
		if (!given || !*given)
			continue;
		if (r->type == STRING) {
			*(const char **)field_of(s, r) = given;
			s->set[i] = true;
			continue;
		}
		if (r->type == REPORT ? !parse_report(given, field_of(s, r))
				      : !parse(r, given, &value)) {
			ocr_log_error(OCR_LOG_NOBODY, "%s=%s: want %s", r->name,
				      given, accepted(r, text));
			err = -EINVAL;
			continue;
		}
		if (r->type != REPORT)
			store(s, r, value);
		s->set[i] = true;
	}
	return err;
}

int
ocr_settings_signal(const struct ocr_settings *s)
{
	static const int signals[] = {
		[OCR_LOOK_NONE] = 0,
		[OCR_LOOK_USR1] = SIGUSR1,
		[OCR_LOOK_USR2] = SIGUSR2,
		[OCR_LOOK_QUIT] = SIGQUIT,
	};

	return signals[s->look_signal];
}

/* A number with the largest suffix that loses nothing. */
static void
format_bytes(char *text, uint64_t n)
{
	static const char *const suffixes[] = {"", "k", "m", "g", "t"};
	unsigned i = 0;

	while (i < 4 && n && n % 1024 == 0) {
		n /= 1024;
		i++;
	}
	snprintf(text, TEXT_BYTES, "%" PRIu64 "%s", n, suffixes[i]);
}

static const char *
format_value(char *text, const struct row *r, uint64_t value)
{
	if (r->type == WORD)
		return words_of(r)[value];
	if (r->type == STRICT && value == OCR_STRICT_RACES)
		return RACES;
	if (r->type == BOOL || r->type == STRICT)
		snprintf(text, TEXT_BYTES, "%d", (int)value);
	else if (value == r->def)
		return "auto";
	else if (r->type == BYTES)
		format_bytes(text, value);
	else
		snprintf(text, TEXT_BYTES, "%" PRIu64, value);
	return text;
}

static const char *
format_report(char *text, const char *report)
{
	if (!report || !*report)
		return report ? "1" : "0";
	snprintf(text, TEXT_BYTES, JSON "%s", report);
	return text;
}

void
ocr_settings_print(const struct ocr_settings *s, FILE *out)
{
	char text[TEXT_BYTES];
	const char *shown;
	unsigned i;

	for (i = 0; i < OCR_SETTINGS; i++) {
		const struct row *r = &rows[i];
		const void *field = field_of(s, r);

		switch (r->type) {
		case U32:
		case WORD:
		case STRICT:
			shown = format_value(text, r, *(const uint32_t *)field);
			break;
		case BYTES:
			shown = format_value(text, r, *(const uint64_t *)field);
			break;
		case BOOL:
			shown = format_value(text, r, *(const bool *)field);
			break;
		case REPORT:
			shown = format_report(text,
					      *(const char *const *)field);
			break;
		default:
			shown = *(const char *const *)field;
			break;
		}
		fprintf(out, "  %-16s %-16s %s\n", r->name,
			shown ? shown : "none",
			s->set[i] ? "environment" : "default");
	}
}

void
ocr_settings_help(FILE *out)
{
	char text[TEXT_BYTES];
	unsigned i;

	for (i = 0; i < OCR_SETTINGS; i++) {
		const struct row *r = &rows[i];

		fprintf(out, "  %-16s %s (default: %s)\n", r->name, r->help,
			r->type == STRING   ? "none"
			: r->type == REPORT ? "0"
					    : format_value(text, r, r->def));
	}
}
