/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_poll.c - what has ended, what has arrived, and sleeping until then.
 *
 * A completion names its context, and where the context lies says what it is:
 * in recvs[], in moves[], else it is a packet.
 */
#include "fabric/log.h"
#include "fabric/ofi_ep.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define BATCH	  16
#define BATCHES	  4
/* So many packets, of all nodes, wait for cards before no more are taken. */
#define ASIDE_MAX 256
/* So often in a row the wait object may be ready for nothing. */
#define RESTLESS  64
/* How long the sleep is where nothing can end it. */
#define BLIND_MS  1

struct failure {
	struct fi_cq_err_entry entry;
	char why[160];
};

int
ocr_ofi_post_recvs(struct ofi *o)
{
	struct ofi_recv *r;
	ssize_t rc = 0;

	if (o->unposted == NULL)
		return 0;
	ocr_lock(&o->lock, OCR_LOCK_EP);
	while ((r = o->unposted) != NULL) {
		struct ofi_recv *next = r->next;

		rc = fi_recv(o->ep, r->data, o->wire_bytes,
			     ocr_ofi_packet_desc(o, r->data), FI_ADDR_UNSPEC,
			     &r->ctx);
		if (rc != 0)
			break; /* the next poll tries again */
		o->unposted = next;
		o->n_unposted--;
	}
	ocr_unlock(&o->lock, OCR_LOCK_EP);
	return rc == -FI_EAGAIN ? 0 : (int)rc;
}

static bool
is_recv(const struct ofi *o, const void *ctx)
{
	return (uintptr_t)ctx - (uintptr_t)o->recvs < sizeof(o->recvs);
}

static bool
is_move(const struct ofi *o, const void *ctx)
{
	return (uintptr_t)ctx - (uintptr_t)o->moves < sizeof(o->moves);
}

void
ocr_ofi_end_recv(struct ofi *o, struct ofi_recv *r)
{
	r->next = o->unposted;
	o->unposted = r;
	o->n_unposted++;
}

static void
end_move(struct ofi *o, struct ofi_move *m, int status)
{
	struct ocr_transfer *x = m->x;
	size_t bytes = m->bytes;

	ocr_lock(&o->lock, OCR_LOCK_EP);
	m->next = o->free_moves;
	o->free_moves = m;
	ocr_unlock(&o->lock, OCR_LOCK_EP);
	o->up.moved(o->up.ctx, x, bytes, status);
}

static void
end(struct ofi *o, const struct fi_cq_msg_entry *e)
{
	struct ofi_recv *r = e->op_context;

	if (is_recv(o, e->op_context)) {
		o->arrived = r;
		ocr_ofi_received(o, r->data,
				 e->len < o->wire_bytes ? e->len
							: o->wire_bytes);
		o->arrived = NULL;
		if (r->is_held)
			ocr_ofi_guard(o, r);
		else
			ocr_ofi_end_recv(o, r);
	} else if (is_move(o, e->op_context)) {
		end_move(o, e->op_context, 0);
	} else {
		o->up.sent(o->up.ctx, e->op_context);
	}
}

/* Is this error one of the connection?  Others would come again. */
static bool
breaks(const struct ofi *o, int err)
{
	if (o->up.broken == NULL)
		return false;
	switch (err) {
	case FI_EACCES:
	case FI_EPERM:
	case FI_EINVAL:
	case FI_EMSGSIZE:
	case FI_ENOMEM:
	case FI_ENOSYS:
	case FI_EOPNOTSUPP:
	case FI_ENOKEY:
	case FI_ETRUNC:
	case FI_EADDRNOTAVAIL:
		return false;
	}
	return true;
}

/* All that was under way to the peer may be lost.  The providers over TCP
 * connect anew with what is sent next. */
static void
lose(struct ofi *o, ocr_node_t peer, const struct failure *f)
{
	if (breaks(o, f->entry.err))
		o->up.broken(o->up.ctx, peer, f->why);
	else
		ocr_ofi_fail(&o->t, peer, f->why);
}

static void
end_badly(struct ofi *o, struct failure *f)
{
	struct fi_cq_err_entry *e = &f->entry;
	struct ocr_packet *p = e->op_context;
	struct ofi_move *m = e->op_context;
	ocr_node_t peer;

	if (e->op_context == NULL) {
		ocr_log_warn(o->self, "libfabric reports: %s", f->why);
	} else if (is_recv(o, e->op_context)) {
		/* Nobody says whose packet it was.  Its sender notices that
		 * it is not confirmed, or its neighbours that it died. */
		if (e->err != FI_ECANCELED)
			ocr_log_info(o->self, "receive: %s", f->why);
		ocr_ofi_end_recv(o, e->op_context);
	} else if (is_move(o, e->op_context)) {
		peer = m->peer;
		end_move(o, m, breaks(o, e->err) ? -ECONNRESET : -EIO);
		lose(o, peer, f);
	} else {
		peer = p->to;
		o->up.sent(o->up.ctx, p);
		lose(o, peer, f);
	}
}

/* True when f was filled in. */
static bool
read_failure_locked(struct ofi *o, struct failure *f)
{
	struct fi_cq_err_entry *e = &f->entry;
	char detail[96] = "";
	const char *text;

	memset(e, 0, sizeof(*e));
	if (fi_cq_readerr(o->cq, e, 0) != 1)
		return false;
	text = fi_cq_strerror(o->cq, e->prov_errno, e->err_data, detail,
			      sizeof(detail));
	snprintf(f->why, sizeof(f->why), "%s (%s)", o->lib->strerror(e->err),
		 text != NULL ? text : detail);
	return true;
}

static void
give_up(struct ofi *o, ssize_t rc)
{
	const char *why = o->lib->strerror((int)-rc);

	if (o->broken)
		return;
	o->broken = true;
	ocr_log_error(o->self, "libfabric's completion queue: %s", why);
	ocr_ofi_fail_all(o, why);
}

/* A connection that ends before it was accepted is no error of recv(), but
 * libfabric 1.17 takes errno for one, and with an old EAGAIN in it waits for
 * ever: doc/change/FABRIC.md, section 3. */
static void
forget_errno(void)
{
	errno = 0;
}

/* Returns what fi_cq_read() did; an error was dealt with. */
static ssize_t
poll_once(struct ofi *o)
{
	struct fi_cq_msg_entry e[BATCH];
	struct failure f;
	bool failed = false, calls;
	ssize_t i, n;

	ocr_lock(&o->lock, OCR_LOCK_EP);
	ocr_ofi_lend_locked(o);
	calls = ocr_ofi_look_for_callers_locked(o);
	forget_errno();
	n = fi_cq_read(o->cq, e, BATCH);
	ocr_ofi_keep_locked(o);
	ocr_ofi_admit_locked(o, calls);
	if (n == -FI_EAVAIL)
		failed = read_failure_locked(o, &f);
	ocr_unlock(&o->lock, OCR_LOCK_EP);

	for (i = 0; i < n; i++)
		end(o, &e[i]);
	if (failed)
		end_badly(o, &f);
	if (n < 0 && n != -FI_EAGAIN && n != -FI_EAVAIL)
		give_up(o, n);
	if (n == -FI_EAVAIL)
		return failed;
	return n > 0 ? n : 0;
}

int
ocr_ofi_poll(struct ocr_transport *t)
{
	struct ofi *o = ocr_ofi_of(t);
	int happened = 0;
	ssize_t n;
	int i, err;

	if (o->broken)
		return happened;
	if (atomic_load_explicit(&o->refused, memory_order_relaxed))
		atomic_store_explicit(&o->refused, false, memory_order_relaxed);
	if (o->heard != NULL)
		ocr_ofi_tags_ready(o);
	if (o->n_held > 0)
		ocr_ofi_take_back(o);
	if (o->aside != NULL)
		happened += ocr_ofi_take_aside(o);
	ocr_ofi_spare(o);
	if (o->sieve.state == OCR_OFI_SIEVE_BUSY)
		ocr_ofi_sieve(o);
	for (i = 0; i < BATCHES && o->n_aside < ASIDE_MAX; i++) {
		n = poll_once(o);
		happened += (int)n;
		/* Whoever waits for what has just come goes first. */
		err = n == 0 || o->n_unposted >= o->n_recvs / 2
			      ? ocr_ofi_post_recvs(o)
			      : 0;
		if (err != 0)
			give_up(o, err);
		if (n < BATCH)
			break;
	}
	/* What arrives while nobody looks at the wait object says nothing
	 * of it. */
	if (happened && atomic_load_explicit(&o->in_vain, memory_order_relaxed))
		atomic_store_explicit(&o->in_vain, 0, memory_order_relaxed);
	return happened;
}

/* Some providers leave their wait object ready for ever once it was.  Then it
 * is of no use, and this node looks by the clock.  It may also be ready often
 * because others read or write the memory here, see has_calmed(). */
static bool
is_restless(struct ofi *o)
{
	uint32_t n =
		atomic_fetch_add_explicit(&o->in_vain, 1, memory_order_relaxed);

	if (n != RESTLESS)
		return n > RESTLESS;
	ocr_log_info(o->self,
		     "the wait object of libfabric's provider is "
		     "always ready; looking every %d ms instead",
		     BLIND_MS);
	return true;
}

/* FI_SUCCESS if a thread may sleep on the wait object, and then how long, of
 * *timeout_ms. */
static int
try_wait(struct ofi *o, int *timeout_ms)
{
	struct fid *fid = o->bell != NULL ? &o->bell->fid : &o->cq->fid;
	bool calls;
	int rc;

	ocr_lock(&o->lock, OCR_LOCK_EP);
	calls = ocr_ofi_look_for_callers_locked(o);
	forget_errno();
	rc = fi_trywait(o->fabric, &fid, 1);
	/* The bell does not know what has ended; see ocr_ofi_ring(). */
	if (rc == FI_SUCCESS && o->bell != NULL &&
	    fi_cq_read(o->cq, NULL, 0) != -FI_EAGAIN)
		rc = -FI_EAGAIN;
	ocr_ofi_admit_locked(o, calls);
	*timeout_ms = ocr_ofi_sieve_sleep_ms_locked(o, *timeout_ms);
	ocr_unlock(&o->lock, OCR_LOCK_EP);
	return rc;
}

/* True if the wait object can tell something from nothing after all. */
static bool
has_calmed(struct ofi *o)
{
	struct pollfd fd = {.fd = o->cq_fd, .events = POLLIN};
	int timeout_ms = 0;

	return try_wait(o, &timeout_ms) == FI_SUCCESS && poll(&fd, 1, 0) == 0;
}

/* Sleeps until something can be read from one of the descriptors; poll()
 * passes over those that are negative. */
static void
sleep_on(struct ofi *o, int timeout_ms)
{
	struct pollfd fds[] = {
		{.fd = o->interrupt_fd, .events = POLLIN},
		{.fd = o->cq_fd, .events = POLLIN},
		{.fd = o->t.others[0].fd, .events = POLLIN},
		{.fd = o->t.others[1].fd, .events = POLLIN},
	};
	int rc = FI_SUCCESS;
	uint64_t count;

	if (o->is_blind && has_calmed(o)) {
		o->is_blind = false;
		atomic_store_explicit(&o->in_vain, 0, memory_order_relaxed);
	}
	if (o->is_blind)
		fds[1].fd = -1;

	if (fds[1].fd >= 0)
		rc = try_wait(o, &timeout_ms);
	/* Full queues empty without anything to read. */
	if ((fds[1].fd < 0 ||
	     atomic_load_explicit(&o->refused, memory_order_relaxed)) &&
	    (timeout_ms < 0 || timeout_ms > BLIND_MS))
		timeout_ms = BLIND_MS;
	if (rc != FI_SUCCESS ||
	    poll(fds, sizeof(fds) / sizeof(*fds), timeout_ms) <= 0)
		return;
	if (fds[0].revents & POLLIN)
		while (read(o->interrupt_fd, &count, sizeof(count)) < 0 &&
		       errno == EINTR)
			;
	if (fds[1].revents & POLLIN && is_restless(o))
		o->is_blind = true;
	o->t.others[0].is_ready = fds[2].revents & POLLIN;
	o->t.others[1].is_ready = fds[3].revents & POLLIN;
}

/* A send may end at once, without a sound.  Whoever is about to sleep has said
 * so before he looks for that under the lock that the send was started under,
 * so one of the two sees the other. */
void
ocr_ofi_ring(struct ofi *o)
{
	if (o->bell != NULL &&
	    atomic_load_explicit(&o->waiting, memory_order_seq_cst))
		ocr_ofi_interrupt(&o->t);
}

bool
ocr_ofi_is_serving(const struct ocr_transport *t)
{
	const struct ofi *o = (const struct ofi *)t;
	uint32_t n = atomic_load_explicit(&o->in_vain, memory_order_relaxed);

	/* The last sleeps ended, and nothing had. */
	return n > 0 && n <= RESTLESS;
}

void
ocr_ofi_wait(struct ocr_transport *t, int timeout_ms)
{
	struct ofi *o = ocr_ofi_of(t);

	/* Either this thread sees `interrupted`, or ocr_ofi_interrupt() sees
	 * `waiting`, because both look after they have written. */
	atomic_store_explicit(&o->waiting, true, memory_order_seq_cst);
	if (!atomic_load_explicit(&o->interrupted, memory_order_seq_cst))
		sleep_on(o, timeout_ms);
	atomic_store_explicit(&o->waiting, false, memory_order_relaxed);
	/* Whoever interrupted has something to show: it is visible now. */
	atomic_exchange_explicit(&o->interrupted, false, memory_order_acq_rel);
}

void
ocr_ofi_interrupt(struct ocr_transport *t)
{
	struct ofi *o = ocr_ofi_of(t);
	uint64_t one = 1;

	atomic_store_explicit(&o->interrupted, true, memory_order_seq_cst);
	if (!atomic_load_explicit(&o->waiting, memory_order_seq_cst))
		return;
	/* It fails only when it is full, and then it can be read. */
	while (write(o->interrupt_fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
}
