/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix.h - symmetric matrices: made from a seed, and read from and
 * written to files in the array format of MatrixMarket.
 *
 * Knows nothing of OCR or of tiles.
 */
#ifndef APPS_CHOLESKY_MATRIX_H
#define APPS_CHOLESKY_MATRIX_H

#include "apps/common/cli.h"

/* A file that says more is not believed. */
#define MATRIX_MAX_SIZE 32768

/* The lower triangle, by columns. */
struct matrix {
	u64 size;
	double *packed;
};

/* Reads a real matrix, general or symmetric, in array format.  False, with a
 * line in `why`, if it cannot be read or is not symmetric; otherwise the caller
 * frees it. */
bool matrix_read(struct matrix *m, const char *path, struct cli_error *why);

/* Frees its memory. */
void matrix_fini(struct matrix *m);

/* The element in this row and column, row >= column. */
double matrix_get(const struct matrix *m, u64 row, u64 column);

/* The same of the matrix of this size that the seed stands for: symmetric
 * around 0, and positive definite because of its diagonal. */
double matrix_make(u64 seed, u64 size, u64 row, u64 column);

#endif
