/* SPDX-License-Identifier: BSD-3-Clause */
/* kernels.h - what is done to a tile, and with which others.
 *
 * A tile with m rows is an array by columns: element (i, j) is at i + j * m.
 * Knows nothing of OCR or of where a tile is in the matrix.
 *
 * There is a plain set of kernels, and one that calls the BLAS of the system if
 * configure has found one.  Both are pure functions: a kernel's result depends
 * on nothing but its arguments.
 */
#ifndef APPS_CHOLESKY_KERNELS_H
#define APPS_CHOLESKY_KERNELS_H

#include <stddef.h>

struct kernels {
	const char *name;
	/* c -= a b^T: c is m x n, a m x k, b n x k. */
	void (*gemm)(size_t m, size_t n, size_t k, const double *a,
		     const double *b, double *c);
	/* c -= a a^T: c is n x n, a n x k.  Above the diagonal c is not
	 * touched. */
	void (*syrk)(size_t n, size_t k, const double *a, double *c);
	/* b = b l^-T: b is m x n, l n x n, lower triangular. */
	void (*trsm)(size_t m, size_t n, const double *l, double *b);
};

/* The plain ones. */
extern const struct kernels kernels_own;

/* Those of the system, or NULL. */
const struct kernels *kernels_blas(void);

/* a = its Cholesky factor l, n x n, with zeros above the diagonal.  Reads a on
 * and below the diagonal.  Returns n; or, if a is not positive definite, the
 * index of the first pivot that is not positive, which is in *pivot. */
size_t kernels_potrf(size_t n, double *a, double *pivot);

#endif
