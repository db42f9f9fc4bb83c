/* SPDX-License-Identifier: BSD-3-Clause */
/* reduction.h - what the programs about reduction events share. */
#ifndef TESTS_CONFORMANCE_REDUCTION_H
#define TESTS_CONFORMANCE_REDUCTION_H

#include "tests/conformance/conf.h"
#include "extensions/ocr-labeling.h"
#include "extensions/ocr-reduction-event.h"

/* A node's share of such a program. */
struct share {
	ocrGuid_t range;
	ocrGuid_t end; /* each node satisfies its slot */
	u64 node;
};

/* For `here` contributors on each node; the rest may be changed. */
static inline ocrEventParams_t
conf_reduction(collectiveType_t type, redOp_t op, u32 here)
{
	ocrEventParams_t p = {
		.EVENT_COLLECTIVE =
			{
				.maxGen = 1,
				.nbContribs = here * (u32)conf_nodes(),
				.nbContribsPd = here,
				.nbDatum = 1,
				.arity = 2,
				.op = op,
				.type = type,
				.reuseDbPerGen = true,
			},
	};

	return p;
}

static inline ocrGuid_t
conf_label(ocrGuid_t range, u64 i)
{
	ocrGuid_t g = NULL_GUID;

	OK(ocrGuidFromIndex(&g, range, i));
	return g;
}

/* Element i of the range, for this node. */
static inline ocrGuid_t
conf_take_part(ocrGuid_t range, u64 i, const ocrEventParams_t *p)
{
	ocrGuid_t g = conf_label(range, i);

	OK(ocrEventCreateParams(&g, OCR_EVENT_COLLECTIVE_T,
				GUID_PROP_IS_LABELED, p));
	return g;
}

/* A range of n events, and one task on each node with its share; the job ends
 * when each has satisfied its slot of `end`. */
static inline void
conf_spread(u64 n, ocrEdt_t body)
{
	struct share s = {.end = conf_end((u32)conf_nodes())};

	OK(ocrGuidRangeCreate(&s.range, n, GUID_USER_EVENT_COLLECTIVE));
	for (s.node = 0; s.node < conf_nodes(); s.node++)
		conf_task(body, s.node, PARAMS(s), 0, NULL);
}

/* The sum of 0 .. n - 1. */
static inline u64
conf_sum(u64 n)
{
	return n * (n - 1) / 2;
}

#endif
