/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_lane.c - see trace_lane.h. */
#include "src/observe/trace_lane.h"

#include "fabric/log.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* The next chunk of the file, which is 0; NULL and errno: there is none. */
static void *
map_next(struct ocr_trace_sheet *s)
{
	uint64_t n = atomic_fetch_add_explicit(&s->n_chunks, 1,
					       memory_order_relaxed);
	off_t offset = (off_t)(n * OCR_TRACE_CHUNK);
	struct rlimit limit;
	void *p;

	/* What exceeds it is a signal. */
	if (!getrlimit(RLIMIT_FSIZE, &limit) &&
	    limit.rlim_cur != RLIM_INFINITY &&
	    (n + 1) * OCR_TRACE_CHUNK > limit.rlim_cur) {
		errno = EFBIG;
		return NULL;
	}
	/* Without it a full disk would be a fault of whoever writes. */
	errno = posix_fallocate(s->fd, offset, (off_t)OCR_TRACE_CHUNK);
	if (errno)
		return NULL;
	p = mmap(NULL, OCR_TRACE_CHUNK, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_POPULATE, s->fd, offset);
	return p == MAP_FAILED ? NULL : p;
}

int
ocr_trace_sheet_open(struct ocr_trace_sheet *s, const char *path,
		     const struct ocr_trace_file *head)
{
	*s = (struct ocr_trace_sheet){.node = head->node};
	/* Another job may have the old one mapped. */
	unlink(path);
	s->fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (s->fd < 0)
		return -errno;
	s->head = map_next(s);
	if (!s->head) {
		int err = -errno;

		close(s->fd);
		return err;
	}
	*s->head = *head;
	return 0;
}

void
ocr_trace_sheet_close(struct ocr_trace_sheet *s)
{
	munmap(s->head, OCR_TRACE_CHUNK);
	close(s->fd);
}

/* Says so once. */
static void
cut(struct ocr_trace_sheet *s)
{
	const char *why = strerror(errno);

	if (atomic_exchange_explicit(&s->is_full, 1, memory_order_relaxed))
		return;
	s->head->is_cut = 1;
	ocr_log_warn(s->node, "the trace ends here, and the job goes on: %s",
		     why);
}

bool
ocr_trace_lane_turn(struct ocr_trace_lane *l)
{
	struct ocr_trace_chunk *c;

	ocr_trace_lane_close(l);
	if (atomic_load_explicit(&l->sheet->is_full, memory_order_relaxed))
		return false;
	c = map_next(l->sheet);
	if (!c) {
		cut(l->sheet);
		return false;
	}
	*c = (struct ocr_trace_chunk){l->id + 1, l->n_chunks++};
	l->chunk = c;
	l->at = (uint64_t *)(void *)(c + 1);
	l->end = (uint64_t *)(void *)((char *)(void *)c + OCR_TRACE_CHUNK);
	return true;
}

void
ocr_trace_lane_close(struct ocr_trace_lane *l)
{
	if (l->chunk)
		munmap(l->chunk, OCR_TRACE_CHUNK);
	l->chunk = NULL;
	l->at = l->end = NULL;
}
