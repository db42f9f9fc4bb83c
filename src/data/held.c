/* SPDX-License-Identifier: BSD-3-Clause */
/* held.c - see held.h. */
#include "src/data/held.h"

#include "guidmap/guid.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* So many unsorted blocks are looked through one by one. */
#define FEW 8

static int
compare(const void *a, const void *b)
{
	const struct ocr_held_block *x = a, *y = b;

	if (x->db.upper != y->db.upper)
		return x->db.upper < y->db.upper ? -1 : 1;
	if (x->db.lower != y->db.lower)
		return x->db.lower < y->db.lower ? -1 : 1;
	return 0;
}

/* A stronger mode allows all that a weaker one does. */
static unsigned
strength(uint32_t mode)
{
	switch (mode) {
	case DB_MODE_EW:
		return 3;
	case DB_MODE_RW:
		return 2;
	case DB_MODE_CONST:
		return 1;
	default:
		return 0;
	}
}

static void
index_insert(struct ocr_held *h, uint32_t i)
{
	uint64_t at = ocr_guid_hash(h->blocks[i].db);

	while (h->index[at & (h->n_index - 1)])
		at++;
	h->index[at & (h->n_index - 1)] = i + 1;
}

static int
index_grow(struct ocr_held *h)
{
	uint32_t n = h->n_index ? 2 * h->n_index : 8 * FEW;
	uint32_t *index = calloc(n, sizeof(*index));

	if (!index)
		return -ENOMEM;
	free(h->index);
	h->index = index;
	h->n_index = n;
	for (uint32_t i = h->n_sorted; i < h->n; i++)
		index_insert(h, i);
	return 0;
}

int
ocr_held_add(struct ocr_held *h, ocrGuid_t db, uint32_t mode,
	     struct ocr_block *block, void *data)
{
	uint32_t unsorted = h->n - h->n_sorted;

	if (h->n == h->cap) {
		uint32_t cap = h->cap ? 2 * h->cap : 4;
		struct ocr_held_block *more =
			realloc(h->blocks, cap * sizeof(*more));

		if (!more)
			return -ENOMEM;
		h->blocks = more;
		h->cap = cap;
	}
	/* While the slots' blocks are added nothing is looked up. */
	if (block && unsorted >= FEW && 2 * (unsorted + 1) > h->n_index &&
	    index_grow(h))
		return -ENOMEM;
	h->blocks[h->n++] = (struct ocr_held_block){
		.db = db, .block = block, .data = data, .mode = mode};
	if (h->n_index)
		index_insert(h, h->n - 1);
	return 0;
}

void
ocr_held_sort(struct ocr_held *h)
{
	uint32_t n = 0;

	if (h->n > 1)
		qsort(h->blocks, h->n, sizeof(*h->blocks), compare);
	for (uint32_t i = 0; i < h->n; i++)
		if (!n || compare(&h->blocks[n - 1], &h->blocks[i]))
			h->blocks[n++] = h->blocks[i];
		else if (strength(h->blocks[i].mode) >
			 strength(h->blocks[n - 1].mode))
			h->blocks[n - 1].mode = h->blocks[i].mode;
	h->n = h->n_sorted = n;
}

static struct ocr_held_block *
find_unsorted(struct ocr_held *h, ocrGuid_t db)
{
	uint64_t at = ocr_guid_hash(db);
	uint32_t i;

	if (!h->n_index) {
		for (i = h->n_sorted; i < h->n; i++)
			if (ocr_guid_eq(h->blocks[i].db, db))
				return &h->blocks[i];
		return NULL;
	}
	for (; (i = h->index[at & (h->n_index - 1)]); at++)
		if (ocr_guid_eq(h->blocks[i - 1].db, db))
			return &h->blocks[i - 1];
	return NULL;
}

struct ocr_held_block *
ocr_held_find(struct ocr_held *h, ocrGuid_t db)
{
	struct ocr_held_block key = {.db = db};
	struct ocr_held_block *b = NULL;

	if (h->n_sorted)
		b = bsearch(&key, h->blocks, h->n_sorted, sizeof(key), compare);
	return b ? b : find_unsorted(h, db);
}

void
ocr_held_fini(struct ocr_held *h)
{
	free(h->blocks);
	free(h->index);
	memset(h, 0, sizeof(*h));
}
