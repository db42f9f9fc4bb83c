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

extern const struct row bench_rows[];
extern const size_t bench_n_rows;

#endif
