/* SPDX-License-Identifier: BSD-3-Clause */
/* shelf.c - see shelf.h. */
#include "fabric/shelf.h"

/* OCR_SHELF_SIZES or more: of a size that is not kept here. */
static unsigned
index_of(size_t len_bytes)
{
	return ocr_stack_index(len_bytes) - OCR_SHELF_FIRST;
}

static uint64_t
bytes_of(unsigned size)
{
	return ocr_stack_size(OCR_SHELF_FIRST + size);
}

/* Bytes are taken before a block counts and given back after it does no more,
 * so there are never more here than `most`. */
static bool
reserve(struct ocr_shelf *s, uint64_t bytes)
{
	/* Relaxed: only the number matters. */
	uint64_t old = atomic_load_explicit(&s->bytes, memory_order_relaxed);

	do
		if (bytes > s->most || old > s->most - bytes)
			return false;
	while (!atomic_compare_exchange_weak_explicit(
		&s->bytes, &old, old + bytes, memory_order_relaxed,
		memory_order_relaxed));
	return true;
}

static void
give_back(struct ocr_shelf *s, uint64_t bytes)
{
	atomic_fetch_sub_explicit(&s->bytes, bytes, memory_order_relaxed);
}

bool
ocr_shelf_put(struct ocr_shelf *s, void *p, size_t len_bytes)
{
	unsigned size = index_of(len_bytes);
	_Atomic(void *) *slot;
	void *none;

	if (size >= OCR_SHELF_SIZES || !reserve(s, bytes_of(size)))
		return false;
	slot = s->slot[size];
	for (unsigned i = 0; i < OCR_SHELF_SLOTS; i++) {
		none = NULL;
		/* pairs with take_from() */
		if (!atomic_load_explicit(&slot[i], memory_order_relaxed) &&
		    atomic_compare_exchange_strong_explicit(
			    &slot[i], &none, p, memory_order_release,
			    memory_order_relaxed))
			return true;
	}
	give_back(s, bytes_of(size));
	return false;
}

/* What was put last, if nobody else is here: its bytes are the warmest. */
static void *
take_from(struct ocr_shelf *s, unsigned size)
{
	_Atomic(void *) *slot = s->slot[size];
	void *p;

	for (unsigned i = OCR_SHELF_SLOTS; i-- > 0;) {
		if (!atomic_load_explicit(&slot[i], memory_order_relaxed))
			continue;
		/* pairs with ocr_shelf_put() */
		p = atomic_exchange_explicit(&slot[i], NULL,
					     memory_order_acquire);
		if (p) {
			give_back(s, bytes_of(size));
			return p;
		}
	}
	return NULL;
}

void *
ocr_shelf_take(struct ocr_shelf *s, size_t len_bytes)
{
	unsigned size = index_of(len_bytes);

	return size < OCR_SHELF_SIZES ? take_from(s, size) : NULL;
}

void *
ocr_shelf_take_any(struct ocr_shelf *s)
{
	void *p = NULL;

	for (unsigned i = 0; i < OCR_SHELF_SIZES && !p; i++)
		p = take_from(s, i);
	return p;
}
