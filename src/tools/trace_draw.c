/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_draw.c - see trace_draw.h. */
#include "src/tools/trace_draw.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Reads from `in`, writes to `to`.  0 or an errno. */
static int
start(pid_t *pid, int in, int to)
{
	char *const argv[] = {(char[]){"dot"}, (char[]){"-Tsvg"}, NULL};
	posix_spawn_file_actions_t actions;
	int err = posix_spawn_file_actions_init(&actions);

	if (err)
		return err;
	err = posix_spawn_file_actions_adddup2(&actions, in, 0);
	if (!err)
		err = posix_spawn_file_actions_adddup2(&actions, to, 1);
	if (!err)
		err = posix_spawnp(pid, "dot", &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return err;
}

static int
say(int err)
{
	if (err == ENOENT)
		fprintf(stderr,
			"ocrtrace: --svg needs the program `dot` of Graphviz, "
			"which is not there (Debian: apt-get install "
			"graphviz); --dot writes what it draws\n");
	else
		fprintf(stderr, "ocrtrace: dot cannot be started: %s\n",
			strerror(err));
	return -1;
}

/* How did it end? */
static int
wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	fprintf(stderr, "ocrtrace: dot has not drawn it: %s %d\n",
		WIFEXITED(status) ? "status" : "signal",
		WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
	return -1;
}

int
ocr_trace_draw(int (*fn)(const void *arg, FILE *dot), const void *arg,
	       FILE *out)
{
	int ends[2], err;
	FILE *dot;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return say(errno);
	err = start(&pid, ends[0], fileno(out));
	close(ends[0]);
	if (err) {
		close(ends[1]);
		return say(err);
	}
	/* It says itself why it ends early. */
	signal(SIGPIPE, SIG_IGN);
	dot = fdopen(ends[1], "w");
	err = dot ? fn(arg, dot) : -1;
	if (dot)
		fclose(dot);
	else
		close(ends[1]);
	return wait_for(pid) || err ? -1 : 0;
}
