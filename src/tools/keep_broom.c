/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_broom.c - see keep_broom.h.
 *
 * The folder is FILES/ompi.HOST.UID/pid.PID, and with it goes the one above
 * when no other job of this user has something there.
 */
#define _GNU_SOURCE /* nftw */
#include "src/tools/keep_broom.h"

#include "fabric/death.h"
#include "src/tools/keep_say.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Who was killed together with the launcher has ended by then, or has said that
 * he was not: on a crowded machine either may take long. */
#define KEEPER_MS 30000

/* Folders that are open at once. */
#define DEPTH 8

/* The keeper's end of what it tells this process by; -1: there is none. */
static int word = -1;

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

static void
wait_for_end(int pidfd)
{
	struct pollfd fd = {.fd = pidfd, .events = POLLIN};

	while (poll(&fd, 1, -1) < 0 && errno == EINTR)
		;
}

/* It has seen the end of the launcher: true.  It has ended without a word. */
static bool
is_heard(int words)
{
	struct pollfd fd = {.fd = words, .events = POLLIN};
	char byte;

	return poll(&fd, 1, KEEPER_MS) <= 0 || read(words, &byte, 1) == 1;
}

/* It ends after the launcher, and by itself; or with it. */
static void
look_at_keeper(pid_t keeper, int pidfd, int words)
{
	struct pollfd fd = {.fd = pidfd, .events = POLLIN};
	char text[OCR_DEATH_TEXT];
	int how;

	if (is_heard(words) || poll(&fd, 1, KEEPER_MS) <= 0)
		return;
	how = ocr_death_read(pidfd, (uint32_t)keeper);
	ocr_keep_say("it (pid %ld) %s itself; the launcher and the job end "
		     "with it",
		     (long)keeper, ocr_death_text(how, text));
}

static _Noreturn void
be_broom(pid_t keeper, int keeper_fd, pid_t launcher, int launcher_fd,
	 int words)
{
	char host[256] = "";

	wait_for_end(launcher_fd);
	gethostname(host, sizeof(host) - 1);
	sweep(host, launcher);
	/* Open MPI takes the name up to the first dot, if not told otherwise.
	 */
	host[strcspn(host, ".")] = 0;
	sweep(host, launcher);
	look_at_keeper(keeper, keeper_fd, words);
	_exit(0);
}

/* What ends the job does not end this, nor who kills it as a group. */
static void
stand_aside(void)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	sigset_t all;

	setpgid(0, 0);
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	/* Others may wait for the end of what these lead to. */
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
}

void
ocr_keep_broom(pid_t launcher)
{
	pid_t self = getpid();
	int own = (int)syscall(SYS_pidfd_open, self, 0);
	int fd = (int)syscall(SYS_pidfd_open, launcher, 0);
	int ends[2] = {-1, -1};

	/* The launcher, which is there, has none of them. */
	if (own >= 0 && fd >= 0 &&
	    !socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) &&
	    fork() == 0) {
		close(ends[0]);
		stand_aside();
		be_broom(self, own, launcher, fd, ends[1]);
	}
	word = ends[0];
	if (ends[1] >= 0)
		close(ends[1]);
	if (own >= 0)
		close(own);
	if (fd >= 0)
		close(fd);
}

void
ocr_keep_broom_let(void)
{
	if (word >= 0)
		send(word, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}
