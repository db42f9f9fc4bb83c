/* SPDX-License-Identifier: BSD-3-Clause */
/* far.c - see far.h.  All is relaxed: what is lost is one look. */
#include "src/data/far.h"

static uint64_t
get(_Atomic uint64_t *p)
{
	return atomic_load_explicit(p, memory_order_relaxed);
}

static void
set(_Atomic uint64_t *p, uint64_t v)
{
	atomic_store_explicit(p, v, memory_order_relaxed);
}

bool
ocr_far_is(struct ocr_far *f)
{
	if (atomic_load_explicit(&f->slow, memory_order_relaxed) <
	    OCR_FAR_TIMES)
		return false;
	return atomic_fetch_add_explicit(&f->along, 1, memory_order_relaxed) %
		       OCR_FAR_LOOK !=
	       OCR_FAR_LOOK - 1;
}

void
ocr_far_begin(struct ocr_far *f, uint64_t name, uint64_t now_ns)
{
	uint64_t since_ns = get(&f->since_ns);

	/* One whose end was not seen, as two began at once, ends by itself. */
	if (since_ns && now_ns - since_ns < OCR_FAR_FORGET_NS)
		return;
	set(&f->name, name);
	set(&f->since_ns, now_ns);
}

void
ocr_far_end(struct ocr_far *f, uint64_t name, uint64_t now_ns)
{
	uint64_t since_ns = get(&f->since_ns);
	uint32_t slow;

	if (!since_ns || get(&f->name) != name)
		return;
	set(&f->since_ns, 0);
	slow = atomic_load_explicit(&f->slow, memory_order_relaxed);
	if (now_ns - since_ns < OCR_FAR_NS)
		slow = 0;
	else if (slow < OCR_FAR_TIMES)
		slow++;
	atomic_store_explicit(&f->slow, slow, memory_order_relaxed);
}
