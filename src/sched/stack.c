/* SPDX-License-Identifier: BSD-3-Clause */
/* stack.c - see stack.h.  The change itself is swapcontext(): it costs two
 * system calls, and whoever parks waits for much longer than that. */
#define _GNU_SOURCE

#include "src/sched/stack.h"

#include "fabric/log.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__has_feature)
#define HAS(x) __has_feature(x)
#else
#define HAS(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || HAS(address_sanitizer)
#define ASAN 1
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__) || HAS(thread_sanitizer)
#define TSAN 1
#include <sanitizer/tsan_interface.h>
#endif
#ifdef HAVE_VALGRIND_VALGRIND_H
#include <valgrind/valgrind.h>
#else
#define VALGRIND_STACK_REGISTER(begin, end) 0
#define VALGRIND_STACK_DEREGISTER(id)	    (void)(id)
#endif

/* What one instruction touches below the stack pointer, and the largest frame
 * that is taken for one. */
#define BELOW_BYTES 4096
#define FRAME_BYTES ((uintptr_t)64 << 20)

/* So many stay mapped when nobody needs them. */
#define MOST_SPARE 8

struct ocr_stack {
	ucontext_t at; /* where it stopped */
	char *memory;  /* with the guard page; NULL: the thread's own */
	size_t bytes;
	struct ocr_stacks *of;
	struct ocr_stack *next_all, **link, *next_spare;
	struct ocr_stack *from; /* the one that was left for this one */
	unsigned valgrind;
	/* For the sanitizers: */
	void *fake;
	const void *bottom;
	size_t size;
	void *tsan;
	uintptr_t top; /* no frame of the loop is above it */
};

/* -- The change ------------------------------------------------------------ */

/* for_good: nobody comes back to `from`. */
static void
leave(struct ocr_stack *from, struct ocr_stack *to, bool for_good)
{
	to->from = from;
	(void)for_good;
#ifdef ASAN
	__sanitizer_start_switch_fiber(for_good ? NULL : &from->fake,
				       to->bottom, to->size);
#endif
#ifdef TSAN
	__tsan_switch_to_fiber(to->tsan, 0);
#endif
}

/* The first thing on `here`. */
static void
arrive(struct ocr_stack *here)
{
	(void)here;
#ifdef ASAN
	__sanitizer_finish_switch_fiber(here->fake, &here->from->bottom,
					&here->from->size);
	here->fake = NULL;
#endif
	here->of->here = here;
}

static void
change(struct ocr_stack *from, struct ocr_stack *to)
{
	leave(from, to, false);
	swapcontext(&from->at, &to->at);
	arrive(from);
}

_Noreturn static void
go_home(struct ocr_stacks *s)
{
	leave(s->here, s->own, true);
	setcontext(s->home);
	ocr_bug("a thread cannot come back to its stack");
}

/* What every loop stack begins with.  makecontext() passes ints. */
static void
begin(unsigned high, unsigned low)
{
	struct ocr_stack *self =
		(struct ocr_stack *)((uintptr_t)high << 16 << 16 |
				     (uintptr_t)low);

	arrive(self);
	self->of->loop(self->of->arg);
	go_home(self->of);
}

/* -- Memory ---------------------------------------------------------------- */

static size_t
guard_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static struct ocr_stack *
open_stack(struct ocr_stacks *s)
{
	struct ocr_stack *x = calloc(1, sizeof(*x));

	if (!x)
		return NULL;
	x->bytes = s->bytes + guard_bytes();
	/* Pages count when they are touched. */
	x->memory = mmap(
		NULL, x->bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	if (x->memory == MAP_FAILED) {
		free(x);
		return NULL;
	}
	if (mprotect(x->memory, guard_bytes(), PROT_NONE)) {
		munmap(x->memory, x->bytes);
		free(x);
		return NULL;
	}
	x->of = s;
	x->bottom = x->memory + guard_bytes();
	x->size = s->bytes;
	x->top = (uintptr_t)x->memory + x->bytes;
	x->valgrind = VALGRIND_STACK_REGISTER(x->memory + guard_bytes(),
					      x->memory + x->bytes);
#ifdef TSAN
	x->tsan = __tsan_create_fiber(0);
#endif
	x->next_all = s->all;
	x->link = &s->all;
	if (s->all)
		s->all->link = &x->next_all;
	s->all = x;
	s->n++;
	return x;
}

static void
close_stack(struct ocr_stacks *s, struct ocr_stack *x)
{
	*x->link = x->next_all;
	if (x->next_all)
		x->next_all->link = x->link;
	s->n--;
#ifdef TSAN
	__tsan_destroy_fiber(x->tsan);
#endif
#ifdef ASAN
	__asan_unpoison_memory_region(x->bottom, x->size);
#endif
	VALGRIND_STACK_DEREGISTER(x->valgrind);
	munmap(x->memory, x->bytes);
	free(x);
}

/* From here on the loop begins when it is switched to. */
static void
rewind_stack(struct ocr_stack *x)
{
	uintptr_t self = (uintptr_t)x;

#ifdef ASAN
	__asan_unpoison_memory_region(x->bottom, x->size);
#endif
	x->fake = NULL;
	if (getcontext(&x->at))
		ocr_bug("the registers cannot be saved");
	x->at.uc_stack.ss_sp = x->memory + guard_bytes();
	x->at.uc_stack.ss_size = x->of->bytes;
	x->at.uc_link = NULL;
	makecontext(&x->at, (void (*)(void))(void *)begin, 2,
		    (unsigned)(self >> 16 >> 16), (unsigned)self);
}

/* -- What others call ------------------------------------------------------ */

void
ocr_stacks_init(struct ocr_stacks *s, size_t bytes, size_t limit)
{
	size_t page = guard_bytes();

	*s = (struct ocr_stacks){
		.bytes = (bytes + page - 1) / page * page,
		.limit = limit ? limit : SIZE_MAX,
	};
}

void
ocr_stacks_fini(struct ocr_stacks *s)
{
	while (s->all)
		close_stack(s, s->all);
	s->spare = NULL;
	s->n_spare = 0;
}

/* Frames that were parked there are gone. */
static void
forget_frames(struct ocr_stack *own)
{
	(void)own;
#ifdef ASAN
	const char *top = __builtin_frame_address(0);

	if (own->bottom && top > (const char *)own->bottom)
		__asan_unpoison_memory_region(
			own->bottom, (size_t)(top - (const char *)own->bottom));
#endif
}

int
ocr_stacks_run(struct ocr_stacks *s, void (*loop)(void *arg), void *arg)
{
	struct ocr_stack *own = calloc(1, sizeof(*own));
	volatile bool back = false;
	ucontext_t home;

	if (!own)
		return -ENOMEM;
	own->of = s;
	own->top = (uintptr_t)__builtin_frame_address(0);
#ifdef TSAN
	own->tsan = __tsan_get_current_fiber();
#endif
	s->own = s->here = own;
	s->loop = loop;
	s->arg = arg;
	s->home = &home;
	/* Returns once more, from go_home(). */
	if (getcontext(&home))
		ocr_bug("the registers cannot be saved");
	if (!back) {
		back = true;
		loop(arg);
	} else {
		arrive(s->own);
		forget_frames(s->own);
	}
	free(s->own);
	s->own = s->here = NULL;
	return 0;
}

/* All from the stack pointer up is the stack; what is not there of it is behind
 * its end. */
enum ocr_stack_end
ocr_stacks_end(const struct ocr_stacks *s, uintptr_t sp, uintptr_t at)
{
	const struct ocr_stack *here = s->here;

	if (!here || at >= here->top || at + BELOW_BYTES < sp ||
	    (at > sp && at - sp > FRAME_BYTES))
		return OCR_STACK_HOLDS;
	return here == s->own ? OCR_STACK_OWN_ENDS : OCR_STACK_ENDS;
}

struct ocr_stack *
ocr_stacks_get(struct ocr_stacks *s)
{
	struct ocr_stack *x = s->spare;

	if (x) {
		s->spare = x->next_spare;
		s->n_spare--;
		return x;
	}
	return s->n < s->limit ? open_stack(s) : NULL;
}

void
ocr_stacks_put(struct ocr_stacks *s, struct ocr_stack *x)
{
	struct ocr_stack *spare = s->spare;

	/* Not x: it may be the one that the caller is on. */
	if (s->n_spare >= MOST_SPARE) {
		s->spare = spare->next_spare;
		s->n_spare--;
		close_stack(s, spare);
	}
	x->next_spare = s->spare;
	s->spare = x;
	s->n_spare++;
}

void
ocr_stacks_park(struct ocr_stacks *s, struct ocr_stack *next)
{
	rewind_stack(next);
	change(s->here, next);
}

_Noreturn void
ocr_stacks_resume(struct ocr_stacks *s, struct ocr_stack *parked)
{
	struct ocr_stack *here = s->here;

	/* It is used again when the thread is on another one. */
	if (here != s->own)
		ocr_stacks_put(s, here);
	leave(here, parked, here != s->own);
	setcontext(&parked->at);
	ocr_bug("a thread cannot go on on its stack");
}
