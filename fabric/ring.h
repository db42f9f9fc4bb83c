/* SPDX-License-Identifier: BSD-3-Clause */
/* ring.h - records from one process to another, in memory that both map.
 *
 *            pos                        tail
 *   ---------+------+-----+------+------+------+---------
 *            | word | ... | word | ...  | 0    |
 *   ---------+------+-----+------+------+------+---------
 *
 * A record begins at a multiple of a line, with a word that has its length;
 * behind the last one the word is 0.  The word is written last, after the next
 * one has become 0, and counts from then on: a writer that dies before has
 * written nothing.  Who reads looks at memory that only changes when something
 * has come.  A record never wraps around: a word that says so leads back to the
 * begin.
 *
 * What was read is given back by `head`, in large pieces.
 *
 *                  put                        peek, take
 *   put, own_ahead  one thread at a time       any time
 *   peek, take     any time                   one thread at a time
 *   has            any time                   any time
 *
 * Knows bytes; does not know who sleeps, or where the memory comes from.
 * Promise: what peek returns lies in the ring and is whole, whatever the writer
 * does; it is as hostile as the writer.
 */
#ifndef FABRIC_RING_H
#define FABRIC_RING_H

#include "fabric/prefetch.h"

#include <assert.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OCR_RING_LINE 64

/* So many lines at most are asked for at once. */
#define OCR_RING_FETCHED 8

/* And so many are taken back ahead: a core's stores wait for them in a buffer
 * that holds little more. */
#define OCR_RING_OWNED 32

/* In shared memory; zeroes are an empty ring. */
struct ocr_ring {
	/* Written by the reader: so many bytes were given back. */
	alignas(OCR_RING_LINE) _Atomic uint64_t head;
	/* Written by the writer: it waits for room.  Taken back by the
	 * reader. */
	alignas(OCR_RING_LINE) _Atomic uint32_t wants_room;
	alignas(OCR_RING_LINE) uint8_t bytes[];
};
static_assert(sizeof(struct ocr_ring) == 2 * OCR_RING_LINE,
	      "two nodes disagree");

/* The writer's end. */
struct ocr_ring_out {
	struct ocr_ring *ring;
	uint32_t size; /* of bytes; a power of two */
	uint64_t tail; /* so many bytes were written */
	uint64_t head; /* as it was seen last */
	/* The word there is 0, unless a record lies on it or tail is beyond. */
	uint64_t cleared;
};

/* The reader's end. */
struct ocr_ring_in {
	struct ocr_ring *ring;
	uint32_t size;
	/* So many bytes were read.  Written by the reader's thread; another may
	 * ask meanwhile whether there is something. */
	_Atomic uint64_t pos;
	uint64_t given; /* so many were given back */
};

/* The longest record of a ring of `size` bytes: whoever finds no room is sure
 * to be told of some, because what is read but not given back is less than a
 * quarter. */
static inline uint32_t
ocr_ring_record_max(uint32_t size)
{
	return size / 4 - OCR_RING_LINE;
}

/* Appends a record.  0.  -EAGAIN: no room, and the reader will be told so by
 * ocr_ring_take().  -EMSGSIZE.  -EPROTO: the reader makes no sense. */
int ocr_ring_put(struct ocr_ring_out *o, const void *data, uint32_t len_bytes);

/* The same of a record that is a word, as it lies in memory, and the len_bytes
 * of data behind it. */
int ocr_ring_put_behind(struct ocr_ring_out *o, uint64_t first,
			const void *data, uint32_t len_bytes);

/* A record that lies in several places: `first`, a word as it lies in memory,
 * and behind it pieces of n[] bytes, of which the first is as short as
 * OCR_RING_FIRST, and zeros between the second and the third, which begins at a
 * multiple of 8. */
#define OCR_RING_FIRST (OCR_RING_LINE - 2 * sizeof(uint64_t))
struct ocr_ring_pieces {
	uint64_t first;
	const void *at[3];
	uint32_t n[3];
};
int ocr_ring_put_pieces(struct ocr_ring_out *o,
			const struct ocr_ring_pieces *p);

/* Behind that, when nobody waits for this core's stores: takes the lines of the
 * next record, if it is as long, from the reader's cache, by a store into each.
 * To ask for them to write (prefetchw) does nothing while both have them. */
void ocr_ring_own_ahead(struct ocr_ring_out *o);

/* Is there something to peek at?  Asked after a full fence, it is not missed:
 * where what is there was written before the fence in its writer's
 * ocr_ring_put(), or what follows it, pos is as new as the room for it. */
static inline bool
ocr_ring_has(const struct ocr_ring_in *i)
{
	uint64_t at = atomic_load_explicit(&i->pos, memory_order_relaxed) &
		      (i->size - 1);
	const _Atomic uint64_t *word = (const void *)(i->ring->bytes + at);

	return atomic_load_explicit(word, memory_order_relaxed) != 0;
}

/* The next record, valid until it is taken; 8-byte aligned.  0: there is none.
 * -EPROTO: the writer makes no sense. */
int ocr_ring_peek(struct ocr_ring_in *i, const void **data,
		  uint32_t *len_bytes);

/* Asks for the lines of the record of len_bytes that is peeked at, and for that
 * where the next one will begin, all at once: its writer has just written them,
 * there that there is none. */
static inline void
ocr_ring_fetch(const struct ocr_ring_in *i, const void *data,
	       uint32_t len_bytes)
{
	uint64_t at = (uint64_t)((const uint8_t *)data - i->ring->bytes), n;

	n = (len_bytes + sizeof(uint64_t) - 1) / OCR_RING_LINE + 1;
	if (n > OCR_RING_FETCHED)
		n = OCR_RING_FETCHED;
	for (; n > 0; n--) {
		at += OCR_RING_LINE;
		ocr_prefetch(i->ring->bytes + (at & (i->size - 1)));
	}
}

/* Gives back the record of len_bytes that was peeked at.  True: its writer
 * waits for room, and there is some. */
bool ocr_ring_take(struct ocr_ring_in *i, uint32_t len_bytes);

#endif
