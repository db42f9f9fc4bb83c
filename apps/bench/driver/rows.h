/* SPDX-License-Identifier: BSD-3-Clause */
/* rows.h - the table of all comparisons. */
#ifndef APPS_BENCH_DRIVER_ROWS_H
#define APPS_BENCH_DRIVER_ROWS_H

#include "apps/bench/driver/side.h"

#include <stddef.h>
#include <stdint.h>

struct row {
	const char *name;
	const char *title;
	bool more_is_better;
	uint64_t bytes; /* moved by one operation, 0: does not matter */
	/* Rows that follow each other with the same `ours` share its runs. */
	const struct side *ours;
	const struct side *reference; /* NULL: there is none */
};

#define MAX_ROWS 192

/* The i-th one, or NULL behind the last, which is below MAX_ROWS. */
const struct row *bench_row(size_t i);

/* Those of rows_task.c, which is about tasks of one node. */
extern const struct row bench_task_rows[];
extern const size_t bench_n_task_rows;

/* Sides that both files have. */
#define OCR(program_, what_, size_, launcher_, threads_)                       \
	{                                                                      \
		.label = "ocr-fabric", .program = (program_), .what = (what_), \
		.size = (size_), .launcher = (launcher_),                      \
		.threads = (threads_), .missing = "it was not built"           \
	}
#define GOMP(what_, threads_)                                                  \
	{                                                                      \
		.label = "libgomp", .program = "ref/libgomp", .what = (what_), \
		.threads = (threads_),                                         \
		.missing = "no gcc with -fopenmp when this was configured"     \
	}
#define LOMP(what_, threads_)                                                  \
	{                                                                      \
		.label = "libomp", .program = "ref/libomp", .what = (what_),   \
		.threads = (threads_),                                         \
		.missing = "no clang with libomp when this was configured"     \
	}
#define TBB(what_, threads_)                                                   \
	{                                                                      \
		.label = "oneTBB", .program = "ref/tbb", .what = (what_),      \
		.threads = (threads_),                                         \
		.missing = "no oneTBB (Debian: libtbb-dev) when this was "     \
			   "configured"                                        \
	}
#define ABT(what_, threads_)                                                   \
	{                                                                      \
		.label = "Argobots", .program = "ref/argobots",                \
		.what = (what_), .threads = (threads_),                        \
		.missing = "no Argobots (not in Debian: argobots.pc of a "     \
			   "source build in PKG_CONFIG_PATH) when this was "   \
			   "configured"                                        \
	}

#endif
