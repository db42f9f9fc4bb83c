/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix.c - see matrix.h. */
#include "apps/cholesky/matrix.h"

#include "apps/common/market.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool
fail_short(struct market *r, u64 got, u64 want)
{
	if (ferror(r->file))
		return cli_fail(r->why, "%.300s: cannot be read: %s", r->path,
				strerror(errno));
	return cli_fail(r->why,
			"%.300s: is cut short: %" PRIu64 " values of %" PRIu64,
			r->path, got, want);
}

/* So that a line of sizes that lies costs no memory.  Pipes are believed. */
static bool
check_length(struct market *r, u64 values)
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
read_word(FILE *f, char word[MARKET_WORD_BYTES])
{
	size_t n = 0;
	int c;

	do
		c = getc_unlocked(f);
	while (c != EOF && isspace(c));
	for (; c != EOF && !isspace(c); c = getc_unlocked(f))
		if (n + 1 < MARKET_WORD_BYTES)
			word[n++] = (char)c;
	word[n] = 0;
}

/* The value with index `got` of `want`. */
static bool
read_value(struct market *r, u64 got, u64 want, double *value)
{
	char word[MARKET_WORD_BYTES];

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
read_values(struct market *r, struct matrix *m)
{
	u64 n = m->size, got = 0;
	u64 want = r->symmetric ? n * (n + 1) / 2 : n * n;
	char word[MARKET_WORD_BYTES];
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
	struct market r;
	bool ok;

	*m = (struct matrix){0};
	if (!market_open(&r, path, MARKET_ARRAY, MATRIX_MAX_SIZE, why))
		return false;
	m->size = r.rows;
	ok = check_length(&r, r.symmetric ? m->size * (m->size + 1) / 2
					  : m->size * m->size);
	if (ok) {
		m->packed = malloc(m->size * (m->size + 1) / 2 *
				   sizeof(*m->packed));
		ok = m->packed ? read_values(&r, m)
			       : cli_fail(why, "%.300s: out of memory for it",
					  path);
	}
	market_close(&r);
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
