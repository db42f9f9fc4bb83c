/* SPDX-License-Identifier: BSD-3-Clause */
/* affinity.c - tasks run on the node that a hint names, and objects say where
 * they are. */
#include "tests/conformance/conf.h"

#define MAX_NODES 64

struct args {
	ocrGuid_t end;
	u64 i;
};

/* Is `g` on node `node`? */
static bool
is_at(ocrGuid_t g, u64 node)
{
	ocrGuid_t at = NULL_GUID;
	u64 n = 1;

	OK(ocrAffinityQuery(g, &n, &at));
	return n == 1 && ocrGuidIsEq(at, conf_node(node));
}

TASK(look)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t all[MAX_NODES], g = NULL_GUID;
	u64 n = MAX_NODES, nodes = conf_nodes();

	CHECK(conf_is_on(a->i), "task %" PRIu64 " is on node %" PRIu64, a->i,
	      conf_here());
	CHECK_OK(ocrAffinityGet(AFFINITY_PD, &n, all));
	CHECK_EQ("nodes", n, nodes < MAX_NODES ? nodes : MAX_NODES);
	for (u64 i = 0; i < n; i++) {
		CHECK(ocrGuidIsEq(all[i], conf_node(i)),
		      "node %" PRIu64 " has two names", i);
		for (u64 k = 0; k < i; k++)
			CHECK(!ocrGuidIsEq(all[i], all[k]),
			      "two nodes have one name");
	}
	CHECK_OK(ocrAffinityGetAt(AFFINITY_CURRENT, 0, &g));
	CHECK(ocrGuidIsEq(g, conf_node(a->i)), "the current node is another");
	CHECK_OK(ocrAffinityGetAt(AFFINITY_PD_MASTER, 0, &g));
	CHECK(ocrGuidIsEq(g, conf_node(0)), "the master is another");
	CHECK_CODE(ocrAffinityGetAt(AFFINITY_PD, nodes, &g), OCR_EINVAL);
	CHECK_CODE(ocrAffinityCount(AFFINITY_PD, NULL), OCR_EINVAL);

	CHECK(is_at(NULL_GUID, a->i), "no object is not at the current node");
	CHECK(is_at(conf_node(a->i + 1), a->i + 1), "an affinity is moved");
	CHECK_CODE(ocrAffinityQuery(NULL_GUID, &n, NULL), OCR_EINVAL);
	CHECK_CODE(ocrAffinityQuery(NULL_GUID, NULL, &g), OCR_EINVAL);
	CHECK_CODE(ocrAffinityQuery(UNINITIALIZED_GUID, &n, &g), OCR_EINVAL);
	g = conf_number(a->i + 1, 0);
	CHECK(is_at(g, a->i + 1), "a block is at a wrong node");
	CHECK_OK(ocrDbDestroy(g));
	g = conf_task(conf_nothing, a->i + 2, NO_PARAMS, 1, NULL);
	CHECK(is_at(g, a->i + 2), "a task is at a wrong node");
	CHECK_OK(ocrEdtDestroy(g));
	g = conf_event(OCR_EVENT_IDEM_T);
	CHECK(is_at(g, a->i), "an event is at a wrong node");
	CHECK_OK(ocrEventDestroy(g));
	return NULL_GUID;
}

MAIN_TASK
{
	u64 n = conf_nodes() + 1;
	struct args a = {.end = conf_end((u32)n)};
	ocrGuid_t t, out;

	for (a.i = 0; a.i < n; a.i++) {
		t = conf_task(look, a.i, PARAMS(a), 1, &out);
		conf_link(out, a.end, (u32)a.i, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
