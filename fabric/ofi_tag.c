/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_tag.c - who a packet is from, and that it is from him.
 *
 *   | what was given from above | tag, its number, sender, length |
 *
 * Behind a packet and not before it, so that it begins where libfabric's
 * buffers do.  Anybody who reaches this node's port may send anything: what has
 * no right tag does not exist for those above, and is told once.  The tag of a
 * node is known once its card has come; until then its packets are put aside.
 * When many are, nothing more is taken from libfabric: then senders wait, and
 * no packet of a member is dropped because PMIx is slow.
 *
 * A tag has a number that the seal counts, so each time that a packet leaves it
 * gets another one.  What the next tag needs, of a peer that has been sent to
 * or heard, is done when there is time: behind a packet's send, and in the poll
 * behind the one that has brought it; the answer has left by then.
 */
#include "fabric/card.h"
#include "fabric/lent.h"
#include "fabric/log.h"
#include "fabric/ofi_ep.h"

#include <stdlib.h>
#include <string.h>

/* Since version 3 of the card; what the mark is, since version 9. */
struct tail {
	uint8_t mark[OCR_SEAL_MARK_BYTES];
	uint32_t from;
	uint32_t len_bytes; /* before it */
};
static_assert(sizeof(struct tail) == OCR_OFI_TAIL_BYTES, "wire format changed");

struct ofi_aside {
	struct ofi_aside *next;
	size_t len_bytes;
	_Alignas(8) uint8_t data[];
};

/* What a tag covers besides the bytes before it. */
static uint64_t
head_of(ocr_node_t from, uint32_t len_bytes)
{
	return (uint64_t)len_bytes << 32 | from;
}

/* Without tags the number of the job stands there: no secret, but an earlier
 * job at this address has another. */
static void
put_number(const struct ofi *o, uint8_t mark[OCR_SEAL_MARK_BYTES])
{
	memset(mark, 0, OCR_SEAL_MARK_BYTES);
	memcpy(mark, &o->job_number, sizeof(o->job_number));
}

void
ocr_ofi_tags_ready(struct ofi *o)
{
	ocr_seal_ready_in(&o->heard->pair);
	o->heard = NULL;
}

static bool
is_right(struct ofi *o, struct ofi_peer *peer, const void *data,
	 const struct tail *tail)
{
	uint8_t number[OCR_SEAL_MARK_BYTES];

	if (peer->pair.how == OCR_TAG_NONE) {
		put_number(o, number);
		return memcmp(number, tail->mark, sizeof(number)) == 0;
	}
	if (!ocr_seal_check(&peer->pair, head_of(tail->from, tail->len_bytes),
			    data, tail->len_bytes, tail->mark))
		return false;
	if (o->heard != NULL && o->heard != peer)
		ocr_ofi_tags_ready(o);
	o->heard = peer;
	return true;
}

struct ocr_seal_sum
ocr_ofi_cover(const struct ofi *o, const struct ofi_peer *peer,
	      const struct ocr_packet *p)
{
	if (peer->pair.how == OCR_TAG_NONE)
		return (struct ocr_seal_sum){{0, 0}};
	/* What is lent lies behind all that it covers. */
	return ocr_seal_cover(&peer->pair, head_of(o->self, p->len_bytes),
			      p->data, p->len_bytes);
}

size_t
ocr_ofi_tag_locked(const struct ofi *o, struct ofi_peer *peer,
		   const struct ocr_packet *p, struct ocr_seal_sum sum)
{
	struct tail *tail = (struct tail *)(p->data + ocr_lent_own_bytes(p));

	if (peer->pair.how == OCR_TAG_NONE)
		put_number(o, tail->mark);
	else
		ocr_seal_mark(&peer->pair, sum, tail->mark);
	tail->from = o->self;
	tail->len_bytes = p->len_bytes;
	return p->len_bytes + sizeof(*tail);
}

static void
refuse_stranger(struct ofi *o)
{
	ocr_ofi_suspect(o);
	if (o->strange_packets++ == 0)
		ocr_log_warn(o->self,
			     "dropped a packet that no node of this job has "
			     "sent: somebody else knows this node's port (more "
			     "are only counted)");
}

static void
refuse(struct ofi *o, struct ofi_peer *peer)
{
	ocr_ofi_suspect(o);
	o->strange_packets++;
	if (peer->is_doubted)
		return;
	peer->is_doubted = true;
	ocr_log_warn(o->self,
		     "dropped a packet that says it is of node %u, and has not "
		     "its tag (more are only counted)",
		     peer->node);
}

/* Until the card of `from` has come. */
static void
put_aside(struct ofi *o, ocr_node_t from, const void *data, size_t len_bytes)
{
	struct ofi_aside *a = malloc(sizeof(*a) + len_bytes);
	struct ofi_aside **end = &o->aside;

	if (a == NULL) {
		ocr_log_error(
			o->self,
			"no memory for a packet of node %u, which is lost",
			from);
		return;
	}
	memcpy(a->data, data, len_bytes);
	a->len_bytes = len_bytes;
	a->next = NULL;
	while (*end != NULL)
		end = &(*end)->next;
	*end = a;
	o->n_aside++;
	o->c.called(o->c.ctx, from);
}

/* True if the bytes are a packet that may be somebody's, with *tail. */
static bool
read_tail(const struct ofi *o, const uint8_t *data, size_t len_bytes,
	  struct tail *tail)
{
	if (len_bytes < sizeof(*tail))
		return false;
	memcpy(tail, data + len_bytes - sizeof(*tail), sizeof(*tail));
	return tail->from < o->size && tail->from != o->self &&
	       tail->len_bytes == len_bytes - sizeof(*tail);
}

void
ocr_ofi_received(struct ofi *o, const void *data, size_t len_bytes)
{
	struct ofi_peer *peer;
	struct tail tail;

	if (!read_tail(o, data, len_bytes, &tail)) {
		refuse_stranger(o);
		return;
	}
	peer = atomic_load_explicit(&o->peers[tail.from], memory_order_relaxed);
	if (peer == NULL)
		put_aside(o, tail.from, data, len_bytes);
	else if (peer == &o->nobody)
		refuse_stranger(o);
	else if (!is_right(o, peer, data, &tail))
		refuse(o, peer);
	else
		o->up.received(o->up.ctx, tail.from, data, tail.len_bytes);
}

int
ocr_ofi_take_aside(struct ofi *o)
{
	struct ofi_aside *a, **at = &o->aside;
	struct tail tail;
	int n = 0;

	while ((a = *at) != NULL) {
		if (!read_tail(o, a->data, a->len_bytes, &tail) ||
		    atomic_load_explicit(&o->peers[tail.from],
					 memory_order_relaxed) == NULL) {
			at = &a->next;
			continue;
		}
		*at = a->next;
		o->n_aside--;
		ocr_ofi_received(o, a->data, a->len_bytes);
		free(a);
		n++;
	}
	return n;
}

void
ocr_ofi_tags_close(struct ofi *o)
{
	struct ofi_aside *a;

	while ((a = o->aside) != NULL) {
		o->aside = a->next;
		free(a);
	}
	if (o->strange_packets > 1)
		ocr_log_warn(o->self,
			     "%llu packets that no node of this job has sent "
			     "were dropped",
			     (unsigned long long)o->strange_packets);
}
