/* SPDX-License-Identifier: BSD-3-Clause */
/* uts_options.c - see uts_options.h. */
#include "apps/uts/options.h"

#define MAX_ROOT_CHILDREN 1000000
#define MAX_DEPTH	  1000000
#define MAX_SEED	  2147483647
#define MAX_GRAIN	  UINT64_C(1000000000)

/* A number that fits 32 bits. */
static bool
take_u32(const char *value, u64 min, u64 max, u32 *to)
{
	u64 n;

	if (!cli_take_number(value, min, max, &n))
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

	return take_u32(value, 0, 3, &o->tree.type)
		       ? NULL
		       : "0 (binomial), 1 (geometric), 2 (hybrid) or 3 "
			 "(balanced)";
}

static const char *
take_shape(void *options, const char *value)
{
	struct options *o = options;

	return take_u32(value, 0, 3, &o->tree.shape)
		       ? NULL
		       : "0 (linear), 1 (exponential), 2 (cyclic) or 3 (fixed)";
}

static const char *
take_root_children(void *options, const char *value)
{
	struct options *o = options;

	return cli_take_real(value, 1, MAX_ROOT_CHILDREN,
			     &o->tree.root_children)
		       ? NULL
		       : "a number from 1 to 1000000";
}

static const char *
take_depth(void *options, const char *value)
{
	struct options *o = options;

	return take_u32(value, 1, MAX_DEPTH, &o->tree.depth)
		       ? NULL
		       : "a number from 1 to 1000000";
}

static const char *
take_seed(void *options, const char *value)
{
	struct options *o = options;

	return take_u32(value, 0, MAX_SEED, &o->tree.seed)
		       ? NULL
		       : "a number up to 2147483647";
}

static const char *
take_probability(void *options, const char *value)
{
	struct options *o = options;

	return cli_take_real(value, 0, 1, &o->tree.probability)
		       ? NULL
		       : "a number from 0 to 1";
}

static const char *
take_children(void *options, const char *value)
{
	struct options *o = options;

	return take_u32(value, 1, UTS_MAX_CHILDREN, &o->tree.children)
		       ? NULL
		       : "a number from 1 to 100";
}

static const char *
take_grain(void *options, const char *value)
{
	struct options *o = options;

	return cli_take_number(value, 1, MAX_GRAIN, &o->grain)
		       ? NULL
		       : "a number from 1 to 1000000000";
}

static const struct cli_option table[] = {
	CLI_VALUE("--tree", take_tree),
	CLI_VALUE("-t", take_type),
	CLI_VALUE("-a", take_shape),
	CLI_VALUE("-b", take_root_children),
	CLI_VALUE("-d", take_depth),
	CLI_VALUE("-r", take_seed),
	CLI_VALUE("-q", take_probability),
	CLI_VALUE("-m", take_children),
	CLI_VALUE("--grain", take_grain),
	CLI_FLAG("--progress", struct options, progress),
	CLI_FLAG("--verify", struct options, verify),
	CLI_FLAG("--help", struct options, help),
	CLI_FLAG("-h", struct options, help),
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
