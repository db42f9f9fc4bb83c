/* SPDX-License-Identifier: BSD-3-Clause */
/* api.h - what the files of the API share: who calls, and error codes.
 *
 * The API checks arguments and turns a call into ops of the calling task's
 * stream.  It has no state, and is the one place where -errno becomes an OCR
 * code.
 */
#ifndef SRC_API_API_H
#define SRC_API_API_H

#include "include/ocr.h"
#include "src/boot/runtime.h"
#include "src/object/edt.h"
#include "src/observe/strict.h"
#include "src/sched/worker.h"

#include <errno.h>

/* The task whose body calls, or NULL outside one. */
static inline struct ocr_edt *
ocr_api_task(void)
{
	return ocr_self ? ocr_self->task : NULL;
}

static inline u8
ocr_api_code(int err)
{
	switch (err) {
	case 0:
		return 0;
	case -ENOMEM:
		return OCR_ENOMEM;
	case -EPERM:
		return OCR_EPERM;
	case -EEXIST:
		return OCR_EGUIDEXISTS;
	case -EACCES:
		return OCR_EACCES;
	case -EAGAIN:
		return OCR_EAGAIN;
	default:
		return OCR_EINVAL;
	}
}

/* The node that the affinity in `hint` names, or `otherwise`. */
ocr_node_t ocr_api_place(struct ocr_runtime *rt, const ocrHint_t *hint,
			 ocrHintProp_t prop, ocr_node_t otherwise);

/* Is g a data block or NULL_GUID: something that a slot can carry? */
static inline bool
ocr_api_is_data(struct ocr_runtime *rt, ocrGuid_t g)
{
	return ocr_guid_is_null(g) || (ocr_guid_kind(g) == OCR_GUID_DB &&
				       ocr_owner_of(rt, g) < rt->size);
}

/* For strict mode: a call of a task, around what it does.  `object` is a GUID,
 * `type` that of the op that it asks for.  One test when the mode is off: of a
 * flag of the process, because the thread's own data are further away. */
static inline bool
ocr_api_is_strict(void)
{
	return __builtin_expect(ocr_strict_on, 0) && ocr_api_task() &&
	       ocr_self->rt->strict;
}

#define OCR_API_SITE ((const char *)__builtin_return_address(0) - 1)

#define OCR_API_CALL(type, object_, call)                                      \
	do {                                                                   \
		if (!ocr_api_is_strict())                                      \
			return call;                                           \
		struct ocr_call c_ = {__func__, OCR_API_SITE, object_};        \
		u8 code_;                                                      \
                                                                               \
		ocr_strict_enter(ocr_self->task, &c_, type);                   \
		code_ = call;                                                  \
		ocr_strict_leave(ocr_self->task, &c_, type, code_);            \
		return code_;                                                  \
	} while (0)

/* The same for a call that creates, and puts the GUID at `out`. */
#define OCR_API_CREATE(out, call)                                              \
	do {                                                                   \
		if (!ocr_api_is_strict())                                      \
			return call;                                           \
		struct ocr_call c_ = {__func__, OCR_API_SITE, NULL_GUID};      \
		u8 code_ = call;                                               \
                                                                               \
		if (code_) {                                                   \
			ocr_strict_leave(ocr_self->task, &c_, 0, code_);       \
		} else if (out) {                                              \
			c_.object = *(out);                                    \
			ocr_strict_created(ocr_self->task, &c_);               \
		}                                                              \
		return code_;                                                  \
	} while (0)

/* What ocrEventSatisfySlot() and ocrAddDependence() do, for other calls. */
u8 ocr_api_satisfy(ocrGuid_t event, ocrGuid_t data, u32 slot);
u8 ocr_api_add_dependence(ocrGuid_t source, ocrGuid_t destination, u32 slot,
			  ocrDbAccessMode_t mode);

static inline bool
ocr_api_is_event(struct ocr_runtime *rt, ocrGuid_t g)
{
	return ocr_guid_is_event(g) && ocr_owner_of(rt, g) < rt->size;
}

#endif
