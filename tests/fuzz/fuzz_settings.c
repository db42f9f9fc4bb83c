/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz_settings.c - reads any text as the variables of the environment.
 *
 * An input is lines: a byte that chooses the variable, its value.  Settings
 * that are taken are printed, and what is printed is taken again.
 */
#include "fabric/launcher.h"
#include "src/base/settings.h"
#include "src/dri/world/options.h"
#include "tests/fuzz/target.h"

#include <string.h>

static const char *const names[] = {
#define OCR_SETTING(type, field, env, def, max, help) #env,
#include "src/base/settings.def"
#undef OCR_SETTING
	"OCR_DRI_BY_NETWORK", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID",
	"SLURM_NTASKS",	      "SLURM_STEP_ID",	      "PMI_SIZE",
	"PMI_RANK",	      "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK",
	"PALS_SIZE",	      "PALS_RANKID",	      "FLUX_JOB_SIZE",
	"FLUX_TASK_RANK",
};
#define NAMES (sizeof(names) / sizeof(*names))

#define MAX_ARGUMENTS 16

static void
set(const char *line)
{
	setenv(names[(unsigned char)*line % NAMES], line + 1, 1);
}

static void
clear(void)
{
	for (size_t i = 0; i < NAMES; i++)
		unsetenv(names[i]);
}

/* "  NAME  value  where": the value is taken again. */
static void
set_printed(char *line)
{
	char name[64], value[64], where[64];

	if (sscanf(line, "%63s %63s %63s", name, value, where) == 3 &&
	    !strcmp(where, "environment"))
		setenv(name, value, 1);
}

static bool
is_text(enum ocr_setting i)
{
	return i == OCR_SETTING_provider || i == OCR_SETTING_interface;
}

static void
must_be_same(const struct ocr_settings *a, const struct ocr_settings *b)
{
	struct ocr_settings x = *a, y = *b;

	x.provider = y.provider = x.interface = y.interface = NULL;
	for (unsigned i = 0; i < OCR_SETTINGS; i++)
		if (is_text((enum ocr_setting)i))
			x.set[i] = y.set[i] = false;
#define OCR_SETTING(type, field, env, def, max, help)                          \
	must(x.field == y.field &&                                             \
	     x.set[OCR_SETTING_##field] == y.set[OCR_SETTING_##field]);
#include "src/base/settings.def"
#undef OCR_SETTING
}

static void
print_and_read_again(const struct ocr_settings *s)
{
	struct ocr_settings again;
	char *text = NULL, *at, *line;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	must(out);
	ocr_settings_print(s, out);
	must(!fclose(out));
	clear();
	at = text;
	while ((line = strsep(&at, "\n")))
		set_printed(line);
	must(!ocr_settings_read(&again));
	must_be_same(s, &again);
	free(text);
}

/* libdri takes arguments as well: those from a line that begins with '-'. */
static void
read_dri(char **argv, int argc)
{
	struct dri_options o;
	int before = argc;

	if (!ocr_dri_options_read(&o, &argc, &argv))
		must(argc >= 1 && argc <= before && !argv[argc]);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char program[] = "program";
	char *argv[MAX_ARGUMENTS + 2] = {program};
	char *text = malloc(size + 1), *at = text, *line;
	struct ocr_settings s;
	int argc = 1;

	must(text);
	memcpy(text, data, size);
	text[size] = 0;
	clear();
	while ((line = strsep(&at, "\n"))) {
		if (*line == '-' && argc <= MAX_ARGUMENTS)
			argv[argc++] = line;
		else if (*line)
			set(line);
	}
	ocr_launcher_check();
	read_dri(argv, argc);
	if (!ocr_settings_read(&s) && !s.provider && !s.interface)
		print_and_read_again(&s);
	clear();
	free(text);
	return 0;
}
