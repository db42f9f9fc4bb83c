/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-labeling.h - GUIDs that a program can compute (OCR 1.1.0, B.2).
 *
 *	ocrGuid_t range, event;
 *
 *	ocrGuidRangeCreate(&range, 1000, GUID_USER_EVENT_STICKY);
 *	...  any task on any node that has the GUID of the range:
 *	ocrGuidFromIndex(&event, range, 17);
 *	ocrEventCreate(&event, OCR_EVENT_STICKY_T,
 *		       GUID_PROP_CHECK | EVT_PROP_TAKES_ARG);
 *
 * The elements of a range or map are spread over the nodes, in blocks of
 * neighbours unless ocrGuidMapSpread() says otherwise; an object is created on
 * the node of its element.  An operation on an element that names no object
 * (yet, or any more) waits for the next object that is created under it.
 * Creating a range and computing its elements needs no message, and what is
 * not used costs nothing.
 */
#ifndef OCR_LABELING_H
#define OCR_LABELING_H

#include "../ocr-types.h"
#include "ocr-hints.h"

#ifdef __cplusplus
extern "C" {
#endif

/* GUID_PROP_*, flags of creation calls beside their own: `*guid` goes in, and
 * is the GUID of the object.  They are in ocr-types.h.  OCR 1.1.0, B.2.3.
 *
 * The owner of the element decides:
 *
 *   IS_LABELED  costs no message that is waited for.  An object that exists is
 *               an error, which the runtime reports if it is on another node
 *   CHECK       0 or OCR_EGUIDEXISTS, and then the call has no effect, and
 *               neither have parameters and dependences that came with it.  If
 *               the owner is another node, the task waits for its answer (as
 *               in ocrWait()); its worker runs other tasks meanwhile
 *   BLOCK       this creation and all that follows in the task wait until the
 *               object is gone; the body goes on
 *
 * The output event of a task with a label has one as well: all who create the
 * task get the same event.  The label of a task is free as soon as that event
 * has fired; if nobody has asked for one, when the body has returned.  An event
 * with a label may always carry a block.
 * With CHECK and BLOCK a block is created as if with DB_PROP_NO_ACQUIRE.
 * Affinity hints are ignored.  OCR_EINVAL: *guid is not an element of a range
 * for such objects. */

/* What a GUID may name.  OCR 1.1.0, B.2.2. */
typedef enum {
	GUID_USER_NONE = 0, /* no object */
	GUID_USER_DB,
	GUID_USER_EDT,
	GUID_USER_EDT_TEMPLATE,
	GUID_USER_EVENT_ONCE,
	GUID_USER_EVENT_IDEM,
	GUID_USER_EVENT_STICKY,
	GUID_USER_EVENT_LATCH,
	GUID_USER_EVENT_COUNTED,
	GUID_USER_EVENT_CHANNEL,
	GUID_USER_EVENT_COLLECTIVE
} ocrGuidUserKind;

/* A spelling that occurs in B.2.2.6. */
#define OCR_GUID_NONE		  GUID_USER_NONE
/* Before 1.2 it was called so. */
#define GUID_USER_EVENT_REDUCTION GUID_USER_EVENT_COLLECTIVE

/* Maps a tuple to a GUID of the range: startGuid, and those that differ from
 * it by a multiple of skipGuid (see addValueToGuid()).  Must return the same
 * for the same tuple, on every node. */
typedef ocrGuid_t (*ocrGuidMapFunc_t)(ocrGuid_t startGuid, u64 skipGuid,
				      s64 *params, s64 *tuple);

/* Reserves `numberGuid` GUIDs of this kind, from 1 to 2^40.  The `numParams`
 * values at `params` are copied and handed to every call of mapFunc, which is,
 * as for templates, a function that every node has.  One message is sent to
 * each node; the program destroys the map.
 * 0, OCR_ENOMEM, OCR_EINVAL (a NULL, no such number or kind; not a function
 * that others can find).  OCR 1.1.0, B.2.2.1. */
u8 ocrGuidMapCreate(ocrGuid_t *mapGuid, u32 numParams, ocrGuidMapFunc_t mapFunc,
		    const s64 *params, u64 numberGuid, ocrGuidUserKind kind);

/* Reserves `numberGuid` GUIDs of this kind, for ocrGuidFromIndex(): from 1 to
 * 2^40.  *rangeGuid: a value; all nodes can use it at once.
 * 0, OCR_EINVAL (rangeGuid is NULL, no such number or kind), OCR_ENOMEM (this
 * node has created 2^24 maps and ranges).  OCR 1.1.0, B.2.2.2. */
u8 ocrGuidRangeCreate(ocrGuid_t *rangeGuid, u64 numberGuid,
		      ocrGuidUserKind kind);

/* Chooses how the elements are dealt to the nodes, and changes *mapGuid
 * accordingly: for its creator, before anybody else has it.  `hint`: of
 * OCR_HINT_GROUP_T, with OCR_HINT_GROUP_BLOCK = b: elements 0 .. b - 1 are on
 * node 0, the next b on node 1, and so on, round and round; b = 1 deals them
 * out one by one.  Above 65536 b is rounded up by up to 1/32768.  Without the
 * property nothing is changed: each node has one block.
 * 0, OCR_EINVAL (not a map or range; no such hint; b is 0 or more than 2^40).
 * Not in the specification. */
u8 ocrGuidMapSpread(ocrGuid_t *mapGuid, const ocrHint_t *hint);

/* Creates a template with a label: ocrEdtTemplateCreate() with GUID_PROP_*.
 * The GUID does not tell the counts, so tasks made from the template must name
 * theirs: EDT_PARAM_DEF is OCR_EINVAL.  Nodes remember the function, so a label
 * that named a template must not name another one later.
 * 0 and errors as for ocrEdtTemplateCreate(); and of a label, as said above.
 * Not in the specification, which gives templates no properties. */
u8 ocrEdtTemplateCreateLabeled(ocrGuid_t *guid, ocrEdt_t funcPtr, u32 paramc,
			       u32 depc, u16 properties);

/* Destroys a map or range; objects created under its GUIDs live on.
 * 0, OCR_EINVAL (neither, or destroyed already).  OCR 1.1.0, B.2.2.3. */
u8 ocrGuidMapDestroy(ocrGuid_t mapGuid);

/* Sets the map that NULL_GUID stands for in ocrGuidFromLabel(), with what
 * ocrGuidMapCreate() takes: the last one set, for all tasks that come after
 * this one.  It lasts until the job ends.  0 and errors as for
 * ocrGuidMapCreate().  From 1.2. */
u8 ocrGuidMapSetDefaultMap(u32 numParams, ocrGuidMapFunc_t mapFunc,
			   const s64 *params, u64 numberGuid,
			   ocrGuidUserKind kind);

/* The GUID for a tuple, by the map's function, which is called here and now.
 * 0, OCR_EINVAL (outGuid is NULL; not a map with a function, or destroyed; the
 * function gave what is not in the map).  OCR 1.1.0, B.2.2.4. */
u8 ocrGuidFromLabel(ocrGuid_t *outGuid, ocrGuid_t mapGuid, const s64 *tuple);

/* The GUID with this index, 0 <= idx < numberGuid.
 * 0, OCR_EINVAL (outGuid is NULL, not a map or range, no such index).
 * OCR 1.1.0, B.2.2.5. */
u8 ocrGuidFromIndex(ocrGuid_t *outGuid, ocrGuid_t rangeGuid, u64 idx);

/* What the GUID names now, or GUID_USER_NONE; it may be out of date at once.
 * 0, OCR_EINVAL (outKind is NULL), OCR_ENOMEM (no memory for one more task that
 * waits).  The owner of the object is asked, and if that is another node the
 * task waits for its answer.  A reduction event is there when it is on this
 * node.  OCR 1.1.0, B.2.2.6. */
u8 ocrGetGuidKind(ocrGuidUserKind *outKind, ocrGuid_t guid);

/* The GUID that is `value` steps of 1 after `guid`, for mapping functions. */
static inline ocrGuid_t
addValueToGuid(ocrGuid_t guid, u64 value)
{
	guid.lower += value;
	return guid;
}

#ifdef __cplusplus
}
#endif

/* 1.2 calls it so. */
#define ocrGuidRangeDestroy ocrGuidMapDestroy

#endif
