/* SPDX-License-Identifier: BSD-3-Clause */
/* fail.c - see fail.h. */
#include "src/base/fail.h"

#include "fabric/log.h"
#include "src/base/hooks.h"
#include "src/base/runtime.h"

#include <stdarg.h>
#include <stdio.h>

void
ocr_fail(struct ocr_runtime *rt, const char *fmt, ...)
{
	char text[1024]; /* a cause of some lines, and what is to be done */
	va_list ap;

	/* Others may have closed: what fails now would not have mattered. */
	if (atomic_load_explicit(&rt->ending, memory_order_acquire))
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	ocr_log_error(rt->self, "%s; the job ends", text);
	rt->hooks->end(rt, 1);
}

void
ocr_fail_memory(struct ocr_runtime *rt, const char *what)
{
	/* What follows from it is many lines, and of no use. */
	if (atomic_exchange_explicit(&rt->hungers, true, memory_order_relaxed))
		return;
	ocr_fail(rt,
		 "node %u is out of memory%s%s: the system gives it no more, "
		 "though OCR_MEM_LIMIT may allow it; a limit of the process "
		 "(ulimit -v), of a control group or of the machine is reached",
		 rt->self, what ? ": " : "", what ? what : "");
}
