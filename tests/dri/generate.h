/* SPDX-License-Identifier: BSD-3-Clause */
/* generate.h - random reorganizations, each from a seed.
 *
 * The same seed and limits give the same reorganization everywhere, so that
 * many processes make it each for itself.
 * Knows what can be asked for; knows nothing of how it is done.
 */
#ifndef TESTS_DRI_GENERATE_H
#define TESTS_DRI_GENERATE_H

#include "src/dri/shape/shape.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A stream of random numbers. */
struct dice {
	uint64_t state;
};

struct dice dice(uint64_t seed, uint64_t stream);
uint64_t dice_next(struct dice *d);
/* 0 to n - 1; n > 0. */
int64_t dice_below(struct dice *d, int64_t n);
/* true once in n. */
bool dice_once_in(struct dice *d, int64_t n);

struct side {
	int group_size;
	bool no_group_dims; /* NULL: all procs in `asked` are 0 */
	/* As the program asks for it: procs 0 is for the library to choose. */
	struct dri_shape_spec asked;
	/* With all chosen, and what it comes to. */
	struct dri_shape_spec spec;
	struct dri_shape shape;
};

struct reorganization {
	struct side src, dst; /* of the same sizes */
	DRI_Dataspec type;
	size_t part_bytes; /* of the type: of an element, or of each half */
	int parts;
};

struct limits {
	int src_procs, dst_procs; /* sizes of the groups; 0: any up to 12 */
	int ndims;		  /* at most; 0: DRI_MAX_DIMS */
	int64_t elements;	  /* in the array at most */
	int64_t stored;		  /* by any process at most; > elements */
};

/* For many in a short time. */
extern const struct limits small_limits;

void generate(struct reorganization *r, uint64_t seed,
	      const struct limits *limits);

/* What r's receivers have, sent on to others: r becomes that. */
void generate_onward(struct reorganization *r, uint64_t seed,
		     const struct limits *limits);

/* What it is, for people, in a few lines. */
void describe(const struct reorganization *r);

#endif
