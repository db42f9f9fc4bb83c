/* SPDX-License-Identifier: BSD-3-Clause */
/* kernels.c - see kernels.h. */
#include "apps/cholesky/kernels.h"

#include "config.h"

#include <math.h>
#ifdef HAVE_CBLAS
#include <cblas.h>
#endif

/* c -= a f, all of m elements. */
static inline void
subtract_column(size_t m, double f, const double *a, double *c)
{
	for (size_t i = 0; i < m; i++)
		c[i] -= f * a[i];
}

/* The same with four columns of a, f as far apart: c is read and written once
 * instead of four times. */
static inline void
subtract_four(size_t m, const double *f, size_t step, const double *a,
	      size_t stride, double *c)
{
	const double f0 = f[0], f1 = f[step], f2 = f[2 * step],
		     f3 = f[3 * step];
	const double *a1 = a + stride, *a2 = a1 + stride, *a3 = a2 + stride;

	for (size_t i = 0; i < m; i++)
		c[i] -= (f0 * a[i] + f1 * a1[i]) + (f2 * a2[i] + f3 * a3[i]);
}

/* c -= a b, c being a column of m elements that start `skip` rows below those
 * of a (which has `stride` rows and k columns), and b of k elements that are
 * `step` apart. */
static void
update_column(size_t m, size_t k, const double *a, size_t stride,
	      const double *b, size_t step, double *c)
{
	size_t l = 0;

	for (; l + 4 <= k; l += 4)
		subtract_four(m, b + l * step, step, a + l * stride, stride, c);
	for (; l < k; l++)
		subtract_column(m, b[l * step], a + l * stride, c);
}

static void
own_gemm(size_t m, size_t n, size_t k, const double *a, const double *b,
	 double *c)
{
	for (size_t j = 0; j < n; j++)
		update_column(m, k, a, m, b + j, n, c + j * m);
}

static void
own_syrk(size_t n, size_t k, const double *a, double *c)
{
	for (size_t j = 0; j < n; j++)
		update_column(n - j, k, a + j, n, a + j, n, c + j * n + j);
}

static void
own_trsm(size_t m, size_t n, const double *l, double *b)
{
	for (size_t j = 0; j < n; j++) {
		double *column = b + j * m;

		update_column(m, j, b, m, l + j, n, column);
		for (size_t i = 0; i < m; i++)
			column[i] /= l[j + j * n];
	}
}

const struct kernels kernels_own = {
	.name = "own",
	.gemm = own_gemm,
	.syrk = own_syrk,
	.trsm = own_trsm,
};

#ifdef HAVE_CBLAS
static void
blas_gemm(size_t m, size_t n, size_t k, const double *a, const double *b,
	  double *c)
{
	cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, (int)m, (int)n,
		    (int)k, -1, a, (int)m, b, (int)n, 1, c, (int)m);
}

static void
blas_syrk(size_t n, size_t k, const double *a, double *c)
{
	cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, (int)n, (int)k, -1,
		    a, (int)n, 1, c, (int)n);
}

static void
blas_trsm(size_t m, size_t n, const double *l, double *b)
{
	cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans,
		    CblasNonUnit, (int)m, (int)n, 1, l, (int)n, b, (int)m);
}

static const struct kernels blas = {
	.name = "BLAS",
	.gemm = blas_gemm,
	.syrk = blas_syrk,
	.trsm = blas_trsm,
};
#endif

const struct kernels *
kernels_blas(void)
{
#ifdef HAVE_CBLAS
	return &blas;
#else
	return NULL;
#endif
}

size_t
kernels_potrf(size_t n, double *a, double *pivot)
{
	for (size_t j = 0; j < n; j++) {
		double *column = a + j * n, root;

		update_column(n - j, j, a + j, n, a + j, n, column + j);
		*pivot = column[j];
		/* Not a number is not positive either. */
		if (!(column[j] > 0) || !isfinite(column[j]))
			return j;
		root = sqrt(column[j]);
		column[j] = root;
		for (size_t i = j + 1; i < n; i++)
			column[i] /= root;
		for (size_t i = 0; i < j; i++)
			column[i] = 0;
	}
	return n;
}
