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

#define MAX_ROWS 256

struct row_table {
	const struct row *rows;
	size_t n;
};

/* The i-th one, or NULL behind the last, which is below MAX_ROWS. */
const struct row *bench_row(size_t i);

/* Tasks of one node; borders between nodes; the Data Reorganization Interface,
 * between processes and in one.  rows.c has all others, and puts them behind
 * each other. */
extern const struct row_table bench_task_rows;
extern const struct row_table bench_halo_rows;
extern const struct row_table bench_dri_rows;
extern const struct row_table bench_kernel_rows;

#define NO_MPI	 "no Open MPI compiler (mpicc) when this was configured"
#define NO_MPICH "no MPICH compiler (mpicc.mpich) when this was configured"

/* Sides that several files have. */
#define FABRIC(label_, what_, size_)                                           \
	{                                                                      \
		.label = (label_), .program = "ref/fabric", .what = (what_),   \
		.size = (size_), .missing = "it was not built"                 \
	}
#define OPENMPI(label_, what_, size_, launcher_)                               \
	{                                                                      \
		.label = (label_), .program = "ref/mpi", .what = (what_),      \
		.size = (size_), .launcher = (launcher_), .missing = NO_MPI    \
	}
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
