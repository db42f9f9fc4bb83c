/* SPDX-License-Identifier: BSD-3-Clause */
/* proc_stat.c - see proc_stat.h. */
#include "fabric/proc_stat.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The number of bytes, or -errno. */
static ssize_t
read_text(pid_t pid, char *text, size_t room)
{
	char path[32];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return errno == ENOENT ? -ESRCH : -errno;
	n = read(fd, text, room - 1);
	if (n < 0)
		n = -errno;
	close(fd);
	text[n > 0 ? n : 0] = 0;
	return n;
}

int
ocr_proc_stat_read(pid_t pid, struct ocr_proc_stat *s)
{
	struct ocr_proc_stat found;
	uint64_t user, kernel;
	const char *behind;
	char text[1024];
	ssize_t n = read_text(pid, text, sizeof(text));

	if (n < 0)
		return (int)n;
	/* The name before it may have brackets of its own. */
	behind = strrchr(text, ')');
	if (behind == NULL ||
	    sscanf(behind,
		   ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %" SCNu64
		   " %" SCNu64 " %*d %*d %*d %*d %*d %*d %" SCNu64,
		   &found.state, &user, &kernel, &found.born) != 4)
		return -EPROTO;
	found.ticks = user + kernel;
	found.how = atoi(strrchr(behind, ' ') + 1);
	*s = found;
	return 0;
}

bool
ocr_proc_stat_has_ended(const struct ocr_proc_stat *s)
{
	return s->state == 'Z' || s->state == 'X';
}
