/* SPDX-License-Identifier: BSD-3-Clause */
/* end_calls.c - the end of a job: OCR 1.1.0, sections 2.3.1 and 2.3.2. */
#include "src/api/api.h"

#include "src/base/hooks.h"
#include "src/base/runtime.h"
#include "src/task/pause.h"
#include "src/sched/sched.h"
#include "src/stream/stream.h"

#include <stdlib.h>

/* Behind all that the task has asked for: the job's end finds it done. */
void
ocrShutdown(void)
{
	struct ocr_msg_end m = {
		.op = OCR_OP(OCR_MSG_END_REQUEST, struct ocr_msg_end),
	};
	struct ocr_edt *t = ocr_api_task();

	if (!ocr_self)
		return;
	/* Nobody minds that it does not resume what it ends. */
	if (t && ocr_sched_is_closed(t->rt->sched))
		ocr_pause_end(t);
	if (!t || ocr_stream_submit(&t->now->stream, 0, &m.op))
		ocr_self->rt->hooks->end(ocr_self->rt, 0);
	else if (t->rt->fabric)
		ocr_fabric_flush(t->rt->fabric);
}

void
ocrAbort(u8 errorCode)
{
	if (!ocr_self)
		exit(errorCode);
	ocr_self->rt->hooks->end(ocr_self->rt, errorCode);
}
