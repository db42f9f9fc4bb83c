/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_spare.c - gives connections back when descriptors run out, and gives
 * those up that nobody answers.
 *
 * libfabric opens a connection for each node that is spoken with, and closes
 * none before the end.  A session outlives its connection, and what is sent
 * next makes a new one: so when few descriptors are left, those connections
 * that were silent for longest are shut down, and both sides close them.  The
 * kernel knows how long; libfabric does not hand its sockets out, so they are
 * known by their addresses.
 *
 * One descriptor is kept for who asks this node, which else, with all of them
 * spent on what it has asked of others, could answer nobody, as could they.
 * libfabric accepts when it is polled, and asks when it is told to send: so it
 * is free for as long as a poll takes.
 *
 * Who asks for a connection may never be answered, since libfabric may lose
 * what it has read (ofi_forgotten.c), and waits for ever.  So does who gets the
 * end of it instead of an answer, where libfabric 1.17 finds an EAGAIN of
 * another socket in errno then; a stranger's that is broken, and was no more
 * read from, may leave one in each of its passes.  Meanwhile he refuses what
 * the other side asks.  What he sends next asks again, once that connection
 * ends with an error.
 */
#include "fabric/crier.h"
#include "fabric/job.h"
#include "fabric/log.h"
#include "fabric/ofi_ep.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/tcp.h> /* has what it received, and no names of states */
#include <netinet/in.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* So many polls between two looks at the clock, and so long between two looks
 * at the descriptors. */
#define LOOK_EVERY 64
#define LOOK_MS	   10

/* With so many a node of any size can speak with all: what it asks, while it
 * asks another, and the one that is kept.  With one less 12 nodes did not get
 * on. */
#define LEAST 3

/* So many descriptors are kept free, of few and of many. */
#define KEPT_LEAST 8
#define KEPT_PART  8

/* Who was silent for so long is spared; the second, when none is left. */
#define SILENT_MS      50
#define HARD_SILENT_MS 5

/* Who has asked for a connection, and was not answered yet, stands in a queue;
 * if he left it, he would stand at its end the next time, and his place in it
 * would cost the other side time all the same.  But all may stand in queues of
 * each other, so this ends, for some before others. */
#define UNANSWERED_MS 250

/* So many at one look. */
#define MOST 4

/* One look in so many tidies up, so many descriptors, however many there are
 * enough. */
#define TIDY_EVERY 10
#define TIDY_MOST  256

/* Nobody who lives takes so long to answer, but one that is stopped, and what
 * two ways there and back take. */
#define ASK_AGAIN_MS 2000

#define ESTABLISHED 1
#define SYN_SENT    2

/* After so many looks that found no descriptor people are told without one. */
#define IN_VAIN 100

struct silent {
	int fd;
	uint32_t ms;
};

static int
occupy(const struct ofi *o)
{
	return fcntl(o->interrupt_fd, F_DUPFD_CLOEXEC, 0);
}

/* The lowest number that is free, which is near the limit only when all below
 * are in use; the limit, when none is. */
static int
find_free(const struct ofi *o, int limit)
{
	int fd = occupy(o);

	if (fd < 0)
		return limit;
	close(fd);
	return fd;
}

int
ocr_ofi_spare_open(struct ofi *o)
{
	int fds[LEAST], n = 0;
	struct rlimit r;

	while (n < LEAST && (fds[n] = occupy(o)) >= 0)
		n++;
	for (int i = 1; i < n; i++)
		close(fds[i]);
	if (n > 0)
		o->spare.kept_fd = fds[0];
	if (n == LEAST)
		return 0;
	if (getrlimit(RLIMIT_NOFILE, &r) == 0)
		ocr_log_error(o->self,
			      "open files: %" PRIu64 ", and this node needs "
			      "%" PRIu64 ", some of them for connections to "
			      "others (ulimit -n)",
			      (uint64_t)r.rlim_cur,
			      (uint64_t)r.rlim_cur + (unsigned)(LEAST - n));
	return -EMFILE;
}

void
ocr_ofi_spare_close(struct ofi *o)
{
	if (o->spare.kept_fd >= 0)
		close(o->spare.kept_fd);
}

void
ocr_ofi_lend_locked(struct ofi *o)
{
	if (!o->spare.gives_back || o->spare.kept_fd < 0)
		return;
	close(o->spare.kept_fd);
	o->spare.kept_fd = -1;
}

void
ocr_ofi_keep_locked(struct ofi *o)
{
	if (o->spare.kept_fd < 0)
		o->spare.kept_fd = occupy(o);
}

/* A knock goes to the same place (ofi_ended.c), and is no connection. */
static bool
leads_to_peer_locked(struct ofi *o, int fd, const void *addr, socklen_t len)
{
	struct sockaddr_storage at;
	size_t n;

	for (ocr_node_t i = 0; i < o->size; i++) {
		struct ofi_peer *p = atomic_load_explicit(&o->peers[i],
							  memory_order_relaxed);

		n = sizeof(at);
		if (p != NULL && p != &o->nobody &&
		    fi_av_lookup(o->av, p->addr, &at, &n) == 0 && n >= len &&
		    memcmp(&at, addr, len) == 0)
			return p->knock.fd != fd;
	}
	return false;
}

/* Listeners have no state below. */
bool
ocr_ofi_was_accepted(const struct ofi *o, int fd)
{
	struct sockaddr_storage at;
	socklen_t n = sizeof(at);

	memset(&at, 0, sizeof(at));
	return getsockname(fd, (struct sockaddr *)&at, &n) == 0 &&
	       n <= o->card->addr_bytes && memcmp(&at, o->card->addr, n) == 0;
}

/* Does libfabric's endpoint have this socket?  The program has others. */
static bool
is_connection_locked(struct ofi *o, int fd)
{
	struct sockaddr_storage at;
	socklen_t n = sizeof(at);

	if (ocr_ofi_was_accepted(o, fd))
		return true;
	memset(&at, 0, sizeof(at));
	return getpeername(fd, (struct sockaddr *)&at, &n) == 0 &&
	       leads_to_peer_locked(o, fd, &at, n);
}

/* From here to the other side, and back. */
static uint32_t
rtt_ms(const struct tcp_info *t)
{
	return t->tcpi_rtt / 1000;
}

/* For how long nothing has gone over it either way; -1: it is in use, or none
 * that is spoken on. */
static int64_t
silent_ms(const struct ofi *o, int fd, const struct tcp_info *t)
{
	int64_t ms, patience_ms = (int64_t)UNANSWERED_MS * (1 + o->self % 4) +
				  (int64_t)rtt_ms(t) * 2;
	int unread = 0;

	if (t->tcpi_state != ESTABLISHED || t->tcpi_unacked != 0 ||
	    ioctl(fd, FIONREAD, &unread) != 0 || unread != 0)
		return -1;
	ms = t->tcpi_last_data_sent < t->tcpi_last_data_recv
		     ? t->tcpi_last_data_sent
		     : t->tcpi_last_data_recv;
	if (t->tcpi_bytes_received == 0 && ms < patience_ms &&
	    !ocr_ofi_was_accepted(o, fd))
		return -1;
	return ms;
}

/* Keeps those that were silent for longest. */
static void
note(struct silent *list, int fd, uint32_t ms)
{
	struct silent *least = &list[0];

	for (int i = 1; i < MOST; i++)
		if (list[i].ms < least->ms)
			least = &list[i];
	if (ms > least->ms)
		*least = (struct silent){fd, ms};
}

static int
shut(const struct silent *list)
{
	int n = 0;

	for (int i = 0; i < MOST; i++)
		if (list[i].ms != 0) {
			shutdown(list[i].fd, SHUT_RDWR);
			n++;
		}
	return n;
}

/* Has this node asked for a connection, and heard nothing for too long, or the
 * end of it alone, which counts as a byte? */
static bool
is_in_vain(const struct ofi *o, int fd, const struct tcp_info *t)
{
	if (t->tcpi_state == SYN_SENT || t->tcpi_data_segs_out == 0 ||
	    t->tcpi_data_segs_in != 0 || ocr_ofi_was_accepted(o, fd))
		return false;
	if (t->tcpi_state == ESTABLISHED)
		return t->tcpi_bytes_received == 0 &&
		       t->tcpi_last_data_sent >= ASK_AGAIN_MS + rtt_ms(t) * 2;
	return t->tcpi_bytes_received <= 1;
}

/* By a shutdown libfabric would be told of an end, which is no error. */
static void
break_off(int fd)
{
	const struct sockaddr nobody = {.sa_family = AF_UNSPEC};

	if (connect(fd, &nobody, sizeof(nobody)) != 0)
		shutdown(fd, SHUT_RDWR);
}

/* While some were forgotten, those are closed instead.  Who asks in vain holds
 * a descriptor, too, and what waits for his answer may be what would give
 * others back. */
static void
give_back_locked(struct ofi *o, int end, uint32_t least_ms)
{
	struct silent list[MOST] = {{.fd = -1, .ms = 0}};
	bool closes = ocr_ofi_close_forgotten_locked(o) != 0;
	struct tcp_info t;

	for (int fd = 0; fd < end; fd++) {
		int64_t ms;

		if (!ocr_ofi_ask_kernel(fd, &t))
			continue;
		closes |= ocr_ofi_see_forgotten(o, fd, &t);
		if (is_in_vain(o, fd, &t) && is_connection_locked(o, fd)) {
			break_off(fd);
			continue;
		}
		ms = closes ? -1 : silent_ms(o, fd, &t);
		if (ms >= least_ms && is_connection_locked(o, fd))
			note(list, fd, (uint32_t)ms);
	}
	if (!closes)
		o->spare.n_shut += (uint64_t)shut(list);
}

/* Nothing holds libfabric off meanwhile, so whoever has had the descriptor may
 * have closed it, and somebody else have it: only those that are what they
 * seemed are broken off. */
static void
ask_again(struct ofi *o, const int *fds, int n)
{
	struct tcp_info t;

	ocr_lock(&o->lock, OCR_LOCK_EP);
	for (int i = 0; i < n; i++)
		if (ocr_ofi_ask_kernel(fds[i], &t) &&
		    is_in_vain(o, fds[i], &t) &&
		    is_connection_locked(o, fds[i]))
			break_off(fds[i]);
	ocr_unlock(&o->lock, OCR_LOCK_EP);
}

static void
close_forgotten(struct ofi *o)
{
	if (o->forgotten.n == 0)
		return;
	ocr_lock(&o->lock, OCR_LOCK_EP);
	ocr_ofi_close_forgotten_locked(o);
	ocr_unlock(&o->lock, OCR_LOCK_EP);
}

/* Some descriptors a time, over and over: up to the first that is free, and
 * then until many in a row are.  Others send meanwhile. */
static void
tidy(struct ofi *o, int end)
{
	int begin = o->spare.tidied, stop = begin + TIDY_MOST, n = 0;
	int in_vain[MOST], n_in_vain = 0;
	struct tcp_info t;

	if (++o->spare.looks < TIDY_EVERY)
		return;
	o->spare.looks = 0;
	close_forgotten(o);
	for (int fd = begin; fd < stop; fd++) {
		if (fcntl(fd, F_GETFD) < 0)
			continue;
		n++;
		if (!ocr_ofi_ask_kernel(fd, &t) ||
		    ocr_ofi_see_forgotten(o, fd, &t))
			continue;
		if (n_in_vain < MOST && is_in_vain(o, fd, &t))
			in_vain[n_in_vain++] = fd;
	}
	if (n_in_vain != 0)
		ask_again(o, in_vain, n_in_vain);
	o->spare.tidied = n > 0 || stop < end ? stop : 0;
}

/* One line of a host; once there is a descriptor for that, too. */
static void
say_once(struct ofi *o, int limit)
{
	if (o->spare.is_told)
		return;
	o->spare.is_told = true;
	if (o->c.crier == NULL || ocr_crier_begin(o->c.crier, o->size))
		ocr_log_warn(o->self,
			     "no descriptors were left, of %d: connections "
			     "between nodes are closed and made again, which "
			     "takes time; a higher limit helps (ulimit -n)",
			     limit);
}

/* None is left, or was when libfabric needed one. */
static bool
is_hard(struct ofi *o, int end, int limit)
{
	bool hard = atomic_exchange_explicit(&o->spare.is_short, false,
					     memory_order_relaxed) ||
		    end == limit;

	o->spare.was_short |= hard;
	o->spare.vain = hard ? o->spare.vain + 1 : 0;
	return hard;
}

void
ocr_ofi_spare(struct ofi *o)
{
	struct rlimit r;
	int limit, end, kept;
	bool hard =
		atomic_load_explicit(&o->spare.is_short, memory_order_relaxed);

	if (!ocr_glance_is_due(&o->spare.glance, LOOK_EVERY, LOOK_MS, hard) ||
	    getrlimit(RLIMIT_NOFILE, &r) != 0 || r.rlim_cur > INT32_MAX)
		return;
	limit = (int)r.rlim_cur;
	kept = limit / KEPT_PART > KEPT_LEAST ? limit / KEPT_PART : KEPT_LEAST;
	end = find_free(o, limit);
	hard = is_hard(o, end, limit);
	if (o->spare.was_short && (end < limit || o->spare.vain > IN_VAIN))
		say_once(o, limit);
	o->spare.gives_back = end >= limit - kept;
	if (!o->spare.gives_back) {
		tidy(o, end);
		return;
	}
	ocr_lock(&o->lock, OCR_LOCK_EP);
	give_back_locked(o, limit, hard ? HARD_SILENT_MS : SILENT_MS);
	ocr_unlock(&o->lock, OCR_LOCK_EP);
}

bool
ocr_ofi_is_short(const struct ocr_transport *t)
{
	return ((const struct ofi *)t)->spare.gives_back;
}
