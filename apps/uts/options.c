/* SPDX-License-Identifier: BSD-3-Clause */
/* options.c - see options.h. */
#include "apps/uts/options.h"

#define MAX_ROOT_CHILDREN 1000000
#define MAX_DEPTH	  1000000
#define MAX_SEED	  2147483647
#define MAX_GRAIN	  UINT64_C(1000000000)

/* One of the kinds 0 to 3. */
static bool
take_kind(const char *value, u32 *to)
{
	u64 n;

	if (!cli_take_number(value, 0, 3, &n))
		return false;
	*to = (u32)n;
	return true;
}

static const char *
take_tree(void *options, const char *value)
{
	struct options *o = options;
	const struct uts_published *p = uts_find_name(value);

	if (!p)
		return "T1, T2, T3, T4, T5, T1L, T2L or T3L";
	o->tree = p->tree;
	return NULL;
}

static const char *
take_type(void *options, const char *value)
{
	struct options *o = options;

	return take_kind(value, &o->tree.type)
		       ? NULL
		       : "0 (binomial), 1 (geometric), 2 (hybrid) or 3 "
			 "(balanced)";
}

static const char *
take_shape(void *options, const char *value)
{
	struct options *o = options;

	return take_kind(value, &o->tree.shape)
		       ? NULL
		       : "0 (linear), 1 (exponential), 2 (cyclic) or 3 (fixed)";
}

static const struct cli_option table[] = {
	CLI_VALUE("tree", "NAME",
		  "start from a published tree: T1 to T5, T1L, T2L, T3L (T1); "
		  "what follows changes it",
		  take_tree),
	CLI_VALUE("t,type", "TYPE",
		  "0 binomial, 1 geometric, 2 hybrid, 3 balanced", take_type),
	CLI_REAL("b,root-children", "N",
		 "children of the root; of a geometric node in the mean",
		 struct options, tree.root_children, 1, MAX_ROOT_CHILDREN),
	CLI_NUMBER("d,depth", "N", "where the children of geometric nodes end",
		   struct options, tree.depth, 1, MAX_DEPTH),
	CLI_VALUE("a,shape", "SHAPE",
		  "how their mean falls: 0 linear, 1 exponential, 2 cyclic, 3 "
		  "fixed",
		  take_shape),
	CLI_REAL("q,probability", "P", "that a binomial node has children",
		 struct options, tree.probability, 0, 1),
	CLI_NUMBER("m,children", "N", "how many it has then", struct options,
		   tree.children, 1, UTS_MAX_CHILDREN),
	CLI_NUMBER("r,seed", "N", "of the root", struct options, tree.seed, 0,
		   MAX_SEED),
	CLI_NUMBER("grain", "N", "nodes that a task looks at (2000)",
		   struct options, grain, 1, MAX_GRAIN),
	CLI_FLAG("free",
		 "deal out no tasks: nodes with nothing to do get some, unless "
		 "OCR_SHARE=0",
		 struct options, free),
	CLI_FLAG("verify",
		 "compare with the published counts, or with a serial search "
		 "if nobody has published the tree",
		 struct options, verify),
	CLI_PROGRESS(struct options),
};

static void
init(void *options)
{
	struct options *o = options;

	*o = (struct options){.grain = 2000};
	take_tree(o, "T1");
}

static bool
check(void *options, struct cli_error *why)
{
	const struct options *o = options;

	return uts_tree_ends(&o->tree) ||
	       cli_fail(why,
			"-q %g -m %u: the tree may never end, since a node has "
			"%g children in the mean",
			o->tree.probability, o->tree.children,
			o->tree.probability * o->tree.children);
}

const struct cli options_cli = {
	.program = "uts",
	.text = "Unbalanced Tree Search: counts the nodes of a tree of which "
		"nobody knows where it is deep, on all nodes of the "
		"job." CLI_END,
	.option = table,
	.options = sizeof(table) / sizeof(table[0]),
	.init = init,
	.check = check,
};
