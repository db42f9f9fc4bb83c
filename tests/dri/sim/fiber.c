/* SPDX-License-Identifier: BSD-3-Clause */
/* fiber.c - see fiber.h; the sanitizers are told of each change of stacks. */
#define _XOPEN_SOURCE 700

#include "tests/dri/sim/fiber.h"

#include "fabric/log.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>

#if defined(__has_feature)
#define HAS(x) __has_feature(x)
#else
#define HAS(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || HAS(address_sanitizer)
#define ASAN 1
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__) || HAS(thread_sanitizer)
#define TSAN 1
#include <sanitizer/tsan_interface.h>
#endif

#define STACK_BYTES ((size_t)512 << 10)

struct fiber {
	ucontext_t here, caller;
	void (*fn)(void *);
	void *arg;
	void *stack;
	bool returned;
	/* Of the caller, for the sanitizers: */
	const void *callers_stack;
	size_t callers_bytes;
	void *tsan, *callers_tsan;
};

/* `*fake` is for the way back; NULL: there is none. */
static void
leave_stack(void **fake, const void *to, size_t bytes, void *tsan)
{
	(void)fake, (void)to, (void)bytes, (void)tsan;
#ifdef ASAN
	__sanitizer_start_switch_fiber(fake, to, bytes);
#endif
#ifdef TSAN
	__tsan_switch_to_fiber(tsan, 0);
#endif
}

static void
enter_stack(void *fake, const void **from, size_t *bytes)
{
	(void)fake, (void)from, (void)bytes;
#ifdef ASAN
	__sanitizer_finish_switch_fiber(fake, from, bytes);
#endif
}

static void
leave_fiber(struct fiber *f)
{
	void *fake = NULL;

	leave_stack(&fake, f->callers_stack, f->callers_bytes, f->callers_tsan);
	swapcontext(&f->here, &f->caller);
	enter_stack(fake, &f->callers_stack, &f->callers_bytes);
}

/* makecontext() passes ints. */
static void
run(unsigned high, unsigned low)
{
	struct fiber *f =
		(struct fiber *)((uintptr_t)high << 16 << 16 | (uintptr_t)low);

	enter_stack(NULL, &f->callers_stack, &f->callers_bytes);
	for (;;) {
		f->fn(f->arg);
		f->returned = true;
		leave_fiber(f);
	}
}

struct fiber *
fiber_open(void)
{
	struct fiber *f = calloc(1, sizeof(*f));
	uintptr_t self = (uintptr_t)f;

	if (!f || !(f->stack = malloc(STACK_BYTES)) || getcontext(&f->here))
		ocr_bug("no memory for a fiber");
	f->here.uc_stack.ss_sp = f->stack;
	f->here.uc_stack.ss_size = STACK_BYTES;
	f->here.uc_link = NULL;
	makecontext(&f->here, (void (*)(void))(void *)run, 2,
		    (unsigned)(self >> 16 >> 16), (unsigned)self);
#ifdef TSAN
	f->tsan = __tsan_create_fiber(0);
#endif
	f->returned = true;
	return f;
}

void
fiber_close(struct fiber *f)
{
	if (!f)
		return;
	if (!f->returned)
		ocr_bug("a fiber has more to do");
#ifdef TSAN
	__tsan_destroy_fiber(f->tsan);
#endif
	free(f->stack);
	free(f);
}

bool
fiber_go_on(struct fiber *f)
{
	void *fake = NULL;

#ifdef TSAN
	f->callers_tsan = __tsan_get_current_fiber();
#endif
	leave_stack(&fake, f->stack, STACK_BYTES, f->tsan);
	swapcontext(&f->caller, &f->here);
	enter_stack(fake, NULL, NULL);
	return f->returned;
}

bool
fiber_call(struct fiber *f, void (*fn)(void *), void *arg)
{
	f->fn = fn;
	f->arg = arg;
	f->returned = false;
	return fiber_go_on(f);
}

void
fiber_stop(struct fiber *f)
{
	leave_fiber(f);
}
