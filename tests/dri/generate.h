/* SPDX-License-Identifier: BSD-3-Clause */
/* generate.h - random reorganizations, each from a seed.
 *
 * The same seed and limits give the same reorganization everywhere, so that
 * many processes make it each for itself.
 * Knows what can be asked for; knows nothing of how it is done.
 */
#ifndef TESTS_DRI_GENERATE_H
#define TESTS_DRI_GENERATE_H

#include "src/dri/shape/plan.h"
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

/* The most bytes of an element. */
#define GENERATE_MOST_BYTES 40

struct reorganization {
	struct side src, dst; /* of the same sizes */
	DRI_Dataspec type[2]; /* enum dri_side; of the same numbers */
	size_t part_bytes;    /* of an element, or of each half */
	int parts;
	bool is_joined[2]; /* the halves of an element side by side */
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

/* Both sides have the data type of the receivers. */
void generate_same_type(struct reorganization *r);

/* Where part k of the element at `offset` lies in a buffer of `count` elements:
 * in units of part_bytes. */
int64_t generate_at(const struct reorganization *r, enum dri_side side,
		    int64_t count, int64_t offset, int k);

/* What it is, for people, in a few lines. */
void describe(const struct reorganization *r);

#endif
