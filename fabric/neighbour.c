/* SPDX-License-Identifier: BSD-3-Clause */
/* neighbour.c - opens a neighbour's file through /proc, and maps it. */
#include "fabric/neighbour.h"

#include "fabric/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct view {
	_Atomic(char *) base; /* NULL: not mapped */
	uint64_t len;	      /* fixed before base is set */
};

struct ocr_neighbours {
	uint32_t size;
	struct view view[];
};

struct ocr_neighbours *
ocr_neighbours_open(uint32_t size)
{
	struct ocr_neighbours *n =
		calloc(1, sizeof(*n) + size * sizeof(n->view[0]));

	if (n)
		n->size = size;
	return n;
}

void
ocr_neighbours_close(struct ocr_neighbours *n)
{
	char *base;
	uint32_t i;

	if (!n)
		return;
	for (i = 0; i < n->size; i++) {
		base = atomic_load_explicit(&n->view[i].base,
					    memory_order_relaxed);
		if (base)
			munmap(base, n->view[i].len);
	}
	free(n);
}

struct ocr_window_name
ocr_window_name(const struct ocr_memory *m)
{
	struct ocr_window_name w = {.pid = (int32_t)getpid(),
				    .fd = ocr_memory_fd(m)};
	struct stat st;

	if (w.fd < 0 || fstat(w.fd, &st)) {
		w.fd = -1;
		return w;
	}
	w.device = st.st_dev;
	w.inode = st.st_ino;
	w.len_bytes = ocr_memory_len(m);
	return w;
}

/* A file may be another one by now, or of another host's process. */
static int
open_file(const struct ocr_window_name *w)
{
	char path[64];
	struct stat st;
	int fd;

	if (w->fd < 0 || w->pid <= 0 || !w->len_bytes)
		return -ENOENT;
	snprintf(path, sizeof(path), "/proc/%" PRId32 "/fd/%" PRId32, w->pid,
		 w->fd);
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (!fstat(fd, &st) && st.st_dev == w->device &&
	    st.st_ino == w->inode && (uint64_t)st.st_size >= w->len_bytes)
		return fd;
	close(fd);
	return -ESTALE;
}

int
ocr_neighbour_map(struct ocr_neighbours *n, ocr_node_t peer,
		  const struct ocr_window_name *w)
{
	struct view *v;
	void *p;
	int fd;

	if (peer >= n->size)
		return -EINVAL;
	v = &n->view[peer];
	if (atomic_load_explicit(&v->base, memory_order_relaxed))
		return 0;
	fd = open_file(w);
	if (fd < 0)
		return fd;
	p = mmap(NULL, w->len_bytes, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_NORESERVE, fd, 0);
	close(fd);
	if (p == MAP_FAILED)
		return -ENOMEM;
	v->len = w->len_bytes;
	/* pairs with ocr_neighbour_base() */
	atomic_store_explicit(&v->base, p, memory_order_release);
	return 0;
}

char *
ocr_neighbour_base(const struct ocr_neighbours *n, ocr_node_t peer,
		   uint64_t *len)
{
	char *base;

	if (peer >= n->size)
		return NULL;
	base = atomic_load_explicit(&n->view[peer].base, memory_order_acquire);
	if (base)
		*len = n->view[peer].len;
	return base;
}
