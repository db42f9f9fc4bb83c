/* SPDX-License-Identifier: BSD-3-Clause */
/* cholesky_matrix.c - see cholesky_matrix.h. */
#include "apps/cholesky_matrix.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#define LINE_BYTES 1100
#define WORD_BYTES 64

struct reader {
	FILE *file;
	const char *path;
	bool symmetric; /* only the lower triangle is in the file */
	u64 columns;
	struct cli_error *why;
};

static bool
fail_short(struct reader *r, u64 got, u64 want)
{
	if (ferror(r->file))
		return cli_fail(r->why, "%.300s: cannot be read: %s", r->path,
				strerror(errno));
	return cli_fail(r->why,
			"%.300s: is cut short: %" PRIu64 " values of %" PRIu64,
			r->path, got, want);
}

/* %%MatrixMarket matrix array real|integer general|symmetric */
static bool
read_header(struct reader *r)
{
	char line[LINE_BYTES], word[5][WORD_BYTES] = {{0}};

	if (!fgets(line, sizeof(line), r->file) ||
	    sscanf(line, "%63s %63s %63s %63s %63s", word[0], word[1], word[2],
		   word[3], word[4]) < 1 ||
	    strcasecmp(word[0], "%%MatrixMarket"))
		return cli_fail(r->why, "%.300s: is no MatrixMarket file",
				r->path);
	r->symmetric = strcasecmp(word[4], "symmetric") == 0;
	if (strcasecmp(word[1], "matrix") || strcasecmp(word[2], "array") ||
	    (strcasecmp(word[3], "real") && strcasecmp(word[3], "integer")) ||
	    (!r->symmetric && strcasecmp(word[4], "general")))
		return cli_fail(r->why,
				"%.300s: is '%s %s %s %s'; wanted is 'matrix "
				"array real symmetric' or 'general'",
				r->path, word[1], word[2], word[3], word[4]);
	return true;
}

/* The first line that is neither empty nor a comment. */
static bool
read_sizes(struct reader *r, struct matrix *m)
{
	char line[LINE_BYTES], junk;
	u64 rows;

	do {
		if (!fgets(line, sizeof(line), r->file))
			return cli_fail(r->why,
					"%.300s: has no line with its size",
					r->path);
	} while (line[0] == '%' || line[strspn(line, " \t\r\n")] == 0);
	if (strchr(line, '-') || sscanf(line, "%" SCNu64 " %" SCNu64 " %c",
					&rows, &r->columns, &junk) != 2)
		return cli_fail(r->why,
				"%.300s: has a broken line with its size",
				r->path);
	if (rows != r->columns)
		return cli_fail(r->why,
				"%.300s: has %" PRIu64 " rows and %" PRIu64
				" columns; it should be square",
				r->path, rows, r->columns);
	if (rows == 0 || rows > MATRIX_MAX_SIZE)
		return cli_fail(r->why,
				"%.300s: has %" PRIu64 " rows; it should have "
				"1 to %d",
				r->path, rows, MATRIX_MAX_SIZE);
	m->size = rows;
	return true;
}

/* So that a line of sizes that lies costs no memory.  Pipes are believed. */
static bool
check_length(struct reader *r, u64 values)
{
	off_t here = ftello(r->file);
	struct stat st;

	if (here < 0 || fstat(fileno(r->file), &st) || !S_ISREG(st.st_mode) ||
	    (u64)(st.st_size - here) >= 2 * values - 1)
		return true;
	return cli_fail(r->why,
			"%.300s: is cut short: there is no room for %" PRIu64
			" values",
			r->path, values);
}

/* The next word of the file, cut where it is absurdly long; empty at the
 * end. */
static void
read_word(FILE *f, char word[WORD_BYTES])
{
	size_t n = 0;
	int c;

	do
		c = getc_unlocked(f);
	while (c != EOF && isspace(c));
	for (; c != EOF && !isspace(c); c = getc_unlocked(f))
		if (n + 1 < WORD_BYTES)
			word[n++] = (char)c;
	word[n] = 0;
}

/* The value with index `got` of `want`. */
static bool
read_value(struct reader *r, u64 got, u64 want, double *value)
{
	char word[WORD_BYTES];

	read_word(r->file, word);
	if (!word[0])
		return fail_short(r, got, want);
	if (!cli_take_real(word, -HUGE_VAL, HUGE_VAL, value))
		return cli_fail(r->why,
				"%.300s: value %" PRIu64
				", '%s', is not a finite number",
				r->path, got + 1, word);
	return true;
}

static double *
find_element(const struct matrix *m, u64 row, u64 column)
{
	return m->packed + column * m->size - column * (column + 1) / 2 + row;
}

/* Reads by columns.  What is above the diagonal has been seen below it. */
static bool
read_values(struct reader *r, struct matrix *m)
{
	u64 n = m->size, got = 0;
	u64 want = r->symmetric ? n * (n + 1) / 2 : n * n;
	char word[WORD_BYTES];
	double value, *twin;

	for (u64 column = 0; column < n; column++)
		for (u64 row = r->symmetric ? column : 0; row < n; row++) {
			if (!read_value(r, got++, want, &value))
				return false;
			if (row >= column) {
				*find_element(m, row, column) = value;
				continue;
			}
			twin = find_element(m, column, row);
			if (*twin != value)
				return cli_fail(
					r->why,
					"%.300s: is not symmetric: row "
					"%" PRIu64 ", column %" PRIu64
					" is %g, and %g across the diagonal",
					r->path, row + 1, column + 1, value,
					*twin);
		}
	read_word(r->file, word);
	if (word[0])
		return cli_fail(r->why,
				"%.300s: goes on after %" PRIu64
				" values: '%s'",
				r->path, want, word);
	return ferror(r->file) ? fail_short(r, got, want) : true;
}

bool
matrix_read(struct matrix *m, const char *path, struct cli_error *why)
{
	struct reader r = {.path = path, .why = why};
	struct stat st;
	bool ok;

	*m = (struct matrix){0};
	r.file = fopen(path, "r");
	if (!r.file)
		return cli_fail(why, "%.300s: cannot be opened: %s", path,
				strerror(errno));
	if (fstat(fileno(r.file), &st) == 0 && S_ISDIR(st.st_mode))
		ok = cli_fail(why, "%.300s: is a folder", path);
	else
		ok = read_header(&r) && read_sizes(&r, m) &&
		     check_length(&r, r.symmetric ? m->size * (m->size + 1) / 2
						  : m->size * m->size);
	if (ok) {
		m->packed = malloc(m->size * (m->size + 1) / 2 *
				   sizeof(*m->packed));
		ok = m->packed ? read_values(&r, m)
			       : cli_fail(why, "%.300s: out of memory for it",
					  path);
	}
	fclose(r.file);
	if (!ok)
		matrix_fini(m);
	return ok;
}

void
matrix_fini(struct matrix *m)
{
	free(m->packed);
	*m = (struct matrix){0};
}

double
matrix_get(const struct matrix *m, u64 row, u64 column)
{
	return *find_element(m, row, column);
}

/* Spreads the bits of x over all 64: multiplications by odd constants, and
 * shifts. */
static u64
mix(u64 x)
{
	x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
	x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
	return x ^ x >> 32;
}

double
matrix_make(u64 seed, u64 size, u64 row, u64 column)
{
	u64 bits = mix(mix(seed) + (column << 32 | row) + 1);
	double x = (double)(bits >> 11) / (double)(UINT64_C(1) << 53) - 0.5;

	/* More than all others of the row together. */
	return row == column ? x + (double)size : x;
}
