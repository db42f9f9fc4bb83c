/* SPDX-License-Identifier: BSD-3-Clause */
/* fault.c - see fault.h.
 *
 * The first thread that faults reports; others wait for it, since the process
 * ends with whoever returns from the handler first.  If the report itself
 * faults, the line is made again without what it takes to find names.  A lock
 * is waited for a second at most, and no memory allocated; the line is one
 * write(2).
 */
#include "src/observe/fault.h"

#include "fabric/log.h"
#include "guidmap/guid.h"
#include "src/base/frames.h"
#include "src/base/lines.h"
#include "src/base/mode.h"
#include "src/base/runtime.h"
#include "src/base/where.h"
#include "src/data/view.h"
#include "src/observe/scene.h"
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
#include <unistd.h>

/* A pointer into the first page is NULL with an offset. */
#define NULL_BYTES 4096

/* So long others wait for the thread that reports. */
#define WAIT_MS 21000

/* So long a report may take. */
#define REPORT_S 20

#define WHAT_BYTES 1024

/* Of the stack of the handler; touched when it runs. */
#define STACK_BYTES ((size_t)256 << 10)

/* The handler's, of this thread, or NULL. */
static _Thread_local void *own_stack;

/* Those that say where memory was not there come first. */
static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
#define ACCESSES 2
#define SIGNALS	 (sizeof(signals) / sizeof(*signals))

/* The sanitizers have words of their own for the others. */
#ifdef __has_feature
#define HAS(feature) __has_feature(feature)
#else
#define HAS(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||           \
	HAS(address_sanitizer) || HAS(thread_sanitizer)
#define CAUGHT ACCESSES
#else
#define CAUGHT SIGNALS
#endif

static struct {
	struct sigaction before[SIGNALS];
	bool ours[SIGNALS];
	_Atomic bool ready, told;
	_Atomic pid_t reporter; /* 0: nobody yet */
	/* The reporter's: */
	const siginfo_t *info;
	const void *context;
	int signal;	      /* the first */
	volatile int attempt; /* one more with each fault of the report */
	volatile bool first_line;
} all;

/* Names of functions are looked for in files, which may fault again. */
static const char *
place_text(const void *place, char *buf, bool names)
{
	if (names)
		return ocr_where_text(place, buf);
	snprintf(buf, OCR_WHERE_TEXT, "%p", place);
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
			 made, ocr_mode_text(v->mode));
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
	switch (ocr_stacks_end(s, ocr_frames_stack_pointer(context),
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
	char who[OCR_WHO_TEXT], where[OCR_WHERE_TEXT];
	ocr_node_t self = ocr_self->rt->self;

	who_text(ocr_who_calls(), who, names);
	ocr_log_fatal(self, "%s: the code at %s %s", who,
		      place_text(ocr_frames_place(context), where, names),
		      what);
}

/* Of a signal that is not about an address. */
static const char *
deed(int signal)
{
	switch (signal) {
	case SIGFPE:
		return "divides by zero, or what it computes has no "
		       "representation";
	case SIGILL:
		return "comes to what is no instruction of this processor: a "
		       "trap of the compiler, or a wrong pointer to a "
		       "function?";
	case SIGABRT:
		return "calls abort(), or has an assertion that fails, or a "
		       "heap "
		       "that it has written over";
	default:
		return "has sent itself that signal";
	}
}

/* What has happened, and the node that says so. */
static void
what_text(int signal, const siginfo_t *info, const void *place, char *buf,
	  bool names, ocr_node_t *self)
{
	uintptr_t at = (uintptr_t)info->si_addr;
	struct ocr_view_info v;

	if (info->si_code <= 0 || (signal != SIGSEGV && signal != SIGBUS)) {
		snprintf(buf, WHAT_BYTES, "%s", deed(signal));
	} else if (info->si_code != SI_KERNEL &&
		   (ocr_view_find(at, &v) ||
		    (names && ocr_scene_find(at, &v)))) {
		block_text(&v, at, buf, names);
		*self = v.rt->self;
	} else if (info->si_addr == place) {
		snprintf(buf, WHAT_BYTES,
			 at < NULL_BYTES
				 ? "calls a NULL pointer"
				 : "calls by a pointer to what is no function");
	} else {
		address_text(info, buf);
	}
}

/* The code of the program: what aborts is the C library, and what is called by
 * a wrong pointer is none. */
static const void *
culprit(int signal, const siginfo_t *info, const void *context)
{
	const void *place = ocr_frames_place(context);
	struct ocr_frames f = {.n = 0};

	if (signal == SIGABRT || info->si_addr == place)
		ocr_frames_get(context, &f);
	return f.n ? f.at[0] : place;
}

static void
report(int signal, const siginfo_t *info, const void *context, bool names)
{
	char who[OCR_WHO_TEXT], where[OCR_WHERE_TEXT], what[WHAT_BYTES];
	const struct ocr_call *c = ocr_self_call;
	ocr_node_t self = ocr_self ? ocr_self->rt->self : OCR_LOG_NOBODY;

	if (info->si_code > 0 && signal != SIGFPE && signal != SIGILL &&
	    stack_text(info, context, what)) {
		report_stack(context, what, names);
		return;
	}
	what_text(signal, info, ocr_frames_place(context), what, names, &self);
	who_text(ocr_who_calls(), who, names);
	if (c && info->si_code > 0)
		ocr_log_fatal(self,
			      "%s: %s() called at %s %s: is an argument a "
			      "wrong pointer?",
			      who, c->name, place_text(c->site, where, names),
			      what);
	else
		ocr_log_fatal(self, "%s: the code at %s %s%s", who,
			      place_text(names ? culprit(signal, info, context)
					       : ocr_frames_place(context),
					 where, names),
			      what,
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

static void on_signal(int signal, siginfo_t *info, void *context);

/* The signals are not ours any more; what the program has taken since is
 * its. */
static void
give_back(void)
{
	struct sigaction now;

	for (size_t i = 0; i < SIGNALS; i++)
		if (all.ours[i] && !sigaction(signals[i], NULL, &now) &&
		    now.sa_flags & SA_SIGINFO && now.sa_sigaction == on_signal)
			sigaction(signals[i], &all.before[i], NULL);
}

/* Should a report wait for what this thread has (the linker's lock, say), the
 * signal comes once more, and the handler with it. */
static bool
begin_watch(int signal, timer_t *timer)
{
	struct sigevent e = {
		.sigev_notify = SIGEV_THREAD_ID,
		.sigev_signo = signal,
	};
	struct itimerspec after = {.it_value.tv_sec = REPORT_S};

	e._sigev_un._tid = gettid();
	return !timer_create(CLOCK_MONOTONIC, &e, timer) &&
	       !timer_settime(*timer, 0, &after, NULL);
}

static void
report_first(int signal, const siginfo_t *info, const void *context)
{
	timer_t timer;
	bool watched = begin_watch(signal, &timer);

	report(signal, info, context, true);
	all.first_line = true;
	ocr_scene_tell(context);
	if (watched)
		timer_delete(timer);
}

/* The report itself has faulted, or did not end. */
_Noreturn static void
report_again(void)
{
	if (++all.attempt == 1 && !all.first_line)
		report(all.signal, all.info, all.context, false);
	give_back();
	raise(all.signal);
	_exit(128 + all.signal);
}

/* An access is repeated when this returns, and what was sent is sent again; and
 * then the signal is not ours any more. */
static void
on_signal(int signal, siginfo_t *info, void *context)
{
	bool sent = info->si_code <= 0;
	pid_t nobody = 0, self = gettid();
	int saved = errno;

	if (atomic_load_explicit(&all.reporter, memory_order_acquire) == self &&
	    !atomic_load_explicit(&all.told, memory_order_acquire))
		report_again();
	if (sent && info->si_pid != getpid())
		; /* whoever has sent it knows why */
	else if (atomic_compare_exchange_strong_explicit(
			 &all.reporter, &nobody, self, memory_order_acq_rel,
			 memory_order_acquire)) {
		all.signal = signal;
		all.info = info;
		all.context = context;
		report_first(signal, info, context);
		atomic_store_explicit(&all.told, true, memory_order_release);
	} else if (nobody != self) {
		wait_for_report();
	}
	give_back();
	if (sent)
		raise(signal);
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
	bool any = false;

	for (size_t i = 0; i < CAUGHT; i++) {
		if (all.ours[i] ||
		    (is_caught(signals[i]) && !(always && i < ACCESSES)))
			continue;
		sigaction(signals[i], NULL, &all.before[i]);
		all.ours[i] = true;
		sigaction(signals[i], &a, NULL);
		any = true;
	}
	if (!any)
		return;
	ocr_frames_prepare();
	ocr_lines_prepare();
	atomic_store_explicit(&all.ready, true, memory_order_release);
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
