/* SPDX-License-Identifier: BSD-3-Clause */
/* test_uts.c - the hash and the trees of apps/uts, without a runtime. */
#include "apps/uts/sha1.h"
#include "apps/uts/tree.h"
#include "tests/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The examples that NIST published with FIPS 180, and lengths around the end of
 * a block, of which another program knows the digests (sha1sum). */
static const struct {
	const char *text;
	size_t times;
	const char *digest;
} vectors[] = {
	{"abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"},
	{"", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"},
	{"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
	 "84983e441c3bd26ebaae4aa1f95129e5e54670f1"},
	{"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
	 "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
	 1, "a49b2446a02c645bf419f995b67091253a04a259"},
	{"a", 1000000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"},
	{"x", 55, "cef734ba81a024479e09eb5a75b6ddae62e6abf1"},
	{"x", 56, "901305367c259952f4e7af8323f480d59f81335b"},
	{"x", 63, "0ddc4e0cccd9a12850deb5abb0853a4425559fec"},
	{"x", 64, "bb2fa3ee7afb9f54c6dfb5d021f14b1ffe40c163"},
	{"x", 65, "78c741ddc482e4cdf8c474a0876347a0905b6233"},
	{"x", 119, "4300320394f7ee239bcdce7d3b8bcee173a0cd5c"},
	{"x", 120, "ceb2821639c4b6dcb10bce0e522ca2e608ce056d"},
	{"x", 128, "150fa3fbdc899bd0b8f95a9fb6027f564d953762"},
};

#define VECTORS ((int)(sizeof(vectors) / sizeof(vectors[0])))

START_TEST(digests_are_those_of_the_standard)
{
	size_t part = strlen(vectors[_i].text);
	size_t len = part * vectors[_i].times;
	char *message = malloc(len + 1);
	uint8_t digest[SHA1_BYTES];
	char text[2 * SHA1_BYTES + 1];

	for (size_t i = 0; i < vectors[_i].times; i++)
		memcpy(message + i * part, vectors[_i].text, part + 1);

	sha1(message, len, digest);

	for (int i = 0; i < SHA1_BYTES; i++)
		snprintf(text + 2 * i, 3, "%02x", digest[i]);
	ck_assert_str_eq(text, vectors[_i].digest);
	free(message);
}
END_TEST

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
	TCase *hash = tcase_create("hash"), *trees = tcase_create("trees");

	tcase_add_loop_test(hash, digests_are_those_of_the_standard, 0,
			    VECTORS);
	tcase_set_timeout(trees, 60);
	tcase_add_loop_test(trees, trees_have_the_published_sizes, 0,
			    (int)(sizeof(names) / sizeof(names[0])));
	tcase_add_test(trees, a_balanced_tree_is_complete);
	tcase_add_test(trees,
		       no_node_but_a_binomial_root_has_more_than_100_children);
	tcase_add_test(trees, exponential_trees_end_with_any_depth);
	tcase_add_test(trees, published_trees_are_known_by_what_matters);
	tcase_add_test(trees, a_tree_ends_if_nodes_have_fewer_than_one_child);
	suite_add_tcase(s, hash);
	suite_add_tcase(s, trees);
	return run_suite(s);
}
