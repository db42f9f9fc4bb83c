/* SPDX-License-Identifier: BSD-3-Clause */
/* stage.h - three groups of processes, and how frames go from one to
 * the next.
 *
 *	readers   split a frame by rows
 *	filters   in tiles, with as many rows and columns more on each side as
 *	          the filter reaches
 *	writers   by rows again
 *
 * Beside the frames go votes: readers tell writers of each frame whether it
 * could be read, writers tell each other whether it could be written.
 * Functions return a status of the Data Reorganization Interface unless they
 * say otherwise.
 */
#ifndef APPS_PIPELINE_STAGE_H
#define APPS_PIPELINE_STAGE_H

#include "apps/pipeline/options.h"
#include "apps/common/raster.h"
#include "apps/common/vote.h"

/* Rows of one process, side by side in its buffer; n is 0 if it has none. */
struct stage_rows {
	int64_t first, n;
};

/* How a filter's tile lies in the buffers that it gets and sends; in samples.
 * rows is 0 if it has none. */
struct stage_tile {
	int64_t rows, cols;
	int64_t in_at, in_row, in_col;
	int64_t out_at, out_row, out_col;
};

struct stages {
	/* The caller's place in each group. */
	struct vote_place reader, filter, writer;
	/* Null where the caller is not on this side. */
	DRI_Channel read_out, filter_in, filter_out, write_in;
	struct stage_rows read_rows, write_rows;
	struct stage_tile tile;
	struct vote words; /* readers to writers */
	struct vote done;  /* of the writers */
};

/* Who does what, of `size` processes.  False, with a line in `why`, if the
 * options want something else. */
bool stages_share(struct stages *s, const struct options *o, int rank, int size,
		  struct cli_error *why);

/* The caller's sides of the channels.  Local, so that all can agree that there
 * is memory before they connect. */
int stages_make(struct stages *s, const struct options *o,
		const struct raster *frame);

/* Connects everything; collective over all. */
int stages_connect(struct stages *s, const struct options *o);

void stages_close(struct stages *s);

#endif
