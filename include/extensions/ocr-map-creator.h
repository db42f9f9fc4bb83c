/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-map-creator.h - maps whose elements create themselves on first use, and
 * local identifiers.
 *
 *	void creator(ocrGuid_t objectLid, u64 index, u32 paramc, u64 *paramv,
 *		     u32 guidc, ocrGuid_t *guidv)
 *	{
 *		ocrEdtCreate(&objectLid, guidv[0], 1, &index, 2, NULL,
 *			     EDT_PROP_MAPPED, NULL_HINT, NULL);
 *	}
 *
 *	ocrMapCreate(&map, 1000, creator, 0, NULL, 1, &template);
 *	...  any task on any node that has the GUID of the map:
 *	ocrMapGet(&task, map, 17);
 *	ocrAddDependence(event, task, 0, DB_MODE_CONST);
 *
 * The elements are spread over the nodes as those of ranges are, see
 * ocrGuidMapSpread() in ocr-labeling.h.  The owner of an element runs the
 * creator function when it first hears of it, once: an element whose object is
 * gone does not come back.
 *
 * A source of its own: "OCR extensions - local identifiers, labeled GUIDs,
 * file IO, and data block partitioning" (Dokulil, Benkner), sections 3 and 4.
 */
#ifndef OCR_MAP_CREATOR_H
#define OCR_MAP_CREATOR_H

#include "../ocr-types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Flags of creation calls, beside their own.
 *
 * LID: a local identifier will do.  Here it is always a GUID, made without
 * asking anybody, so nothing changes. */
#define EDT_PROP_LID	((u16)0x1000)
#define EVT_PROP_LID	((u16)0x1000)
#define DB_PROP_LID	((u16)0x1000)
/* MAPPED: `*guid` goes in; it is the objectLid that the creator function was
 * given.  Once in each call of the function; a block is created as if with
 * DB_PROP_NO_ACQUIRE.  Elsewhere, or with another GUID: OCR_EINVAL. */
#define EDT_PROP_MAPPED ((u16)0x2000)
#define EVT_PROP_MAPPED ((u16)0x2000)
#define DB_PROP_MAPPED	((u16)0x2000)

/* What an identifier is. */
typedef enum ocrIdType {
	OCR_ID_GUID, /* a GUID */
	OCR_ID_LID,  /* a local identifier: never, here */
	OCR_ID_UNK   /* neither: NULL_GUID, or not made by this runtime */
} ocrIdType;

/* From the value alone: does not ask whether the object exists.  Section 3. */
ocrIdType ocrGetIdType(ocrGuid_t id);

/* The GUID that an identifier stands for.  Never waits.
 * 0, OCR_EINVAL (guid is NULL; OCR_ID_UNK).  Section 3. */
u8 ocrGetGuid(ocrGuid_t *guid, ocrGuid_t sourceId);

/* Creates element `index` of a map: a task, an event or a block, by one call
 * with *_PROP_MAPPED.  It runs on the owner of the element, like the body of a
 * short task that belongs to no finish scope; neither does what it creates.
 * `paramv` and `guidv` are the map's, to be read only.  Section 4. */
typedef void (*ocrCreator_t)(ocrGuid_t objectLid, u64 index, u32 paramc,
			     u64 *paramv, u32 guidc, ocrGuid_t *guidv);

/* Creates a map with elements 0 .. size - 1, none of which exists yet.
 *
 *   mapGuid      out: its GUID
 *   size         1 to 2^40; costs nothing
 *   creatorFunc  as for templates, a function that every node has
 *   paramv       paramc values that it gets; copied
 *   guidv        guidc GUIDs that it gets; copied
 *
 * One message is sent to each node; the program destroys the map.
 * 0, OCR_ENOMEM, OCR_EINVAL (a NULL; no such size; not a function that others
 * can find; more values than a message holds).  Section 4. */
u8 ocrMapCreate(ocrGuid_t *mapGuid, u64 size, ocrCreator_t creatorFunc,
		u32 paramc, const u64 *paramv, u32 guidc,
		const ocrGuid_t *guidv);

/* Destroys a map.  Objects live on; elements that have none never will.
 * 0, OCR_EINVAL (not such a map, or destroyed already).  Section 4. */
u8 ocrMapDestroy(ocrGuid_t mapGuid);

/* The identifier of element `index`: a GUID, the same for everybody, at once.
 * Makes the owner create the object, if it has not begun to.
 * 0, OCR_ENOMEM, OCR_EINVAL (lid is NULL; not a map; no such index).
 * Section 4. */
u8 ocrMapGet(ocrGuid_t *lid, ocrGuid_t mapGuid, u64 index);

#ifdef __cplusplus
}
#endif

#endif
