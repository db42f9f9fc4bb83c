/* SPDX-License-Identifier: BSD-3-Clause */
/* file.c - see file.h; doc/change/BLOCKS.md, 4.13. */
#include "src/file/file.h"

#include "fabric/log.h"
#include "src/base/observer.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/home.h"
#include "src/file/chunk.h"
#include "src/file/descriptor.h"
#include "src/file/files.h"
#include "src/names/answer.h"
#include "src/names/names.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <fcntl.h>
#include <search.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

size_t
ocr_file_bytes(void)
{
	return sizeof(struct ocr_file);
}

const char *
ocr_file_why(int err)
{
	switch (err) {
	case -EEXIST:
		return "it overlaps another chunk";
	case -EBADF:
		return "the file could not be opened";
	case -ENODATA:
		return "the file ends before";
	case -EBUSY:
		return "a task was writing to it when the job ended";
	case -ECANCELED:
		return "the job has failed";
	default:
		return strerror(-err);
	}
}

static struct ocr_file *
file_of(struct ocr_io *io)
{
	return (struct ocr_file *)(void *)((char *)io -
					   offsetof(struct ocr_file, io));
}

static void
call(struct ocr_file *f, int (*fn)(struct ocr_io *io),
     void (*done)(struct ocr_io *io, int err))
{
	f->io = (struct ocr_io){.kind = OCR_IO_CALL, .call = fn, .done = done};
	ocr_engine_submit(ocr_files_engine(f->rt->files), &f->io);
}

/* -- Closing -------------------------------------------------------------- */

/* Nobody can name it any more. */
static void
forget(struct ocr_file *f)
{
	struct ocr_runtime *rt = f->rt;

	ocr_files_remove(f);
	free(f->path);
	f->path = NULL;
	ocr_pool_put(&rt->files->pool, &ocr_self->files, f);
}

static void
on_closed(struct ocr_io *io, int err)
{
	struct ocr_file *f = file_of(io);
	struct ocr_runtime *rt = f->rt;
	struct ocr_answer a = {.err = 0};

	/* The system may find out only now. */
	if (err) {
		ocr_log_error(rt->self, "%s cannot be closed: %s", f->path,
			      strerror(-err));
		f->lost = true;
		if (f->mode & OCR_FILE_WRITE)
			ocr_files_lose(rt);
	}
	a.err = f->lost ? -EIO : 0;
	ocr_answer_tell(rt, f->closer.by, f->closer.file, f->closer.number, &a);
	forget(f);
}

static int
close_call(struct ocr_io *io)
{
	struct ocr_file *f = file_of(io);
	int fd = f->fd;

	f->fd = -1;
	/* Linux has closed it even if it was interrupted. */
	return fd >= 0 && close(fd) && errno != EINTR ? -errno : 0;
}

void
ocr_file_settle_and_unlock(struct ocr_file *f)
{
	bool closes =
		f->released && !f->n_chunks && f->state != OCR_FILE_OPENING;

	if (closes)
		f->guid = NULL_GUID;
	ocr_unlock(&f->lock, OCR_LOCK_FILE);
	if (closes)
		call(f, close_call, on_closed);
}

void
ocr_file_abandon(struct ocr_file *f)
{
	while (f->chunks) {
		struct ocr_chunk *c = f->chunks;

		f->chunks = c->next_of_file;
		if (c->has_range)
			tdelete(c, &f->ranges, ocr_chunk_compare);
		free(c);
	}
	if (f->fd >= 0)
		close(f->fd);
	free(f->path);
}

/* -- Opening -------------------------------------------------------------- */

/* A file that does not wait for anybody: one that is a pipe would. */
static int
open_path(const struct ocr_file *f)
{
	int flags = O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
	int fd;

	flags |= f->mode & OCR_FILE_WRITE ? O_RDWR : O_RDONLY;
	flags |= f->mode & OCR_FILE_CREATE ? O_CREAT : 0;
	do
		fd = open(f->path, flags, 0666);
	while (fd < 0 && errno == EINTR);
	return fd < 0 ? -errno : fd;
}

static int
look_at(struct ocr_file *f)
{
	struct stat s;

	if (fstat(f->fd, &s))
		return -errno;
	if (S_ISDIR(s.st_mode))
		return -EISDIR;
	if (!S_ISREG(s.st_mode))
		return -ESPIPE;
	if (fcntl(f->fd, F_SETFL, 0))
		return -errno;
	if (f->mode & OCR_FILE_CUT) {
		if (ftruncate(f->fd, 0))
			return -errno;
		s.st_size = s.st_blocks = 0;
	}
	f->size = (uint64_t)s.st_size;
	f->sparse = (uint64_t)s.st_blocks * 512 < f->size;
	return 0;
}

static int
open_call(struct ocr_io *io)
{
	struct ocr_file *f = file_of(io);
	int err;

	f->fd = open_path(f);
	if (f->fd < 0)
		return f->fd;
	err = look_at(f);
	if (err) {
		close(f->fd);
		f->fd = -1;
	}
	return err;
}

/* What the block of the descriptor waits for. */
static void
describe(struct ocr_file *f, int err)
{
	struct ocr_runtime *rt = f->rt;
	struct ocr_msg_release m = {
		.op = OCR_OP(OCR_MSG_RELEASE, struct ocr_msg_release),
	};
	struct ocr_descriptor d = {
		.magic = OCR_DESCRIPTOR_MAGIC,
		.file = f->guid,
		.size = err ? 0 : f->size,
		.err = err,
	};

	if (!f->descriptor)
		return;
	m.db = f->descriptor->guid;
	if (err)
		snprintf(d.text, sizeof(d.text), "%s",
			 err == -ESPIPE ? "Not a regular file"
					: strerror(-err));
	memcpy(f->descriptor->copy.data, &d, sizeof(d));
	ocr_block_put(rt, f->descriptor, f->descriptor->copy.data);
	ocr_emit(rt, rt->self, &m.op);
}

static void
on_opened(struct ocr_io *io, int err)
{
	struct ocr_file *f = file_of(io);
	struct ocr_chunk *c, *next;

	/* Its GUID is gone as soon as it is closed. */
	describe(f, err);
	ocr_lock(&f->lock, OCR_LOCK_FILE);
	f->state = err ? OCR_FILE_FAILED : OCR_FILE_OPEN;
	c = f->waiting;
	f->waiting = NULL;
	f->n_chunks++; /* as if it were one */
	ocr_unlock(&f->lock, OCR_LOCK_FILE);
	for (; c; c = next) {
		next = c->next;
		c->next = NULL;
		ocr_chunk_proceed(c);
	}
	ocr_lock(&f->lock, OCR_LOCK_FILE);
	f->n_chunks--;
	ocr_file_settle_and_unlock(f);
}

/* -- Ops ------------------------------------------------------------------ */

/* Nobody gets bytes of a chunk that cannot be, and nobody waits for it. */
static int
refuse(struct ocr_runtime *rt, const struct ocr_msg_get_chunk *m)
{
	struct ocr_msg_create_db c = {
		.op = OCR_OP(OCR_MSG_CREATE_DB, struct ocr_msg_create_db),
		.db = m->chunk,
		.flags = OCR_DB_NO_ACQUIRE,
	};
	char file[OCR_GUID_TEXT], chunk[OCR_GUID_TEXT];

	ocr_log_error(rt->self, "%s is no chunk of %s, which is released",
		      ocr_guid_text(m->chunk, chunk),
		      ocr_guid_text(m->file, file));
	return ocr_home_create(rt, rt->self, &c, NULL);
}

static int
get_chunk(struct ocr_runtime *rt, struct ocr_file *f,
	  const struct ocr_msg_get_chunk *m)
{
	struct ocr_msg_create_db msg = {
		.op = OCR_OP(OCR_MSG_CREATE_DB, struct ocr_msg_create_db),
		.db = m->chunk,
		.size = m->size,
		.flags = OCR_DB_NO_ACQUIRE,
	};
	struct ocr_chunk *c = NULL;
	bool released;
	int err;

	ocr_lock(&f->lock, OCR_LOCK_FILE);
	released = !ocr_guid_eq(f->guid, m->file) || f->released;
	if (!released)
		c = ocr_chunk_create_locked(f, m->chunk, m->offset, m->size);
	ocr_unlock(&f->lock, OCR_LOCK_FILE);
	if (released)
		return refuse(rt, m);
	if (!c)
		return -ENOMEM;
	err = ocr_home_create(rt, rt->self, &msg, c);
	if (err) {
		ocr_chunk_discard(c);
		return err;
	}
	ocr_chunk_place(c);
	return 0;
}

/* `m`: somebody waits until it is closed; or NULL. */
static int
release(struct ocr_runtime *rt, struct ocr_file *f, ocrGuid_t g,
	const struct ocr_msg_close_file *m)
{
	ocr_lock(&f->lock, OCR_LOCK_FILE);
	if (!ocr_guid_eq(f->guid, g) || f->released) {
		ocr_unlock(&f->lock, OCR_LOCK_FILE);
		return -EPERM;
	}
	f->released = true;
	if (m) {
		f->closer.file = g;
		f->closer.number = m->number;
		f->closer.by = m->by;
	}
	ocr_names_kill(rt, g);
	ocr_file_settle_and_unlock(f);
	return 0;
}

static int
apply_parked(struct ocr_runtime *rt, void *obj, ocr_node_t from,
	     const struct ocr_op *op)
{
	const void *m = op;

	(void)from;
	switch (op->type) {
	case OCR_MSG_GET_CHUNK:
		return get_chunk(rt, obj, m);
	case OCR_MSG_DESTROY:
		return release(rt, obj,
			       ((const struct ocr_msg_destroy *)m)->guid, NULL);
	case OCR_MSG_CLOSE_FILE:
		return release(rt, obj,
			       ((const struct ocr_msg_close_file *)m)->file, m);
	default:
		return -EINVAL;
	}
}

/* *b is NULL where none is wanted.  Nobody knows it yet. */
static int
make_descriptor(struct ocr_runtime *rt, ocrGuid_t g, struct ocr_block **b)
{
	*b = NULL;
	if (ocr_guid_is_null(g))
		return 0;
	*b = ocr_block_create(rt, g, sizeof(struct ocr_descriptor), 0);
	if (!*b)
		return -ENOMEM;
	(*b)->flags |= OCR_BLOCK_EXCLUSIVE;
	return 0;
}

/* The block exists from now on, and nobody else can have it before it is
 * written. */
static void
create_descriptor(struct ocr_runtime *rt, struct ocr_block *b)
{
	struct ocr_msg_create_db m = {
		.op = OCR_OP(OCR_MSG_CREATE_DB, struct ocr_msg_create_db),
		.size = sizeof(struct ocr_descriptor),
		.block = b,
	};

	if (!b)
		return;
	m.db = b->guid;
	ocr_emit(rt, rt->self, &m.op);
}

static void
init(struct ocr_file *f, struct ocr_runtime *rt,
     const struct ocr_msg_open_file *m, char *path,
     struct ocr_block *descriptor)
{
	ocr_lock(&f->lock, OCR_LOCK_FILE);
	f->guid = m->file;
	f->state = OCR_FILE_OPENING;
	f->released = false;
	f->closer.number = 0;
	f->n_chunks = 0;
	f->chunks = NULL;
	f->ranges = NULL;
	f->queue = NULL;
	f->queue_end = &f->queue;
	f->waiting = NULL;
	f->waiting_end = &f->waiting;
	f->rt = rt;
	f->mode = m->mode;
	f->path = path;
	f->descriptor = descriptor;
	f->fd = -1;
	f->size = 0;
	f->sparse = f->lost = false;
	ocr_unlock(&f->lock, OCR_LOCK_FILE);
}

int
ocr_file_on_open(struct ocr_runtime *rt, ocr_node_t from,
		 const struct ocr_op *op)
{
	const struct ocr_msg_open_file *m = (const void *)op;
	char *path = strdup(m->path);
	struct ocr_file *f = NULL;
	struct ocr_block *b;
	int err = path ? ocr_files_start(rt) : -ENOMEM;

	(void)from;
	if (!err)
		f = ocr_pool_get(&rt->files->pool, &ocr_self->files);
	if (!f || make_descriptor(rt, m->descriptor, &b)) {
		if (f)
			ocr_pool_put(&rt->files->pool, &ocr_self->files, f);
		free(path);
		return -ENOMEM;
	}
	init(f, rt, m, path, b);
	ocr_files_add(f);
	err = ocr_names_publish(rt, m->file, f, apply_parked);
	if (err) {
		if (b)
			ocr_block_abort(rt, b);
		forget(f);
		return err;
	}
	create_descriptor(rt, b);
	call(f, open_call, on_opened);
	return 0;
}

int
ocr_file_on_get_chunk(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op)
{
	const struct ocr_msg_get_chunk *m = (const void *)op;
	struct ocr_file *f;
	int err;

	if (ocr_guid_kind(m->file) != OCR_GUID_FILE ||
	    ocr_guid_kind(m->chunk) != OCR_GUID_DB ||
	    ocr_guid_flags(m->chunk) != OCR_GUID_OF_FILE ||
	    ocr_guid_owner(m->chunk) != rt->self || m->size > INT64_MAX ||
	    m->offset > INT64_MAX - m->size)
		return -EINVAL;
	f = ocr_names_object_of(rt, m->file, from, op, &err);
	if (f)
		return get_chunk(rt, f, m);
	return err == -ENOENT ? refuse(rt, m) : err;
}

int
ocr_file_on_destroy(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op)
{
	const struct ocr_msg_destroy *m = (const void *)op;
	struct ocr_file *f;
	int err;

	f = ocr_names_object_of(rt, m->guid, from, op, &err);
	if (f)
		return release(rt, f, m->guid, NULL);
	return err == -ENOENT ? -EPERM : err;
}

int
ocr_file_on_close(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op)
{
	const struct ocr_msg_close_file *m = (const void *)op;
	struct ocr_file *f;
	int err;

	if (ocr_guid_kind(m->file) != OCR_GUID_FILE || m->by >= rt->size ||
	    (from != rt->self && from != m->by))
		return -EINVAL;
	f = ocr_names_object_of(rt, m->file, from, op, &err);
	if (f)
		return release(rt, f, m->file, m);
	return err == -ENOENT ? -EPERM : err;
}
