/* SPDX-License-Identifier: BSD-3-Clause */
/* log.c - one message is one line is one write. */
#include "fabric/log.h"

#include "fabric/repeat.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Below PIPE_BUF, so that lines do not mix in a pipe either.  What is longer
 * ends in "...". */
#define LINE_MAX_BYTES 2048

/* Of the process, not of a node: nodes share standard error. */
static _Atomic int verbose;
static _Atomic uint64_t errors;

/* How often it may be told. */
enum often { ALWAYS, SOME };

static void
write_line(ocr_node_t self, const char *severity, enum often often,
	   const char *fmt, va_list ap)
{
	char line[LINE_MAX_BYTES];
	size_t room = sizeof(line) - 1; /* one byte for the newline */
	size_t at;
	int saved = errno;
	int n;

	if (self == OCR_LOG_NOBODY)
		n = snprintf(line, room, "ocr: %s", severity);
	else
		n = snprintf(line, room, "ocr: node %u: %s", (unsigned)self,
			     severity);
	at = n > 0 ? (size_t)n : 0;
	errno = saved; /* for %m */
	n = vsnprintf(line + at, room - at, fmt, ap);
	if (n > 0 && (size_t)n >= room - at) {
		at = room - 1;
		memcpy(line + at - 3, "...", 3);
	} else if (n > 0) {
		at += (size_t)n;
	}
	line[at] = 0;
	errno = saved;
	if (often == SOME && !ocr_repeat_may_tell(line))
		return;
	line[at++] = '\n';
	/* There is nobody to tell when standard error is gone. */
	while (write(STDERR_FILENO, line, at) < 0 && errno == EINTR)
		;
	errno = saved;
}

void
ocr_log_error(ocr_node_t self, const char *fmt, ...)
{
	va_list ap;

	atomic_fetch_add_explicit(&errors, 1, memory_order_relaxed);
	va_start(ap, fmt);
	write_line(self, "error: ", SOME, fmt, ap);
	va_end(ap);
}

void
ocr_log_fatal(ocr_node_t self, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	write_line(self, "error: ", ALWAYS, fmt, ap);
	va_end(ap);
}

uint64_t
ocr_log_errors(void)
{
	return atomic_load_explicit(&errors, memory_order_relaxed);
}

void
ocr_log_warn(ocr_node_t self, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	write_line(self, "warning: ", SOME, fmt, ap);
	va_end(ap);
}

void
ocr_log_note(ocr_node_t self, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	write_line(self, "", ALWAYS, fmt, ap);
	va_end(ap);
}

void
ocr_log_info(ocr_node_t self, const char *fmt, ...)
{
	va_list ap;

	if (!atomic_load_explicit(&verbose, memory_order_relaxed))
		return;
	va_start(ap, fmt);
	write_line(self, "", ALWAYS, fmt, ap);
	va_end(ap);
}

static void
say_repeat(void *ctx, const char *line, uint64_t times)
{
	const char *text = strstr(line, "error: ");

	if (!text)
		text = strstr(line, "warning: ");
	ocr_log_note(*(ocr_node_t *)ctx, "%" PRIu64 " more like this: %s",
		     times, text ? text : line);
}

void
ocr_log_repeats(ocr_node_t self)
{
	ocr_repeat_end(say_repeat, &self);
}

void
ocr_log_set_verbose(int on)
{
	atomic_store_explicit(&verbose, on, memory_order_relaxed);
}

void
ocr_no_memory(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	write_line(OCR_LOG_NOBODY, "error: out of memory, the process ends: ",
		   ALWAYS, fmt, ap);
	va_end(ap);
	_exit(1);
}

void
ocr_bug(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	write_line(OCR_LOG_NOBODY, "bug: ", ALWAYS, fmt, ap);
	va_end(ap);
	abort();
}
