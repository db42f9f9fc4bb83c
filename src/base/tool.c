/* SPDX-License-Identifier: BSD-3-Clause */
/* tool.c - see tool.h. */
#include "src/base/tool.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool
can_run(const char *path)
{
	return !access(path, X_OK);
}

static bool
find_in_build(const char *name, char *path, size_t bytes)
{
	const char *slash;
	Dl_info i;

	if (!dladdr((const void *)(uintptr_t)can_run, &i) || !i.dli_fname)
		return false;
	slash = strrchr(i.dli_fname, '/');
	if (!slash)
		return false;
	snprintf(path, bytes, "%.*s/../bin/%s", (int)(slash - i.dli_fname),
		 i.dli_fname, name);
	return can_run(path);
}

bool
ocr_tool_find(const char *name, const char *installed, char *path, size_t bytes)
{
	if (find_in_build(name, path, bytes))
		return true;
	snprintf(path, bytes, "%s", installed);
	return can_run(path);
}
