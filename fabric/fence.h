/* SPDX-License-Identifier: BSD-3-Clause */
/* fence.h - what was stored before is seen by all before what is loaded after.
 *
 * Threads: any.
 */
#ifndef FABRIC_FENCE_H
#define FABRIC_FENCE_H

#include <stdatomic.h>

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

#endif
