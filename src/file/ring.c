/* SPDX-License-Identifier: BSD-3-Clause */
/* ring.c - see ring.h. */
#include "src/file/ring.h"

#include "config.h"

#include <errno.h>
#include <stddef.h>

#ifdef HAVE_LIBURING

#include <liburing.h>
#include <poll.h>
#include <stdlib.h>

/* Requests under way.  The kernel makes room for twice as many answers. */
#define RING_ENTRIES 64

/* Moved by a thread of the kernel; less is moved while it is asked for, if the
 * bytes are in its cache: cheaper than to hand it on. */
#define ASYNC_BYTES 65536

struct ocr_ring {
	struct io_uring ring;
	int wake;
	bool is_waiting; /* for wake */
	unsigned n;	 /* requests under way */
};

static bool
has_ops(struct io_uring *ring)
{
	struct io_uring_probe *p = io_uring_get_probe_ring(ring);
	bool ok = p && io_uring_opcode_supported(p, IORING_OP_READ) &&
		  io_uring_opcode_supported(p, IORING_OP_WRITE) &&
		  io_uring_opcode_supported(p, IORING_OP_POLL_ADD);

	if (p)
		io_uring_free_probe(p);
	return ok;
}

int
ocr_ring_open(struct ocr_ring **out, int wake)
{
	struct ocr_ring *r = calloc(1, sizeof(*r));
	int err;

	if (!r)
		return -ENOMEM;
	r->wake = wake;
	/* One entry more, to be woken. */
	err = io_uring_queue_init(RING_ENTRIES + 1, &r->ring, 0);
	if (err) {
		free(r);
		return err;
	}
	if (!has_ops(&r->ring)) {
		ocr_ring_close(r);
		return -ENOSYS;
	}
	*out = r;
	return 0;
}

void
ocr_ring_close(struct ocr_ring *r)
{
	io_uring_queue_exit(&r->ring);
	free(r);
}

bool
ocr_ring_start(struct ocr_ring *r, struct ocr_io *io, uint32_t len_bytes)
{
	uint64_t at = io->offset + io->moved_bytes;
	struct io_uring_sqe *sqe;
	char *data = (char *)io->data + io->moved_bytes;

	if (r->n == RING_ENTRIES)
		return false;
	sqe = io_uring_get_sqe(&r->ring);
	if (!sqe)
		return false;
	if (io->kind == OCR_IO_WRITE)
		io_uring_prep_write(sqe, io->fd, data, len_bytes, at);
	else
		io_uring_prep_read(sqe, io->fd, data, len_bytes, at);
	if (len_bytes > ASYNC_BYTES)
		io_uring_sqe_set_flags(sqe, IOSQE_ASYNC);
	io_uring_sqe_set_data(sqe, io);
	r->n++;
	return true;
}

/* An answer without a request says that the thread is wanted. */
static void
wait_for_wake(struct ocr_ring *r)
{
	struct io_uring_sqe *sqe;

	if (r->is_waiting)
		return;
	sqe = io_uring_get_sqe(&r->ring);
	if (!sqe)
		return;
	io_uring_prep_poll_add(sqe, r->wake, POLLIN);
	io_uring_sqe_set_data(sqe, NULL);
	r->is_waiting = true;
}

struct ocr_io *
ocr_ring_wait(struct ocr_ring *r, bool first, int *result)
{
	struct io_uring_cqe *cqe;
	struct ocr_io *io;

	if (first) {
		wait_for_wake(r);
		/* Interrupted, or the kernel has no memory now: what was not
		 * handed over stays in the ring for the next time. */
		if (io_uring_submit_and_wait(&r->ring, 1) < 0)
			return NULL;
	}
	while (!io_uring_peek_cqe(&r->ring, &cqe)) {
		io = io_uring_cqe_get_data(cqe);
		*result = cqe->res;
		io_uring_cqe_seen(&r->ring, cqe);
		if (io) {
			r->n--;
			return io;
		}
		r->is_waiting = false;
	}
	return NULL;
}

#else

int
ocr_ring_open(struct ocr_ring **r, int wake)
{
	(void)r, (void)wake;
	return -ENOSYS;
}

void
ocr_ring_close(struct ocr_ring *r)
{
	(void)r;
}

bool
ocr_ring_start(struct ocr_ring *r, struct ocr_io *io, uint32_t len_bytes)
{
	(void)r, (void)io, (void)len_bytes;
	return false;
}

struct ocr_io *
ocr_ring_wait(struct ocr_ring *r, bool first, int *result)
{
	(void)r, (void)first, (void)result;
	return NULL;
}

#endif
