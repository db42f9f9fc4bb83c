/* SPDX-License-Identifier: BSD-3-Clause */
/* current.c - a task learns its own GUID, its output event, and the thread and
 * node that run it. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-runtime-itf.h"

#define TASKS 20

struct args {
	ocrGuid_t back; /* an event for what the task says of itself */
	u64 i;
};

/* What one task says of itself. */
struct self {
	ocrGuid_t edt, output, worker;
	u64 workers, node;
};

TASK(look)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t db = NULL_GUID, at = NULL_GUID, again = NULL_GUID;
	struct self *s = conf_block(&db, 0, sizeof(*s));
	u64 n = 1;

	CHECK_OK(ocrCurrentEdtGet(&s->edt));
	CHECK_OK(ocrCurrentEdtOutputGet(&s->output));
	CHECK_OK(ocrCurrentWorkerGuid(&s->worker));
	s->workers = ocrNbWorkers();
	s->node = conf_here();
	CHECK(conf_is_on(a->i), "it runs on node %" PRIu64, s->node);
	CHECK_OK(ocrCurrentWorkerGuid(&again));
	CHECK(ocrGuidIsEq(s->worker, again), "the thread has two names");
	CHECK_OK(ocrAffinityQuery(s->worker, &n, &at));
	CHECK(ocrGuidIsEq(at, conf_node(a->i)), "its thread is elsewhere");
	CHECK_CODE(ocrCurrentEdtGet(NULL), OCR_EINVAL);
	CHECK_CODE(ocrCurrentEdtOutputGet(NULL), OCR_EINVAL);
	CHECK_CODE(ocrCurrentWorkerGuid(NULL), OCR_EINVAL);
	/* Nothing of it waits for the body to return. */
	ocrInformLegacyCodeBlocking();
	CHECK_OK(ocrDbRelease(db));
	CHECK_OK(ocrEventSatisfy(a->back, db));
	return NULL_GUID;
}

/* paramv: GUID and output event of each task. */
TASK(compare)
{
	const ocrGuid_t *g = PARAM(ocrGuid_t);

	for (u32 i = 0; i < TASKS; i++) {
		const struct self *s = depv[i].ptr;

		CHECK(ocrGuidIsEq(s->edt, g[2 * i]), "task %u has another GUID",
		      i);
		CHECK(ocrGuidIsEq(s->output, g[2 * i + 1]),
		      "task %u has another output event", i);
		CHECK(s->workers > 0, "no thread runs tasks");
		for (u32 k = 0; k < i; k++) {
			const struct self *o = depv[k].ptr;

			CHECK(s->node == o->node ||
				      !ocrGuidIsEq(s->worker, o->worker),
			      "two nodes have one thread");
		}
	}
	ocrShutdown();
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t tmpl = conf_template(look), events[TASKS], all[2 * TASKS];
	struct args a;
	ocrGuid_t t;

	for (u64 i = 0; i < TASKS; i++) {
		a = (struct args){conf_event(OCR_EVENT_STICKY_T), i};
		events[i] = a.back;
		all[2 * i + 1] = NULL_GUID;
		all[2 * i] = conf_spawn(tmpl, i, PARAMS(a), 1, EDT_PROP_NONE,
					i % 3 ? &all[2 * i + 1] : NULL);
	}
	t = conf_task(compare, conf_nodes() - 1, 4 * TASKS, all, TASKS, NULL);
	for (u32 i = 0; i < TASKS; i++) {
		conf_link(events[i], t, i, DB_MODE_CONST);
		conf_start(all[2 * i], 0);
	}
	return NULL_GUID;
}
