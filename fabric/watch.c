/* SPDX-License-Identifier: BSD-3-Clause */
/* watch.c - a set of pidfds, by node. */
#include "fabric/watch.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

#define AT_ONCE 8

struct watched {
	uint32_t pid;
	int fd; /* -1: not watched */
};

struct ocr_watch {
	int set; /* epoll */
	uint32_t size, n_watched;
	struct watched nodes[];
};

int
ocr_watch_open(struct ocr_watch **out, uint32_t size)
{
	struct ocr_watch *w =
		calloc(1, sizeof(*w) + size * sizeof(w->nodes[0]));
	uint32_t i;
	int err;

	if (w == NULL)
		return -ENOMEM;
	w->size = size;
	for (i = 0; i < size; i++)
		w->nodes[i].fd = -1;
	w->set = epoll_create1(EPOLL_CLOEXEC);
	if (w->set < 0) {
		err = -errno;
		free(w);
		return err;
	}
	*out = w;
	return 0;
}

void
ocr_watch_close(struct ocr_watch *w)
{
	ocr_node_t i;

	for (i = 0; i < w->size; i++)
		ocr_watch_end(w, i);
	close(w->set);
	free(w);
}

bool
ocr_watch_begin(struct ocr_watch *w, ocr_node_t node, uint32_t pid)
{
	struct epoll_event e = {.events = EPOLLIN, .data.u32 = node};
	struct watched *p = &w->nodes[node];
	int fd;

	if (p->fd >= 0)
		return true;
	fd = (int)syscall(SYS_pidfd_open, (pid_t)pid, 0);
	if (fd < 0)
		/* Another errno: this kernel cannot, or there are no more
		 * descriptors.  Then its death is found out later. */
		return errno != ESRCH;
	if (epoll_ctl(w->set, EPOLL_CTL_ADD, fd, &e) != 0) {
		close(fd);
		return true;
	}
	p->fd = fd;
	p->pid = pid;
	w->n_watched++;
	return true;
}

void
ocr_watch_end(struct ocr_watch *w, ocr_node_t node)
{
	struct watched *p = &w->nodes[node];

	if (p->fd < 0)
		return;
	close(p->fd); /* leaves the set with it */
	p->fd = -1;
	w->n_watched--;
}

int
ocr_watch_look(struct ocr_watch *w,
	       void (*fn)(void *ctx, ocr_node_t node, uint32_t pid), void *ctx)
{
	struct epoll_event e[AT_ONCE];
	int i, n;

	if (w->n_watched == 0)
		return 0;
	n = epoll_wait(w->set, e, AT_ONCE, 0);
	for (i = 0; i < n; i++) {
		ocr_watch_end(w, e[i].data.u32);
		fn(ctx, e[i].data.u32, w->nodes[e[i].data.u32].pid);
	}
	return n > 0 ? n : 0;
}

int
ocr_watch_fd(const struct ocr_watch *w)
{
	return w->set;
}
