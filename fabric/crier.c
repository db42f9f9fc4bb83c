/* SPDX-License-Identifier: BSD-3-Clause */
/* crier.c - see crier.h. */
#define _GNU_SOURCE /* struct ucred */
#include "fabric/crier.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { SILENT = -1, NAMELESS = -2 }; /* says it without a name */

/* Before a name that nobody answers for is taken for a stranger's. */
#define TRIES 100

struct ocr_crier {
	uint64_t job;
	uint32_t size;
	int fd[]; /* of the name; or one of these */
};

int
ocr_crier_open(struct ocr_crier **out, uint64_t job, uint32_t size)
{
	struct ocr_crier *c = malloc(sizeof(*c) + size * sizeof(c->fd[0]));
	uint32_t i;

	if (c == NULL)
		return -ENOMEM;
	c->job = job;
	c->size = size;
	for (i = 0; i < size; i++)
		c->fd[i] = SILENT;
	*out = c;
	return 0;
}

void
ocr_crier_close(struct ocr_crier *c)
{
	ocr_node_t i;

	for (i = 0; i < c->size; i++)
		ocr_crier_end(c, i);
	free(c);
}

/* Returns the length of the address. */
static socklen_t
name_it(struct sockaddr_un *a, uint64_t job, ocr_node_t node)
{
	int n;

	*a = (struct sockaddr_un){.sun_family = AF_UNIX};
	n = snprintf(a->sun_path + 1, sizeof(a->sun_path) - 1,
		     "ocr.crier.%ju.%016" PRIx64 ".%u", (uintmax_t)geteuid(),
		     job, node);
	return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 +
			   (size_t)n);
}

/* Whoever has the name listens.  A stranger may have taken it. */
static bool
is_ours(const struct sockaddr_un *a, socklen_t len)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	struct ucred who = {.uid = (uid_t)-1};
	socklen_t n = sizeof(who);
	bool ours;

	if (fd < 0)
		return false;
	/* EAGAIN: many have asked already. */
	ours = connect(fd, (const struct sockaddr *)a, len) != 0
		       ? errno == EAGAIN
		       : getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n) ==
					 0 &&
				 who.uid == geteuid();
	close(fd);
	return ours;
}

/* The descriptor of the name, or SILENT. */
static int
take_name(const struct sockaddr_un *a, socklen_t len)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd >= 0 && bind(fd, (const struct sockaddr *)a, len) == 0 &&
	    listen(fd, SOMAXCONN) == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return SILENT;
}

bool
ocr_crier_begin(struct ocr_crier *c, ocr_node_t node)
{
	struct sockaddr_un a;
	socklen_t len = name_it(&a, c->job, node);
	int *fd = &c->fd[node];

	/* Whoever has the name listens a call later, or has just ended. */
	for (int i = 0; i < TRIES && *fd == SILENT; i++) {
		if (i > 0)
			sched_yield();
		*fd = take_name(&a, len);
		if (*fd == SILENT && is_ours(&a, len))
			return false;
	}
	if (*fd == SILENT)
		*fd = NAMELESS;
	return true;
}

bool
ocr_crier_end(struct ocr_crier *c, ocr_node_t node)
{
	int fd = c->fd[node];

	c->fd[node] = SILENT;
	if (fd >= 0)
		close(fd);
	return fd != SILENT;
}
