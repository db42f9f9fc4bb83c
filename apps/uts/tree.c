/* SPDX-License-Identifier: BSD-3-Clause */
/* tree.c - see tree.h. */
#include "apps/uts/tree.h"

#include <assert.h>
#include <math.h>
#include <nettle/sha1.h>
#include <stdlib.h>
#include <string.h>

/* A hybrid tree is geometric above this part of its depth. */
#define HYBRID_SHIFT 0.5

/* The benchmark's own default parameters stand where a type ignores them. */
static const struct uts_published published[] = {
	{"T1",
	 {UTS_GEOMETRIC, UTS_FIXED, 4, 15.0 / 64, 4, 10, 19, 0},
	 {4130071, 3305118, 10}},
	{"T2",
	 {UTS_GEOMETRIC, UTS_CYCLIC, 6, 15.0 / 64, 4, 16, 502, 0},
	 {4117769, 2342762, 81}},
	{"T3",
	 {UTS_BINOMIAL, UTS_LINEAR, 2000, 0.124875, 8, 6, 42, 0},
	 {4112897, 3599034, 1572}},
	{"T4",
	 {UTS_HYBRID, UTS_LINEAR, 6, 0.234375, 4, 16, 1, 0},
	 {4132453, 3108986, 134}},
	{"T5",
	 {UTS_GEOMETRIC, UTS_LINEAR, 4, 15.0 / 64, 4, 20, 34, 0},
	 {4147582, 2181318, 20}},
	{"T1L",
	 {UTS_GEOMETRIC, UTS_FIXED, 4, 15.0 / 64, 4, 13, 29, 0},
	 {102181082, 81746377, 13}},
	{"T2L",
	 {UTS_GEOMETRIC, UTS_CYCLIC, 7, 15.0 / 64, 4, 23, 220, 0},
	 {96793510, 53791152, 67}},
	{"T3L",
	 {UTS_BINOMIAL, UTS_LINEAR, 2000, 0.200014, 5, 6, 7, 0},
	 {111345631, 89076904, 17844}},
};

#define PUBLISHED (sizeof(published) / sizeof(published[0]))

const struct uts_published *
uts_find_name(const char *name)
{
	for (size_t i = 0; i < PUBLISHED; i++)
		if (strcmp(published[i].name, name) == 0)
			return &published[i];
	return NULL;
}

static bool
is_binomial_part(const struct uts_tree *t)
{
	return t->type == UTS_BINOMIAL || t->type == UTS_HYBRID;
}

static bool
is_geometric_part(const struct uts_tree *t)
{
	return t->type == UTS_GEOMETRIC || t->type == UTS_HYBRID;
}

static bool
is_same(const struct uts_tree *a, const struct uts_tree *b)
{
	if (a->type != b->type || a->seed != b->seed ||
	    a->root_children != b->root_children)
		return false;
	if (is_binomial_part(a) &&
	    (a->probability != b->probability || a->children != b->children))
		return false;
	if (is_geometric_part(a) && a->shape != b->shape)
		return false;
	return a->type == UTS_BINOMIAL || a->depth == b->depth;
}

const struct uts_published *
uts_find_tree(const struct uts_tree *tree)
{
	for (size_t i = 0; i < PUBLISHED; i++)
		if (is_same(&published[i].tree, tree))
			return &published[i];
	return NULL;
}

bool
uts_tree_ends(const struct uts_tree *t)
{
	/* Each node has fewer than one child in the mean, or none at all below
	 * some depth. */
	return !is_binomial_part(t) || t->probability * t->children < 1;
}

static_assert(UTS_DIGEST_BYTES == SHA1_DIGEST_SIZE, "a digest of SHA-1");

static void
hash(const uint8_t *message, size_t len, uint8_t digest[UTS_DIGEST_BYTES])
{
	struct sha1_ctx context;

	sha1_init(&context);
	sha1_update(&context, len, message);
	sha1_digest(&context, UTS_DIGEST_BYTES, digest);
}

struct uts_node
uts_root(const struct uts_tree *tree)
{
	uint8_t message[UTS_DIGEST_BYTES] = {0};
	struct uts_node root = {.depth = 0};

	for (int i = 0; i < 4; i++)
		message[16 + i] = (uint8_t)(tree->seed >> (24 - 8 * i));
	hash(message, sizeof(message), root.digest);
	return root;
}

struct uts_node
uts_child(const struct uts_node *node, uint32_t index)
{
	uint8_t message[UTS_DIGEST_BYTES + 4];
	struct uts_node child = {.depth = node->depth + 1};

	memcpy(message, node->digest, UTS_DIGEST_BYTES);
	for (int i = 0; i < 4; i++)
		message[UTS_DIGEST_BYTES + i] =
			(uint8_t)(index >> (24 - 8 * i));
	hash(message, sizeof(message), child.digest);
	return child;
}

/* Uniform in [0, 1): the last 31 bits of the digest. */
static double
draw(const struct uts_node *node)
{
	const uint8_t *d = node->digest + 16;
	uint32_t bits = (uint32_t)(d[0] & 0x7f) << 24 | (uint32_t)d[1] << 16 |
			(uint32_t)d[2] << 8 | d[3];

	return bits / 2147483648.0;
}

/* How many children a node of a geometric tree has in the mean. */
static double
find_mean(const struct uts_tree *t, uint32_t depth)
{
	double b = t->root_children, at = depth, d = t->depth;

	if (depth == 0)
		return b;
	switch (t->shape) {
	case UTS_EXPDEC:
		/* 1 ^ x is 1 even where x is not finite: d = 1. */
		return b * pow(at, -log(b) / log(d));
	case UTS_CYCLIC:
		return at > 5 * d ? 0 : pow(b, sin(2 * M_PI * at / d));
	case UTS_FIXED:
		return at < d ? b : 0;
	default:
		return b * (1 - at / d);
	}
}

static double
count_geometric(const struct uts_tree *t, const struct uts_node *node)
{
	double mean = find_mean(t, node->depth);

	if (!(mean > 0))
		return 0;
	/* The distribution of this mean, turned round. */
	return floor(log(1 - draw(node)) / log(1 - 1 / (1 + mean)));
}

static double
count_binomial(const struct uts_tree *t, const struct uts_node *node)
{
	return draw(node) < t->probability ? t->children : 0;
}

uint32_t
uts_children(const struct uts_tree *t, const struct uts_node *node)
{
	double count;

	switch (t->type) {
	case UTS_BINOMIAL:
		if (node->depth == 0)
			return (uint32_t)t->root_children;
		count = count_binomial(t, node);
		break;
	case UTS_GEOMETRIC:
		count = count_geometric(t, node);
		break;
	case UTS_HYBRID:
		count = node->depth < HYBRID_SHIFT * t->depth
				? count_geometric(t, node)
				: count_binomial(t, node);
		break;
	default:
		count = node->depth < t->depth ? floor(t->root_children) : 0;
	}
	return count < UTS_MAX_CHILDREN ? (uint32_t)count : UTS_MAX_CHILDREN;
}

void
uts_counts_add(struct uts_counts *to, const struct uts_counts *from)
{
	to->nodes += from->nodes;
	to->leaves += from->leaves;
	if (to->depth < from->depth)
		to->depth = from->depth;
}

/* Makes room for so many more. */
static bool
reserve(struct uts_stack *s, size_t more)
{
	size_t room = s->room ? s->room : 256;
	struct uts_node *node;

	while (room - s->count < more)
		room *= 2;
	if (room == s->room)
		return true;
	node = realloc(s->node, room * sizeof(*node));
	if (!node)
		return false;
	s->node = node;
	s->room = room;
	return true;
}

bool
uts_stack_push(struct uts_stack *s, const struct uts_node *node, size_t count)
{
	if (!reserve(s, count))
		return false;
	memcpy(s->node + s->count, node, count * sizeof(*node));
	s->count += count;
	return true;
}

bool
uts_stack_step(struct uts_stack *s, const struct uts_tree *tree,
	       struct uts_counts *counts)
{
	struct uts_node node = s->node[--s->count];
	uint32_t children = uts_children(tree, &node);

	counts->nodes++;
	counts->leaves += children == 0;
	if (counts->depth < node.depth)
		counts->depth = node.depth;
	if (!reserve(s, children))
		return false;
	/* The first child ends up on top. */
	for (uint32_t i = children; i > 0; i--)
		s->node[s->count++] = uts_child(&node, i - 1);
	return true;
}

void
uts_stack_fini(struct uts_stack *s)
{
	free(s->node);
	*s = (struct uts_stack){0};
}
