/* SPDX-License-Identifier: BSD-3-Clause */
/* rows.c - METG of each pattern: on one node with one and two workers, on two
 * and four nodes with one each, against what runs on as many threads or
 * processes.  doc/change/BENCHMARKS.md explains them.
 */
#include "apps/bench/driver/rows.h"

#define NODES(pattern, size_, n)                                               \
	{                                                                      \
		.label = "ocr-fabric", .program = "ocr", .what = (pattern),    \
		.size = (size_), .launcher = LAUNCH_AS_IT_IS, .nodes = (n),    \
		.threads = "1", .missing = "it was not built"                  \
	}
#define MPI(pattern, size_, n)                                                 \
	{                                                                      \
		.label = "Open MPI", .program = "mpi", .what = (pattern),      \
		.size = (size_), .launcher = LAUNCH_MPI, .nodes = (n),         \
		.missing = "no Open MPI compiler (mpicc) when this was "       \
			   "configured"                                        \
	}
#define PEER(label_, program_, pattern, size_, n)                              \
	{                                                                      \
		.label = (label_), .program = (program_), .what = (pattern),   \
		.size = (size_), .threads = (n),                               \
		.missing = "it could not be built when this was configured"    \
	}

/* clang-format off */
#define SIDES(pattern, bytes, n)                                               \
	static const struct side ocr_##pattern##_##bytes##_##n##w =            \
		OCR("ocr", #pattern, #bytes, LAUNCH_ALONE, #n);                \
	static const struct side gomp_##pattern##_##bytes##_##n =              \
		PEER("libgomp", "libgomp", #pattern, #bytes, #n);              \
	static const struct side lomp_##pattern##_##bytes##_##n =              \
		PEER("libomp", "libomp", #pattern, #bytes, #n);                \
	static const struct side tbb_##pattern##_##bytes##_##n =               \
		PEER("oneTBB", "tbb", #pattern, #bytes, #n);                   \
	static const struct side mpi_##pattern##_##bytes##_##n =               \
		MPI(#pattern, #bytes, #n)
#define SIDES_OF_NODES(pattern, bytes, n)                                      \
	static const struct side ocr_##pattern##_##bytes##_##n##n =            \
		NODES(#pattern, #bytes, #n)
#define SIDES_OF(pattern, bytes)                                               \
	SIDES(pattern, bytes, 1);                                              \
	SIDES(pattern, bytes, 2);                                              \
	static const struct side mpi_##pattern##_##bytes##_4 =                 \
		MPI(#pattern, #bytes, "4");                                    \
	SIDES_OF_NODES(pattern, bytes, 2);                                     \
	SIDES_OF_NODES(pattern, bytes, 4)

#define PEERS(pattern, bytes, n)                                               \
	{#pattern "_" #bytes "_" #n "w", #pattern ", " #bytes                  \
	 " bytes, workers: " #n, false, 0, &ocr_##pattern##_##bytes##_##n##w,  \
	 &gomp_##pattern##_##bytes##_##n},                                     \
	{#pattern "_" #bytes "_" #n "w_libomp", "the same, against libomp",    \
	 false, 0, &ocr_##pattern##_##bytes##_##n##w,                          \
	 &lomp_##pattern##_##bytes##_##n},                                     \
	{#pattern "_" #bytes "_" #n "w_tbb", "the same, against oneTBB",       \
	 false, 0, &ocr_##pattern##_##bytes##_##n##w,                          \
	 &tbb_##pattern##_##bytes##_##n},                                      \
	{#pattern "_" #bytes "_" #n "w_mpi", "the same, against MPI",          \
	 false, 0, &ocr_##pattern##_##bytes##_##n##w,                          \
	 &mpi_##pattern##_##bytes##_##n}
#define ROW_OF_NODES(pattern, bytes, n)                                        \
	{#pattern "_" #bytes "_" #n "n", #pattern ", " #bytes                  \
	 " bytes, nodes: " #n ", against MPI", false, 0,                       \
	 &ocr_##pattern##_##bytes##_##n##n, &mpi_##pattern##_##bytes##_##n}
#define ROWS_OF(pattern, bytes)                                                \
	PEERS(pattern, bytes, 1), PEERS(pattern, bytes, 2),                    \
	ROW_OF_NODES(pattern, bytes, 2), ROW_OF_NODES(pattern, bytes, 4)
/* clang-format on */

SIDES_OF(trivial, 16);
SIDES_OF(stencil, 16);
SIDES_OF(stencil, 4096);
SIDES_OF(stencil, 65536);
SIDES_OF(spread, 16);
SIDES_OF(nearest, 16);
SIDES_OF(fft, 16);
SIDES_OF(tree, 16);
SIDES_OF(dom, 16);

static const struct row rows[] = {
	ROWS_OF(trivial, 16),	 ROWS_OF(stencil, 16), ROWS_OF(stencil, 4096),
	ROWS_OF(stencil, 65536), ROWS_OF(spread, 16),  ROWS_OF(nearest, 16),
	ROWS_OF(fft, 16),	 ROWS_OF(tree, 16),    ROWS_OF(dom, 16),
};
_Static_assert(sizeof(rows) / sizeof(rows[0]) <= MAX_ROWS, "too many rows");

const struct row *
bench_row(size_t i)
{
	return i < sizeof(rows) / sizeof(rows[0]) ? &rows[i] : NULL;
}
