/* SPDX-License-Identifier: BSD-3-Clause */
/* frame.h - the frames that go through: pictures in files, or drawn.
 *
 * Any process reads any rows of any frame.
 */
#ifndef APPS_PIPELINE_FRAME_H
#define APPS_PIPELINE_FRAME_H

#include "apps/pipeline/options.h"
#include "apps/common/raster.h"

struct frames {
	const struct options *options; /* borrowed */
	struct raster like;	       /* what all of them are like, not open */
};

/* Looks at every file: its header, its length.  False with a line in `why` if
 * one is no picture, or not like the first one. */
bool frames_look(struct frames *f, const struct options *o,
		 struct cli_error *why);

/* Rows first to first + n - 1 of frame i, side by side in memory. */
bool frames_read(const struct frames *f, int i, int64_t first, int64_t n,
		 uint16_t *rows, struct cli_error *why);

#endif
