/* SPDX-License-Identifier: BSD-3-Clause */
/* settings.h - what the user sets: variables of the environment, OCR_*.
 *
 * settings.def has one row per knob, which makes the field below, the reading
 * of the variable, its line in ocrinfo and its help.
 * Promise: either all values are good, or nothing starts.
 * Threads: reading, while no other thread changes the environment.
 */
#ifndef SRC_BASE_SETTINGS_H
#define SRC_BASE_SETTINGS_H

#include "fabric/seal.h"
#include "fabric/window.h"
#include "src/base/protocol.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef uint32_t ocr_setting_U32_t;
typedef uint64_t ocr_setting_BYTES_t;
typedef bool ocr_setting_BOOL_t;
typedef uint32_t ocr_setting_WORD_t;
typedef uint32_t ocr_setting_STRICT_t;	  /* enum ocr_strictness */
typedef const char *ocr_setting_STRING_t; /* the environment's, or NULL */
/* NULL: no; "": yes; else the environment's FILE of json:FILE. */
typedef const char *ocr_setting_REPORT_t;

enum ocr_strictness { OCR_STRICT_NO, OCR_STRICT_YES, OCR_STRICT_RACES };

/* A row's number: OCR_SETTING_workers, ... */
enum ocr_setting {
#define OCR_SETTING(type, field, env, def, max, help) OCR_SETTING_##field,
#include "src/base/settings.def"
#undef OCR_SETTING
	OCR_SETTINGS
};

/* For keep: not set, by how many nodes there are. */
#define OCR_KEEP_AUTO UINT32_MAX
/* For spin_us: not set, the scheduler chooses. */
#define OCR_SPIN_AUTO UINT32_MAX

enum ocr_look_signal {
	OCR_LOOK_NONE,
	OCR_LOOK_USR1,
	OCR_LOOK_USR2,
	OCR_LOOK_QUIT
};

struct ocr_settings {
#define OCR_SETTING(type, field, env, def, max, help)                          \
	ocr_setting_##type##_t field;
#include "src/base/settings.def"
#undef OCR_SETTING
	/* Which came from the environment; the others are defaults. */
	bool set[OCR_SETTINGS];
};

/* Reads the environment; an empty variable is as good as none.  Every bad
 * value is reported on standard error, with what would be accepted, and keeps
 * its default.  0, or -EINVAL if there was one. */
int ocr_settings_read(struct ocr_settings *s);

/* Calls tell() for each variable of this environment, as environ is, that is no
 * setting but nearly one: a slip or two away, or in other letters' case. */
void ocr_settings_near(char *const *environment,
		       void (*tell)(void *ctx, const char *name,
				    const char *meant),
		       void *ctx);

/* The signal upon which a job says what it does, or 0. */
int ocr_settings_signal(const struct ocr_settings *s);

/* One line per setting: name, value, where the value comes from. */
void ocr_settings_print(const struct ocr_settings *s, FILE *out);

/* One line per setting: name, default, help. */
void ocr_settings_help(FILE *out);

#endif
