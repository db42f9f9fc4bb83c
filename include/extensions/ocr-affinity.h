/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-affinity.h - the nodes of the job, and the NUMA domains of a node, as
 * GUIDs that hints can hold.
 *
 *	ocrGuid_t node;
 *	ocrHint_t hint;
 *
 *	ocrAffinityGetAt(AFFINITY_PD, 1, &node);
 *	ocrHintInit(&hint, OCR_HINT_EDT_T);
 *	ocrSetHintValue(&hint, OCR_HINT_EDT_AFFINITY,
 *			ocrAffinityToHintValue(node));
 *
 * The NUMA domains of a node are those that its workers are bound to; there is
 * at least one.  A task with the affinity of a domain runs on a worker of it;
 * if its node has no such domain, on any worker of the node.  A block with one
 * is owned by the node.
 * Affinities are not created or destroyed, and are the same on every node.
 * Calls return OCR_EPERM where no node is: outside of a job's threads.
 */
#ifndef OCR_AFFINITY_H
#define OCR_AFFINITY_H

#include "ocr-hints.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of which affinities a call tells. */
typedef enum {
	AFFINITY_CURRENT,   /* the node that runs the calling task */
	AFFINITY_PD,	    /* all nodes, in the order of their numbers */
	AFFINITY_PD_MASTER, /* node 0 */
	AFFINITY_GUID,	    /* the node of an object: ocrAffinityQuery() */
	AFFINITY_NUMA	    /* the NUMA domains of this node */
} ocrAffinityKind;

/* How many affinities of this kind there are.
 * 0, OCR_EINVAL (count is NULL; no such kind, or AFFINITY_GUID). */
u8 ocrAffinityCount(ocrAffinityKind kind, u64 *count);

/* Writes at most *count affinities of this kind, and to *count how many.
 * 0, OCR_EINVAL (as above, or affinities is NULL). */
u8 ocrAffinityGet(ocrAffinityKind kind, u64 *count, ocrGuid_t *affinities);

/* The affinity with this index, 0 <= index < the count of this kind.
 * 0, OCR_EINVAL (as above, or no such index). */
u8 ocrAffinityGetAt(ocrAffinityKind kind, u64 index, ocrGuid_t *affinity);

/* The affinity of the node that runs the calling task.
 * 0, OCR_EINVAL (affinity is NULL). */
u8 ocrAffinityGetCurrent(ocrGuid_t *affinity);

/* The affinities of an object: the node that owns it; of NULL_GUID the current
 * node; of a worker of this node (ocrCurrentWorkerGuid()) its NUMA domain as
 * well, behind it; of an affinity, its node.  At most *count are written, and
 * to *count how many.  0, OCR_EINVAL (a NULL, no room, or not the GUID of an
 * object). */
u8 ocrAffinityQuery(ocrGuid_t guid, u64 *count, ocrGuid_t *affinities);

/* The value of the properties OCR_HINT_*_AFFINITY.  Cannot fail: for what is
 * no affinity, a value that creation calls ignore. */
u64 ocrAffinityToHintValue(ocrGuid_t affinity);

#ifdef __cplusplus
}
#endif

#endif
