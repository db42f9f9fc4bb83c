/* SPDX-License-Identifier: BSD-3-Clause */
/* parrot_way.c - see parrot.h. */
#define _GNU_SOURCE
#include "fabric/clock.h"
#include "tests/cluster/parrot.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ENDS_MAX   256
/* So long a connection of nodes may not be understood. */
#define DEAF_MS	   500
#define TAIL_BYTES 32
/* Of them, where the number of the tag is. */
#define NUMBER_AT  16

struct end {
	struct sockaddr_in own, peer;
	int fd; /* there */
};

struct parrot_known parrot_known;

_Noreturn void
parrot_die(const char *what)
{
	fprintf(stderr, "parrot: %s: %s\n", what, strerror(errno));
	exit(2);
}

uint64_t
parrot_draw(void)
{
	static uint64_t rng;

	if (rng == 0 && getrandom(&rng, sizeof(rng), 0) != sizeof(rng))
		parrot_die("getrandom");
	rng |= rng == 0;
	rng ^= rng << 13;
	rng ^= rng >> 7;
	rng ^= rng << 17;
	return rng * UINT64_C(0x2545f4914f6cdd1d) >> 8;
}

static void
pause_ms(int ms)
{
	poll(NULL, 0, ms);
}

const struct heard_message *
parrot_choose(void)
{
	return &parrot_known
			.stock[parrot_draw() % (parrot_known.n < PARROT_STOCK
							? parrot_known.n
							: PARROT_STOCK)];
}

bool
parrot_say(int fd, const uint8_t *bytes, size_t n)
{
	struct pollfd p = {.fd = fd, .events = POLLOUT};
	ssize_t k;

	while (n > 0) {
		k = send(fd, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (k < 0 && errno != EAGAIN)
			return false;
		if (k < 0 && poll(&p, 1, PARROT_PATIENCE_S * 1000) != 1)
			return false;
		if (k > 0) {
			bytes += k;
			n -= (size_t)k;
		}
	}
	return true;
}

/* -- The two nodes' connection --------------------------------------------- */

static unsigned
look_at(pid_t pid, struct end *ends)
{
	int pidfd = (int)syscall(SYS_pidfd_open, pid, 0), here;
	char path[320], target[64];
	struct dirent *e;
	unsigned n = 0;
	socklen_t len;
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%d/fd", pid);
	d = opendir(path);
	while (pidfd >= 0 && d != NULL && n < ENDS_MAX &&
	       (e = readdir(d)) != NULL) {
		if (readlinkat(dirfd(d), e->d_name, target, sizeof(target)) <
			    7 ||
		    memcmp(target, "socket:", 7) != 0)
			continue;
		ends[n].fd = atoi(e->d_name);
		here = (int)syscall(SYS_pidfd_getfd, pidfd, ends[n].fd, 0);
		len = sizeof(struct sockaddr_in);
		if (here >= 0 &&
		    getsockname(here, (void *)&ends[n].own, &len) == 0 &&
		    ends[n].own.sin_family == AF_INET &&
		    getpeername(here, (void *)&ends[n].peer, &len) == 0)
			n++;
		if (here >= 0)
			close(here);
	}
	if (d != NULL)
		closedir(d);
	if (pidfd >= 0)
		close(pidfd);
	return n;
}

/* Ends of FROM whose other ends TO has. */
static unsigned
look_between(const struct parrot_order *o, struct end *ends)
{
	static struct end theirs[ENDS_MAX];
	unsigned n = look_at(o->from, ends), k = look_at(o->to, theirs);
	unsigned kept = 0;

	for (unsigned i = 0; i < n; i++)
		for (unsigned j = 0; j < k; j++)
			if (heard_is_same(&ends[i].own, &theirs[j].peer) &&
			    heard_is_same(&ends[i].peer, &theirs[j].own)) {
				ends[kept++] = ends[i];
				break;
			}
	return kept;
}

static bool
is_of(const struct heard *h, void *end)
{
	const struct end *e = end;

	return heard_is_same(&h->from, &e->own) &&
	       heard_is_same(&h->to, &e->peer) && h->begin_bytes != 0;
}

static bool
is_back(const struct heard *h, void *end)
{
	const struct end *e = end;

	return heard_is_same(&h->from, &e->peer) &&
	       heard_is_same(&h->to, &e->own) && h->begin_bytes != 0;
}

static void
take_request(const struct heard *h, bool of_from)
{
	if (!h->has_asked ||
	    (parrot_known.request_bytes != 0 && parrot_known.is_of_from))
		return;
	memcpy(parrot_known.request, h->begin, h->begin_bytes);
	parrot_known.request_bytes = h->begin_bytes;
	parrot_known.is_of_from = of_from;
}

/* The way from FROM to TO, and the socket of FROM. */
static struct heard *
find_way(const struct parrot_order *o, int *fd)
{
	static struct end ends[ENDS_MAX];
	unsigned n = look_between(o, ends);
	struct heard *h, *back, *best = NULL;

	heard_listen();
	for (unsigned i = 0; i < n; i++) {
		back = heard_find(is_back, &ends[i]);
		if (back != NULL)
			take_request(back, false);
		h = heard_find(is_of, &ends[i]);
		if (h == NULL)
			continue;
		take_request(h, true);
		if (h->is_lost || (best != NULL && best->n_kept > h->n_kept))
			continue;
		best = h;
		*fd = ends[i].fd;
	}
	return best;
}

static void
put_away(struct heard *h)
{
	uint64_t n = h->n_kept < HEARD_KEPT ? h->n_kept : HEARD_KEPT;

	for (uint64_t i = h->n_kept - n; i < h->n_kept; i++)
		parrot_known.stock[parrot_known.n++ % PARROT_STOCK] =
			h->kept[i % HEARD_KEPT];
	h->n_kept = 0;
}

/* One whose begin was not heard is of no use: the two make another. */
static void
cut(const struct parrot_order *o)
{
	static struct end ends[ENDS_MAX];
	int pidfd = (int)syscall(SYS_pidfd_open, o->from, 0), fd;

	for (unsigned n = look_between(o, ends); n-- > 0;) {
		fd = (int)syscall(SYS_pidfd_getfd, pidfd, ends[n].fd, 0);
		if (fd >= 0) {
			shutdown(fd, SHUT_RDWR);
			close(fd);
		}
	}
	close(pidfd);
}

/* The same, if it is of use. */
static struct heard *
find_good_way(const struct parrot_order *o, int *fd)
{
	static uint64_t good_ns;
	uint64_t now = ocr_clock_ns();
	struct heard *h = find_way(o, fd);

	if (h != NULL || good_ns == 0 || now < good_ns)
		good_ns = now;
	if (now - good_ns < DEAF_MS * UINT64_C(1000000))
		return h;
	cut(o);
	good_ns = now;
	return NULL;
}

static bool
are_there(const struct parrot_order *o)
{
	return kill(o->from, 0) == 0 && kill(o->to, 0) == 0;
}

/* With nothing known of others. */
bool
parrot_hear(const struct parrot_order *o)
{
	uint64_t until =
		ocr_clock_ns() + PARROT_PATIENCE_S * UINT64_C(1000000000);
	bool wants_key = strcmp(o->kind, "none") != 0;
	struct heard *h;
	int fd;

	parrot_known.n = parrot_known.request_bytes = 0;
	memset(&parrot_known.place, 0, sizeof(parrot_known.place));
	while (ocr_clock_ns() < until && are_there(o)) {
		h = find_good_way(o, &fd);
		/* What TO is asked for is its own memory. */
		if (h != NULL) {
			if (h->place.len != 0)
				parrot_known.place = h->place;
			if (parrot_known.n < o->n)
				put_away(h);
		}
		if (parrot_known.n >= o->n && parrot_known.request_bytes != 0 &&
		    (parrot_known.place.len != 0 || !wants_key))
			return wants_key == (parrot_known.place.len != 0);
		pause_ms(2);
	}
	return false;
}

/* -- Inside ---------------------------------------------------------------- */

static bool
is_stopped(pid_t pid)
{
	char path[64], text[512], *end;
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	n = fd < 0 ? 0 : read(fd, text, sizeof(text) - 1);
	if (fd >= 0)
		close(fd);
	text[n > 0 ? n : 0] = 0;
	end = strrchr(text, ')');
	return end != NULL && end[1] == ' ' && end[2] == 'T';
}

/* All that FROM has said is heard, and it has ended a message. */
static bool
is_between_messages(struct heard *h, int fd)
{
	struct tcp_info t;
	socklen_t len = sizeof(t);

	memset(&t, 0, sizeof(t));
	if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &t, &len) != 0 ||
	    t.tcpi_unacked != 0 || t.tcpi_notsent_bytes != 0)
		return false;
	heard_listen();
	return heard_is_between_messages(h) &&
	       h->bytes == t.tcpi_bytes_sent - t.tcpi_bytes_retrans;
}

static void
raise_number(uint8_t *at)
{
	uint64_t number;

	memcpy(&number, at, sizeof(number));
	number++;
	memcpy(at, &number, sizeof(number));
}

/* The last packet, as if it were the next one: all numbers of it are, that of
 * the session, that of the packet inside and that of its tag. */
static bool
make_next(const struct heard *h, struct heard_message *m)
{
	uint32_t len;
	uint16_t kind, seq;
	uint8_t *at;

	for (uint64_t i = h->n_kept; i-- > 0 && i + HEARD_KEPT > h->n_kept;) {
		*m = h->kept[i % HEARD_KEPT];
		if (m->n < sizeof(struct heard_head) + TAIL_BYTES)
			continue;
		memcpy(&len, m->bytes + m->n - sizeof(len), sizeof(len));
		if (len + TAIL_BYTES > m->n - sizeof(struct heard_head) ||
		    len < 24 + 8)
			continue;
		at = m->bytes + m->n - TAIL_BYTES - len;
		memcpy(&kind, at + 2, sizeof(kind));
		if (kind != 1) /* OCR_SESSION_DATA */
			continue;
		raise_number(at + 8);
		raise_number(m->bytes + m->n - TAIL_BYTES + NUMBER_AT);
		memcpy(&seq, at + 26, sizeof(seq));
		seq++;
		memcpy(at + 26, &seq, sizeof(seq));
		return true;
	}
	return false;
}

/* Returns how many were said. */
static unsigned long
say_next(const struct heard *h, int fd)
{
	struct heard_message m;

	return make_next(h, &m) && parrot_say(fd, m.bytes, m.n);
}

static unsigned long
say_again(int fd, unsigned long most)
{
	unsigned long n = 0;

	while (n < 5 * PARROT_BATCH && n < most) {
		const struct heard_message *any = parrot_choose();

		if (!parrot_say(fd, any->bytes, any->n))
			break;
		n++;
	}
	return n;
}

unsigned long
parrot_go_inside(const struct parrot_order *o, bool next, unsigned long *times)
{
	uint64_t until = ocr_clock_ns() + (PARROT_PATIENCE_S + o->n / 1000) *
						  UINT64_C(1000000000);
	int pidfd = (int)syscall(SYS_pidfd_open, o->from, 0), there, fd;
	unsigned long n = 0;
	struct heard *h;

	while (n < o->n && ocr_clock_ns() < until && are_there(o)) {
		h = find_good_way(o, &there);
		if (h == NULL || h->n_kept == 0) {
			pause_ms(1);
			continue;
		}
		kill(o->from, SIGSTOP);
		while (!is_stopped(o->from) && ocr_clock_ns() < until)
			;
		fd = (int)syscall(SYS_pidfd_getfd, pidfd, there, 0);
		if (fd >= 0) {
			for (int i = 0; i < 5 && !is_between_messages(h, fd);
			     i++)
				pause_ms(1);
			if (is_between_messages(h, fd))
				n += next ? say_next(h, fd)
					  : say_again(fd, o->n - n);
			(*times)++;
			close(fd);
		}
		kill(o->from, SIGCONT);
		put_away(h);
		pause_ms(1);
	}
	close(pidfd);
	return n;
}
