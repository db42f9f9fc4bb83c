/* SPDX-License-Identifier: BSD-3-Clause */
/* test_reduce.c - the operators of reduction events, and the tree of nodes. */
#include "src/base/tree.h"
#include "src/reduce/exchange.h"
#include "src/reduce/places.h"
#include "src/reduce/reduce.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MANY (sizeof(all) / sizeof(all[0]))

union value {
	double f8;
	float f4;
	u64 u8;
	u32 u4;
	s64 s8;
	s32 s4;
};

/* a op b = result; e op a = a, for the identity e. */
struct op {
	const char *name;
	redOp_t op;
	size_t bytes;
	union value a, b, result, e;
};

#define OP(name, field, a, b, result, e)                                       \
	{                                                                      \
#name, REDOP_##name, sizeof(((union value *)0)->field),        \
			{.field = a }, {.field = b }, {.field = result },      \
		{                                                              \
			.field = e                                             \
		}                                                              \
	}

static const struct op all[] = {
	OP(F8_ADD, f8, 1.5, -4.25, -2.75, -0.0),
	OP(F8_MULT, f8, 1.5, -4.0, -6.0, 1.0),
	OP(F8_MIN, f8, 1.5, -4.0, -4.0, INFINITY),
	OP(F8_MAX, f8, 1.5, -4.0, 1.5, -INFINITY),
	OP(F4_ADD, f4, 1.5f, -4.25f, -2.75f, -0.0f),
	OP(F4_MULT, f4, 1.5f, -4.0f, -6.0f, 1.0f),
	OP(F4_MIN, f4, 1.5f, -4.0f, -4.0f, INFINITY),
	OP(F4_MAX, f4, 1.5f, -4.0f, 1.5f, -INFINITY),
	OP(U8_ADD, u8, UINT64_MAX, 3, 2, 0),
	OP(U8_MULT, u8, UINT64_C(1) << 63 | 5, 3, UINT64_C(1) << 63 | 15, 1),
	OP(U8_MIN, u8, UINT64_MAX, 3, 3, UINT64_MAX),
	OP(U8_MAX, u8, UINT64_MAX, 3, UINT64_MAX, 0),
	OP(U8_BITAND, u8, UINT64_C(0xf0f0) << 40, UINT64_C(0xff00) << 40,
	   UINT64_C(0xf000) << 40, UINT64_MAX),
	OP(U8_BITOR, u8, UINT64_C(0xf0) << 40, 0x0f,
	   UINT64_C(0xf0) << 40 | 0x0f, 0),
	OP(U8_BITXOR, u8, UINT64_C(0xff) << 56, UINT64_C(0x0f) << 56,
	   UINT64_C(0xf0) << 56, 0),
	OP(U4_ADD, u4, UINT32_MAX, 3, 2, 0),
	OP(U4_MULT, u4, UINT32_C(0x80000005), 3, UINT32_C(0x8000000f), 1),
	OP(U4_MIN, u4, UINT32_MAX, 3, 3, UINT32_MAX),
	OP(U4_MAX, u4, UINT32_MAX, 3, UINT32_MAX, 0),
	OP(U4_BITAND, u4, 0xf0f0, 0xff00, 0xf000, UINT32_MAX),
	OP(U4_BITOR, u4, 0xf0, 0x0f, 0xff, 0),
	OP(U4_BITXOR, u4, 0xff, 0x0f, 0xf0, 0),
	OP(S8_MIN, s8, INT64_MIN, 3, INT64_MIN, INT64_MAX),
	OP(S8_MAX, s8, INT64_MIN, 3, 3, INT64_MIN),
	OP(S4_MIN, s4, INT32_MIN, 3, INT32_MIN, INT32_MAX),
	OP(S4_MAX, s4, INT32_MIN, 3, 3, INT32_MIN),
};

static void
check_same(const struct op *o, const union value *got, const union value *want)
{
	ck_assert_msg(!memcmp(got, want, o->bytes), "%s", o->name);
}

START_TEST(an_operator_combines_two_values)
{
	const struct op *o = &all[_i];
	union value x = o->a, y = o->b;

	ck_assert_uint_eq(ocr_reduce_bytes(o->op), o->bytes);
	ocr_reduce(o->op, &x, &o->b, 1);
	check_same(o, &x, &o->result);
	ocr_reduce(o->op, &y, &o->a, 1);
	check_same(o, &y, &o->result);
}
END_TEST

START_TEST(the_identity_changes_nothing)
{
	const struct op *o = &all[_i];
	union value x = o->e, y = o->a;

	ocr_reduce(o->op, &x, &o->a, 1);
	check_same(o, &x, &o->a);
	ocr_reduce(o->op, &y, &o->e, 1);
	check_same(o, &y, &o->a);
}
END_TEST

START_TEST(each_of_many_values_is_combined_with_its_own)
{
	const struct op *o = &all[_i];
	char into[37 * sizeof(union value)], from[sizeof(into)];
	char guard = 0x5a;

	for (size_t i = 0; i < 37; i++) {
		memcpy(into + i * o->bytes, i % 2 ? &o->a : &o->e, o->bytes);
		memcpy(from + i * o->bytes, i % 2 ? &o->b : &o->a, o->bytes);
	}
	into[36 * o->bytes] = guard;

	ocr_reduce(o->op, into, from, 36);

	for (size_t i = 0; i < 36; i++) {
		union value x;

		memcpy(&x, into + i * o->bytes, o->bytes);
		check_same(o, &x, i % 2 ? &o->result : &o->a);
	}
	ck_assert_int_eq(into[36 * o->bytes], guard);
}
END_TEST

START_TEST(a_nan_loses_against_a_number)
{
	static const redOp_t extremes[] = {REDOP_F8_MIN, REDOP_F8_MAX};
	static const redOp_t small[] = {REDOP_F4_MIN, REDOP_F4_MAX};

	for (int i = 0; i < 2; i++) {
		double x = NAN, one = 1;
		float y = NAN, two = 2;

		ocr_reduce(extremes[i], &x, &one, 1);
		ck_assert_double_eq(x, 1);
		ocr_reduce(extremes[i], &x, &(double){NAN}, 1);
		ck_assert_double_eq(x, 1);
		ocr_reduce(small[i], &y, &two, 1);
		ck_assert_float_eq(y, 2);
		ocr_reduce(small[i], &y, &(float){NAN}, 1);
		ck_assert_float_eq(y, 2);
		x = NAN;
		ocr_reduce(extremes[i], &x, &(double){NAN}, 1);
		ck_assert_double_nan(x);
	}
}
END_TEST

START_TEST(a_nan_stays_in_sums_and_products)
{
	double x = NAN;
	float y = NAN;

	ocr_reduce(REDOP_F8_ADD, &x, &(double){1}, 1);
	ocr_reduce(REDOP_F8_MULT, &x, &(double){1}, 1);
	ck_assert_double_nan(x);
	ocr_reduce(REDOP_F4_ADD, &y, &(float){1}, 1);
	ocr_reduce(REDOP_F4_MULT, &y, &(float){1}, 1);
	ck_assert_float_nan(y);
}
END_TEST

START_TEST(other_codes_are_no_operators)
{
	size_t n = 0;

	for (unsigned op = 0; op <= UINT16_MAX; op++)
		n += ocr_reduce_bytes((redOp_t)op) != 0;
	ck_assert_uint_eq(n, MANY);
	ck_assert_uint_eq(ocr_reduce_bytes(0x27), 0);
	ck_assert_uint_eq(ocr_reduce_bytes(0x54), 0);
}
END_TEST

static const uint32_t sizes[] = {1, 2, 3, 4, 7, 16, 100};
static const uint32_t arities[] = {0, 1, 2, 3, 200, UINT32_MAX};

#define TREES                                                                  \
	(sizeof(sizes) / sizeof(sizes[0]) * sizeof(arities) /                  \
	 sizeof(arities[0]))

START_TEST(each_node_but_the_root_is_one_child_of_its_parent)
{
	uint32_t size = sizes[_i % 7], arity = arities[_i / 7];
	ocr_node_t root = size / 3;
	uint32_t children = 0;

	for (ocr_node_t self = 0; self < size; self++) {
		struct ocr_tree t = ocr_tree_at(size, root, self, arity), p;

		children += t.n;
		ck_assert_uint_le(t.n, arity ? arity : size);
		ck_assert_int_eq(ocr_tree_is_root(&t), self == root);
		ck_assert_uint_eq(ocr_tree_child_of(&t, self), t.n);
		for (uint32_t i = 0; i < t.n; i++)
			ck_assert_uint_eq(
				ocr_tree_child_of(&t, ocr_tree_child(&t, i)),
				i);
		if (self == root)
			continue;
		p = ocr_tree_at(size, root, t.parent, arity);
		ck_assert_uint_lt(p.rank, t.rank);
		ck_assert_uint_lt(ocr_tree_child_of(&p, self), p.n);
		if (!arity)
			ck_assert_uint_eq(t.parent, root);
	}
	ck_assert_uint_eq(children, size - 1);
}
END_TEST

/* Who takes part of a job of so many nodes: a bit of each. */
#define FEW_NODES 6
#define FEW	  (FEW_NODES * 3 << FEW_NODES)

struct few {
	uint32_t root, arity;
	struct ocr_places *all;	   /* of the root */
	struct ocr_opq ops;	   /* to the others */
	uint32_t above[FEW_NODES]; /* how often a node was told of one above */
	uint32_t child_of[FEW_NODES]; /* which says that it is below */
};

static void
tell_few(struct few *f, uint32_t i)
{
	*f = (struct few){.root = i >> FEW_NODES, .arity = 1 + i / 7 % 3};
	f->root %= FEW_NODES;
	f->all = ocr_places_create(f->root, FEW_NODES, 5);
	for (uint32_t rank = 1; rank < FEW_NODES; rank++)
		if (i >> rank & 1)
			ocr_places_add(f->all, (f->root + rank) % FEW_NODES);
	ocr_places_tell(f->all, NULL_GUID, f->arity, &f->ops);
}

static void
hear(struct few *f, ocr_node_t self, const struct ocr_msg_branch *m)
{
	struct ocr_tree star = ocr_tree_at(FEW_NODES, f->root, self, 0);
	int err;
	struct ocr_places *p = ocr_places_told(m, &star, f->arity, &err);

	ck_assert(p && p->since == 5);
	f->above[self]++;
	ck_assert_uint_le(p->n, f->arity);
	for (uint32_t k = 0; k < p->n; k++) {
		ocr_node_t child = ocr_places_child(p, k);

		ck_assert_uint_eq(ocr_places_child_of(p, &star, child), k);
		ck_assert_uint_eq(f->child_of[child], 0);
		f->child_of[child] = self + 1;
	}
	ck_assert_uint_eq(ocr_places_child_of(p, &star, p->parent), p->n);
	/* Those of the root are told by it alone. */
	ck_assert_uint_eq(f->child_of[self], p->parent + 1);
	free(p);
}

START_TEST(those_that_take_part_are_each_below_one_other)
{
	struct ocr_op *op;
	struct few f;
	ocr_node_t to;

	tell_few(&f, (uint32_t)_i);

	ck_assert_uint_le(f.all->n, f.arity);
	for (uint32_t k = 0; k < f.all->n; k++)
		f.child_of[ocr_places_child(f.all, k)] = f.root + 1;
	for (; (op = ocr_opq_peek(&f.ops, &to)); ocr_opq_pop(&f.ops))
		hear(&f, to, (const void *)op);
	for (uint32_t k = 1; k < f.all->n_all; k++)
		ck_assert_uint_eq(f.above[f.all->node[k]], 1);
	ocr_opq_clear(&f.ops);
	free(f.all);
}
END_TEST

START_TEST(a_place_that_cannot_be_is_refused)
{
	static const struct {
		uint32_t parent, n, a, b;
	} bad[] = {
		{3, 0, 0, 0}, {2, 0, 0, 0}, {9, 0, 0, 0}, {0, 1, 2, 0},
		{0, 1, 1, 0}, {0, 1, 9, 0}, {0, 2, 4, 4}, {0, 2, 4, 3},
		{0, 3, 3, 4}, {0, 4, 3, 4},
	};
	struct ocr_tree star = ocr_tree_at(FEW_NODES, 0, 2, 0);
	union {
		struct ocr_msg_branch m;
		uint64_t words[6];
	} b = {.m = {.op = OCR_OP(OCR_MSG_BRANCH, struct ocr_msg_branch)}};
	int err = 0;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		b.m.op.len_bytes =
			sizeof(b.m) + (bad[i].n ? sizeof(uint64_t) : 0);
		b.m.parent = bad[i].parent;
		b.m.n = bad[i].n;
		b.m.children[0] = bad[i].a;
		b.m.children[1] = bad[i].b;
		ck_assert_msg(!ocr_places_told(&b.m, &star, 2, &err) &&
				      err == -EINVAL,
			      "place %zu", i);
	}
}
END_TEST

#define RING_MOST 40

/* Node a takes its step over distance d if it has what that tells.
 * heard[a][b]: how often a was told what b has. */
static bool
tell_on(uint32_t n, unsigned heard[][RING_MOST], uint32_t a, uint32_t d)
{
	uint32_t to = (a + d) % n, len = ocr_exchange_len(n, d);

	for (uint32_t i = 0; i < len; i++)
		if (!heard[a][ocr_exchange_before(n, a, i)])
			return false;
	for (uint32_t i = 0; i < len; i++)
		heard[to][ocr_exchange_before(n, a, i)]++;
	ck_assert_uint_eq(ocr_exchange_distance(n, to, a), d);
	return true;
}

START_TEST(an_exchange_tells_each_what_all_have_once)
{
	unsigned heard[RING_MOST][RING_MOST] = {{0}}, steps = 0;
	uint32_t n = (uint32_t)_i;

	for (uint32_t a = 0; a < n; a++)
		heard[a][a] = 1;

	for (uint64_t d = 0; (d = ocr_exchange_next(n, d)) < n; steps++)
		for (uint32_t a = n; a-- > 0;)
			ck_assert(tell_on(n, heard, a, (uint32_t)d));

	for (uint32_t a = 0; a < n; a++)
		for (uint32_t b = 0; b < n; b++)
			ck_assert_uint_eq(heard[a][b], 1);
	if (n > OCR_EXCHANGE_DIRECT)
		ck_assert(n <= 1u << steps && n > 1u << steps >> 1);
}
END_TEST

START_TEST(only_steps_come_from_another_node)
{
	ck_assert_uint_eq(ocr_exchange_distance(8, 1, 0), 1);
	ck_assert_uint_eq(ocr_exchange_distance(8, 1, 5), 4);
	ck_assert_uint_eq(ocr_exchange_distance(8, 3, 0), 0);
	ck_assert_uint_eq(ocr_exchange_distance(8, 3, 3), 0);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("reduce");
	TCase *tc = tcase_create("operators");

	tcase_add_loop_test(tc, an_operator_combines_two_values, 0, MANY);
	tcase_add_loop_test(tc, the_identity_changes_nothing, 0, MANY);
	tcase_add_loop_test(tc, each_of_many_values_is_combined_with_its_own, 0,
			    MANY);
	tcase_add_test(tc, a_nan_loses_against_a_number);
	tcase_add_test(tc, a_nan_stays_in_sums_and_products);
	tcase_add_test(tc, other_codes_are_no_operators);
	suite_add_tcase(s, tc);

	tc = tcase_create("exchange");
	tcase_add_loop_test(tc, an_exchange_tells_each_what_all_have_once, 1,
			    RING_MOST + 1);
	tcase_add_test(tc, only_steps_come_from_another_node);
	suite_add_tcase(s, tc);

	tc = tcase_create("tree");
	tcase_add_loop_test(tc, those_that_take_part_are_each_below_one_other,
			    0, FEW);
	tcase_add_test(tc, a_place_that_cannot_be_is_refused);
	tcase_add_loop_test(tc,
			    each_node_but_the_root_is_one_child_of_its_parent,
			    0, TREES);
	suite_add_tcase(s, tc);

	return run_suite(s);
}
