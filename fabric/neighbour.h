/* SPDX-License-Identifier: BSD-3-Clause */
/* neighbour.h - the windows of other nodes on this host, as memory here.
 *
 * The file behind a node's window has no name (nameless.h).
 * Knows nothing of what lies in the windows.
 * Threads: any, but for open and close; one thread at a time maps.
 */
#ifndef FABRIC_NEIGHBOUR_H
#define FABRIC_NEIGHBOUR_H

#include "fabric/nameless.h"
#include "fabric/node.h"

#include <stddef.h>
#include <stdint.h>

struct ocr_memory;
struct ocr_neighbours;

/* A table for `size` nodes.  NULL: no memory. */
struct ocr_neighbours *ocr_neighbours_open(uint32_t size);
/* Unmaps all. */
void ocr_neighbours_close(struct ocr_neighbours *n);

/* This node's, as others find it. */
struct ocr_nameless ocr_neighbour_window_name(const struct ocr_memory *m);

/* Maps the window of `peer`; once for each.  0, or -errno, and then base stays
 * NULL. */
int ocr_neighbour_map(struct ocr_neighbours *n, ocr_node_t peer,
		      const struct ocr_nameless *name);

/* The begin of the window of `peer`; NULL: not mapped.  *len is set if not. */
char *ocr_neighbour_base(const struct ocr_neighbours *n, ocr_node_t peer,
			 uint64_t *len_bytes);

#endif
