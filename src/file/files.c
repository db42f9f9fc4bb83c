/* SPDX-License-Identifier: BSD-3-Clause */
/* files.c - see files.h. */
#include "src/file/files.h"

#include "fabric/clock.h"
#include "fabric/log.h"
#include "fabric/meet.h"
#include "src/base/fail.h"
#include "src/base/runtime.h"
#include "src/data/data.h"
#include "src/file/chunk.h"
#include "src/file/file.h"
#include "src/sched/sched.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

/* So long the end of a node sleeps at most before it looks again. */
#define NAP_MS 10

void
ocr_files_init(struct ocr_runtime *rt, enum ocr_engine_how how)
{
	struct ocr_files *f = rt->files;

	f->how = how;
	f->has_cpus = !pthread_getaffinity_np(pthread_self(), sizeof(f->cpus),
					      &f->cpus);
}

static void
forget_files(struct ocr_files *f)
{
	while (f->list) {
		struct ocr_file *file = f->list;

		f->list = file->next;
		ocr_file_abandon(file);
	}
}

void
ocr_files_fini(struct ocr_runtime *rt)
{
	struct ocr_files *f = rt->files;
	struct ocr_engine *e = ocr_files_engine(f);

	if (e)
		ocr_engine_close(e);
	forget_files(f);
	if (f->has_worker)
		ocr_worker_close(&f->worker);
}

/* -- The engine's thread -------------------------------------------------- */

static void
begin(void *ctx)
{
	struct ocr_runtime *rt = ctx;
	sigset_t s;

	ocr_self = &rt->files->worker;
	/* A file that would be too large is an error, and no reason to die. */
	sigemptyset(&s);
	sigaddset(&s, SIGXFSZ);
	pthread_sigmask(SIG_BLOCK, &s, NULL);
}

/* What it has told others leaves; and who waits for it to rest is told. */
static void
after(void *ctx, uint64_t n_pending)
{
	struct ocr_runtime *rt = ctx;

	if (rt->fabric && ocr_fabric_dirty(rt->fabric))
		ocr_fabric_flush(rt->fabric);
	if (n_pending)
		return;
	if (atomic_load_explicit(&rt->ending, memory_order_acquire)) {
		if (rt->fabric)
			ocr_fabric_interrupt(rt->fabric);
		return;
	}
	ocr_idle_has_rested(rt);
}

static int
start_locked(struct ocr_runtime *rt)
{
	struct ocr_files *f = rt->files;
	struct ocr_engine_config c = {
		.how = f->how,
		.ctx = rt,
		.begin = begin,
		.after = f->how == OCR_ENGINE_MANUAL ? NULL : after,
		.cpus = f->has_cpus ? &f->cpus : NULL,
		.cpus_bytes = sizeof(f->cpus),
	};
	struct ocr_engine *e;
	int err;

	if (ocr_files_engine(f))
		return 0;
	if (!f->has_worker) {
		err = ocr_worker_open(&f->worker, rt, rt->sched->n_slots);
		if (err)
			return err;
		f->has_worker = true;
	}
	err = ocr_engine_open(&e, &c);
	if (err)
		return err;
	ocr_log_info(rt->self, "files are read and written by: %s",
		     ocr_engine_name(e));
	atomic_store_explicit(&f->engine, e, memory_order_release);
	return 0;
}

int
ocr_files_start(struct ocr_runtime *rt)
{
	struct ocr_files *f = rt->files;
	int err = 0;

	if (ocr_files_engine(f))
		return 0;
	ocr_lock(&f->lock, OCR_LOCK_FILES);
	err = start_locked(rt);
	ocr_unlock(&f->lock, OCR_LOCK_FILES);
	return err;
}

/* -- All files ------------------------------------------------------------ */

void
ocr_files_add(struct ocr_file *file)
{
	struct ocr_files *f = file->rt->files;

	ocr_lock(&f->lock, OCR_LOCK_FILES);
	file->next = f->list;
	file->prev = &f->list;
	if (f->list)
		f->list->prev = &file->next;
	f->list = file;
	ocr_unlock(&f->lock, OCR_LOCK_FILES);
}

void
ocr_files_remove(struct ocr_file *file)
{
	struct ocr_files *f = file->rt->files;

	ocr_lock(&f->lock, OCR_LOCK_FILES);
	*file->prev = file->next;
	if (file->next)
		file->next->prev = file->prev;
	ocr_unlock(&f->lock, OCR_LOCK_FILES);
}

void
ocr_files_lose(struct ocr_runtime *rt)
{
	atomic_store_explicit(&rt->files->lost, true, memory_order_relaxed);
	ocr_fail(rt, "what was written to a file is lost");
}

bool
ocr_files_lost(const struct ocr_runtime *rt)
{
	return atomic_load_explicit(&rt->files->lost, memory_order_relaxed);
}

/* -- The end -------------------------------------------------------------- */

/* The chunks of a node, when no task runs any more.  They are marked, so that
 * the engine's thread does not free them while this one looks at them. */
struct list {
	struct ocr_chunk **chunks;
	size_t n, cap;
};

static void
append(struct list *l, struct ocr_chunk *c)
{
	struct ocr_chunk **more;

	if (l->n == l->cap) {
		l->cap = l->cap ? 2 * l->cap : 64;
		more = realloc(l->chunks, l->cap * sizeof(*more));
		if (!more)
			ocr_no_memory("the end of the job");
		l->chunks = more;
	}
	l->chunks[l->n++] = c;
}

static struct list
list_chunks(struct ocr_runtime *rt)
{
	struct list l = {NULL, 0, 0};
	struct ocr_file *f;
	struct ocr_chunk *c;

	ocr_lock(&rt->files->lock, OCR_LOCK_FILES);
	for (f = rt->files->list; f; f = f->next) {
		ocr_lock(&f->lock, OCR_LOCK_FILE);
		for (c = f->chunks; c; c = c->next_of_file) {
			if (c->gone)
				continue;
			c->kept = true;
			append(&l, c);
		}
		ocr_unlock(&f->lock, OCR_LOCK_FILE);
	}
	ocr_unlock(&rt->files->lock, OCR_LOCK_FILES);
	return l;
}

void
ocr_files_flush(struct ocr_runtime *rt, bool save)
{
	struct list l = list_chunks(rt);

	for (size_t i = 0; i < l.n; i++)
		if (ocr_chunk_flush(l.chunks[i], save))
			ocr_files_lose(rt);
	free(l.chunks);
}

bool
ocr_files_held(struct ocr_runtime *rt)
{
	struct list l = list_chunks(rt);
	bool held = false;

	for (size_t i = 0; i < l.n && !held; i++)
		held = ocr_chunk_is_held(l.chunks[i]);
	free(l.chunks);
	return held;
}

static void
wait_a_little(struct ocr_runtime *rt)
{
	static const struct timespec nap = {.tv_nsec = 1000000};

	if (!rt->fabric)
		nanosleep(&nap, NULL);
	else if (!ocr_fabric_poll(rt->fabric))
		ocr_fabric_wait(rt->fabric, NAP_MS);
}

static bool
is_late(int64_t begin_ms)
{
	return ocr_clock_ms() - begin_ms > OCR_GRACE_S * 1000;
}

/* What is to be saved, or else what the engine has begun: no more may come from
 * nodes that have given up. */
static bool
is_under_way(struct ocr_runtime *rt, bool save)
{
	return save ? ocr_files_busy(rt->files)
		    : ocr_engine_pending(ocr_files_engine(rt->files));
}

/* What is under way ends.  But a chunk whose bytes are on another node needs
 * memory here, and nobody may be left who gives any back. */
static void
wait_until_done(struct ocr_runtime *rt, bool save)
{
	int64_t begin_ms = ocr_clock_ms();
	const char *lost;

	while (is_under_way(rt, save)) {
		wait_a_little(rt);
		lost = rt->fabric ? ocr_fabric_lost(rt->fabric) : NULL;
		if (ocr_engine_pending(ocr_files_engine(rt->files)) ||
		    (!lost && !atomic_load_explicit(&rt->data->starved.n,
						    memory_order_relaxed)))
			begin_ms = ocr_clock_ms();
		if (!is_late(begin_ms))
			continue;
		ocr_log_error(rt->self,
			      "%s: what is to be written to files cannot all "
			      "be fetched",
			      lost ? lost : "no memory");
		ocr_files_lose(rt);
		return;
	}
}

/* Tasks of other nodes have ended or are about to; what they give back may be
 * under way. */
static void
wait_for_releases(struct ocr_runtime *rt)
{
	int64_t begin_ms = ocr_clock_ms();

	while (rt->fabric && ocr_files_held(rt) && !is_late(begin_ms))
		wait_a_little(rt);
}

void
ocr_files_finish(struct ocr_runtime *rt, bool save)
{
	if (!ocr_files_engine(rt->files))
		return;
	wait_until_done(rt, save);
	if (save)
		wait_for_releases(rt);
	ocr_files_flush(rt, save);
	wait_until_done(rt, save);
}
