/* SPDX-License-Identifier: BSD-3-Clause */
/* fault.c - see fault.h.
 *
 * The first thread that faults reports; others wait for it, since the process
 * ends with whoever returns from the handler first.  If the report itself
 * faults, the line is made again without what it takes to find names.  No lock
 * is waited for and no memory allocated; the line is one write(2).
 */
#include "src/observe/fault.h"

#include "fabric/log.h"
#include "guidmap/guid.h"
#include "src/base/runtime.h"
#include "src/base/symbol.h"
#include "src/data/view.h"
#include "src/observe/strict.h"
#include "src/task/who.h"
#include "src/sched/stack.h"
#include "src/sched/worker.h"
#include "src/task/edt.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

/* A pointer into the first page is NULL with an offset. */
#define NULL_BYTES 4096

/* So long others wait for the thread that reports. */
#define WAIT_MS 3000

#define WHAT_BYTES 1024

/* Of the stack of the handler; touched when it runs. */
#define STACK_BYTES ((size_t)256 << 10)

/* The handler's, of this thread, or NULL. */
static _Thread_local void *own_stack;

static struct {
	struct sigaction before[2];
	_Atomic bool ready, told;
	_Atomic pid_t reporter; /* 0: nobody yet */
} all;

/* Where the program was. */
static const void *
place_of(const void *context)
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

static uintptr_t
stack_pointer_of(const void *context)
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

static const char *
mode_name(uint32_t mode)
{
	switch (mode) {
	case DB_MODE_CONST:
		return "CONST";
	case DB_MODE_RO:
		return "RO";
	case DB_MODE_EW:
		return "EW";
	default:
		return "RW";
	}
}

/* Names of functions are looked for in files, which may fault again. */
static const char *
place_text(const void *place, char *buf, bool names)
{
	if (names)
		return ocr_symbol_text(place, buf);
	snprintf(buf, OCR_SYMBOL_TEXT, "%p", place);
	return buf;
}

static void
who_text(struct ocr_who w, char *buf, bool names)
{
	if (!names)
		w.func = NULL;
	ocr_who_text(&w, buf);
}

/* What was done to the block. */
static void
block_text(const struct ocr_view_info *v, uintptr_t at, char *buf, bool names)
{
	char db[OCR_WHO_GUID_TEXT], made[OCR_STRICT_TEXT] = "";
	char who[OCR_WHO_TEXT];
	uintptr_t data = (uintptr_t)v->data;

	ocr_who_guid_text(v->db, db);
	if (names)
		ocr_strict_origin(v->rt, v->db, made);
	if (!v->live) {
		who_text((struct ocr_who){.edt = v->edt, .func = v->func}, who,
			 names);
		snprintf(buf, WHAT_BYTES,
			 "uses a pointer into %s%s, which %s has released", db,
			 made, who);
	} else if (at >= data && at - data < v->size) {
		snprintf(buf, WHAT_BYTES,
			 "writes to %s%s, which the task has in mode %s", db,
			 made, mode_name(v->mode));
	} else if (at < data) {
		snprintf(buf, WHAT_BYTES,
			 "touches what is %zu bytes before %s%s, which has "
			 "%zu bytes",
			 (size_t)(data - at), db, made, v->size);
	} else {
		snprintf(buf, WHAT_BYTES,
			 "touches byte %zu of %s%s, which has %zu bytes",
			 (size_t)(at - data), db, made, v->size);
	}
}

/* Whose pointer it may be: the first slot that has none. */
static void
slot_text(char *buf, size_t len)
{
	const struct ocr_edt *t = ocr_self ? ocr_self->task : NULL;
	uint32_t i = 0;

	*buf = 0;
	while (t && i < t->depc && ocr_edt_depv(t)[i].ptr)
		i++;
	if (!t || i >= t->depc)
		return;
	snprintf(buf, len, ": slot %u of the task has none, since %s", i,
		 ocr_guid_is_null(ocr_edt_depv(t)[i].guid)
			 ? "no data block came through it"
		 : ocr_edt_depv(t)[i].mode == DB_MODE_NULL
			 ? "it has the access mode DB_MODE_NULL"
			 : "its data block has no bytes");
}

static void
address_text(const siginfo_t *info, char *buf)
{
	char slot[128];

	uintptr_t at = (uintptr_t)info->si_addr;

	/* The processor does not say which. */
	if (info->si_code == SI_KERNEL) {
		snprintf(buf, WHAT_BYTES, "uses a pointer that is no address");
	} else if (at < NULL_BYTES) {
		slot_text(slot, sizeof(slot));
		snprintf(buf, WHAT_BYTES,
			 "uses a NULL pointer (at offset %zu)%s", (size_t)at,
			 slot);
	} else {
		snprintf(buf, WHAT_BYTES,
			 "uses the address %p, where it may not, or where "
			 "there is no memory",
			 info->si_addr);
	}
}

/* False: the stack is not used up. */
static bool
stack_text(const siginfo_t *info, const void *context, char *buf)
{
	const struct ocr_stacks *s = ocr_self ? ocr_self->stacks : NULL;

	if (!s || info->si_code == SI_KERNEL)
		return false;
	switch (ocr_stacks_end(s, stack_pointer_of(context),
			       (uintptr_t)info->si_addr)) {
	case OCR_STACK_OWN_ENDS:
		snprintf(buf, WHAT_BYTES,
			 "has used up its stack (ulimit -s says how large): a "
			 "recursion without end, or large local variables?");
		return true;
	case OCR_STACK_ENDS:
		snprintf(buf, WHAT_BYTES,
			 "has used up its stack (OCR_STACK, %zu bytes): a "
			 "recursion without end, or large local variables?",
			 s->bytes);
		return true;
	default:
		return false;
	}
}

static void
report_stack(const void *context, const char *what, bool names)
{
	char who[OCR_WHO_TEXT], where[OCR_SYMBOL_TEXT];
	ocr_node_t self = ocr_self->rt->self;

	who_text(ocr_who_calls(), who, names);
	ocr_log_fatal(self, "%s: the code at %s %s", who,
		      place_text(place_of(context), where, names), what);
}

static void
report(const siginfo_t *info, const void *context, bool names)
{
	char who[OCR_WHO_TEXT], where[OCR_SYMBOL_TEXT], what[WHAT_BYTES];
	const struct ocr_call *c = ocr_self_call;
	ocr_node_t self = ocr_self ? ocr_self->rt->self : OCR_LOG_NOBODY;
	struct ocr_view_info v;
	uintptr_t at = (uintptr_t)info->si_addr;

	if (stack_text(info, context, what)) {
		report_stack(context, what, names);
		return;
	}
	if (info->si_code != SI_KERNEL && ocr_view_find(at, &v)) {
		block_text(&v, at, what, names);
		self = v.rt->self;
	} else {
		address_text(info, what);
	}
	who_text(ocr_who_calls(), who, names);
	if (c)
		ocr_log_fatal(self,
			      "%s: %s() called at %s %s: is an argument a "
			      "wrong pointer?",
			      who, c->name, place_text(c->site, where, names),
			      what);
	else
		ocr_log_fatal(self, "%s: the code at %s %s%s", who,
			      place_text(place_of(context), where, names), what,
			      ocr_strict_on ? ""
					    : " (OCR_STRICT=1 may say more)");
}

/* Another thread reports: the process shall not end before it has. */
static void
wait_for_report(void)
{
	const struct timespec ms = {.tv_nsec = 1000000};

	for (int i = 0; i < WAIT_MS &&
			!atomic_load_explicit(&all.told, memory_order_acquire);
	     i++)
		nanosleep(&ms, NULL);
}

/* The access is repeated when this returns, and then the signal is not ours
 * any more. */
static void
on_signal(int signal, siginfo_t *info, void *context)
{
	pid_t nobody = 0, self = gettid();
	int saved = errno;

	if (info->si_code <= 0) {
		/* Somebody has sent it: there is no access to repeat. */
		sigaction(signal, &all.before[signal == SIGBUS], NULL);
		raise(signal);
		return;
	}
	if (atomic_compare_exchange_strong_explicit(&all.reporter, &nobody,
						    self, memory_order_acq_rel,
						    memory_order_acquire)) {
		report(info, context, true);
		atomic_store_explicit(&all.told, true, memory_order_release);
	} else if (nobody != self) {
		wait_for_report();
	} else if (!atomic_load_explicit(&all.told, memory_order_acquire)) {
		report(info, context, false);
		atomic_store_explicit(&all.told, true, memory_order_release);
	}
	sigaction(SIGSEGV, &all.before[0], NULL);
	sigaction(SIGBUS, &all.before[1], NULL);
	errno = saved;
}

static bool
is_caught(int signal)
{
	struct sigaction a;

	return sigaction(signal, NULL, &a) || a.sa_flags & SA_SIGINFO ||
	       a.sa_handler != SIG_DFL;
}

void
ocr_fault_init(bool always)
{
	/* Not deferred: a fault of the report comes here as well. */
	struct sigaction a = {
		.sa_sigaction = on_signal,
		.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER,
	};

	if (!always && (is_caught(SIGSEGV) || is_caught(SIGBUS)))
		return;
	if (atomic_exchange_explicit(&all.ready, true, memory_order_acq_rel))
		return;
	sigaction(SIGSEGV, &a, &all.before[0]);
	sigaction(SIGBUS, &a, &all.before[1]);
}

void
ocr_fault_begin_thread(void)
{
	stack_t x;

	/* A sanitizer, or the program, may have seen to it. */
	if (!atomic_load_explicit(&all.ready, memory_order_acquire) ||
	    sigaltstack(NULL, &x) || !(x.ss_flags & SS_DISABLE))
		return;
	x = (stack_t){.ss_size = STACK_BYTES};
	x.ss_sp = mmap(NULL, x.ss_size, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (x.ss_sp == MAP_FAILED)
		return;
	if (sigaltstack(&x, NULL))
		munmap(x.ss_sp, x.ss_size);
	else
		own_stack = x.ss_sp;
}

void
ocr_fault_end_thread(void)
{
	const stack_t none = {.ss_flags = SS_DISABLE};

	if (own_stack && !sigaltstack(&none, NULL))
		munmap(own_stack, STACK_BYTES);
	own_stack = NULL;
}
