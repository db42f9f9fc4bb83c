/* SPDX-License-Identifier: BSD-3-Clause */
/* guid_counter.c - chunks of counters, and the workers' caches of them.
 *
 * Both are tables by (owner, class) in pages of PAGE_OWNERS owners; a page
 * appears with the first GUID for one of its owners.  Only the counter that a
 * cache needs most has a place of its own.
 *
 * Which operations may run together, on the dispenser:
 *   take || take   pages appear by compare-and-swap, the loser's is freed;
 *                  a chunk's number is one fetch_add, so it is taken once
 */
#include "guidmap/guid_counter.h"
#include "fabric/log.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#define PAGE_OWNERS 64u

/* 32-bit counters end with this chunk. */
#define TEMPLATE_CHUNKS (UINT64_C(1) << (32 - OCR_GUID_CHUNK_BITS))

enum class { CLASS_ORDINARY, CLASS_TEMPLATE, CLASSES };

struct dispenser_page {
	_Atomic uint64_t next_chunk[CLASSES][PAGE_OWNERS];
};

struct ocr_guid_dispenser {
	/* Fixed after create: */
	ocr_node_t self;
	uint32_t size;
	/* NULL until used; from any thread. */
	_Atomic(struct dispenser_page *) pages[];
};

struct ocr_guid_page {
	/* The next counter; a multiple of OCR_GUID_CHUNK: there is none. */
	uint64_t next[CLASSES][PAGE_OWNERS];
};

static size_t
n_pages(uint32_t size)
{
	return ((size_t)size + PAGE_OWNERS - 1) / PAGE_OWNERS;
}

static struct dispenser_page *
dispenser_page(struct ocr_guid_dispenser *d, ocr_node_t owner)
{
	_Atomic(struct dispenser_page *) *where =
		&d->pages[owner / PAGE_OWNERS];
	struct dispenser_page *page, *seen = NULL;

	/* pairs with the release below */
	page = atomic_load_explicit(where, memory_order_acquire);
	if (page)
		return page;
	page = calloc(1, sizeof(*page));
	if (!page)
		return NULL;
	if (atomic_compare_exchange_strong_explicit(where, &seen, page,
						    memory_order_release,
						    memory_order_acquire))
		return page;
	free(page);
	return seen;
}

/* The first counter of a chunk that is the caller's alone.  0 or -errno. */
static int
take_chunk(struct ocr_guid_dispenser *d, enum class cls, ocr_node_t owner,
	   uint64_t *first)
{
	struct dispenser_page *page = dispenser_page(d, owner);
	uint64_t chunk;

	if (!page)
		return -ENOMEM;
	/* Relaxed: the number is all that is handed over. */
	chunk = atomic_fetch_add_explicit(
		&page->next_chunk[cls][owner % PAGE_OWNERS], 1,
		memory_order_relaxed);
	if (cls == CLASS_TEMPLATE && chunk >= TEMPLATE_CHUNKS)
		return -ENOSPC;
	*first = chunk << OCR_GUID_CHUNK_BITS;
	return 0;
}

/* The chunk is used up, or there has been none. */
static __attribute__((noinline)) int
next_of_another(struct ocr_guid_cache *c, enum class cls, ocr_node_t owner,
		uint64_t *counter)
{
	struct ocr_guid_page *page = c->pages[owner / PAGE_OWNERS];
	uint64_t *next;
	int err;

	if (!page) {
		page = calloc(1, sizeof(*page));
		if (!page)
			return -ENOMEM;
		c->pages[owner / PAGE_OWNERS] = page;
	}
	next = &page->next[cls][owner % PAGE_OWNERS];
	if (*next % OCR_GUID_CHUNK == 0) {
		err = take_chunk(c->d, cls, owner, next);
		if (err)
			return err;
	}
	*counter = (*next)++;
	return 0;
}

static inline bool
next_at_hand(struct ocr_guid_cache *c, enum class cls, ocr_node_t owner,
	     uint64_t *counter)
{
	struct ocr_guid_page *page = c->pages[owner / PAGE_OWNERS];
	uint64_t *next;

	if (!page)
		return false;
	next = &page->next[cls][owner % PAGE_OWNERS];
	if (*next % OCR_GUID_CHUNK == 0)
		return false;
	*counter = (*next)++;
	return true;
}

bool
ocr_guid_take_far(struct ocr_guid_cache *c, ocr_node_t owner, unsigned n,
		  uint64_t *counter)
{
	struct ocr_guid_page *page = c->pages[owner / PAGE_OWNERS];
	uint64_t *next;
	unsigned used;

	if (!page)
		return false;
	next = &page->next[CLASS_ORDINARY][owner % PAGE_OWNERS];
	used = *next % OCR_GUID_CHUNK;
	if (!used || used + n > OCR_GUID_CHUNK)
		return false;
	*counter = *next;
	*next += n;
	return true;
}

static inline int
next_counter(struct ocr_guid_cache *c, enum class cls, ocr_node_t owner,
	     uint64_t *counter)
{
	if (owner >= c->size)
		return -EINVAL;
	return next_at_hand(c, cls, owner, counter)
		       ? 0
		       : next_of_another(c, cls, owner, counter);
}

int
ocr_guid_dispenser_create(struct ocr_guid_dispenser **d, ocr_node_t self,
			  uint32_t size)
{
	struct ocr_guid_dispenser *x;

	x = calloc(1, sizeof(*x) + n_pages(size) * sizeof(x->pages[0]));
	if (!x)
		return -ENOMEM;
	x->self = self;
	x->size = size;
	*d = x;
	return 0;
}

void
ocr_guid_dispenser_destroy(struct ocr_guid_dispenser *d)
{
	size_t i;

	for (i = 0; i < n_pages(d->size); i++)
		free(atomic_load_explicit(&d->pages[i], memory_order_relaxed));
	free(d);
}

int
ocr_guid_cache_create(struct ocr_guid_cache **c, struct ocr_guid_dispenser *d)
{
	struct ocr_guid_cache *x;

	x = calloc(1, sizeof(*x) + n_pages(d->size) * sizeof(x->pages[0]));
	if (!x)
		return -ENOMEM;
	x->d = d;
	x->self = d->self;
	x->size = d->size;
	x->nodes = ocr_guid_make(OCR_GUID_NULL, 0, d->self, d->self, 0).upper;
	*c = x;
	return 0;
}

void
ocr_guid_cache_destroy(struct ocr_guid_cache *c)
{
	size_t i;

	for (i = 0; i < n_pages(c->d->size); i++)
		free(c->pages[i]);
	free(c);
}

ocrGuid_t
ocr_guid_new_more(struct ocr_guid_cache *c, enum ocr_guid_kind kind,
		  unsigned flags)
{
	uint64_t counter;

	if (take_chunk(c->d, CLASS_ORDINARY, c->self, &counter))
		return NULL_GUID;
	c->here = counter + 1;
	return ocr_guid_make(kind, flags, c->self, c->self, counter);
}

static __attribute__((noinline)) ocrGuid_t
new_of_another(struct ocr_guid_cache *c, enum ocr_guid_kind kind,
	       unsigned flags, ocr_node_t owner)
{
	uint64_t counter;

	if (next_of_another(c, CLASS_ORDINARY, owner, &counter))
		return NULL_GUID;
	return ocr_guid_make(kind, flags, owner, c->self, counter);
}

static __attribute__((cold, noinline)) ocrGuid_t
new_of_no_kind(enum ocr_guid_kind kind)
{
	ocr_bug("a new GUID of kind %d (%s)", (int)kind,
		ocr_guid_kind_name(kind));
}

/* What is not at hand is a call that comes last: so nothing is kept over it. */
ocrGuid_t
ocr_guid_new(struct ocr_guid_cache *c, enum ocr_guid_kind kind, unsigned flags,
	     ocr_node_t owner)
{
	uint64_t counter;

	if (__builtin_expect(kind <= OCR_GUID_NULL || kind >= OCR_GUID_KINDS ||
				     kind == OCR_GUID_TEMPLATE,
			     0))
		return new_of_no_kind(kind);
	if (owner == c->self)
		return ocr_guid_new_here(c, kind, flags & 0xff);
	if (owner >= c->size)
		return NULL_GUID;
	if (!next_at_hand(c, CLASS_ORDINARY, owner, &counter))
		return new_of_another(c, kind, flags, owner);
	return ocr_guid_make(kind, flags, owner, c->self, counter);
}

ocrGuid_t
ocr_guid_new_template(struct ocr_guid_cache *c, ocr_node_t owner,
		      unsigned paramc, unsigned depc)
{
	uint64_t counter;

	if (paramc > OCR_TEMPLATE_COUNT_MAX)
		paramc = OCR_TEMPLATE_COUNT_UNK;
	if (depc > OCR_TEMPLATE_COUNT_MAX)
		depc = OCR_TEMPLATE_COUNT_UNK;
	if (next_counter(c, CLASS_TEMPLATE, owner, &counter))
		return NULL_GUID;
	return ocr_guid_make(OCR_GUID_TEMPLATE, 0, owner, c->self,
			     counter << 32 | paramc << 16 | depc);
}
