/* SPDX-License-Identifier: BSD-3-Clause */
/* hooks.h - what rooms call that stands above them.
 *
 * boot/ gives a node this table when it opens it; a test that makes a node of
 * its own gives what it needs.  Messages go up through row.h.
 */
#ifndef SRC_BASE_HOOKS_H
#define SRC_BASE_HOOKS_H

#include "src/base/delivery.h"
#include "src/base/msg.h"
#include "src/base/row.h"

struct ocr_runtime;
struct ocr_stream;

struct ocr_hooks {
	/* Somebody wants the job to end with that status: node 0 hears it, the
	 * first one counts.  From a worker's thread. */
	void (*end)(struct ocr_runtime *rt, unsigned status);
	/* A pool had no object.  Without a lock. */
	void (*full)(struct ocr_runtime *rt);
	/* An op that came from `from` has failed with -errno `err`. */
	void (*failed)(struct ocr_runtime *rt, ocr_node_t from,
		       const struct ocr_op *op, int err);
	/* The program has made a mistake, in strict mode, which has been told.
	 */
	void (*mistake)(struct ocr_runtime *rt);
	/* Node `to` is granted block g, in strict mode.  The home is locked. */
	void (*granted)(struct ocr_runtime *rt, ocrGuid_t g, ocr_node_t to);
	/* The output event of a task with a label is gone, and has told nobody
	 * yet. */
	void (*output_gone)(struct ocr_runtime *rt, ocrGuid_t output);
	/* Makes the deliveries that the worker keeps, all of them. */
	void (*deliver)(struct ocr_runtime *rt);
	/* One to a task, which was found as d->to.dest.  0 or -errno. */
	int (*feed)(void *task, const struct ocr_delivery *d);
	/* The GUID by which a task is found that has waited as `hidden`. */
	ocrGuid_t (*name)(void *task, ocrGuid_t hidden);
	/* The next step of a task of this node that acquires blocks. */
	void (*step)(struct ocr_runtime *rt, void *task,
		     const struct ocr_step *step);
	/* Handles an op on an element of a map, whose kind only its owner
	 * knows. */
	ocr_handler_fn *mapped;
	/* An op that satisfies a task is about to be sent to another node. */
	void (*departs)(struct ocr_runtime *rt, ocr_node_t to,
			const struct ocr_op *op);
	/* The worker has been brought bytes that nobody has read at once. */
	void (*put_by)(struct ocr_runtime *rt);
	/* data/: nobody has wanted the block that a node gives back.  0, or
	 * -errno. */
	int (*take_back)(struct ocr_runtime *rt);
	/* Makes known what is `untold` of a stream. */
	void (*tell)(struct ocr_stream *s);
	/* What a template says: 0; -EINPROGRESS: `waiter`, if there is one, is
	 * resumed when it is known; or another -errno. */
	int (*resolve)(struct ocr_runtime *rt, ocrGuid_t tmpl,
		       struct ocr_code *code, ocrHint_t *hint,
		       struct ocr_stream *waiter);
};

#endif
