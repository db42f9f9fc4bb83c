/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_peer.c - from the number of a node to where it can be reached.
 *
 *   (none) --get()--> ASKED --card is good--> READY --> FAILED
 *                       +-----card is bad---------------^
 *
 * A peer costs a pointer until it is first used.  Then PMIx is asked for its
 * card.  The card comes on a thread of PMIx, which puts it into the mail and
 * ends the sleep of who waits; poll reads the mail.
 *
 * A neighbour on the same host is watched with a pidfd: neither a send nor a
 * receive would say that it was killed.
 */
#include "fabric/job.h"
#include "fabric/log.h"
#include "fabric/ofi_ep.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Outlives the endpoint when PMIx still owes an answer. */
struct ofi_mail {
	pthread_mutex_t lock; /* a leaf */
	/* Guarded by lock: */
	struct ofi *o; /* NULL: closed */
	unsigned refs; /* the endpoint's, and one for each question */
	struct ofi_peer *first;
	_Atomic bool has_some; /* read without lock */
};

static void
put_mail_and_unlock(struct ofi_mail *mail)
{
	bool is_last = --mail->refs == 0;

	pthread_mutex_unlock(&mail->lock);
	if (is_last) {
		pthread_mutex_destroy(&mail->lock);
		free(mail);
	}
}

static void
post_locked(struct ofi_mail *mail, struct ofi_peer *p)
{
	p->next_mail = mail->first;
	mail->first = p;
	atomic_store_explicit(&mail->has_some, true, memory_order_release);
}

/* On a thread of PMIx. */
static void
on_card(void *arg, ocr_node_t node, const void *card, size_t len_bytes)
{
	struct ofi_mail *mail = arg;
	struct ofi_peer *p;

	pthread_mutex_lock(&mail->lock);
	if (mail->o != NULL) {
		p = atomic_load_explicit(&mail->o->peers[node],
					 memory_order_acquire);
		p->card_error = card == NULL ? "its card cannot be had"
					     : ocr_ofi_card_read(&p->card, card,
								 len_bytes);
		post_locked(mail, p);
		ocr_ofi_interrupt(&mail->o->t);
	}
	put_mail_and_unlock(mail);
}

static void
ask(struct ofi *o, struct ofi_peer *p)
{
	struct ofi_mail *mail = o->mail;

	pthread_mutex_lock(&mail->lock);
	mail->refs++;
	pthread_mutex_unlock(&mail->lock);
	if (ocr_job_fetch(o->job, p->node, on_card, mail) != 0)
		on_card(mail, p->node, NULL, 0);
}

int
ocr_ofi_peer_get(struct ofi *o, ocr_node_t node, struct ofi_peer **peer)
{
	struct ofi_peer *p, *nobody = NULL;

	if (node >= o->size || node == o->self)
		return -EHOSTUNREACH;
	p = atomic_load_explicit(&o->peers[node], memory_order_acquire);
	if (p == NULL) {
		p = calloc(1, sizeof(*p));
		if (p == NULL)
			return -EAGAIN;
		p->node = node;
		p->pidfd = -1;
		if (!atomic_compare_exchange_strong_explicit(
			    &o->peers[node], &nobody, p, memory_order_acq_rel,
			    memory_order_acquire)) {
			free(p);
			return -EAGAIN;
		}
		ask(o, p);
		return -EAGAIN;
	}
	/* pairs with the stores in meet() and ocr_ofi_peer_fail() */
	switch (atomic_load_explicit(&p->state, memory_order_acquire)) {
	case OFI_PEER_ASKED:
		return -EAGAIN;
	case OFI_PEER_FAILED:
		return -EHOSTDOWN;
	}
	*peer = p;
	return 0;
}

static void
unwatch(struct ofi *o, struct ofi_peer *p)
{
	if (p->pidfd < 0)
		return;
	close(p->pidfd); /* leaves the epoll set with it */
	p->pidfd = -1;
	atomic_fetch_sub_explicit(&o->watched, 1, memory_order_relaxed);
}

void
ocr_ofi_peer_fail(struct ofi *o, ocr_node_t node, const char *why)
{
	struct ofi_peer *p =
		atomic_load_explicit(&o->peers[node], memory_order_acquire);

	if (atomic_exchange_explicit(&p->state, OFI_PEER_FAILED,
				     memory_order_acq_rel) == OFI_PEER_FAILED)
		return;
	unwatch(o, p);
	o->up.failed(o->up.ctx, node, why);
}

void
ocr_ofi_peer_fail_all(struct ofi *o, const char *why)
{
	ocr_node_t i;

	for (i = 0; i < o->size; i++)
		if (atomic_load_explicit(&o->peers[i], memory_order_acquire))
			ocr_ofi_peer_fail(o, i, why);
}

static void
say_died(struct ofi *o, struct ofi_peer *p)
{
	char why[64];

	snprintf(why, sizeof(why), "its process (pid %u) died", p->pid);
	ocr_ofi_peer_fail(o, p->node, why);
}

/* Begins to watch a neighbour.  False: it is dead already. */
static bool
watch(struct ofi *o, struct ofi_peer *p)
{
	struct epoll_event e = {.events = EPOLLIN, .data.u32 = p->node};

	if (!ocr_job_is_local(o->job, p->node) ||
	    p->card.pid_space != o->card.pid_space)
		return true;
	p->pidfd = (int)syscall(SYS_pidfd_open, (pid_t)p->pid, 0);
	if (p->pidfd < 0)
		/* Another errno: this kernel cannot, or there are no more
		 * descriptors.  Then its death is found out later. */
		return errno != ESRCH;
	if (epoll_ctl(o->pids_fd, EPOLL_CTL_ADD, p->pidfd, &e) != 0) {
		close(p->pidfd);
		p->pidfd = -1;
		return true;
	}
	atomic_fetch_add_explicit(&o->watched, 1, memory_order_relaxed);
	return true;
}

/* Looks at a card. */
static void
meet(struct ofi *o, struct ofi_peer *p)
{
	const char *why = p->card_error;
	int n;

	if (why == NULL)
		why = ocr_ofi_card_check(&o->card, &p->card);
	if (why == NULL) {
		ocr_lock(&o->lock, OCR_LOCK_EP);
		n = fi_av_insert(o->av, p->card.addr, 1, &p->addr, 0, NULL);
		ocr_unlock(&o->lock, OCR_LOCK_EP);
		if (n != 1)
			why = "libfabric does not take its address";
	}
	if (why != NULL) {
		ocr_ofi_peer_fail(o, p->node, why);
		return;
	}
	p->window_addr = p->card.window_addr;
	p->window_bytes = p->card.window_bytes;
	p->window_key = p->card.window_key;
	p->pid = p->card.pid;
	if (!watch(o, p) &&
	    !atomic_load_explicit(&o->is_quiet, memory_order_acquire)) {
		say_died(o, p);
		return;
	}
	/* pairs with ocr_ofi_peer_get() */
	atomic_store_explicit(&p->state, OFI_PEER_READY, memory_order_release);
}

int
ocr_ofi_peers_read_mail(struct ofi *o)
{
	struct ofi_mail *mail = o->mail;
	struct ofi_peer *p, *next;
	int n = 0;

	if (!atomic_load_explicit(&mail->has_some, memory_order_acquire))
		return 0;
	pthread_mutex_lock(&mail->lock);
	p = mail->first;
	mail->first = NULL;
	atomic_store_explicit(&mail->has_some, false, memory_order_relaxed);
	pthread_mutex_unlock(&mail->lock);
	for (; p != NULL; p = next, n++) {
		next = p->next_mail;
		meet(o, p);
	}
	return n;
}

int
ocr_ofi_peers_check_pids(struct ofi *o)
{
	struct epoll_event e[8];
	struct ofi_peer *p;
	int i, n;

	if (atomic_load_explicit(&o->is_quiet, memory_order_acquire) ||
	    atomic_load_explicit(&o->watched, memory_order_relaxed) == 0)
		return 0;
	n = epoll_wait(o->pids_fd, e, sizeof(e) / sizeof(*e), 0);
	for (i = 0; i < n; i++) {
		p = atomic_load_explicit(&o->peers[e[i].data.u32],
					 memory_order_acquire);
		say_died(o, p);
	}
	return n > 0 ? n : 0;
}

int
ocr_ofi_peers_open(struct ofi *o)
{
	struct ofi_mail *mail = calloc(1, sizeof(*mail));

	if (mail == NULL)
		return -ENOMEM;
	pthread_mutex_init(&mail->lock, NULL);
	mail->refs = 1;
	mail->o = o;
	o->mail = mail;
	return 0;
}

void
ocr_ofi_peers_close(struct ofi *o)
{
	struct ofi_peer *p;
	ocr_node_t i;

	pthread_mutex_lock(&o->mail->lock);
	o->mail->o = NULL;
	put_mail_and_unlock(o->mail);
	for (i = 0; i < o->size; i++) {
		p = atomic_load_explicit(&o->peers[i], memory_order_relaxed);
		if (p == NULL)
			continue;
		unwatch(o, p);
		free(p);
	}
}
