/* SPDX-License-Identifier: BSD-3-Clause */
/* sibling.c - up to the launcher's process, and down to its children.
 *
 *   launcher or its daemon      has not this node's PMIX_NAMESPACE and _RANK
 *     a wrapper, PMIX_RANK=0
 *       this node               same as its wrapper
 *     another one, PMIX_RANK=1
 */
#include "fabric/sibling.h"

#include "fabric/proc_stat.h"

#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define RANK "PMIX_RANK="
#define JOB  "PMIX_NAMESPACE="

/* More wrappers than that around a node are none. */
#define DEPTH_MOST 32

#define NO_NODE UINT32_MAX

/* Which node of this job the process is to be; NO_NODE: none.  False: that
 * cannot be read. */
static bool
read_node(pid_t pid, uint32_t *node)
{
	const char *job = getenv("PMIX_NAMESPACE");
	uint32_t found = NO_NODE;
	bool is_ours = false, can_be;
	char path[64], *line = NULL;
	size_t room = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%ld/environ", (long)pid);
	f = fopen(path, "re");
	can_be = f != NULL && job != NULL;
	while (can_be && getdelim(&line, &room, 0, f) > 0) {
		if (strncmp(line, RANK, sizeof(RANK) - 1) == 0)
			found = (uint32_t)strtoul(line + sizeof(RANK) - 1, NULL,
						  10);
		else if (strncmp(line, JOB, sizeof(JOB) - 1) == 0)
			is_ours = strcmp(line + sizeof(JOB) - 1, job) == 0;
	}
	free(line);
	if (f != NULL)
		fclose(f);
	*node = is_ours ? found : NO_NODE;
	return can_be;
}

/* 0: none that can be seen. */
static pid_t
read_parent(pid_t pid)
{
	static const char name[] = "PPid:";
	char path[64], line[256];
	long parent = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%ld/status", (long)pid);
	f = fopen(path, "re");
	while (f != NULL && parent == 0 && fgets(line, sizeof(line), f) != NULL)
		if (strncmp(line, name, sizeof(name) - 1) == 0)
			parent = atol(line + sizeof(name) - 1);
	if (f != NULL)
		fclose(f);
	return (pid_t)parent;
}

/* The first above this process that is not to be this node; 0: not visible, or
 * not readable: a program that takes on another user's rights on the way would
 * look the same. */
static pid_t
find_launcher(void)
{
	pid_t pid = getpid();
	uint32_t own, node;

	if (!read_node(pid, &own) || own == NO_NODE)
		return 0;
	for (int i = 0; i < DEPTH_MOST; i++) {
		pid = read_parent(pid);
		if (pid == 0 || !read_node(pid, &node))
			return 0;
		if (node != own)
			return node == NO_NODE ? pid : 0;
	}
	return 0;
}

struct look {
	uint32_t node;
	bool is_there, is_unsure;
};

static void
see(struct look *l, pid_t child)
{
	struct ocr_proc_stat s;
	uint32_t node = NO_NODE;
	bool can_be = read_node(child, &node);

	if (can_be && node == l->node)
		l->is_there = true;
	if (can_be && node != NO_NODE)
		return;
	/* What is left of one that has ended has no environment; who has just
	 * been made has the launcher's. */
	if (ocr_proc_stat_read(child, &s) == 0 && !ocr_proc_stat_has_ended(&s))
		l->is_unsure = true;
}

static void
see_children(struct look *l, pid_t parent, const char *thread)
{
	char path[64 + sizeof(((struct dirent *)0)->d_name)];
	long pid;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%ld/task/%s/children", (long)parent,
		 thread);
	f = fopen(path, "re");
	if (f == NULL) {
		l->is_unsure = true;
		return;
	}
	while (fscanf(f, "%ld", &pid) == 1)
		see(l, (pid_t)pid);
	fclose(f);
}

enum ocr_sibling
ocr_sibling_look(uint32_t node)
{
	struct look l = {.node = node};
	pid_t launcher = find_launcher();
	struct dirent *e;
	char path[64];
	DIR *d;

	if (launcher == 0)
		return OCR_SIBLING_UNKNOWN;
	snprintf(path, sizeof(path), "/proc/%ld/task", (long)launcher);
	d = opendir(path);
	l.is_unsure = d == NULL;
	while (d != NULL && (e = readdir(d)) != NULL)
		if (isdigit((unsigned char)e->d_name[0]))
			see_children(&l, launcher, e->d_name);
	if (d != NULL)
		closedir(d);
	if (l.is_there)
		return OCR_SIBLING_THERE;
	return l.is_unsure ? OCR_SIBLING_UNKNOWN : OCR_SIBLING_GONE;
}
