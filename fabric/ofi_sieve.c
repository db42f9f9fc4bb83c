/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_sieve.c - closes this node's port to all but the nodes of the job, once
 * somebody else has called.
 *
 * libfabric 1.17 (net) may keep the socket of who asks for a connection and
 * hangs up (SECURITY.md), one for each port that he says he has.  So that
 * strangers have no more of them than nodes, the kernel lets in whom the cards
 * name (sieve.h).  That takes the cards of all nodes, so it waits for a sign of
 * strangers, a packet that is no node's (ofi_tag.c) or somebody who has hung up
 * (ofi_forgotten.c):
 *
 *     open --suspect()--> asks for cards --all have come--> closed
 *
 * Who is accepted then is not heard until the filter is taken from him, which
 * is done as soon as libfabric has taken him: before it answers him, so before
 * he says more.  Who calls between the look for callers and libfabric's own is
 * taken unseen, so now and then, and before a long sleep, somebody looks for
 * such.  If he was answered already, what he has said since is lost, and
 * perhaps that he has hung up: his connection is shut down, while he can hear
 * it.  For a segment of one that is there no more gets no answer at a closed
 * port, and who waits for one takes no other call of this node.
 *
 * Cards that cannot be had are those of nodes that could not be spoken with.
 */
#include "fabric/cards.h"
#include "fabric/clock.h"
#include "fabric/job.h"
#include "fabric/log.h"
#include "fabric/ofi_choose.h"
#include "fabric/ofi_ep.h"
#include "fabric/sieve.h"

#include <linux/tcp.h> /* has what it received, and no names of states */
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* No descriptor behind so many that are free. */
#define GAP 256

/* So long at most until somebody looks for who was taken unseen: before a
 * sleep, and before libfabric is polled; the kernel says again what was dropped
 * after 200 ms.  They differ, or a node that is idle would look for ever. */
#define SLEEP_MS 10
#define POLL_MS	 20

struct ofi_sieve_cards {
	struct ocr_cards *cards;
	uint32_t n_left;
	size_t n;
	struct sockaddr_in callers[];
};

static bool
is_able(const struct ofi *o)
{
	return o->sieve.listener >= 0 && ocr_ofi_begins_as_known(o->info);
}

/* On a thread of PMIx. */
static void
on_card(void *ctx)
{
	ocr_ofi_interrupt(&((struct ofi *)ctx)->t);
}

static void
forget_cards(struct ofi *o)
{
	if (o->sieve.asked == NULL)
		return;
	ocr_cards_close(o->sieve.asked->cards);
	free(o->sieve.asked);
	o->sieve.asked = NULL;
}

/* Without memory the next sign asks again. */
static void
ask(struct ofi *o)
{
	struct ofi_sieve_cards *s =
		calloc(1, sizeof(*s) + o->size * sizeof(s->callers[0]));

	if (s == NULL)
		return;
	if (ocr_cards_open(&s->cards, o->job, on_card, o) != 0) {
		free(s);
		return;
	}
	o->sieve.asked = s;
	for (ocr_node_t i = 0; i < o->size; i++)
		if (i != o->self && ocr_cards_ask(s->cards, i) == 0)
			s->n_left++;
}

static void
take(void *ctx, ocr_node_t node, const struct ocr_card *card, const char *why)
{
	struct ofi_sieve_cards *s = ((struct ofi *)ctx)->sieve.asked;

	(void)node;
	(void)why; /* whether it may speak, its first packet tells */
	s->n_left--;
	if (card->ofi.addr_bytes == sizeof(s->callers[0]))
		memcpy(&s->callers[s->n++], card->ofi.addr,
		       sizeof(s->callers[0]));
}

static void
close_port(struct ofi *o)
{
	struct ofi_sieve_cards *s = o->sieve.asked;
	int err;

	ocr_lock(&o->lock, OCR_LOCK_EP);
	err = ocr_sieve_close(o->sieve.listener, s->callers, s->n);
	o->sieve.is_closed = err == 0;
	ocr_unlock(&o->lock, OCR_LOCK_EP);
	ocr_log_info(o->self, "others than nodes call this node's port: %s",
		     err == 0 ? "it is closed to them" : strerror(-err));
	o->sieve.state = OCR_OFI_SIEVE_DONE;
	forget_cards(o);
}

void
ocr_ofi_sieve(struct ofi *o)
{
	if (!is_able(o)) {
		o->sieve.state = OCR_OFI_SIEVE_DONE;
		return;
	}
	if (o->sieve.asked == NULL)
		ask(o);
	if (o->sieve.asked == NULL) {
		o->sieve.state = OCR_OFI_SIEVE_OPEN;
		return;
	}
	ocr_cards_read(o->sieve.asked->cards, take, o);
	if (o->sieve.asked->n_left == 0)
		close_port(o);
}

void
ocr_ofi_suspect(struct ofi *o)
{
	if (o->sieve.state == OCR_OFI_SIEVE_OPEN)
		o->sieve.state = OCR_OFI_SIEVE_BUSY;
}

static bool
has_caller(const struct ofi *o)
{
	struct pollfd p = {.fd = o->sieve.listener, .events = POLLIN};

	return poll(&p, 1, 0) == 1;
}

/* Has it asked? */
static bool
is_caller(const struct ofi *o, int fd, struct tcp_info *t)
{
	return ocr_ofi_ask_kernel(fd, t) &&
	       t->tcpi_bytes_received >= OCR_SIEVE_REQUEST_BYTES &&
	       ocr_ofi_was_accepted(o, fd);
}

static void
admit_locked(struct ofi *o)
{
	struct tcp_info t;
	int gap = 0;

	o->sieve.is_unseen = false;
	o->sieve.looked_ms = ocr_clock_ms();
	for (int fd = 0; gap < GAP; fd++) {
		gap = fcntl(fd, F_GETFD) < 0 ? gap + 1 : 0;
		if (gap == 0 && is_caller(o, fd, &t) && ocr_sieve_lift(fd) &&
		    t.tcpi_data_segs_out != 0)
			shutdown(fd, SHUT_RDWR);
	}
}

static bool
is_due_locked(const struct ofi *o, int64_t after_ms)
{
	return o->sieve.is_unseen &&
	       ocr_clock_ms() - o->sieve.looked_ms >= after_ms;
}

bool
ocr_ofi_look_for_callers_locked(struct ofi *o)
{
	if (!o->sieve.is_closed)
		return false;
	if (is_due_locked(o, POLL_MS))
		admit_locked(o);
	return has_caller(o);
}

void
ocr_ofi_admit_locked(struct ofi *o, bool calls)
{
	if (calls)
		admit_locked(o);
	else
		o->sieve.is_unseen = o->sieve.is_closed;
}

int
ocr_ofi_sieve_sleep_ms_locked(struct ofi *o, int timeout_ms)
{
	if (is_due_locked(o, SLEEP_MS))
		admit_locked(o);
	if (o->sieve.is_unseen && (timeout_ms < 0 || timeout_ms > SLEEP_MS))
		return SLEEP_MS;
	return timeout_ms;
}

void
ocr_ofi_sieve_free(struct ofi *o)
{
	forget_cards(o);
}
