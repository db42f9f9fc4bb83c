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

/* Whose child it is, and which session it is in.  False: it has ended. */
static bool
read_family(long pid, long *parent, long *session)
{
	char text[512], state;
	size_t len;
	const char *behind;

	if (!read_file(pid, "stat", text, sizeof(text), &len))
		return false;
	behind = strrchr(text, ')');
	return behind &&
	       sscanf(behind, ") %c %ld %*d %ld", &state, parent, session) ==
		       3 &&
	       state != 'Z';
}

/* 0: there is none any more. */
static long
next_process(DIR *d)
{
	struct dirent *e;

	while (d && (e = readdir(d)) != NULL)
		if (isdigit((unsigned char)e->d_name[0]))
			return strtol(e->d_name, NULL, 10);
	if (d)
		closedir(d);
	return 0;
}

/* False as well while one between them ends: its children get another parent.
 */
static bool
comes_from(long pid, long ancestor)
{
	long session;

	while (pid > 1 && pid != ancestor)
		if (!read_family(pid, &pid, &session))
			return false;
	return pid == ancestor;
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

static void
describe(struct process *p, long pid, const char *hosts)
{
	p->pid = (pid_t)pid;
	p->rank = rank_of(pid);
	name_host(p, hosts);
}

unsigned
kills_children(pid_t parent, const char *name, struct process *p,
	       const char *hosts)
{
	DIR *d = opendir("/proc");
	long pid, its, session;
	unsigned n = 0;

	while ((pid = next_process(d)) != 0)
		if (n < MAX_PROCESSES && read_family(pid, &its, &session) &&
		    its == parent && kills_is_called((pid_t)pid, name))
			describe(&p[n++], pid, hosts);
	return n;
}

/* mpirun, or what it becomes from Open MPI 5 on. */
bool
kills_launcher(pid_t ocrrun, struct process *p, const char *hosts)
{
	return kills_children(ocrrun, "mpirun", p, hosts) == 1 ||
	       kills_children(ocrrun, "prterun", p, hosts) == 1;
}

bool
kills_starts(pid_t launcher)
{
	struct process p[MAX_PROCESSES];
	unsigned n = kills_children(launcher, "", p, NULL);

	while (n-- > 0)
		if (p[n].rank < 0)
			return true;
	return false;
}

/* The process that is started as a daemon leaves the work to a child, which
 * leads a session, and ends. */
static bool
is_daemon(long pid)
{
	long parent, session;

	return (kills_is_called((pid_t)pid, "orted\n") ||
		kills_is_called((pid_t)pid, "prted\n")) &&
	       read_family(pid, &parent, &session) && session == pid;
}

unsigned
kills_daemons(pid_t ocrrun, struct process *p, const char *hosts)
{
	DIR *d = opendir("/proc");
	unsigned n = 0;
	long pid;

	while ((pid = next_process(d)) != 0)
		if (n < MAX_PROCESSES && is_daemon(pid) &&
		    comes_from(pid, ocrrun))
			describe(&p[n++], pid, hosts);
	return n;
}

unsigned
kills_nodes(pid_t ocrrun, pid_t launcher, struct process *p, const char *hosts)
{
	struct process daemons[MAX_PROCESSES];
	unsigned n = kills_children(launcher, "", p, hosts), kept = 0;
	unsigned n_daemons = hosts ? kills_daemons(ocrrun, daemons, hosts) : 0;

	while (n_daemons-- > 0 && n <= MAX_PROCESSES)
		n += kills_children(daemons[n_daemons].pid, "", p + n, hosts);
	for (unsigned i = 0; i < n; i++)
		if (!hosts || p[i].rank >= 0)
			p[kept++] = p[i];
	return kept;
}

void
kills_tell(pid_t ancestor, char *text, size_t room)
{
	DIR *d = opendir("/proc");
	long pid, parent, session;
	char name[32];
	size_t at = 0, len;

	*text = 0;
	while ((pid = next_process(d)) != 0) {
		if (at >= room || !comes_from(pid, ancestor) ||
		    !read_family(pid, &parent, &session) ||
		    !read_file(pid, "comm", name, sizeof(name), &len))
			continue;
		name[strcspn(name, "\n")] = 0;
		at += (size_t)snprintf(text + at, room - at,
				       "%s%s (pid %ld, child of %ld)",
				       at ? ", " : "", name, pid, parent);
	}
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
