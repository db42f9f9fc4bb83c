/* SPDX-License-Identifier: BSD-3-Clause */
/* watch.h - whether processes of this host still live.
 *
 * A neighbour is watched with a pidfd: neither a send nor a receive would say
 * that it was killed.
 * Promise: the end of a process that is watched is told once.
 * Threads: fd from any; the others from one thread at a time.
 */
#ifndef FABRIC_WATCH_H
#define FABRIC_WATCH_H

#include "fabric/node.h"

#include <stdbool.h>

struct ocr_watch;

/* For nodes 0 .. size - 1.  0 or -errno. */
int ocr_watch_open(struct ocr_watch **w, uint32_t size);
void ocr_watch_close(struct ocr_watch *w);

/* Begins to watch.  False: it is dead already.  Where the system does not let
 * us, the end is not noticed here. */
bool ocr_watch_begin(struct ocr_watch *w, ocr_node_t node, uint32_t pid);
/* Its end does not matter any more. */
void ocr_watch_end(struct ocr_watch *w, ocr_node_t node);

/* Calls fn for those that have ended, and watches them no longer.  Returns
 * how many. */
int ocr_watch_look(struct ocr_watch *w,
		   void (*fn)(void *ctx, ocr_node_t node, uint32_t pid),
		   void *ctx);

/* Can be read when somebody has ended. */
int ocr_watch_fd(const struct ocr_watch *w);

#endif
