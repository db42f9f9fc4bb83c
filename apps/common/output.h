/* SPDX-License-Identifier: BSD-3-Clause */
/* output.h - a raster that all processes of a team write, each its rows, whole
 * or not at all.
 */
#ifndef APPS_COMMON_OUTPUT_H
#define APPS_COMMON_OUTPUT_H

#include "apps/common/outpicture.h"
#include "apps/common/raster.h"
#include "apps/common/team.h"

struct output {
	struct raster raster;
	struct outfile file; /* rank 0's */
	bool is_open;	     /* at rank 0 */
};

/* One that is not open. */
#define OUTPUT_NONE                                                            \
	{                                                                      \
		.raster = {.fd = -1 }                                          \
	}

/* Opens what out->raster describes; collective.  False: somebody has said why.
 */
bool output_open(struct output *out, struct team *t, const char *path);

/* Puts it in its place if all have written well; collective, likewise. */
bool output_close(struct output *out, struct team *t, bool well);

/* What is still open is as if it had never been. */
void output_drop(struct output *out, struct team *t);

#endif
