/* SPDX-License-Identifier: BSD-3-Clause */
/* top_link.c - see top_link.h. */
#include "src/tools/top_link.h"

#include "src/observe/door.h"
#include "src/observe/same_user.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

/* So long a node may take, and to say who it is: one that is stopped never
 * does. */
#define ANSWER_S 5
#define WHO_S	 2

#define TEXT_BYTES ((size_t)64 << 10)

/* "UID.PID." of a name; false: it is another. */
static bool
parse_name(const char *name, unsigned long *uid, long *pid)
{
	size_t n = strlen(OCR_DOOR_NAME);

	return !strncmp(name, OCR_DOOR_NAME, n) &&
	       sscanf(name + n, "%lu.%ld.", uid, pid) == 2;
}

static void
be_patient(int fd, time_t seconds)
{
	const struct timeval limit = {.tv_sec = seconds};

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
}

/* -1: nobody is there. */
static int
open_name(const char *name)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	size_t n = strlen(name);
	int fd;

	if (n >= sizeof(a.sun_path))
		return -1;
	memcpy(a.sun_path + 1, name, n);
	fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	be_patient(fd, WHO_S);
	if (!connect(fd, (const struct sockaddr *)&a,
		     (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 +
				 n)) &&
	    /* Anybody can take a name. */
	    ocr_same_user(fd))
		return fd;
	close(fd);
	return -1;
}

bool
top_link_ask(const struct top_link *l, char what,
	     void (*fn)(void *ctx, char *text), void *ctx)
{
	char *text = malloc(TEXT_BYTES + 1);
	bool ended = false;
	ssize_t n;

	if (!text || send(l->fd, &what, 1, MSG_NOSIGNAL) != 1) {
		free(text);
		return false;
	}
	while (!ended && (n = recv(l->fd, text, TEXT_BYTES, 0)) > 0) {
		text[n] = 0;
		ended = !strcmp(text, OCR_DOOR_END);
		if (!ended)
			fn(ctx, text);
	}
	free(text);
	return ended;
}

static void
take_who(void *node, char *text)
{
	top_node_read(node, text);
}

static int
by_job(const void *a, const void *b)
{
	const struct top_node *x = &((const struct top_link *)a)->who;
	const struct top_node *y = &((const struct top_link *)b)->who;

	if (x->job != y->job)
		return x->job < y->job ? -1 : 1;
	if (x->self != y->self)
		return x->self < y->self ? -1 : 1;
	return x->pid < y->pid ? -1 : x->pid > y->pid;
}

static void
add_link(struct top_links *l, const char *name)
{
	struct top_link x = {.fd = open_name(name)};
	struct top_link *more;

	if (x.fd < 0)
		return;
	more = realloc(l->at, (l->n + 1) * sizeof(*more));
	if (more)
		l->at = more;
	if (!more || !top_link_ask(&x, OCR_DOOR_WHO, take_who, &x.who) ||
	    !x.who.there) {
		close(x.fd);
		return;
	}
	be_patient(x.fd, ANSWER_S);
	l->at[l->n++] = x;
}

void
top_links_find(struct top_links *l, pid_t wanted)
{
	FILE *all = fopen("/proc/net/unix", "r");
	unsigned long uid;
	char *line = NULL, *name;
	size_t room = 0;
	long pid;

	*l = (struct top_links){.n = 0};
	/* Those that listen have a name; others have that of who they are
	 * with, and are connected. */
	while (all && getline(&line, &room, all) > 0) {
		unsigned long flags = 0;

		name = strrchr(line, '@');
		if (!name || !parse_name(name + 1, &uid, &pid) ||
		    sscanf(line, "%*s %*s %*s %lx", &flags) != 1 ||
		    !(flags & 0x10000))
			continue;
		name[strcspn(name, "\n")] = 0;
		if (uid == geteuid())
			add_link(l, name + 1);
		else if (wanted && top_link_is_below((pid_t)pid, wanted))
			l->foreign = (pid_t)pid;
	}
	free(line);
	if (all)
		fclose(all);
	if (l->n)
		qsort(l->at, l->n, sizeof(*l->at), by_job);
}

void
top_links_close(struct top_links *l)
{
	for (unsigned i = 0; i < l->n; i++)
		close(l->at[i].fd);
	free(l->at);
	*l = (struct top_links){.n = 0};
}

/* 0: it is not known. */
static pid_t
parent_of(pid_t pid)
{
	char path[64], text[512], *end;
	int parent = 0;
	FILE *f;
	size_t n;

	snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
	f = fopen(path, "r");
	if (!f)
		return 0;
	n = fread(text, 1, sizeof(text) - 1, f);
	fclose(f);
	text[n] = 0;
	/* The name in brackets may have anything in it. */
	end = strrchr(text, ')');
	return end && sscanf(end, ") %*c %d", &parent) == 1 ? parent : 0;
}

bool
top_link_is_below(pid_t pid, pid_t ancestor)
{
	while (pid > 1 && pid != ancestor)
		pid = parent_of(pid);
	return pid == ancestor;
}
