/* SPDX-License-Identifier: BSD-3-Clause */
/* kills_find.c - see kills_find.h. */
#include "tests/cluster/kills_find.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool
read_file(long pid, const char *name, char *text, size_t room, size_t *len)
{
	char path[64];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%ld/%s", pid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	n = read(fd, text, room - 1);
	close(fd);
	*len = n > 0 ? (size_t)n : 0;
	text[*len] = 0;
	return n > 0;
}

static pid_t
parent_of(long pid)
{
	char text[512], state;
	size_t len;
	const char *behind;
	long parent;

	if (!read_file(pid, "stat", text, sizeof(text), &len))
		return -1;
	behind = strrchr(text, ')');
	if (!behind || sscanf(behind, ") %c %ld", &state, &parent) != 2 ||
	    state == 'Z')
		return -1;
	return (pid_t)parent;
}

/* Of a node that has become its program. */
static int
rank_of(long pid)
{
	static char text[64 << 10];
	size_t len;

	if (!read_file(pid, "environ", text, sizeof(text), &len))
		return -1;
	for (const char *at = text; at < text + len; at += strlen(at) + 1)
		if (!strncmp(at, "PMIX_RANK=", 10))
			return atoi(at + 10);
	return -1;
}

static void
name_host(struct process *p, const char *hosts)
{
	static const char *const names[] = {"a", "b", "c", "d"};
	char path[512], his[64] = "", its[64];
	ssize_t n;
	long pid;
	FILE *f;

	gethostname(p->host, sizeof(p->host) - 1);
	snprintf(path, sizeof(path), "/proc/%ld/ns/uts", (long)p->pid);
	n = readlink(path, his, sizeof(his) - 1);
	for (size_t i = 0; hosts && n > 0 && i < 4; i++) {
		snprintf(path, sizeof(path), "%s/%s", hosts, names[i]);
		f = fopen(path, "re");
		if (!f || fscanf(f, "%ld", &pid) != 1)
			pid = 0;
		if (f)
			fclose(f);
		snprintf(path, sizeof(path), "/proc/%ld/ns/uts", pid);
		memset(its, 0, sizeof(its));
		if (readlink(path, its, sizeof(its) - 1) == n &&
		    !strcmp(its, his))
			snprintf(p->host, sizeof(p->host), "%s", names[i]);
	}
}

bool
kills_is_called(pid_t pid, const char *wanted)
{
	char name[32];
	size_t len;

	return read_file(pid, "comm", name, sizeof(name), &len) &&
	       !strncmp(name, wanted, strlen(wanted));
}

unsigned
kills_children(pid_t parent, const char *name, struct process *p,
	       const char *hosts)
{
	DIR *d = opendir("/proc");
	struct dirent *e;
	unsigned n = 0;

	while (d && n < MAX_PROCESSES && (e = readdir(d)) != NULL) {
		long pid = strtol(e->d_name, NULL, 10);

		if (!isdigit((unsigned char)e->d_name[0]) ||
		    parent_of(pid) != parent ||
		    !kills_is_called((pid_t)pid, name))
			continue;
		p[n].pid = (pid_t)pid;
		p[n].rank = rank_of(pid);
		name_host(&p[n++], hosts);
	}
	if (d)
		closedir(d);
	return n;
}

bool
kills_has_number(const char *name, const char *number)
{
	size_t len = strlen(number);
	const char *at = name;

	for (; (at = strstr(at, number)) != NULL; at++)
		if ((at == name || !isdigit((unsigned char)at[-1])) &&
		    !isdigit((unsigned char)at[len]))
			return true;
	return false;
}
