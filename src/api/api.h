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
				       ocr_guid_owner(g) < rt->size);
}

static inline bool
ocr_api_is_event(struct ocr_runtime *rt, ocrGuid_t g)
{
	return ocr_guid_is_event(g) && ocr_guid_owner(g) < rt->size;
}

#endif
