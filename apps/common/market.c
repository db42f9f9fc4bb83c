/* SPDX-License-Identifier: BSD-3-Clause */
/* market.c - see market.h. */
#include "apps/common/market.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* %%MatrixMarket matrix array|coordinate real|integer general|symmetric */
static bool
read_header(struct market *m, const char *format)
{
	char line[MARKET_LINE_BYTES], word[5][MARKET_WORD_BYTES] = {{0}};

	if (!fgets(line, sizeof(line), m->file) ||
	    sscanf(line, "%63s %63s %63s %63s %63s", word[0], word[1], word[2],
		   word[3], word[4]) < 1 ||
	    strcasecmp(word[0], "%%MatrixMarket"))
		return cli_fail(m->why, "%.300s: is no MatrixMarket file",
				m->path);
	m->symmetric = strcasecmp(word[4], "symmetric") == 0;
	if (strcasecmp(word[1], "matrix") || strcasecmp(word[2], format) ||
	    (strcasecmp(word[3], "real") && strcasecmp(word[3], "integer")) ||
	    (!m->symmetric && strcasecmp(word[4], "general")))
		return cli_fail(m->why,
				"%.300s: is '%s %s %s %s'; wanted is 'matrix "
				"%s real symmetric' or 'general'",
				m->path, word[1], word[2], word[3], word[4],
				format);
	return true;
}

static bool
parse_sizes(const char *line, enum market_format format, u64 number[3])
{
	char junk;

	if (format == MARKET_COORDINATE)
		return sscanf(line, "%" SCNu64 " %" SCNu64 " %" SCNu64 " %c",
			      &number[0], &number[1], &number[2], &junk) == 3;
	return sscanf(line, "%" SCNu64 " %" SCNu64 " %c", &number[0],
		      &number[1], &junk) == 2;
}

/* The first line that is neither empty nor a comment. */
static bool
read_sizes(struct market *m, enum market_format format, u64 max_rows)
{
	char line[MARKET_LINE_BYTES];
	u64 columns, number[3] = {0};

	do {
		if (!fgets(line, sizeof(line), m->file))
			return cli_fail(m->why,
					"%.300s: has no line with its size",
					m->path);
	} while (line[0] == '%' || line[strspn(line, " \t\r\n")] == 0);
	if (strchr(line, '-') || !parse_sizes(line, format, number))
		return cli_fail(m->why,
				"%.300s: has a broken line with its size",
				m->path);
	m->rows = number[0];
	columns = number[1];
	m->elements = number[2];
	if (m->rows != columns)
		return cli_fail(m->why,
				"%.300s: has %" PRIu64 " rows and %" PRIu64
				" columns; it should be square",
				m->path, m->rows, columns);
	if (m->rows == 0 || m->rows > max_rows)
		return cli_fail(m->why,
				"%.300s: has %" PRIu64 " rows; it should have "
				"1 to %" PRIu64,
				m->path, m->rows, max_rows);
	return true;
}

bool
market_open(struct market *m, const char *path, enum market_format format,
	    u64 max_rows, struct cli_error *why)
{
	struct stat st;
	bool ok;

	*m = (struct market){.path = path, .why = why};
	m->file = fopen(path, "r");
	if (!m->file)
		return cli_fail(why, "%.300s: cannot be opened: %s", path,
				strerror(errno));
	if (fstat(fileno(m->file), &st) == 0 && S_ISDIR(st.st_mode))
		ok = cli_fail(why, "%.300s: is a folder", path);
	else
		ok = read_header(m, format == MARKET_COORDINATE ? "coordinate"
								: "array") &&
		     read_sizes(m, format, max_rows);
	if (!ok)
		market_close(m);
	return ok;
}

void
market_close(struct market *m)
{
	fclose(m->file);
	m->file = NULL;
}
