/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-hints.h - advice for the runtime (OCR 1.1.0, B.1).
 *
 * A hint never changes what a program computes.  What each property does here
 * is told in doc/use/HINTS.md; those that do nothing are kept all the same.
 */
#ifndef OCR_HINTS_H
#define OCR_HINTS_H

#include "../ocr-types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* For what objects a hint is (OCR 1.1.0, B.1). */
typedef enum {
	OCR_HINT_UNDEF_T = 0,
	OCR_HINT_EDT_T,	 /* for tasks and templates */
	OCR_HINT_DB_T,	 /* for data blocks */
	OCR_HINT_EVT_T,	 /* for events; no property yet */
	OCR_HINT_GROUP_T /* for ranges of GUIDs */
} ocrHintType_t;

/* What a hint tells: the type in the second byte, its number among the type's
 * in the first. */
typedef enum {
	OCR_HINT_EDT_PRIORITY = OCR_HINT_EDT_T << 8, /* greater runs first */
	OCR_HINT_EDT_SLOT_MAX_ACCESS, /* the slot whose block it uses most */
	OCR_HINT_EDT_AFFINITY,	      /* where: of ocrAffinityToHintValue() */
	OCR_HINT_EDT_DISPERSE,	      /* OCR_HINT_EDT_DISPERSE_* */
	OCR_HINT_EDT_SPAWNING,	      /* it will create many tasks */
	OCR_HINT_EDT_SPACE,	      /* its place in the program */
	OCR_HINT_EDT_TIME,	      /* its time in the program */

	OCR_HINT_DB_AFFINITY = OCR_HINT_DB_T << 8, /* where, as above */
	OCR_HINT_DB_NEAR,			   /* in near memory */
	OCR_HINT_DB_INTER,			   /* in between */
	OCR_HINT_DB_FAR,			   /* in far memory */
	OCR_HINT_DB_HIGHBW,			   /* in fast memory */
	OCR_HINT_DB_EAGER,			   /* move it early */
	OCR_HINT_DB_LAZY,			   /* move it when needed */

	/* Of a range or map of GUIDs, for ocrGuidMapSpread(): so many
	 * neighbours are on one node; 1 deals them out one by one. */
	OCR_HINT_GROUP_BLOCK = OCR_HINT_GROUP_T << 8
} ocrHintProp_t;

/* Where the task should run, seen from its creator. */
#define OCR_HINT_EDT_DISPERSE_FAR  0
#define OCR_HINT_EDT_DISPERSE_NEAR 1

/* The value of a property. */
typedef u64 ocrHintVal_t;

/* How many properties a type can have. */
#define OCR_HINT_PROPS_MAX 8

/* Properties and their values: a variable of a task.  The fields are for the
 * calls below. */
typedef struct {
	ocrHintType_t type;
	u32 mask; /* bit i: values[i] is set */
	ocrHintVal_t values[OCR_HINT_PROPS_MAX];
} ocrHint_t;

#define NULL_HINT ((ocrHint_t *)0)

/* Makes `hint` a variable of this type with no property set.
 * 0, OCR_EINVAL (hint is NULL, or no such type).  OCR 1.1.0, B.1.2. */
u8 ocrHintInit(ocrHint_t *hint, ocrHintType_t hintType);

/* Sets a property, or changes its value.
 * 0, OCR_EINVAL (not a property of this type).  OCR 1.1.0, B.1.3.  Different
 * here: the value is unsigned, as in 1.2; an s64 keeps its bits. */
u8 ocrSetHintValue(ocrHint_t *hint, ocrHintProp_t hintProp, ocrHintVal_t value);

/* Makes a property not set, whether it was or not.
 * 0, OCR_EINVAL (not a property of this type).  OCR 1.1.0, B.1.4. */
u8 ocrUnsetHintValue(ocrHint_t *hint, ocrHintProp_t hintProp);

/* Reads a property.  `value` is an `s64 *`, or an `ocrHintVal_t *` as in 1.2.
 * 0, OCR_EINVAL (not a property of this type; value is NULL), OCR_ENOENT (not
 * set).  OCR 1.1.0, B.1.5. */
u8 ocrGetHintValue(const ocrHint_t *hint, ocrHintProp_t hintProp, s64 *value);

/* Gives the properties set in `hint` to an object; others that it has stay.
 * Tasks that are made from a template begin with its hints.  Where an object
 * lives is decided when it is created.
 * 0, OCR_EINVAL (the object is of another type; it is gone), OCR_EFAULT (a
 * value makes no sense: the others are set).  OCR 1.1.0, B.1.6. */
u8 ocrSetHint(ocrGuid_t guid, const ocrHint_t *hint);

/* Adds the properties of an object to `hint`, where they take the place of
 * those that are set.
 * 0, OCR_EINVAL (the object is of another type; it is gone), OCR_ENOMEM (no
 * memory for one more task that waits).  OCR 1.1.0, B.1.7.  The owner of the
 * object is asked, and if that is another node the task waits for its answer. */
u8 ocrGetHint(ocrGuid_t guid, ocrHint_t *hint);

#ifdef __cplusplus
}

/* For the other kind of pointer. */
inline u8
ocrGetHintValue(const ocrHint_t *hint, ocrHintProp_t hintProp,
		ocrHintVal_t *value)
{
	return ocrGetHintValue(hint, hintProp, reinterpret_cast<s64 *>(value));
}
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
/* For the other kind of pointer. */
/* clang-format off */
#define ocrGetHintValue(hint, hintProp, value)                                 \
	(ocrGetHintValue)(hint, hintProp,                                      \
			  _Generic((value), ocrHintVal_t *: (s64 *)(value),    \
				   default: (value)))
/* clang-format on */
#endif

/* 1.2 calls them so. */
#define ocrHintSetValue	  ocrSetHintValue
#define ocrHintUnsetValue ocrUnsetHintValue
#define ocrHintGetValue	  ocrGetHintValue

#endif
