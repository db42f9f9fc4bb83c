/* SPDX-License-Identifier: BSD-3-Clause */
/* rows_kernel.c - orders of dimensions in one process, against loops. */
#include "apps/bench/driver/rows.h"

#define SIDES(what_, bytes_)                                                   \
	static const struct side dri_##what_##_##bytes_ = {                    \
		.label = "ocr-fabric",                                         \
		.program = "dri/kernel",                                       \
		.what = #what_,                                                \
		.size = #bytes_,                                               \
		.launcher = LAUNCH_AS_IT_IS,                                   \
		.nodes = "1",                                                  \
		.missing = "it was not built",                                 \
	};                                                                     \
	static const struct side loop_##what_##_##bytes_ = {                   \
		.label = "the better of two loops",                            \
		.program = "ref/kernel",                                       \
		.what = #what_,                                                \
		.size = #bytes_,                                               \
		.missing = "it was not built",                                 \
	}
#define ALL_SIDES(what_)                                                       \
	SIDES(what_, 1);                                                       \
	SIDES(what_, 2);                                                       \
	SIDES(what_, 4);                                                       \
	SIDES(what_, 8)
ALL_SIDES(records);
SIDES(records, 16);
ALL_SIDES(fields);
SIDES(fields, 16);
ALL_SIDES(square);
SIDES(square, 16);
ALL_SIDES(cube);
SIDES(cube, 16);
ALL_SIDES(pairs);
ALL_SIDES(turned);

/* clang-format off */
#define ROW(what_, bytes_, title)                                              \
	{"kernel_" #what_ "_" #bytes_, title ", of " #bytes_ " bytes", false,  \
	 0, &dri_##what_##_##bytes_, &loop_##what_##_##bytes_}
#define ROWS(what_, title)                                                     \
	ROW(what_, 1, title), ROW(what_, 2, title), ROW(what_, 4, title),      \
	ROW(what_, 8, title)
/* clang-format on */

static const struct row rows[] = {
	ROWS(records, "records of three to three arrays"),
	ROW(records, 16, "records of three to three arrays"),
	ROWS(fields, "three arrays to records"),
	ROW(fields, 16, "three arrays to records"),
	ROWS(square, "a square turned"),
	ROW(square, 16, "a square turned"),
	ROWS(cube, "three dimensions reversed"),
	ROW(cube, 16, "three dimensions reversed"),
	ROWS(pairs, "pairs to two arrays"),
	ROWS(turned, "pairs to two arrays, turned"),
};

const struct row_table bench_kernel_rows = {
	rows,
	sizeof(rows) / sizeof(rows[0]),
};
