/* SPDX-License-Identifier: BSD-3-Clause */
/* lines.c - see lines.h. */
#include "src/base/lines.h"

#include "src/base/tool.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Of the clock: a crowded machine gives the other program its turn by then. */
#define WAIT_MS	  8000
#define MAX_BYTES (OCR_LINES * 512)

/* Fixed after prepare: */
static char program[PATH_MAX]; /* "": there is none */
static char itself[PATH_MAX];  /* the file that this process runs */

/* The arguments of that program. */
struct question {
	char digits[OCR_LINES][20];
	char *argv[2 * OCR_LINES + 2];
};

void
ocr_lines_prepare(void)
{
	ssize_t n = readlink("/proc/self/exe", itself, sizeof(itself) - 1);

	itself[n > 0 ? n : 0] = 0;
	if (!ocr_tool_find("ocrlines", ocr_tool_lines, program,
			   sizeof(program)))
		*program = 0;
}

static void
ask(struct question *q, const void *const *at, unsigned n)
{
	unsigned k = 0;

	q->argv[k++] = program;
	for (unsigned i = 0; i < n; i++) {
		struct link_map *l = NULL;
		Dl_info info;
		const char *image = "?";
		uintptr_t offset = 0;

		if (dladdr1(at[i], &info, (void **)&l, RTLD_DL_LINKMAP) && l) {
			/* The program itself has no name there. */
			image = *l->l_name ? l->l_name : itself;
			offset = (uintptr_t)at[i] - l->l_addr;
		}
		snprintf(q->digits[i], sizeof(q->digits[i]), "%jx",
			 (uintmax_t)offset);
		q->argv[k++] = (char *)(uintptr_t)image;
		q->argv[k++] = q->digits[i];
	}
	q->argv[k] = NULL;
}

/* The child shares this memory until it has become the other program. */
static pid_t
start(char *const *argv, const int *out)
{
	pid_t pid = vfork();

	if (pid)
		return pid;
	if (dup2(out[1], STDOUT_FILENO) >= 0)
		execv(argv[0], argv);
	_exit(127);
}

static int
left_ms(const struct timespec *since)
{
	struct timespec now;
	long ms;

	clock_gettime(CLOCK_MONOTONIC, &now);
	ms = (now.tv_sec - since->tv_sec) * 1000 +
	     (now.tv_nsec - since->tv_nsec) / 1000000;
	return ms < WAIT_MS ? (int)(WAIT_MS - ms) : 0;
}

/* All that it says; what is too much is not read, nor what comes too late: then
 * *late. */
static size_t
read_all(int fd, char *buf, size_t len, bool *late)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};
	struct timespec since;
	size_t at = 0;
	ssize_t n;

	clock_gettime(CLOCK_MONOTONIC, &since);
	while (at < len && poll(&p, 1, left_ms(&since)) > 0) {
		n = read(fd, buf + at, len - at);
		if (n <= 0)
			break;
		at += (size_t)n;
	}
	*late = !left_ms(&since);
	return at;
}

static unsigned
cpu_ms(const struct rusage *u)
{
	return (unsigned)((u->ru_utime.tv_sec + u->ru_stime.tv_sec) * 1000 +
			  (u->ru_utime.tv_usec + u->ru_stime.tv_usec) / 1000);
}

static size_t
run(char *const *argv, char *buf, size_t len, unsigned *cost_ms)
{
	struct rusage used = {.ru_maxrss = 0};
	bool late = false;
	size_t n = 0;
	int out[2];
	pid_t pid;

	if (pipe2(out, O_CLOEXEC))
		return 0;
	pid = start(argv, out);
	close(out[1]);
	if (pid > 0)
		n = read_all(out[0], buf, len, &late);
	close(out[0]);
	if (pid > 0) {
		kill(pid, SIGKILL);
		while (wait4(pid, NULL, 0, &used) < 0 && errno == EINTR)
			;
	}
	*cost_ms = late ? WAIT_MS : cpu_ms(&used);
	return n;
}

/* The end of a name says more than its beginning. */
static void
take(char *text, const char *line, size_t len)
{
	if (len == 1 && *line == '?')
		len = 0;
	if (len >= OCR_LINE_TEXT) {
		line += len - (OCR_LINE_TEXT - 1);
		len = OCR_LINE_TEXT - 1;
	}
	memcpy(text, line, len);
	text[len] = 0;
}

unsigned
ocr_lines_find(const void *const *at, unsigned n, char text[][OCR_LINE_TEXT])
{
	char buf[MAX_BYTES];
	struct question q;
	unsigned cost_ms = 0;
	size_t len, from = 0;
	const char *end;

	n = n < OCR_LINES ? n : OCR_LINES;
	for (unsigned i = 0; i < n; i++)
		*text[i] = 0;
	if (!*program)
		return 0;
	ask(&q, at, n);
	len = run(q.argv, buf, sizeof(buf), &cost_ms);
	for (unsigned i = 0; i < n; i++) {
		end = memchr(buf + from, '\n', len - from);
		if (!end)
			break;
		take(text[i], buf + from, (size_t)(end - buf) - from);
		from = (size_t)(end - buf) + 1;
	}
	return cost_ms;
}
