/* SPDX-License-Identifier: BSD-3-Clause */
/* relay_reset.c - remembers of each connection what the next RST must say.
 *
 * A RST counts if its number is exactly the one that its receiver waits for.
 * That is what the receiver has acknowledged last, unless it has got more since
 * and not said so.  Then it answers a wrong RST with an acknowledgement (RFC
 * 5961), and the next RST is right.
 */
#include "tests/cluster/relay_reset.h"

#include <stdlib.h>
#include <string.h>

/* More connections than jobs of these tests have; the one that was quiet for
 * longest makes room. */
#define MAX_CONNECTIONS 4096

#define ETHERNET_BYTES 14
#define IPV4_BYTES     20
#define TCP_BYTES      20
#define ETHERTYPE_IPV4 0x0800
#define PROTOCOL_TCP   6
#define FLAG_FIN       0x01
#define FLAG_SYN       0x02
#define FLAG_RST       0x04
#define FLAG_ACK       0x10
#define TIME_TO_LIVE   64

struct end {
	uint8_t mac[6];
	uint8_t ip[4];
	uint16_t port; /* of TCP */
};

/* One of its two sides. */
struct side {
	struct end end;
	unsigned wire;	/* the port of the relay that it is at */
	uint32_t wants; /* what it has acknowledged last */
	bool has_acked, has_sent;
};

/* Side 0 is the one whose frame was seen first. */
struct connection {
	struct side side[2];
	uint64_t seen;	      /* when, in frames; 0: a free place */
	bool is_cut, is_over; /* by us; by its sides */
};

struct resets {
	struct connection connections[MAX_CONNECTIONS];
	unsigned n;
	uint64_t frames;
};

/* What matters of a segment. */
struct segment {
	struct end from, to;
	uint32_t ack;
	uint8_t flags;
	bool has_data;
};

static uint32_t
read_number(const uint8_t *p, unsigned bytes)
{
	uint32_t n = 0;

	while (bytes-- > 0)
		n = n << 8 | *p++;
	return n;
}

static void
write_number(uint8_t *p, unsigned bytes, uint32_t n)
{
	while (bytes-- > 0) {
		p[bytes] = (uint8_t)n;
		n >>= 8;
	}
}

static bool
parse(const uint8_t *f, size_t len, struct segment *s)
{
	size_t ip_bytes, tcp_bytes, total;
	const uint8_t *ip = f + ETHERNET_BYTES, *tcp;

	if (len < ETHERNET_BYTES + IPV4_BYTES ||
	    read_number(f + 12, 2) != ETHERTYPE_IPV4 || ip[0] >> 4 != 4 ||
	    ip[9] != PROTOCOL_TCP)
		return false;
	ip_bytes = (size_t)(ip[0] & 15) * 4;
	total = read_number(ip + 2, 2);
	if (ip_bytes < IPV4_BYTES || total < ip_bytes + TCP_BYTES ||
	    total > len - ETHERNET_BYTES)
		return false;
	tcp = ip + ip_bytes;
	tcp_bytes = (size_t)(tcp[12] >> 4) * 4;
	if (tcp_bytes < TCP_BYTES || ip_bytes + tcp_bytes > total)
		return false;
	memcpy(s->to.mac, f, 6);
	memcpy(s->from.mac, f + 6, 6);
	memcpy(s->from.ip, ip + 12, 4);
	memcpy(s->to.ip, ip + 16, 4);
	s->from.port = (uint16_t)read_number(tcp, 2);
	s->to.port = (uint16_t)read_number(tcp + 2, 2);
	s->ack = read_number(tcp + 8, 4);
	s->flags = tcp[13];
	s->has_data = total > ip_bytes + tcp_bytes;
	return true;
}

static bool
is_same(const struct end *a, const struct end *b)
{
	return a->port == b->port && memcmp(a->ip, b->ip, 4) == 0;
}

/* *from is the number of the side that has sent s. */
static struct connection *
find(struct resets *r, const struct segment *s, unsigned *from)
{
	struct connection *c, *oldest = r->connections;
	unsigned i;

	/* Those that live are mostly the last ones. */
	for (i = r->n; i-- > 0;) {
		c = &r->connections[i];
		*from = is_same(&c->side[1].end, &s->from);
		if (is_same(&c->side[*from].end, &s->from) &&
		    is_same(&c->side[!*from].end, &s->to))
			return c;
		if (c->seen < oldest->seen)
			oldest = c;
	}
	c = r->n < MAX_CONNECTIONS ? &r->connections[r->n++] : oldest;
	memset(c, 0, sizeof(*c));
	*from = 0;
	return c;
}

static void
note(struct resets *r, struct connection *c, unsigned from, unsigned wire,
     const struct segment *s)
{
	struct side *side = &c->side[from];

	c->seen = r->frames;
	side->end = s->from;
	c->side[!from].end = s->to;
	side->wire = wire;
	side->has_sent |= s->has_data;
	c->is_over |= (s->flags & (FLAG_FIN | FLAG_RST)) != 0;
	if (s->flags & FLAG_ACK) {
		side->wants = s->ack;
		side->has_acked = true;
	}
}

/* The sum of the Internet over `bytes`, which are even. */
static uint32_t
add_up(uint32_t sum, const uint8_t *p, size_t bytes)
{
	for (; bytes > 0; bytes -= 2, p += 2)
		sum += read_number(p, 2);
	return sum;
}

static uint16_t
fold(uint32_t sum)
{
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)~sum;
}

/* The RST for side `to` of c, as if the other side had sent it. */
static void
forge(const struct connection *c, unsigned to, uint8_t f[RESET_FRAME])
{
	const struct side *dest = &c->side[to];
	const struct end *source = &c->side[!to].end;
	uint8_t *ip = f + ETHERNET_BYTES, *tcp = ip + IPV4_BYTES;

	memset(f, 0, RESET_FRAME);
	memcpy(f, dest->end.mac, 6);
	memcpy(f + 6, source->mac, 6);
	write_number(f + 12, 2, ETHERTYPE_IPV4);
	ip[0] = 4 << 4 | IPV4_BYTES / 4;
	write_number(ip + 2, 2, IPV4_BYTES + TCP_BYTES);
	ip[8] = TIME_TO_LIVE;
	ip[9] = PROTOCOL_TCP;
	memcpy(ip + 12, source->ip, 4);
	memcpy(ip + 16, dest->end.ip, 4);
	write_number(ip + 10, 2, fold(add_up(0, ip, IPV4_BYTES)));
	write_number(tcp, 2, source->port);
	write_number(tcp + 2, 2, dest->end.port);
	write_number(tcp + 4, 4, dest->wants);
	tcp[12] = TCP_BYTES / 4 << 4;
	tcp[13] = FLAG_RST;
	write_number(tcp + 16, 2,
		     fold(add_up(add_up(PROTOCOL_TCP + TCP_BYTES, ip + 12, 8),
				 tcp, TCP_BYTES)));
}

struct resets *
resets_create(void)
{
	return calloc(1, sizeof(struct resets));
}

void
resets_destroy(struct resets *r)
{
	free(r);
}

bool
resets_see(struct resets *r, unsigned port, const uint8_t *frame, size_t len,
	   uint8_t answer[RESET_FRAME], size_t *answer_len)
{
	struct connection *c;
	struct segment s;
	unsigned from;

	*answer_len = 0;
	r->frames++;
	if (!parse(frame, len, &s))
		return true;
	c = find(r, &s, &from);
	/* The same numbers of ports begin anew. */
	if ((s.flags & (FLAG_SYN | FLAG_ACK)) == FLAG_SYN) {
		memset(c, 0, sizeof(*c));
		from = 0;
	}
	note(r, c, from, port, &s);
	if (!c->is_cut)
		return true;
	if (s.flags & FLAG_ACK && !(s.flags & FLAG_RST)) {
		forge(c, from, answer);
		*answer_len = RESET_FRAME;
	}
	return false;
}

static bool
may_be_cut(const struct connection *c)
{
	const struct side *a = &c->side[0], *b = &c->side[1];

	return c->seen != 0 && !c->is_cut && !c->is_over && a->has_acked &&
	       b->has_acked && a->has_sent && b->has_sent;
}

bool
resets_cut(struct resets *r, uint64_t at_random,
	   void (*send)(void *arg, unsigned port, const uint8_t *frame,
			size_t len),
	   void *arg)
{
	uint8_t frame[RESET_FRAME];
	struct connection *c;
	unsigned i, n = 0;

	for (i = 0; i < r->n; i++)
		n += may_be_cut(&r->connections[i]);
	if (n == 0)
		return false;
	n = (unsigned)(at_random % n);
	for (c = r->connections;; c++)
		if (may_be_cut(c) && n-- == 0)
			break;
	c->is_cut = true;
	for (i = 0; i < 2; i++) {
		forge(c, i, frame);
		send(arg, c->side[i].wire, frame, sizeof(frame));
	}
	return true;
}
