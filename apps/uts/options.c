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
	CLI_VALUE("--tree", take_tree),
	CLI_VALUE("-t", take_type),
	CLI_VALUE("-a", take_shape),
	CLI_REAL("-b", struct options, tree.root_children, 1,
		 MAX_ROOT_CHILDREN),
	CLI_NUMBER("-d", struct options, tree.depth, 1, MAX_DEPTH),
	CLI_NUMBER("-r", struct options, tree.seed, 0, MAX_SEED),
	CLI_REAL("-q", struct options, tree.probability, 0, 1),
	CLI_NUMBER("-m", struct options, tree.children, 1, UTS_MAX_CHILDREN),
	CLI_NUMBER("--grain", struct options, grain, 1, MAX_GRAIN),
	CLI_FLAG("--verify", struct options, verify),
	CLI_COMMON(struct options),
};

bool
options_parse(struct options *o, const void *args, struct cli_error *why)
{
	const struct cli cli = {
		.program = "uts",
		.option = table,
		.options = sizeof(table) / sizeof(table[0]),
	};

	*o = (struct options){.grain = 2000};
	take_tree(o, "T1");
	if (!cli_parse(&cli, o, args, why))
		return false;
	if (!o->help && !uts_tree_ends(&o->tree))
		return cli_fail(why,
				"-q %g -m %u: the tree may never end, since a "
				"node has %g children in the mean",
				o->tree.probability, o->tree.children,
				o->tree.probability * o->tree.children);
	return true;
}

void
options_say_help(void)
{
	PRINTF("Usage: uts [options]\n"
	       "Unbalanced Tree Search: counts the nodes of a tree of which "
	       "nobody knows where\n"
	       "it is deep, on all nodes of the job.\n"
	       "\n"
	       "  --tree NAME      start from a published tree: T1 to T5, T1L, "
	       "T2L, T3L (T1);\n"
	       "                   what follows changes it\n"
	       "  -t TYPE          0 binomial, 1 geometric, 2 hybrid, 3 "
	       "balanced\n"
	       "  -b CHILDREN      of the root; of a geometric node in the "
	       "mean\n"
	       "  -d DEPTH         where the children of geometric nodes end\n"
	       "  -a SHAPE         how their mean falls: 0 linear, 1 "
	       "exponential, 2 cyclic,\n"
	       "                   3 fixed\n"
	       "  -q PROBABILITY   that a binomial node has children\n"
	       "  -m CHILDREN      how many it has then\n"
	       "  -r SEED          of the root\n"
	       "  --grain N        nodes that a task looks at (2000)\n"
	       "  --progress       say how far it is, also where standard "
	       "error is no terminal\n"
	       "  --verify         compare with the published counts, or with "
	       "a serial search\n"
	       "                   if nobody has published the tree\n"
	       "  --help           print this\n"
	       "\n"
	       "The exit status is 0; 2 for wrong arguments, 1 for anything "
	       "else.\n");
}
