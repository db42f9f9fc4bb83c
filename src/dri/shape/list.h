/* SPDX-License-Identifier: BSD-3-Clause */
/* list.h - runs along one dimension, which become series.
 *
 * Runs come one by one, growing in dst; patterns that repeat are found while
 * they come, so that the memory does not grow with the runs if they are
 * regular; what is known to repeat is told.  The same calls always make the
 * same series.
 * Knows nothing of where the runs come from.
 * Threads: none; a list has one owner.
 */
#ifndef SRC_DRI_SHAPE_LIST_H
#define SRC_DRI_SHAPE_LIST_H

#include "src/dri/shape/plan.h"

#include <stdbool.h>

/* The most runs of a pattern. */
#define DRI_LIST_PATTERN 32

struct dri_list {
	struct dri_series *series;
	size_t n, max;
	struct dri_run *runs;
	size_t n_runs, max_runs;
	int64_t elements;
	/* The last run, to which the next one may be joined. */
	struct dri_run last;
	/* Runs that have no series yet. */
	struct dri_run wait[2 * DRI_LIST_PATTERN];
	size_t waiting;
	/* The last series goes on: `waiting` begins with its next period. */
	bool open;
	/* What was added since is to be repeated: series and elements then. */
	bool is_marked;
	size_t mark;
	int64_t mark_elements;
};

/* All zero is an empty list. */
void ocr_dri_list_free(struct dri_list *l);

/* `count` runs like this one, so far apart.  False, as of all that follow: no
 * memory. */
bool ocr_dri_list_add_many(struct dri_list *l, const struct dri_run *r);

/* What is added from the mark on comes `count` times, so far apart. */
bool ocr_dri_list_mark(struct dri_list *l);
bool ocr_dri_list_repeat(struct dri_list *l, int64_t count, int64_t src_step,
			 int64_t dst_step);

/* No more runs come. */
bool ocr_dri_list_end(struct dri_list *l);

#endif
