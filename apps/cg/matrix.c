/* SPDX-License-Identifier: BSD-3-Clause */
/* matrix.c - see matrix.h. */
#include "apps/cg/matrix.h"

#include "apps/common/market.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The arrays of a matrix behind each other. */
static u64
arrays_bytes(const struct matrix *m)
{
	return (m->rows + 1) * sizeof(u64) + m->elements * sizeof(double) +
	       (m->elements + 1) / 2 * 2 * sizeof(u32);
}

static void
set_arrays(struct matrix *m, void *memory)
{
	m->start = memory;
	m->value = (double *)(m->start + m->rows + 1);
	m->column = (u32 *)(m->value + m->elements);
}

static bool
allocate(struct matrix *m)
{
	m->memory = malloc(arrays_bytes(m));
	if (!m->memory)
		return false;
	set_arrays(m, m->memory);
	return true;
}

bool
matrix_poisson(struct matrix *m, u64 side)
{
	u64 k = 0;

	*m = (struct matrix){
		.rows = side * side,
		.elements = 5 * side * side - 4 * side,
	};
	if (!allocate(m))
		return false;
	for (u64 i = 0; i < m->rows; i++) {
		u64 x = i % side, y = i / side;
		const struct {
			bool is_there;
			u64 column;
			double value;
		} star[] = {
			{y > 0, i - side, -1},
			{x > 0, i - 1, -1},
			{true, i, 4},
			{x + 1 < side, i + 1, -1},
			{y + 1 < side, i + side, -1},
		};

		m->start[i] = k;
		for (size_t s = 0; s < sizeof(star) / sizeof(star[0]); s++)
			if (star[s].is_there) {
				m->column[k] = (u32)star[s].column;
				m->value[k++] = star[s].value;
			}
	}
	m->start[m->rows] = k;
	return true;
}

/*
 * Files
 */

struct element {
	u32 row, column;
	double value;
};

struct reader {
	struct market market;
	u64 got;
	struct element *element;
	u64 n, room;
};

static bool
add_element(struct reader *r, u64 row, u64 column, double value)
{
	u64 room = r->room ? 2 * r->room : 1024;
	struct element *more;

	if (r->n == r->room) {
		more = realloc(r->element, room * sizeof(*more));
		if (!more)
			return cli_fail(r->market.why, "%.300s: out of memory",
					r->market.path);
		r->element = more;
		r->room = room;
	}
	r->element[r->n++] = (struct element){(u32)row, (u32)column, value};
	return true;
}

/* A position, from 1 to the number of rows. */
static bool
parse_position(const struct reader *r, const char *word, u64 *position)
{
	return cli_take_number(word, 1, r->market.rows, position);
}

static bool
take_line(struct reader *r, const char *line)
{
	char word[4][MARKET_WORD_BYTES] = {{0}};
	u64 row, column;
	double value;

	if (sscanf(line, "%63s %63s %63s %63s", word[0], word[1], word[2],
		   word[3]) != 3 ||
	    !parse_position(r, word[0], &row) ||
	    !parse_position(r, word[1], &column) ||
	    !cli_take_real(word[2], -HUGE_VAL, HUGE_VAL, &value))
		return cli_fail(r->market.why,
				"%.300s: element %" PRIu64
				" is '%s %s %s'; wanted are a row and a column "
				"up to %" PRIu64 ", and a finite number",
				r->market.path, r->got, word[0], word[1],
				word[2], r->market.rows);
	if (value == 0)
		return true;
	return add_element(r, row - 1, column - 1, value) &&
	       (!r->market.symmetric || row == column ||
		add_element(r, column - 1, row - 1, value));
}

static bool
read_elements(struct reader *r)
{
	char line[MARKET_LINE_BYTES];

	while (fgets(line, sizeof(line), r->market.file)) {
		if (line[strspn(line, " \t\r\n")] == 0)
			continue;
		if (++r->got > r->market.elements)
			return cli_fail(r->market.why,
					"%.300s: goes on after %" PRIu64
					" elements",
					r->market.path, r->market.elements);
		if (!take_line(r, line))
			return false;
	}
	if (ferror(r->market.file))
		return cli_fail(r->market.why, "%.300s: cannot be read: %s",
				r->market.path, strerror(errno));
	if (r->got < r->market.elements)
		return cli_fail(r->market.why,
				"%.300s: is cut short: %" PRIu64
				" elements of %" PRIu64,
				r->market.path, r->got, r->market.elements);
	return true;
}

static int
compare(const void *a, const void *b)
{
	const struct element *x = a, *y = b;

	if (x->row != y->row)
		return x->row < y->row ? -1 : 1;
	return x->column < y->column ? -1 : x->column > y->column;
}

/* The element there, or zero. */
static double
find(const struct matrix *m, u64 row, u64 column)
{
	u64 low = m->start[row], high = m->start[row + 1];

	while (low < high) {
		u64 mid = low + (high - low) / 2;

		if (m->column[mid] < column)
			low = mid + 1;
		else
			high = mid;
	}
	return low < m->start[row + 1] && m->column[low] == column
		       ? m->value[low]
		       : 0;
}

static bool
check_symmetric(const struct reader *r, const struct matrix *m)
{
	for (u64 i = 0; i < m->rows; i++)
		for (u64 k = m->start[i]; k < m->start[i + 1]; k++) {
			double twin = find(m, m->column[k], i);

			if (twin != m->value[k])
				return cli_fail(
					r->market.why,
					"%.300s: is not symmetric: row %" PRIu64
					", column %u is %g, and %g across the "
					"diagonal",
					r->market.path, i + 1, m->column[k] + 1,
					m->value[k], twin);
		}
	return true;
}

static bool
sort(struct reader *r, struct matrix *m)
{
	u64 row = 0;

	/* So that a line of sizes that lies costs no memory. */
	if (r->n < r->market.rows)
		return cli_fail(r->market.why,
				"%.300s: has %" PRIu64
				" elements that are not 0 in %" PRIu64
				" rows; each row of a positive definite matrix "
				"has one",
				r->market.path, r->n, r->market.rows);
	qsort(r->element, r->n, sizeof(*r->element), compare);
	*m = (struct matrix){.rows = r->market.rows, .elements = r->n};
	if (!allocate(m))
		return cli_fail(r->market.why, "%.300s: out of memory",
				r->market.path);
	for (u64 k = 0; k < r->n; k++) {
		const struct element *e = &r->element[k];

		if (k && !compare(e - 1, e))
			return cli_fail(r->market.why,
					"%.300s: has row %u, column %u twice",
					r->market.path, e->row + 1,
					e->column + 1);
		while (row <= e->row)
			m->start[row++] = k;
		m->column[k] = e->column;
		m->value[k] = e->value;
	}
	while (row <= m->rows)
		m->start[row++] = r->n;
	return check_symmetric(r, m);
}

bool
matrix_read(struct matrix *m, const char *path, struct cli_error *why)
{
	struct reader r = {0};
	bool ok;

	*m = (struct matrix){0};
	if (!market_open(&r.market, path, MARKET_COORDINATE, MATRIX_MAX_ROWS,
			 why))
		return false;
	ok = read_elements(&r) && sort(&r, m);
	market_close(&r.market);
	free(r.element);
	return ok;
}

void
matrix_fini(struct matrix *m)
{
	free(m->memory);
	*m = (struct matrix){0};
}

u64
matrix_bytes(const struct matrix *m)
{
	return 2 * sizeof(u64) + arrays_bytes(m);
}

void
matrix_pack(const struct matrix *m, void *to)
{
	struct matrix copy = *m;
	u64 *head = to;

	head[0] = m->rows;
	head[1] = m->elements;
	set_arrays(&copy, head + 2);
	memcpy(copy.start, m->start, (m->rows + 1) * sizeof(*m->start));
	memcpy(copy.value, m->value, m->elements * sizeof(*m->value));
	memcpy(copy.column, m->column, m->elements * sizeof(*m->column));
}

void
matrix_unpack(struct matrix *m, const void *from)
{
	const u64 *head = from;

	*m = (struct matrix){.rows = head[0], .elements = head[1]};
	set_arrays(m, (void *)(uintptr_t)(head + 2));
}
