/* SPDX-License-Identifier: BSD-3-Clause */
/* model.h - what each process stores, worked out element by element.
 *
 * From the definitions in dri.h alone: of the code under test only the begins
 * and lengths of blocks and the sizes of buffers are asked, as a program may.
 * Slow, and simple on purpose.
 */
#ifndef TESTS_DRI_MODEL_H
#define TESTS_DRI_MODEL_H

#include "tests/dri/generate.h"

/* What stands for "zeros" in `from`. */
#define MODEL_ZEROS (-1)

/* One dimension of the memory of the processes with one coordinate. */
struct model_axis {
	int64_t n;     /* places that are used */
	int64_t *from; /* the index that each place has, or MODEL_ZEROS */
	bool *owned;
};

/* One dimension of a side. */
struct model_dim {
	int procs;
	int *owner; /* coordinate, by index; -1 in a whole dimension: all */
	struct model_axis *axis; /* by coordinate */
	int64_t most;		 /* places of any of them */
};

struct model {
	const struct side *side;
	struct model_dim dim[DRI_MAX_DIMS];
};

/* The library's blocks cover the array exactly once, or this aborts with a
 * line on standard output. */
void model_make(struct model *m, const struct side *side);
void model_free(struct model *m);

void model_coords(const struct model *m, int rank, int coord[]);

/* Elements from the begin of the buffer to place at[d] in each dimension. */
int64_t model_offset(const struct model *m, int rank, const int64_t at[]);

/* Goes over all places of a rank: from at[] zero on; false: that was all. */
bool model_first(const struct model *m, int rank, int64_t at[]);
bool model_next(const struct model *m, int rank, int64_t at[]);

#endif
