/* SPDX-License-Identifier: BSD-3-Clause */
/* ring.c - both ends of a ring. */
#include "fabric/ring.h"

#include "fabric/fence.h"
#include "fabric/words.h"

#include <errno.h>
#include <string.h>

/* Above all lengths: the next record is at the begin. */
#define BACK (UINT64_C(1) << 32)

static _Atomic uint64_t *
word_at(struct ocr_ring *r, uint64_t at)
{
	return (_Atomic uint64_t *)(void *)(r->bytes + at);
}

static uint64_t
record_bytes(uint32_t len)
{
	return ((uint64_t)len + sizeof(uint64_t) + OCR_RING_LINE - 1) &
	       ~(uint64_t)(OCR_RING_LINE - 1);
}

/* Looks what the reader has given back.  False: that cannot be. */
static bool
look_at_head(struct ocr_ring_out *o)
{
	/* pairs with ocr_ring_take(): it has been read */
	o->head = atomic_load_explicit(&o->ring->head, memory_order_acquire);
	return o->tail - o->head <= o->size;
}

static bool
has_room(const struct ocr_ring_out *o, uint64_t bytes)
{
	return o->size - (o->tail - o->head) >= bytes;
}

static __attribute__((noinline)) int
look_for_room(struct ocr_ring_out *o, uint64_t bytes)
{
	if (!look_at_head(o))
		return -EPROTO;
	if (has_room(o, bytes))
		return 0;
	atomic_store_explicit(&o->ring->wants_room, 1, memory_order_relaxed);
	/* Pairs with the fence in ocr_ring_take(): one sees the other. */
	ocr_full_fence();
	if (!look_at_head(o))
		return -EPROTO;
	return has_room(o, bytes) ? 0 : -EAGAIN;
}

/* 0, or as ocr_ring_put(). */
static inline int
find_room(struct ocr_ring_out *o, uint64_t bytes)
{
	return __builtin_expect(has_room(o, bytes), 1)
		       ? 0
		       : look_for_room(o, bytes);
}

/* The line that the reader looks at all the time comes last, with the word:
 * what is written there early has to be fetched twice. */
static inline void
fill(uint8_t *record, const void *data, uint32_t len, uint32_t room)
{
	uint32_t first = len < room ? len : room;

	if (len > first)
		memcpy(record + OCR_RING_LINE, (const uint8_t *)data + first,
		       len - first);
	ocr_words_copy(record + OCR_RING_LINE - room, data, first);
}

/* The word behind the next record, if that is as long as the last one: its line
 * is taken from the reader's cache while nobody waits for it. */
static void
clear_ahead(struct ocr_ring_out *o, uint64_t bytes)
{
	uint64_t end = o->tail + bytes;

	if ((o->tail & (o->size - 1)) + bytes > o->size ||
	    !has_room(o, bytes + OCR_RING_LINE))
		return;
	atomic_store_explicit(word_at(o->ring, end & (o->size - 1)), 0,
			      memory_order_relaxed);
	o->cleared = end;
}

void
ocr_ring_own_ahead(struct ocr_ring_out *o)
{
	uint64_t from = o->tail + OCR_RING_LINE, end = o->cleared;
	uint64_t at = from & (o->size - 1), most = o->size - at;

	if (most > (OCR_RING_OWNED - 1) * OCR_RING_LINE)
		most = (OCR_RING_OWNED - 1) * OCR_RING_LINE;
	if (end <= from)
		return;
	/* There was room up to there.  What would wrap around is where it
	 * begins. */
	end = at + (end - from < most ? end - from : most);
	for (; at < end; at += OCR_RING_LINE)
		atomic_store_explicit(word_at(o->ring, at), 0,
				      memory_order_relaxed);
}

/* Where a record goes. */
struct place {
	uint64_t at; /* of its word, which is BACK if */
	bool skips;  /* the record is at the begin */
	uint64_t bytes, end;
};

/* 0, or as ocr_ring_put(). */
static inline int
find_place(struct ocr_ring_out *o, uint32_t len, struct place *p)
{
	uint64_t at = o->tail & (o->size - 1), bytes = record_bytes(len);
	uint64_t skip = at + bytes > o->size ? o->size - at : 0;

	if (len == 0 || len > ocr_ring_record_max(o->size))
		return -EMSGSIZE;
	*p = (struct place){at, skip != 0, bytes, o->tail + skip + bytes};
	/* With the word behind it. */
	return find_room(o, skip + bytes + OCR_RING_LINE);
}

/* Behind it there is none. */
static inline uint8_t *
begin(struct ocr_ring_out *o, const struct place *p)
{
	if (o->cleared != p->end)
		atomic_store_explicit(word_at(o->ring, p->end & (o->size - 1)),
				      0, memory_order_relaxed);
	return o->ring->bytes + (p->skips ? 0 : p->at);
}

/* It counts. */
static inline void
end(struct ocr_ring_out *o, const struct place *p, uint32_t len)
{
	if (p->skips)
		atomic_store_explicit(word_at(o->ring, 0), len,
				      memory_order_relaxed);
	/* pairs with ocr_ring_peek() */
	atomic_store_explicit(word_at(o->ring, p->at), p->skips ? BACK : len,
			      memory_order_release);
	o->tail = p->end;
	clear_ahead(o, p->bytes);
}

int
ocr_ring_put(struct ocr_ring_out *o, const void *data, uint32_t len)
{
	struct place p;
	int err = find_place(o, len, &p);

	if (err != 0)
		return err;
	fill(begin(o, &p), data, len, OCR_RING_LINE - sizeof(uint64_t));
	end(o, &p, len);
	return 0;
}

int
ocr_ring_put_behind(struct ocr_ring_out *o, uint64_t first, const void *data,
		    uint32_t len_bytes)
{
	uint32_t len = (uint32_t)sizeof(first) + len_bytes;
	struct place p;
	int err = find_place(o, len, &p);
	uint8_t *record;

	if (err != 0)
		return err;
	record = begin(o, &p);
	fill(record, data, len_bytes, OCR_RING_LINE - 2 * sizeof(uint64_t));
	memcpy(record + sizeof(uint64_t), &first, sizeof(first));
	end(o, &p, len);
	return 0;
}

/* As fill(): the line that is looked at comes last. */
int
ocr_ring_put_pieces(struct ocr_ring_out *o, const struct ocr_ring_pieces *r)
{
	uint32_t middle = (r->n[1] + 7) & ~7u;
	uint32_t len = (uint32_t)sizeof(r->first) + r->n[0] + middle + r->n[2];
	uint64_t zero = 0;
	struct place p;
	int err =
		r->n[0] <= OCR_RING_FIRST ? find_place(o, len, &p) : -EMSGSIZE;
	uint8_t *record, *to;

	if (err != 0)
		return err;
	record = begin(o, &p);
	to = record + 2 * sizeof(uint64_t) + r->n[0];
	if (r->n[1] % 8)
		memcpy(to + middle - sizeof(zero), &zero, sizeof(zero));
	memcpy(to, r->at[1], r->n[1]);
	ocr_words_copy(to + middle, r->at[2], r->n[2]);
	ocr_words_copy(record + 2 * sizeof(uint64_t), r->at[0], r->n[0]);
	memcpy(record + sizeof(uint64_t), &r->first, sizeof(r->first));
	end(o, &p, len);
	return 0;
}

int
ocr_ring_peek(struct ocr_ring_in *i, const void **data, uint32_t *len)
{
	uint64_t pos = atomic_load_explicit(&i->pos, memory_order_relaxed);
	uint64_t at = pos & (i->size - 1), word;

	/* pairs with ocr_ring_put() */
	word = atomic_load_explicit(word_at(i->ring, at), memory_order_acquire);
	if (word == 0)
		return 0;
	if (word == BACK && at != 0) {
		atomic_store_explicit(&i->pos, pos + i->size - at,
				      memory_order_relaxed);
		at = 0;
		word = atomic_load_explicit(word_at(i->ring, 0),
					    memory_order_acquire);
	}
	if (word == 0 || word > ocr_ring_record_max(i->size) ||
	    at + record_bytes((uint32_t)word) > i->size)
		return -EPROTO;
	*data = i->ring->bytes + at + sizeof(uint64_t);
	*len = (uint32_t)word;
	return 1;
}

bool
ocr_ring_take(struct ocr_ring_in *i, uint32_t len)
{
	uint64_t pos = atomic_load_explicit(&i->pos, memory_order_relaxed) +
		       record_bytes(len);

	atomic_store_explicit(&i->pos, pos, memory_order_relaxed);
	if (pos - i->given < i->size / 4)
		return false;
	i->given = pos;
	/* pairs with look_at_head() */
	atomic_store_explicit(&i->ring->head, pos, memory_order_release);
	/* Pairs with the fence in find_room(). */
	ocr_full_fence();
	if (atomic_load_explicit(&i->ring->wants_room, memory_order_relaxed) ==
	    0)
		return false;
	atomic_store_explicit(&i->ring->wants_room, 0, memory_order_relaxed);
	return true;
}
