/* SPDX-License-Identifier: BSD-3-Clause */
/* rows.c - what is compared with what.  BENCHMARKS.md explains each. */
#include "apps/bench/driver/rows.h"

static const struct side ocr_event =
	OCR("ocr/object", "event", NULL, LAUNCH_ALONE, "1");
static const struct side ocr_block =
	OCR("ocr/object", "block", NULL, LAUNCH_ALONE, "1");
static const struct side ocr_blocks =
	OCR("ocr/object", "blocks", NULL, LAUNCH_ALONE, "1");
static const struct side ocr_blocks_4k =
	OCR("ocr/object", "blocks", "4096", LAUNCH_ALONE, "1");
static const struct side ocr_blocks_1m =
	OCR("ocr/object", "blocks", "1048576", LAUNCH_ALONE, "1");
static const struct side ocr_waiting_tasks =
	OCR("ocr/waiting", "task", NULL, LAUNCH_ALONE, "1");
static const struct side ocr_waiting_events =
	OCR("ocr/waiting", "event", NULL, LAUNCH_ALONE, "1");
static const struct side ocr_live =
	OCR("ocr/live", "", NULL, LAUNCH_ALONE, "1");
static const struct side ocr_cached =
	OCR("ocr/read_again", "remote", NULL, LAUNCH_ALONE, "1");
#define AT_HOME(what_, threads_)                                               \
	{                                                                      \
		.label = "a block of the same node", .program = "ocr/cached",  \
		.what = (what_), .launcher = LAUNCH_OCRRUN,                    \
		.threads = (threads_), .missing = "it was not built"           \
	}
static const struct side ocr_cached_local = AT_HOME("local", "1");

/* What a node's tasks alone write. */
#define WRITER_SIDES(tag, what_, threads_)                                     \
	static const struct side writer_##tag =                                \
		OCR("ocr/read_again", what_ "-remote", NULL, LAUNCH_ALONE,     \
		    threads_);                                                 \
	static const struct side writer_##tag##_local =                        \
		AT_HOME(what_ "-local", threads_)
WRITER_SIDES(ew, "write", "1");
WRITER_SIDES(ew_2w, "write", "2");
WRITER_SIDES(rw, "share", "1");
WRITER_SIDES(pair, "pair", "1");
WRITER_SIDES(pair_2w, "pair", "2");
static const struct side ocr_remote_task =
	OCR("ocr/remote", "task", NULL, LAUNCH_OCRRUN, "1");
static const struct side ocr_remote_event =
	OCR("ocr/remote", "event", NULL, LAUNCH_OCRRUN, "1");
static const struct side ocr_channel =
	OCR("ocr/channel", "", NULL, LAUNCH_OCRRUN, "1");
static const struct side near_task =
	OCR("ocr/remote", "task", NULL, LAUNCH_AS_IT_IS, "1");
static const struct side near_event =
	OCR("ocr/remote", "event", NULL, LAUNCH_AS_IT_IS, "1");
static const struct side near_channel =
	OCR("ocr/channel", "", NULL, LAUNCH_AS_IT_IS, "1");

/* In one direction. */
static const struct side near_rate =
	OCR("ocr/rate", "", NULL, LAUNCH_AS_IT_IS, "1");
#define MPI_RATE(label_, what_)                                                \
	{                                                                      \
		.label = (label_), .program = "ref/rate_mpi", .what = (what_), \
		.launcher = LAUNCH_MPI, .missing = NO_MPI                      \
	}
static const struct side mpi_rate_send =
	MPI_RATE("Open MPI MPI_Send, MPI_Recv", "send");
static const struct side mpi_rate_window =
	MPI_RATE("Open MPI, 64 at once", "window");

/* As many nodes, and as many processes. */
#define MPI_REDUCE(label_, launcher_, nodes_)                                  \
	{                                                                      \
		.label = (label_), .program = "ref/mpi", .what = "allreduce",  \
		.launcher = (launcher_), .nodes = (nodes_), .missing = NO_MPI  \
	}
#define OCR_REDUCE(launcher_, nodes_)                                          \
	{                                                                      \
		.label = "ocr-fabric", .program = "ocr/reduce", .what = "",    \
		.launcher = (launcher_), .nodes = (nodes_), .threads = "1",    \
		.missing = "it was not built"                                  \
	}
#define REDUCE_SIDES(n)                                                        \
	static const struct side ocr_reduce_##n =                              \
		OCR_REDUCE(LAUNCH_OCRRUN, #n);                                 \
	static const struct side near_reduce_##n =                             \
		OCR_REDUCE(LAUNCH_AS_IT_IS, #n);                               \
	static const struct side mpi_reduce_##n =                              \
		MPI_REDUCE("Open MPI MPI_Allreduce", LAUNCH_MPI, #n);          \
	static const struct side tcp_reduce_##n =                              \
		MPI_REDUCE("MPI_Allreduce, TCP", LAUNCH_MPI_TCP, #n)
REDUCE_SIDES(1);
REDUCE_SIDES(2);
REDUCE_SIDES(4);
REDUCE_SIDES(8);
REDUCE_SIDES(16);
/* clang-format off */
#define REDUCE_ROWS(n)                                                         \
	{"reduce_" #n "n", "a sum over " #n " nodes, against MPI over TCP",    \
	 false, 0, &ocr_reduce_##n, &tcp_reduce_##n},                          \
	{"reduce_" #n "n_mpi", "the same, against MPI as it comes", false, 0,  \
	 &near_reduce_##n, &mpi_reduce_##n}
/* clang-format on */

/* From the command to the program. */
#define START_SIDES(n)                                                         \
	static const struct side start_main_##n = {                            \
		.label = "ocr-fabric",                                         \
		.program = "ocr/start",                                        \
		.what = "main",                                                \
		.launcher = LAUNCH_AS_IT_IS,                                   \
		.nodes = #n,                                                   \
		.missing = "it was not built",                                 \
	};                                                                     \
	static const struct side start_all_##n = {                             \
		.label = "ocr-fabric",                                         \
		.program = "ocr/start",                                        \
		.what = "all",                                                 \
		.launcher = LAUNCH_AS_IT_IS,                                   \
		.nodes = #n,                                                   \
		.missing = "it was not built",                                 \
	};                                                                     \
	static const struct side mpi_start_##n = {                             \
		.label = "Open MPI MPI_Init, MPI_Barrier",                     \
		.program = "ref/mpi",                                          \
		.what = "start",                                               \
		.launcher = LAUNCH_MPI_FREE,                                   \
		.nodes = #n,                                                   \
		.missing = NO_MPI,                                             \
	}
START_SIDES(1);
START_SIDES(2);
START_SIDES(8);
START_SIDES(32);
/* clang-format off */
#define START_ROWS(n)                                                          \
	{"start_" #n "n", "from the command to mainEdt, " #n " nodes", false,  \
	 0, &start_main_##n, &mpi_start_##n},                                  \
	{"start_all_" #n "n", "until a task has run on each of them", false,   \
	 0, &start_all_##n, &mpi_start_##n}
/* clang-format on */

static const struct side ocr_latch =
	OCR("ocr/object", "latch", NULL, LAUNCH_ALONE, "1");
static const struct side ocr_index =
	OCR("ocr/label", "index", NULL, LAUNCH_ALONE, "1");
static const struct side ocr_touch =
	OCR("ocr/label", "touch", NULL, LAUNCH_ALONE, "1");
static const struct side ocr_create = {
	.label = "ocrEdtCreate",
	.program = "ocr/label",
	.what = "create",
	.launcher = LAUNCH_ALONE,
	.threads = "1",
	.missing = "it was not built",
};
static const struct side ocr_scope_4 =
	OCR("ocr/fan", "scope", NULL, LAUNCH_OCRRUN4, "1");

/* What one protocol sends; the strictest one is what the others are compared
 * with. */
#define TRAFFIC(what_, protocol_)                                              \
	{                                                                      \
		.label = (protocol_), .program = "ocr/per_op",                 \
		.what = what_ "-" protocol_, .launcher = LAUNCH_ALONE,         \
		.threads = "1", .missing = "it was not built"                  \
	}
static const struct side packets_immediate = TRAFFIC("packets", "immediate");
static const struct side packets_grouped = TRAFFIC("packets", "grouped");
static const struct side packets_relaxed = TRAFFIC("packets", "relaxed");
static const struct side confirms_immediate = TRAFFIC("confirms", "immediate");
static const struct side confirms_grouped = TRAFFIC("confirms", "grouped");

static const struct side gomp_task_2 = GOMP("task", "2");

static const struct side malloc_block = {
	.label = "malloc, free",
	.program = "ref/floor",
	.what = "block",
	.missing = "it was not built",
};

static const struct side ocr_part =
	OCR("ocr/object", "part", NULL, LAUNCH_ALONE, "1");
static const struct side ocr_pieces =
	OCR("ocr/copy", "", NULL, LAUNCH_ALONE, "1");
static const struct side copy_part = {
	.label = "memcpy away and back",
	.program = "ref/floor",
	.what = "part",
	.missing = "it was not built",
};
#define JEMALLOC_BLOCKS(bytes_)                                                \
	{                                                                      \
		.label = "jemalloc's malloc, free", .program = "ref/jemalloc", \
		.what = "blocks", .size = bytes_,                              \
		.missing = "it was not built",                                 \
	}
static const struct side jemalloc_blocks = JEMALLOC_BLOCKS(NULL);
static const struct side jemalloc_blocks_4k = JEMALLOC_BLOCKS("4096");
static const struct side jemalloc_blocks_1m = JEMALLOC_BLOCKS("1048576");

static const struct side atomic_latch = {
	.label = "atomic addition",
	.program = "ref/floor",
	.what = "latch",
	.missing = "it was not built",
};

static const struct side fabric_message =
	FABRIC("libfabric message", "message", NULL);
static const struct side fabric_once =
	FABRIC("libfabric message", "once", NULL);
static const struct side fabric_same =
	FABRIC("libfabric, our bytes", "same", NULL);
static const struct side fabric_tagged =
	FABRIC("libfabric, our bytes and tag", "tagged", NULL);
static const struct side mpi_message =
	OPENMPI("Open MPI message", "message", NULL, LAUNCH_MPI);

/* The bytes are to move, and not only to be at hand: OCR_LEND. */
#define READ_NEAR(label_, what_, size_, lend_)                                 \
	{                                                                      \
		.label = (label_), .program = "ocr/read", .what = (what_),     \
		.size = (size_), .launcher = LAUNCH_AS_IT_IS, .threads = "1",  \
		.lend = (lend_), .missing = "it was not built"                 \
	}

/* One size of block: the side that is ours and its three references. */
#define READ_SIDES(tag, size)                                                  \
	static const struct side ocr_read_##tag =                              \
		OCR("ocr/read", "const", size, LAUNCH_OCRRUN, "1");            \
	static const struct side near_read_##tag =                             \
		READ_NEAR("ocr-fabric", "const", size, "0");                   \
	static const struct side fabric_read_##tag =                           \
		FABRIC("libfabric fi_read", "read", size);                     \
	static const struct side tcp_read_##tag =                              \
		OPENMPI("Open MPI, TCP", "read", size, LAUNCH_MPI_TCP);        \
	static const struct side mpi_read_##tag =                              \
		OPENMPI("Open MPI, shared memory", "read", size, LAUNCH_MPI)

/* The bytes alone. */
#define COPY(what_, size_)                                                     \
	{                                                                      \
		.label = "memcpy from another process",                        \
		.program = "ref/share", .what = (what_), .size = (size_),      \
		.missing = "it was not built"                                  \
	}
#define COPY_SIDES(tag, size_)                                                 \
	static const struct side copy_##tag = COPY("copy", size_);             \
	static const struct side hot_##tag = COPY("hot", size_)

/* clang-format off */
#define READ_ROWS(tag, bytes_, words)                                          \
	{"read_" #tag, "read a block of " words " of another node", false,     \
	 bytes_, &ocr_read_##tag, &fabric_read_##tag},                         \
	{"read_" #tag "_mpi_tcp", "the same, against MPI over TCP", false,     \
	 bytes_, &ocr_read_##tag, &tcp_read_##tag},                            \
	{"read_" #tag "_mpi", "the same, against MPI as it comes", false,      \
	 bytes_, &near_read_##tag, &mpi_read_##tag}
#define COPY_ROWS(tag, bytes_)                                                  \
	{"read_" #tag "_memcpy", "the same, against memcpy alone", false,      \
	 bytes_, &near_read_##tag, &copy_##tag},                               \
	{"read_" #tag "_memcpy_hot", "the same, into the same few buffers",    \
	 false, bytes_, &near_read_##tag, &hot_##tag}
/* clang-format on */

READ_SIDES(8, "8");
READ_SIDES(4k, "4096");
READ_SIDES(64k, "65536");
READ_SIDES(128k, "131072");
READ_SIDES(256k, "262144");
READ_SIDES(1m, "1048576");
READ_SIDES(4m, "4194304");
READ_SIDES(16m, "16777216");
COPY_SIDES(64k, "65536");
COPY_SIDES(1m, "1048576");

/* Read where they lie, all of them; and copied before. */
#define SUM_SIDES(tag, size)                                                   \
	static const struct side lent_##tag =                                  \
		READ_NEAR("ocr-fabric", "sum", size, NULL);                    \
	static const struct side copied_##tag =                                \
		READ_NEAR("ocr-fabric, copied", "sum", size, "0")
/* clang-format off */
#define SUM_ROW(tag, bytes_, words)                                            \
	{"sum_" #tag, "read all words of " words " of a neighbour, where they " \
	 "lie and copied", false, bytes_, &lent_##tag, &copied_##tag}
/* clang-format on */

SUM_SIDES(64k, "65536");
SUM_SIDES(1m, "1048576");
SUM_SIDES(4m, "4194304");

/* Many blocks at once, against as many reads at once. */
#define FETCH(what_, size_) OCR("ocr/fetch", what_, size_, LAUNCH_OCRRUN, "1")
static const struct side ocr_stream_1m = FETCH("stream", "1048576");
static const struct side ocr_stream_4m = FETCH("stream", "4194304");
static const struct side ocr_many_64 = FETCH("many", "64");
#define FANOUT(nodes_)                                                         \
	{                                                                      \
		.label = "ocr-fabric", .program = "ocr/fetch",                 \
		.what = "fanout", .size = "4194304",                           \
		.launcher = LAUNCH_OCRRUN, .nodes = (nodes_), .threads = "1",  \
		.missing = "it was not built"                                  \
	}
static const struct side ocr_fanout_1 = FANOUT("2");
static const struct side ocr_fanout_3 = FANOUT("4");
static const struct side ocr_fanout_7 = FANOUT("8");
static const struct side ocr_fanout_8 = FANOUT("9");
static const struct side ocr_fanout_16 = FANOUT("17");
#define BCAST(nodes_)                                                          \
	{                                                                      \
		.label = "MPI_Bcast, TCP", .program = "ref/mpi",               \
		.what = "bcast", .size = "4194304",                            \
		.launcher = LAUNCH_MPI_TCP, .nodes = (nodes_),                 \
		.missing = NO_MPI                                              \
	}
static const struct side bcast_3 = BCAST("4");
static const struct side bcast_8 = BCAST("9");
static const struct side bcast_16 = BCAST("17");

/* A tree that nobody knows, whose tasks have no hints. */
#define UTS(label_, what_)                                                     \
	{                                                                      \
		.label = (label_), .program = "ocr/uts", .what = (what_),      \
		.launcher = LAUNCH_ALONE, .threads = "1",                      \
		.missing = "apps/uts was not built"                            \
	}
static const struct side uts_1 = UTS("one node", "1");
static const struct side uts_2 = UTS("ocr-fabric", "2");
static const struct side uts_4 = UTS("ocr-fabric", "4");

static const struct side fabric_sum =
	FABRIC("libfabric exchange", "exchange", "8");
static const struct side fabric_stream_1m =
	FABRIC("16 fi_reads at once", "stream", "1048576");
static const struct side fabric_stream_4m =
	FABRIC("16 fi_reads at once", "stream", "4194304");
static const struct side fabric_stream_64 =
	FABRIC("16 fi_reads at once", "stream", "64");

/* A file that is in the kernel's cache, in chunks of one size. */
#define FILE_SIDES(tag, size_)                                                 \
	static const struct side ocr_file_##tag =                              \
		OCR("ocr/file", "chunk", size_, LAUNCH_ALONE, "2");            \
	static const struct side pread_##tag = {                               \
		.label = "pread",                                              \
		.program = "ref/file",                                         \
		.what = "pread",                                               \
		.size = (size_),                                               \
		.missing = "it was not built",                                 \
	}
FILE_SIDES(64k, "65536");
FILE_SIDES(1m, "1048576");

static const struct row rows[] = {
	{"event_life", "create, satisfy and destroy an event", false, 0,
	 &ocr_event, NULL},
	{"block_life", "create and destroy a block of 64 bytes", false, 0,
	 &ocr_block, &malloc_block},
	{"block_parts", "a block of 1 MiB in four parts, and whole again",
	 false, 0, &ocr_part, &copy_part},
	{"copy_partition", "the same by copies, and a task for each piece",
	 false, 0, &ocr_pieces, &copy_part},
	{"db_create", "create and destroy blocks of 64 bytes", true, 0,
	 &ocr_blocks, &jemalloc_blocks},
	{"db_create_4k", "the same, of 4 KiB", true, 0, &ocr_blocks_4k,
	 &jemalloc_blocks_4k},
	{"db_create_1m", "the same, of 1 MiB", true, 0, &ocr_blocks_1m,
	 &jemalloc_blocks_1m},
	{"db_live", "bytes of a block of 64 bytes that lives, but for those",
	 false, 0, &ocr_live, NULL},
	{"task_waiting", "bytes of a task with a slot that waits", false, 0,
	 &ocr_waiting_tasks, NULL},
	{"event_waiting", "bytes of an event that waits", false, 0,
	 &ocr_waiting_events, NULL},
	{"db_cached", "a task that reads a block that its node has a copy of",
	 false, 0, &ocr_cached, &ocr_cached_local},
	{"writer_chain", "a task that writes a block that its node alone uses",
	 false, 0, &writer_ew, &writer_ew_local},
	{"writer_chain_2w", "the same, 2 workers", false, 0, &writer_ew_2w,
	 &writer_ew_2w_local},
	{"writer_chain_rw", "tasks that could write it together, in turn",
	 false, 0, &writer_rw, &writer_rw_local},
	{"writer_chain_pair", "tasks that write two such blocks", false, 0,
	 &writer_pair, &writer_pair_local},
	{"writer_chain_pair_2w", "the same, 2 workers", false, 0,
	 &writer_pair_2w, &writer_pair_2w_local},
	{"latch", "one satisfaction of a latch", false, 0, &ocr_latch,
	 &atomic_latch},
	{"label_index", "compute the GUID of a label, without a message", false,
	 0, &ocr_index, NULL},
	{"map_touch", "a task that is created by its first touch, and runs",
	 false, 0, &ocr_touch, &ocr_create},
	{"scope_4n", "a finish scope over a million tasks on 4 nodes", true, 0,
	 &ocr_scope_4, &gomp_task_2},
	{"packets_grouped", "packets per op to another node, grouped", false, 0,
	 &packets_grouped, &packets_immediate},
	{"packets_relaxed", "packets per op to another node, relaxed", false, 0,
	 &packets_relaxed, &packets_immediate},
	{"confirms_grouped", "waits for a confirmation per op, grouped", false,
	 0, &confirms_grouped, &confirms_immediate},
	{"remote_task", "create a task on another node, there and back", false,
	 0, &ocr_remote_task, &fabric_message},
	{"remote_task_mpi", "the same, against MPI as it comes", false, 0,
	 &near_task, &mpi_message},
	{"remote_event", "wake a task of another node, there and back", false,
	 0, &ocr_remote_event, &fabric_message},
	{"remote_event_same", "the same, against what travels, alone", false, 0,
	 &ocr_remote_event, &fabric_same},
	{"remote_event_tagged", "the same, and its tag", false, 0,
	 &ocr_remote_event, &fabric_tagged},
	{"remote_event_mpi", "the same, against MPI as it comes", false, 0,
	 &near_event, &mpi_message},
	{"channel", "satisfy a channel of another node, there and back", false,
	 0, &ocr_channel, &fabric_message},
	{"channel_mpi", "the same, against MPI as it comes", false, 0,
	 &near_channel, &mpi_message},
	{"op_rate", "satisfactions to another node, one way, against MPI", true,
	 0, &near_rate, &mpi_rate_send},
	{"op_rate_window", "the same, against MPI with 64 under way", true, 0,
	 &near_rate, &mpi_rate_window},
	REDUCE_ROWS(1),
	REDUCE_ROWS(2),
	{"reduce_2n_fabric", "two nodes, against libfabric alone", false, 0,
	 &ocr_reduce_2, &fabric_sum},
	REDUCE_ROWS(4),
	REDUCE_ROWS(8),
	REDUCE_ROWS(16),
	START_ROWS(1),
	START_ROWS(2),
	START_ROWS(8),
	START_ROWS(32),
	{"file_64k", "read a file in chunks of 64 KiB, 2 workers", true, 0,
	 &ocr_file_64k, &pread_64k},
	{"file_1m", "read a file in chunks of 1 MiB, 2 workers", true, 0,
	 &ocr_file_1m, &pread_1m},
	READ_ROWS(8, 8, "8 bytes"),
	{"read_8_message", "the same, against a message there and back", false,
	 0, &ocr_read_8, &fabric_once},
	READ_ROWS(4k, 4096, "4 KiB"),
	READ_ROWS(64k, 65536, "64 KiB"),
	COPY_ROWS(64k, 65536),
	READ_ROWS(128k, 131072, "128 KiB"),
	READ_ROWS(256k, 262144, "256 KiB"),
	READ_ROWS(1m, 1048576, "1 MiB"),
	COPY_ROWS(1m, 1048576),
	SUM_ROW(64k, 65536, "64 KiB"),
	SUM_ROW(1m, 1048576, "1 MiB"),
	SUM_ROW(4m, 4194304, "4 MiB"),
	READ_ROWS(4m, 4194304, "4 MiB"),
	READ_ROWS(16m, 16777216, "16 MiB"),
	{"stream_1m", "16 blocks of 1 MiB of another node at once, per block",
	 false, 1048576, &ocr_stream_1m, &fabric_stream_1m},
	{"stream_4m", "the same, 4 MiB", false, 4194304, &ocr_stream_4m,
	 &fabric_stream_4m},
	{"read_many",
	 "4096 blocks of 64 bytes of another node at once, per "
	 "block",
	 false, 0, &ocr_many_64, &fabric_stream_64},
	{"fanout_1", "one block of 4 MiB, read by 1 other node", false, 4194304,
	 &ocr_fanout_1, &fabric_read_4m},
	{"fanout_3", "the same, by 3 nodes at once, per reader", false, 4194304,
	 &ocr_fanout_3, &fabric_read_4m},
	{"fanout_7", "the same, by 7 nodes at once, per reader", false, 4194304,
	 &ocr_fanout_7, &fabric_read_4m},
	{"fanout_8", "the same, by 8 nodes at once, per reader", false, 4194304,
	 &ocr_fanout_8, &fabric_read_4m},
	{"fanout_16", "the same, by 16 nodes at once, per reader", false,
	 4194304, &ocr_fanout_16, &fabric_read_4m},
	{"fanout_3_mpi", "by 3, against MPI over TCP", false, 4194304,
	 &ocr_fanout_3, &bcast_3},
	{"fanout_8_mpi", "by 8, likewise", false, 4194304, &ocr_fanout_8,
	 &bcast_8},
	{"fanout_16_mpi", "by 16, likewise", false, 4194304, &ocr_fanout_16,
	 &bcast_16},
	{"uts_2n", "an unbalanced tree search on 2 nodes, no hints", true, 0,
	 &uts_2, &uts_1},
	{"uts_4n", "the same, 4 nodes", true, 0, &uts_4, &uts_1},
};

static const struct row_table own = {
	rows,
	sizeof(rows) / sizeof(rows[0]),
};
static const struct row_table *const tables[] = {
	&bench_task_rows,
	&own,
	&bench_halo_rows,
	&bench_dri_rows,
	&bench_kernel_rows,
};

const struct row *
bench_row(size_t i)
{
	for (size_t t = 0; t < sizeof(tables) / sizeof(tables[0]); t++) {
		if (i < tables[t]->n)
			return &tables[t]->rows[i];
		i -= tables[t]->n;
	}
	return NULL;
}
