/* SPDX-License-Identifier: BSD-3-Clause */
/* window.c - reserving address space, and how much of it makes sense. */
#include "fabric/window.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* Large pages start at multiples of it. */
#define WINDOW_ALIGN ((size_t)2 << 20)

/* One number from the first line of a file; UINT64_MAX if there is none. */
static uint64_t
read_limit(const char *path)
{
	unsigned long long n;
	FILE *f = fopen(path, "re");

	if (f == NULL)
		return UINT64_MAX;
	if (fscanf(f, "%llu", &n) != 1)
		n = UINT64_MAX; /* "max" */
	fclose(f);
	return n;
}

uint64_t
ocr_window_machine_bytes(void)
{
	static const char *const limits[] = {
		"/sys/fs/cgroup/memory.max",
		"/sys/fs/cgroup/memory/memory.limit_in_bytes",
	};
	uint64_t n = (uint64_t)sysconf(_SC_PHYS_PAGES) *
		     (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t limit;
	size_t i;

	for (i = 0; i < sizeof(limits) / sizeof(*limits); i++) {
		limit = read_limit(limits[i]);
		if (limit < n)
			n = limit;
	}
	return n;
}

static void *
reserve(size_t len)
{
	void *p = mmap(NULL, len, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return p != MAP_FAILED ? p : NULL;
}

/* Puts a file that has no name behind [base, base + len), so that neighbours
 * can map the same pages. */
static int
share(char *base, size_t len)
{
	int fd = memfd_create("ocr", MFD_CLOEXEC);
	int err = -1;

	if (fd < 0)
		return -1;
	if (ftruncate(fd, (off_t)len) == 0 &&
	    mmap(base, len, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_FIXED | MAP_NORESERVE, fd, 0) != MAP_FAILED)
		err = 0;
	close(fd);
	return err;
}

void *
ocr_window_map(size_t len, bool shared)
{
	char *at = reserve(len + WINDOW_ALIGN);
	char *base;

	if (at == NULL)
		return NULL;
	base = (char *)(((uintptr_t)at + WINDOW_ALIGN - 1) &
			~(uintptr_t)(WINDOW_ALIGN - 1));
	if (base > at)
		munmap(at, (size_t)(base - at));
	if (base < at + WINDOW_ALIGN)
		munmap(base + len, (size_t)(at + WINDOW_ALIGN - base));
	if (shared && share(base, len) != 0) {
		munmap(base, len);
		return NULL;
	}
	return base;
}

void
ocr_window_unmap(void *base, size_t len_bytes)
{
	munmap(base, len_bytes);
}
