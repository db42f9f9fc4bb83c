/* SPDX-License-Identifier: BSD-3-Clause */
/* lock.c - a futex lock, and the check of the lock order.
 *
 *   who releases                     who finds it held, and has spun
 *     held = 0                         one sleeper more
 *     (no fence)                       a fence in all threads of the process
 *     does anybody sleep?              is it free?
 *     then wakes one                   no: sleeps while it is held
 *
 * One of the two sees the other, as if both had a fence: one that a thread has
 * at any place between its two steps is enough, and before them or behind them
 * none is needed.  Releasing is what happens all the time, and a locked
 * instruction would be half of what it costs to take a lock that is free.
 * Who sleeps pays for it (fence.h), and sleeping costs ten times as much.
 *
 * Where there is no such call, or it fails, who sleeps looks again each
 * millisecond.
 */
#include "fabric/lock.h"

#include "fabric/fence.h"
#include "fabric/log.h"

#include <linux/futex.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* About a microsecond: longer than any of our critical sections, much
 * shorter than two switches of context. */
#define SPINS 100

/* Between two looks of a sleeper that may be missed. */
#define LOOK_NS 1000000

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
static _Thread_local uint64_t held_ranks;
static_assert(OCR_LOCK_RANKS <= 64, "a bit for each");

/* A lock that is only tried obeys the order as well: who needs it out of
 * order has a callback or a send under a lock. */
static void
check_order(enum ocr_lock_rank rank)
{
	uint64_t not_before = held_ranks >> rank;
	unsigned above;

	if (!not_before)
		return;
	above = rank + (unsigned)__builtin_ctzll(not_before);
	held_ranks = 0; /* whatever runs in abort() may lock */
	ocr_bug("lock order: %s wanted while %s is held", rank_names[rank],
		rank_names[above]);
}

static void
note_taken(enum ocr_lock_rank rank)
{
	held_ranks |= UINT64_C(1) << rank;
}

static void
note_released(enum ocr_lock_rank rank)
{
	if (!(held_ranks & UINT64_C(1) << rank))
		ocr_bug("lock order: %s released but not held by this thread",
			rank_names[rank]);
	held_ranks &= ~(UINT64_C(1) << rank);
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

void
ocr_lock_init(struct ocr_lock *l)
{
	atomic_init(&l->held, 0);
	l->zero = 0;
	atomic_init(&l->sleepers, 0);
}

/* What the lock's four bytes are while it is held, and so many sleep. */
static uint32_t
held_with(uint16_t sleepers)
{
	const struct {
		uint8_t held, zero;
		uint16_t sleepers;
	} bytes = {1, 0, sleepers};
	uint32_t word;

	static_assert(sizeof(bytes) == sizeof(word), "as struct ocr_lock");
	memcpy(&word, &bytes, sizeof(word));
	return word;
}

/* Until it was taken.  fenced: who releases it wakes. */
static void
sleep_for(struct ocr_lock *l, bool fenced)
{
	const struct timespec look = {0, LOOK_NS};

	while (!ocr_lock_take(l))
		/* Returns at once when the bytes are others by now; any other
		 * reason to return is as good: the loop looks again. */
		syscall(SYS_futex, l, FUTEX_WAIT_PRIVATE,
			held_with(atomic_load_explicit(&l->sleepers,
						       memory_order_relaxed)),
			fenced ? NULL : &look, NULL, 0);
}

void
ocr_lock_wait(struct ocr_lock *l)
{
	int i;

	for (i = 0; i < SPINS; i++) {
		if (atomic_load_explicit(&l->held, memory_order_relaxed) == 0 &&
		    ocr_lock_take(l))
			return;
		relax();
	}
	atomic_fetch_add_explicit(&l->sleepers, 1, memory_order_relaxed);
	/* Pairs with ocr_lock_release(). */
	sleep_for(l, ocr_fence_all());
	atomic_fetch_sub_explicit(&l->sleepers, 1, memory_order_relaxed);
}

void
ocr_lock_wake(struct ocr_lock *l)
{
	/* The lock may be another object's by now; waking there wakes nobody,
	 * or makes a sleeper look again. */
	syscall(SYS_futex, l, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

#ifdef OCR_DEBUG
void
ocr_lock(struct ocr_lock *l, enum ocr_lock_rank rank)
{
	check_order(rank);
	ocr_lock_wait(l);
	note_taken(rank);
}

void
ocr_unlock(struct ocr_lock *l, enum ocr_lock_rank rank)
{
	note_released(rank);
	if (atomic_load_explicit(&l->held, memory_order_relaxed) == 0)
		ocr_bug("a free lock was released");
	ocr_lock_release(l);
}

int
ocr_trylock(struct ocr_lock *l, enum ocr_lock_rank rank)
{
	check_order(rank);
	if (!ocr_lock_take(l))
		return 0;
	note_taken(rank);
	return 1;
}
#endif
