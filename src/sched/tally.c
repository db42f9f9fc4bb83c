/* SPDX-License-Identifier: BSD-3-Clause */
/* tally.c - see tally.h: a table that only grows, with open addresses. */
#include "src/sched/tally.h"

static void
add(_Atomic uint64_t *to, uint64_t n)
{
	atomic_store_explicit(
		to, atomic_load_explicit(to, memory_order_relaxed) + n,
		memory_order_relaxed);
}

void
ocr_tally_add(struct ocr_tally *t, ocrEdt_t func, uint64_t n)
{
	uint64_t hash = (uintptr_t)func * UINT64_C(0x9e3779b97f4a7c15) >> 32;

	for (unsigned i = 0; i < OCR_TALLY_FUNCTIONS; i++) {
		unsigned k = (unsigned)(hash + i) % OCR_TALLY_FUNCTIONS;
		ocrEdt_t found = atomic_load_explicit(&t->at[k].func,
						      memory_order_relaxed);

		if (found && found != func)
			continue;
		if (!found)
			atomic_store_explicit(&t->at[k].func, func,
					      memory_order_relaxed);
		add(&t->at[k].n, n);
		return;
	}
	add(&t->others, n);
}

void
ocr_tally_each(const struct ocr_tally *t,
	       void (*fn)(void *ctx, ocrEdt_t func, uint64_t n), void *ctx)
{
	for (unsigned i = 0; i < OCR_TALLY_FUNCTIONS; i++) {
		ocrEdt_t func = atomic_load_explicit(&t->at[i].func,
						     memory_order_relaxed);

		if (func)
			fn(ctx, func,
			   atomic_load_explicit(&t->at[i].n,
						memory_order_relaxed));
	}
	fn(ctx, NULL, atomic_load_explicit(&t->others, memory_order_relaxed));
}
