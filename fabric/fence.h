/* SPDX-License-Identifier: BSD-3-Clause */
/* fence.h - what was stored before is seen by all before what is loaded after.
 *
 * Threads: any.
 */
#ifndef FABRIC_FENCE_H
#define FABRIC_FENCE_H

#include <stdatomic.h>
#include <stdbool.h>

#if defined(__SANITIZE_THREAD__)
#define OCR_FENCE_IS_RMW
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define OCR_FENCE_IS_RMW
#endif
#endif

/* Thread sanitizers do not know fences; a read-modify-write is one. */
static inline void
ocr_full_fence(void)
{
#ifdef OCR_FENCE_IS_RMW
	static _Atomic int word;

	atomic_fetch_add_explicit(&word, 0, memory_order_seq_cst);
#else
	atomic_thread_fence(memory_order_seq_cst);
#endif
}

/* One side of a pair may do without, if the other, which comes seldom, fences
 * both: the caller and each other thread of the process have a full fence
 * between this call and its return.  False: the others have had none, since
 * the kernel has no such call, or no memory for it now.
 */
bool ocr_fence_all(void);
/* The kernel has it.  Fixed before main(). */
extern bool ocr_fences_all;

/* Who leaves the fence to the other side. */
static inline void
ocr_fence_unless_all(void)
{
	if (__builtin_expect(!ocr_fences_all, 0))
		ocr_full_fence();
}

#endif
