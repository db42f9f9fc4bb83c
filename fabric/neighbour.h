/* SPDX-License-Identifier: BSD-3-Clause */
/* neighbour.h - the windows of other nodes on this host, as memory here.
 *
 * The file behind a node's window has no name; a neighbour opens it through
 * /proc, if the system lets it, and knows by the file's number that it has the
 * right one.  In containers that hide processes from each other it is not let,
 * and bytes go by the network.
 * Knows nothing of what lies in the windows.
 * Threads: any, but for open and close; one thread at a time maps.
 */
#ifndef FABRIC_NEIGHBOUR_H
#define FABRIC_NEIGHBOUR_H

#include "fabric/node.h"

#include <stddef.h>
#include <stdint.h>

struct ocr_memory;
struct ocr_neighbours;

/* Where a node's window can be had; sent to neighbours.  Hostile when it
 * arrives. */
struct ocr_window_name {
	uint64_t device, inode; /* of the file */
	uint64_t len_bytes;
	int32_t pid;
	int32_t fd; /* -1: none */
};

/* A table for `size` nodes.  NULL: no memory. */
struct ocr_neighbours *ocr_neighbours_open(uint32_t size);
/* Unmaps all. */
void ocr_neighbours_close(struct ocr_neighbours *n);

/* This node's. */
struct ocr_window_name ocr_window_name(const struct ocr_memory *m);

/* Maps the window of `peer`; once for each.  0, or -errno, and then base stays
 * NULL. */
int ocr_neighbour_map(struct ocr_neighbours *n, ocr_node_t peer,
		      const struct ocr_window_name *name);

/* The begin of the window of `peer`; NULL: not mapped.  *len is set if not. */
char *ocr_neighbour_base(const struct ocr_neighbours *n, ocr_node_t peer,
			 uint64_t *len_bytes);

#endif
