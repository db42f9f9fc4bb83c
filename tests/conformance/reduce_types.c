/* SPDX-License-Identifier: BSD-3-Clause */
/* reduce_types.c - who gets the result: the owner of the label of COL_REDUCE,
 * all nodes of COL_BROADCAST, those that contribute where not all do. */
#include "tests/conformance/reduction.h"

/* One label of each, owned by each node. */
enum { REDUCE, BROADCAST, FEW, KINDS };

static bool
takes_part(u64 kind, u64 root, u64 node)
{
	/* The root of FEW contributes nothing, if there are others. */
	return kind != FEW || node == root || node % 2 == 0;
}

static bool
contributes(u64 kind, u64 root, u64 node)
{
	return kind != FEW || (node % 2 == 0 && node != root);
}

static u64
few(u64 root)
{
	u64 n = 0;

	for (u64 i = 0; i < conf_nodes(); i++)
		n += contributes(FEW, root, i);
	return n;
}

static bool
gets_result(u64 kind, u64 root, u64 node)
{
	return kind == REDUCE ? node == root
	       : kind == FEW  ? takes_part(FEW, root, node)
			      : true;
}

static u64
want(u64 kind, u64 root)
{
	u64 sum = 0;

	if (kind == BROADCAST)
		return 7000 + root;
	for (u64 i = 0; i < conf_nodes(); i++)
		sum += contributes(kind, root, i) ? 100 * root + i : 0;
	return sum;
}

/* Which elements of the range a node owns depends on how they are dealt. */
static u64
owner_of(ocrGuid_t label)
{
	ocrGuid_t at = NULL_GUID;
	u64 n = 1, i = 0;

	OK(ocrAffinityQuery(label, &n, &at));
	while (i + 1 < conf_nodes() && !ocrGuidIsEq(at, conf_node(i)))
		i++;
	return i;
}

struct look {
	struct share s;
	u64 i;
};

TASK(look)
{
	const struct look *l = PARAM(struct look);
	u64 root = owner_of(conf_label(l->s.range, l->i));

	CHECK_EQ("a result", conf_value(&depv[0]), want(l->i % KINDS, root));
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

/* Everything that this node has started is over. */
TASK(leave)
{
	const struct share *s = PARAM(struct share);

	for (u64 i = 0; i < KINDS * conf_nodes(); i++) {
		ocrGuid_t g = conf_label(s->range, i);

		if (i % KINDS == FEW && !few(owner_of(g)))
			continue;
		if (takes_part(i % KINDS, owner_of(g), s->node))
			CHECK_OK(ocrEventDestroy(g));
	}
	conf_start(s->end, (u32)s->node);
	return NULL_GUID;
}

static void
use(const struct share *s, u64 i)
{
	u64 kind = i % KINDS, root = owner_of(conf_label(s->range, i));
	u64 value = 100 * root + s->node;
	ocrEventParams_t p = conf_reduction(kind == REDUCE	? COL_REDUCE
					    : kind == BROADCAST ? COL_BROADCAST
								: COL_ALLREDUCE,
					    REDOP_U8_ADD, 1);
	struct look l = {*s, i};
	ocrGuid_t g, t;

	p.EVENT_COLLECTIVE.reuseDbPerGen = false;
	if (kind == FEW) {
		if (!few(root) || !takes_part(FEW, root, s->node))
			return;
		p.EVENT_COLLECTIVE.nbContribs = (u32)few(root);
		p.EVENT_COLLECTIVE.nbContribsPd =
			contributes(FEW, root, s->node);
	}
	g = conf_take_part(s->range, i, &p);
	if (gets_result(kind, root, s->node)) {
		t = conf_task(look, s->node, PARAMS(l), 1, NULL);
		OK(ocrAddDependence(g, t, 0, DB_MODE_RO));
	} else if (kind == REDUCE) {
		t = conf_task(conf_nothing, s->node, NO_PARAMS, 1, NULL);
		if (ocrAddDependence(g, t, 0, DB_MODE_RO) != OCR_EPERM)
			FAIL("a result of another node was promised");
		OK(ocrEdtDestroy(t));
	}
	if (!contributes(kind, root, s->node))
		return;
	if (kind == BROADCAST) {
		/* Slot 0 belongs to the last node. */
		u64 slot = conf_nodes() - 1 - s->node;

		value = 7000 + root;
		OK(ocrEventCollectiveSatisfySlot(g, slot ? NULL : &value,
						 (u32)slot));
	} else if (kind == FEW) {
		/* Slots need not be dense on a node, only be its own. */
		u64 slot = 0;

		for (u64 k = 0; k < s->node; k++)
			slot += contributes(FEW, root, k);
		OK(ocrEventCollectiveSatisfySlot(g, &value, (u32)slot));
	} else {
		OK(ocrEventCollectiveSatisfySlot(g, &value, (u32)s->node));
	}
}

TASK(work)
{
	const struct share *s = PARAM(struct share);

	for (u64 i = 0; i < KINDS * conf_nodes(); i++)
		use(s, i);
	return NULL_GUID;
}

TASK(take_part)
{
	const struct share *s = PARAM(struct share);
	ocrGuid_t l = conf_task(leave, s->node, PARAMS(*s), 1, NULL), out, t;

	t = conf_finish_task(work, s->node, PARAMS(*s), 1, &out);
	conf_link(out, l, 0, DB_MODE_NULL);
	conf_start(t, 0);
	return NULL_GUID;
}

MAIN_TASK
{
	conf_spread(KINDS * conf_nodes(), take_part);
	return NULL_GUID;
}
