/* SPDX-License-Identifier: BSD-3-Clause */
/* sim_left.c - see sim_left.h. */
#include "src/data/data.h"
#include "src/reduce/collective.h"
#include "src/task/tasks.h"
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
