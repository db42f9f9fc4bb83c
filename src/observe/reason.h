/* SPDX-License-Identifier: BSD-3-Clause */
/* reason.h - why a call is refused, from where it is found out to where the
 * call returns.
 *
 * Knows the last reason of the calling thread; does not know the call.  It
 * costs nothing until a call is refused.
 * Threads: any, each its own.
 */
#ifndef SRC_OBSERVE_REASON_H
#define SRC_OBSERVE_REASON_H

#include "include/ocr-types.h"

#include <stdbool.h>

struct ocr_op;

/* Returns `code`, for `return ocr_refuse(...)`.  The text is "argument|what was
 * expected": ocr_refuse(OCR_EINVAL, "slot=%u|a latch event has slots 0 and 1",
 * slot).  Without a '|' it is what was expected. */
u8 ocr_refuse(u8 code, const char *fmt, ...)
	__attribute__((cold, noinline, format(printf, 2, 3)));

/* GUIDs and functions in such a text, until a few more were asked for. */
const char *ocr_refuse_guid(ocrGuid_t g);
/* 'template "step"', where its body is known on this node. */
const char *ocr_refuse_template(ocrGuid_t g);

#define OCR_REASON_TEXT 256
struct ocr_reason {
	char args[OCR_REASON_TEXT]; /* "" if none is to blame */
	char why[OCR_REASON_TEXT];  /* "" if nobody said */
};

/* Takes the reason that this thread has recorded for `code`, which is none any
 * more afterwards. */
void ocr_reason_take(struct ocr_reason *r, u8 code);

/* Some codes are answers, unless somebody gave a reason: that an object exists
 * (with GUID_PROP_CHECK), not yet, not any more, that a hint is not set. */
bool ocr_reason_is_refusal(const struct ocr_reason *r, u8 code);

/* Why the object of an op refused it with -errno `err`. */
const char *ocr_reason_of_op(const struct ocr_op *op, int err);

/* "OCR_EINVAL", and for a reader without a reason "an argument is invalid". */
const char *ocr_reason_code(u8 code);
const char *ocr_reason_usual(u8 code);

#endif
