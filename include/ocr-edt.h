/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-edt.h - events, tasks, and the dependences between them
 * (OCR 1.1.0, 2.6 to 2.8; B.3 to B.5).
 */
#ifndef OCR_EDT_H
#define OCR_EDT_H

#include "ocr-types.h"
#include "extensions/ocr-hints.h"
#include "extensions/ocr-reduction-event.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Events
 */

/* What kinds of events there are.  OCR 1.1.0, 1.4.3 and 2.6; B.4 and B.5 for
 * the last two. */
typedef enum {
	OCR_EVENT_ONCE_T = 0,  /* passes on one satisfaction and is gone */
	OCR_EVENT_IDEM_T,      /* remembers the first, ignores the others */
	OCR_EVENT_STICKY_T,    /* remembers the first; a second is an error */
	OCR_EVENT_LATCH_T,     /* fires when its two slots are even, is gone */
	OCR_EVENT_COUNTED_T,   /* remembers, and is gone after nbDeps waiters */
	OCR_EVENT_CHANNEL_T,   /* the n-th satisfaction meets the n-th waiter */
	OCR_EVENT_COLLECTIVE_T /* reduces what its contributors give */
} ocrEventTypes_t;

/* Before 1.2 it was called so. */
#define OCR_EVENT_REDUCTION_T OCR_EVENT_COLLECTIVE_T

/* The pre-slots of a latch event. */
typedef enum {
	OCR_EVENT_LATCH_DECR_SLOT = 0,
	OCR_EVENT_LATCH_INCR_SLOT = 1
} ocrLatchEventSlots_t;

#define EVT_PROP_NONE	   ((u16)0x0)
#define EVT_PROP_TAKES_ARG ((u16)0x1) /* may carry a data block */

/* For maxGen: as many generations as it takes. */
#define EVENT_CHANNEL_UNBOUNDED ((u32)-1)

/* What an event is created with; the member named like its type counts.
 * OCR 1.1.0, B.3.2, B.4.1 and B.5.2. */
typedef struct {
	__extension__ union {
		struct {
			/* Increments that it starts with; as an s64 it may be
			 * negative: decrements.  At most 2^62 of either. */
			u64 counter;
		} EVENT_LATCH;
		struct {
			u64 nbDeps; /* dependences to expect: 1 .. 2^62 */
		} EVENT_COUNTED;
		struct {
			u32 maxGen; /* generations it can hold back, >= 1 */
			u32 nbSat;  /* satisfactions to fire, >= 1 */
			u32 nbDeps; /* dependences to fire, >= 1 */
		} EVENT_CHANNEL;
		/* The same on all nodes.  See ocr-reduction-event.h. */
		struct {
			u32 maxGen;	/* generations under way at a time */
			u32 nbContribs; /* contributors on all nodes */
			/* On each of the nodes that have any: if these are not
			 * all nodes, then as many as this node has, and 0 is
			 * possible for the owner of the label.  nbContribs /
			 * number of nodes says that all have as many: it must
			 * not be what one has by chance.  At most 2^24. */
			u32 nbContribsPd;
			u32 nbDatum; /* values of a contribution */
			u32 arity;   /* of the tree of nodes, >= 1 */
			redOp_t op;
			collectiveType_t type;
			/* The runtime destroys a result, maxGen generations
			 * later; otherwise the program does, on each node that
			 * asked for it. */
			bool reuseDbPerGen;
		} EVENT_COLLECTIVE, EVENT_REDUCTION; /* its older name */
	};
} ocrEventParams_t;

/* Creates an event, owned by this node.
 *
 *   guid       out: its GUID, usable at once
 *   eventType  one of the first four; the others need ocrEventCreateParams()
 *   flags      EVT_PROP_*
 *
 * Once, latch and counted events are gone when they are done; the program
 * destroys the others.  0, OCR_ENOMEM, OCR_EINVAL (guid is NULL; unknown type
 * or flags).  OCR 1.1.0, 2.6.1. */
u8 ocrEventCreate(ocrGuid_t *guid, ocrEventTypes_t eventType, u16 flags);

/* Creates an event with parameters, which are copied.  With NULL it is
 * ocrEventCreate().  Events of a type without parameters ignore them.
 *
 * A counted event passes on one satisfaction, like a sticky one, and is gone
 * when it is satisfied and nbDeps dependences were added, in any order.
 *
 * A channel event fires again and again.  Satisfactions and dependences wait
 * in it, each in the order in which they come, until there are nbSat of the
 * one and nbDeps of the other: these are a generation, and leave.  Dependence
 * i of a generation, counted from 0, gets the data of its satisfaction i, or
 * of the last one if there are fewer.  A satisfaction or dependence beyond the
 * maxGen generations of its sort that may wait is refused, and reported
 * (OCR_ENOSPC, where it is told at once).  Two satisfactions, or two
 * dependences, of which one happens before the other come in that order, from
 * whatever nodes, if they name the channel itself.
 *
 * 0 and errors as for ocrEventCreate(); OCR_EINVAL also for parameters out of
 * their range, and for a counted or channel event without any.  OCR 1.1.0,
 * B.3.3, B.4, B.5. */
u8 ocrEventCreateParams(ocrGuid_t *guid, ocrEventTypes_t eventType, u16 flags,
			const ocrEventParams_t *params);

/* Destroys an event, or this node's share of a reduction event.  Whoever still
 * waits for it waits for ever; what a channel event holds back is dropped.  A
 * counted event destroys itself: a program may destroy one that nobody
 * satisfies or waits for.
 * 0, OCR_EINVAL (not the GUID of an event).  OCR 1.1.0, 2.6.2. */
u8 ocrEventDestroy(ocrGuid_t guid);

/* Satisfies an event: ocrEventSatisfySlot() with slot 0.
 * 0 and errors as for that.  OCR 1.1.0, 2.6.3. */
u8 ocrEventSatisfy(ocrGuid_t eventGuid, ocrGuid_t dataGuid);

/* Satisfies a pre-slot of an event.
 *
 *   dataGuid  the data block to pass on, or NULL_GUID: control only.  A latch
 *             event drops it.  What this task wrote to the block must have
 *             been released before
 *   slot      0; for a latch event a value of ocrLatchEventSlots_t
 *
 * 0, OCR_ENOMEM, OCR_EINVAL (not GUIDs of an event and a block; no such
 * slot), OCR_EPERM (a block for an event that takes none).  OCR 1.1.0, 2.6.4.
 * Different here: one satisfaction too many is reported by the runtime, not
 * returned. */
u8 ocrEventSatisfySlot(ocrGuid_t eventGuid, ocrGuid_t dataGuid, u32 slot);

/*
 * Tasks
 */

/* For the counts of a template: each task has its own. */
#define EDT_PARAM_UNK ((u32)-1)
/* For the counts of a task: those of its template. */
#define EDT_PARAM_DEF ((u32)-2)

#define EDT_PROP_NONE	    ((u16)0x0)
#define EDT_PROP_FINISH	    ((u16)0x1) /* waits for all that it starts */
/* From 1.2; both only tell the scheduler something, and are accepted. */
#define EDT_PROP_NO_HINT    ((u16)0x2) /* hint is NULL_HINT */
#define EDT_PROP_LONG	    ((u16)0x4) /* it runs for a long time */
/* From 1.2: *outputEvent goes in. */
#define EDT_PROP_OEVT_VALID ((u16)0x8)

/* Creates a template: a body and, if they are fixed, the number of its
 * parameters and pre-slots.
 *
 *   guid     out: its GUID, usable at once
 *   funcPtr  a function of the program or of a library that it is linked
 *            with: every node must have it
 *   paramc   number of 64-bit parameters, at most 65534, or EDT_PARAM_UNK
 *   depc     number of pre-slots, at most 65534, or EDT_PARAM_UNK
 *
 * 0, OCR_ENOMEM, OCR_EINVAL (guid or funcPtr is NULL; not a function that
 * others can find; too many).  OCR 1.1.0, 2.7.1. */
u8 ocrEdtTemplateCreate(ocrGuid_t *guid, ocrEdt_t funcPtr, u32 paramc,
			u32 depc);

/* Creates a template: ocrEdtTemplateCreate(), for programs that call what other
 * runtimes have behind it, and name the function for their messages.
 * 0 and errors as for that. */
static inline u8
ocrEdtTemplateCreate_internal(ocrGuid_t *guid, ocrEdt_t funcPtr, u32 paramc,
			      u32 depc, const char *funcName)
{
	(void)funcName;
	return ocrEdtTemplateCreate(guid, funcPtr, paramc, depc);
}

/* Destroys a template.  Tasks made from it are not touched.
 * 0, OCR_EINVAL (not the GUID of a template).  OCR 1.1.0, 2.7.2. */
u8 ocrEdtTemplateDestroy(ocrGuid_t guid);

/* Creates a task.  It runs once, when all its pre-slots are satisfied, and is
 * gone then.
 *
 *   guid          out: its GUID; may be NULL
 *   templateGuid  what it is made from
 *   paramc        number of parameters, or EDT_PARAM_DEF
 *   paramv        the parameters, which are copied; NULL if there are none
 *   depc          number of pre-slots, or EDT_PARAM_DEF
 *   depv          what satisfies them, each as if by ocrAddDependence() in
 *                 DB_DEFAULT_MODE; UNINITIALIZED_GUID leaves a slot open.
 *                 NULL leaves all of them open
 *   flags         EDT_PROP_*
 *   hint          of OCR_HINT_EDT_T, or NULL_HINT.  OCR_HINT_EDT_AFFINITY
 *                 names the node that runs the task; others may choose it
 *                 (doc/use/HINTS.md)
 *   outputEvent   out: a once event that fires when the task has ended (with
 *                 EDT_PROP_FINISH: and all that it started), with the block
 *                 that its body returned (a finish task: without).  Or NULL.
 *                 Dependences on it must be added before the task can start.
 *                 With EDT_PROP_OEVT_VALID *outputEvent is an event of the
 *                 program, on any node and of any type, that is satisfied in
 *                 its place; of a latch event, the slot that counts down
 *
 * 0, OCR_ENOMEM, OCR_EINVAL (not the GUID of a template; counts that are not
 * those of the template, or are unknown; parameters missing, or more than a
 * message holds; something in depv that is no source; unknown flags; no event
 * for EDT_PROP_OEVT_VALID).
 * OCR 1.1.0, 2.7.3. */
u8 ocrEdtCreate(ocrGuid_t *guid, ocrGuid_t templateGuid, u32 paramc,
		const u64 *paramv, u32 depc, const ocrGuid_t *depv, u16 flags,
		const ocrHint_t *hint, ocrGuid_t *outputEvent);

/* Destroys a task that will never be runnable, and its output event with it,
 * unless that is the program's.
 * A finish scope that it belongs to no longer waits for it.
 * 0, OCR_EINVAL (not the GUID of a task), OCR_EPERM (the calling task, or one
 * of this node that can run already).  OCR 1.1.0, 2.7.4. */
u8 ocrEdtDestroy(ocrGuid_t guid);

/*
 * Dependences
 */

/* Links the post-slot of `source` to a pre-slot of `destination`.
 *
 *   source       a block, an event, or NULL_GUID (satisfies without data)
 *   destination  a task or an event
 *   slot         which pre-slot; each is linked once
 *   mode         how a task accesses the block; an event ignores it
 *
 * 0, OCR_ENOMEM, OCR_EINVAL (no such mode; no such slot of an event;
 * UNINITIALIZED_GUID or ERROR_GUID), OCR_EPERM (these cannot be linked).
 * OCR 1.1.0, 2.8.1.  Different here: a slot that the task does not have is
 * reported by the runtime, not returned. */
u8 ocrAddDependence(ocrGuid_t source, ocrGuid_t destination, u32 slot,
		    ocrDbAccessMode_t mode);

/* Links post-slot `sslot` of the source to pre-slot `dslot` of the destination,
 * as ocrAddDependence() does.  The k-th dependence on each post-slot of a
 * reduction event, of which there are nbContribs on each node, gets the result
 * of generation k: OCR_EPERM on a node that gets none.  All other sources have
 * one post-slot, number 0.
 * 0 and errors as for ocrAddDependence(); OCR_EINVAL also for any other
 * post-slot, and for a reduction event that this node has not created.  As in
 * 1.2. */
u8 ocrAddDependenceSlot(ocrGuid_t source, u32 sslot, ocrGuid_t destination,
			u32 dslot, ocrDbAccessMode_t mode);

#ifdef __cplusplus
}
#endif

#endif
