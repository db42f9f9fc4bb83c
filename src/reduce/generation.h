/* SPDX-License-Identifier: BSD-3-Clause */
/* generation.h - one generation of a reduction event, on one node.
 *
 * Knows the values that have come, and who waits for the result; does not know
 * where they come from or go to.  A part is a contributor of this node, or a
 * child in the tree.  Promise: parts are combined in the order that the caller
 * says, whenever they came.
 * Threads: none; the owner guards it.
 */
#ifndef SRC_REDUCE_GENERATION_H
#define SRC_REDUCE_GENERATION_H

#include "src/base/delivery.h"
#include "src/base/msg.h"

#include <stdbool.h>

/* Who waits for a result. */
struct ocr_taker {
	struct ocr_taker *next;
	struct ocr_waiter waiter;
};

struct ocr_generation {
	uint32_t n_here;  /* contributions */
	uint32_t n_below; /* children that have given theirs */
	uint32_t n_top;	  /* nodes at the top whose values are here */
	uint32_t told;	  /* a bit for each step of the exchange at the top */
	uint32_t count;	  /* contributors of those here and below */
	bool resolved;	  /* nothing more happens to it on this node */
	uint8_t *got;	  /* what each part has given: enum in generation.c */
	uint64_t *parts;  /* NULL: none yet; else room */
	uint64_t *room;	  /* for parts, kept from use to use; or NULL */
	size_t room_bytes;
	uint64_t *result; /* one of parts; NULL: none yet, or empty */
	ocrGuid_t block;  /* with the result, or NULL_GUID */
	struct ocr_taker *takers, **last;
	struct ocr_taker near; /* the first of them */
};

/* 8-byte words of n values. */
static inline size_t
ocr_shape_words(const struct ocr_shape *s, size_t bytes)
{
	return (s->n * bytes + 7) / 8;
}

/* NULL: no memory. */
struct ocr_generation *ocr_generation_create(void);
/* With its takers.  g may be NULL. */
void ocr_generation_destroy(struct ocr_generation *g);
/* As if it had just been created; its memory is kept for what comes. */
void ocr_generation_clear(struct ocr_generation *g);
/* Its takers alone: nobody waits any more. */
void ocr_generation_forget(struct ocr_generation *g);

/* Part i of n gives `words` words of values, or nothing (NULL).  0, -ENOMEM,
 * -EEXIST (it has given before). */
int ocr_generation_give(struct ocr_generation *g, uint32_t n, uint32_t i,
			const uint64_t *values, size_t words);

/* Takes what part i has given into the result. */
void ocr_generation_combine(struct ocr_generation *g, const struct ocr_shape *s,
			    uint32_t i, size_t words);

/* Takes what part i has given into part `into`. */
void ocr_generation_add(struct ocr_generation *g, const struct ocr_shape *s,
			uint32_t into, uint32_t i, size_t words);

/* From here on it has `to` parts instead of n, fewer.  False: no memory. */
bool ocr_generation_widen(struct ocr_generation *g, uint32_t n, uint32_t to,
			  size_t words);

/* Has part i given anything, be it nothing? */
bool ocr_generation_has(const struct ocr_generation *g, uint32_t i);

/* The values of a part that has given some. */
static inline uint64_t *
ocr_generation_part(const struct ocr_generation *g, uint32_t i, size_t words)
{
	return g->parts + i * words;
}

/* One more that waits.  0 or -ENOMEM. */
int ocr_generation_wait(struct ocr_generation *g, const struct ocr_waiter *w);

#endif
