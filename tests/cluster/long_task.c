/* SPDX-License-Identifier: BSD-3-Clause */
/* long_task.c - while the only worker of node 1 computes, node 0 uses objects
 * that node 1 owns: node 1 must answer.
 *
 * The proof is in the order.  The long task on node 1 ends when it finds a file
 * that node 0 writes after all its operations; node 0 begins when it finds a
 * file that the long task has written.  If node 1 did not answer, neither would
 * go on; the long task gives up after a minute, which is a failure.
 *
 *	long_task FOLDER
 */
#include "tests/conformance/conf.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TRIPS	   40
#define WORDS	   100000
#define GIVE_UP_S  60
#define PATH_BYTES 400

struct args {
	ocrGuid_t block;  /* node 1 has its bytes */
	ocrGuid_t events; /* a block with the GUIDs of events of node 1 */
	char folder[PATH_BYTES];
};

static void
file_name(char *path, const struct args *a, const char *name)
{
	snprintf(path, PATH_BYTES + 16, "%s/%s", a->folder, name);
}

static void
write_file(const struct args *a, const char *name)
{
	char path[PATH_BYTES + 16];
	int fd;

	file_name(path, a, name);
	fd = open(path, O_CREAT | O_WRONLY, 0600);
	if (fd < 0)
		FAIL("%s: %s", path, strerror(errno));
	else
		close(fd);
}

/* Keeps the worker busy until the file is there. */
static bool
compute_until(const struct args *a, const char *name)
{
	struct timespec now, begin;
	char path[PATH_BYTES + 16];

	file_name(path, a, name);
	clock_gettime(CLOCK_MONOTONIC, &begin);
	while (access(path, F_OK)) {
		clock_gettime(CLOCK_MONOTONIC, &now);
		if (now.tv_sec - begin.tv_sec > GIVE_UP_S)
			return false;
		sched_yield();
	}
	return true;
}

TASK(long_task)
{
	const struct args *a = PARAM(struct args);

	write_file(a, "begun");
	CHECK(compute_until(a, "done"),
	      "node 1 did not answer while a task was running");
	return NULL_GUID;
}

TASK(all_trips)
{
	const struct args *a = PARAM(struct args);

	CHECK_EQ("words read from node 1", conf_match(depv[0].ptr, WORDS, 4),
		 WORDS);
	write_file(a, "done");
	PRINTF("node 1 answered\n");
	return NULL_GUID;
}

/* Each trip: an event of node 1 fires and sets a task of node 0 off, which
 * satisfies the next. */
TASK(satisfy)
{
	CHECK_OK(ocrEventSatisfy(*PARAM(ocrGuid_t), NULL_GUID));
	return NULL_GUID;
}

/* On node 0, once the long task runs. */
TASK(travel)
{
	const struct args *a = PARAM(struct args);
	const ocrGuid_t *events = depv[0].ptr;
	ocrGuid_t last, t, out;

	CHECK(compute_until(a, "begun"), "the long task did not begin");
	last = conf_task(all_trips, 0, PARAMS(*a), 2, NULL);
	conf_link(a->block, last, 0, DB_MODE_CONST);
	conf_link(events[TRIPS - 1], last, 1, DB_DEFAULT_MODE);
	for (u32 i = TRIPS - 1; i > 0; i--) {
		t = conf_task(satisfy, 0, PARAMS(events[i]), 1, NULL);
		conf_link(events[i - 1], t, 0, DB_DEFAULT_MODE);
	}
	t = conf_task(conf_nothing, 0, NO_PARAMS, 1, &out);
	conf_link(out, events[0], 0, DB_DEFAULT_MODE);
	conf_start(t, 0);
	return NULL_GUID;
}

/* On node 1: objects that will be used. */
TASK(prepare)
{
	struct args a = *PARAM(struct args);
	ocrGuid_t *events, end = a.events, t, out;

	a.block = NULL_GUID;
	conf_fill(conf_block(&a.block, 1, WORDS * sizeof(u64)), WORDS, 4);
	CHECK_OK(ocrDbRelease(a.block));
	events = conf_block(&a.events, 0, TRIPS * sizeof(*events));
	for (u32 i = 0; i < TRIPS; i++)
		events[i] = conf_event(OCR_EVENT_ONCE_T);
	CHECK_OK(ocrDbRelease(a.events));
	t = conf_task(travel, 0, PARAMS(a), 1, NULL);
	conf_link(a.events, t, 0, DB_MODE_CONST);
	t = conf_task(long_task, 1, PARAMS(a), 1, &out);
	conf_link(out, end, 0, DB_DEFAULT_MODE);
	conf_start(t, 0);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.events = conf_end(1)};

	CHECK(getArgc(depv[0].ptr) == 2, "usage: long_task FOLDER");
	CHECK(conf_nodes() == 2, "this needs two nodes");
	CHECK(strlen(getArgv(depv[0].ptr, 1)) < PATH_BYTES,
	      "the folder's name is too long");
	strcpy(a.folder, getArgv(depv[0].ptr, 1));
	conf_start(conf_task(prepare, 1, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}
