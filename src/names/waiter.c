/* SPDX-License-Identifier: BSD-3-Clause */
/* waiter.c - what satisfies a slot when an event fires. */
#include "src/names/waiter.h"

#include "guidmap/guid.h"
#include "src/base/msg.h"
#include "src/base/runtime.h"
#include "src/stream/dispatch.h"

static void
tell_task(struct ocr_runtime *rt, const struct ocr_waiter *w, ocrGuid_t data)
{
	struct ocr_msg_satisfy_edt m = {
		.op = OCR_OP(OCR_MSG_SATISFY_EDT, struct ocr_msg_satisfy_edt),
		.edt = w->dest,
		.data = data,
		.slot = w->slot,
		.mode = w->mode,
	};

	ocr_emit(rt, ocr_owner_of(rt, w->dest), &m.op);
}

static void
tell_event(struct ocr_runtime *rt, const struct ocr_waiter *w, ocrGuid_t data)
{
	struct ocr_msg_satisfy m = {
		.op = OCR_OP(OCR_MSG_SATISFY, struct ocr_msg_satisfy),
		.event = w->dest,
		.data = ocr_guid_kind(w->dest) == OCR_GUID_EVENT_LATCH
				? NULL_GUID
				: data,
		.slot = w->slot,
	};

	ocr_emit(rt, ocr_owner_of(rt, w->dest), &m.op);
}

void
ocr_waiter_tell(struct ocr_runtime *rt, const struct ocr_waiter *w,
		ocrGuid_t data)
{
	if (!ocr_guid_is_event(w->dest))
		tell_task(rt, w, data);
	else
		tell_event(rt, w, data);
}
