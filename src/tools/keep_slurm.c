/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_slurm.c - see keep_slurm.h.
 *
 * Which step it is says no file of this host; but Slurm knows of each by which
 * process it was started:
 *
 *	StepId=17.0 UserId=1000 ... Name=... SrunHost:Pid=login1:4711
 *
 * Others choose the names of theirs, and a pid is of one namespace, and used
 * again; so what is not certainly this srun's is left alone.
 *
 * A job is cancelled as a whole only if srun has made it for itself: it was
 * started without a number of a job, and that is the first step.  Else the job
 * is its user's, who may do other things in it.
 */
#define _GNU_SOURCE /* pipe2 */
#include "src/tools/keep_slurm.h"

#include "fabric/clock.h"

#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* For all that Slurm is asked. */
#define PATIENCE_MS  5000
/* Between looks at who ends. */
#define LOOK_MS	     10
/* The namespace of the processes of a host. */
#define FIRST_PID_NS 0xEFFFFFFCu

/* -- What Slurm prints ----------------------------------------------------- */

/* What stands behind `name`, up to a blank, if the text begins with it. */
static const char *
skip_name(const char *text, const char *name)
{
	size_t n = strlen(name);

	return strncmp(text, name, n) == 0 ? text + n : NULL;
}

/* Names of hosts are with or without their domain. */
static bool
is_host(const char *name, size_t n, const char *own)
{
	size_t own_n = strlen(own), dot = strcspn(own, ".");

	if (own_n != dot && memchr(name, '.', n) != NULL)
		return n == own_n && memcmp(name, own, n) == 0;
	return dot != 0 && n >= dot && memcmp(name, own, dot) == 0 &&
	       (n == dot || name[dot] == '.');
}

/* HOST:PID, up to a blank. */
static bool
is_place(const char *text, const struct keep_srun *srun)
{
	size_t n = strcspn(text, " "), host = strcspn(text, ": ");
	char pid[32];

	snprintf(pid, sizeof(pid), "%ld", (long)srun->pid);
	return host < n && is_host(text, host, srun->host) &&
	       n - host - 1 == strlen(pid) &&
	       memcmp(text + host + 1, pid, strlen(pid)) == 0;
}

/* A number, also with the name behind it. */
static bool
is_user(const char *text, uid_t user)
{
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	return end != text && n == user && (*end == ' ' || *end == '(');
}

static bool
is_in_job(const char *step, const char *job)
{
	const char *rest = job == NULL ? step : skip_name(step, job);

	return rest != NULL && (job == NULL || *rest == '.');
}

/* Where a step was started stands behind its name, which may be anything. */
static const char *
find_place(const char *line)
{
	static const char name[] = "SrunHost:Pid=";
	const char *last = NULL;

	while ((line = strstr(line, name)) != NULL)
		last = line += sizeof(name) - 1;
	return last;
}

static bool
read_line(const char *line, const struct keep_srun *srun,
	  char step[KEEP_STEP_TEXT])
{
	const char *id = skip_name(line, "StepId="), *user, *place;
	size_t n;

	if (id == NULL)
		return false;
	n = strcspn(id, " ");
	user = skip_name(id + n, " UserId=");
	place = find_place(line);
	if (n == 0 || n >= KEEP_STEP_TEXT || user == NULL || place == NULL ||
	    !is_user(user, srun->user) || !is_place(place, srun) ||
	    !is_in_job(id, srun->job))
		return false;
	memcpy(step, id, n);
	step[n] = 0;
	return true;
}

unsigned
ocr_keep_slurm_find(const char *text, const struct keep_srun *srun,
		    char step[KEEP_STEP_TEXT])
{
	unsigned found = 0;
	char *line;
	size_t n;

	for (; *text != 0; text += n + (text[n] != 0)) {
		n = strcspn(text, "\n");
		line = strndup(text, n);
		found += line != NULL && read_line(line, srun, step);
		free(line);
	}
	return found;
}

/* -- Its commands ---------------------------------------------------------- */

static _Noreturn void
become(char *const argv[], int out, const sigset_t *mask)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	dup2(null, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	unsetenv("SCANCEL_INTERACTIVE"); /* nobody is there to be asked */
	sigprocmask(SIG_SETMASK, mask, NULL);
	execvp(argv[0], argv);
	_exit(127);
}

/* All that comes until the end, or until end_ms; NULL: no room. */
static char *
read_all(int fd, int64_t end_ms)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};
	size_t n = 0, room = 4096;
	char *text = malloc(room), *more;
	int64_t left;
	ssize_t got;

	while (text != NULL && (left = end_ms - ocr_clock_ms()) > 0) {
		if (poll(&p, 1, (int)left) <= 0)
			continue;
		got = read(fd, text + n, room - n - 1);
		if (got <= 0)
			break;
		n += (size_t)got;
		if (n + 1 < room)
			continue;
		more = realloc(text, room *= 2);
		if (more == NULL)
			free(text);
		text = more;
	}
	if (text != NULL)
		text[n] = 0;
	return text;
}

/* Status of waitpid(); it is killed if it has not ended at end_ms. */
static int
wait_for(pid_t pid, int64_t end_ms)
{
	int status = 0;
	pid_t got;

	while ((got = waitpid(pid, &status, WNOHANG)) == 0 &&
	       ocr_clock_ms() < end_ms)
		poll(NULL, 0, LOOK_MS);
	if (got == 0) {
		kill(pid, SIGKILL);
		waitpid(pid, &status, 0);
	}
	return got < 0 ? -1 : status;
}

/* What it prints, to be freed; NULL: it has failed, or not ended in time. */
static char *
run(char *const argv[], const sigset_t *mask, int64_t end_ms)
{
	char *text = NULL;
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return NULL;
	pid = fork();
	if (pid == 0)
		become(argv, ends[1], mask);
	close(ends[1]);
	if (pid > 0)
		text = read_all(ends[0], end_ms);
	close(ends[0]);
	if (pid > 0 && wait_for(pid, end_ms) != 0) {
		free(text);
		text = NULL;
	}
	return text;
}

/* -1: Slurm does not answer. */
static int
ask(const struct keep_srun *srun, char step[KEEP_STEP_TEXT],
    const sigset_t *mask, int64_t end_ms)
{
	char *argv[] = {"scontrol", "-o", "show", "step", NULL};
	char *text = run(argv, mask, end_ms);
	int found = -1;

	if (text != NULL)
		found = (int)ocr_keep_slurm_find(text, srun, step);
	free(text);
	return found;
}

/* A name with the end of a line in it may look like a step; of one that is
 * asked for alone no other's name is told. */
static bool
is_certain(const struct keep_srun *srun, const char *step, const sigset_t *mask,
	   int64_t end_ms)
{
	char id[KEEP_STEP_TEXT], found[KEEP_STEP_TEXT] = "";
	char *argv[] = {"scontrol", "-o", "show", "step", id, NULL};
	bool is_it;
	char *text;

	snprintf(id, sizeof(id), "%s", step);
	text = run(argv, mask, end_ms);
	is_it = text != NULL && ocr_keep_slurm_find(text, srun, found) == 1 &&
		strcmp(found, step) == 0;
	free(text);
	return is_it;
}

static bool
cancel(const char *what, const sigset_t *mask, int64_t end_ms)
{
	char id[KEEP_STEP_TEXT];
	char *argv[] = {"scancel", id, NULL};
	bool has_done;
	char *text;

	snprintf(id, sizeof(id), "%s", what);
	text = run(argv, mask, end_ms);
	has_done = text != NULL;
	free(text);
	return has_done;
}

/* -- Both ------------------------------------------------------------------ */

/* What srun has taken it from. */
static const char *
own_job(void)
{
	const char *job = getenv("SLURM_JOB_ID");

	return job != NULL ? job : getenv("SLURM_JOBID");
}

/* Slurm tells a pid without its namespace: containers of one host may have the
 * same. */
static bool
is_in_container(void)
{
	struct stat st;

	return stat("/proc/self/ns/pid", &st) != 0 || st.st_ino != FIRST_PID_NS;
}

/* One of `found` that it may be. */
static const char *
end_one(const struct keep_srun *srun, unsigned found, char step[KEEP_STEP_TEXT],
	const sigset_t *mask, int64_t end_ms)
{
	char *dot = strchr(step, '.');

	if (is_in_container())
		return "srun had its pid in a namespace of its own, where "
		       "Slurm "
		       "cannot tell its step from another's";
	if (found > 1 || !is_certain(srun, step, mask, end_ms))
		return "Slurm does not say for certain which step that was";
	if (srun->job == NULL && dot != NULL && strcmp(dot, ".0") == 0)
		*dot = 0;
	return cancel(step, mask, end_ms) ? NULL
					  : "Slurm does not end its step";
}

const char *
ocr_keep_slurm_cancel(pid_t pid, const sigset_t *mask)
{
	int64_t end_ms = ocr_clock_ms() + PATIENCE_MS;
	char host[256] = "", step[KEEP_STEP_TEXT] = "";
	struct keep_srun srun = {
		.host = host,
		.pid = pid,
		.user = getuid(),
		.job = own_job(),
	};
	const char *why;
	int found;

	gethostname(host, sizeof(host) - 1);
	found = ask(&srun, step, mask, end_ms);
	if (found < 0)
		return "Slurm does not answer which step that was";
	/* srun's helper has ended it, or does so meanwhile. */
	if (found == 0)
		return NULL;
	why = end_one(&srun, (unsigned)found, step, mask, end_ms);
	if (why != NULL && ask(&srun, step, mask, end_ms) == 0)
		return NULL;
	return why;
}
