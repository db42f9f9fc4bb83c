/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_slurm.c - see keep_slurm.h.
 *
 * Which step it is says no file of this host; but Slurm knows of each by which
 * process it was started:
 *
 *	StepId=17.0 ... SrunHost:Pid=login1:4711
 */
#include "src/tools/keep_slurm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define STEP_TEXT 64

/* What stands behind `name` in line, up to a blank; false: it is not there. */
static bool
read_field(const char *line, const char *name, char *text, size_t size)
{
	const char *at = strstr(line, name);
	size_t n;

	if (at == NULL)
		return false;
	at += strlen(name);
	n = strcspn(at, " \n");
	if (n == 0 || n >= size)
		return false;
	memcpy(text, at, n);
	text[n] = 0;
	return true;
}

/* Names of hosts are with or without their domain. */
static bool
is_here(const char *place, pid_t pid)
{
	const char *colon = strrchr(place, ':');
	char own[256] = "";
	size_t n;

	gethostname(own, sizeof(own) - 1);
	n = strcspn(own, ".");
	return colon != NULL && atol(colon + 1) == (long)pid &&
	       strncmp(place, own, n) == 0 &&
	       (place[n] == ':' || place[n] == '.');
}

static bool
find_step(pid_t srun, char step[STEP_TEXT])
{
	FILE *f = popen("exec scontrol -o show step 2>/dev/null", "re");
	char *line = NULL, place[512];
	bool found = false;
	size_t room = 0;

	while (f != NULL && !found && getline(&line, &room, f) > 0)
		found = read_field(line, "SrunHost:Pid=", place,
				   sizeof(place)) &&
			is_here(place, srun) &&
			read_field(line, "StepId=", step, STEP_TEXT);
	free(line);
	if (f != NULL)
		pclose(f);
	return found;
}

bool
ocr_keep_slurm_cancel(pid_t srun)
{
	char step[STEP_TEXT];
	int status;
	pid_t pid;

	if (!find_step(srun, step))
		return false;
	/* It has made an allocation for itself alone. */
	if (getenv("SLURM_JOB_ID") == NULL)
		step[strcspn(step, ".")] = 0;
	pid = fork();
	if (pid == 0) {
		execlp("scancel", "scancel", step, (char *)NULL);
		_exit(127);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}
