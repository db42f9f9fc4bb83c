/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix.h - sparse symmetric matrices, by rows.
 *
 * Row i has its elements at start[i] .. start[i + 1] - 1, by ascending column;
 * none is zero.
 */
#ifndef APPS_CG_MATRIX_H
#define APPS_CG_MATRIX_H

#include "apps/common/cli.h"

#define MATRIX_MAX_ROWS UINT64_C(0x7fffffff)

struct matrix {
	u64 rows;
	u64 elements;
	u64 *start;
	u32 *column;
	double *value;
	void *memory; /* with all three, if it is the matrix's own */
};

/* The five-point Laplacian on a grid of side x side points, scaled: 4 on the
 * diagonal.  False: no memory. */
bool matrix_poisson(struct matrix *m, u64 side);

/* A MatrixMarket file, `coordinate` of `real` or `integer`, `symmetric` or
 * `general` and symmetric in fact.  False, with a line in `why`. */
bool matrix_read(struct matrix *m, const char *path, struct cli_error *why);

void matrix_fini(struct matrix *m);

/* A matrix in one piece of memory, such as a block. */
u64 matrix_bytes(const struct matrix *m);
void matrix_pack(const struct matrix *m, void *to);
/* m borrows what it finds there. */
void matrix_unpack(struct matrix *m, const void *from);

#endif
