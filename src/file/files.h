/* SPDX-License-Identifier: BSD-3-Clause */
/* files.h - all files of a node, and the engine that moves their bytes.
 *
 * The engine starts with the first file.  Its thread is a worker that runs no
 * tasks: what it finds out, it tells as ops of this node.
 */
#ifndef SRC_FILE_FILES_H
#define SRC_FILE_FILES_H

#include "fabric/lock.h"
#include "src/file/engine.h"
#include "src/sched/worker.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>

struct ocr_file;
struct ocr_runtime;

struct ocr_files {
	struct ocr_pool pool; /* of struct ocr_file */
	/* Fixed after open: */
	enum ocr_engine_how how;
	bool has_cpus;
	cpu_set_t cpus; /* of the thread that opened the node */

	struct ocr_lock lock;
	/* Guarded by lock: */
	struct ocr_file *list;
	/* Of the engine's thread, fixed when that runs: */
	struct ocr_worker worker;
	bool has_worker;

	/* NULL: no file yet. */
	_Atomic(struct ocr_engine *) engine;
	_Atomic uint64_t n_storing; /* chunks; from ocr_chunk_save() on */
	/* Bytes that should be in a file are not. */
	_Atomic bool lost;
};

void ocr_files_init(struct ocr_runtime *rt, enum ocr_engine_how how);
/* Nobody else is inside, and nothing is under way. */
void ocr_files_fini(struct ocr_runtime *rt);

/* The engine, which is started if there is none.  0 or -errno. */
int ocr_files_start(struct ocr_runtime *rt);

static inline struct ocr_engine *
ocr_files_engine(const struct ocr_files *f)
{
	return atomic_load_explicit(&f->engine, memory_order_acquire);
}

/* Something is under way whose end has not been told.  What was told can be
 * seen by who hears that there is nothing. */
static inline bool
ocr_files_busy(const struct ocr_files *f)
{
	struct ocr_engine *e = ocr_files_engine(f);

	return e &&
	       (atomic_load_explicit(&f->n_storing, memory_order_seq_cst) ||
		ocr_engine_pending(e));
}

/* A chunk is being stored; it is. */
static inline void
ocr_files_store(struct ocr_files *f)
{
	atomic_fetch_add_explicit(&f->n_storing, 1, memory_order_relaxed);
}

static inline void
ocr_files_stored(struct ocr_files *f)
{
	atomic_fetch_sub_explicit(&f->n_storing, 1, memory_order_seq_cst);
}

/* When no task runs any more and nothing is under way: begins to write back all
 * chunks that were changed and not destroyed.  `save` false, after an abort:
 * says which are not written. */
void ocr_files_flush(struct ocr_runtime *rt, bool save);

/* A task has a chunk for writing, or its release has not come yet. */
bool ocr_files_held(struct ocr_runtime *rt);

/* The end of a threaded node, whose calling thread polls meanwhile: all of the
 * above. */
void ocr_files_finish(struct ocr_runtime *rt, bool save);

/* Bytes could not be written, or could not be saved: the job has failed. */
void ocr_files_lose(struct ocr_runtime *rt);
bool ocr_files_lost(const struct ocr_runtime *rt);

void ocr_files_add(struct ocr_file *f);
void ocr_files_remove(struct ocr_file *f);

#endif
