/* SPDX-License-Identifier: BSD-3-Clause */
/* rows_dri.c - the rows of the Data Reorganization Interface. */
#include "apps/bench/driver/rows.h"

/* A corner turn, in both ways of both libraries. */
#define TURN_MPI(label_, program_, what_, launcher_, nodes_, missing_)         \
	{                                                                      \
		.label = (label_), .program = (program_), .what = (what_),     \
		.launcher = (launcher_), .nodes = (nodes_),                    \
		.missing = (missing_)                                          \
	}
#define TURN_SIDES(n)                                                          \
	static const struct side dri_turn_##n = {                              \
		.label = "ocr-fabric",                                         \
		.program = "dri/turn",                                         \
		.what = "",                                                    \
		.launcher = LAUNCH_OCRRUN,                                     \
		.nodes = #n,                                                   \
		.missing = "it was not built",                                 \
	};                                                                     \
	static const struct side openmpi_w_##n =                               \
		TURN_MPI("Open MPI MPI_Alltoallw", "ref/turn_openmpi",         \
			 "alltoallw", LAUNCH_MPI_FREE, #n, NO_MPI);            \
	static const struct side openmpi_pack_##n =                            \
		TURN_MPI("Open MPI, packed by hand", "ref/turn_openmpi",       \
			 "pack", LAUNCH_MPI_FREE, #n, NO_MPI);                 \
	static const struct side mpich_w_##n =                                 \
		TURN_MPI("MPICH MPI_Alltoallw", "ref/turn_mpich", "alltoallw", \
			 LAUNCH_MPICH, #n, NO_MPICH);                          \
	static const struct side mpich_pack_##n =                              \
		TURN_MPI("MPICH, packed by hand", "ref/turn_mpich", "pack",    \
			 LAUNCH_MPICH, #n, NO_MPICH)
TURN_SIDES(2);
TURN_SIDES(4);
/* clang-format off */
#define TURN_BYTES (UINT64_C(8) << 24)
#define TURN_ROWS(n)                                                           \
	{"turn_" #n "_pack", "corner turn on " #n " processes, against pack "  \
	 "and MPI_Alltoall of Open MPI", false, TURN_BYTES, &dri_turn_##n,     \
	 &openmpi_pack_##n},                                                   \
	{"turn_" #n "_alltoallw", "the same, against its MPI_Alltoallw",       \
	 false, TURN_BYTES, &dri_turn_##n, &openmpi_w_##n},                    \
	{"turn_" #n "_mpich_pack", "the same, against pack with MPICH", false, \
	 TURN_BYTES, &dri_turn_##n, &mpich_pack_##n},                          \
	{"turn_" #n "_mpich_w", "the same, against MPICH's MPI_Alltoallw",     \
	 false, TURN_BYTES, &dri_turn_##n, &mpich_w_##n}
/* clang-format on */

/* A program of libdri's and one of MPI's, on as many processes. */
#define DRI_AND_MPI(row, program_, what_, n, calls)                            \
	static const struct side dri_##row = {                                 \
		.label = "ocr-fabric",                                         \
		.program = "dri/" program_,                                    \
		.what = (what_),                                               \
		.launcher = LAUNCH_AS_IT_IS,                                   \
		.nodes = #n,                                                   \
		.missing = "it was not built",                                 \
	};                                                                     \
	static const struct side mpi_##row = {                                 \
		.label = "Open MPI " calls,                                    \
		.program = "ref/" program_ "_mpi",                             \
		.what = (what_),                                               \
		.launcher = LAUNCH_MPI,                                        \
		.nodes = #n,                                                   \
		.missing = NO_MPI,                                             \
	}
/* Small exchanges, and borders of an array, in place. */
DRI_AND_MPI(exchange_2, "exchange", "", 2, "MPI_Alltoall");
DRI_AND_MPI(exchange_4, "exchange", "", 4, "MPI_Alltoall");
DRI_AND_MPI(border_2d_2, "border", "2d", 2, "MPI_Isend, MPI_Irecv");
DRI_AND_MPI(border_2d_4, "border", "2d", 4, "MPI_Isend, MPI_Irecv");
DRI_AND_MPI(border_3d_2, "border", "3d", 2, "MPI_Isend, MPI_Irecv");
DRI_AND_MPI(border_3d_4, "border", "3d", 4, "MPI_Isend, MPI_Irecv");
/* clang-format off */
#define EXCHANGE_ROW(n)                                                        \
	{"exchange_" #n, "64 bytes from each of " #n " processes to each",     \
	 false, 0, &dri_exchange_##n, &mpi_exchange_##n}
#define BORDER_ROW(d, n, title)                                                \
	{"border_" #d "_" #n, "borders of " title ", " #n " processes", false, \
	 0, &dri_border_##d##_##n, &mpi_border_##d##_##n}
/* clang-format on */

/* Connecting, as processes and blocks grow. */
#define CONNECT(what_, size_, nodes_)                                          \
	{                                                                      \
		.label = "ocr-fabric", .program = "dri/connect",               \
		.what = (what_), .size = (size_), .launcher = LAUNCH_OCRRUN,   \
		.nodes = (nodes_), .missing = "it was not built"               \
	}
#define CONNECT_P(n)                                                           \
	static const struct side connect_p##n = CONNECT("turn", NULL, #n)
#define CONNECT_B(n)                                                           \
	static const struct side connect_b##n = CONNECT("blocks", #n, "4")
CONNECT_P(2);
CONNECT_P(4);
CONNECT_P(8);
CONNECT_P(16);
CONNECT_B(4);
CONNECT_B(16);
CONNECT_B(256);
CONNECT_B(4096);
CONNECT_B(65536);
CONNECT_B(16777216);
/* clang-format off */
#define CONNECT_ROWS(kind, n, title)                                           \
	{"connect_" #kind #n, "connect two sides: " title, false, 0,           \
	 &connect_##kind##n, NULL}
/* clang-format on */

static const struct row rows[] = {
	TURN_ROWS(2),
	TURN_ROWS(4),
	EXCHANGE_ROW(2),
	EXCHANGE_ROW(4),
	BORDER_ROW(2d, 2, "4096^2 doubles"),
	BORDER_ROW(2d, 4, "4096^2 doubles"),
	BORDER_ROW(3d, 2, "256^3 doubles"),
	BORDER_ROW(3d, 4, "256^3 doubles"),
	CONNECT_ROWS(p, 2, "a corner turn, 2 processes"),
	CONNECT_ROWS(p, 4, "the same, 4 processes"),
	CONNECT_ROWS(p, 8, "the same, 8 processes"),
	CONNECT_ROWS(p, 16, "the same, 16 processes"),
	CONNECT_ROWS(b, 4, "4 blocks, 4 processes"),
	CONNECT_ROWS(b, 16, "16 blocks, 4 processes"),
	CONNECT_ROWS(b, 256, "256 blocks, 4 processes"),
	CONNECT_ROWS(b, 4096, "4096 blocks, 4 processes"),
	CONNECT_ROWS(b, 65536, "65536 blocks, 4 processes"),
	CONNECT_ROWS(b, 16777216, "16777216 blocks, 4 processes"),
};
const struct row_table bench_dri_rows = {
	rows,
	sizeof(rows) / sizeof(rows[0]),
};
