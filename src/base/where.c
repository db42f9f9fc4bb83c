/* SPDX-License-Identifier: BSD-3-Clause */
/* where.c - see where.h. */
#include "src/base/where.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* So many places are kept, and so much may it cost to look for them.  What a
 * crowded machine does meanwhile costs nothing: the same is told there. */
#define KNOWN	256
#define LOOK_MS 3000

/* An entry is its writer's until `at` is there, and fixed after that.  Two may
 * be of one place: the first counts. */
static struct {
	_Atomic(const void *) at;
	char line[OCR_LINE_TEXT];
} known[KNOWN];
static _Atomic unsigned n_known; /* taken, KNOWN or more if all are */
static _Atomic unsigned spent_ms;

/* NULL: it was not looked up. */
static const char *
recall(const void *at)
{
	/* pairs with keep() */
	for (unsigned i = 0; i < KNOWN; i++) {
		const void *one = atomic_load_explicit(&known[i].at,
						       memory_order_acquire);

		if (one == at)
			return known[i].line;
	}
	return NULL;
}

static void
keep(const void *at, const char *line)
{
	unsigned i = atomic_load_explicit(&n_known, memory_order_relaxed);

	if (i >= KNOWN)
		return;
	i = atomic_fetch_add_explicit(&n_known, 1, memory_order_relaxed);
	if (i >= KNOWN)
		return;
	memcpy(known[i].line, line, OCR_LINE_TEXT);
	/* pairs with recall() */
	atomic_store_explicit(&known[i].at, at, memory_order_release);
}

static void
look(const void *const *at, unsigned n, char lines[][OCR_LINE_TEXT])
{
	for (unsigned i = 0; i < n; i++)
		*lines[i] = 0;
	if (atomic_load_explicit(&spent_ms, memory_order_relaxed) >= LOOK_MS)
		return;
	atomic_fetch_add_explicit(&spent_ms, ocr_lines_find(at, n, lines),
				  memory_order_relaxed);
	for (unsigned i = 0; i < n; i++)
		keep(at[i], lines[i]);
}

static bool
is_among(const void *at, const void *const *some, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (some[i] == at)
			return true;
	return false;
}

void
ocr_where_learn(const void *const *at, unsigned n)
{
	char lines[OCR_LINES][OCR_LINE_TEXT];
	const void *some[OCR_LINES];
	unsigned k = 0;

	for (unsigned i = 0; i < n; i++) {
		if (at[i] && !recall(at[i]) && !is_among(at[i], some, k))
			some[k++] = at[i];
		if (k == OCR_LINES || (k && i + 1 == n)) {
			look(some, k, lines);
			k = 0;
		}
	}
}

char *
ocr_where_text(const void *at, char *buf)
{
	char symbol[OCR_SYMBOL_TEXT], found[1][OCR_LINE_TEXT];
	const char *line = recall(at);

	if (!line) {
		look(&at, 1, found);
		line = found[0];
	}
	ocr_symbol_text(at, symbol);
	if (*line) {
		/* The line says more than the offset. */
		symbol[strcspn(symbol, "+")] = 0;
		snprintf(buf, OCR_WHERE_TEXT, "%s (%s)", symbol, line);
	} else {
		snprintf(buf, OCR_WHERE_TEXT, "%s", symbol);
	}
	return buf;
}
