/* SPDX-License-Identifier: BSD-3-Clause */
/* edt_brief.c - a task that was created in brief (stream/brief.h).
 *
 * As a rule it is whole, and made of what the message says.  Any other is made
 * as CREATE_EDT would have it, which is written out. */
#include "src/stream/brief.h"

#include "src/base/runtime.h"
#include "src/sched/worker.h"
#include "src/stream/dispatch.h"
#include "src/task/edt.h"
#include "src/task/edt_whole.h"

#include <errno.h>
#include <stdlib.h>

static __attribute__((noinline)) int
make_long(struct ocr_runtime *rt, ocr_node_t from,
	  const struct ocr_msg_create_brief *m)
{
	struct ocr_msg_create_edt *long_form =
		ocr_brief_unfold(rt->self, from, m);
	int err;

	if (!long_form)
		return -EINVAL;
	err = ocr_edt_on_create(rt, from, &long_form->op);
	if (err)
		ocr_dispatch_report(rt, from, &long_form->op, err);
	free(long_form);
	return 0;
}

int
ocr_edt_on_brief(struct ocr_runtime *rt, ocr_node_t from,
		 const struct ocr_op *op)
{
	const struct ocr_msg_create_brief *m = (const void *)op;
	const struct ocr_code code = {m->module, m->offset};
	unsigned depc = m->counts >> 4;
	struct ocr_edt_birth b;
	uint32_t riders;

	if (!ocr_brief_is_right(rt->self, from, m, &riders))
		return -EINVAL;
	if (riders || m->met != (1u << depc) - 1)
		return make_long(rt, from, m);
	b.guid = m->edt;
	b.func = ocr_code_function(&code);
	b.output = m->flags & OCR_BRIEF_OUTPUT ? ocr_brief_output(m->edt)
					       : NULL_GUID;
	b.scope = NULL;
	b.paramv = m->paramv;
	b.hint = NULL;
	b.paramc = m->counts & 15;
	b.depc = depc;
	b.flags = 0;
	b.hidden = true;
	if (!b.func || !ocr_edt_whole_fits(rt, &b))
		return make_long(rt, from, m);
	return ocr_edt_whole_make_for(
		rt, &b,
		m->flags & OCR_BRIEF_WAITS
			? ocr_brief_waiter(from, m)
			: (struct ocr_waiter){.dest = NULL_GUID});
}
