/* SPDX-License-Identifier: BSD-3-Clause */
/* window.c - reserving address space, and how much of it makes sense. */
#include "fabric/window.h"

#include "fabric/cgroup.h"

#include <errno.h>
#include <linux/memfd.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define THP "/sys/kernel/mm/transparent_hugepage/"

uint64_t
ocr_window_machine_bytes(void)
{
	uint64_t n = (uint64_t)sysconf(_SC_PHYS_PAGES) *
		     (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t limit = ocr_cgroup_limit("");

	return limit < n ? limit : n;
}

/* Address space that starts at a multiple of OCR_WINDOW_ALIGN; NULL if there
 * is none. */
static char *
reserve(size_t len)
{
	char *at = mmap(NULL, len + OCR_WINDOW_ALIGN, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	char *base;

	if (at == MAP_FAILED)
		return NULL;
	base = (char *)(((uintptr_t)at + OCR_WINDOW_ALIGN - 1) &
			~(uintptr_t)(OCR_WINDOW_ALIGN - 1));
	if (base > at)
		munmap(at, (size_t)(base - at));
	if (base < at + OCR_WINDOW_ALIGN)
		munmap(base + len, (size_t)(at + OCR_WINDOW_ALIGN - base));
	return base;
}

/* Puts a file that has no name behind [base, base + len), so that neighbours
 * can map the same pages.  Returns the file, or -1. */
static int
share(char *base, size_t len)
{
	int fd = memfd_create("ocr", MFD_CLOEXEC);

	if (fd < 0)
		return -1;
	if (ftruncate(fd, (off_t)len) == 0 &&
	    mmap(base, len, PROT_READ | PROT_WRITE,
		 MAP_SHARED | MAP_FIXED | MAP_NORESERVE, fd, 0) != MAP_FAILED)
		return fd;
	close(fd);
	return -1;
}

/* The same with large pages, all taken now: whoever touched one that is not
 * there would be killed.  Nothing has changed on failure. */
static int
share_reserved(char *base, size_t len)
{
	int fd = memfd_create("ocr", MFD_CLOEXEC | MFD_HUGETLB | MFD_HUGE_2MB);
	bool done = false;
	void *p;

	if (fd < 0)
		return -1;
	if (ftruncate(fd, (off_t)len) == 0) {
		/* Elsewhere first: a failure over base would leave a hole. */
		p = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		if (p != MAP_FAILED) {
			done = mmap(base, len, PROT_READ | PROT_WRITE,
				    MAP_SHARED | MAP_FIXED, fd,
				    0) != MAP_FAILED;
			munmap(p, len);
		}
	}
	if (done)
		return fd;
	close(fd);
	return -1;
}

int
ocr_window_map(struct ocr_window *w, size_t len, bool shared,
	       enum ocr_huge huge)
{
	char *base = reserve(len);

	if (base == NULL)
		return -ENOMEM;
	*w = (struct ocr_window){base, len, shared, huge, -1};
	if (huge == OCR_HUGE_RESERVED) {
		if (len % OCR_WINDOW_ALIGN == 0)
			w->fd = share_reserved(base, len);
		if (w->fd >= 0) {
			w->shared = true;
			return 0;
		}
		w->huge = OCR_HUGE_TRANSPARENT;
	}
	if (shared) {
		w->fd = share(base, len);
		if (w->fd < 0) {
			munmap(base, len);
			return -ENOMEM;
		}
	}
	return 0;
}

void
ocr_window_unmap(struct ocr_window *w)
{
	munmap(w->base, w->len);
	if (w->fd >= 0)
		close(w->fd);
}

void
ocr_window_advise(const struct ocr_window *w, char *from, size_t len)
{
	if (w->huge == OCR_HUGE_TRANSPARENT)
		madvise(from, len, MADV_HUGEPAGE);
}

int
ocr_window_drop(const struct ocr_window *w, char *from, size_t len)
{
	/* A large page goes as a whole or not at all. */
	if (w->huge == OCR_HUGE_RESERVED)
		return -EINVAL;
	return madvise(from, len, w->shared ? MADV_REMOVE : MADV_DONTNEED)
		       ? -errno
		       : 0;
}

/* Does the file of this name have one of the words in brackets? */
static bool
is_chosen(const char *path, const char *const words[])
{
	char line[128] = "", marked[32];
	FILE *f = fopen(path, "re");

	if (f == NULL)
		return false;
	if (fgets(line, sizeof(line), f) == NULL)
		*line = '\0';
	fclose(f);
	for (; *words != NULL; words++) {
		snprintf(marked, sizeof(marked), "[%s]", *words);
		if (strstr(line, marked) != NULL)
			return true;
	}
	return false;
}

const char *
ocr_window_pages(bool shared, enum ocr_huge huge)
{
	static const char *const private_words[] = {"always", "madvise", NULL};
	static const char *const shared_words[] = {"always", "within_size",
						   "advise", "force", NULL};

	if (huge == OCR_HUGE_RESERVED)
		return "of 2 MiB, set aside by the administrator";
	if (huge == OCR_HUGE_NO)
		return "small ones";
	if (shared)
		return is_chosen(THP "shmem_enabled", shared_words)
			       ? "of 2 MiB where the system has them"
			       : "small ones: " THP
				 "shmem_enabled does not allow others";
	return is_chosen(THP "enabled", private_words)
		       ? "of 2 MiB where the system has them"
		       : "small ones: " THP "enabled does not allow others";
}
