/* SPDX-License-Identifier: BSD-3-Clause */
/* engine.h - reads and writes parts of files beside the workers.
 *
 * Knows descriptors and bytes; knows nothing of GUIDs, tasks or blocks.  What
 * can block and is neither reading nor writing (to open a file, to reserve
 * room) is a call, which the engine's thread makes.
 *
 *   ring      io_uring: many requests at once, the kernel moves the bytes
 *   thread    one after the other, by pread and pwrite; where there is no
 *             io_uring, or the kernel refuses it
 *   manual    nothing happens until ocr_engine_step(): for the simulator
 *
 * Promise: done() runs once for each request, on the engine's thread, one at
 * a time, when all of its bytes were moved or it has failed.  Requests under
 * way at once may be carried out in any order.
 * Threads: submit from any, also from done().
 */
#ifndef SRC_FILE_ENGINE_H
#define SRC_FILE_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

enum ocr_io_kind { OCR_IO_READ, OCR_IO_WRITE, OCR_IO_CALL };

/* A request: the caller's memory, the engine's from submission to done(). */
struct ocr_io {
	/* Set by the caller: */
	enum ocr_io_kind kind;
	int fd;
	void *data;
	uint64_t offset; /* in the file */
	uint64_t len_bytes;
	int (*call)(struct ocr_io *io); /* CALL: 0 or -errno */
	/* err: 0 or -errno; -ENODATA: the file ends before. */
	void (*done)(struct ocr_io *io, int err);
	/* The engine's: */
	struct ocr_io *next;
	uint64_t moved_bytes;
};

enum ocr_engine_how {
	OCR_ENGINE_BEST, /* ring, or thread where there is none */
	OCR_ENGINE_THREAD,
	OCR_ENGINE_MANUAL,
};

struct ocr_engine_config {
	enum ocr_engine_how how;
	void *ctx;
	/* On the engine's thread, before all else; or NULL. */
	void (*begin)(void *ctx);
	/* Likewise, after each done(), with what is pending then; or NULL. */
	void (*after)(void *ctx, uint64_t n_pending);
	/* Processors of its thread, as for pthread_attr_setaffinity_np; NULL:
	 * those of the calling thread. */
	const void *cpus;
	uint64_t cpus_bytes;
};

struct ocr_engine;

/* Starts the thread, unless it is manual.  0, or -errno and nothing is left. */
int ocr_engine_open(struct ocr_engine **e, const struct ocr_engine_config *c);

/* Waits until all is done, calls included.  No thread may submit. */
void ocr_engine_close(struct ocr_engine *e);

/* Never blocks and never fails: errors come to done(). */
void ocr_engine_submit(struct ocr_engine *e, struct ocr_io *io);

/* Requests that are submitted and whose done() has not returned.  What that
 * has done can be seen by who reads 0. */
uint64_t ocr_engine_pending(const struct ocr_engine *e);

/* Manual: carries out request i of those pending, 0 being the oldest, and runs
 * done() before it returns. */
void ocr_engine_step(struct ocr_engine *e, uint64_t i);

/* "io_uring", "thread" or "manual". */
const char *ocr_engine_name(const struct ocr_engine *e);

#endif
