/* SPDX-License-Identifier: BSD-3-Clause */
/* watch.c - a list of what was allocated and of what was given back. */
#include "tests/dri/sim/watch.h"

#include "fabric/log.h"
#include "fabric/memory.h"
#include "tests/dri/sim/bytes.h"
#include "tests/dri/sim/worlds.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define GIVEN_BACK 0xdd
#define FRESH	   0xc3
#define ALIGN	   ((size_t)64)
/* On both sides of the program's memory. */
#define GUARD	   ((size_t)64)

struct piece {
	struct piece *next;
	void *begin;	      /* of malloc; of the program's: of mmap */
	unsigned char *bytes; /* NULL: nobody may even look at them */
	size_t n;
	const struct ocr_memory *memory;
};

static struct piece *given_back, *in_use;
static bool errors_expected, leaves, stays;
static char last_told[512];
static unsigned n_told;

static struct piece *
new_piece(void *begin, void *bytes, size_t n)
{
	struct piece *p = calloc(1, sizeof(*p));

	if (!p)
		worlds_fail("out of memory");
	*p = (struct piece){NULL, begin, bytes, n, NULL};
	return p;
}

static void
give_back(struct piece *p)
{
	if (!stays)
		memset(p->bytes, GIVEN_BACK, p->n);
	p->next = given_back;
	given_back = p;
}

void *
watch_lend(size_t bytes)
{
	unsigned char *p = mmap(NULL, bytes + 2 * GUARD, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		worlds_fail("out of memory");
	memset(p, BYTES_UNUSED, bytes + 2 * GUARD);
	return p + GUARD;
}

void
watch_give_back(void *bytes, size_t n)
{
	unsigned char *begin = (unsigned char *)bytes - GUARD;
	struct piece *p = new_piece(begin, NULL, n + 2 * GUARD);

	for (size_t i = 0; i < GUARD; i++)
		if (begin[i] != BYTES_UNUSED ||
		    begin[GUARD + n + i] != BYTES_UNUSED)
			worlds_fail("memory around a buffer of the program has "
				    "been written to");
	if (mprotect(begin, p->n, PROT_NONE))
		worlds_fail("mprotect");
	p->next = given_back;
	given_back = p;
}

void *__wrap_ocr_memory_alloc(struct ocr_memory *m, size_t len);
void __wrap_ocr_memory_free(struct ocr_memory *m, void *p);
void __wrap_ocr_memory_close(struct ocr_memory *m);
void __real_ocr_memory_close(struct ocr_memory *m);
void __wrap_ocr_log_error(ocr_node_t self, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void __wrap_ocr_log_warn(ocr_node_t self, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

void *
__wrap_ocr_memory_alloc(struct ocr_memory *m, size_t len)
{
	char *begin = malloc(len + 2 * ALIGN);
	uintptr_t at = ((uintptr_t)begin + ALIGN - 1) & ~(uintptr_t)(ALIGN - 1);
	struct piece *p;

	if (!begin)
		worlds_fail("out of memory");
	memset(begin, FRESH, len + 2 * ALIGN);
	p = new_piece(begin, (void *)at, len);
	p->memory = m;
	p->next = in_use;
	in_use = p;
	return p->bytes;
}

void
__wrap_ocr_memory_free(struct ocr_memory *m, void *bytes)
{
	struct piece **at = &in_use, *p;

	(void)m;
	while (*at && (*at)->bytes != bytes)
		at = &(*at)->next;
	if (!*at)
		worlds_fail("frees memory that is not in use");
	p = *at;
	*at = p->next;
	give_back(p);
}

void
__wrap_ocr_memory_close(struct ocr_memory *m)
{
	struct piece **at = &in_use, *p;

	while ((p = *at)) {
		if (p->memory != m) {
			at = &p->next;
			continue;
		}
		if (!leaves)
			worlds_fail("%zu bytes were not given back", p->n);
		*at = p->next;
		give_back(p);
	}
	__real_ocr_memory_close(m);
}

void
watch_leaves(void)
{
	leaves = true;
}

void
watch_stays(void)
{
	leaves = stays = true;
}

static void
look(const struct piece *p)
{
	for (size_t i = 0; i < p->n; i++)
		if (p->bytes[i] != GIVEN_BACK)
			worlds_fail("byte %zu of %zu that were given back has "
				    "been written to",
				    i, p->n);
}

void
watch_end(bool stale)
{
	struct piece *p;

	leaves = stays = false;
	while ((p = given_back)) {
		given_back = p->next;
		if (!p->bytes) {
			munmap(p->begin, p->n);
		} else {
			if (!stale)
				look(p);
			free(p->begin);
		}
		free(p);
	}
}

/* -- Errors ---------------------------------------------------------------- */

void
watch_errors(bool expected)
{
	errors_expected = expected;
}

/* Programs ask for buffers that have gone, and judge the status. */
static bool
is_asked_for(const char *text)
{
	return !strncmp(text, "DRI_Buffer_get_ptr: ", 20);
}

/* Where the clock goes, calls say what they wait for. */
static bool
is_a_wait(const char *text)
{
	return worlds_is_hurried() && strstr(text, " waits");
}

void
watch_forget(void)
{
	n_told = 0;
	last_told[0] = 0;
}

unsigned
watch_told(const char **last)
{
	*last = last_told;
	return n_told;
}

static void
tell(ocr_node_t self, const char *fmt, va_list ap)
{
	char *text = last_told;

	vsnprintf(last_told, sizeof(last_told), fmt, ap);
	n_told++;
	if (worlds_trace)
		printf("process %u says: %s\n", self, text);
	if (!errors_expected && !is_asked_for(text) && !is_a_wait(text))
		worlds_fail("process %u says: %s", self, text);
}

void
__wrap_ocr_log_error(ocr_node_t self, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	tell(self, fmt, ap);
	va_end(ap);
}

void
__wrap_ocr_log_warn(ocr_node_t self, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	tell(self, fmt, ap);
	va_end(ap);
}
