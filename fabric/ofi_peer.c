/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_peer.c - from the number of a node to where it can be reached.
 *
 *   (none) --meet()--> READY --fail()--> FAILED
 *      +-----fail()--> nobody
 *
 * A peer costs a pointer until its card has come.
 */
#include "fabric/job.h"
#include "fabric/ofi_ep.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
ocr_ofi_peer_get(struct ofi *o, ocr_node_t node, struct ofi_peer **peer)
{
	struct ofi_peer *p;

	if (node >= o->size || node == o->self)
		return -EHOSTUNREACH;
	/* pairs with ocr_ofi_meet() */
	p = atomic_load_explicit(&o->peers[node], memory_order_acquire);
	if (p == NULL)
		return -EHOSTUNREACH;
	if (atomic_load_explicit(&p->is_failed, memory_order_relaxed))
		return -EHOSTDOWN;
	*peer = p;
	return 0;
}

void
ocr_ofi_fail(struct ocr_transport *t, ocr_node_t node, const char *why)
{
	struct ofi *o = ocr_ofi_of(t);
	struct ofi_peer *p =
		atomic_load_explicit(&o->peers[node], memory_order_relaxed);
	const char *host = ocr_job_host(o->c.job, node);
	char text[512];

	if (p == NULL)
		/* Packets wait for its card no more. */
		atomic_store_explicit(&o->peers[node], &o->nobody,
				      memory_order_release);
	if (p == NULL ||
	    atomic_load_explicit(&p->is_failed, memory_order_relaxed))
		return;
	ocr_knock_end(&p->knock, &o->n_knocks);
	atomic_store_explicit(&p->is_failed, true, memory_order_relaxed);
	snprintf(text, sizeof(text), "host %s, pid %u: %s",
		 *host != 0 ? host : "?", p->pid, why);
	o->up.failed(o->up.ctx, node, text);
}

void
ocr_ofi_fail_all(struct ofi *o, const char *why)
{
	ocr_node_t i;

	for (i = 0; i < o->size; i++)
		if (atomic_load_explicit(&o->peers[i], memory_order_relaxed) !=
		    NULL)
			ocr_ofi_fail(&o->t, i, why);
}

#define LINE_BYTES 64

static struct ofi_peer *
make_peer(void)
{
	size_t n = (sizeof(struct ofi_peer) + LINE_BYTES - 1) / LINE_BYTES *
		   LINE_BYTES;
	struct ofi_peer *p = aligned_alloc(LINE_BYTES, n);

	if (p != NULL)
		memset(p, 0, n);
	return p;
}

static bool
is_met(const struct ofi *o, ocr_node_t node)
{
	const struct ofi_peer *p =
		atomic_load_explicit(&o->peers[node], memory_order_relaxed);

	return p != NULL && p != &o->nobody;
}

const char *
ocr_ofi_meet(struct ocr_transport *t, ocr_node_t node,
	     const struct ocr_card *card)
{
	struct ofi *o = ocr_ofi_of(t);
	const char *why = ocr_card_check_ofi(o->card, &card->ofi);
	struct ofi_peer *p;
	int n;

	if (why != NULL)
		return why;
	/* Or its tags would begin anew, with numbers that have been used. */
	if (is_met(o, node))
		return "it was met before";
	p = make_peer();
	if (p == NULL)
		return "no memory to speak with it";
	p->node = node;
	p->knock.fd = -1;
	if (ocr_seal_pair(o->c.seal, card->public_key, o->self, node,
			  &p->pair) != 0) {
		free(p);
		return "its card has no public key";
	}
	p->pid = card->pid;
	ocr_lock(&o->lock, OCR_LOCK_EP);
	n = fi_av_insert(o->av, card->ofi.addr, 1, &p->addr, 0, NULL);
	ocr_unlock(&o->lock, OCR_LOCK_EP);
	if (n != 1) {
		free(p);
		return "libfabric does not take its address";
	}
	/* pairs with ocr_ofi_peer_get() */
	atomic_store_explicit(&o->peers[node], p, memory_order_release);
	return NULL;
}

/* The number under which grants are sealed; there is one a pair. */
#define GRANT 1

size_t
ocr_ofi_grant(struct ocr_transport *t, ocr_node_t node, void *grant)
{
	struct ofi *o = ocr_ofi_of(t);
	struct ofi_peer *p;

	if (o->window_mr == NULL || ocr_ofi_peer_get(o, node, &p) != 0)
		return 0;
	ocr_seal_wrap(&p->pair, GRANT, &o->window, sizeof(o->window), grant);
	return sizeof(o->window) + OCR_SEAL_WRAP_BYTES;
}

int
ocr_ofi_granted(struct ocr_transport *t, ocr_node_t node, const void *grant,
		size_t len_bytes)
{
	struct ofi *o = ocr_ofi_of(t);
	struct ofi_window w;
	struct ofi_peer *p;

	if (ocr_ofi_peer_get(o, node, &p) != 0 ||
	    len_bytes != sizeof(w) + OCR_SEAL_WRAP_BYTES ||
	    !ocr_seal_unwrap(&p->pair, GRANT, grant, len_bytes, &w) ||
	    w.bytes > UINT64_MAX - w.addr)
		return -EPROTO;
	p->window = w;
	return 0;
}

void
ocr_ofi_peers_free(struct ofi *o)
{
	struct ofi_peer *p;
	ocr_node_t i;

	for (i = 0; i < o->size; i++) {
		p = atomic_load_explicit(&o->peers[i], memory_order_relaxed);
		if (p == NULL || p == &o->nobody)
			continue;
		ocr_knock_end(&p->knock, &o->n_knocks);
		free(p);
	}
}
