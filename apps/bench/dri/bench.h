/* SPDX-License-Identifier: BSD-3-Clause */
/* bench.h - what the benchmarks of the Data Reorganization Interface have
 * in common.
 */
#ifndef APPS_BENCH_DRI_BENCH_H
#define APPS_BENCH_DRI_BENCH_H

#include "dri.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A benchmark whose calls fail has no result.  The launcher ends the others. */
static inline void
dri_must(int status, const char *what)
{
	if (status == DRI_SUCCESS)
		return;
	fprintf(stderr, "%s: %s\n", what, DRI_strerror(status));
	_exit(1);
}

#define DRI_MUST(call) dri_must(call, #call)

#endif
