/* SPDX-License-Identifier: BSD-3-Clause */
/* chunk.h - what stands behind a block that is a range of a file.
 *
 * The block's home (data/home.h) says when somebody wants the block for the
 * first time, and when nobody can have it any more.  To load and to store its
 * bytes, the file acquires the block as tasks do: in EW mode before all others,
 * in RO mode after them (FILE_TURN, ACQUIRED).
 *
 *   QUEUED --> ROOM --> COLD --> LOADING --> WARM --> STORING --> ended
 *
 *   QUEUED  its file is not open yet, or another chunk with some of its bytes
 *           is on its way out
 *   ROOM    the file is enlarged
 *   COLD    may be loaded, and is when it is wanted
 *   WARM    LOADED was told, with or without an error
 *
 * It ends when the home is done with it, and not before ROOM is.
 * Threads: any; see each function for locks.
 */
#ifndef SRC_FILE_CHUNK_H
#define SRC_FILE_CHUNK_H

#include "fabric/fabric.h"
#include "include/ocr-types.h"
#include "src/file/engine.h"

#include <stdbool.h>

struct ocr_block;
struct ocr_file;
struct ocr_runtime;

enum ocr_chunk_state {
	OCR_CHUNK_QUEUED,
	OCR_CHUNK_ROOM,
	OCR_CHUNK_COLD,
	OCR_CHUNK_LOADING,
	OCR_CHUNK_WARM,
	OCR_CHUNK_STORING,
};

struct ocr_chunk {
	struct ocr_io io; /* first */
	/* Fixed: */
	struct ocr_file *file;
	ocrGuid_t db;
	uint64_t offset, size;
	/* Guarded by the file's lock: */
	enum ocr_chunk_state state;
	bool has_range; /* nobody else may have it */
	bool wanted;
	bool closing; /* destroyed: its range will be free */
	bool gone;    /* the home is, too */
	int err;
	struct ocr_chunk *waiters, **waiters_end; /* for its range */
	struct ocr_chunk *next;			  /* of those that wait */
	bool queued; /* it waits for one that has, or will have, its range */
	struct ocr_chunk *next_queued;
	struct ocr_chunk *next_of_file, **prev_of_file;
	/* While the file has the block: */
	struct ocr_block *block;
	void *data;
	/* Guarded by the file's lock: */
	bool saving; /* its bytes are on their way to the file */
	bool kept;   /* it stays until all is freed */
};

/* -- For the home -- */

/* Somebody wants the block, which is not loaded yet.  The home is locked. */
void ocr_chunk_want(struct ocr_chunk *c);

/* The block is destroyed.  The home is locked. */
void ocr_chunk_close(struct ocr_chunk *c);

/* The block is gone; it was stored before if it was dirty.  No lock is held. */
void ocr_chunk_gone(struct ocr_chunk *c);

/* What was changed is on its way to the file, maybe from another node: the job
 * ends when it is there. */
void ocr_chunk_save(struct ocr_chunk *c);

/* The file's turn shall come.  No lock is held. */
void ocr_chunk_turn(struct ocr_runtime *rt, ocrGuid_t db);

/* It has. */
int ocr_chunk_on_acquired(struct ocr_runtime *rt, ocr_node_t from,
			  const struct ocr_op *op);

/* -- For file.c -- */

/* A chunk of the file, which is told so under its lock.  NULL: no memory. */
struct ocr_chunk *ocr_chunk_create_locked(struct ocr_file *f, ocrGuid_t db,
					  uint64_t offset, uint64_t size);

/* The same from outside, of one that was never placed. */
void ocr_chunk_discard(struct ocr_chunk *c);

/* The order of ranges, for tsearch(3). */
int ocr_chunk_compare(const void *left, const void *right);

/* Its file is open, or cannot be, and nobody else has its range. */
void ocr_chunk_proceed(struct ocr_chunk *c);

/* The same, if the range is free; else it waits, or is refused. */
void ocr_chunk_place(struct ocr_chunk *c);

/* The job ends: is somebody writing to it? */
bool ocr_chunk_is_held(struct ocr_chunk *c);

/* The job ends: begins to write back what was changed, if `save`.  Not 0: it
 * was changed and will not be written, which is reported. */
int ocr_chunk_flush(struct ocr_chunk *c, bool save);

#endif
