/* SPDX-License-Identifier: BSD-3-Clause */
/* parrot.c - who hears what the nodes of a job say, and says it again, or reads
 * and writes with what he has heard; by sockets, without libfabric.
 *
 * Listens to this network from the begin (heard.c), and obeys lines of standard
 * input, each with a line:
 *
 *	hear USER FROM TO ADDRESS PORT N	until N packets of FROM to TO
 *						are known, the begin of their
 *						connection, and a key
 *	none ...	the same, but that there was no key among them
 *	replay ... N	packets of FROM to TO, with its begin but a port of our
 *			own, on new connections to TO
 *	as ... N	the same, with the begin as FROM has said it
 *	inside ... N	in the connection between the two, behind what FROM has
 *			said: its socket is taken by pidfd_getfd() while it is
 *			stopped between two messages
 *	next ... N	also there: the last packet, with the number that comes
 *			next
 *	reads ... N	of 64 bytes, with keys that are guessed, or nearly right
 *	writes ... N
 *	key ... N	reads with the key that was heard
 *
 * FROM and TO are processes, ADDRESS and PORT are of TO, USER is same or other,
 * who owns nothing.  Answers say how many were sent, and how many were answered
 * with more than the begin of a connection.
 */
#define _GNU_SOURCE /* setresuid */
#include "fabric/clock.h"
#include "tests/cluster/parrot.h"

#include <arpa/inet.h>
#include <errno.h>
#include <grp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOBODY	    65534
/* Connections at once; how long one may be silent, and how many may end
 * meanwhile: whom libfabric has forgotten is not waited for. */
#define WINDOW	    192
#define SILENT_MS   30000
#define PASSED	    (4 * WINDOW)
/* For less where nobody has answered for so often: the port is closed. */
#define CLOSED	    40
#define CLOSED_MS   20
/* Where the port of the one who asks is in the begin: of net, and of rxm. */
#define PORT_AT	    34
#define RXM_PORT_AT 36

static struct sockaddr_in to_at;
static unsigned long n_sent, n_met, n_answered, n_silent;
static unsigned long silent_row; /* of the last ones */

/* -- On connections of our own --------------------------------------------- */

struct call {
	int fd; /* -1: none */
	size_t got;
	uint64_t begin_bytes;
	uint8_t head[4];
	uint64_t since_ns;
	unsigned long ended; /* before it began */
};

static int
call(bool as_node)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	struct linger at_once = {.l_onoff = 1};
	uint8_t ask[HEARD_BEGIN_MAX];
	uint16_t port;
	uint8_t *at;

	if (fd < 0 || connect(fd, (void *)&to_at, sizeof(to_at)) != 0)
		parrot_die("connect");
	/* Many callers would use up the ports of this host. */
	setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
	memcpy(ask, parrot_known.request, parrot_known.request_bytes);
	at = ask + (parrot_known.request_bytes == 40 ? PORT_AT : RXM_PORT_AT);
	if (!as_node) {
		/* Any but the node's, or this would be `as`. */
		memcpy(&port, at, sizeof(port));
		port ^= (uint16_t)(1 + parrot_draw() % UINT16_MAX);
		memcpy(at, &port, sizeof(port));
	}
	parrot_say(fd, ask, parrot_known.request_bytes);
	return fd;
}

static int
silent_ms(void)
{
	return silent_row < CLOSED ? SILENT_MS : CLOSED_MS;
}

/* False: it has hung up. */
static bool
listen_to(struct call *c)
{
	uint8_t bytes[4096];
	ssize_t n;

	while ((n = recv(c->fd, bytes, sizeof(bytes), MSG_DONTWAIT)) > 0) {
		for (size_t i = c->got; i < 4 && i - c->got < (size_t)n; i++)
			c->head[i] = bytes[i - c->got];
		c->got += (size_t)n;
	}
	if (c->got >= 4)
		c->begin_bytes = 32u + (c->head[2] << 8 | c->head[3]);
	return n < 0 && errno == EAGAIN;
}

static bool
is_met(const struct call *c)
{
	return c->begin_bytes != 0 && c->got >= c->begin_bytes;
}

static bool
was_answered(const struct call *c)
{
	return c->begin_bytes != 0 && c->got > c->begin_bytes;
}

static void
hang_up(struct call *c)
{
	n_met += is_met(c);
	silent_row = is_met(c) ? 0 : silent_row + 1;
	n_answered += was_answered(c);
	close(c->fd);
	c->fd = -1;
}

static uint64_t
guess(unsigned long i)
{
	switch (i % 4) {
	case 0:
		return i / 4 % 65536;
	case 1:
		return parrot_known.place.key ^ UINT64_C(1) << i / 4 % 64;
	case 2:
		return parrot_known.place.key + (i / 4 % 2 ? 1 : UINT64_MAX);
	default:
		return parrot_draw() << 32 ^ parrot_draw();
	}
}

static void
reach(int fd, bool writes, bool has_key, unsigned long i)
{
	struct {
		struct heard_head head;
		struct heard_place place;
		uint8_t data[64];
	} __attribute__((packed)) m = {
		.head = {.version = 3,
			 .op = writes ? HEARD_WRITE : HEARD_READ,
			 .flags = writes ? 4 : 0,
			 .n_places = 1,
			 .head_bytes = 40,
			 .bytes = writes ? sizeof(m) : 40},
		.place = {.addr = parrot_known.place.addr,
			  .len = 64,
			  .key = guess(i)},
	};

	if (has_key)
		m.place.key = parrot_known.place.key;
	else if (i % 3 == 0)
		m.place.addr = parrot_draw() % (1 << 20);
	memset(m.data, 0xee, sizeof(m.data));
	parrot_say(fd, (void *)&m, m.head.bytes);
}

/* It has had its time. */
static bool
is_over(const struct call *c, unsigned long ended)
{
	return ended - c->ended >= PASSED ||
	       ocr_clock_ns() - c->since_ns >= (uint64_t)silent_ms() * 1000000;
}

static void
reach_often(const struct parrot_order *o, bool writes, bool has_key)
{
	struct pollfd p[WINDOW];
	struct call c[WINDOW];
	unsigned long ended = 0;

	for (unsigned i = 0; i < WINDOW; i++)
		c[i].fd = -1;
	while (ended < o->n) {
		for (unsigned i = 0; i < WINDOW; i++) {
			if (c[i].fd < 0 && n_sent < o->n) {
				c[i] = (struct call){.fd = call(false),
						     .ended = ended};
				c[i].since_ns = ocr_clock_ns();
				reach(c[i].fd, writes, has_key, n_sent++);
			}
			p[i] = (struct pollfd){.fd = c[i].fd, .events = POLLIN};
		}
		poll(p, WINDOW, 100);
		for (unsigned i = 0; i < WINDOW; i++) {
			if (c[i].fd < 0)
				continue;
			if ((p[i].revents == 0 || listen_to(&c[i])) &&
			    !was_answered(&c[i])) {
				if (!is_over(&c[i], ended))
					continue;
				n_silent++;
			}
			hang_up(&c[i]);
			ended++;
		}
	}
}

static void
wait_for(struct call *c, bool (*is_enough)(const struct call *c), int ms)
{
	struct pollfd p = {.fd = c->fd, .events = POLLIN};

	while (listen_to(c) && !is_enough(c) && poll(&p, 1, ms) == 1)
		;
}

static void
replay(const struct parrot_order *o, bool as_node)
{
	while (n_sent < o->n) {
		struct call c = {.fd = call(as_node)};

		wait_for(&c, is_met, silent_ms());
		n_silent += !is_met(&c);
		for (unsigned i = 0; i < PARROT_BATCH && n_sent < o->n; i++) {
			const struct heard_message *m = parrot_choose();

			n_sent++;
			if (!parrot_say(c.fd, m->bytes, m->n))
				break;
		}
		/* Until all of it is read. */
		shutdown(c.fd, SHUT_WR);
		wait_for(&c, was_answered, silent_ms());
		hang_up(&c);
	}
}

/* -- Orders ---------------------------------------------------------------- */

static void
be_other(void)
{
	if (setgroups(0, NULL) != 0 || setresgid(NOBODY, NOBODY, NOBODY) != 0 ||
	    setresuid(NOBODY, NOBODY, NOBODY) != 0)
		parrot_die("setresuid");
}

static void
do_order(const struct parrot_order *o)
{
	const char *k = o->kind;

	n_sent = n_met = n_answered = n_silent = silent_row = 0;
	if (strcmp(k, "inside") == 0 || strcmp(k, "next") == 0)
		n_sent = parrot_go_inside(o, *k == 'n', &n_met);
	else if (strcmp(k, "replay") == 0 || strcmp(k, "as") == 0)
		replay(o, *k == 'a');
	else
		reach_often(o, *k == 'w', *k == 'k');
	printf("%lu sent, %lu connections, %lu answered, %lu silent\n", n_sent,
	       n_met, n_answered, n_silent);
	fflush(stdout);
}

static void
obey(const char *line)
{
	struct parrot_order o;
	pid_t child;

	if (sscanf(line, "%15s %15s %d %d %31s %d %lu", o.kind, o.user, &o.from,
		   &o.to, o.address, &o.port, &o.n) != 7) {
		puts("error: see the head of parrot.c");
		return;
	}
	to_at = (struct sockaddr_in){.sin_family = AF_INET,
				     .sin_port = htons((uint16_t)o.port)};
	inet_pton(AF_INET, o.address, &to_at.sin_addr);
	if (strcmp(o.kind, "hear") == 0 || strcmp(o.kind, "none") == 0) {
		fputs(parrot_hear(&o) ? "ok" : "error", stdout);
		printf(": %lu packets, a begin of %zu bytes%s, key %s\n",
		       (unsigned long)parrot_known.n,
		       parrot_known.request_bytes,
		       parrot_known.is_of_from ? "" : " (of the other)",
		       parrot_known.place.len ? "heard" : "not heard");
		return;
	}
	if (parrot_known.n == 0 || parrot_known.request_bytes == 0) {
		puts("error: nothing was heard");
		return;
	}
	if (strcmp(o.user, "other") != 0) {
		do_order(&o);
		return;
	}
	child = fork();
	if (child == 0) {
		be_other();
		do_order(&o);
		exit(0);
	}
	waitpid(child, NULL, 0);
}

int
main(void)
{
	struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
	static char line[256];
	int err = heard_open();

	if (err != 0) {
		printf("error: %s\n", strerror(-err));
		return 77;
	}
	puts("ok");
	fflush(stdout);
	setvbuf(stdin, NULL, _IONBF, 0);
	for (;;) {
		if (poll(&p, 1, 1) == 1) {
			if (fgets(line, sizeof(line), stdin) == NULL)
				return 0;
			obey(line);
			fflush(stdout);
		}
		heard_listen();
	}
}
