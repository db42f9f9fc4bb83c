/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-pause.h - holding a node still, to look at what is on it (from 1.2).
 *
 *	if (ocrPause(true)) {
 *		block = ocrQuery(OCR_QUERY_READY_EDTS, NULL_GUID, &guids, &size,
 *				 0);
 *		... ((ocrGuid_t *)guids)[0 .. size / sizeof(ocrGuid_t)) ...
 *		ocrDbDestroy(block);
 *		ocrResume(1);
 *	}
 *
 * All of it is about the node that the calling task runs on.  Others go on,
 * and what they send is taken in: tasks may become ready here meanwhile, but do
 * not start.  To hold all nodes, a task on each pauses its own.
 *
 * A pause belongs to the task that has asked for it.  If that ends without
 * ocrResume(), so does the pause, and this is reported; ocrShutdown() ends it
 * too.  If the task waits, in ocrWait() for example, for what only a task of
 * this node could bring, the job cannot go on, and is reported as any other.
 *
 * Outside of tasks, the thread that has called ocrLegacyInit() may pause the
 * node as a task may.  For others, calls do nothing, and return 0 or NULL_GUID.
 */
#ifndef OCR_PAUSE_H
#define OCR_PAUSE_H

#include "../ocr-types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What ocrQuery() lists. */
typedef enum {
	/* Tasks that have all that they need, and have not begun. */
	OCR_QUERY_READY_EDTS,
	/* Events that this node owns, reduction events left out. */
	OCR_QUERY_EVENTS,
	/* Blocks that tasks which have not begun have got through their slots;
	 * `guid`: of this task alone. */
	OCR_QUERY_LAST_SATISFIED_DB,
	/* All tasks that have not ended, the caller too. */
	OCR_QUERY_ALL_EDTS
} ocrQueryType_t;

/* Another name that programs use. */
#define OCR_QUERY_WORKPILE_EDTS OCR_QUERY_READY_EDTS

/* Holds this node still.  Returns 1 when no other task of it runs; none starts
 * until the caller calls ocrResume(), or ends.  What ran when it was called
 * has ended first, or waits; who waits may go on when that has come.  Tasks
 * that ran have their say: the call takes as long as they do.
 *
 * While another task has paused the node, isBlocking waits until that has
 * called ocrResume(); else 0 comes back.  1 as well for the task that has
 * paused the node already. */
u32 ocrPause(bool isBlocking);

/* Lists objects of this node that are there at the time of the call.
 *
 *   guid    NULL_GUID, or see above
 *   result  out: the first of the GUIDs, in rising order; NULL for none
 *   size    out: how many bytes that are
 *   flags   not looked at
 *
 * Returns a block that holds them, which the caller has acquired as by
 * ocrDbCreate(), and destroys.  NULL_GUID, NULL and 0: the caller has not
 * paused this node; there is no such query, or no memory; a pointer is NULL. */
ocrGuid_t ocrQuery(ocrQueryType_t query, ocrGuid_t guid, void **result,
		   u32 *size, u8 flags);

/* Ends the pause of the caller; does nothing for others, so `flag`, what
 * ocrPause() has returned, is not looked at. */
void ocrResume(u32 flag);

#ifdef __cplusplus
}
#endif

#endif
