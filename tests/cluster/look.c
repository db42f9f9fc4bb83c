/* SPDX-License-Identifier: BSD-3-Clause */
/* look.c - a job that goes on when it is told to: on each node a task computes
 * until there is the file FOLDER/go, and another waits for that one and for an
 * event of node 0; behind the first one of node 0 three tasks can run, or
 * have run.
 *
 *	look FOLDER [own|hop]
 *
 * own: the program has a handler of SIGUSR1, which says so.  hop: beside that
 * tasks run one after the other.
 */
#include "tests/conformance/conf.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define READY	   3
#define GIVE_UP_S  120
#define PATH_BYTES 400

struct args {
	char go[PATH_BYTES];
};

/* Tasks are found in the report by their names. */
#define NAMED_TASK(name)                                                       \
	ocrGuid_t name(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[]); \
	ocrGuid_t name(u32 paramc CONF_UNUSED, u64 *paramv CONF_UNUSED,        \
		       u32 depc CONF_UNUSED, ocrEdtDep_t depv[] CONF_UNUSED)

NAMED_TASK(ready_task)
{
	return NULL_GUID;
}

NAMED_TASK(waiting_task)
{
	return NULL_GUID;
}

NAMED_TASK(busy_task)
{
	const struct args *a = PARAM(struct args);
	struct timespec now, begin;

	for (u64 i = 0; i < READY && !conf_here(); i++)
		conf_task(ready_task, 0, NO_PARAMS, 0, NULL);
	clock_gettime(CLOCK_MONOTONIC, &begin);
	PRINTF("busy in process %ld of node %u\n", (long)getpid(),
	       (unsigned)conf_here());
	while (access(a->go, F_OK)) {
		clock_gettime(CLOCK_MONOTONIC, &now);
		CHECK(now.tv_sec - begin.tv_sec < GIVE_UP_S,
		      "nobody has written %s", a->go);
		sched_yield();
	}
	return NULL_GUID;
}

NAMED_TASK(hop_task)
{
	const struct args *a = PARAM(struct args);

	if (access(a->go, F_OK))
		conf_start(conf_task(hop_task, 0, PARAMS(*a), 1, NULL), 0);
	return NULL_GUID;
}

/* Satisfies what the others wait for. */
TASK(open_gate)
{
	CHECK_OK(ocrEventSatisfy(*PARAM(ocrGuid_t), NULL_GUID));
	return NULL_GUID;
}

TASK(all_went_on)
{
	PRINTF("it went on\n");
	ocrShutdown();
	return NULL_GUID;
}

static void
on_own(int signal)
{
	static const char text[] = "the program's own handler\n";

	(void)signal;
	if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0)
		_exit(1);
}

MAIN_TASK
{
	void *words = depv[0].ptr;
	u64 n = conf_nodes();
	struct args a = {.go = ""};
	ocrGuid_t end, gate, t, out, wait;

	CHECK(getArgc(words) >= 2, "usage: look FOLDER [own|hop]");
	CHECK(snprintf(a.go, sizeof(a.go), "%s/go", getArgv(words, 1)) <
		      (int)sizeof(a.go),
	      "the folder's name is too long");
	if (getArgc(words) > 2 && !strcmp(getArgv(words, 2), "own"))
		signal(SIGUSR1, on_own);
	if (getArgc(words) > 2 && !strcmp(getArgv(words, 2), "hop"))
		conf_start(conf_task(hop_task, 0, PARAMS(a), 1, NULL), 0);
	end = conf_task(all_went_on, 0, NO_PARAMS, (u32)n, NULL);
	gate = conf_event(OCR_EVENT_STICKY_T);
	for (u64 i = 0; i < n; i++) {
		wait = conf_task(waiting_task, i, NO_PARAMS, 2, &out);
		conf_link(out, end, (u32)i, DB_DEFAULT_MODE);
		conf_link(gate, wait, 0, DB_DEFAULT_MODE);
		t = conf_task(busy_task, i, PARAMS(a), 1, &out);
		conf_link(out, wait, 1, DB_DEFAULT_MODE);
		if (!i)
			conf_link(
				out,
				conf_task(open_gate, 0, PARAMS(gate), 1, NULL),
				0, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
