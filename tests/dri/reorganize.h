/* SPDX-License-Identifier: BSD-3-Clause */
/* reorganize.h - a random reorganization with all its processes: their buffers,
 * and what must be in them.
 */
#ifndef TESTS_DRI_REORGANIZE_H
#define TESTS_DRI_REORGANIZE_H

#include "tests/dri/generate.h"
#include "tests/dri/model.h"

#include <stdio.h>
#include <stdlib.h>

/* Bytes around what may be touched. */
#define GUARD 192

struct buffer {
	unsigned char *memory; /* a guard, the elements, a guard */
	unsigned char *data;
	size_t bytes; /* of the elements */
	int64_t count;
	int64_t stride[DRI_MAX_DIMS];
};

struct world {
	struct reorganization r;
	struct model src, dst;
	struct buffer *send, *receive, *expected; /* by rank */
	struct dri_plan *plans;			  /* of the receivers */
	int *near;				  /* NULL: the default */
	bool in_place;
	struct dice dice;
	const char *wrong; /* NULL: nothing */
};

static inline void *
allocate(size_t n, size_t bytes)
{
	void *p = calloc(n > 0 ? n : 1, bytes);

	if (p == NULL) {
		printf("out of memory\n");
		exit(99);
	}
	return p;
}

/* Units from an element to the next, on a side. */
int reorganize_step(const struct world *w, enum dri_side side);

/* Where part k of the first element lies. */
unsigned char *reorganize_part(const struct world *w, enum dri_side side,
			       const struct buffer *b, int k);

/* Moves the elements of the pair, in one of the ways in which that can be done;
 * w->wrong says what is wrong. */
void reorganize_move(struct world *w, int sender, const struct dri_pair *p);

#endif
