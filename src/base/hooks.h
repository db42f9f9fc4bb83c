/* SPDX-License-Identifier: BSD-3-Clause */
/* hooks.h - what rooms call that stands above them.
 *
 * boot/ gives a node this table when it opens it; a test that makes a node of
 * its own gives what it needs.  Messages go up through rows.h.
 */
#ifndef SRC_BASE_HOOKS_H
#define SRC_BASE_HOOKS_H

struct ocr_runtime;

struct ocr_hooks {
	/* Somebody wants the job to end with that status: node 0 hears it, the
	 * first one counts.  From a worker's thread. */
	void (*end)(struct ocr_runtime *rt, unsigned status);
	/* A pool had no object.  Without a lock. */
	void (*full)(struct ocr_runtime *rt);
};

#endif
