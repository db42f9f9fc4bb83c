/* SPDX-License-Identifier: BSD-3-Clause */
/* race_sift.c - see races.h: uses that do not count. */
#include "src/tools/races.h"

#include <stdlib.h>

/* Function of the task, and where the block was made, or which it is. */
static uint64_t
key_of(const struct races *r, const struct race_use *u)
{
	uint32_t place = r->things[u->block].place;
	uint64_t what =
		place == RACE_NOTHING ? u->block | UINT64_C(1) << 31 : place;

	return (uint64_t)r->things[u->task].func << 32 | what;
}

static int
by_key(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* All different ones of those that change something: so many. */
static size_t
gather(const struct races *r, uint64_t *keys)
{
	size_t n = 0, single = 0;

	for (size_t i = 0; i < r->n_uses; i++)
		if (!r->uses[i].reads)
			keys[n++] = key_of(r, &r->uses[i]);
	if (n)
		qsort(keys, n, sizeof(*keys), by_key);
	for (size_t i = 0; i < n; i++)
		if (!i || keys[i] != keys[i - 1])
			keys[single++] = keys[i];
	return single;
}

static bool
counts(const struct races *r, const struct race_use *u, const uint64_t *keys,
       size_t n)
{
	uint64_t key = key_of(r, u);

	return !u->reads || u->mode == DB_MODE_CONST || u->mode == DB_MODE_RO ||
	       !n || !bsearch(&key, keys, n, sizeof(key), by_key);
}

int
races_sift(struct races *r)
{
	uint64_t *keys = malloc((r->n_uses + 1) * sizeof(*keys));
	size_t n, kept = 0;

	if (!keys)
		return -1;
	n = gather(r, keys);
	for (size_t i = 0; i < r->n_uses; i++)
		if (counts(r, &r->uses[i], keys, n))
			r->uses[kept++] = r->uses[i];
	r->n_uses = kept;
	free(keys);
	return 0;
}
