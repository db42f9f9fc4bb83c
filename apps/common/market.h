/* SPDX-License-Identifier: BSD-3-Clause */
/* market.h - the beginning of a MatrixMarket file of a square real matrix: its
 * header, comments and sizes.  What follows is for the caller to read.
 */
#ifndef APPS_COMMON_MARKET_H
#define APPS_COMMON_MARKET_H

#include "apps/common/cli.h"

/* A line of the format has at most 1024 characters. */
#define MARKET_LINE_BYTES 1100
/* A number, cut where it is absurdly long. */
#define MARKET_WORD_BYTES 64

struct market {
	FILE *file;
	const char *path;
	struct cli_error *why; /* what is wrong goes here */
	bool symmetric;	       /* only one triangle is in the file */
	u64 rows;	       /* and columns */
	u64 elements;	       /* in the file, if it is one of coordinates */
};

enum market_format { MARKET_ARRAY, MARKET_COORDINATE };

/* Opens `path` and reads up to the first element.  `path` and `why` are
 * borrowed.  False, with a line in `why`, and nothing open, if it cannot be
 * read, is in another format, is neither general nor symmetric, or has not 1 to
 * max_rows rows and as many columns. */
bool market_open(struct market *m, const char *path, enum market_format format,
		 u64 max_rows, struct cli_error *why);

void market_close(struct market *m);

#endif
