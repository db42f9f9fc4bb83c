/* SPDX-License-Identifier: BSD-3-Clause */
/* poison.h - what an address sanitizer sees of a window, and of packets that
 * are read where they came.  For memory.c and ofi_hold.c.
 *
 * jemalloc hands out the window by itself, so the sanitizer has to be told
 * which bytes of it are somebody's.  Without one all of this is nothing.
 */
#ifndef FABRIC_POISON_H
#define FABRIC_POISON_H

#include <stdatomic.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define OCR_ASAN 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define OCR_ASAN 1
#endif

#ifdef OCR_ASAN
#include <sanitizer/asan_interface.h>

/* Behind all that was ever handed out, from the window's base on. */
struct ocr_poison {
	_Atomic size_t end;
};

/* The len bytes of the block at p, which has size bytes, are somebody's, and
 * nothing else of it. */
static inline void
ocr_poison_but(struct ocr_poison *a, const char *base, void *p, size_t len,
	       size_t size)
{
	size_t end = (size_t)((char *)p - base) + size;
	size_t old = atomic_load_explicit(&a->end, memory_order_relaxed);

	while (old < end && !atomic_compare_exchange_weak_explicit(
				    &a->end, &old, end, memory_order_relaxed,
				    memory_order_relaxed))
		;
	ASAN_POISON_MEMORY_REGION(p, size);
	ASAN_UNPOISON_MEMORY_REGION(p, len);
}

/* Before anything else may come to lie at these addresses. */
static inline void
ocr_poison_nothing(struct ocr_poison *a, const char *base)
{
	ASAN_UNPOISON_MEMORY_REGION(
		base, atomic_load_explicit(&a->end, memory_order_relaxed));
}

/* Of the size bytes at p only the len at `at` are somebody's, who may read them
 * already: they are not touched. */
static inline void
ocr_poison_around(const void *p, size_t size, const void *at, size_t len)
{
	size_t before = (size_t)((const char *)at - (const char *)p);

	ASAN_POISON_MEMORY_REGION(p, before);
	ASAN_POISON_MEMORY_REGION((const char *)at + len, size - before - len);
}

static inline void
ocr_poison_none(const void *p, size_t size)
{
	ASAN_UNPOISON_MEMORY_REGION(p, size);
}
#else
struct ocr_poison {
	char unused;
};

static inline void
ocr_poison_around(const void *p, size_t size, const void *at, size_t len)
{
	(void)p, (void)size, (void)at, (void)len;
}

static inline void
ocr_poison_none(const void *p, size_t size)
{
	(void)p, (void)size;
}

static inline void
ocr_poison_but(struct ocr_poison *a, const char *base, void *p, size_t len,
	       size_t size)
{
	(void)a, (void)base, (void)p, (void)len, (void)size;
}

static inline void
ocr_poison_nothing(struct ocr_poison *a, const char *base)
{
	(void)a, (void)base;
}
#endif

#endif
