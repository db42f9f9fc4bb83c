/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_launcher.c - see keep_launcher.h.  Time is counted in looks, so that a
 * job that is stopped as a whole has not stood meanwhile. */
#include "src/tools/keep_launcher.h"

#include "fabric/proc_stat.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

/* So many looks in a row say the same before it is believed. */
#define WAITS_LOOKS   6
#define HANDLER_LOOKS 2
#define ABORT_LOOKS   4
/* Longer than it takes to see that it waits for itself. */
#define HOSTS_LOOKS   10

static FILE *
open_file(pid_t pid, const char *name)
{
	char path[64 + sizeof(((struct dirent *)0)->d_name)];

	snprintf(path, sizeof(path), "/proc/%ld/%s", (long)pid, name);
	return fopen(path, "re");
}

/* -- It waits for itself --------------------------------------------------- */

/* What the launcher's first thread waits for, if that is another thread. */
static bool
reads_futex(const struct keep_launcher *l, char *text, size_t room)
{
	FILE *f = open_file(l->pid, "syscall");
	bool ok;

	if (f == NULL)
		return false;
	ok = fgets(text, (int)room, f) != NULL &&
	     strtol(text, NULL, 10) == SYS_futex;
	fclose(f);
	return ok;
}

/* One without processes of its own may have some on other hosts: then it waits
 * for what they say, not for one of its threads. */
static bool
waits_for_itself(struct keep_launcher *l)
{
	char waits[sizeof(l->waits)] = "";

	if (!reads_futex(l, waits, sizeof(waits))) {
		l->same = 0;
		return false;
	}
	l->same = strcmp(waits, l->waits) != 0 ? 0 : l->same + 1;
	memcpy(l->waits, waits, sizeof(waits));
	return l->same >= WAITS_LOOKS;
}

/* -- It stands in a handler ------------------------------------------------ */

/* While a handler runs, its signal is blocked.  Who blocks such signals on
 * purpose blocks all of them. */
static int
handled(uint64_t blocked)
{
	static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE};
	int sig = 0, n = 0;

	for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++)
		if (blocked >> (faults[i] - 1) & 1) {
			sig = faults[i];
			n++;
		}
	return n == 1 ? sig : 0;
}

static int
handled_by(pid_t pid, const char *thread)
{
	static const char key[] = "SigBlk:";
	char name[32 + sizeof(((struct dirent *)0)->d_name)], line[128];
	int sig = 0;
	FILE *f;

	snprintf(name, sizeof(name), "task/%s/status", thread);
	f = open_file(pid, name);
	while (f != NULL && fgets(line, sizeof(line), f) != NULL)
		if (strncmp(line, key, sizeof(key) - 1) == 0)
			sig = handled(
				strtoull(line + sizeof(key) - 1, NULL, 16));
	if (f != NULL)
		fclose(f);
	return sig;
}

/* The signal that one of its threads is handling; 0: none. */
static int
find_handled(pid_t pid)
{
	char path[64];
	struct dirent *e;
	int sig = 0;
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%ld/task", (long)pid);
	d = opendir(path);
	while (d != NULL && sig == 0 && (e = readdir(d)) != NULL)
		if (isdigit((unsigned char)e->d_name[0]))
			sig = handled_by(pid, e->d_name);
	if (d != NULL)
		closedir(d);
	return sig;
}

static bool
stands_in_handler(struct keep_launcher *l)
{
	int sig = find_handled(l->pid);

	l->in_handler = sig == 0 ? 0 : sig == l->sig ? l->in_handler + 1 : 1;
	l->sig = sig;
	return l->in_handler >= HANDLER_LOOKS;
}

/* -- It stands in its abort, or waits for others --------------------------- */

/* On a crowded machine it may take its time, and wants to run meanwhile. */
static bool
is_idle(struct keep_launcher *l, unsigned looks)
{
	struct ocr_proc_stat s = {0};
	bool still = ocr_proc_stat_read(l->pid, &s) == 0 &&
		     strchr("STt", s.state) != NULL;

	l->idle = still && s.ticks == l->ticks ? l->idle + 1 : 0;
	l->ticks = s.ticks;
	return l->idle >= looks;
}

/* -- All ------------------------------------------------------------------- */

enum keep_stand
ocr_keep_launcher_look(struct keep_launcher *l, struct keep_reason why)
{
	if (stands_in_handler(l))
		return KEEP_STANDS_IN_HANDLER;
	if (why.is_aborted) {
		if (is_idle(l, ABORT_LOOKS))
			return KEEP_STANDS_IN_ABORT;
	} else if (why.are_gone && why.have_failed) {
		if (is_idle(l, HOSTS_LOOKS))
			return KEEP_WAITS_FOR_HOSTS;
	} else {
		l->idle = 0;
	}
	if (!why.are_gone)
		l->same = 0;
	else if (waits_for_itself(l))
		return KEEP_WAITS_FOR_ITSELF;
	return KEEP_WORKS;
}

bool
ocr_keep_launcher_is_doubted(const struct keep_launcher *l)
{
	return l->in_handler != 0;
}
