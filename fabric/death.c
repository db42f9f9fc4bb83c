/* SPDX-License-Identifier: BSD-3-Clause */
/* death.c - see death.h. */
#define _GNU_SOURCE /* sigabbrev_np */
#include "fabric/death.h"

#include "fabric/proc_stat.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>

/* As <linux/pidfd.h> has them since 6.15, in the layout of the first version.
 */
struct pidfd_status {
	uint64_t mask, cgroup;
	uint32_t pid, tgid, ppid, ids[8];
	int32_t status;
};
#define GET_STATUS _IOWR(0xff, 11, struct pidfd_status)
#define HAS_STATUS (UINT64_C(1) << 3)

/* While it waits for its parent. */
static int
read_left(uint32_t pid)
{
	struct ocr_proc_stat s;

	if (ocr_proc_stat_read((pid_t)pid, &s) != 0 ||
	    !ocr_proc_stat_has_ended(&s) || s.how == 0)
		return OCR_DEATH_UNKNOWN;
	return s.how;
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
