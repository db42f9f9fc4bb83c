/* SPDX-License-Identifier: BSD-3-Clause */
/* neighbour.c - maps the files of neighbours. */
#include "fabric/neighbour.h"

#include "fabric/memory.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
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

struct ocr_nameless
ocr_neighbour_window_name(const struct ocr_memory *m)
{
	return ocr_nameless(ocr_memory_fd(m), ocr_memory_len(m));
}

int
ocr_neighbour_map(struct ocr_neighbours *n, ocr_node_t peer,
		  const struct ocr_nameless *w)
{
	struct view *v;
	void *p;
	int fd;

	if (peer >= n->size)
		return -EINVAL;
	v = &n->view[peer];
	if (atomic_load_explicit(&v->base, memory_order_relaxed))
		return 0;
	if (!w->len_bytes)
		return -ENOENT;
	fd = ocr_nameless_open(w);
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
