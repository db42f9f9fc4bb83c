/* SPDX-License-Identifier: BSD-3-Clause */
/* test_uts.c - the trees of apps/uts, without a runtime. */
#include "apps/uts/tree.h"
#include "tests/suite.h"

#include <check.h>

/* Walks the tree; frees what it used. */
static struct uts_counts
walk(const struct uts_tree *tree)
{
	struct uts_counts counts = {0};
	struct uts_stack stack = {0};
	struct uts_node root = uts_root(tree);
	bool room = uts_stack_push(&stack, &root, 1);

	/* Each ck_assert() writes to a file: not one for each node. */
	while (room && stack.count)
		room = uts_stack_step(&stack, tree, &counts);
	ck_assert(room);
	uts_stack_fini(&stack);
	return counts;
}

/* The small ones; the large ones take minutes under a sanitizer. */
static const char *const names[] = {"T1", "T2", "T3", "T4", "T5"};

START_TEST(trees_have_the_published_sizes)
{
	const struct uts_published *p = uts_find_name(names[_i]);
	struct uts_counts counts;

	ck_assert_ptr_nonnull(p);

	counts = walk(&p->tree);

	ck_assert_uint_eq(counts.nodes, p->counts.nodes);
	ck_assert_uint_eq(counts.leaves, p->counts.leaves);
	ck_assert_uint_eq(counts.depth, p->counts.depth);
}
END_TEST

START_TEST(a_balanced_tree_is_complete)
{
	struct uts_tree tree = {
		.type = UTS_BALANCED, .root_children = 3.5, .depth = 6};
	struct uts_counts counts = walk(&tree);

	ck_assert_uint_eq(counts.nodes, (2187 - 1) / 2);
	ck_assert_uint_eq(counts.leaves, 729);
	ck_assert_uint_eq(counts.depth, 6);
}
END_TEST

START_TEST(no_node_but_a_binomial_root_has_more_than_100_children)
{
	struct uts_tree tree = {.type = UTS_BALANCED,
				.root_children = 1000,
				.depth = 1,
				.probability = 0,
				.children = 1};

	ck_assert_uint_eq(walk(&tree).nodes, 101);
	tree.type = UTS_BINOMIAL;
	ck_assert_uint_eq(walk(&tree).nodes, 1001);
}
END_TEST

START_TEST(exponential_trees_end_with_any_depth)
{
	struct uts_tree tree = {.type = UTS_GEOMETRIC,
				.shape = UTS_EXPDEC,
				.root_children = 4,
				.depth = 1};

	for (tree.seed = 0; tree.seed < 20; tree.seed++)
		ck_assert_uint_le(walk(&tree).depth, 2);
	tree.depth = 5;
	for (tree.seed = 0; tree.seed < 20; tree.seed++)
		ck_assert_uint_ge(walk(&tree).nodes, 1);
}
END_TEST

START_TEST(published_trees_are_known_by_what_matters)
{
	struct uts_tree tree = uts_find_name("T1")->tree;

	tree.probability = 0.5;
	tree.children = 1;
	ck_assert_str_eq(uts_find_tree(&tree)->name, "T1");
	tree.seed++;
	ck_assert_ptr_null(uts_find_tree(&tree));
	tree = uts_find_name("T3")->tree;
	tree.depth = 1;
	tree.shape = UTS_FIXED;
	ck_assert_str_eq(uts_find_tree(&tree)->name, "T3");
	tree.children++;
	ck_assert_ptr_null(uts_find_tree(&tree));
	ck_assert_ptr_null(uts_find_name("T9"));
}
END_TEST

START_TEST(a_tree_ends_if_nodes_have_fewer_than_one_child)
{
	struct uts_tree tree = {
		.type = UTS_BINOMIAL, .probability = 0.5, .children = 2};

	ck_assert(!uts_tree_ends(&tree));
	tree.type = UTS_HYBRID;
	ck_assert(!uts_tree_ends(&tree));
	tree.type = UTS_GEOMETRIC;
	ck_assert(uts_tree_ends(&tree));
	tree.type = UTS_BINOMIAL;
	tree.children = 1;
	ck_assert(uts_tree_ends(&tree));
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("uts");
	TCase *trees = tcase_create("trees");

	tcase_set_timeout(trees, 60);
	tcase_add_loop_test(trees, trees_have_the_published_sizes, 0,
			    (int)(sizeof(names) / sizeof(names[0])));
	tcase_add_test(trees, a_balanced_tree_is_complete);
	tcase_add_test(trees,
		       no_node_but_a_binomial_root_has_more_than_100_children);
	tcase_add_test(trees, exponential_trees_end_with_any_depth);
	tcase_add_test(trees, published_trees_are_known_by_what_matters);
	tcase_add_test(trees, a_tree_ends_if_nodes_have_fewer_than_one_child);
	suite_add_tcase(s, trees);
	return run_suite(s);
}
