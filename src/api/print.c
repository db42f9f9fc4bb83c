/* SPDX-License-Identifier: BSD-3-Clause */
/* print.c - what a program says: PRINTF, and the end of a failed ASSERT.
 *
 * A text is formatted as a whole and leaves with one write(), so that neither
 * threads nor, through the launcher's pipes, nodes mix within a line.
 */
#define _GNU_SOURCE /* strerror_r that returns the text */
#include "src/api/print.h"

#include "fabric/log.h"
#include "include/ocr-std.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Longer texts are allocated. */
#define TEXT_BYTES 1024

/* What did not reach standard output: bytes of PRINTF, and why the first of
 * them, or what stdio had, did not. */
static _Atomic uint64_t lost_bytes;
static _Atomic int lost_why;

static void
lose(uint64_t bytes, int why)
{
	int none = 0;

	atomic_fetch_add_explicit(&lost_bytes, bytes, memory_order_relaxed);
	atomic_compare_exchange_strong_explicit(&lost_why, &none, why,
						memory_order_relaxed,
						memory_order_relaxed);
}

/* Returns how many bytes went out.  More than one write only where the
 * descriptor took less than it was given. */
static size_t
write_all(int fd, const char *text, size_t len_bytes)
{
	struct pollfd p = {.fd = fd, .events = POLLOUT};
	size_t done = 0;
	ssize_t n;

	while (done < len_bytes) {
		n = write(fd, text + done, len_bytes - done);
		if (n >= 0)
			done += (size_t)n;
		else if (errno == EAGAIN) /* launchers share their pipes */
			poll(&p, 1, -1);
		else if (errno != EINTR)
			break;
	}
	return done;
}

u32
PRINTF(const char *fmt, ...)
{
	char small[TEXT_BYTES], *text = small;
	size_t done;
	va_list ap;
	int len;

	va_start(ap, fmt);
	len = vsnprintf(small, sizeof(small), fmt, ap);
	va_end(ap);
	if (len < 0)
		return 0;
	if ((size_t)len >= sizeof(small)) {
		text = malloc((size_t)len + 1);
		if (!text)
			return 0;
		va_start(ap, fmt);
		vsnprintf(text, (size_t)len + 1, fmt, ap);
		va_end(ap);
	}
	/* What the program printed by other means comes first. */
	if (fflush(stdout))
		lose(0, errno);
	done = write_all(STDOUT_FILENO, text, (size_t)len);
	if (done < (size_t)len)
		lose((size_t)len - done, errno);
	if (text != small)
		free(text);
	return (u32)done;
}

bool
ocr_print_end(ocr_node_t self)
{
	char why[128];
	uint64_t bytes;
	int err;

	if (fflush(stdout))
		lose(0, errno);
	else if (ferror(stdout))
		lose(0, EIO);
	clearerr(stdout);
	err = atomic_exchange_explicit(&lost_why, 0, memory_order_relaxed);
	bytes = atomic_exchange_explicit(&lost_bytes, 0, memory_order_relaxed);
	if (!err)
		return true;
	if (bytes)
		ocr_log_error(self,
			      "standard output: %" PRIu64
			      " bytes of PRINTF() were not written: %s",
			      bytes, strerror_r(err, why, sizeof(why)));
	else
		ocr_log_error(self,
			      "standard output: not all of it was written: %s",
			      strerror_r(err, why, sizeof(why)));
	return false;
}

void
ocrVerifyFailed(const char *file, u32 line, const char *fmt, ...)
{
	char text[TEXT_BYTES];
	size_t len;
	va_list ap;

	snprintf(text, sizeof(text), "%s:%" PRIu32 ": ", file, line);
	len = strlen(text);
	va_start(ap, fmt);
	vsnprintf(text + len, sizeof(text) - len, fmt, ap);
	va_end(ap);
	len = strlen(text);
	/* Some programs end the text with a newline, others do not. */
	if (len && text[len - 1] != '\n') {
		if (len == sizeof(text) - 1)
			len--;
		text[len++] = '\n';
	}
	write_all(STDERR_FILENO, text, len);
	abort();
}
