/* SPDX-License-Identifier: BSD-3-Clause */
/* segment.h - the memory in which a node hears from its neighbours.
 *
 *   | head | asleep | opened | written | ring | ring | ring | ...
 *
 * Each neighbour has a place in it, a number below n_places, with a ring that
 * it alone writes and the owner alone reads.  A page costs nothing before it is
 * touched, so a ring that nobody writes does not either.
 * Knows where things lie; does not know who has which place, or when to look.
 * Promise: what others can have written is never used as a place or a length
 * without a check.
 * Threads: open, attach and close from one; what is in the memory as it says.
 */
#ifndef FABRIC_SEGMENT_H
#define FABRIC_SEGMENT_H

#include "fabric/nameless.h"
#include "fabric/ring.h"

#include <stdatomic.h>
#include <stdint.h>

/* More processes of a job on a host go by the network. */
#define OCR_PLACES_MAX 1024
/* Up to here the owner looks at each ring that was opened; with more, writers
 * say in `written` where to look. */
#define OCR_PLACES_FEW 16

struct ocr_segment_shared;

/* One that this process has mapped; its own, or a neighbour's. */
struct ocr_segment {
	struct ocr_segment_shared *shared;
	uint64_t len_bytes;
	uint32_t n_places;
	uint32_t ring_bytes;
};

/* The size of each ring for so many places. */
uint32_t ocr_segment_ring_bytes(uint32_t n_places);

/* Makes one.  Returns its file, which is the caller's, or -errno. */
int ocr_segment_open(struct ocr_segment *s, uint32_t n_places);
/* Maps that of a neighbour, which must have as many places.  0 or -errno. */
int ocr_segment_attach(struct ocr_segment *s, const struct ocr_nameless *name,
		       uint32_t n_places);
void ocr_segment_close(struct ocr_segment *s);

struct ocr_ring *ocr_segment_ring(const struct ocr_segment *s, uint32_t place);

/* 0, or the number of the sleep that the owner is in, or about to begin. */
_Atomic uint64_t *ocr_segment_asleep(const struct ocr_segment *s);

/* A bit for each place, in words of 64.  Set by its writer: it has begun to
 * write; it has written since the owner has looked (of many places only). */
_Atomic uint64_t *ocr_segment_opened(const struct ocr_segment *s);
_Atomic uint64_t *ocr_segment_written(const struct ocr_segment *s);

static inline uint32_t
ocr_segment_words(const struct ocr_segment *s)
{
	return (s->n_places + 63) / 64;
}

#endif
