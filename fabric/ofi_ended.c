/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_ended.c - whether the process of a node that says nothing is still there.
 *
 * libfabric does not tell when a process of another host has ended: sends to it
 * end as ever, and later ones find no room, for ever.  Nobody there may see it
 * either, if it was alone on its host, and its launcher lets others live, or
 * has died with it.  But its host knows: the port by which libfabric was
 * reached is open from the node's start to its end, and refuses once it is
 * closed, while a process that is stopped, or a host that cannot be reached,
 * gives another answer, or none.
 *
 * A host that refuses once might be one whose filter is just being changed; so
 * it has to do so some times in a row.  And where addresses are translated, who
 * refuses may be another one: session_time.c believes it of who is silent only.
 *
 * Where many are missed at once the way is what is broken, and each that is
 * asked for has a descriptor meanwhile: so few are at a time.
 */
#include "fabric/called_at.h"
#include "fabric/ofi_ep.h"

#define REFUSALS 3

/* Where libfabric's own listener was not found (ofi_port.c), what the cards
 * name may be no port of TCP's. */
static bool
can_be_asked(const struct ofi *o)
{
	return o->sieve.listener >= 0;
}

static bool
find_address(struct ofi *o, struct ofi_peer *p, struct sockaddr_storage *at,
	     size_t *len)
{
	int err;

	*len = sizeof(*at);
	ocr_lock(&o->lock, OCR_LOCK_EP);
	err = fi_av_lookup(o->av, p->addr, at, len);
	ocr_unlock(&o->lock, OCR_LOCK_EP);
	return err == 0 && *len <= sizeof(*at);
}

static enum ocr_knock_answer
ask(struct ofi *o, struct ofi_peer *p)
{
	struct sockaddr_storage at;
	size_t len;

	if (!find_address(o, p, &at, &len))
		return OCR_KNOCK_OTHER;
	return ocr_knock(&p->knock, &o->n_knocks, (const struct sockaddr *)&at,
			 (socklen_t)len, ocr_clock_ms());
}

bool
ocr_ofi_missed(struct ocr_transport *t, ocr_node_t node, bool still)
{
	struct ofi *o = ocr_ofi_of(t);
	enum ocr_knock_answer a;
	struct ofi_peer *p;

	if (!can_be_asked(o) || ocr_ofi_peer_get(o, node, &p) != 0)
		return false;
	if (!still) {
		ocr_knock_end(&p->knock, &o->n_knocks);
		p->refusals = 0;
		return false;
	}
	a = ask(o, p);
	if (a == OCR_KNOCK_REFUSED)
		p->refusals++;
	else if (a == OCR_KNOCK_OTHER)
		p->refusals = 0;
	return p->refusals >= REFUSALS;
}

void
ocr_ofi_called_at(struct ocr_transport *t, ocr_node_t node, char *text,
		  size_t size)
{
	struct ofi *o = ocr_ofi_of(t);
	struct sockaddr_storage at;
	struct ofi_peer *p;
	size_t len;

	*text = 0;
	/* Else it may be an address of another kind. */
	if (can_be_asked(o) && ocr_ofi_peer_get(o, node, &p) == 0 &&
	    find_address(o, p, &at, &len))
		ocr_called_at((const struct sockaddr *)&at, (socklen_t)len,
			      text, size);
}
