/* SPDX-License-Identifier: BSD-3-Clause */
/* why.h - which argument a call was refused for, its value, and what was
 * expected.
 *
 * Whoever refuses a call asks here for the words, with the arguments of the
 * program: nothing of this runs in a call that succeeds.  Each function returns
 * the code that the call shall return.
 * Threads: any.
 */
#ifndef SRC_API_WHY_H
#define SRC_API_WHY_H

#include "guidmap/guid.h"
#include "include/extensions/ocr-labeling.h"
#include "include/extensions/ocr-map-creator.h"
#include "include/ocr.h"
#include "src/observe/reason.h"

#include <stdbool.h>

struct ocr_op;
struct ocr_runtime;

#define OCR_WHY __attribute__((cold, noinline))

/* The calling thread runs no task. */
OCR_WHY u8 ocr_why_no_task(void);
/* All GUIDs that a node may make for an owner, or their memory, are used up. */
OCR_WHY u8 ocr_why_no_guid(void);
/* `arg` is NULL. */
OCR_WHY u8 ocr_why_null(const char *arg);
/* `arg` has bits that are none of those of this call. */
OCR_WHY u8 ocr_why_flags(const char *arg, unsigned flags, unsigned known);
/* `arg` is not what it must be: "an event". */
OCR_WHY u8 ocr_why_kind(u8 code, const char *arg, ocrGuid_t g,
			const char *wanted);
/* Its object has refused the op with -errno `err`. */
OCR_WHY u8 ocr_why_op(const struct ocr_op *op, int err);
/* The same for one of that type on g. */
OCR_WHY u8 ocr_why_about(uint16_t type, ocrGuid_t g, int err);

OCR_WHY u8 ocr_why_template(const ocrGuid_t *guid, ocrEdt_t func, u32 paramc,
			    u32 depc, unsigned flags, unsigned known);
OCR_WHY u8 ocr_why_edt(ocrGuid_t tmpl, u32 paramc, const u64 *paramv, u32 depc);
/* Slot i of the task cannot depend on g. */
OCR_WHY u8 ocr_why_source(u8 code, u32 i, ocrGuid_t g);
OCR_WHY u8 ocr_why_output(const ocrGuid_t *output);
OCR_WHY u8 ocr_why_event(const ocrGuid_t *guid, ocrEventTypes_t type,
			 unsigned flags, unsigned known,
			 const ocrEventParams_t *params);
OCR_WHY u8 ocr_why_reduction(const ocrGuid_t *guid, unsigned flags,
			     const ocrEventParams_t *params);
OCR_WHY u8 ocr_why_satisfy(ocrGuid_t event, ocrGuid_t data, u32 slot);
OCR_WHY u8 ocr_why_dependence(u8 code, ocrGuid_t source, u32 sslot,
			      ocrGuid_t destination, u32 slot,
			      ocrDbAccessMode_t mode);
/* The task does not have the block. */
OCR_WHY u8 ocr_why_held(u8 code, ocrGuid_t db);
OCR_WHY u8 ocr_why_label(enum ocr_guid_kind kind, unsigned flags,
			 ocrGuid_t label);
OCR_WHY u8 ocr_why_user_kind(ocrGuidUserKind kind);
OCR_WHY u8 ocr_why_index(ocrGuid_t range, u64 index, bool creator);

#endif
