/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cg.c - how the app cg cuts a matrix, and what its serial loop finds. */
#include "apps/cg/part.h"
#include "apps/cg/serial.h"
#include "tests/suite.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 7
#define ROWS (SIDE * SIDE)

static struct matrix m;

static void
setup(void)
{
	ck_assert(matrix_poisson(&m, SIDE));
}

static void
teardown(void)
{
	matrix_fini(&m);
}

START_TEST(rows_are_dealt_in_equal_runs)
{
	u64 parts = (u64)_i, next = 0, first, rows;

	for (u64 k = 0; k < parts; k++) {
		part_rows(ROWS, parts, k, &first, &rows);
		ck_assert_uint_eq(first, next);
		ck_assert(rows == ROWS / parts || rows == ROWS / parts + 1);
		next += rows;
	}
	ck_assert_uint_eq(next, ROWS);
}
END_TEST

/* What a part gets from another, by asking that. */
static void
exchange(struct part *to, struct part **all)
{
	struct part_view v = part_view(to);

	for (u64 i = 0; i < to->neighbours; i++) {
		struct part *from = all[v.neighbour[i].part];
		struct part_view w = part_view(from);
		double message[ROWS];
		u64 k = 0;

		while (k < from->neighbours && w.neighbour[k].part != to->index)
			k++;
		ck_assert_uint_lt(k, from->neighbours);
		ck_assert_uint_eq(w.neighbour[k].n_out, v.neighbour[i].n_in);
		part_give(&w, k, message);
		part_take(to, &v, i, message);
	}
}

START_TEST(parts_multiply_like_the_whole)
{
	u64 parts = (u64)_i;
	struct part *part[2 * ROWS];

	for (u64 k = 0; k < parts; k++) {
		struct part size;
		struct part_view v;

		ck_assert(part_measure(&size, &m, parts, k));
		part[k] = malloc(size.bytes);
		ck_assert_ptr_nonnull(part[k]);
		ck_assert(part_fill(part[k], &size, &m, parts));
		v = part_view(part[k]);
		for (u64 i = 0; i < part[k]->rows; i++)
			v.p[i] = sqrt((double)(part[k]->first + i));
	}
	for (u64 k = 0; k < parts; k++) {
		struct part_view v = part_view(part[k]);

		exchange(part[k], part);
		part_multiply(part[k], &v);
		for (u64 i = 0; i < part[k]->rows; i++) {
			u64 row = part[k]->first + i;
			double want = 0;

			for (u64 e = m.start[row]; e < m.start[row + 1]; e++)
				want += m.value[e] * sqrt(m.column[e]);
			ck_assert_double_eq(v.q[i], want);
		}
	}
	for (u64 k = 0; k < parts; k++)
		free(part[k]);
}
END_TEST

START_TEST(a_packed_matrix_is_the_same)
{
	void *memory = malloc(matrix_bytes(&m));
	struct matrix copy;

	ck_assert_ptr_nonnull(memory);
	matrix_pack(&m, memory);
	matrix_unpack(&copy, memory);

	ck_assert_uint_eq(copy.rows, m.rows);
	ck_assert_uint_eq(copy.elements, m.elements);
	ck_assert(!memcmp(copy.start, m.start, (ROWS + 1) * sizeof(u64)));
	ck_assert(!memcmp(copy.column, m.column, m.elements * sizeof(u32)));
	ck_assert(!memcmp(copy.value, m.value, m.elements * sizeof(double)));
	free(memory);
}
END_TEST

START_TEST(the_serial_loop_solves)
{
	const struct order order = {.nodes = 5, .per_node = 2, .arity = 2};
	struct solution s;

	ck_assert(serial_solve(&m, &order, 1e-12, 1000, &s));
	ck_assert(is_solved(s.rr, s.bb, 1e-12));
	ck_assert_double_lt(serial_residual(&m, s.x), 1e-11);
	ck_assert_double_eq(s.bb, ROWS);
	free(s.x);
	ck_assert(serial_solve(&m, &order, 1e-12, 3, &s));
	ck_assert_uint_eq(s.iterations, 3);
	ck_assert(!is_solved(s.rr, s.bb, 1e-12));
	free(s.x);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("cg");
	TCase *tc = tcase_create("parts");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, rows_are_dealt_in_equal_runs, 1, 2 * ROWS);
	tcase_add_loop_test(tc, parts_multiply_like_the_whole, 1, 2 * ROWS);
	tcase_add_test(tc, a_packed_matrix_is_the_same);
	tcase_add_test(tc, the_serial_loop_solves);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
