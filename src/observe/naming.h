/* SPDX-License-Identifier: BSD-3-Clause */
/* naming.h - events name themselves to the tasks that wait for them.
 *
 * Who waits for an event is known at the event alone.  What a slot waits for is
 * noted in the slot itself, which nobody reads before it is satisfied.
 * Knows events and slots; does not know how a name comes to another node.
 * Threads: of a job that is stuck, while all workers rest; else any.
 */
#ifndef SRC_OBSERVE_NAMING_H
#define SRC_OBSERVE_NAMING_H

#include "src/base/msg.h"

#include <stdbool.h>

struct ocr_runtime;

struct ocr_naming {
	struct ocr_runtime *rt;
	/* The slot of m would be satisfied by the event of m, or would have
	 * been.  task: who waits, where no map knows it, or NULL. */
	void (*tell)(struct ocr_naming *n, const struct ocr_msg_stuck_wait *m,
		     void *task);
	/* Workers go on meanwhile: what waits for objects that are not there
	 * is passed over. */
	bool moves;
};

void ocr_naming_make(struct ocr_naming *n);

/* Of a task of this node, if it waits in that slot. */
void ocr_naming_note(struct ocr_runtime *rt,
		     const struct ocr_msg_stuck_wait *m);
/* The same of one that no map knows. */
void ocr_naming_note_at(void *task, const struct ocr_msg_stuck_wait *m);

#endif
