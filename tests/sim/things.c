/* SPDX-License-Identifier: BSD-3-Clause */
/* things.c - a hash table of things. */
#include "tests/sim/things.h"

#include "guidmap/guid.h"
#include "tests/sim/own.h"

#include <stdlib.h>

struct thing *
things_get(struct things *t, ocrGuid_t key)
{
	struct thing **b = &t->buckets[ocr_guid_hash(key) % THINGS_BUCKETS];
	struct thing *x;

	for (x = *b; x; x = x->next)
		if (ocr_guid_eq(x->key, key))
			return x;
	x = sim_own_calloc(1, sizeof(*x));
	x->key = key;
	x->next = *b;
	*b = x;
	return x;
}

void
things_each(struct things *t, void (*fn)(void *ctx, struct thing *x), void *ctx)
{
	for (size_t i = 0; i < THINGS_BUCKETS; i++)
		for (struct thing *x = t->buckets[i]; x; x = x->next)
			fn(ctx, x);
}

void
things_free(struct things *t)
{
	struct thing *x;

	for (size_t i = 0; i < THINGS_BUCKETS; i++)
		while ((x = t->buckets[i])) {
			t->buckets[i] = x->next;
			free(x->line.ids);
			free(x->under_way.ids);
			free(x->satisfies.ids);
			free(x->deps.ids);
			free(x->members.ids);
			free(x);
		}
}
