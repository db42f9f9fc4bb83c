/* SPDX-License-Identifier: BSD-3-Clause */
/* progress.c - see progress.h. */
#include "apps/common/progress.h"

#include "apps/common/clock.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <unistd.h>

/* On a terminal, often enough to look alive. */
#define TELL_EVERY_NS 100000000

/* Of what has no total, a line each so many. */
#define TELL_EVERY_UNITS 1000000

enum mode { NONE, LINES, TERMINAL };

static struct {
	/* Fixed once `mode` is set: */
	const char *program;
	const char *unit;
	/* Written last, released; pairs with progress_tell(). */
	_Atomic int mode;
	/* Whoever moves it forward tells: the time, or the number of lines. */
	_Atomic u64 told;
} progress;

/* Whether this thread is the one to tell; `next` is what is told then. */
static bool
claim(u64 next, u64 step)
{
	u64 told = atomic_load_explicit(&progress.told, memory_order_relaxed);

	while (next >= told + step)
		if (atomic_compare_exchange_weak_explicit(
			    &progress.told, &told, next, memory_order_relaxed,
			    memory_order_relaxed))
			return true;
	return false;
}

void
progress_start(const char *program, const char *unit, bool wanted)
{
	int mode = wanted ? LINES : NONE;

	progress.program = program;
	progress.unit = unit;
	if (isatty(STDERR_FILENO))
		mode = TERMINAL;
	atomic_store_explicit(&progress.mode, mode, memory_order_release);
}

void
progress_tell(u64 done, u64 total)
{
	int mode = atomic_load_explicit(&progress.mode, memory_order_acquire);
	const char *start = "", *end = "\n";

	if (mode == NONE)
		return;
	if (mode == TERMINAL) {
		/* The end is told in any case. */
		if (!claim(clock_now_ns(),
			   total && done >= total ? 0 : TELL_EVERY_NS))
			return;
		start = "\r";
		end = "";
	} else if (!claim(total ? done * 10 / total : done / TELL_EVERY_UNITS,
			  1)) {
		return;
	}
	if (total)
		fprintf(stderr,
			"%s%s: %" PRIu64 " of %" PRIu64 " %s, %" PRIu64 " %%%s",
			start, progress.program, done, total, progress.unit,
			done * 100 / total, end);
	else
		fprintf(stderr, "%s%s: %" PRIu64 " %s%s", start,
			progress.program, done, progress.unit, end);
}

void
progress_break(void)
{
	/* On a terminal this is the time, and 0 tells again at once. */
	if (atomic_load_explicit(&progress.mode, memory_order_acquire) ==
		    TERMINAL &&
	    atomic_exchange_explicit(&progress.told, 0, memory_order_relaxed))
		fputs("\n", stderr);
}

void
progress_end(void)
{
	progress_break();
	atomic_store_explicit(&progress.mode, NONE, memory_order_relaxed);
}
