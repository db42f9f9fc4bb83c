/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz_options.c - reads any lines as the arguments of an app; linked with the
 * options of one app after the other. */
#include "apps/common/cli.h"
#include "tests/fuzz/target.h"

#include <string.h>

#define MAX_ARGUMENTS 64

extern const struct cli options_cli;

/* More than any app's. */
static union {
	max_align_t align;
	unsigned char bytes[1 << 16];
} room;

/* Cuts the text, which ends with a zero, into words. */
static int
cut(char *text, char **argv)
{
	static char name[] = "app";
	int argc = 0;

	argv[argc++] = name;
	while (text && argc < MAX_ARGUMENTS)
		argv[argc++] = strsep(&text, "\n");
	return argc;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *argv[MAX_ARGUMENTS];
	char *text = malloc(size + 1);
	int argc;

	must(text);
	memcpy(text, data, size);
	text[size] = 0;
	argc = cut(text, argv);
	cli_parse(&options_cli, &room, argc, argv, true);
	free(text);
	return 0;
}
