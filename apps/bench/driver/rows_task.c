/* SPDX-License-Identifier: BSD-3-Clause */
/* rows_task.c - tasks of one node, compared with what else runs tasks.
 *
 * Each shape of a program for one worker, for two, and in four libraries:
 * libgomp, libomp, oneTBB, Argobots.
 */
#include "apps/bench/driver/rows.h"

/* Our side and its references; WHAT may differ between them. */
#define SIDES(tag, program, ocr_what, what, n)                                 \
	static const struct side ocr_##tag##_##n =                             \
		OCR(program, ocr_what, NULL, LAUNCH_ALONE, #n);                \
	static const struct side gomp_##tag##_##n = GOMP(what, #n);            \
	static const struct side lomp_##tag##_##n = LOMP(what, #n);            \
	static const struct side tbb_##tag##_##n = TBB(what, #n);              \
	static const struct side abt_##tag##_##n = ABT(what, #n)

SIDES(task, "ocr/task", "", "task", 1);
SIDES(task, "ocr/task", "", "task", 2);
SIDES(hop, "ocr/chain", "hop", "hop", 2);
SIDES(whole, "ocr/chain", "whole", "whole", 1);
SIDES(whole, "ocr/chain", "whole", "whole", 2);
SIDES(tree, "ocr/tree", "tree", "tree", 1);
SIDES(tree, "ocr/tree", "tree", "tree", 2);
SIDES(nested, "ocr/tree", "nested", "nested", 1);
SIDES(nested, "ocr/tree", "nested", "nested", 2);
SIDES(flat, "ocr/tree", "flat", "flat", 1);
SIDES(flat, "ocr/tree", "flat", "flat", 2);
SIDES(fib, "ocr/fib", "", "fib", 1);
SIDES(fib, "ocr/fib", "", "fib", 2);

static const struct side ocr_out_2 =
	OCR("ocr/fan", "out", NULL, LAUNCH_ALONE, "2");
static const struct side ocr_in_2 =
	OCR("ocr/fan", "in", NULL, LAUNCH_ALONE, "2");
static const struct side tbb_out_2 = TBB("out", "2");
static const struct side abt_out_2 = ABT("out", "2");

/* clang-format off */
#define ROWS(name, title, rate, tag, n)                                        \
	{name, title, rate, 0, &ocr_##tag##_##n, &gomp_##tag##_##n},           \
	{name "_libomp", "the same, against libomp", rate, 0,                  \
	 &ocr_##tag##_##n, &lomp_##tag##_##n},                                 \
	{name "_tbb", "the same, against oneTBB", rate, 0,                     \
	 &ocr_##tag##_##n, &tbb_##tag##_##n},                                  \
	{name "_argobots", "the same, against Argobots", rate, 0,              \
	 &ocr_##tag##_##n, &abt_##tag##_##n}
/* clang-format on */

static const struct row rows[] = {
	ROWS("task_1w", "create and run an empty task, 1 worker", true, task,
	     1),
	ROWS("task_2w", "create and run an empty task, 2 workers", true, task,
	     2),
	ROWS("tree_1w", "each task makes two, 1 worker", true, tree, 1),
	ROWS("tree_2w", "each task makes two, 2 workers", true, tree, 2),
	ROWS("nested_1w", "the same, finish in finish, 1 worker", true, nested,
	     1),
	ROWS("nested_2w", "the same, finish in finish, 2 workers", true, nested,
	     2),
	ROWS("flat_1w", "finish tasks with a task each, 1 worker", true, flat,
	     1),
	ROWS("flat_2w", "finish tasks with a task each, 2 workers", true, flat,
	     2),
	ROWS("fib_1w", "a Fibonacci number, a task a call, 1 worker", true, fib,
	     1),
	ROWS("fib_2w", "a Fibonacci number, a task a call, 2 workers", true,
	     fib, 2),
	ROWS("chain_hop", "one hop along a chain built before, 2 workers",
	     false, hop, 2),
	ROWS("chain_whole_1w", "build and run a chain, per task, 1 worker",
	     false, whole, 1),
	ROWS("chain_whole", "build and run a chain, per task, 2 workers", false,
	     whole, 2),
	{"fan_out", "one event starts 10,000 tasks, 2 workers", true, 0,
	 &ocr_out_2, &gomp_task_2},
	{"fan_out_libomp", "the same, against libomp", true, 0, &ocr_out_2,
	 &lomp_task_2},
	{"fan_out_tbb", "the same, against oneTBB's flow graph", true, 0,
	 &ocr_out_2, &tbb_out_2},
	{"fan_out_argobots", "the same, against Argobots", true, 0, &ocr_out_2,
	 &abt_out_2},
	{"fan_in", "10,000 tasks count down one latch, 2 workers", true, 0,
	 &ocr_in_2, &gomp_task_2},
	{"fan_in_libomp", "the same, against libomp", true, 0, &ocr_in_2,
	 &lomp_task_2},
	{"fan_in_tbb", "the same, against oneTBB", true, 0, &ocr_in_2,
	 &tbb_task_2},
	{"fan_in_argobots", "the same, against Argobots", true, 0, &ocr_in_2,
	 &abt_task_2},
};
const struct row_table bench_task_rows = {
	rows,
	sizeof(rows) / sizeof(rows[0]),
};
