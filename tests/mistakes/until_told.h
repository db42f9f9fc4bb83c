/* SPDX-License-Identifier: BSD-3-Clause */
/* until_told.h - a loop that would never end, ended when a message has come.
 *
 * What the process says goes through a pipe, whose other end looks for the
 * warning of a long task, until it has been seen.
 */
#ifndef TESTS_MISTAKES_UNTIL_TOLD_H
#define TESTS_MISTAKES_UNTIL_TOLD_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_bool told;
static int told_from, told_to; /* a pipe, and the real standard error */

static void *
listen_for_it(void *none)
{
	char line[4096];
	ssize_t n;

	(void)none;
	while ((n = read(told_from, line, sizeof(line) - 1)) > 0) {
		line[n] = 0;
		if (write(told_to, line, (size_t)n) < 0)
			break;
		if (!strstr(line, " has run for more than "))
			continue;
		dup2(told_to, STDERR_FILENO);
		atomic_store(&told, true);
		break;
	}
	return NULL;
}

/* Before the runtime reads its settings. */
__attribute__((constructor)) static void
warn_soon(void)
{
	setenv("OCR_LONG_TASK_MS", "200", 1);
}

/* In a task: a loop that asks this ends, after the warning. */
static inline bool
nobody_was_told(void)
{
	static bool listens;
	pthread_t t;
	int ends[2];

	if (listens)
		return !atomic_load(&told);
	if (pipe(ends))
		abort();
	told_from = ends[0];
	told_to = dup(STDERR_FILENO);
	dup2(ends[1], STDERR_FILENO);
	close(ends[1]);
	pthread_create(&t, NULL, listen_for_it, NULL);
	pthread_detach(t);
	return listens = true;
}

#endif
