/* SPDX-License-Identifier: BSD-3-Clause */
/* stuck.c - see stuck.h. */
#include "src/observe/stuck.h"

#include "fabric/log.h"
#include "guidmap/guid.h"
#include "src/base/hooks.h"
#include "src/base/runtime.h"
#include "src/observe/naming.h"
#include "src/observe/refused.h"
#include "src/observe/survey.h"
#include "src/observe/verdict.h"
#include "src/observe/watch.h"
#include "src/observe/words.h"
#include "src/stream/dispatch.h"

#include <errno.h>

/* -- Events name themselves -------------------------------------------------
 */

static void
name(struct ocr_naming *n, const struct ocr_msg_stuck_wait *m, void *task)
{
	struct ocr_runtime *rt = n->rt;
	struct ocr_msg_stuck_wait known = *m;

	/* All rest: it may have a name that others find. */
	if (task)
		known.edt = rt->hooks->name(task, m->edt);
	ocr_emit(rt, ocr_owner_of(rt, known.edt), &known.op);
}

static void
name_all(struct ocr_runtime *rt)
{
	struct ocr_naming n = {.rt = rt, .tell = name};

	ocr_naming_make(&n);
}

int
ocr_stuck_on_wait(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op)
{
	const struct ocr_msg_stuck_wait *m = (const void *)op;

	/* A reduction event tells it where it is waited for. */
	if (ocr_guid_kind(m->edt) != OCR_GUID_EDT || m->fate >= OCR_FATES ||
	    (ocr_owner_of(rt, m->event) != from &&
	     ocr_guid_kind(m->event) != OCR_GUID_EVENT_COLLECTIVE))
		return -EINVAL;
	ocr_naming_note(rt, m);
	return 0;
}

/* -- Every node tells -------------------------------------------------------
 */

static void
tell(struct ocr_survey *s, const struct ocr_msg_stuck_fact *fact)
{
	ocr_emit(s->rt, 0, &fact->op);
}

static void
tell_all(struct ocr_runtime *rt)
{
	struct ocr_survey s = {.rt = rt, .tell = tell};

	ocr_survey_make(&s);
}

int
ocr_stuck_on_fact(struct ocr_runtime *rt, ocr_node_t from,
		  const struct ocr_op *op)
{
	const struct ocr_msg_stuck_fact *m = (const void *)op;
	struct ocr_quiet *q = &rt->watch->quiet;
	int err = 0;

	if (rt->self || m->kind >= OCR_FACT_KINDS)
		return -EINVAL;
	/* What comes too late is not told. */
	ocr_lock(&q->lock, OCR_LOCK_QUIET);
	if (!q->stage)
		err = -EINVAL;
	else if (!rt->fabric || q->stage < OCR_STUCK_STAGES)
		ocr_facts_add(&rt->watch->facts, from, m);
	ocr_unlock(&q->lock, OCR_LOCK_QUIET);
	return err;
}

/* -- Stages -----------------------------------------------------------------
 */

int
ocr_stuck_on_explain(struct ocr_runtime *rt, ocr_node_t from,
		     const struct ocr_op *op)
{
	const struct ocr_msg_explain *m = (const void *)op;

	if (from != rt->tree.parent)
		return -EINVAL;
	for (uint32_t i = 0; i < rt->tree.n; i++)
		ocr_dispatch_send(rt, ocr_tree_child(&rt->tree, i), op);
	/* Node 0 has begun it when it asked. */
	if (rt->self)
		ocr_quiet_begin_report(rt);
	if (m->tell) {
		tell_all(rt);
		return 0;
	}
	/* They may be the reason for all that follows.  In strict mode each has
	 * been told when it was called. */
	if (!rt->strict)
		ocr_refused_list(rt);
	name_all(rt);
	return 0;
}

static void
ask_all(struct ocr_runtime *rt, uint32_t to_tell)
{
	struct ocr_msg_explain m = {
		.op = OCR_OP(OCR_MSG_STUCK_EXPLAIN, struct ocr_msg_explain),
		.tell = to_tell,
	};

	ocr_emit(rt, rt->self, &m.op);
	if (rt->fabric)
		ocr_fabric_flush(rt->fabric);
}

static void
say_why(struct ocr_runtime *rt)
{
	const struct ocr_tale tale = {.rt = rt, .facts = &rt->watch->facts};

	ocr_verdict_say(&tale, &rt->watch->facts);
}

void
ocr_stuck_stage(struct ocr_runtime *rt, uint32_t stage)
{
	switch (stage) {
	case 0:
		ocr_log_error(rt->self,
			      "the job cannot go on: nothing can run on any "
			      "node, and nobody has called ocrShutdown()");
		ask_all(rt, 0);
		break;
	case 1:
		ask_all(rt, 1);
		break;
	case 2:
		say_why(rt);
		rt->hooks->end(rt, 1);
		break;
	default:
		break;
	}
}
