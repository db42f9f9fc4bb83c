/* SPDX-License-Identifier: BSD-3-Clause */
/* fuzz_ring.c - a ring of which one end does anything: what the other takes out
 * lies in it and is whole, what it puts in stays in it, and while both do as
 * they should all that was put is taken, in order.
 *
 * An input is a byte for the size; steps: a byte for what, and what it wants.
 */
#include "fabric/ring.h"
#include "tests/fuzz/target.h"

#include <errno.h>
#include <string.h>

#define STEPS 2000

enum step {
	PUT,	/* a record of so many bytes */
	TAKE,	/* the next one */
	WORD,	/* another word where the next one is, or is to be */
	ANY,	/* another word anywhere */
	FAR,	/* where the next record is, one that leads to the begin */
	HEAD,	/* another head */
	WANTS,	/* somebody wants room, or nobody */
	LENGTH, /* where the next one is, a length near to what may be */
	KINDS
};

static struct {
	struct ocr_ring *ring;
	struct ocr_ring_out out;
	struct ocr_ring_in in;
	uint32_t size;
	/* Nobody has lied so far, to the writer, to the reader. */
	bool head_is_true, bytes_are_true;
	bool is_deaf, is_dumb; /* has found it out */
	unsigned n_put, n_taken, n_told;
	bool waits; /* the writer was refused */
} r;

static void
begin(uint32_t size)
{
	size_t bytes = sizeof(*r.ring) + size;

	memset(&r, 0, sizeof(r));
	/* Of its own length: a sanitizer sees where it ends. */
	r.ring = aligned_alloc(OCR_RING_LINE, bytes);
	must(r.ring);
	memset(r.ring, 0, bytes);
	r.size = size;
	r.out = (struct ocr_ring_out){.ring = r.ring, .size = size};
	r.in = (struct ocr_ring_in){.ring = r.ring, .size = size};
	r.head_is_true = r.bytes_are_true = true;
}

static uint32_t
length_of(unsigned number, uint16_t wish)
{
	uint32_t max = ocr_ring_record_max(r.size);

	/* Longer ones as well, now and then. */
	return (wish + number) % (max + max / 8 + 1);
}

static void
put(uint16_t wish)
{
	uint32_t len = length_of(r.n_put, wish);
	uint8_t *bytes = malloc(len ? len : 1);
	int err;

	must(bytes);
	memset(bytes, (int)(r.n_put & 0xff), len);
	err = r.is_dumb ? -EPROTO : ocr_ring_put(&r.out, bytes, len);
	free(bytes);
	if (!len || len > ocr_ring_record_max(r.size))
		must(r.is_dumb || err == -EMSGSIZE);
	else if (err == -EAGAIN)
		r.waits = true;
	else
		must(!err || err == -EPROTO);
	/* Who believed a lie may have given back what was never written. */
	must(err != -EPROTO || !r.head_is_true || !r.bytes_are_true);
	r.is_dumb = r.is_dumb || err == -EPROTO;
	r.n_put += !err;
}

static void
look_at_record(const uint8_t *at, uint32_t len)
{
	const uint8_t *begin = r.ring->bytes, *end = begin + r.size;

	must(at >= begin + sizeof(uint64_t) && at <= end);
	must(len && len <= ocr_ring_record_max(r.size));
	must(len <= (size_t)(end - at) && (uintptr_t)at % 8 == 0);
	for (uint32_t i = 0; i < len && r.bytes_are_true && r.head_is_true; i++)
		must(at[i] == (r.n_taken & 0xff));
}

static void
take_record(void)
{
	const void *data;
	uint32_t len;
	int rc;

	if (r.is_deaf)
		return;
	rc = ocr_ring_peek(&r.in, &data, &len);
	if (r.bytes_are_true && r.head_is_true)
		must(rc == (r.n_taken < r.n_put));
	r.is_deaf = rc < 0;
	if (rc <= 0) {
		must(!rc || rc == -EPROTO);
		return;
	}
	must(ocr_ring_has(&r.in));
	look_at_record(data, len);
	if (ocr_ring_take(&r.in, len)) {
		/* Who is told can put whatever he likes, in the end. */
		r.n_told++;
		r.waits = false;
	}
	must(r.in.pos - r.in.given < r.size / 4);
	r.n_taken++;
}

/* A lie of the writer's, for the reader. */
static void
write_word(uint64_t at, uint64_t word)
{
	memcpy(r.ring->bytes + (at & (r.size - 1) & ~UINT64_C(7)), &word,
	       sizeof(word));
	r.bytes_are_true = false;
}

static void
step_one(struct source *s)
{
	uint8_t what = take(s);
	uint16_t wish = (uint16_t)(take(s) | take(s) << 8);

	switch ((enum step)(what % KINDS)) {
	case PUT:
		put(wish);
		return;
	case TAKE:
		take_record();
		return;
	case WORD:
		write_word(r.in.pos, take_word(s));
		return;
	case ANY:
		write_word(wish, take_word(s));
		return;
	case FAR:
		write_word(r.in.pos, UINT64_C(1) << 32);
		return;
	case LENGTH:
		write_word(r.in.pos,
			   ocr_ring_record_max(r.size) - 32 + wish % 64);
		return;
	case HEAD:
		r.head_is_true = false;
		atomic_store(&r.ring->head,
			     wish & 1 ? take_word(s) : r.out.tail - wish);
		return;
	case WANTS:
		r.head_is_true = false;
		atomic_store(&r.ring->wants_room, wish & 3);
		return;
	case KINDS:
		return;
	}
}

/* Whoever was refused is told, once all is read. */
static void
end(void)
{
	while (r.n_taken < r.n_put)
		take_record();
	must(!r.waits);
	put(0);
	must(r.n_told < r.n_put + 1);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct source s = {data, size};

	begin(UINT32_C(512) << take(&s) % 4);
	for (unsigned i = 0; s.left && i < STEPS; i++)
		step_one(&s);
	if (r.bytes_are_true && r.head_is_true)
		end();
	free(r.ring);
	return 0;
}
