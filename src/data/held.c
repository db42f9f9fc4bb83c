/* SPDX-License-Identifier: BSD-3-Clause */
/* held.c - see held.h. */
#include "src/data/held.h"

#include "guidmap/guid.h"
#include "src/base/pool.h"
#include "src/base/runtime.h"
#include "src/data/data.h"
#include "src/sched/worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool
is_before(ocrGuid_t x, ocrGuid_t y)
{
	return x.upper != y.upper ? x.upper < y.upper : x.lower < y.lower;
}

static int
compare(const void *a, const void *b)
{
	const struct ocr_held_block *x = a, *y = b;

	return is_before(x->db, y->db) ? -1 : is_before(y->db, x->db);
}

/* -- Room ------------------------------------------------------------------ */

/* A test may have no node. */
static struct ocr_held_block *
take_few(void)
{
	struct ocr_worker *w = ocr_self;

	return w ? ocr_pool_get(&w->rt->data->few, &w->few)
		 : malloc(sizeof(struct ocr_held_few));
}

static void
give_few(struct ocr_held_block *few)
{
	struct ocr_worker *w = ocr_self;

	if (w)
		ocr_pool_put(&w->rt->data->few, &w->few, few);
	else
		free(few);
}

static int
make_room(struct ocr_held *h, uint32_t n)
{
	struct ocr_held_block *more =
		n <= OCR_HELD_FEW ? take_few() : malloc(n * sizeof(*more));

	if (!more)
		return -ENOMEM;
	if (h->n)
		memcpy(more, h->blocks, h->n * sizeof(*more));
	if (h->cap == OCR_HELD_FEW)
		give_few(h->blocks);
	else
		free(h->blocks);
	h->blocks = more;
	h->cap = n <= OCR_HELD_FEW ? OCR_HELD_FEW : n;
	return 0;
}

/* -- Those of slots -------------------------------------------------------- */

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
strengthen(struct ocr_held_block *b, uint32_t mode)
{
	if (strength(mode) > strength(b->mode))
		b->mode = mode;
}

/* Those from `at` on are one further. */
static __attribute__((noinline)) void
make_way(struct ocr_held *h, struct ocr_held_block *at)
{
	memmove(at + 1, at, (size_t)(h->blocks + h->n - at) * sizeof(*at));
}

/* Field by field: a copy of it as a whole would wait for what is written. */
static inline void
put_at(struct ocr_held_block *at, const ocrEdtDep_t *d)
{
	at->db.upper = d->guid.upper;
	at->db.lower = d->guid.lower;
	at->block = NULL;
	at->data = NULL;
	at->mode = d->mode;
	at->released = false;
	at->gone = false;
	at->newborn = false;
	at->view = NULL;
}

/* Among the others, which are sorted. */
static void
insert(struct ocr_held *h, const ocrEdtDep_t *d)
{
	struct ocr_held_block *at = h->blocks + h->n;

	while (at > h->blocks && is_before(d->guid, at[-1].db))
		at--;
	if (at > h->blocks && ocr_guid_eq(at[-1].db, d->guid)) {
		strengthen(at - 1, d->mode);
		return;
	}
	if (at < h->blocks + h->n)
		make_way(h, at);
	put_at(at, d);
	h->n++;
}

/* Two slots with two blocks, as most have that have more than one: each is
 * written once, where it stays.  False: it is not that, or there is no room. */
static inline bool
put_two(struct ocr_held *h, const ocrEdtDep_t *depv)
{
	uint32_t first;

	if (!ocr_held_is_block(&depv[0]) || !ocr_held_is_block(&depv[1]) ||
	    ocr_guid_eq(depv[0].guid, depv[1].guid) || h->cap ||
	    !(h->blocks = take_few()))
		return false;
	first = is_before(depv[1].guid, depv[0].guid);
	put_at(&h->blocks[0], &depv[first]);
	put_at(&h->blocks[1], &depv[!first]);
	h->cap = OCR_HELD_FEW;
	h->n = h->n_sorted = 2;
	return true;
}

static __attribute__((noinline)) void
sort(struct ocr_held *h)
{
	uint32_t n = 0;

	qsort(h->blocks, h->n, sizeof(*h->blocks), compare);
	for (uint32_t i = 0; i < h->n; i++)
		if (!n || compare(&h->blocks[n - 1], &h->blocks[i]))
			h->blocks[n++] = h->blocks[i];
		else
			strengthen(&h->blocks[n - 1], h->blocks[i].mode);
	h->n = n;
}

int
ocr_held_slots(struct ocr_held *h, const ocrEdtDep_t *depv, uint32_t depc)
{
	if (depc == 2 && put_two(h, depv))
		return 0;
	for (uint32_t i = 0; i < depc; i++) {
		if (!ocr_held_is_block(&depv[i]))
			continue;
		if (!h->cap && make_room(h, depc - i))
			return -ENOMEM;
		if (depc <= OCR_HELD_SOUGHT)
			insert(h, &depv[i]);
		else
			h->blocks[h->n++] = (struct ocr_held_block){
				.db = depv[i].guid, .mode = depv[i].mode};
	}
	if (depc > OCR_HELD_SOUGHT && h->n > 1)
		sort(h);
	h->n_sorted = h->n;
	return 0;
}

/* -- Those that the task has made ------------------------------------------ */

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
	uint32_t n = h->n_index ? 2 * h->n_index : 8 * OCR_HELD_SOUGHT;
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
ocr_held_add_any(struct ocr_held *h, ocrGuid_t db, uint32_t mode,
		 struct ocr_block *block, void *data)
{
	uint32_t unsorted = h->n - h->n_sorted;

	if (h->n == h->cap && make_room(h, h->cap ? 2 * h->cap : 1))
		return -ENOMEM;
	if (unsorted >= OCR_HELD_SOUGHT && 2 * (unsorted + 1) > h->n_index &&
	    index_grow(h))
		return -ENOMEM;
	h->blocks[h->n++] = (struct ocr_held_block){
		.db = db, .block = block, .data = data, .mode = mode};
	if (h->n_index)
		index_insert(h, h->n - 1);
	return 0;
}

static struct ocr_held_block *
find_unsorted(struct ocr_held *h, ocrGuid_t db)
{
	uint64_t at;
	uint32_t i;

	if (!h->n_index) {
		for (i = h->n_sorted; i < h->n; i++)
			if (ocr_guid_eq(h->blocks[i].db, db))
				return &h->blocks[i];
		return NULL;
	}
	for (at = ocr_guid_hash(db); (i = h->index[at & (h->n_index - 1)]);
	     at++)
		if (ocr_guid_eq(h->blocks[i - 1].db, db))
			return &h->blocks[i - 1];
	return NULL;
}

static struct ocr_held_block *
find_sorted(struct ocr_held *h, ocrGuid_t db)
{
	struct ocr_held_block key = {.db = db};

	if (h->n_sorted > OCR_HELD_SOUGHT)
		return bsearch(&key, h->blocks, h->n_sorted, sizeof(key),
			       compare);
	for (uint32_t i = 0; i < h->n_sorted; i++)
		if (ocr_guid_eq(h->blocks[i].db, db))
			return &h->blocks[i];
	return NULL;
}

struct ocr_held_block *
ocr_held_find_any(struct ocr_held *h, ocrGuid_t db)
{
	struct ocr_held_block *b = h->n_sorted ? find_sorted(h, db) : NULL;

	return b ? b : find_unsorted(h, db);
}

/* The last one: nobody has passed by its place in the index. */
static void
index_remove_last(struct ocr_held *h)
{
	uint64_t at = ocr_guid_hash(h->blocks[h->n - 1].db);

	while (h->index[at & (h->n_index - 1)] != h->n)
		at++;
	h->index[at & (h->n_index - 1)] = 0;
}

void
ocr_held_forget_any(struct ocr_held *h, struct ocr_held_block *b)
{
	b->gone = true;
	while (h->n > h->n_sorted && h->blocks[h->n - 1].gone) {
		if (h->n_index)
			index_remove_last(h);
		h->n--;
	}
}

void
ocr_held_fini(struct ocr_held *h)
{
	if (h->cap == OCR_HELD_FEW)
		give_few(h->blocks);
	else
		free(h->blocks);
	free(h->index);
	memset(h, 0, sizeof(*h));
}

void
ocr_held_abandon(struct ocr_held *h)
{
	if (h->cap == OCR_HELD_FEW)
		h->blocks = NULL;
	h->cap = 0;
	ocr_held_fini(h);
}
