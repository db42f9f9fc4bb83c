/* SPDX-License-Identifier: BSD-3-Clause */
/* host_send.c - packets into the rings of neighbours, and copies of blocks.
 *
 *   sender                               owner of the ring
 *     record into the ring                 says that it sleeps
 *     full fence                           full fence
 *     does the owner sleep?                is there something in a ring?
 *     then rings its bell                  no: sleeps on the bell
 *
 * One of the two sees the other.  Each sender rings once for each sleep,
 * whatever others do: so it does not matter who of them is stopped or dies.
 */
#include "fabric/fabric.h"
#include "fabric/fence.h"
#include "fabric/host_link.h"
#include "fabric/log.h"
#include "fabric/neighbour.h"

#include <errno.h>
#include <string.h>
#ifdef __x86_64__
#include <cpuid.h>
#endif

#define PAGE ((size_t)4096)

/* 0: *nb was met. */
static inline __attribute__((always_inline)) int
find(struct host *h, ocr_node_t node, struct neighbour **nb)
{
	*nb = ocr_host_neighbour(h, node);
	if (*nb == NULL)
		return -EHOSTUNREACH;
	/* pairs with ocr_host_meet() */
	switch (atomic_load_explicit(&(*nb)->state, memory_order_acquire)) {
	case MET:
		return 0;
	case FAILED:
		return -EHOSTDOWN;
	}
	return -EHOSTUNREACH;
}

/* The bell of a dead neighbour is not to be found, and need not be rung.  One
 * that cannot be rung for want of descriptors is rung by poll. */
static void
ring(struct host *h, struct neighbour *nb)
{
	int err = ocr_bell_ring(h->bell, &nb->bell);

	if (err != -EMFILE && err != -ENFILE && err != -ENOMEM)
		return;
	if (!atomic_exchange_explicit(&h->has_told, true, memory_order_relaxed))
		ocr_log_error(h->self,
			      "node %u cannot be woken yet: %s (ulimit -n)",
			      nb->node, strerror(-err));
	atomic_store_explicit(&h->owes, true, memory_order_relaxed);
	/* pairs with ocr_host_ring_owed(), by way of the bell */
	ocr_bell_ring_own(h->bell);
}

void
ocr_host_ring_owed(struct host *h)
{
	if (!atomic_load_explicit(&h->owes, memory_order_relaxed))
		return;
	atomic_store_explicit(&h->owes, false, memory_order_relaxed);
	for (uint32_t i = 0; i < h->n_places; i++) {
		struct neighbour *nb = &h->neighbours[i];

		if (atomic_load_explicit(&nb->state, memory_order_acquire) ==
			    MET &&
		    atomic_load_explicit(ocr_segment_asleep(&nb->segment),
					 memory_order_relaxed) != 0)
			ring(h, nb);
	}
}

/* A record is in its ring. */
static inline __attribute__((always_inline)) void
tell(struct host *h, struct neighbour *nb)
{
	_Atomic uint64_t *written =
		ocr_segment_written(&nb->segment) + h->place / 64;
	uint64_t bit = UINT64_C(1) << h->place % 64, asleep;

	/* Pairs with ocr_host_lie_down(), and with hear_word(). */
	ocr_full_fence();
	if (!ocr_host_are_few(h) &&
	    !(atomic_load_explicit(written, memory_order_relaxed) & bit)) {
		atomic_fetch_or_explicit(written, bit, memory_order_relaxed);
		ocr_full_fence(); /* pairs as that above does */
	}
	asleep = atomic_load_explicit(ocr_segment_asleep(&nb->segment),
				      memory_order_relaxed);
	if (asleep == 0 || asleep == nb->rung)
		return;
	nb->rung = asleep;
	ring(h, nb);
}

int
ocr_host_send(struct ocr_transport *t, struct ocr_packet *p)
{
	struct host *h = ocr_host_of(t);
	struct neighbour *nb;
	int err = find(h, p->to, &nb);

	if (err == 0)
		err = ocr_ring_put(&nb->out, p->data, p->len_bytes);
	if (err != 0)
		return err;
	tell(h, nb);
	ocr_ring_own_ahead(&nb->out);
	return 1;
}

int
ocr_host_put(struct ocr_transport *t, ocr_node_t to, uint64_t head,
	     const struct ocr_op *op)
{
	struct host *h = ocr_host_of(t);
	struct neighbour *nb;
	int err = find(h, to, &nb);

	if (err == 0)
		err = ocr_ring_put_behind(&nb->out, head, op, op->len_bytes);
	if (err != 0)
		return err;
	tell(h, nb);
	ocr_ring_own_ahead(&nb->out);
	return 1;
}

int
ocr_host_put_pieces(struct ocr_transport *t, ocr_node_t to, uint64_t head,
		    const struct ocr_op_pieces *o)
{
	struct host *h = ocr_host_of(t);
	const struct ocr_ring_pieces r = {
		.first = head,
		.at = {o->op, o->bytes, o->tail},
		.n = {(uint32_t)o->op_bytes, (uint32_t)o->n_bytes,
		      o->tail_bytes},
	};
	struct neighbour *nb;
	int err = find(h, to, &nb);

	if (err == 0)
		err = ocr_ring_put_pieces(&nb->out, &r);
	if (err != 0)
		return err == -EMSGSIZE ? -EAGAIN : err;
	tell(h, nb);
	ocr_ring_own_ahead(&nb->out);
	return 1;
}

/* Where [offset, offset + len) of the node's window is here.  0 or -errno. */
static int
find_window(struct host *h, ocr_node_t node, uint64_t offset, size_t len,
	    char **at)
{
	struct neighbour *nb;
	uint64_t window_bytes;
	int err = find(h, node, &nb);

	if (err != 0)
		return err;
	*at = ocr_neighbour_base(h->windows, h->place_of[node], &window_bytes);
	if (*at == NULL || len > window_bytes || offset > window_bytes - len)
		return -EINVAL;
	*at += offset;
	return 0;
}

/* A processor whose own copying of strings is quick (FSRM) asks for lines ahead
 * over the ends of pages, and does not read what it is about to overwrite. */
#ifdef __x86_64__
static bool
copies_strings(void)
{
	static _Atomic int known; /* 1: yes; -1: no */
	int is = atomic_load_explicit(&known, memory_order_relaxed);
	unsigned a, b, c, d;

	if (is == 0) {
		is = __get_cpuid_count(7, 0, &a, &b, &c, &d) && d >> 4 & 1 ? 1
									   : -1;
		atomic_store_explicit(&known, is, memory_order_relaxed);
	}
	return is > 0;
}

static void
copy_string(char *to, const char *from, size_t len)
{
	__asm__ volatile("rep movsb"
			 : "+D"(to), "+S"(from), "+c"(len)
			 :
			 : "memory");
}
#else
static bool
copies_strings(void)
{
	return false;
}

static void
copy_string(char *to, const char *from, size_t len)
{
	memcpy(to, from, len);
}
#endif

/* Bytes that were written on another core lie in its cache.  The processor
 * looks ahead within a page only, and begins anew in each: so the next one is
 * asked for before this one is copied. */
static void
copy_in(char *local, const char *from, size_t len)
{
	size_t at, part;

	if (copies_strings()) {
		copy_string(local, from, len);
		return;
	}
	for (at = 0; at < len; at += part) {
		part = len - at < PAGE ? len - at : PAGE;
		if (len - at >= 2 * PAGE)
			for (size_t i = PAGE; i < 2 * PAGE; i += OCR_RING_LINE)
				__builtin_prefetch(from + at + i, 0, 2);
		memcpy(local + at, from + at, part);
	}
}

int
ocr_host_read(struct ocr_transport *t, ocr_node_t from, uint64_t offset,
	      void *local, size_t len, struct ocr_transfer *x)
{
	char *at;
	int err = find_window(ocr_host_of(t), from, offset, len, &at);

	(void)x;
	if (err != 0)
		return err;
	copy_in(local, at, len);
	return 1;
}

void *
ocr_host_view(struct ocr_transport *t, ocr_node_t of, uint64_t offset,
	      size_t len)
{
	char *at;

	return find_window(ocr_host_of(t), of, offset, len, &at) ? NULL : at;
}

int
ocr_host_write(struct ocr_transport *t, ocr_node_t to, uint64_t offset,
	       const void *local, size_t len, struct ocr_transfer *x)
{
	char *at;
	int err = find_window(ocr_host_of(t), to, offset, len, &at);

	(void)x;
	if (err != 0)
		return err;
	memcpy(at, local, len);
	return 1;
}
