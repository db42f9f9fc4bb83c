/* SPDX-License-Identifier: BSD-3-Clause */
/* host_hear.c - reads the rings in which neighbours write.
 *
 * A neighbour is heard from its first packet on, whether it was met or not.
 */
#include "fabric/fence.h"
#include "fabric/host_link.h"

/* So many packets of one neighbour are handled before those of the next. */
#define AT_ONCE 32

/* Who has nothing else to do looks so many times at the rings of few before at
 * all the rest, which takes much longer: what comes then is found later. */
#define LOOKS 8

static void
begin_to_hear(struct host *h, uint32_t place)
{
	struct neighbour *nb = &h->neighbours[place];
	uint32_t n = atomic_load_explicit(&h->n_readers, memory_order_relaxed);

	nb->is_heard = true;
	nb->in = (struct ocr_ring_in){
		.ring = ocr_segment_ring(&h->segment, place),
		.size = h->segment.ring_bytes,
	};
	if (ocr_host_are_few(h)) {
		h->readers[n] = place;
		/* pairs with ocr_host_has_news() */
		atomic_store_explicit(&h->n_readers, n + 1,
				      memory_order_release);
	}
	if (place != h->place)
		h->called(h->called_ctx, nb->node);
}

/* True: somebody has begun to write. */
static inline bool
has_opened(const struct host *h, uint32_t word, uint64_t *fresh)
{
	/* pairs with look_at_word(): what is known is read */
	uint64_t known =
		atomic_load_explicit(&h->opened[word], memory_order_acquire);

	*fresh = ~known &
		 atomic_load_explicit(ocr_segment_opened(&h->segment) + word,
				      memory_order_relaxed);
	return *fresh != 0;
}

static __attribute__((noinline)) void
hear_fresh(struct host *h, uint32_t w, uint64_t fresh)
{
	uint64_t left;
	uint32_t place;

	for (left = fresh; left != 0; left &= left - 1) {
		place = 64 * w + (uint32_t)__builtin_ctzll(left);
		if (place < h->n_places)
			begin_to_hear(h, place);
	}
	/* pairs with has_opened() */
	atomic_store_explicit(
		&h->opened[w],
		fresh | atomic_load_explicit(&h->opened[w],
					     memory_order_relaxed),
		memory_order_release);
}

static inline void
look_at_word(struct host *h, uint32_t w)
{
	uint64_t fresh;

	if (has_opened(h, w, &fresh))
		hear_fresh(h, w, fresh);
}

static void
look_at_opened(struct host *h)
{
	for (uint32_t w = 0; w < ocr_segment_words(&h->segment); w++)
		look_at_word(h, w);
}

static bool
is_deaf(const struct neighbour *nb)
{
	return atomic_load_explicit(&nb->is_deaf, memory_order_relaxed);
}

/* nb waits for room in its ring, and has some. */
static void
tell_of_room(struct host *h, struct neighbour *nb)
{
	if (!nb->has_bell)
		nb->owes_ring = true;
	else if (atomic_load_explicit(&nb->state, memory_order_relaxed) !=
		 FAILED)
		ocr_bell_ring(h->bell, &nb->bell);
}

void
ocr_host_find_bell(struct host *h, struct neighbour *nb,
		   const struct ocr_nameless *bell)
{
	nb->bell = *bell;
	nb->has_bell = true;
	if (nb->owes_ring)
		tell_of_room(h, nb);
	nb->owes_ring = false;
}

/* Handles at most `limit` packets of nb.  Returns how many. */
static int
hear(struct host *h, struct neighbour *nb, int limit)
{
	const void *data;
	uint32_t len;
	int n, rc = 0;

	for (n = 0; n < limit && !is_deaf(nb); n++) {
		rc = ocr_ring_peek(&nb->in, &data, &len);
		if (rc <= 0)
			break;
		ocr_ring_fetch(&nb->in, data, len);
		h->up.received(h->up.ctx, nb->node, data, len);
		if (ocr_ring_take(&nb->in, len))
			tell_of_room(h, nb);
	}
	if (rc < 0) {
		atomic_store_explicit(&nb->is_deaf, true, memory_order_relaxed);
		ocr_host_fail(&h->t, nb->node, "what it writes makes no sense");
	}
	return n;
}

static inline int
look_at_few(struct host *h)
{
	uint32_t n_readers =
		atomic_load_explicit(&h->n_readers, memory_order_relaxed);
	int n = 0;

	for (uint32_t i = 0; i < n_readers; i++) {
		struct neighbour *nb = &h->neighbours[h->readers[i]];

		/* As a rule there is nothing. */
		if (ocr_ring_has(&nb->in))
			n += hear(h, nb, AT_ONCE);
	}
	return n;
}

static int
hear_few(struct host *h)
{
	int n = look_at_few(h);

	for (int i = 1; h->t.is_idle && n == 0 && i < LOOKS; i++)
		n = look_at_few(h);
	return n;
}

static uint64_t
left(const struct host *h, uint32_t w)
{
	return atomic_load_explicit(&h->left[w], memory_order_relaxed);
}

static void
set_left(struct host *h, uint32_t w, uint64_t left)
{
	atomic_store_explicit(&h->left[w], left, memory_order_relaxed);
}

/* Takes from `written` who has written, without a moment in which neither it
 * nor `left` says so: somebody may be about to sleep. */
static void
take_written(struct host *h, uint32_t w)
{
	_Atomic uint64_t *written = ocr_segment_written(&h->segment) + w;
	uint64_t some = atomic_load_explicit(written, memory_order_relaxed);

	if (some == 0)
		return;
	set_left(h, w, left(h, w) | some);
	/* pairs with has_written() */
	atomic_fetch_and_explicit(written, ~some, memory_order_release);
	/* Pairs with tell(): a writer that has still seen its bit is seen to
	 * have written, and all of them to have opened their rings. */
	ocr_full_fence();
	look_at_word(h, w);
}

static int
hear_word(struct host *h, uint32_t w)
{
	uint64_t some, quiet = 0;
	int n, sum = 0;

	take_written(h, w);
	for (some = left(h, w); some != 0; some &= some - 1) {
		uint32_t place = 64 * w + (uint32_t)__builtin_ctzll(some);

		/* Who has opened none cannot have written. */
		n = place < h->n_places && h->neighbours[place].is_heard
			    ? hear(h, &h->neighbours[place], AT_ONCE)
			    : 0;
		if (n < AT_ONCE)
			quiet |= some & -some;
		sum += n;
	}
	if (quiet != 0)
		set_left(h, w, left(h, w) & ~quiet);
	return sum;
}

int
ocr_host_poll(struct ocr_transport *t)
{
	struct host *h = ocr_host_of(t);
	int n = 0;

	ocr_host_ring_owed(h);
	if (ocr_host_are_few(h)) {
		look_at_word(h, 0);
		return hear_few(h);
	}
	look_at_opened(h);
	for (uint32_t w = 0; w < ocr_segment_words(&h->segment); w++)
		n += hear_word(h, w);
	return n;
}

void
ocr_host_hear_last(struct host *h, struct neighbour *nb)
{
	look_at_opened(h);
	if (!nb->is_heard || is_deaf(nb))
		return;
	hear(h, nb, (int)(nb->in.size / OCR_RING_LINE));
	atomic_store_explicit(&nb->is_deaf, true, memory_order_relaxed);
}

/* Of many. */
static bool
has_written(const struct host *h, uint32_t w)
{
	/* pairs with take_written() */
	return atomic_load_explicit(ocr_segment_written(&h->segment) + w,
				    memory_order_acquire) != 0 ||
	       left(h, w) != 0;
}

bool
ocr_host_has_news(const struct host *h)
{
	bool are_few = ocr_host_are_few(h);
	uint32_t n_readers;
	uint64_t fresh;

	for (uint32_t w = 0; w < ocr_segment_words(&h->segment); w++)
		if (has_opened(h, w, &fresh) || (!are_few && has_written(h, w)))
			return true;
	/* pairs with begin_to_hear() */
	n_readers = atomic_load_explicit(&h->n_readers, memory_order_acquire);
	for (uint32_t i = 0; i < n_readers; i++) {
		const struct neighbour *nb = &h->neighbours[h->readers[i]];

		if (!is_deaf(nb) && ocr_ring_has(&nb->in))
			return true;
	}
	return false;
}
