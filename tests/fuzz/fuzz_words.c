/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz_words.c - counts the words of any bytes, as wordhist does: cut at any
 * two places and joined again either way, they are the same. */
#include "apps/wordhist/words.h"
#include "tests/fuzz/target.h"

#include <string.h>

static struct words *
count(const uint8_t *text, size_t from, size_t to, size_t end)
{
	uint8_t *piece = malloc(to - from + 1);
	struct words *w;

	must(piece);
	memcpy(piece, text + from, to - from);
	w = words_count(piece, to - from, from == 0, to == end);
	free(piece);
	must(w);
	return w;
}

static void
must_be_same(const struct words *a, const struct words *b)
{
	must(a->bytes == b->bytes && !memcmp(a, b, a->bytes));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct source s = {data, size};
	size_t cut[2] = {take(&s), take(&s)}, n = s.left;
	struct words *whole, *part[3], *left, *right, *a, *b;

	if (cut[0] > n)
		cut[0] = n;
	if (cut[1] > n - cut[0])
		cut[1] = n - cut[0];
	cut[1] += cut[0];
	whole = count(s.at, 0, n, n);
	part[0] = count(s.at, 0, cut[0], n);
	part[1] = count(s.at, cut[0], cut[1], n);
	part[2] = count(s.at, cut[1], n, n);
	left = words_join(part[0], part[1]);
	must(left);
	a = words_join(left, part[2]);
	right = words_join(part[1], part[2]);
	must(right);
	b = words_join(part[0], right);
	must(a && b);
	must_be_same(a, b);
	/* A piece without bytes at an end of the file has a gap there. */
	if (cut[0] && cut[1] > cut[0] && cut[1] < n)
		must_be_same(a, whole);
	free(whole);
	for (int i = 0; i < 3; i++)
		free(part[i]);
	free(left);
	free(right);
	free(a);
	free(b);
	return 0;
}
