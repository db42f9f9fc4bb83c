/* SPDX-License-Identifier: BSD-3-Clause */
/* sim_left.c - see sim_left.h. */
#include "src/data/data.h"
#include "src/reduce/collective.h"
#include "src/sched/sched.h"
#include "src/sched/worker.h"
#include "src/task/tasks.h"
#include "tests/sim/sim_job.h"
#include "tests/sim/sim_left.h"

#include <inttypes.h>
#include <stdio.h>

/* The first of them are named: whoever wrote the program knows which they are.
 */
#define NAMED 3

static void
count_one(void *ctx, ocrGuid_t g, void *obj)
{
	uint64_t *n = ctx;
	char text[OCR_GUID_TEXT];

	(void)obj;
	if (++*n <= NAMED)
		fprintf(stderr, "left is %s\n", ocr_guid_text(g, text));
}

uint64_t
sim_left_on(struct ocr_runtime *rt)
{
	struct ocr_guidmap_stats s;
	uint64_t objects = 0, copies;

	ocr_guidmap_each(rt->guids, count_one, &objects);
	ocr_labels_each(rt->labels, count_one, &objects);
	objects += ocr_collectives_left(rt);
	ocr_guidmap_get_stats(rt->guids, &s);
	s.parked += ocr_labels_parked(rt->labels);
	copies = ocr_blocks_used(rt) + ocr_parts_used(rt);
	if (objects + s.parked + copies + rt->tasks->scopes.n)
		fprintf(stderr,
			"node %u: left are %" PRIu64 " objects, %" PRIu64
			" parked ops, %" PRIu64
			" copies of blocks, %zu scopes\n",
			rt->self, objects, s.parked, copies,
			rt->tasks->scopes.n);
	return objects + s.parked + copies + rt->tasks->scopes.n;
}

void
sim_left_count(const struct ocr_sched *sched, struct sim_result *r)
{
	for (unsigned i = 0; i < sched->n_slots; i++) {
		const struct ocr_worker *w = &sched->workers[i];

		r->tasks_sent_away += w->counted.sent_away;
		r->along += w->counted.along;
		r->along_read += w->counted.along_read;
		r->offers += w->counted.offers;
		r->offers_read += w->counted.offers_read;
		r->asked += w->counted.asked;
		r->sent_to_copy += w->counted.sent_to_copy;
		r->rights += w->counted.rights;
		r->home += w->counted.home;
		r->lent += w->counted.lent;
		r->stayed += w->counted.stayed;
		r->passed += w->counted.passed;
		r->passed_used += w->counted.passed_used;
		r->by_right += w->counted.by_right;
	}
}
