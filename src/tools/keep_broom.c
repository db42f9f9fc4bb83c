/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_broom.c - see keep_broom.h.
 *
 * The folder is FILES/ompi.HOST.UID/pid.PID, and with it goes the one above
 * when no other job of this user has something there.
 */
#define _GNU_SOURCE /* nftw, close_range */
#include "src/tools/keep_broom.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Folders that are open at once. */
#define DEPTH 8

/* As Open MPI looks for it. */
static const char *
find_files(void)
{
	static const char *const names[] = {"OMPI_MCA_orte_tmpdir_base",
					    "OMPI_MCA_orte_local_tmpdir_base",
					    "TMPDIR", "TEMP", "TMP"};
	const char *folder;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if ((folder = getenv(names[i])) != NULL && *folder != 0)
			return folder;
	return "/tmp";
}

static int
drop(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	(void)st, (void)kind, (void)at;
	remove(path); /* what cannot be removed stays */
	return 0;
}

/* Only what is this user's own, and no link to elsewhere. */
static void
sweep(const char *host, pid_t launcher)
{
	char above[PATH_MAX], folder[PATH_MAX];
	struct stat st;
	int n = snprintf(above, sizeof(above), "%s/ompi.%s.%u", find_files(),
			 host, (unsigned)geteuid());

	if (n < 0 || (size_t)n >= sizeof(above))
		return;
	n = snprintf(folder, sizeof(folder), "%s/pid.%ld", above,
		     (long)launcher);
	if (n < 0 || (size_t)n >= sizeof(folder) || lstat(folder, &st) != 0 ||
	    !S_ISDIR(st.st_mode) || st.st_uid != geteuid())
		return;
	nftw(folder, drop, DEPTH, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
	rmdir(above);
}

/* It writes nothing, and holds nothing that others wait for. */
static _Noreturn void
be_broom(pid_t launcher, int pidfd)
{
	struct pollfd fd = {.fd = pidfd, .events = POLLIN};
	char host[256] = "";

	while (poll(&fd, 1, -1) < 0 && errno == EINTR)
		;
	gethostname(host, sizeof(host) - 1);
	sweep(host, launcher);
	/* Open MPI takes the name up to the first dot, if not told otherwise.
	 */
	host[strcspn(host, ".")] = 0;
	sweep(host, launcher);
	_exit(0);
}

static void
let_go_of_all_but(int fd)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	for (int i = STDIN_FILENO; null >= 0 && i <= STDERR_FILENO; i++)
		dup2(null, i);
	if (fd > STDERR_FILENO + 1)
		syscall(SYS_close_range, STDERR_FILENO + 1, fd - 1, 0);
	syscall(SYS_close_range, fd + 1, ~0u, 0);
}

void
ocr_keep_broom(pid_t launcher)
{
	int fd = (int)syscall(SYS_pidfd_open, launcher, 0);
	sigset_t all;

	if (fd < 0)
		return;
	if (fork() == 0) {
		/* What ends the job does not end this. */
		sigfillset(&all);
		sigprocmask(SIG_SETMASK, &all, NULL);
		let_go_of_all_but(fd);
		be_broom(launcher, fd);
	}
	close(fd);
}
