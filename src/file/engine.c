/* SPDX-License-Identifier: BSD-3-Clause */
/* engine.c - see engine.h.
 *
 * Whoever submits appends to a list and, if that was empty, writes to an
 * eventfd.  All else is done by the engine's thread, which sleeps on that, or
 * on a ring that watches it.
 */
#include "src/file/engine.h"

#include "fabric/lock.h"
#include "fabric/thread_name.h"
#include "src/file/ring.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Moved by one system call at most: Linux stops at 2 GiB less a page. */
#define PIECE_BYTES (UINT64_C(1) << 30)

/* Of requests, oldest first. */
struct line {
	struct ocr_io *first, **end;
};

struct ocr_engine {
	/* Fixed after open: */
	struct ocr_engine_config c;
	int wake;
	pthread_t thread;

	struct ocr_lock lock;
	struct line asked; /* guarded by lock */

	/* The engine's thread only: */
	struct ocr_ring *ring; /* or NULL */
	struct line waiting;   /* for room in the ring */

	/* Release: what done() did comes before.  Pairs with
	 * ocr_engine_pending(). */
	_Atomic uint64_t n_pending;
	_Atomic bool stop;
};

static void
append(struct line *l, struct ocr_io *io)
{
	io->next = NULL;
	*l->end = io;
	l->end = &io->next;
}

static struct ocr_io *
take_first(struct line *l)
{
	struct ocr_io *io = l->first;

	if (!io)
		return NULL;
	l->first = io->next;
	if (!l->first)
		l->end = &l->first;
	return io;
}

static void
clear(struct line *l)
{
	l->first = NULL;
	l->end = &l->first;
}

static void
finish(struct ocr_engine *e, struct ocr_io *io, int err)
{
	uint64_t n;

	io->done(io, err);
	n = atomic_fetch_sub_explicit(&e->n_pending, 1, memory_order_seq_cst);
	if (e->c.after)
		e->c.after(e->c.ctx, n - 1);
}

/* What is to be moved by the next call. */
static uint64_t
piece(const struct ocr_io *io)
{
	uint64_t left = io->len_bytes - io->moved_bytes;

	return left < PIECE_BYTES ? left : PIECE_BYTES;
}

/* Takes what read or write has returned, or -errno.  True: it is done, with
 * *err. */
static bool
advance(struct ocr_io *io, int64_t result, int *err)
{
	*err = 0;
	if (result == -EINTR || result == -EAGAIN)
		return false;
	if (result <= 0 && io->moved_bytes < io->len_bytes) {
		/* A write of no bytes would be tried for ever. */
		*err = result < 0		 ? (int)result
		       : io->kind == OCR_IO_READ ? -ENODATA
						 : -EIO;
		return true;
	}
	io->moved_bytes += (uint64_t)result;
	return io->moved_bytes >= io->len_bytes;
}

static int64_t
move(const struct ocr_io *io)
{
	char *data = (char *)io->data + io->moved_bytes;
	off_t at = (off_t)(io->offset + io->moved_bytes);
	ssize_t n = io->kind == OCR_IO_WRITE
			    ? pwrite(io->fd, data, piece(io), at)
			    : pread(io->fd, data, piece(io), at);

	return n < 0 ? -errno : n;
}

static void
run(struct ocr_engine *e, struct ocr_io *io)
{
	int err = 0;

	if (io->kind == OCR_IO_CALL)
		err = io->call(io);
	else
		while (io->len_bytes && !advance(io, move(io), &err))
			;
	finish(e, io, err);
}

/* All that was submitted. */
static struct ocr_io *
take_asked(struct ocr_engine *e)
{
	struct ocr_io *first;

	ocr_lock(&e->lock, OCR_LOCK_ENGINE);
	first = e->asked.first;
	clear(&e->asked);
	ocr_unlock(&e->lock, OCR_LOCK_ENGINE);
	return first;
}

static bool
is_over(const struct ocr_engine *e)
{
	return atomic_load_explicit(&e->stop, memory_order_acquire) &&
	       !ocr_engine_pending(e);
}

static void
begin(struct ocr_engine *e)
{
	ocr_thread_name("ocr-files");
	if (e->c.begin)
		e->c.begin(e->c.ctx);
}

/* -- One after the other -------------------------------------------------- */

static void *
thread_main(void *arg)
{
	struct ocr_engine *e = arg;
	struct ocr_io *io, *next;
	uint64_t n;

	begin(e);
	while (!is_over(e)) {
		for (io = take_asked(e); io; io = next) {
			next = io->next;
			run(e, io);
		}
		if (is_over(e))
			break;
		while (read(e->wake, &n, sizeof(n)) < 0 && errno == EINTR)
			;
	}
	return NULL;
}

/* -- Many at once --------------------------------------------------------- */

static void
start_waiting(struct ocr_engine *e)
{
	while (e->waiting.first &&
	       ocr_ring_start(e->ring, e->waiting.first,
			      (uint32_t)piece(e->waiting.first)))
		take_first(&e->waiting);
}

static void
take_new(struct ocr_engine *e)
{
	struct ocr_io *io, *next;

	for (io = take_asked(e); io; io = next) {
		next = io->next;
		if (io->kind == OCR_IO_CALL || !io->len_bytes)
			run(e, io);
		else
			append(&e->waiting, io);
	}
}

static void
take_answers(struct ocr_engine *e)
{
	struct ocr_io *io;
	int result, err;

	for (bool first = true; (io = ocr_ring_wait(e->ring, first, &result));
	     first = false) {
		if (advance(io, result, &err))
			finish(e, io, err);
		else
			append(&e->waiting, io);
	}
}

/* So that the ring sees the next one.  It is not blocking. */
static void
forget_wakes(struct ocr_engine *e)
{
	uint64_t n;

	while (read(e->wake, &n, sizeof(n)) < 0 && errno == EINTR)
		;
}

static void *
ring_main(void *arg)
{
	struct ocr_engine *e = arg;

	begin(e);
	while (!is_over(e)) {
		forget_wakes(e);
		take_new(e);
		start_waiting(e);
		if (!is_over(e))
			take_answers(e);
	}
	return NULL;
}

/* -- All ------------------------------------------------------------------ */

static int
start(struct ocr_engine *e)
{
	pthread_attr_t attr;
	int err = pthread_attr_init(&attr);

	if (err)
		return -err;
	if (e->c.cpus)
		pthread_attr_setaffinity_np(&attr, e->c.cpus_bytes, e->c.cpus);
	err = pthread_create(&e->thread, &attr,
			     e->ring ? ring_main : thread_main, e);
	pthread_attr_destroy(&attr);
	return -err;
}

/* A thread sleeps in read; a ring must not. */
static int
open_parts(struct ocr_engine *e)
{
	e->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (e->wake < 0)
		return -errno;
	if (e->c.how == OCR_ENGINE_BEST && !ocr_ring_open(&e->ring, e->wake))
		return 0;
	close(e->wake);
	e->wake = eventfd(0, EFD_CLOEXEC);
	return e->wake < 0 ? -errno : 0;
}

static void
close_parts(struct ocr_engine *e)
{
	if (e->ring)
		ocr_ring_close(e->ring);
	if (e->wake >= 0)
		close(e->wake);
	free(e);
}

int
ocr_engine_open(struct ocr_engine **out, const struct ocr_engine_config *c)
{
	struct ocr_engine *e = calloc(1, sizeof(*e));
	int err = 0;

	if (!e)
		return -ENOMEM;
	e->c = *c;
	e->wake = -1;
	clear(&e->asked);
	clear(&e->waiting);
	if (c->how != OCR_ENGINE_MANUAL) {
		err = open_parts(e);
		if (!err)
			err = start(e);
	}
	if (err)
		close_parts(e);
	else
		*out = e;
	return err;
}

static void
wake(struct ocr_engine *e)
{
	static const uint64_t one = 1;

	while (e->wake >= 0 && write(e->wake, &one, sizeof(one)) < 0 &&
	       errno == EINTR)
		;
}

void
ocr_engine_close(struct ocr_engine *e)
{
	while (e->c.how == OCR_ENGINE_MANUAL && ocr_engine_pending(e))
		ocr_engine_step(e, 0);
	if (e->c.how != OCR_ENGINE_MANUAL) {
		atomic_store_explicit(&e->stop, true, memory_order_release);
		wake(e);
		pthread_join(e->thread, NULL);
	}
	close_parts(e);
}

void
ocr_engine_submit(struct ocr_engine *e, struct ocr_io *io)
{
	bool first;

	io->moved_bytes = 0;
	atomic_fetch_add_explicit(&e->n_pending, 1, memory_order_relaxed);
	ocr_lock(&e->lock, OCR_LOCK_ENGINE);
	first = !e->asked.first;
	append(&e->asked, io);
	ocr_unlock(&e->lock, OCR_LOCK_ENGINE);
	if (first)
		wake(e);
}

uint64_t
ocr_engine_pending(const struct ocr_engine *e)
{
	return atomic_load_explicit(&e->n_pending, memory_order_seq_cst);
}

void
ocr_engine_step(struct ocr_engine *e, uint64_t i)
{
	struct ocr_io **p = &e->asked.first, *io;

	while (i-- && (*p)->next)
		p = &(*p)->next;
	io = *p;
	*p = io->next;
	if (!*p)
		e->asked.end = p;
	run(e, io);
}

const char *
ocr_engine_name(const struct ocr_engine *e)
{
	return e->c.how == OCR_ENGINE_MANUAL ? "manual"
	       : e->ring		     ? "io_uring"
					     : "thread";
}
