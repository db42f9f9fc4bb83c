/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_launcher.c - see keep_launcher.h.  Time is counted in looks, so that a
 * job that is stopped as a whole has not stood meanwhile. */
#include "src/tools/keep_launcher.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

/* So many looks in a row say the same before it is believed. */
#define WAITS_LOOKS   8
/* It may wait for the end of a thread, or with a time of its own. */
#define PATIENT_LOOKS 35
/* Some of its threads wake meanwhile. */
#define WAKING_LOOKS  12
#define ALONE_LOOKS   2
#define HANDLER_LOOKS 6
#define ABORT_LOOKS   12
/* Longer than it takes others to see that a daemon waits for itself. */
#define HOSTS_LOOKS   50

static FILE *
open_file(pid_t pid, const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%ld/%s", (long)pid, name);
	return fopen(path, "re");
}

/* -- Nothing moves --------------------------------------------------------- */

/* None of its threads has run since the last look; on a crowded machine one may
 * take its time, and wants to run meanwhile. */
static void
look_at_threads(struct keep_launcher *l)
{
	struct keep_threads t;

	l->are_asleep = ocr_keep_threads_read(l->pid, &t) &&
			t.asleep + t.stopped == t.n;
	l->is_still = l->are_asleep && t.switches == l->switches;
	l->is_stopped = t.stopped != 0;
	l->has_one_thread = t.n == 1;
	l->switches = t.switches;
}

static bool
is_idle(struct keep_launcher *l, unsigned looks)
{
	l->idle = l->is_still ? l->idle + 1 : 0;
	return l->idle >= looks;
}

/* -- It waits for itself --------------------------------------------------- */

/* What the first thread waits for, if that is another thread. */
static bool
reads_futex(pid_t pid, char *text, size_t room)
{
	FILE *f = open_file(pid, "syscall");
	unsigned long call = 0;
	bool ok;

	if (f == NULL)
		return false;
	ok = fgets(text, (int)room, f) != NULL &&
	     sscanf(text, "%lu", &call) == 1 && call == SYS_futex;
	fclose(f);
	return ok;
}

/* The first thread waits for another, and one of them for ever, as for a lock
 * that nobody gives back; nobody wants to run.  Others may wake meanwhile to
 * look at the time.  If there is no other thread, nobody is left to wake it. */
static bool
wants_lock(struct keep_launcher *l)
{
	struct keep_lock lock = {0};
	char waits[sizeof(l->waits)];
	bool is_same;

	if (!l->are_asleep || l->is_stopped ||
	    !reads_futex(l->pid, waits, sizeof(waits)) ||
	    !ocr_keep_threads_want(l->pid, &lock)) {
		l->locked = 0;
		return false;
	}
	is_same = lock.thread == l->lock.thread && lock.at == l->lock.at &&
		  lock.switches == l->lock.switches;
	l->locked = is_same ? l->locked + 1 : 0;
	l->wakes = l->locked && (l->wakes || !l->is_still);
	l->lock = lock;
	if (l->has_one_thread)
		return l->locked >= ALONE_LOOKS;
	return l->locked >= (l->wakes ? WAKING_LOOKS : WAITS_LOOKS);
}

/* One without processes of its own may have some on other hosts: then it waits
 * for what they say, not for one of its threads. */
static bool
waits_for_itself(struct keep_launcher *l)
{
	char waits[sizeof(l->waits)] = "";

	if (!l->is_still || l->is_stopped ||
	    !reads_futex(l->pid, waits, sizeof(waits))) {
		l->same = 0;
		return false;
	}
	l->same = strcmp(waits, l->waits) != 0 ? 0 : l->same + 1;
	memcpy(l->waits, waits, sizeof(waits));
	return l->same >= PATIENT_LOOKS;
}

/* -- It stands in a handler ------------------------------------------------ */

static bool
stands_in_handler(struct keep_launcher *l)
{
	int sig = ocr_keep_threads_handle(l->pid);

	l->in_handler = sig == 0 ? 0 : sig == l->sig ? l->in_handler + 1 : 1;
	l->sig = sig;
	return l->in_handler >= HANDLER_LOOKS;
}

/* -- All ------------------------------------------------------------------- */

enum keep_stand
ocr_keep_launcher_look(struct keep_launcher *l, struct keep_reason why)
{
	look_at_threads(l);
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
		l->same = l->locked = 0;
	else if (wants_lock(l) || waits_for_itself(l))
		return KEEP_WAITS_FOR_ITSELF;
	return KEEP_WORKS;
}

bool
ocr_keep_launcher_is_doubted(const struct keep_launcher *l)
{
	return l->in_handler != 0;
}
