/* SPDX-License-Identifier: BSD-3-Clause */
/* rows_halo.c - borders that tiles on different nodes need of each other, and
 * blocks that they pass on. */
#include "apps/bench/driver/rows.h"

#define HALO(what_) OCR("ocr/halo", what_, NULL, LAUNCH_OCRRUN, "1")
static const struct side halo_once = HALO("once");
static const struct side halo_sticky = HALO("sticky");
static const struct side halo_counted = HALO("counted");
static const struct side halo_channel = HALO("channel");
static const struct side halo_sticky_late = HALO("sticky-late");
static const struct side halo_counted_late = HALO("counted-late");
static const struct side halo_channel_late = HALO("channel-late");
static const struct side fabric_exchange =
	FABRIC("libfabric exchange", "exchange", "1040");

/* Borders of one size: 16 bytes, the name of an event, go along with ours. */
#define NEAR_HALO(program_, size_, nodes_)                                     \
	{                                                                      \
		.label = "ocr-fabric", .program = (program_),                  \
		.what = (nodes_) ? "square" : "channel", .size = (size_),      \
		.launcher = LAUNCH_AS_IT_IS, .nodes = (nodes_),                \
		.threads = "1", .missing = "it was not built"                  \
	}
#define MPI_HALO(label_, what_, size_, launcher_, nodes_)                      \
	{                                                                      \
		.label = (label_), .program = "ref/halo_mpi", .what = (what_), \
		.size = (size_), .launcher = (launcher_), .nodes = (nodes_),   \
		.missing = NO_MPI                                              \
	}
#define SIZE_SIDES(tag, size, with_name)                                       \
	static const struct side halo_##tag =                                  \
		OCR("ocr/halo", "channel", size, LAUNCH_OCRRUN, "1");          \
	static const struct side near_halo_##tag =                             \
		NEAR_HALO("ocr/halo", size, NULL);                             \
	static const struct side fabric_halo_##tag =                           \
		FABRIC("libfabric exchange", "exchange", with_name);           \
	static const struct side tcp_halo_##tag =                              \
		MPI_HALO("MPI_Isend, MPI_Irecv, TCP", "two", with_name,        \
			 LAUNCH_MPI_TCP, "2");                                 \
	static const struct side mpi_halo_##tag =                              \
		MPI_HALO("Open MPI MPI_Isend, MPI_Irecv", "two", with_name,    \
			 LAUNCH_MPI, "2")
SIZE_SIDES(64, "64", "80");
SIZE_SIDES(1k, "1024", "1040");
SIZE_SIDES(4k, "4096", "4112");
SIZE_SIDES(16k, "16384", "16400");
SIZE_SIDES(64k, "65536", "65552");

/* Nine nodes in a square, each with eight neighbours. */
#define SQUARE_SIDES(tag, size_)                                               \
	static const struct side square_##tag = {                              \
		.label = "ocr-fabric",                                         \
		.program = "ocr/neighbours",                                   \
		.what = "square",                                              \
		.size = (size_),                                               \
		.launcher = LAUNCH_OCRRUN,                                     \
		.nodes = "9",                                                  \
		.threads = "1",                                                \
		.missing = "it was not built",                                 \
	};                                                                     \
	static const struct side near_square_##tag =                           \
		NEAR_HALO("ocr/neighbours", size_, "9");                       \
	static const struct side tcp_square_##tag =                            \
		MPI_HALO("MPI_Isend, MPI_Irecv, TCP", "square", size_,         \
			 LAUNCH_MPI_TCP, "9");                                 \
	static const struct side mpi_square_##tag =                            \
		MPI_HALO("Open MPI MPI_Isend, MPI_Irecv", "square", size_,     \
			 LAUNCH_MPI, "9")
SQUARE_SIDES(64, "64");
SQUARE_SIDES(1k, "1024");
SQUARE_SIDES(4k, "4096");
SQUARE_SIDES(16k, "16384");
SQUARE_SIDES(64k, "65536");

/* A block that two nodes write in turn.  In an exchange both send at once, so a
 * step is one message, one way. */
static const struct side token_channel =
	OCR("ocr/token", "channel", "1024", LAUNCH_OCRRUN, "1");
static const struct side token_task =
	OCR("ocr/token", "task", "1024", LAUNCH_OCRRUN, "1");
static const struct side near_token = {
	.label = "ocr-fabric",
	.program = "ocr/token",
	.what = "channel",
	.size = "1024",
	.launcher = LAUNCH_AS_IT_IS,
	.threads = "1",
	.missing = "it was not built",
};
static const struct side fabric_token =
	FABRIC("libfabric exchange", "exchange", "1024");
static const struct side mpi_token = MPI_HALO("Open MPI MPI_Isend, MPI_Irecv",
					      "two", "1024", LAUNCH_MPI, "2");

/* clang-format off */
#define SIZE_ROWS(tag, words)                                                  \
	{"halo_" #tag, "borders of " words " by channels, against libfabric",  \
	 false, 0, &halo_##tag, &fabric_halo_##tag},                           \
	{"halo_" #tag "_mpi_tcp", "the same, against MPI over TCP", false, 0,  \
	 &halo_##tag, &tcp_halo_##tag},                                        \
	{"halo_" #tag "_mpi", "the same, against MPI as it comes", false, 0,   \
	 &near_halo_##tag, &mpi_halo_##tag}
#define SQUARE_ROWS(tag, words)                                                \
	{"square_" #tag, "borders of " words " for 8 neighbours, 9 nodes, "    \
	 "against MPI over TCP", false, 0, &square_##tag, &tcp_square_##tag},  \
	{"square_" #tag "_mpi", "the same, against MPI as it comes", false, 0, \
	 &near_square_##tag, &mpi_square_##tag}
/* clang-format on */

static const struct row rows[] = {
	{"halo_once", "exchange of 1 KiB borders, by once events", false, 0,
	 &halo_once, &fabric_exchange},
	{"halo_sticky", "the same, by sticky events", false, 0, &halo_sticky,
	 &fabric_exchange},
	{"halo_counted", "the same, by counted events", false, 0, &halo_counted,
	 &fabric_exchange},
	{"halo_channel", "the same, by channel events", false, 0, &halo_channel,
	 &fabric_exchange},
	{"halo_sticky_late", "sticky events, linked behind the sending", false,
	 0, &halo_sticky_late, &fabric_exchange},
	{"halo_counted_late", "counted events, likewise", false, 0,
	 &halo_counted_late, &fabric_exchange},
	{"halo_channel_late", "channel events, likewise", false, 0,
	 &halo_channel_late, &fabric_exchange},
	SIZE_ROWS(64, "64 bytes"),
	SIZE_ROWS(1k, "1 KiB"),
	SIZE_ROWS(4k, "4 KiB"),
	SIZE_ROWS(16k, "16 KiB"),
	SIZE_ROWS(64k, "64 KiB"),
	SQUARE_ROWS(64, "64 bytes"),
	SQUARE_ROWS(1k, "1 KiB"),
	SQUARE_ROWS(4k, "4 KiB"),
	SQUARE_ROWS(16k, "16 KiB"),
	SQUARE_ROWS(64k, "64 KiB"),
	{"token", "a block of 1 KiB written by two nodes in turn, by channels",
	 false, 0, &token_channel, &fabric_token},
	{"token_task", "the same, each by a task that the other makes", false,
	 0, &token_task, &fabric_token},
	{"token_mpi", "by channels, against MPI as it comes", false, 0,
	 &near_token, &mpi_token},
};
const struct row_table bench_halo_rows = {
	rows,
	sizeof(rows) / sizeof(rows[0]),
};
