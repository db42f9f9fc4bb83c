/* SPDX-License-Identifier: BSD-3-Clause */
/* frames.c - see frames.h. */
#include "src/base/frames.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <stdlib.h>
#include <ucontext.h>

/* The handler's own are among them. */
#define RAW (OCR_FRAMES + 16)

void
ocr_frames_prepare(void)
{
	void *one;

	/* The first call loads the unwinder, and takes memory. */
	backtrace(&one, 1);
}

const void *
ocr_frames_place(const void *context)
{
	const ucontext_t *u = context;

#if defined(__x86_64__)
	return (const void *)(uintptr_t)u->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
	return (const void *)(uintptr_t)u->uc_mcontext.pc;
#else
	(void)u;
	return NULL;
#endif
}

uintptr_t
ocr_frames_stack_pointer(const void *context)
{
	const ucontext_t *u = context;

#if defined(__x86_64__)
	return (uintptr_t)u->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
	return (uintptr_t)u->uc_mcontext.sp;
#else
	(void)u;
	return UINTPTR_MAX;
#endif
}

/* Who has called what is no code: there is nothing to unwind it by. */
static const void *
caller_of_nothing(const void *context)
{
	const ucontext_t *u = context;

#if defined(__x86_64__)
	return *(const void **)(uintptr_t)u->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
	return (const void *)(uintptr_t)u->uc_mcontext.regs[30];
#else
	(void)u;
	return NULL;
#endif
}

/* The file of code that has it, or NULL. */
static const void *
image_of(const void *at)
{
	Dl_info i;

	return at && dladdr(at, &i) ? i.dli_fbase : NULL;
}

static void
add(struct ocr_frames *f, const void *at)
{
	if (f->n == OCR_FRAMES)
		f->cut = true;
	else
		f->at[f->n++] = at;
}

/* Up to where the runtime has called the program. */
static void
add_called(struct ocr_frames *f, void *const *raw, unsigned n)
{
	const void *own = image_of((const void *)(uintptr_t)ocr_frames_get);
	const void *libc = image_of((const void *)(uintptr_t)abort);
	bool program = false;

	for (unsigned i = 0; i < n; i++) {
		/* A return address is behind its call. */
		const void *at = (const char *)raw[i] - (i > 0);
		const void *image = image_of(at);

		if (image == own && program)
			return;
		program = program || (image && image != own && image != libc);
		add(f, at);
	}
	f->cut = f->cut || n == RAW;
}

/* What begins in the C library, which has names for few of its functions. */
static void
drop_inner(struct ocr_frames *f)
{
	const void *libc = image_of((const void *)(uintptr_t)abort);
	unsigned n = 0;

	while (n < f->n && image_of(f->at[n]) == libc)
		n++;
	if (!n || n == f->n)
		return;
	for (unsigned i = n; i < f->n; i++)
		f->at[i - n] = f->at[i];
	f->n -= n;
}

void
ocr_frames_get(const void *context, struct ocr_frames *f)
{
	const void *place = ocr_frames_place(context);
	void *raw[RAW];
	int n = backtrace(raw, RAW), i = 0;

	*f = (struct ocr_frames){.n = 0};
	while (i < n && raw[i] != place)
		i++;
	if (image_of(place)) {
		if (i < n)
			add_called(f, raw + i, (unsigned)(n - i));
		else
			add(f, place);
		drop_inner(f);
		return;
	}
	add(f, (const char *)caller_of_nothing(context) - 1);
}
