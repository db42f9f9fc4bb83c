/* SPDX-License-Identifier: BSD-3-Clause */
/* numa.h - the NUMA nodes of this machine, and what they are to each other.
 *
 * A NUMA node has a number from 0 on, hwloc's logical one.  Which memory is
 * near, far or fast, seen from a NUMA node, comes from hwloc: its memory
 * attributes, else the distances that the firmware states, else the tree.
 * Knows nothing of blocks and windows.
 * Threads: any, between open and close.
 */
#ifndef FABRIC_NUMA_H
#define FABRIC_NUMA_H

#include <stddef.h>
#include <stdio.h>

/* Machines with more are treated as if they had one. */
#define OCR_NUMA_MAX 64u

enum ocr_memory_kind {
	OCR_MEMORY_NEAR,   /* that of the NUMA node itself */
	OCR_MEMORY_INTER,  /* in the middle between near and far */
	OCR_MEMORY_FAR,	   /* the furthest */
	OCR_MEMORY_HIGHBW, /* the one with the highest bandwidth from there */
	OCR_MEMORY_KINDS
};

struct hwloc_topology;
struct ocr_numa;

/* The topology is borrowed.  *n is NULL where there is nothing to tell apart.
 * 0 or -ENOMEM. */
int ocr_numa_open(struct ocr_numa **n, struct hwloc_topology *hwloc);
void ocr_numa_close(struct ocr_numa *n);

unsigned ocr_numa_count(const struct ocr_numa *n);

/* The k-th nearest to NUMA node `from`, itself for k = 0. */
unsigned ocr_numa_nearest(const struct ocr_numa *n, unsigned from, unsigned k);

/* The NUMA node that has such memory for those on `from`. */
unsigned ocr_numa_choose(const struct ocr_numa *n, unsigned from,
			 enum ocr_memory_kind kind);

/* The NUMA node of a number that the system uses; 0 if there is none. */
unsigned ocr_numa_by_os(const struct ocr_numa *n, unsigned os);

/* Pages of [base, base + len_bytes) come from that NUMA node from now on, from
 * others only when it has no more.  0 or -errno. */
int ocr_numa_bind(const struct ocr_numa *n, unsigned to, void *base,
		  size_t len_bytes);

/* For people: a line for each NUMA node; n may be NULL. */
void ocr_numa_print(const struct ocr_numa *n, FILE *out);

#endif
