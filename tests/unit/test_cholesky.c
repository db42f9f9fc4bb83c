/* SPDX-License-Identifier: BSD-3-Clause */
/* test_cholesky.c - kernels, plan and matrices of apps/cholesky, without a
 * runtime. */
#include "apps/cholesky/kernels.h"
#include "apps/cholesky/matrix.h"
#include "apps/cholesky/plan.h"
#include "tests/suite.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX 23

static const size_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, MAX};

#define SIZES ((int)(sizeof(sizes) / sizeof(sizes[0])))

/* Fills with numbers that sums of products keep exact. */
static void
fill(double *x, size_t count, unsigned seed)
{
	for (size_t i = 0; i < count; i++)
		x[i] = (double)((i + seed) * 2654435761u % 17) - 8;
}

static void
check_kernels(const struct kernels *k, size_t m, size_t n, size_t l)
{
	double a[MAX * MAX], b[MAX * MAX], c[MAX * MAX], want[MAX * MAX];

	fill(a, m * l, 1);
	fill(b, n * l, 2);
	fill(c, m * n, 3);
	memcpy(want, c, sizeof(*c) * m * n);
	for (size_t i = 0; i < m; i++)
		for (size_t j = 0; j < n; j++)
			for (size_t p = 0; p < l; p++)
				want[i + j * m] -= a[i + p * m] * b[j + p * n];
	k->gemm(m, n, l, a, b, c);
	ck_assert_mem_eq(c, want, sizeof(*c) * m * n);

	fill(c, m * m, 4);
	memcpy(want, c, sizeof(*c) * m * m);
	for (size_t i = 0; i < m; i++)
		for (size_t j = 0; j <= i; j++)
			for (size_t p = 0; p < l; p++)
				want[i + j * m] -= a[i + p * m] * a[j + p * m];
	k->syrk(m, l, a, c);
	ck_assert_mem_eq(c, want, sizeof(*c) * m * m);

	/* x l^T for a triangle with powers of two on its diagonal gives x
	 * back. */
	fill(b, n * n, 5);
	for (size_t j = 0; j < n; j++) {
		b[j + j * n] = j % 2 ? 2 : 0.5;
		for (size_t i = 0; i < j; i++)
			b[i + j * n] = 0;
		for (size_t i = j + 1; i < n; i++)
			b[i + j * n] = i == j + 1 ? 1 : 0;
	}
	fill(want, m * n, 6);
	memset(c, 0, sizeof(c));
	for (size_t i = 0; i < m; i++)
		for (size_t j = 0; j < n; j++)
			for (size_t p = 0; p < n; p++)
				c[i + j * m] += want[i + p * m] * b[j + p * n];
	k->trsm(m, n, b, c);
	ck_assert_mem_eq(c, want, sizeof(*c) * m * n);
}

START_TEST(kernels_compute_what_their_formulas_say)
{
	const struct kernels *blas = kernels_blas();

	for (int n = 0; n < SIZES; n++)
		for (int l = 0; l < SIZES; l++) {
			check_kernels(&kernels_own, sizes[_i], sizes[n],
				      sizes[l]);
			if (blas)
				check_kernels(blas, sizes[_i], sizes[n],
					      sizes[l]);
		}
}
END_TEST

START_TEST(potrf_gives_the_factor_with_zeros_above)
{
	size_t n = sizes[_i];
	double l[MAX * MAX], a[MAX * MAX], pivot;

	fill(l, n * n, 7);
	for (size_t j = 0; j < n; j++) {
		l[j + j * n] = (double)(1 << j % 3);
		for (size_t i = 0; i < j; i++)
			l[i + j * n] = 0;
	}
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++) {
			a[i + j * n] = 0;
			for (size_t p = 0; p < n; p++)
				a[i + j * n] += l[i + p * n] * l[j + p * n];
			/* Nobody may look there. */
			if (i < j)
				a[i + j * n] = NAN;
		}

	ck_assert_uint_eq(kernels_potrf(n, a, &pivot), n);

	ck_assert_mem_eq(a, l, sizeof(*a) * n * n);
}
END_TEST

START_TEST(potrf_names_the_first_pivot_that_is_not_positive)
{
	double a[9] = {4, 2, 2, 0, 1, 1, 0, 0, 9}, pivot = 7;
	double nothing = NAN, less = -3;

	ck_assert_uint_eq(kernels_potrf(3, a, &pivot), 1);
	ck_assert_double_eq(pivot, 0);
	ck_assert_uint_eq(kernels_potrf(1, &nothing, &pivot), 0);
	ck_assert(isnan(pivot));
	ck_assert_uint_eq(kernels_potrf(1, &less, &pivot), 0);
	ck_assert_double_eq(pivot, -3);
}
END_TEST

START_TEST(tiles_cover_the_rows_and_have_numbers_without_gaps)
{
	struct plan p = {.size = 100,
			 .tile = 7,
			 .side = 15,
			 .layout_rows = 2,
			 .layout_columns = 3,
			 .nodes = 8};
	u64 rows = 0, next = 0;

	for (u64 i = 0; i < p.side; i++) {
		rows += plan_rows(&p, i);
		ck_assert_uint_ge(plan_rows(&p, i), 1);
		for (u64 j = 0; j <= i; j++) {
			ck_assert_uint_eq(plan_index(i, j), next++);
			ck_assert_uint_eq(plan_final_label(&p, i, j) % p.nodes,
					  plan_home(&p, i, j));
			ck_assert_uint_eq(plan_final_label(&p, i, j) / p.nodes,
					  plan_index(i, j));
			ck_assert_uint_eq(plan_home(&p, i, j),
					  i % 2 * 3 + j % 3);
		}
	}
	ck_assert_uint_eq(rows, 100);
	ck_assert_uint_eq(next, plan_tiles(&p));
	p.layout_rows = p.layout_columns = 1;
	/* Of column c there are 15 - c tiles, with c + 1 tasks each. */
	ck_assert_uint_eq(plan_count_tasks(&p, false), 680);
	ck_assert_uint_eq(plan_count_tasks(&p, true), 1360);
}
END_TEST

START_TEST(the_norm_of_a_tile_counts_its_twin_and_never_overflows)
{
	struct tile *t = calloc(1, sizeof(*t) + 4 * sizeof(t->cell[0]));

	ck_assert_ptr_nonnull(t);
	t->rows = t->columns = 2;
	ck_assert_double_eq(tile_norm(t, true), 0);
	t->cell[0] = 3;
	t->cell[1] = 4;
	t->cell[2] = 100;
	ck_assert_double_eq_tol(tile_norm(t, true), sqrt(9 + 2 * 16), 1e-14);
	t->cell[2] = 0;
	ck_assert_double_eq_tol(tile_norm(t, false), sqrt(2 * 25), 1e-14);
	t->cell[0] = 3e200;
	t->cell[1] = -4e200;
	ck_assert_double_eq_tol(tile_norm(t, false) / 1e200, sqrt(50), 1e-14);
	t->cell[3] = NAN;
	ck_assert(isnan(tile_norm(t, true)));
	free(t);
}
END_TEST

START_TEST(matrices_from_seeds_differ_and_have_a_heavy_diagonal)
{
	double sum;

	ck_assert(matrix_make(0, 9, 3, 1) != matrix_make(1, 9, 3, 1));
	ck_assert(matrix_make(0, 9, 3, 1) != matrix_make(0, 9, 3, 2));
	for (u64 i = 0; i < 50; i++) {
		sum = 0;
		for (u64 j = 0; j < 50; j++)
			if (i != j)
				sum += fabs(matrix_make(2, 50, i > j ? i : j,
							i > j ? j : i));
		ck_assert_double_gt(matrix_make(2, 50, i, i), sum);
	}
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("cholesky");
	TCase *tc = tcase_create("parts");

	tcase_add_loop_test(tc, kernels_compute_what_their_formulas_say, 0,
			    SIZES);
	tcase_add_loop_test(tc, potrf_gives_the_factor_with_zeros_above, 0,
			    SIZES);
	tcase_add_test(tc, potrf_names_the_first_pivot_that_is_not_positive);
	tcase_add_test(tc, tiles_cover_the_rows_and_have_numbers_without_gaps);
	tcase_add_test(tc,
		       the_norm_of_a_tile_counts_its_twin_and_never_overflows);
	tcase_add_test(tc,
		       matrices_from_seeds_differ_and_have_a_heavy_diagonal);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
