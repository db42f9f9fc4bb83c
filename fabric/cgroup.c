/* SPDX-License-Identifier: BSD-3-Clause */
/* cgroup.c - see cgroup.h.
 *
 *   /proc/self/cgroup       0::/a/b              the group, by version 2
 *                           5:memory,x:/a/b      and by version 1
 *   /proc/self/mountinfo    ... /a /sys/fs/cgroup ... - cgroup2 ...
 *                           what of the tree is mounted, and where
 *
 * So the group is at /sys/fs/cgroup/b here, and the groups above it that can be
 * seen end at /sys/fs/cgroup.
 */
#include "fabric/cgroup.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lines are cut here, which no path may reach. */
#define LINE_BYTES (2 * PATH_MAX)

struct kind {
	const char *type; /* of its mount */
	const char *controller;
	const char *file;
};

static const struct kind kinds[] = {
	{"cgroup2", "", "memory.max"},
	{"cgroup", "memory", "memory.limit_in_bytes"},
};

static FILE *
open_file(const char *root, const char *path)
{
	char name[PATH_MAX];

	if (snprintf(name, sizeof(name), "%s%s", root, path) >=
	    (int)sizeof(name))
		return NULL;
	return fopen(name, "re");
}

/* UINT64_MAX for "max", and for what cannot be read. */
static uint64_t
read_number(const char *root, const char *folder, const char *file)
{
	char path[PATH_MAX];
	unsigned long long n;
	FILE *f;

	if (snprintf(path, sizeof(path), "%s/%s", folder, file) >=
	    (int)sizeof(path))
		return UINT64_MAX;
	f = open_file(root, path);
	if (f == NULL)
		return UINT64_MAX;
	if (fscanf(f, "%llu", &n) != 1)
		n = UINT64_MAX;
	fclose(f);
	return n;
}

/* Is `word` one of those between commas?  The list of version 2 is empty. */
static bool
has_word(const char *list, const char *word)
{
	size_t n = strlen(word);

	if (n == 0)
		return *list == '\0';
	for (; *list != '\0'; list += strcspn(list, ","), list += *list == ',')
		if (strcspn(list, ",") == n && strncmp(list, word, n) == 0)
			return true;
	return false;
}

/* The group of this process, as /proc says it.  False: it has none. */
static bool
find_group(const char *root, const struct kind *k, char *group)
{
	FILE *f = open_file(root, "/proc/self/cgroup");
	char line[LINE_BYTES], *list, *path;
	bool found = false;

	if (f == NULL)
		return false;
	while (!found && fgets(line, sizeof(line), f) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		list = strchr(line, ':');
		path = list != NULL ? strchr(list + 1, ':') : NULL;
		if (path == NULL)
			continue;
		*list++ = *path++ = '\0';
		/* Version 2 is number 0; a named tree has no controller. */
		found = has_word(list, k->controller) &&
			(*k->controller != '\0' || strcmp(line, "0") == 0) &&
			strlen(path) < PATH_MAX;
		if (found)
			strcpy(group, path);
	}
	fclose(f);
	return found;
}

/* The kernel writes blanks as \040. */
static void
unescape(char *text)
{
	char *to = text, digits[4] = "";

	for (; *text != '\0'; text++) {
		if (*text == '\\' && strspn(text + 1, "01234567") >= 3) {
			memcpy(digits, text + 1, 3);
			*to++ = (char)strtoul(digits, NULL, 8);
			text += 3;
		} else {
			*to++ = *text;
		}
	}
	*to = '\0';
}

struct mount {
	char top[PATH_MAX];   /* what of the tree it shows */
	char place[PATH_MAX]; /* where */
};

static bool
parse_mount(char *line, const struct kind *k, struct mount *m)
{
	char *rest = strstr(line, " - "), type[32], options[512];

	if (rest == NULL ||
	    sscanf(rest + 3, "%31s %*s %511s", type, options) != 2 ||
	    strcmp(type, k->type) != 0 ||
	    (*k->controller != '\0' && !has_word(options, k->controller)) ||
	    sscanf(line, "%*s %*s %*s %4095s %4095s", m->top, m->place) != 2)
		return false;
	unescape(m->top);
	unescape(m->place);
	return true;
}

static bool
find_mount(const char *root, const struct kind *k, struct mount *m)
{
	FILE *f = open_file(root, "/proc/self/mountinfo");
	char line[LINE_BYTES];
	bool found = false;

	if (f == NULL)
		return false;
	while (!found && fgets(line, sizeof(line), f) != NULL)
		found = parse_mount(line, k, m);
	fclose(f);
	return found;
}

/* The part of the group's path below the mount; "" if the group is not to be
 * seen there, as in containers that show only their own. */
static const char *
below(const char *group, const char *top)
{
	size_t n = strcmp(top, "/") == 0 ? 0 : strlen(top);

	if (strncmp(group, top, n) != 0 ||
	    (group[n] != '/' && group[n] != '\0') ||
	    strstr(group, "/..") != NULL)
		return "";
	return group + n;
}

static uint64_t
limit_of(const char *root, const struct kind *k)
{
	uint64_t least = UINT64_MAX, n;
	char group[PATH_MAX], folder[2 * PATH_MAX], *end;
	struct mount m;
	size_t top;

	if (!find_group(root, k, group) || !find_mount(root, k, &m))
		return least;
	top = strlen(m.place);
	snprintf(folder, sizeof(folder), "%s%s", m.place, below(group, m.top));
	for (;;) {
		n = read_number(root, folder, k->file);
		if (n < least)
			least = n;
		end = strrchr(folder, '/');
		if (end == NULL || (size_t)(end - folder) < top)
			return least;
		*end = '\0';
	}
}

uint64_t
ocr_cgroup_limit(const char *root)
{
	uint64_t least = UINT64_MAX, n;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		n = limit_of(root, &kinds[i]);
		if (n < least)
			least = n;
	}
	return least;
}
