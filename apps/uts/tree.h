/* SPDX-License-Identifier: BSD-3-Clause */
/* tree.h - the trees of the Unbalanced Tree Search benchmark: what a node
 * is, and how many children it has.
 *
 * A node is a digest.  Child i of a node has the digest of the node's digest
 * followed by i, so a subtree can be walked by whoever has its root; how many
 * children there are is drawn from the node's digest.  No tree is ever stored.
 *
 * S. Olivier, J. Huan, J. Liu, J. Prins, J. Dinan, P. Sadayappan, C.-W. Tseng:
 * "UTS: An Unbalanced Tree Search Benchmark", LCPC 2006.
 *
 * Knows nothing of OCR.
 */
#ifndef APPS_UTS_TREE_H
#define APPS_UTS_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of SHA-1. */
#define UTS_DIGEST_BYTES 20

/* Only the root of a binomial tree may have more. */
#define UTS_MAX_CHILDREN 100

/* The numbers are those of the benchmark's option -t. */
enum uts_type {
	UTS_BINOMIAL = 0,  /* m children with probability q, else none */
	UTS_GEOMETRIC = 1, /* geometric, its mean a function of the depth */
	UTS_HYBRID = 2,	 /* geometric above half of the depth, then binomial */
	UTS_BALANCED = 3 /* b children down to the depth */
};

/* How the mean of a geometric tree depends on depth: option -a. */
enum uts_shape {
	UTS_LINEAR = 0, /* falls to 0 at depth d */
	UTS_EXPDEC = 1, /* falls as a power, to 1 at depth d */
	UTS_CYCLIC = 2, /* swings with the period d, ends at 5 d */
	UTS_FIXED = 3	/* is b down to depth d */
};

struct uts_tree {
	uint32_t type;
	uint32_t shape;
	double root_children; /* b: of the root; the mean, if geometric */
	double probability;   /* q: that a node of a binomial tree has any */
	uint32_t children;    /* m: how many it has then */
	uint32_t depth;	      /* d */
	uint32_t seed;	      /* r: of the root */
	uint32_t reserved;    /* 0, so that trees can be compared as bytes */
};

struct uts_node {
	uint8_t digest[UTS_DIGEST_BYTES];
	uint32_t depth; /* the root's is 0 */
};

struct uts_counts {
	uint64_t nodes;
	uint64_t leaves;
	uint64_t depth; /* of the deepest node */
};

/* A tree whose counts have been published. */
struct uts_published {
	const char *name;
	struct uts_tree tree;
	struct uts_counts counts;
};

/* The published tree with this name, or NULL. */
const struct uts_published *uts_find_name(const char *name);

/* The published tree with these parameters, so far as they matter to its
 * type, or NULL. */
const struct uts_published *uts_find_tree(const struct uts_tree *tree);

/* Whether the tree ends with probability 1, however long that may take. */
bool uts_tree_ends(const struct uts_tree *tree);

struct uts_node uts_root(const struct uts_tree *tree);

/* How many children the node has. */
uint32_t uts_children(const struct uts_tree *tree, const struct uts_node *node);

struct uts_node uts_child(const struct uts_node *node, uint32_t index);

/* Adds what another has counted. */
void uts_counts_add(struct uts_counts *to, const struct uts_counts *from);

/*
 * Nodes that are still to be looked at
 */

/* A zeroed one is empty. */
struct uts_stack {
	struct uts_node *node;
	size_t count;
	size_t room;
};

/* Copies nodes to the stack; false if memory has run out. */
bool uts_stack_push(struct uts_stack *s, const struct uts_node *node,
		    size_t count);

/* Takes one node from the stack, counts it, and puts its children there.  The
 * stack is not empty.  False if memory has run out. */
bool uts_stack_step(struct uts_stack *s, const struct uts_tree *tree,
		    struct uts_counts *counts);

/* Frees its memory; it is empty then. */
void uts_stack_fini(struct uts_stack *s);

#endif
