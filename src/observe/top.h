/* SPDX-License-Identifier: BSD-3-Clause */
/* top.h - answers ocrtop: the numbers of this node, and of node 0, of all.
 *
 *   ocrtop --> node 0 -- TOP_ASK, over its tree --> all
 *          <-- texts  <------- TOP_TELL, each ----
 *
 * While somebody asks, and for some seconds after that, nodes count
 * (gauge.h).
 * Knows who has asked and who has told; does not know what the numbers mean.
 * Threads: see each function.
 */
#ifndef SRC_OBSERVE_TOP_H
#define SRC_OBSERVE_TOP_H

#include "fabric/lock.h"
#include "src/base/msg.h"
#include "src/observe/door.h"
#include "src/observe/gauge.h"

#include <stdbool.h>
#include <stdint.h>

struct ocr_runtime;

struct ocr_top {
	uint64_t job; /* its number; fixed */
	/* Of the thread that looks: */
	struct ocr_door door;
	struct ocr_gauge gauge;
	int64_t until_ms, look_ms; /* counts until; looks next at workers */
	char *text;		   /* OCR_GAUGE_BYTES */
	bool open;		   /* node 0 has asked all */
	int64_t due_ms;		   /* it waits no longer */
	unsigned n_waiting;
	int waiting[OCR_DOOR_MOST]; /* visitors */

	struct ocr_lock lock; /* rank OCR_LOCK_LOOK */
	/* Guarded by lock: */
	uint64_t number; /* of the question */
	uint32_t missing;
	char **texts; /* of node 0, by node; NULL: not told */
};

/* All of the thread that looks. */
void ocr_top_begin(struct ocr_runtime *rt);
void ocr_top_end(struct ocr_runtime *rt);
unsigned ocr_top_fds(const struct ocr_runtime *rt, struct pollfd *fds);
int ocr_top_patience_ms(const struct ocr_runtime *rt);
/* After a wait.  asked: node 0 has asked since. */
void ocr_top_heed(struct ocr_runtime *rt, const struct pollfd *fds, unsigned n,
		  bool asked);

/* No thread may be inside. */
void ocr_top_fini(struct ocr_runtime *rt);

int ocr_top_on_ask(struct ocr_runtime *rt, ocr_node_t from,
		   const struct ocr_op *op);
int ocr_top_on_tell(struct ocr_runtime *rt, ocr_node_t from,
		    const struct ocr_op *op);

#endif
