/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_say.c - see keep_say.h. */
#include "src/tools/keep_say.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static void
put(int fd, const char *fmt, va_list ap)
{
	char line[768];

	vsnprintf(line, sizeof(line), fmt, ap);
	dprintf(fd, "ocrrun: %s\n", line);
}

void
ocr_keep_say(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put(STDERR_FILENO, fmt, ap);
	va_end(ap);
}

/* Whoever should read there may not. */
void
ocr_keep_say_by(pid_t pid, const char *fmt, ...)
{
	char path[64];
	int fd = STDERR_FILENO;
	va_list ap;

	snprintf(path, sizeof(path), "/proc/%ld/fd/2", (long)pid);
	if (pid != 0)
		fd = open(path, O_WRONLY | O_APPEND | O_NOCTTY | O_NONBLOCK |
					O_CLOEXEC);
	if (fd < 0)
		return;
	va_start(ap, fmt);
	put(fd, fmt, ap);
	va_end(ap);
	if (pid != 0)
		close(fd);
}
