/* SPDX-License-Identifier: BSD-3-Clause */
/* waiter.c - what satisfies a slot when an event fires. */
#include "src/names/waiter.h"

#include "guidmap/guid.h"
#include "include/ocr.h"
#include "src/base/hooks.h"
#include "src/base/runtime.h"
#include "src/stream/dispatch.h"

static const struct ocr_op *
task_op(const struct ocr_waiter *w, ocrGuid_t data,
	struct ocr_msg_satisfy_edt *m)
{
	*m = (struct ocr_msg_satisfy_edt){
		.op = OCR_OP(OCR_MSG_SATISFY_EDT, struct ocr_msg_satisfy_edt),
		.edt = w->dest,
		.data = data,
		.slot = w->slot,
		.mode = w->mode,
	};
	if (ocr_waiter_task(w)) {
		m->slot = 0;
		m->mode = DB_DEFAULT_MODE;
	}
	return &m->op;
}

static const struct ocr_op *
event_op(const struct ocr_waiter *w, ocrGuid_t data, struct ocr_msg_satisfy *m)
{
	*m = (struct ocr_msg_satisfy){
		.op = OCR_OP(OCR_MSG_SATISFY, struct ocr_msg_satisfy),
		.event = w->dest,
		.data = ocr_guid_carries(w->dest) ? data : NULL_GUID,
		.slot = w->slot,
	};
	return &m->op;
}

const struct ocr_op *
ocr_waiter_op(const struct ocr_waiter *w, ocrGuid_t data,
	      union ocr_waiter_op *m)
{
	return ocr_guid_is_event(w->dest) ? event_op(w, data, &m->event)
					  : task_op(w, data, &m->task);
}

struct ocr_waiter
ocr_waiter_known(struct ocr_runtime *rt, const struct ocr_waiter *w)
{
	void *task = ocr_waiter_task(w);

	return task ? (struct ocr_waiter){rt->hooks->name(task, w->dest), 0,
					  DB_DEFAULT_MODE}
		    : *w;
}

void
ocr_waiter_tell(struct ocr_runtime *rt, const struct ocr_waiter *w,
		ocrGuid_t data)
{
	struct ocr_waiter known = ocr_waiter_known(rt, w);
	union ocr_waiter_op m;

	ocr_emit(rt, ocr_owner_of(rt, known.dest),
		 ocr_waiter_op(&known, data, &m));
}
