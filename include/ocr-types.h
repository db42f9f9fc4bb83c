/* SPDX-License-Identifier: BSD-3-Clause */
/* ocr-types.h - the types and constants that everything else is made of
 * (OCR 1.1.0, 2.1).
 */
#ifndef OCR_TYPES_H
#define OCR_TYPES_H

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t u64;
typedef uint32_t u32;
typedef uint16_t u16;
typedef uint8_t u8;
typedef int64_t s64;
typedef int32_t s32;
typedef int16_t s16;
typedef int8_t s8;

/* OCR's bool is a u8.  A program that prefers <stdbool.h> may include it
 * before or after: both are one byte that holds 0 or 1, so they mix.  C++ and
 * C23 have a bool of their own. */
#ifndef __cplusplus
#if defined(__STDC_VERSION__) && __STDC_VERSION__ > 201710L
#include <stdbool.h>
#elif !defined(__bool_true_false_are_defined)
typedef u8 bool;
#ifndef true
#define true 1
#endif
#ifndef false
#define false 0
#endif
#endif
#endif

#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif

/* The name of an object: a value to copy, compare (ocr-guid.h) and print.
 * The fields are the runtime's business.  It is 16 bytes without padding, so
 * a struct of GUIDs may travel as `u64 *` parameters of a task. */
typedef struct {
	u64 upper;
	u64 lower;
} ocrGuid_t;

/* The bits of a GUID, for #if. */
#define GUID_BIT_COUNT 128

/* For objects with static storage. */
/* clang-format off */
#define NULL_GUID_INITIALIZER	       {0, 0}
#define UNINITIALIZED_GUID_INITIALIZER {UINT64_C(0xfe00000000000000), 0}
#define ERROR_GUID_INITIALIZER	       {UINT64_C(0xff00000000000000), 0}
/* clang-format on */

/* The same as expressions, in C and in C++11. */
#ifdef __cplusplus
#define OCR_GUID_VALUE_(...) (ocrGuid_t __VA_ARGS__)
#else
#define OCR_GUID_VALUE_(...) ((ocrGuid_t)__VA_ARGS__)
#endif
/* Names no object. */
#define NULL_GUID	   OCR_GUID_VALUE_(NULL_GUID_INITIALIZER)
/* Has never been set: a pre-slot that is still to be linked. */
#define UNINITIALIZED_GUID OCR_GUID_VALUE_(UNINITIALIZED_GUID_INITIALIZER)
/* Is invalid. */
#define ERROR_GUID	   OCR_GUID_VALUE_(ERROR_GUID_INITIALIZER)

/* Flags of creation calls, beside their own: the GUID goes in, and is a label.
 * What they do is told in extensions/ocr-labeling.h. */
#define GUID_PROP_NONE	     ((u16)0x0)
#define GUID_PROP_IS_LABELED ((u16)0x100) /* only one task creates it */
#define GUID_PROP_CHECK	     ((u16)0x300) /* the first one creates it */
#define GUID_PROP_BLOCK	     ((u16)0x500) /* one after the other */

/* How a task accesses a data block (OCR 1.1.0, 1.4.4 and 2.5). */
typedef enum {
	DB_MODE_NULL = 0x0,  /* not at all: the dependence without the data */
	DB_MODE_CONST = 0x1, /* reads; nobody writes to what it sees */
	DB_MODE_RW = 0x2,    /* reads and writes, along with others */
	DB_MODE_EW = 0x4,    /* reads and writes, alone */
	DB_MODE_RO = 0x8,    /* reads; may see concurrent writes */
	DB_DEFAULT_MODE = DB_MODE_RW
} ocrDbAccessMode_t;

/* One satisfied pre-slot, as the body of a task sees it (OCR 1.1.0, 2.1). */
typedef struct {
	ocrGuid_t guid; /* the data block, or NULL_GUID: control only */
	void *ptr;	/* its first byte, or NULL; until release or the end */
	ocrDbAccessMode_t mode;
} ocrEdtDep_t;

/* The body of a task.  Returns the data block that its output event passes
 * on, or NULL_GUID (OCR 1.1.0, 2.7). */
typedef ocrGuid_t (*ocrEdt_t)(u32 paramc, u64 *paramv, u32 depc,
			      ocrEdtDep_t depv[]);

#endif
