/* SPDX-License-Identifier: BSD-3-Clause */
/* limit.c - limit SECONDS COMMAND [ARGUMENT...]
 *
 * Runs COMMAND and ends it, with all of its process group, after SECONDS. These
 * are seconds of a machine that nobody else wants: where more threads want to
 * run than there are processors, a second counts as the part of it that one
 * thread gets.  So a test that hangs is ended, and one that only waits for its
 * turn is not.  What its processes do then is told.
 *
 * The exit status is the command's, 128 and the signal's number if one ended
 * it, 124 if it was ended here, 125 if it could not be started.
 */
#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TICK_MS 250
#define KILL_S	5 /* from SIGTERM to SIGKILL */

/* What one thread gets of a second: threads that run or want to against
 * processors. */
static double
share(void)
{
	FILE *f = fopen("/proc/loadavg", "re");
	unsigned running = 0;
	cpu_set_t cpus;
	double n = 1;

	if (!sched_getaffinity(0, sizeof(cpus), &cpus))
		n = CPU_COUNT(&cpus);
	if (f) {
		if (fscanf(f, "%*f %*f %*f %u", &running) != 1)
			running = 0;
		fclose(f);
	}
	return running > n ? n / running : 1;
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* What stands behind `key` in the file, on the line that begins with it; of a
 * file without keys the first line. */
static void
show_line(const char *path, const char *key)
{
	FILE *f = fopen(path, "re");
	char line[256];

	while (f && fgets(line, sizeof(line), f)) {
		if (strncmp(line, key, strlen(key)) != 0)
			continue;
		line[strcspn(line, "\n")] = 0;
		fprintf(stderr, " %s", line);
		break;
	}
	if (f)
		fclose(f);
}

/* What a thread does: its state, how often it has run, in which system call it
 * is, and where in the kernel it waits. */
static void
show_thread(const char *pid, const char *thread)
{
	static const struct {
		const char *name, *key;
	} lines[] = {
		{"comm", ""},
		{"status", "State:"},
		{"status", "voluntary_ctxt_switches:"},
		{"syscall", ""},
		{"wchan", ""},
	};
	char path[64];

	fprintf(stderr, "limit:     %.20s:", thread);
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		snprintf(path, sizeof(path), "/proc/%.20s/task/%.20s/%s", pid,
			 thread, lines[i].name);
		show_line(path, lines[i].key);
	}
	fputc('\n', stderr);
}

static void
show_process(const char *pid)
{
	char path[64];
	struct dirent *e;
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%.20s/cmdline", pid);
	fprintf(stderr, "limit: process %.20s", pid);
	show_line(path, "");
	fputc('\n', stderr);
	snprintf(path, sizeof(path), "/proc/%.20s/task", pid);
	d = opendir(path);
	while (d && (e = readdir(d)))
		if (e->d_name[0] != '.')
			show_thread(pid, e->d_name);
	if (d)
		closedir(d);
}

static long
parent_of(long pid)
{
	char path[64], line[256];
	long parent = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%ld/status", pid);
	f = fopen(path, "re");
	while (f && !parent && fgets(line, sizeof(line), f))
		sscanf(line, "PPid: %ld", &parent);
	if (f)
		fclose(f);
	return parent;
}

/* Who hangs, and where: all that the command has started. */
static void
show_all(void)
{
	DIR *d = opendir("/proc");
	struct dirent *e;
	long up;

	while (d && (e = readdir(d))) {
		up = strtol(e->d_name, NULL, 10);
		while (up > 1 && up != getpid())
			up = parent_of(up);
		if (up == getpid() && strtol(e->d_name, NULL, 10) != up)
			show_process(e->d_name);
	}
	if (d)
		closedir(d);
}

/* A signal to the group reaches this process as well. */
static void
signal_group(int sig)
{
	signal(sig, SIG_IGN);
	kill(0, sig);
}

static int
status_of(int wait_status)
{
	return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status)
					: WEXITSTATUS(wait_status);
}

static int
wait_for(pid_t child, double limit_s, const sigset_t *signals,
	 char *const *command)
{
	const struct timespec tick = {.tv_nsec = TICK_MS * 1000000};
	double begin = now(), last = begin, used = 0, ended = 0;
	int status, sig;

	for (;;) {
		sig = sigtimedwait(signals, NULL, &tick);
		if (waitpid(child, &status, WNOHANG) == child)
			return ended > 0 ? 124 : status_of(status);
		if (sig > 0 && sig != SIGCHLD)
			signal_group(sig);
		used += (now() - last) * share();
		last = now();
		if (ended > 0 && used - ended > KILL_S)
			kill(0, SIGKILL);
		if (ended > 0 || used < limit_s)
			continue;
		fprintf(stderr,
			"limit: no end after %.0f s (%.0f s of this crowded "
			"machine), so SIGTERM goes to %s\n",
			used, last - begin, command[0]);
		show_all();
		ended = used;
		signal_group(SIGTERM);
		kill(0, SIGCONT);
	}
}

int
main(int argc, char **argv)
{
	static const int passed_on[] = {SIGTERM, SIGINT,  SIGHUP,
					SIGQUIT, SIGUSR1, SIGUSR2};
	double limit_s = argc > 2 ? strtod(argv[1], NULL) : 0;
	sigset_t signals, before;
	pid_t child;

	if (limit_s <= 0) {
		fprintf(stderr, "Usage: limit SECONDS COMMAND [ARGUMENT...]\n");
		return 125;
	}
	sigemptyset(&signals);
	sigaddset(&signals, SIGCHLD);
	for (size_t i = 0; i < sizeof(passed_on) / sizeof(*passed_on); i++)
		sigaddset(&signals, passed_on[i]);
	sigprocmask(SIG_BLOCK, &signals, &before);
	/* The command may read from a terminal only if it could before. */
	setpgid(0, 0);
	signal(SIGTTIN, SIG_IGN);
	signal(SIGTTOU, SIG_IGN);
	child = fork();
	if (child < 0) {
		perror("limit: fork");
		return 125;
	}
	if (!child) {
		signal(SIGTTIN, SIG_DFL);
		signal(SIGTTOU, SIG_DFL);
		sigprocmask(SIG_SETMASK, &before, NULL);
		execvp(argv[2], argv + 2);
		fprintf(stderr, "limit: %s: %s\n", argv[2], strerror(errno));
		_exit(125);
	}
	return wait_for(child, limit_s, &signals, argv + 2);
}
