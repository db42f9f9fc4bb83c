/* SPDX-License-Identifier: BSD-3-Clause */
/* lock.c - a futex lock, and the check of the lock order.
 *
 *   0 free --> 1 held --> 2 held, and somebody may sleep
 *   ^            |              |
 *   +------------+--------------+   unlock; from 2 it wakes one sleeper
 *
 * Who has slept takes the lock as 2, because others may sleep still: that
 * costs at most one system call too many, never a lost wake-up.
 */
#include "fabric/lock.h"
#include "fabric/log.h"

#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* About a microsecond: longer than any of our critical sections, much
 * shorter than two switches of context. */
#define SPINS 100

#ifdef OCR_DEBUG
static const char *const rank_names[OCR_LOCK_RANKS] = {
	[OCR_LOCK_STREAM] = "STREAM",	[OCR_LOCK_SCOPE] = "SCOPE",
	[OCR_LOCK_EDT] = "EDT",		[OCR_LOCK_EVENT] = "EVENT",
	[OCR_LOCK_DB] = "DB",		[OCR_LOCK_BLOCKS] = "BLOCKS",
	[OCR_LOCK_CACHE] = "CACHE",	[OCR_LOCK_STARVED] = "STARVED",
	[OCR_LOCK_PARTS] = "PARTS",	[OCR_LOCK_MAP] = "MAP",
	[OCR_LOCK_GUIDMAP] = "GUIDMAP", [OCR_LOCK_SCHED] = "SCHED",
	[OCR_LOCK_POOL] = "POOL",	[OCR_LOCK_FABRIC] = "FABRIC",
	[OCR_LOCK_SESSION] = "SESSION", [OCR_LOCK_EP] = "EP",
	[OCR_LOCK_HANDLES] = "HANDLES",
};

/* Bit r: this thread holds a lock of rank r. */
static _Thread_local uint32_t held_ranks;

/* A lock that is only tried obeys the order as well: who needs it out of
 * order has a callback or a send under a lock. */
static void
check_order(enum ocr_lock_rank rank)
{
	uint32_t not_before = held_ranks >> rank;
	unsigned above;

	if (!not_before)
		return;
	above = rank + (unsigned)__builtin_ctz(not_before);
	held_ranks = 0; /* whatever runs in abort() may lock */
	ocr_bug("lock order: %s wanted while %s is held", rank_names[rank],
		rank_names[above]);
}

static void
note_taken(enum ocr_lock_rank rank)
{
	held_ranks |= UINT32_C(1) << rank;
}

static void
note_released(enum ocr_lock_rank rank)
{
	if (!(held_ranks & UINT32_C(1) << rank))
		ocr_bug("lock order: %s released but not held by this thread",
			rank_names[rank]);
	held_ranks &= ~(UINT32_C(1) << rank);
}
#else
static void
check_order(enum ocr_lock_rank rank)
{
	(void)rank;
}

static void
note_taken(enum ocr_lock_rank rank)
{
	(void)rank;
}
#endif

static void
relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

static int
try_free(struct ocr_lock *l)
{
	uint32_t expected = 0;

	/* pairs with ocr_unlock() */
	return atomic_compare_exchange_strong_explicit(&l->word, &expected, 1,
						       memory_order_acquire,
						       memory_order_relaxed);
}

void
ocr_lock_init(struct ocr_lock *l)
{
	atomic_init(&l->word, 0);
}

void
ocr_lock_wait(struct ocr_lock *l, enum ocr_lock_rank rank)
{
	int i;

	(void)rank;
	for (i = 0; i < SPINS; i++) {
		if (atomic_load_explicit(&l->word, memory_order_relaxed) == 0 &&
		    try_free(l))
			return;
		relax();
	}
	/* pairs with ocr_unlock() */
	while (atomic_exchange_explicit(&l->word, 2, memory_order_acquire) != 0)
		/* Returns at once when the word is no longer 2; any other
		 * reason to return is as good: the loop looks again. */
		syscall(SYS_futex, &l->word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL,
			0);
}

void
ocr_lock_wake(struct ocr_lock *l, uint32_t was)
{
	/* The lock may be gone by now, with what it was part of; waking at a
	 * stale address wakes nobody or makes a sleeper look again. */
	if (was == 2)
		syscall(SYS_futex, &l->word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL,
			0);
	else if (was == 0)
		ocr_bug("a free lock was released");
}

#ifdef OCR_DEBUG
void
ocr_lock(struct ocr_lock *l, enum ocr_lock_rank rank)
{
	check_order(rank);
	ocr_lock_wait(l, rank);
	note_taken(rank);
}

void
ocr_unlock(struct ocr_lock *l, enum ocr_lock_rank rank)
{
	uint32_t was;

	note_released(rank);
	/* pairs with try_free() and ocr_lock_wait() */
	was = atomic_exchange_explicit(&l->word, 0, memory_order_release);
	if (was != 1)
		ocr_lock_wake(l, was);
}
#endif

int
ocr_trylock(struct ocr_lock *l, enum ocr_lock_rank rank)
{
	check_order(rank);
	if (!try_free(l))
		return 0;
	note_taken(rank);
	return 1;
}
