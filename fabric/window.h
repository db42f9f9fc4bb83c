/* SPDX-License-Identifier: BSD-3-Clause */
/* window.h - large pieces of address space, for memory.c.
 *
 * Knows nothing of what lies in them.
 * Promise: a page costs nothing until it is touched.
 * Threads: any.
 */
#ifndef FABRIC_WINDOW_H
#define FABRIC_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What this machine, or this container, has. */
uint64_t ocr_window_machine_bytes(void);

/* Reserves len_bytes, a multiple of the page size, at a multiple of 2 MiB;
 * with `shared` in a file that has no name.  NULL on failure. */
void *ocr_window_map(size_t len_bytes, bool shared);

void ocr_window_unmap(void *base, size_t len_bytes);

#endif
