/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_threads.c - see keep_threads.h. */
#include "src/tools/keep_threads.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void
read_thread(pid_t pid, const char *thread, struct keep_threads *t)
{
	char path[64 + sizeof(((struct dirent *)0)->d_name)], line[256];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%ld/task/%s/status", (long)pid,
		 thread);
	f = fopen(path, "re");
	if (f == NULL)
		return;
	t->n++;
	while (fgets(line, sizeof(line), f) != NULL)
		take(t, line);
	fclose(f);
}

bool
ocr_keep_threads_read(pid_t pid, struct keep_threads *t)
{
	char path[64];
	struct dirent *e;
	DIR *d;

	*t = (struct keep_threads){0};
	snprintf(path, sizeof(path), "/proc/%ld/task", (long)pid);
	d = opendir(path);
	while (d != NULL && (e = readdir(d)) != NULL)
		if (isdigit((unsigned char)e->d_name[0]))
			read_thread(pid, e->d_name, t);
	if (d != NULL)
		closedir(d);
	return t->n != 0;
}
