/* SPDX-License-Identifier: BSD-3-Clause */
/* keep_nodes.h - the processes that a launcher has started on this host.
 *
 * Finds them in /proc, sees how they end and in which order, and ends one that
 * stays stopped, or in a handler.  Knows their numbers as nodes by their
 * environment, and by its lack one that starts nodes on other hosts, as ssh
 * does; does not know why a job ends. Threads: ocrkeep has one.
 */
#ifndef SRC_TOOLS_KEEP_NODES_H
#define SRC_TOOLS_KEEP_NODES_H

#include <stdbool.h>
#include <sys/types.h>

struct keep_nodes;

/* One that is stopped for patience_s is ended; 0: never.  0 or -errno. */
int ocr_keep_nodes_open(struct keep_nodes **n, unsigned patience_s);
/* Nobody reads what this process says: a node's own output is used. */
void ocr_keep_nodes_are_elsewhere(struct keep_nodes *n);

/* Looks for new ones, between two pieces of news. */
void ocr_keep_nodes_find(struct keep_nodes *n, pid_t launcher);
/* One that was found is none of them. */
void ocr_keep_nodes_leave_out(struct keep_nodes *n, pid_t pid);
/* There may be more of them soon. */
bool ocr_keep_nodes_are_new(const struct keep_nodes *n);
/* Of those that were found, some live. */
bool ocr_keep_nodes_live(const struct keep_nodes *n);
/* All have ended; or there are none, and will be none. */
bool ocr_keep_nodes_are_gone(const struct keep_nodes *n);

/* Of those that have ended, one was killed, or has said that it failed. */
bool ocr_keep_nodes_failed(const struct keep_nodes *n);

/* One that was hit by a signal before it became a node has the launcher's
 * handler, and the launcher's locks, as they were: there it may stand for ever,
 * and the launcher waits for it.  Each look, KEEP_LOOK_MS apart at least, sees
 * whether one does, and ends it in the end.  True: the next should come soon.
 */
bool ocr_keep_nodes_end_handling(struct keep_nodes *n);

/* Can be read when one has ended, or a second has gone by. */
int ocr_keep_nodes_fd(const struct keep_nodes *n);
/* Takes that in.  Returns how much was new. */
int ocr_keep_nodes_hear(struct keep_nodes *n);

/* One was ended here, and that was said: why the job ends is known. */
bool ocr_keep_nodes_said(const struct keep_nodes *n);

/* Says which ended first, helpers only if they failed; if that is not known,
 * what `status` tells of it, the launcher's exit status. */
void ocr_keep_nodes_name_first(const struct keep_nodes *n, int status);

/* Calls fn with each child that some thread of `parent` has. */
void ocr_keep_each_child(pid_t parent, void (*fn)(void *ctx, pid_t child),
			 void *ctx);

#endif
