/* SPDX-License-Identifier: BSD-3-Clause */
/* report.c - see report.h. */
#include "src/observe/report.h"

#include "fabric/log.h"
#include "guidmap/guid.h"
#include "src/base/fail.h"
#include "src/base/msg.h"
#include "src/base/runtime.h"
#include "src/data/split.h"
#include "src/names/answer.h"
#include "src/observe/reason.h"
#include "src/observe/refused.h"
#include "src/observe/strict.h"
#include "src/stream/dispatch.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>

/* Losing is what CHECK is for. */
static bool
has_only_lost(const struct ocr_op *op, int err)
{
	return err == -EEXIST && op->type == OCR_MSG_CREATE_LABELED;
}

/* The destruction of a task may overtake a satisfaction that the program
 * ordered before it: the task does not run either way. */
static bool
may_be_overtaken(const struct ocr_runtime *rt, const struct ocr_op *op, int err)
{
	return err == -ENOENT && op->type == OCR_MSG_SATISFY_EDT &&
	       ocr_protocol_is_relaxed(rt->protocol);
}

void
ocr_report_failed(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op, int err)
{
	const struct ocr_msg_destroy *m = (const void *)op;
	char text[OCR_GUID_TEXT], made[OCR_STRICT_TEXT];
	char what[OCR_GUID_TEXT + OCR_STRICT_TEXT + 64];

	if (has_only_lost(op, err) || ocr_answer_is_refused(rt, from, op, err))
		return;
	/* It may be for what that node has not sent (fabric/debts.h). */
	if (rt->fabric && ocr_fabric_carries(rt->fabric) && !rt->legacy &&
	    ocr_fabric_lost(rt->fabric))
		return;
	if (may_be_overtaken(rt, op, err)) {
		ocr_log_info(rt->self, "%s of %s (sent by node %u): it is gone",
			     ocr_dispatch_name(rt->rows, op->type),
			     ocr_guid_text(m->guid, text), from);
		return;
	}
	/* One line for one cause: full.h. */
	if (err == -ENOMEM && ocr_memory_is_full(rt->memory))
		return;
	ocr_refused_later(rt, from, op, err);
	ocr_strict_origin(rt, m->guid, made);
	snprintf(what, sizeof(what), "%s of %s%s (sent by node %u)",
		 ocr_dispatch_name(rt->rows, op->type),
		 ocr_guid_text(m->guid, text), made, from);
	/* One line for one cause; what another node says may come too late. */
	if (!(rt->strict && ocr_strict_failed(rt, from, op, err)) &&
	    err != -ENOMEM)
		ocr_log_error(rt->self, "%s failed: %s", what,
			      ocr_reason_of_op(op, err));
	/* What was asked for will never happen, and somebody waits for it. */
	if (op->type == OCR_MSG_PARTITION && from == rt->self)
		ocr_split_refuse(rt, op, ocr_reason_of_op(op, err));
	if (err == -ENOMEM)
		ocr_fail_memory(rt, what);
}
