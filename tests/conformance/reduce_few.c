/* SPDX-License-Identifier: BSD-3-Clause */
/* reduce_few.c - events of which not every node has contributors, and not as
 * many as others: each generation is added up in the order of a tree of those
 * nodes that have, below the label's owner, and gives the same bits to all. */
#include "tests/conformance/reduction.h"

#include <string.h>

#define GENERATIONS 7
#define MAX_GEN	    2
#define MOST_HERE   3
#define MOST_NODES  64

enum { SOME, SOME_REDUCE, LAST, SHORT_REDUCE, KINDS };

/* How many contributors `node` has. */
static u64
here(u64 kind, u64 node)
{
	if (kind == LAST)
		return node + 1 == conf_nodes();
	return conf_word(kind + 1, node) % (MOST_HERE + 1);
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

/* Far apart, so that each other order rounds in another way. */
static double
given(u64 kind, u64 node, u64 k, u64 gen)
{
	u64 word = conf_word(node * MOST_HERE + k + 1000 * kind, gen);

	return (double)(s64)word * (double)(UINT64_C(1) << word % 40);
}

/* Who takes part, from the owner on; returns how many. */
static u64
members(u64 kind, u64 root, u64 *node)
{
	u64 n = 1;

	node[0] = root;
	for (u64 i = 1; i < conf_nodes(); i++)
		if (here(kind, (root + i) % conf_nodes()))
			node[n++] = (root + i) % conf_nodes();
	return n;
}

/* So many contributors have the first `nodes` nodes. */
static u64
contributors(u64 kind, u64 nodes)
{
	u64 n = 0;

	for (u64 node = 0; node < nodes; node++)
		n += here(kind, node);
	return n;
}

/* Who has as many as each would have if all took part cannot know that they do
 * not. */
static bool
can_be(u64 kind)
{
	u64 n = contributors(kind, conf_nodes());

	for (u64 node = 0; node < conf_nodes(); node++)
		if (here(kind, node) * conf_nodes() == n)
			return false;
	return true;
}

/* Begins with *sum, unless there is nothing yet. */
static void
add(double *sum, bool *any, double value)
{
	*sum = *any ? *sum + value : value;
	*any = true;
}

struct step {
	struct share s;
	u64 kind, gen;
	ocrGuid_t next; /* looks at the next generation */
};

static bool
is_reduce(u64 kind)
{
	return kind == SOME_REDUCE || kind == SHORT_REDUCE;
}

/* One more than can be under way. */
static u64
generations(u64 kind)
{
	return kind == SHORT_REDUCE ? MAX_GEN + 1 : GENERATIONS;
}

static u64
arity_of(u64 kind)
{
	return kind == SOME ? 2 : kind == LAST ? 3 : 1;
}

/* Who gives out of turn gives the same each time. */
static double
value_of(u64 kind, u64 node, u64 k, u64 gen)
{
	return given(kind, node, k, is_reduce(kind) ? 0 : gen);
}

/* What member i and those below it give. */
static double
sum_below(const struct step *s, const u64 *node, u64 n, u64 i)
{
	u64 arity = arity_of(s->kind);
	bool any = false;
	double sum = 0;

	for (u64 k = 0; k < here(s->kind, node[i]); k++)
		add(&sum, &any, value_of(s->kind, node[i], k, s->gen));
	for (u64 child = i * arity + 1; child <= i * arity + arity; child++)
		if (child < n)
			add(&sum, &any, sum_below(s, node, n, child));
	return sum;
}

/* All of this node, for one generation; the last slot first. */
static void
contribute(const struct step *s, u64 gen)
{
	ocrGuid_t g = conf_label(s->s.range, s->kind);
	u64 first = contributors(s->kind, s->s.node);

	for (u64 k = here(s->kind, s->s.node); k-- > 0;) {
		double value = value_of(s->kind, s->s.node, k, gen);

		OK(ocrEventCollectiveSatisfySlot(g, &value, (u32)(first + k)));
	}
}

static void
ended(const struct step *s)
{
	conf_start(s->s.end, (u32)(s->kind * conf_nodes() + s->s.node));
}

TASK(leave)
{
	const struct step *s = PARAM(struct step);

	CHECK_OK(ocrEventDestroy(conf_label(s->s.range, s->kind)));
	ended(s);
	return NULL_GUID;
}

TASK(give)
{
	const struct step *s = PARAM(struct step);

	contribute(s, s->gen);
	/* It has given to all before that. */
	if (s->kind == SHORT_REDUCE)
		conf_task(leave, s->s.node, PARAMS(*s), 0, NULL);
	return NULL_GUID;
}

/* On a third node, so that what it brings about overtakes what the root has
 * told before. */
TASK(pass_on)
{
	const struct step *s = PARAM(struct step);

	conf_task(give, s->s.node, PARAMS(*s), 0, NULL);
	return NULL_GUID;
}

/* The root alone knows that there is room for one generation more. */
static void
tell_others(const struct step *s)
{
	u64 node[MOST_NODES], n = members(s->kind, s->s.node, node);
	struct step one = *s;

	one.gen = s->gen + MAX_GEN;
	/* The last one not before all others are complete. */
	if (s->kind == SHORT_REDUCE)
		one.gen = s->gen + 1;
	for (u64 i = 1; i < n; i++) {
		one.s.node = node[i];
		if (one.gen >= MAX_GEN && one.gen < generations(s->kind))
			conf_task(pass_on, (node[i] + 1) % conf_nodes(),
				  PARAMS(one), 0, NULL);
		else if (s->gen + 1 == GENERATIONS)
			conf_task(leave, node[i], PARAMS(one), 0, NULL);
	}
}

/* Slots: the result; its turn. */
TASK(look)
{
	const struct step *s = PARAM(struct step);
	u64 node[MOST_NODES], root = owner_of(conf_label(s->s.range, s->kind));
	u64 n = members(s->kind, root, node);
	double want = sum_below(s, node, n, 0);

	CHECK(!memcmp(depv[0].ptr, &want, sizeof(want)),
	      "kind %" PRIu64 ", generation %" PRIu64 ": %a, should be %a",
	      s->kind, s->gen, *(const double *)depv[0].ptr, want);
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	if (s->gen + MAX_GEN < generations(s->kind))
		contribute(s, s->gen + MAX_GEN);
	if (is_reduce(s->kind))
		tell_others(s);
	if (s->gen + 1 < generations(s->kind))
		conf_start(s->next, 1);
	else
		conf_task(leave, s->s.node, PARAMS(*s), 0, NULL);
	return NULL_GUID;
}

/* The first one of the tasks that look at results. */
static ocrGuid_t
expect(struct step s, ocrGuid_t g)
{
	ocrGuid_t tasks[GENERATIONS];

	for (s.gen = generations(s.kind); s.gen-- > 0;)
		s.next = tasks[s.gen] =
			conf_task(look, s.s.node, PARAMS(s), 2, NULL);
	for (u64 i = 0; i < generations(s.kind); i++)
		OK(ocrAddDependenceSlot(g, 0, tasks[i], 0, DB_MODE_RO));
	return tasks[0];
}

static void
take_part(const struct share *share, u64 kind)
{
	struct step s = {.s = *share, .kind = kind};
	ocrEventParams_t p = conf_reduction(
		is_reduce(kind) ? COL_REDUCE : COL_ALLREDUCE, REDOP_F8_ADD, 1);
	u64 root = owner_of(conf_label(share->range, kind));
	ocrGuid_t g, first = NULL_GUID;

	if (!can_be(kind) ||
	    (share->node != root && !here(kind, share->node))) {
		ended(&s);
		return;
	}
	/* Whoever contributes nothing does not say when he has seen a result.
	 */
	p.EVENT_COLLECTIVE.reuseDbPerGen = false;
	p.EVENT_COLLECTIVE.maxGen = MAX_GEN;
	p.EVENT_COLLECTIVE.nbContribs = (u32)contributors(kind, conf_nodes());
	p.EVENT_COLLECTIVE.nbContribsPd = (u32)here(kind, share->node);
	p.EVENT_COLLECTIVE.arity = (u32)arity_of(kind);
	g = conf_take_part(share->range, kind, &p);
	if (!is_reduce(kind) || share->node == root)
		first = expect(s, g);
	for (u64 gen = 0; gen < MAX_GEN; gen++)
		contribute(&s, gen);
	if (!ocrGuidIsNull(first))
		conf_start(first, 1);
}

TASK(work)
{
	for (u64 kind = 0; kind < KINDS; kind++)
		take_part(PARAM(struct share), kind);
	return NULL_GUID;
}

MAIN_TASK
{
	struct share s = {.end = conf_end(KINDS * (u32)conf_nodes())};

	OK(ocrGuidRangeCreate(&s.range, KINDS, GUID_USER_EVENT_COLLECTIVE));
	for (s.node = 0; s.node < conf_nodes(); s.node++)
		conf_task(work, s.node, PARAMS(s), 0, NULL);
	return NULL_GUID;
}
