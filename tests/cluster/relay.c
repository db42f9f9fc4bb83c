/* SPDX-License-Identifier: BSD-3-Clause */
/* relay.c - a switch between hosts that are network namespaces, which can be
 * told to be a bad one.
 *
 *	relay [--seed N] NAME:PID...
 *
 * Each host is given an interface eth0, in the network namespace of process
 * PID, whose frames come here.  A frame goes through
 *
 *	its sender's link (up?), rate -> too long? -> connection (cut?) ->
 *	lost? -> for each receiver: link (up?), rate, delay -> receiver
 *
 * and frames for one receiver stay in order.  A sender whose link is busy keeps
 * what it has.  Orders are lines of standard
 * input, answered with a line each; `help` lists them.  It ends with its input.
 */
#include "fabric/clock.h"
#include "tests/cluster/relay_order.h"
#include "tests/cluster/relay_reset.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define MAX_PORTS 32
#define MAX_FRAME 16384
#define INTERFACE "eth0"
#define NS	  UINT64_C(1000000000)

/* What a link sends goes in bursts of so long; timers are no better. */
#define BURST_NS UINT64_C(500000)

/* A link of limited rate keeps so much waiting, then drops. */
#define BACKLOG_BYTES (256u << 10)

/* So many frames from one port before the others get their turn. */
#define TURN 64

struct frame {
	struct frame *next;
	uint64_t due_ns;
	size_t len;
	uint8_t bytes[];
};

struct port {
	const char *name;
	int fd;
	bool is_up;
	uint64_t sent_bytes;
	uint64_t busy_ns; /* when its link has sent what came from it */
	/* What is on its way to this host: */
	struct frame *first, **last;
	size_t backlog_bytes;
	uint64_t free_ns; /* when its link has sent all that it has */
};

struct relay {
	struct port ports[MAX_PORTS];
	unsigned n;
	struct resets *resets;
	struct relay_orders orders;
	uint64_t random;
	uint64_t now_ns, cut_ns; /* when the next connection is cut */
	struct relay_counts counts;
	/* Where each address was seen last: the low byte decides. */
	uint8_t seen[256][6];
	uint8_t seen_at[256]; /* port + 1; 0: nowhere */
};

/* xorshift64*: never 0. */
static uint64_t
draw(struct relay *r)
{
	r->random ^= r->random >> 12;
	r->random ^= r->random << 25;
	r->random ^= r->random >> 27;
	return r->random * UINT64_C(0x2545f4914f6cdd1d);
}

static uint64_t
time_of(const struct relay *r, size_t len)
{
	return r->orders.rate_bps ? len * 8 * NS / r->orders.rate_bps : 0;
}

static void
push(struct relay *r, unsigned to, const uint8_t *bytes, size_t len)
{
	struct port *p = &r->ports[to];
	uint64_t begin = p->free_ns > r->now_ns ? p->free_ns : r->now_ns;
	struct frame *f;

	if (!p->is_up ||
	    (r->orders.rate_bps && p->backlog_bytes > BACKLOG_BYTES)) {
		r->counts.dropped++;
		return;
	}
	f = malloc(sizeof(*f) + len);
	if (!f) {
		r->counts.dropped++;
		return;
	}
	memcpy(f->bytes, bytes, len);
	f->len = len;
	f->next = NULL;
	begin += time_of(r, len);
	p->free_ns = begin;
	f->due_ns = begin + r->orders.delay_ns;
	p->backlog_bytes += len;
	*p->last = f;
	p->last = &f->next;
}

/* Hands over what is due. */
static void
deliver(struct relay *r, struct port *p)
{
	struct frame *f;

	while ((f = p->first) != NULL && f->due_ns <= r->now_ns) {
		/* A host that is not listening yet loses it, as it would on
		 * any wire. */
		if (!p->is_up || write(p->fd, f->bytes, f->len) < 0)
			r->counts.dropped++;
		else
			r->counts.delivered++;
		p->backlog_bytes -= f->len;
		p->first = f->next;
		free(f);
	}
	if (!p->first)
		p->last = &p->first;
}

static void
push_forged(void *arg, unsigned port, const uint8_t *frame, size_t len)
{
	push(arg, port, frame, len);
}

static bool
cut(struct relay *r)
{
	if (!resets_cut(r->resets, draw(r), push_forged, r))
		return false;
	r->counts.cut++;
	return true;
}

static void
spread(struct relay *r, unsigned from, const uint8_t *f, size_t len)
{
	uint8_t to = f[5];

	if (!(f[6] & 1)) {
		memcpy(r->seen[f[11]], f + 6, 6);
		r->seen_at[f[11]] = (uint8_t)(from + 1);
	}
	if (!(f[0] & 1) && r->seen_at[to] && memcmp(r->seen[to], f, 6) == 0) {
		if (r->seen_at[to] != from + 1)
			push(r, r->seen_at[to] - 1u, f, len);
		return;
	}
	for (unsigned i = 0; i < r->n; i++)
		if (i != from)
			push(r, i, f, len);
}

static void
take(struct relay *r, unsigned from, const uint8_t *f, size_t len)
{
	uint8_t answer[RESET_FRAME];
	size_t answer_len;

	r->counts.taken++;
	if (!r->ports[from].is_up ||
	    (r->orders.largest && len > r->orders.largest)) {
		r->counts.dropped++;
		return;
	}
	if (!resets_see(r->resets, from, f, len, answer, &answer_len)) {
		r->counts.dropped++;
		if (answer_len)
			push(r, from, answer, answer_len);
		return;
	}
	/* 53 bits are as good as a number between 0 and 1. */
	if ((double)(draw(r) >> 11) * 0x1p-53 < r->orders.loss) {
		r->counts.dropped++;
		return;
	}
	spread(r, from, f, len);
}

static bool
is_busy(const struct relay *r, const struct port *p)
{
	return r->orders.rate_bps && p->busy_ns > r->now_ns + BURST_NS;
}

static void
take_all(struct relay *r, unsigned from)
{
	struct port *p = &r->ports[from];
	uint8_t f[MAX_FRAME];
	ssize_t len;

	for (unsigned i = 0; i < TURN && !is_busy(r, p); i++) {
		len = read(p->fd, f, sizeof(f));
		if (len < 14)
			return;
		p->sent_bytes += (uint64_t)len;
		if (p->busy_ns < r->now_ns)
			p->busy_ns = r->now_ns;
		p->busy_ns += time_of(r, (size_t)len);
		take(r, from, f, (size_t)len);
	}
}

/* -- Orders ---------------------------------------------------------------- */

static struct port *
port_of(struct relay *r, const char *name)
{
	for (unsigned i = 0; i < r->n; i++)
		if (strcmp(r->ports[i].name, name) == 0)
			return &r->ports[i];
	return NULL;
}

/* Of one link. */
static void
obey_for(struct relay *r, const struct relay_order *o)
{
	struct port *p = port_of(r, o->text);

	if (!p) {
		printf("error: no host '%s'\n", o->text);
		return;
	}
	if (o->kind == RELAY_SENT) {
		printf("ok %llu\n", (unsigned long long)p->sent_bytes);
		return;
	}
	p->is_up = o->kind == RELAY_UP;
	puts("ok");
}

static void
obey(struct relay *r, char *line)
{
	uint64_t every = r->orders.cut_every_ns;
	struct relay_order o = relay_order_read(line, &r->orders);
	const struct relay_counts *c = &r->counts;

	if (r->orders.cut_every_ns != every)
		r->cut_ns = r->now_ns + r->orders.cut_every_ns;
	if (o.kind == RELAY_DOWN || o.kind == RELAY_UP ||
	    o.kind == RELAY_SENT) {
		obey_for(r, &o);
	} else if (o.kind == RELAY_CUT) {
		puts(cut(r) ? "ok" : "error: no connection to reset");
	} else if (o.kind == RELAY_COUNTS) {
		printf("ok frames %llu delivered %llu dropped %llu resets "
		       "%llu\n",
		       (unsigned long long)c->taken,
		       (unsigned long long)c->delivered,
		       (unsigned long long)c->dropped,
		       (unsigned long long)c->cut);
	} else {
		puts(o.text);
	}
}

/* False: there is nobody any more who could give orders. */
static bool
read_orders(struct relay *r)
{
	static char buf[512];
	static size_t used;
	ssize_t n = read(STDIN_FILENO, buf + used, sizeof(buf) - 1 - used);
	char *end;

	if (n <= 0)
		return n < 0 && (errno == EINTR || errno == EAGAIN);
	used += (size_t)n;
	buf[used] = 0;
	while ((end = strchr(buf, '\n')) != NULL) {
		*end++ = 0;
		obey(r, buf);
		used -= (size_t)(end - buf);
		memmove(buf, end, used + 1);
	}
	/* A line without an end is no order. */
	if (used == sizeof(buf) - 1)
		used = 0;
	fflush(stdout);
	return true;
}

/* -- Time ------------------------------------------------------------------ */

/* Connections are cut at their times, or when there is one again. */
static void
cut_in_time(struct relay *r)
{
	if (r->orders.cut_every_ns == 0 || r->cut_ns > r->now_ns)
		return;
	if (cut(r) && r->orders.cuts && --r->orders.cuts == 0)
		r->orders.cut_every_ns = 0;
	r->cut_ns = r->now_ns + r->orders.cut_every_ns;
}

/* When there is something to do even if nothing comes; UINT64_MAX: never. */
static uint64_t
next_ns(const struct relay *r)
{
	uint64_t next = r->orders.cut_every_ns ? r->cut_ns : UINT64_MAX;

	for (unsigned i = 0; i < r->n; i++) {
		const struct port *p = &r->ports[i];

		if (p->first && p->first->due_ns < next)
			next = p->first->due_ns;
		if (is_busy(r, p) && p->busy_ns - BURST_NS < next)
			next = p->busy_ns - BURST_NS;
	}
	return next;
}

static int
sleep_until(struct pollfd *fds, nfds_t n, uint64_t next)
{
	uint64_t now = ocr_clock_ns();
	struct timespec t;

	if (next == UINT64_MAX)
		return ppoll(fds, n, NULL, NULL);
	next = next > now ? next - now : 0;
	t.tv_sec = (time_t)(next / NS);
	t.tv_nsec = (long)(next % NS);
	return ppoll(fds, n, &t, NULL);
}

static int
run(struct relay *r)
{
	struct pollfd fds[MAX_PORTS + 1];
	unsigned i;

	for (i = 0; i < r->n; i++)
		fds[i] = (struct pollfd){.fd = r->ports[i].fd};
	fds[i] = (struct pollfd){.fd = STDIN_FILENO, .events = POLLIN};
	for (;;) {
		for (i = 0; i < r->n; i++)
			fds[i].events = is_busy(r, &r->ports[i]) ? 0 : POLLIN;
		if (sleep_until(fds, r->n + 1, next_ns(r)) < 0 &&
		    errno != EINTR) {
			perror("relay: ppoll");
			return 1;
		}
		r->now_ns = ocr_clock_ns();
		if (fds[r->n].revents && !read_orders(r))
			return 0;
		for (i = 0; i < r->n; i++)
			if (fds[i].revents)
				take_all(r, i);
		cut_in_time(r);
		for (i = 0; i < r->n; i++)
			deliver(r, &r->ports[i]);
	}
}

/* -- Start ----------------------------------------------------------------- */

/* The descriptor of a new interface where this process is; -1 with errno. */
static int
open_interface(void)
{
	struct ifreq request = {.ifr_flags = IFF_TAP | IFF_NO_PI};
	int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);

	if (fd < 0)
		return -1;
	strcpy(request.ifr_name, INTERFACE);
	if (ioctl(fd, TUNSETIFF, &request) == 0)
		return fd;
	close(fd);
	return -1;
}

/* "a:123": an interface in the network of that process. */
static bool
open_port(struct port *p, char *arg)
{
	char *pid = strchr(arg, ':');
	char path[64];
	int ns;

	if (!pid)
		return false;
	*pid++ = 0;
	snprintf(path, sizeof(path), "/proc/%s/ns/net", pid);
	ns = open(path, O_RDONLY | O_CLOEXEC);
	if (ns < 0)
		return false;
	p->name = arg;
	p->is_up = true;
	p->last = &p->first;
	p->fd = setns(ns, CLONE_NEWNET) ? -1 : open_interface();
	close(ns);
	return p->fd >= 0;
}

int
main(int argc, char **argv)
{
	static struct relay r = {.random = 1};
	int i = 1;

	if (argc > 2 && strcmp(argv[1], "--seed") == 0) {
		r.random = strtoull(argv[2], NULL, 10) | UINT64_C(1) << 63;
		i = 3;
	}
	for (; i < argc && r.n < MAX_PORTS; i++) {
		if (!open_port(&r.ports[r.n++], argv[i])) {
			printf("error: host %s: %s\n", argv[i],
			       errno ? strerror(errno) : "no process");
			return 1;
		}
	}
	r.resets = resets_create();
	if (!r.n || !r.resets) {
		puts("error: usage: relay [--seed N] NAME:PID...");
		return 2;
	}
	puts("ok");
	fflush(stdout);
	i = run(&r);
	resets_destroy(r.resets);
	return i;
}
