/* SPDX-License-Identifier: BSD-3-Clause */
/* death.c - see death.h. */
#define _GNU_SOURCE /* sigabbrev_np */
#include "fabric/death.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* As <linux/pidfd.h> has them since 6.15, in the layout of the first version.
 */
struct pidfd_status {
	uint64_t mask, cgroup;
	uint32_t pid, tgid, ppid, ids[8];
	int32_t status;
};
#define GET_STATUS _IOWR(0xff, 11, struct pidfd_status)
#define HAS_STATUS (UINT64_C(1) << 3)

/* The last field of what /proc has of a process that waits for its parent; 0 is
 * also what those get who may not know. */
static int
read_left(uint32_t pid)
{
	char path[32], text[1024], state;
	const char *behind, *last;
	ssize_t n;
	int fd, how;

	snprintf(path, sizeof(path), "/proc/%u/stat", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return OCR_DEATH_UNKNOWN;
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	if (n <= 0)
		return OCR_DEATH_UNKNOWN;
	text[n] = 0;
	/* The name before it may have brackets of its own. */
	behind = strrchr(text, ')');
	last = strrchr(text, ' ');
	if (behind == NULL || sscanf(behind, ") %c", &state) != 1 ||
	    (state != 'Z' && state != 'X'))
		return OCR_DEATH_UNKNOWN;
	how = atoi(last + 1);
	return how != 0 ? how : OCR_DEATH_UNKNOWN;
}

/* Known once the parent has asked. */
static int
read_kept(int pidfd)
{
	struct pidfd_status s = {.mask = HAS_STATUS};

	if (pidfd < 0 || ioctl(pidfd, GET_STATUS, &s) != 0 ||
	    (s.mask & HAS_STATUS) == 0)
		return OCR_DEATH_UNKNOWN;
	return s.status;
}

/* In the order in which the system forgets the one and knows the other. */
int
ocr_death_read(int pidfd, uint32_t pid)
{
	int how = read_left(pid);

	return how != OCR_DEATH_UNKNOWN ? how : read_kept(pidfd);
}

const char *
ocr_death_text(int how, char *buf)
{
	const char *name;

	if (how == OCR_DEATH_UNKNOWN || (!WIFEXITED(how) && !WIFSIGNALED(how)))
		snprintf(buf, OCR_DEATH_TEXT, "died");
	else if (WIFEXITED(how))
		snprintf(buf, OCR_DEATH_TEXT, "ended with status %d",
			 WEXITSTATUS(how));
	else if ((name = sigabbrev_np(WTERMSIG(how))) != NULL)
		snprintf(buf, OCR_DEATH_TEXT, "was killed by signal %d (SIG%s)",
			 WTERMSIG(how), name);
	else
		snprintf(buf, OCR_DEATH_TEXT, "was killed by signal %d",
			 WTERMSIG(how));
	return buf;
}
