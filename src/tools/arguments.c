/* SPDX-License-Identifier: BSD-3-Clause */
/* arguments.c - see arguments.h. */
#include "src/tools/arguments.h"

#include <stdlib.h>
#include <string.h>

/* The option that this argument begins with, up to a '='; or NULL. */
static const char *
option_of(const char *argument, const char *const *with_value)
{
	size_t len = strcspn(argument, "=");

	for (; *with_value && argument[len]; with_value++)
		if (strlen(*with_value) == len &&
		    strncmp(argument, *with_value, len) == 0)
			return *with_value;
	return NULL;
}

char **
ocr_arguments_split(int *argc, char **argv, const char *const *with_value)
{
	char **all = calloc(2 * (size_t)*argc + 1, sizeof(*all));
	const char *option;
	int n = 0;

	for (int i = 0; all && i < *argc; i++) {
		option = i ? option_of(argv[i], with_value) : NULL;
		if (option) {
			all[n++] = (char *)option;
			all[n++] = strchr(argv[i], '=') + 1;
		} else {
			all[n++] = argv[i];
		}
	}
	*argc = n;
	return all;
}
