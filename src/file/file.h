/* SPDX-License-Identifier: BSD-3-Clause */
/* file.h - files, at the node that opened them.
 *
 * A file knows which of its ranges are chunks; what a chunk does is in chunk.h.
 *
 *   OPENING --> OPEN ----> closed: released, and no chunk is left
 *          \--> FAILED -->
 *
 * Asked for while OPENING, chunks have their range and wait for the rest.
 * Nothing here waits: what can block is done by the engine's thread.
 * Threads: any worker, and the engine's.
 */
#ifndef SRC_FILE_FILE_H
#define SRC_FILE_FILE_H

#include "fabric/lock.h"
#include "src/base/msg.h"
#include "src/file/engine.h"

#include <stdbool.h>

struct ocr_block;
struct ocr_chunk;
struct ocr_runtime;

enum ocr_file_state { OCR_FILE_OPENING, OCR_FILE_OPEN, OCR_FILE_FAILED };

struct ocr_file {
	struct ocr_lock lock;
	/* Guarded by lock: */
	ocrGuid_t guid;
	enum ocr_file_state state;
	bool released;
	struct {
		ocrGuid_t file;
		uint64_t number; /* 0: nobody waits until it is closed */
		ocr_node_t by;
	} closer;
	uint64_t n_chunks;
	struct ocr_chunk *chunks;		  /* all */
	void *ranges;				  /* of chunks: tsearch(3) */
	struct ocr_chunk *queue, **queue_end;	  /* for ranges, as they came */
	struct ocr_chunk *waiting, **waiting_end; /* until it is open */

	/* Fixed after it was created: */
	struct ocr_runtime *rt;
	uint32_t mode; /* enum ocr_file_mode */
	char *path;
	struct ocr_block *descriptor; /* until it is described; or NULL */
	/* Fixed when it is open: */
	int fd;
	/* The engine's thread only: */
	uint64_t size;
	bool sparse; /* there may be holes */
	bool lost;   /* bytes could not be written */
	struct ocr_io io;

	struct ocr_file *next, **prev; /* guarded by the lock of ocr_files */
};

/* For the pool. */
size_t ocr_file_bytes(void);

int ocr_file_on_open(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op);
int ocr_file_on_get_chunk(struct ocr_runtime *rt, ocr_node_t from,
			  const struct ocr_op *op);
int ocr_file_on_close(struct ocr_runtime *rt, ocr_node_t from,
		      const struct ocr_op *op);
int ocr_file_on_destroy(struct ocr_runtime *rt, ocr_node_t from,
			const struct ocr_op *op);

/* What a failure is called in reports; never NULL. */
const char *ocr_file_why(int err);

/* The last chunk may be gone: closes the file then.  Unlocks it. */
void ocr_file_settle_and_unlock(struct ocr_file *f);

/* When the job has ended: frees what it has. */
void ocr_file_abandon(struct ocr_file *f);

#endif
