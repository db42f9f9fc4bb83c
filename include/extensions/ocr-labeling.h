/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-labeling.h - GUIDs that a program can compute (OCR 1.1.0, B.2).
 *
 * Not implemented in this version: every call returns OCR_ENOSYS, and
 * ENABLE_EXTENSION_LABELING is not defined.
 */
#ifndef OCR_LABELING_H
#define OCR_LABELING_H

#include "../ocr-types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Flags of creation calls, beside their own: `*guid` goes in.
 * OCR 1.1.0, B.2.3. */
#define GUID_PROP_NONE	     ((u16)0x0)
#define GUID_PROP_IS_LABELED ((u16)0x100) /* only one task creates it */
/* The first one creates it, the others get OCR_EGUIDEXISTS. */
#define GUID_PROP_CHECK	     ((u16)0x300)
/* Waits until the object exists no longer, then creates it anew. */
#define GUID_PROP_BLOCK	     ((u16)0x500)

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
	GUID_USER_EVENT_CHANNEL
} ocrGuidUserKind;

/* A spelling that occurs in B.2.2.6. */
#define OCR_GUID_NONE GUID_USER_NONE

/* Maps a tuple to a GUID of the range: startGuid, and those that differ from
 * it by a multiple of skipGuid (see addValueToGuid()).  Must return the same
 * for the same tuple, on every node. */
typedef ocrGuid_t (*ocrGuidMapFunc_t)(ocrGuid_t startGuid, u64 skipGuid,
				      s64 *params, s64 *tuple);

/* Reserves at least `numberGuid` GUIDs of this kind.  The `numParams` values
 * at `params` are copied and handed to every call of mapFunc.  *mapGuid: for
 * ocrGuidFromLabel(); the program destroys it.  OCR 1.1.0, B.2.2.1. */
u8 ocrGuidMapCreate(ocrGuid_t *mapGuid, u32 numParams, ocrGuidMapFunc_t mapFunc,
		    const s64 *params, u64 numberGuid, ocrGuidUserKind kind);

/* Reserves at least `numberGuid` GUIDs of this kind, for
 * ocrGuidFromIndex().  OCR 1.1.0, B.2.2.2. */
u8 ocrGuidRangeCreate(ocrGuid_t *rangeGuid, u64 numberGuid,
		      ocrGuidUserKind kind);

/* Destroys a map or range; objects created under its GUIDs live on.
 * OCR 1.1.0, B.2.2.3. */
u8 ocrGuidMapDestroy(ocrGuid_t mapGuid);

/* The GUID for a tuple, by the map's function.  OCR 1.1.0, B.2.2.4. */
u8 ocrGuidFromLabel(ocrGuid_t *outGuid, ocrGuid_t mapGuid, const s64 *tuple);

/* The GUID with this index, 0 <= idx < numberGuid.  OCR 1.1.0, B.2.2.5. */
u8 ocrGuidFromIndex(ocrGuid_t *outGuid, ocrGuid_t rangeGuid, u64 idx);

/* What the GUID names now, or GUID_USER_NONE.  The answer may be out of date
 * when it arrives.  OCR 1.1.0, B.2.2.6. */
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
