/* SPDX-License-Identifier: BSD-3-Clause */
/* steps.c - see steps.h. */
#include "fabric/steps.h"

#include "fabric/log.h"

#include <stdio.h>
#include <time.h>

#define LINE_BYTES 512

static uint64_t
read_clock(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void
add(struct ocr_steps *s, const char *name, uint64_t took_ns)
{
	if (s->n == OCR_STEPS_MAX)
		return;
	s->step[s->n].name = name;
	s->step[s->n++].took_ns = took_ns;
}

void
ocr_steps_begin(struct ocr_steps *s)
{
	s->n = 0;
	add(s, "loading", read_clock(CLOCK_PROCESS_CPUTIME_ID));
	s->last_ns = read_clock(CLOCK_MONOTONIC);
}

void
ocr_steps_add(struct ocr_steps *s, const char *name)
{
	uint64_t now_ns;

	if (s == NULL)
		return;
	now_ns = read_clock(CLOCK_MONOTONIC);
	add(s, name, now_ns - s->last_ns);
	s->last_ns = now_ns;
}

void
ocr_steps_print(const struct ocr_steps *s, ocr_node_t self)
{
	char line[LINE_BYTES];
	uint64_t sum_ns = 0;
	size_t at = 0;
	unsigned i;
	int n;

	line[0] = 0;
	for (i = 0; i < s->n; i++) {
		sum_ns += s->step[i].took_ns;
		n = snprintf(line + at, sizeof(line) - at, "%s%s %.2f",
			     i ? ", " : "", s->step[i].name,
			     (double)s->step[i].took_ns / 1e6);
		if (n < 0 || (size_t)n >= sizeof(line) - at)
			break;
		at += (size_t)n;
	}
	ocr_log_note(self, "start: %.2f ms: %s", (double)sum_ns / 1e6, line);
}
