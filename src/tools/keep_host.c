/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_host.c - see keep_host.h.
 *
 *   mpirun ... ssh HOST  ->  front  the one that ssh waits for
 *                              |  a pipe: exit status
 *                            keeper  of the host
 *                              |
 *                            daemon  ends at once, its child goes on;
 *                              |     orphans come to the keeper
 *                            nodes
 *
 *   a node is stopped         said and killed after so many seconds, and some
 *                             for the others, if they have not noticed: it may
 *                             not have met them yet, or they have ended
 *   the daemon ends before    the front ends with 1, so that mpirun, which
 *   it has called             would wait for it without end, knows
 *   nobody answers it         it is killed, and its nodes end with it
 *   it waits for itself, or   the same (keep_launcher.h); mpirun, which waits
 *   stands in a handler       for what it says, sees that
 *   it has called             the front ends with 0, and ssh
 *   SIGTERM                   the daemon is killed
 *   the daemon is gone        what it has left is ended after GRACE_MS
 */
#define _GNU_SOURCE /* pipe2 */
#include "src/tools/keep_host.h"

#include "fabric/clock.h"
#include "src/tools/keep_launcher.h"
#include "src/tools/keep_nodes.h"
#include "src/tools/keep_say.h"
#include "src/tools/keep_wire.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define NEW_MS	 5
#define LOOK_MS	 500
#define GRACE_MS 2000

struct host {
	int64_t patience_ms; /* 0: without end */
	struct keep_nodes *nodes;
	struct keep_wire wire;
	struct keep_launcher judged; /* the daemon */
	struct keep_voice voice;     /* of it */
	int64_t looked_ms;	     /* at it */
	bool are_doubted;	     /* its processes */
	sigset_t before;
	int signals;
	int front; /* the pipe to it; -1: it knows */
	pid_t first, daemon;
	int status; /* of the first, as its exit status */
};

/* -- The front ------------------------------------------------------------- */

static int
be_front(int from, pid_t keeper)
{
	unsigned char status;
	ssize_t n;

	while ((n = read(from, &status, 1)) < 0 && errno == EINTR)
		;
	if (n == 1)
		return status;
	waitpid(keeper, NULL, WNOHANG);
	return 1;
}

/* It ends, and ssh, which waits for its output to be closed as well. */
static void
tell_front(struct host *h, int status)
{
	unsigned char byte = (unsigned char)status;
	int null;

	if (h->front < 0)
		return;
	null = open("/dev/null", O_RDWR | O_CLOEXEC);
	for (int fd = 0; null >= 0 && fd <= STDERR_FILENO; fd++)
		dup2(null, fd);
	if (null > STDERR_FILENO)
		close(null);
	/* If it is gone, so is who wanted to know. */
	if (write(h->front, &byte, 1) < 0)
		errno = 0;
	close(h->front);
	h->front = -1;
}

/* -- The daemon ------------------------------------------------------------ */

static void
take_child(void *ctx, pid_t child)
{
	struct host *h = ctx;

	if (h->daemon == 0)
		h->daemon = child;
}

/* The first has left the work to another one, who is this process's child. */
static void
follow(struct host *h)
{
	h->daemon = 0;
	if (h->status == 0)
		ocr_keep_each_child(getpid(), take_child, h);
	if (h->daemon == 0)
		tell_front(h, h->status);
	/* A look may have found it as the first's child. */
	ocr_keep_nodes_leave_out(h->nodes, h->daemon);
}

static void
on_signal(struct host *h)
{
	struct signalfd_siginfo s;
	int status;
	pid_t pid;

	if (read(h->signals, &s, sizeof(s)) != sizeof(s))
		return;
	if (s.ssi_signo == SIGTERM && h->daemon != 0)
		kill(h->daemon, SIGKILL);
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid != h->daemon)
			continue;
		h->daemon = 0;
		if (pid != h->first)
			continue;
		h->status = WIFEXITED(status) ? WEXITSTATUS(status)
					      : 128 + WTERMSIG(status);
		follow(h);
	}
}

/* A node that dies while it starts may leave a lock in it that nobody opens. */
static bool
stands(struct host *h)
{
	struct keep_reason why = {
		.are_gone = ocr_keep_nodes_are_gone(h->nodes),
	};

	if (ocr_clock_ms() - h->looked_ms < KEEP_LOOK_MS)
		return false;
	h->looked_ms = ocr_clock_ms();
	h->are_doubted = ocr_keep_nodes_end_handling(h->nodes);
	if (h->judged.pid != h->daemon)
		h->judged = (struct keep_launcher){.pid = h->daemon};
	return ocr_keep_launcher_look(&h->judged, why) != KEEP_WORKS;
}

/* It is connected, and what it has said arrives: where large packets get lost
 * it connects, and its first words never do; killed for that, it ends without a
 * word that mpirun hears, but for its front's.  One that stays in the
 * foreground is waited for by ssh. */
static bool
has_called(struct host *h)
{
	return h->front >= 0 && h->daemon != h->first &&
	       ocr_keep_voice_look(&h->voice, h->daemon);
}

static void
look_at_daemon(struct host *h)
{
	const char *peer = "";

	ocr_keep_nodes_find(h->nodes, h->daemon);
	if (stands(h)) {
		ocr_keep_say("the job's daemon here (pid %ld) hangs; it is "
			     "killed",
			     (long)h->daemon);
		kill(h->daemon, SIGKILL);
		return;
	}
	if (has_called(h))
		tell_front(h, 0);
	if (h->patience_ms != 0 && ocr_keep_wire_look(&h->wire, h->daemon,
						      &peer) >= h->patience_ms) {
		ocr_keep_say("%s has not answered for %lld s (OCR_SILENCE_S); "
			     "the job's daemon here (pid %ld) is killed",
			     peer, (long long)(h->patience_ms / 1000),
			     (long)h->daemon);
		kill(h->daemon, SIGKILL);
	}
}

static int
patience_ms(const struct host *h)
{
	if (ocr_keep_nodes_are_new(h->nodes))
		return NEW_MS;
	if (!ocr_keep_nodes_live(h->nodes) || h->are_doubted ||
	    ocr_keep_launcher_is_doubted(&h->judged))
		return KEEP_LOOK_MS;
	return h->front >= 0 ? LOOK_MS : -1;
}

static void
keep_daemon(struct host *h)
{
	struct pollfd fds[] = {
		{.fd = h->signals, .events = POLLIN},
		{.fd = ocr_keep_nodes_fd(h->nodes), .events = POLLIN},
	};

	while (h->daemon != 0) {
		poll(fds, sizeof(fds) / sizeof(*fds), patience_ms(h));
		if (fds[1].revents)
			ocr_keep_nodes_hear(h->nodes);
		if (fds[0].revents)
			on_signal(h);
		if (h->daemon != 0)
			look_at_daemon(h);
	}
	tell_front(h, 1);
}

/* -- The end --------------------------------------------------------------- */

static void
end_child(void *ctx, pid_t child)
{
	(void)ctx;
	kill(child, SIGKILL);
}

/* Nodes whose daemon is gone end by themselves. */
static void
end_orphans(struct host *h)
{
	struct pollfd fd = {.fd = h->signals, .events = POLLIN};
	int64_t end = ocr_clock_ms() + GRACE_MS, ms;
	pid_t pid;

	while ((pid = waitpid(-1, NULL, WNOHANG)) >= 0) {
		if (pid > 0)
			continue;
		ms = end - ocr_clock_ms();
		if (ms <= 0)
			ocr_keep_each_child(getpid(), end_child, NULL);
		if (poll(&fd, 1, ms > 0 ? (int)ms : LOOK_MS) > 0)
			on_signal(h);
	}
}

/* -- The begin ------------------------------------------------------------- */

static int
be_keeper(struct host *h, char **argv)
{
	sigset_t set;

	setsid(); /* what ends ssh's processes does not end this one */
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, &h->before);
	signal(SIGCHLD, SIG_DFL);
	signal(SIGPIPE, SIG_IGN);
	h->signals = signalfd(-1, &set, SFD_CLOEXEC);
	if (h->signals < 0 ||
	    ocr_keep_nodes_open(&h->nodes,
				(unsigned)(h->patience_ms / 1000)) != 0)
		return 126;
	ocr_keep_nodes_are_elsewhere(h->nodes);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	h->first = fork();
	if (h->first < 0)
		return 126;
	if (h->first == 0) {
		signal(SIGPIPE, SIG_DFL);
		sigprocmask(SIG_SETMASK, &h->before, NULL);
		execvp(argv[0], argv);
		ocr_keep_say("%s: %s", argv[0], strerror(errno));
		_exit(errno == ENOENT ? 127 : 126);
	}
	h->daemon = h->first;
	keep_daemon(h);
	end_orphans(h);
	return 0;
}

int
ocr_keep_host(char **argv)
{
	struct host h = {.patience_ms = 1000 * strtol(argv[0], NULL, 10)};
	int ends[2];
	pid_t keeper;

	if (argv[1] == NULL || pipe2(ends, O_CLOEXEC) != 0)
		return 126;
	keeper = fork();
	if (keeper < 0)
		return 126;
	if (keeper != 0) {
		close(ends[1]);
		return be_front(ends[0], keeper);
	}
	close(ends[0]);
	h.front = ends[1];
	return be_keeper(&h, argv + 1);
}
