/* SPDX-License-Identifier: BSD-3-Clause */
/* chunk.c - see chunk.h; doc/change/BLOCKS.md, 4.13. */
#include "src/file/chunk.h"

#include "fabric/log.h"
#include "src/base/runtime.h"
#include "src/data/block.h"
#include "src/data/home.h"
#include "src/file/file.h"
#include "src/file/files.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <fcntl.h>
#include <search.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Instead of an error: the chunk waits for another one. */
#define WAITS 1

static struct ocr_chunk *
chunk_of(struct ocr_io *io)
{
	return (struct ocr_chunk *)(void *)io;
}

static void
submit(struct ocr_chunk *c, enum ocr_io_kind kind, void *data,
       void (*done)(struct ocr_io *io, int err))
{
	struct ocr_file *f = c->file;

	c->io = (struct ocr_io){
		.kind = kind,
		.fd = f->fd,
		.data = data,
		.offset = c->offset,
		.len_bytes = c->size,
		.done = done,
	};
	ocr_engine_submit(ocr_files_engine(f->rt->files), &c->io);
}

static void
report(const struct ocr_chunk *c, const char *what, int err)
{
	char text[OCR_GUID_TEXT];

	ocr_log_error(c->file->rt->self,
		      "bytes %llu to %llu of %s, as %s, %s: %s",
		      (unsigned long long)c->offset,
		      (unsigned long long)(c->offset + c->size), c->file->path,
		      ocr_guid_text(c->db, text), what, ocr_file_why(err));
}

/* To the home, which must not be locked.  A chunk that nobody wants may be gone
 * as soon as the file's lock is given back, so its names are passed. */
static void
tell(struct ocr_runtime *rt, ocrGuid_t db, int err)
{
	struct ocr_msg_loaded m = {
		.op = OCR_OP(OCR_MSG_LOADED, struct ocr_msg_loaded),
		.db = db,
		.err = err,
	};

	ocr_emit(rt, rt->self, &m.op);
}

/* -- Ranges --------------------------------------------------------------- */

/* Those that overlap are the same to a tree that has none that do. */
int
ocr_chunk_compare(const void *left, const void *right)
{
	const struct ocr_chunk *a = left, *b = right;

	if (a->offset + a->size <= b->offset)
		return -1;
	return b->offset + b->size <= a->offset;
}

/* Where c is among those that wait for a range, or the first of them that came
 * before c and has some of its bytes; else the end. */
static struct ocr_chunk **
look_in_queue_locked(struct ocr_chunk *c)
{
	struct ocr_chunk **at = &c->file->queue;

	while (*at && *at != c && ocr_chunk_compare(*at, c))
		at = &(*at)->next_queued;
	return at;
}

static void
leave_queue_locked(struct ocr_chunk **at)
{
	struct ocr_chunk *c = *at;

	*at = c->next_queued;
	if (!*at)
		c->file->queue_end = at;
	c->queued = false;
}

/* Behind another one, which is on its way out. */
static void
wait_for_locked(struct ocr_chunk *c, struct ocr_chunk *other)
{
	*other->waiters_end = c;
	other->waiters_end = &c->next;
	if (c->queued)
		return;
	c->queued = true;
	c->next_queued = NULL;
	*c->file->queue_end = c;
	c->file->queue_end = &c->next_queued;
}

static int
take_range_locked(struct ocr_chunk *c)
{
	struct ocr_chunk **node, **at, *other;

	if (!c->size)
		return 0;
	/* Who waits has no range yet, and nobody who came later takes it. */
	at = look_in_queue_locked(c);
	other = *at;
	if (!other || other == c) {
		node = tsearch(c, &c->file->ranges, ocr_chunk_compare);
		other = node ? *node : NULL;
	}
	if (other && other != c && other->closing) {
		wait_for_locked(c, other);
		return WAITS;
	}
	c->has_range = other == c;
	if (c->queued) {
		while (*at != c)
			at = &(*at)->next_queued;
		leave_queue_locked(at);
	}
	if (c->has_range)
		return 0;
	return other ? -EEXIST : -ENOMEM;
}

struct ocr_chunk *
ocr_chunk_create_locked(struct ocr_file *f, ocrGuid_t db, uint64_t offset,
			uint64_t size)
{
	struct ocr_chunk *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->file = f;
	c->db = db;
	c->offset = offset;
	c->size = size;
	c->waiters_end = &c->waiters;
	c->next_of_file = f->chunks;
	c->prev_of_file = &f->chunks;
	if (f->chunks)
		f->chunks->prev_of_file = &c->next_of_file;
	f->chunks = c;
	f->n_chunks++;
	return c;
}

/* Its range is free for those who waited for it. */
static void
end(struct ocr_chunk *c)
{
	struct ocr_file *f = c->file;
	struct ocr_chunk *w, *next;

	ocr_lock(&f->lock, OCR_LOCK_FILE);
	if (c->kept) {
		ocr_unlock(&f->lock, OCR_LOCK_FILE);
		return;
	}
	if (c->has_range)
		tdelete(c, &f->ranges, ocr_chunk_compare);
	w = c->waiters;
	ocr_unlock(&f->lock, OCR_LOCK_FILE);
	for (; w; w = next) {
		next = w->next;
		w->next = NULL;
		ocr_chunk_place(w);
	}
	ocr_lock(&f->lock, OCR_LOCK_FILE);
	*c->prev_of_file = c->next_of_file;
	if (c->next_of_file)
		c->next_of_file->prev_of_file = c->prev_of_file;
	f->n_chunks--;
	ocr_file_settle_and_unlock(f);
	free(c);
}

void
ocr_chunk_discard(struct ocr_chunk *c)
{
	end(c);
}

/* There is no such chunk: who wants it gets no bytes. */
static void
fail(struct ocr_chunk *c, int err)
{
	struct ocr_file *f = c->file;
	struct ocr_runtime *rt = f->rt;
	ocrGuid_t db = c->db;
	bool gone;

	report(c, "is no chunk", err);
	ocr_lock(&f->lock, OCR_LOCK_FILE);
	c->state = OCR_CHUNK_WARM;
	c->err = err;
	gone = c->gone;
	ocr_unlock(&f->lock, OCR_LOCK_FILE);
	if (gone)
		end(c);
	else
		tell(rt, db, err);
}

/* -- Room on the disk ----------------------------------------------------- */

/* So that writing does not find the disk full half way.  Some file systems
 * cannot promise that. */
static int
reserve(int fd, uint64_t offset, uint64_t size)
{
	while (fallocate(fd, 0, (off_t)offset, (off_t)size))
		if (errno != EINTR)
			return -errno;
	return 0;
}

static int
set_size(int fd, uint64_t size)
{
	return ftruncate(fd, (off_t)size) ? -errno : 0;
}

/* What others have appended counts. */
static int
look_at_size(struct ocr_file *f)
{
	struct stat s;

	if (fstat(f->fd, &s))
		return -errno;
	if ((uint64_t)s.st_size > f->size)
		f->size = (uint64_t)s.st_size;
	return 0;
}

static int
enlarge(struct ocr_file *f, const struct ocr_chunk *c, uint64_t end)
{
	int err = c->size ? reserve(f->fd, c->offset, c->size) : -EOPNOTSUPP;

	/* Never less than it has. */
	if (err == -EOPNOTSUPP)
		err = end > f->size ? set_size(f->fd, end) : 0;
	if (err) {
		/* Part of it may have been done. */
		if (end > f->size)
			set_size(f->fd, f->size);
		return err;
	}
	f->sparse |= c->offset > f->size;
	if (end > f->size)
		f->size = end;
	return 0;
}

static int
make_room(struct ocr_io *io)
{
	struct ocr_chunk *c = chunk_of(io);
	struct ocr_file *f = c->file;
	uint64_t end = c->offset + c->size;
	int err = end > f->size ? look_at_size(f) : 0;

	if (err)
		return err;
	if (!(f->mode & OCR_FILE_WRITE))
		return end > f->size ? -ENODATA : 0;
	return end > f->size || f->sparse ? enlarge(f, c, end) : 0;
}

static void
on_room(struct ocr_io *io, int err)
{
	struct ocr_chunk *c = chunk_of(io);
	struct ocr_file *f = c->file;
	struct ocr_runtime *rt = f->rt;
	ocrGuid_t db = c->db;
	bool gone, wanted, empty = !c->size;

	if (err) {
		fail(c, err);
		return;
	}
	ocr_lock(&f->lock, OCR_LOCK_FILE);
	gone = c->gone;
	wanted = c->wanted;
	c->state = empty    ? OCR_CHUNK_WARM
		   : wanted ? OCR_CHUNK_LOADING
			    : OCR_CHUNK_COLD;
	ocr_unlock(&f->lock, OCR_LOCK_FILE);
	if (gone)
		end(c);
	else if (empty)
		tell(rt, db, 0);
	else if (wanted)
		ocr_chunk_turn(rt, db);
}

void
ocr_chunk_proceed(struct ocr_chunk *c)
{
	struct ocr_file *f = c->file;
	bool failed;

	ocr_lock(&f->lock, OCR_LOCK_FILE);
	failed = f->state == OCR_FILE_FAILED;
	if (!failed)
		c->state = OCR_CHUNK_ROOM;
	ocr_unlock(&f->lock, OCR_LOCK_FILE);
	if (failed) {
		fail(c, -EBADF);
		return;
	}
	c->io = (struct ocr_io){
		.kind = OCR_IO_CALL, .call = make_room, .done = on_room};
	ocr_engine_submit(ocr_files_engine(f->rt->files), &c->io);
}

void
ocr_chunk_place(struct ocr_chunk *c)
{
	struct ocr_file *f = c->file;
	int how;

	ocr_lock(&f->lock, OCR_LOCK_FILE);
	how = take_range_locked(c);
	if (!how && f->state == OCR_FILE_OPENING) {
		*f->waiting_end = c;
		f->waiting_end = &c->next;
		how = WAITS;
	}
	ocr_unlock(&f->lock, OCR_LOCK_FILE);
	if (how < 0)
		fail(c, how);
	else if (how != WAITS)
		ocr_chunk_proceed(c);
}

/* What is written to it will be written back. */
static bool
is_saved(const struct ocr_chunk *c)
{
	return !c->err && c->file->mode & OCR_FILE_WRITE;
}

/* -- The file's turns ----------------------------------------------------- */

/* To the home, as tasks do. */
static void
give_back(struct ocr_chunk *c)
{
	struct ocr_block *b = c->block;

	c->block = NULL;
	ocr_block_put(c->file->rt, b, c->data);
}

static void
on_loaded(struct ocr_io *io, int err)
{
	struct ocr_chunk *c = chunk_of(io);
	struct ocr_file *f = c->file;

	if (err)
		report(c, "cannot be read", err);
	ocr_lock(&f->lock, OCR_LOCK_FILE);
	c->state = OCR_CHUNK_WARM;
	c->err = err;
	ocr_unlock(&f->lock, OCR_LOCK_FILE);
	give_back(c);
	tell(f->rt, c->db, err);
}

static void
on_stored(struct ocr_io *io, int err)
{
	struct ocr_chunk *c = chunk_of(io);
	struct ocr_file *f = c->file;
	struct ocr_runtime *rt = f->rt;

	if (err) {
		report(c, "cannot be written", err);
		f->lost = true;
		ocr_files_lose(rt);
	}
	ocr_lock(&f->lock, OCR_LOCK_FILE);
	c->state = OCR_CHUNK_WARM;
	c->saving = false;
	ocr_unlock(&f->lock, OCR_LOCK_FILE);
	give_back(c);
	/* c may be gone.  Who sees that nothing is left may close the node. */
	ocr_files_stored(rt->files);
}

void
ocr_chunk_turn(struct ocr_runtime *rt, ocrGuid_t db)
{
	struct ocr_msg_file_turn m = {
		.op = OCR_OP(OCR_MSG_FILE_TURN, struct ocr_msg_file_turn),
		.db = db,
	};

	ocr_emit(rt, rt->self, &m.op);
}

/* What is to be done with the bytes that came. */
static enum ocr_chunk_state
begin_turn(struct ocr_chunk *c)
{
	struct ocr_file *f = c->file;
	enum ocr_chunk_state s;

	ocr_lock(&f->lock, OCR_LOCK_FILE);
	if (c->state == OCR_CHUNK_WARM)
		c->state = OCR_CHUNK_STORING;
	s = c->state;
	ocr_unlock(&f->lock, OCR_LOCK_FILE);
	return s;
}

int
ocr_chunk_on_acquired(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op)
{
	const struct ocr_msg_acquired *m = (const void *)op;
	struct ocr_chunk *c = ocr_home_chunk(m->block);

	(void)from;
	/* Another node may grant what nobody has asked for. */
	if (!c || c->block) {
		ocr_block_put(rt, m->block, m->data);
		return -EINVAL;
	}
	c->block = m->block;
	c->data = m->data;
	if (begin_turn(c) == OCR_CHUNK_LOADING)
		submit(c, OCR_IO_READ, c->data, on_loaded);
	else if (is_saved(c))
		submit(c, OCR_IO_WRITE, c->data, on_stored);
	else
		on_stored(&c->io, 0);
	return 0;
}

/* -- What the home says --------------------------------------------------- */

void
ocr_chunk_want(struct ocr_chunk *c)
{
	struct ocr_file *f = c->file;
	bool start;

	ocr_lock(&f->lock, OCR_LOCK_FILE);
	c->wanted = true;
	start = c->state == OCR_CHUNK_COLD;
	if (start)
		c->state = OCR_CHUNK_LOADING;
	ocr_unlock(&f->lock, OCR_LOCK_FILE);
	/* It waits until the handler that runs has returned. */
	if (start)
		ocr_chunk_turn(f->rt, c->db);
}

void
ocr_chunk_save(struct ocr_chunk *c)
{
	struct ocr_file *f = c->file;
	bool first;

	ocr_lock(&f->lock, OCR_LOCK_FILE);
	first = !c->saving;
	c->saving = true;
	ocr_unlock(&f->lock, OCR_LOCK_FILE);
	if (first)
		ocr_files_store(f->rt->files);
}

void
ocr_chunk_close(struct ocr_chunk *c)
{
	ocr_lock(&c->file->lock, OCR_LOCK_FILE);
	c->closing = true;
	ocr_unlock(&c->file->lock, OCR_LOCK_FILE);
}

void
ocr_chunk_gone(struct ocr_chunk *c)
{
	struct ocr_file *f = c->file;
	bool stays;

	ocr_lock(&f->lock, OCR_LOCK_FILE);
	c->gone = true;
	stays = c->state < OCR_CHUNK_COLD;
	ocr_unlock(&f->lock, OCR_LOCK_FILE);
	if (!stays)
		end(c);
}

/* -- The end of a job
 * ---------------------------------------------------------- */

bool
ocr_chunk_is_held(struct ocr_chunk *c)
{
	return !c->gone && is_saved(c) &&
	       ocr_home_is_dirty(c->file->rt, c->db) == -EBUSY;
}

static bool
is_saving(struct ocr_chunk *c)
{
	bool saving;

	ocr_lock(&c->file->lock, OCR_LOCK_FILE);
	saving = c->saving && is_saved(c);
	ocr_unlock(&c->file->lock, OCR_LOCK_FILE);
	return saving;
}

int
ocr_chunk_flush(struct ocr_chunk *c, bool save)
{
	struct ocr_runtime *rt = c->file->rt;
	int dirty = !c->gone && is_saved(c) ? ocr_home_is_dirty(rt, c->db) : 0;

	/* The bytes may never come from a node that has given up. */
	if (!save && is_saving(c))
		dirty = 1;
	if (dirty <= 0 || !save) {
		if (dirty)
			report(c, "was changed, and is not written",
			       dirty < 0 ? dirty : -ECANCELED);
		return dirty;
	}
	ocr_chunk_save(c);
	ocr_chunk_turn(rt, c->db);
	return 0;
}
