/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_threads.c - see keep_threads.h. */
#include "src/tools/keep_threads.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

/* Of Linux; who waits so, waits for a thread of his own process. */
#define FUTEX_WAIT_PRIVATE 0x80

/* What stands behind the key, if the line has it; NULL. */
static const char *
behind(const char *line, const char *key)
{
	size_t n = strlen(key);

	return strncmp(line, key, n) == 0 ? line + n : NULL;
}

static void
take(struct keep_threads *t, const char *line)
{
	const char *at = behind(line, "State:\t");

	if (at != NULL) {
		t->asleep += *at == 'S';
		t->stopped += *at == 'T' || *at == 't';
		return;
	}
	at = behind(line, "voluntary_ctxt_switches:");
	if (at == NULL)
		at = behind(line, "nonvoluntary_ctxt_switches:");
	if (at != NULL)
		t->switches += strtoull(at, NULL, 10);
}

static FILE *
open_file(pid_t pid, const char *thread, const char *name)
{
	char path[64 + sizeof(((struct dirent *)0)->d_name)];

	snprintf(path, sizeof(path), "/proc/%ld/task/%s/%s", (long)pid, thread,
		 name);
	return fopen(path, "re");
}

static void
read_thread(pid_t pid, const char *thread, struct keep_threads *t)
{
	FILE *f = open_file(pid, thread, "status");
	char line[256];

	if (f == NULL)
		return;
	t->n++;
	while (fgets(line, sizeof(line), f) != NULL)
		take(t, line);
	fclose(f);
}

/* Calls fn for the threads until it says that it has what it looks for. */
static bool
each_thread(pid_t pid, bool (*fn)(pid_t pid, const char *thread, void *ctx),
	    void *ctx)
{
	char path[64];
	struct dirent *e;
	bool has = false;
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%ld/task", (long)pid);
	d = opendir(path);
	while (d != NULL && !has && (e = readdir(d)) != NULL)
		has = isdigit((unsigned char)e->d_name[0]) &&
		      fn(pid, e->d_name, ctx);
	if (d != NULL)
		closedir(d);
	return has;
}

static bool
add_thread(pid_t pid, const char *thread, void *ctx)
{
	read_thread(pid, thread, ctx);
	return false;
}

bool
ocr_keep_threads_read(pid_t pid, struct keep_threads *t)
{
	*t = (struct keep_threads){0};
	each_thread(pid, add_thread, t);
	return t->n != 0;
}

static bool
wants_lock(pid_t pid, const char *thread, void *ctx)
{
	unsigned long call = 0, at = 0, op = 0, timeout = 1;
	FILE *f = open_file(pid, thread, "syscall");
	struct keep_threads one = {0};
	struct keep_lock *lock = ctx;
	bool ok;

	if (f == NULL)
		return false;
	ok = fscanf(f, "%lu %lx %lx %*x %lx", &call, &at, &op, &timeout) == 4 &&
	     call == SYS_futex && op == FUTEX_WAIT_PRIVATE && timeout == 0;
	fclose(f);
	if (!ok)
		return false;
	read_thread(pid, thread, &one);
	*lock = (struct keep_lock){atol(thread), at, one.switches};
	return true;
}

bool
ocr_keep_threads_want(pid_t pid, struct keep_lock *lock)
{
	return each_thread(pid, wants_lock, lock);
}

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

static bool
handles(pid_t pid, const char *thread, void *ctx)
{
	FILE *f = open_file(pid, thread, "status");
	int *sig = ctx;
	char line[256];
	const char *at;

	while (f != NULL && fgets(line, sizeof(line), f) != NULL) {
		at = behind(line, "SigBlk:");
		if (at != NULL)
			*sig = handled(strtoull(at, NULL, 16));
	}
	if (f != NULL)
		fclose(f);
	return *sig != 0;
}

int
ocr_keep_threads_handle(pid_t pid)
{
	int sig = 0;

	each_thread(pid, handles, &sig);
	return sig;
}
