/* SPDX-License-Identifier: BSD-3-Clause */
/* watch.h - whether processes of this host still live, and run.
 *
 * A neighbour is watched with a pidfd: neither a send nor a receive would say
 * that it was killed.  One that is stopped (SIGSTOP) lives, and answers nobody:
 * once a second some are looked at, all of them in turn.  Seconds are counted
 * while this process runs, so that one that was stopped together with the
 * others does not think that they have been for long.
 * Promise: the end of a process that is watched is told once.
 * Threads: fd from any; the others from one thread at a time.
 */
#ifndef FABRIC_WATCH_H
#define FABRIC_WATCH_H

#include "fabric/node.h"

#include <stdbool.h>

struct ocr_watch;

/* A stopped process is worth a word after so many seconds. */
#define OCR_WATCH_WARN_S 2

enum ocr_watch_news {
	OCR_WATCH_ENDED,   /* it is watched no longer */
	OCR_WATCH_STOPPED, /* by a signal, for OCR_WATCH_WARN_S or more */
	OCR_WATCH_HELD, /* the same, by a debugger, which may take its time */
	OCR_WATCH_RUNS, /* again, after one of these */
	OCR_WATCH_LOST, /* stopped for too long; it is watched no longer */
};

typedef void ocr_watch_fn(void *ctx, ocr_node_t node, uint32_t pid,
			  enum ocr_watch_news news);

/* For nodes 0 .. size - 1.  A process that is stopped for `patience_s` is lost;
 * 0: never.  0 or -errno. */
int ocr_watch_open(struct ocr_watch **w, uint32_t size, uint32_t patience_s);
void ocr_watch_close(struct ocr_watch *w);

/* Begins to watch.  False: it is dead already.  Where the system does not let
 * us, the end is not noticed here. */
bool ocr_watch_begin(struct ocr_watch *w, ocr_node_t node, uint32_t pid);
/* Its end does not matter any more. */
void ocr_watch_end(struct ocr_watch *w, ocr_node_t node);

/* Calls fn with what is new.  Returns how often. */
int ocr_watch_look(struct ocr_watch *w, ocr_watch_fn *fn, void *ctx);

/* How a node ended whose end was told: see death.h. */
int ocr_watch_how(const struct ocr_watch *w, ocr_node_t node);

/* The part of it that belongs to a second gone by. */
int ocr_watch_tick(struct ocr_watch *w, ocr_watch_fn *fn, void *ctx);

/* Can be read when there may be something new. */
int ocr_watch_fd(const struct ocr_watch *w);

#endif
