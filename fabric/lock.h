/* SPDX-License-Identifier: BSD-3-Clause */
/* lock.h - small locks with an order that is checked.
 *
 * A lock is four bytes: it spins briefly, then sleeps on a futex, so that it
 * stays polite when threads outnumber cores.  Under a lock: no send, no
 * callback, no user code; collect the work, unlock, then do it.
 *
 * To release one takes no locked instruction, and is no fence: what is loaded
 * next may be loaded before.  Its memory is looked at once more after that, so
 * it stays readable while any thread may be inside: objects that come and go
 * are of a pool (src/base/pool.h).
 *
 * Lock order: a thread takes locks in the order of enum ocr_lock_rank, one of
 * each.  Checked at run time when built with --enable-debug.
 */
#ifndef FABRIC_LOCK_H
#define FABRIC_LOCK_H

#include <assert.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdint.h>

enum ocr_lock_rank {
	OCR_LOCK_STREAM,  /* src/stream/stream.c: queue of one task's ops */
	OCR_LOCK_SCOPE,	  /* src/task/scope.c: one node's finish scopes */
	OCR_LOCK_EDT,	  /* src/task/edt.c: state and slots of one EDT */
	OCR_LOCK_EVENT,	  /* src/event/event.c: one event */
	OCR_LOCK_REDUCE,  /* src/reduce/collective.c: one event */
	OCR_LOCK_BLOCKS,  /* src/data/block.c: one shard of foreign blocks */
	OCR_LOCK_DB,	  /* src/data/block.h: one block */
	OCR_LOCK_CACHE,	  /* src/data/cache.c: the list; calls nothing */
	OCR_LOCK_STARVED, /* src/data/starved.c: the list; calls nothing */
	OCR_LOCK_FILES,	  /* src/file/files.c: the files of a node */
	OCR_LOCK_FILE,	  /* src/file/: one file, and its chunks */
	OCR_LOCK_PARTS,	  /* src/data/seat.h: parts of blocks; calls nothing */
	OCR_LOCK_SPREADS, /* src/stream/spread.c: the list; calls nothing */
	OCR_LOCK_MAP,	  /* src/names/map.c: the maps, and who waits */
	OCR_LOCK_PAUSE,	  /* src/task/pause.c: who holds a node */
	OCR_LOCK_WAITS,	  /* src/sched/wait.c: who waits; calls nothing */
	OCR_LOCK_REDUCES, /* src/reduce/collectives.c: table; calls nothing */
	OCR_LOCK_STRICT,  /* src/observe/: tables of strict mode */
	OCR_LOCK_LABELS,  /* labeled/: one shard of labels; calls nothing */
	OCR_LOCK_GUIDMAP, /* guidmap/: one lane; calls nothing */
	OCR_LOCK_SCHED,	  /* src/sched/: injected tasks, sleepers */
	OCR_LOCK_POOL,	  /* src/base/pool.c: spare objects */
	OCR_LOCK_ORPHANS, /* src/event/orphans.c: the ring; calls nothing */
	OCR_LOCK_QUIET,	  /* src/observe/quiet.c: waves; calls nothing */
	OCR_LOCK_LOOK,	  /* src/observe/look.c: facts; calls nothing */
	OCR_LOCK_ENGINE,  /* src/file/engine.c: requests; calls nothing */
	OCR_LOCK_HANDLES, /* src/dri/handle/: the table; calls nothing */
	OCR_LOCK_FABRIC,  /* fabric/fabric.c: one peer's batch */
	OCR_LOCK_DEBTS,	  /* fabric/debts.c: the table; calls nothing */
	OCR_LOCK_SESSION, /* fabric/session.c: one pair; calls down only */
	OCR_LOCK_EP,	  /* fabric/ofi.c: calls into one endpoint.  Leaf. */
	OCR_LOCK_BELL,	  /* fabric/bell.c: bells of others.  Leaf. */
	OCR_LOCK_LOG,	  /* fabric/repeat.c: lines told; calls nothing */
	OCR_LOCK_RANKS
};

struct ocr_lock {
	alignas(4) _Atomic uint8_t held; /* a futex, with what follows */
	uint8_t zero;
	_Atomic uint16_t sleepers; /* threads that sleep, or are about to */
};
static_assert(sizeof(struct ocr_lock) == 4, "a futex is four bytes");

#define OCR_LOCK_INIT                                                          \
	{                                                                      \
		0                                                              \
	}

void ocr_lock_init(struct ocr_lock *l);

/* What is left when it is not free, or somebody sleeps.  For below alone. */
void ocr_lock_wait(struct ocr_lock *l) __attribute__((cold, noinline));
void ocr_lock_wake(struct ocr_lock *l) __attribute__((cold, noinline));

/* For lock.c and below alone. */
static inline int
ocr_lock_take(struct ocr_lock *l)
{
	uint8_t expected = 0;

	/* pairs with ocr_lock_release() */
	return atomic_compare_exchange_strong_explicit(&l->held, &expected, 1,
						       memory_order_acquire,
						       memory_order_relaxed);
}
static inline void
ocr_lock_release(struct ocr_lock *l)
{
	/* pairs with ocr_lock_take() */
	atomic_store_explicit(&l->held, 0, memory_order_release);
	/* Whoever is about to sleep puts a fence between these two, in all
	 * threads: see lock.c.  Only the compiler must be told. */
	atomic_signal_fence(memory_order_seq_cst);
	if (__builtin_expect(atomic_load_explicit(&l->sleepers,
						  memory_order_relaxed) != 0,
			     0))
		ocr_lock_wake(l);
}

/* ocr_trylock(): true when taken. */
#ifdef OCR_DEBUG
void ocr_lock(struct ocr_lock *l, enum ocr_lock_rank rank);
int ocr_trylock(struct ocr_lock *l, enum ocr_lock_rank rank);
void ocr_unlock(struct ocr_lock *l, enum ocr_lock_rank rank);
#else
static inline void
ocr_lock(struct ocr_lock *l, enum ocr_lock_rank rank)
{
	(void)rank;
	if (__builtin_expect(!ocr_lock_take(l), 0))
		ocr_lock_wait(l);
}

static inline int
ocr_trylock(struct ocr_lock *l, enum ocr_lock_rank rank)
{
	(void)rank;
	return ocr_lock_take(l);
}

static inline void
ocr_unlock(struct ocr_lock *l, enum ocr_lock_rank rank)
{
	(void)rank;
	ocr_lock_release(l);
}
#endif

#endif
