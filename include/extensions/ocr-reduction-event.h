/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-reduction-event.h - reduction ("collective") events, as in 1.2.
 *
 * Contributors on any nodes give a few values each, again and again.  The k-th
 * contribution of each belongs to generation k, which is complete when all have
 * given theirs; its result comes as a block through a dependence on the event.
 *
 * Every node that takes part creates the event once, under one labeled GUID and
 * with the same parameters, before it contributes or adds a dependence:
 *
 *	ocrEventParams_t p = {.EVENT_COLLECTIVE = {
 *		.maxGen = 1, .nbContribs = nodes, .nbContribsPd = 1,
 *		.nbDatum = 1, .arity = 2, .op = REDOP_F8_ADD,
 *		.type = COL_ALLREDUCE, .reuseDbPerGen = true}};
 *
 *	ocrGuidFromIndex(&sum, range, 0);
 *	ocrEventCreateParams(&sum, OCR_EVENT_COLLECTIVE_T, GUID_PROP_CHECK, &p);
 *	ocrAddDependenceSlot(sum, rank, task, 0, DB_MODE_RO);
 *	ocrEventCollectiveSatisfySlot(sum, &value, rank);
 *
 * Each node destroys it once, with ocrEventDestroy(), after its last
 * contributions and dependences, and when the tasks that its last results went
 * to have begun.  With reuseDbPerGen the runtime destroys the block of result k
 * when the node has all its contributions to generation k + maxGen: so the tasks
 * that result k went to have begun before the last of those is given.  As a rule
 * they give them.
 *
 * This header is part of ocr-edt.h.
 */
#ifndef OCR_REDUCTION_EVENT_H
#define OCR_REDUCTION_EVENT_H

#include "../ocr-types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Who gets the result. */
typedef enum {
	COL_REDUCE,    /* the node that owns the label; others cannot depend */
	COL_ALLREDUCE, /* every node that contributes */
	COL_BROADCAST  /* the same, and the result is what slot 0 gave; what
			* the others give is not looked at, and may be NULL */
} collectiveType_t;

/* How two values are combined.  Integers wrap around.  MIN and MAX of a NaN
 * and a number are the number. */
typedef u16 redOp_t;

enum {
	REDOP_F8_ADD = 0x00, /* double */
	REDOP_F8_MULT = 0x01,
	REDOP_F8_MIN = 0x02,
	REDOP_F8_MAX = 0x03,
	REDOP_F4_ADD = 0x10, /* float */
	REDOP_F4_MULT = 0x11,
	REDOP_F4_MIN = 0x12,
	REDOP_F4_MAX = 0x13,
	REDOP_U8_ADD = 0x20, /* u64; ADD and MULT are those of s64, too */
	REDOP_U8_MULT = 0x21,
	REDOP_U8_MIN = 0x22,
	REDOP_U8_MAX = 0x23,
	REDOP_U8_BITAND = 0x24,
	REDOP_U8_BITOR = 0x25,
	REDOP_U8_BITXOR = 0x26,
	REDOP_U4_ADD = 0x30, /* u32 */
	REDOP_U4_MULT = 0x31,
	REDOP_U4_MIN = 0x32,
	REDOP_U4_MAX = 0x33,
	REDOP_U4_BITAND = 0x34,
	REDOP_U4_BITOR = 0x35,
	REDOP_U4_BITXOR = 0x36,
	REDOP_S8_MIN = 0x42, /* s64 */
	REDOP_S8_MAX = 0x43,
	REDOP_S4_MIN = 0x52, /* s32 */
	REDOP_S4_MAX = 0x53
};

/* Contributes to a reduction event, which this node has created.
 *
 *   data   nbDatum values of the operator's type, copied before the call
 *          returns
 *   islot  which contributor, 0 <= islot < nbContribs: a slot belongs to one
 *          node.  Its k-th contribution belongs to generation k
 *
 * Values are combined in the order of the slots of a node, and then of the
 * nodes in the tree: the same bits in each run on as many nodes.
 *
 * 0, OCR_ENOMEM, OCR_EINVAL (no reduction event that this node has created; no
 * such slot; more slots in use here than nbContribsPd; data is NULL),
 * OCR_ENOSPC (generation k - maxGen is not complete), which is reported instead
 * if it is found out later, or on another node.  As in 1.2. */
u8 ocrEventCollectiveSatisfySlot(ocrGuid_t event, void *data, u32 islot);

#ifdef __cplusplus
}
#endif

/* Before 1.2 it was called so. */
#define ocrEventReductionSatisfySlot ocrEventCollectiveSatisfySlot

#endif
