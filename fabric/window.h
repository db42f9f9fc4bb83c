/* SPDX-License-Identifier: BSD-3-Clause */
/* window.h - large pieces of address space, for memory.c and arena.c.
 *
 * Knows nothing of what lies in them.
 * Promise: a page costs nothing until it is touched, but for those that the
 * administrator has set aside, which are taken at once.
 * Threads: any.
 */
#ifndef FABRIC_WINDOW_H
#define FABRIC_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Large pages start at multiples of it. */
#define OCR_WINDOW_ALIGN ((size_t)2 << 20)

enum ocr_huge {
	OCR_HUGE_NO,
	OCR_HUGE_TRANSPARENT, /* the kernel makes them where it can */
	OCR_HUGE_RESERVED,    /* those that the administrator has set aside */
};

struct ocr_window {
	char *base;
	size_t len; /* a multiple of OCR_WINDOW_ALIGN, or of the page size */
	bool shared;
	enum ocr_huge huge; /* what it has */
	int fd;		    /* of the file, if it is shared; else -1 */
};

/* What this machine, or this container, has. */
uint64_t ocr_window_machine_bytes(void);

/* Reserves len_bytes at a multiple of OCR_WINDOW_ALIGN; `shared`: in a file
 * that has no name.  Reserved pages only if there are enough, for a multiple of
 * OCR_WINDOW_ALIGN; transparent ones instead if not.  0 or -ENOMEM. */
int ocr_window_map(struct ocr_window *w, size_t len_bytes, bool shared,
		   enum ocr_huge huge);
void ocr_window_unmap(struct ocr_window *w);

/* Asks for transparent pages in [from, from + len_bytes), if w is to have
 * them. */
void ocr_window_advise(const struct ocr_window *w, char *from,
		       size_t len_bytes);

/* Gives the pages back to the system; they read as zeroes afterwards.  0 or
 * -errno, and they are there as before. */
int ocr_window_drop(const struct ocr_window *w, char *from, size_t len_bytes);

/* For people: the pages of such a window, and if the system does not give
 * those, why.  Static text. */
const char *ocr_window_pages(bool shared, enum ocr_huge huge);

#endif
