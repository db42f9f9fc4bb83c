/* SPDX-License-Identifier: BSD-3-Clause */
/* heard.c - see heard.h.
 *
 *   begin (32 bytes, and as many as these say)     of each side
 *   head, data | head, place, data | ...           messages
 */
#include "tests/cluster/heard.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/tcp.h>
#include <netinet/ip.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Beyond that the one that was silent for longest is forgotten. */
#define HEARD_MAX      256
#define BEGIN_BYTES    32
#define VERSION	       3
#define BUFFER_BYTES   (64 << 20)
/* More of a frame is not looked at: it is of a block. */
#define FRAME_BYTES    (8 << 10)
#define FRAMES_AT_ONCE 4096

static int wire = -1;
static struct heard *all[HEARD_MAX];
static unsigned n_all;
static uint64_t frames;

int
heard_open(void)
{
	/* Each frame of this interface is seen twice: going and coming. */
	struct sock_filter f[] = {
		BPF_STMT(BPF_LD | BPF_B | BPF_ABS,
			 (uint32_t)SKF_AD_OFF + SKF_AD_PKTTYPE),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PACKET_OUTGOING, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, 0),
		BPF_STMT(BPF_RET | BPF_K, FRAME_BYTES),
	};
	struct sock_fprog p = {sizeof(f) / sizeof(*f), f};
	int bytes = BUFFER_BYTES;

	wire = socket(AF_PACKET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC,
		      htons(ETH_P_IP));
	if (wire < 0)
		return -errno;
	if (setsockopt(wire, SOL_SOCKET, SO_ATTACH_FILTER, &p, sizeof(p)) ==
	    0) {
		if (setsockopt(wire, SOL_SOCKET, SO_RCVBUFFORCE, &bytes,
			       sizeof(bytes)) != 0)
			setsockopt(wire, SOL_SOCKET, SO_RCVBUF, &bytes,
				   sizeof(bytes));
		return 0;
	}
	heard_close();
	return -EIO;
}

void
heard_close(void)
{
	if (wire >= 0)
		close(wire);
	wire = -1;
	for (unsigned i = 0; i < n_all; i++)
		all[i]->is_lost = true;
}

/* -- Messages -------------------------------------------------------------- */

static void
keep(struct heard *h)
{
	const struct heard_head *head = (const void *)h->part;
	struct heard_message *m = &h->kept[h->n_kept % HEARD_KEPT];

	if (head->op != HEARD_SEND)
		return;
	memcpy(m->bytes, h->part, h->part_bytes);
	m->n = h->part_bytes;
	h->n_kept++;
}

/* True when the begin of a message is there that says how long it is. */
static bool
knows_length(struct heard *h, uint64_t *bytes)
{
	const struct heard_head *head = (const void *)h->part;

	if (h->begin_bytes == 0) {
		if (h->part_bytes < BEGIN_BYTES)
			return false;
		*bytes = BEGIN_BYTES + (h->part[2] << 8 | h->part[3]);
		h->is_lost = h->part[0] != VERSION || h->part[1] > 1 ||
			     *bytes > HEARD_BEGIN_MAX;
		return true;
	}
	if (h->part_bytes < sizeof(*head) || h->part_bytes < head->head_bytes)
		return false;
	*bytes = head->bytes;
	h->is_lost = head->version != VERSION ||
		     head->head_bytes < sizeof(*head) ||
		     head->bytes < head->head_bytes;
	return true;
}

/* So many bytes of it are wanted before anything can be said. */
static size_t
wanted(const struct heard *h)
{
	const struct heard_head *head = (const void *)h->part;

	if (h->begin_bytes == 0)
		return BEGIN_BYTES;
	return h->part_bytes < sizeof(*head) ? sizeof(*head) : head->head_bytes;
}

static void
end_message(struct heard *h)
{
	if (h->begin_bytes == 0) {
		memcpy(h->begin, h->part, h->part_bytes);
		h->begin_bytes = h->part_bytes;
	} else {
		keep(h);
	}
	h->part_bytes = 0;
}

static void
see_place(struct heard *h)
{
	const struct heard_head *head = (const void *)h->part;

	if (h->begin_bytes != 0 && h->part_bytes == head->head_bytes &&
	    (head->op == HEARD_READ || head->op == HEARD_WRITE) &&
	    head->head_bytes == sizeof(*head) + sizeof(h->place))
		memcpy(&h->place, head + 1, sizeof(h->place));
}

static void
feed(struct heard *h, const uint8_t *bytes, size_t n)
{
	uint64_t whole;
	size_t k;

	h->bytes += n;
	while ((n > 0 || h->part_bytes > 0) && !h->is_lost) {
		if (h->left > 0) {
			k = h->left < n ? (size_t)h->left : n;
			h->left -= k;
			bytes += k;
			n -= k;
			if (n == 0)
				return;
			continue;
		}
		whole = wanted(h);
		if (knows_length(h, &whole)) {
			if (h->is_lost)
				return;
			see_place(h);
			if (whole > sizeof(h->part)) {
				h->left = whole - h->part_bytes;
				h->part_bytes = 0;
				continue;
			}
			if (whole == h->part_bytes) {
				end_message(h);
				continue;
			}
		}
		k = (size_t)whole - h->part_bytes;
		k = k < n ? k : n;
		if (k == 0)
			return;
		memcpy(h->part + h->part_bytes, bytes, k);
		h->part_bytes += k;
		bytes += k;
		n -= k;
	}
}

/* It was not looked at. */
static void
pass_over(struct heard *h, size_t n)
{
	h->bytes += n;
	h->is_lost |= n > h->left;
	h->left -= h->is_lost ? 0 : n;
}

/* -- Connections ----------------------------------------------------------- */

static void
begin(struct heard *h, const struct tcphdr *tcp)
{
	struct heard_message *kept = h->kept;

	memset(&h->has_asked, 0,
	       sizeof(*h) - offsetof(struct heard, has_asked));
	h->kept = kept;
	h->next = ntohl(tcp->seq) + 1;
	h->has_asked = !tcp->ack;
}

static struct heard *
find(const struct sockaddr_in *from, const struct sockaddr_in *to, bool is_new)
{
	struct heard *h, *oldest = n_all > 0 ? all[0] : NULL;

	for (unsigned i = n_all; i-- > 0;) {
		h = all[i];
		if (heard_is_same(&h->from, from) && heard_is_same(&h->to, to))
			return h;
		if (h->changed < oldest->changed)
			oldest = h;
	}
	if (!is_new)
		return NULL;
	if (n_all == HEARD_MAX) {
		h = oldest;
	} else {
		h = calloc(1, sizeof(*h));
		if (h == NULL)
			abort();
		h->kept = calloc(HEARD_KEPT, sizeof(*h->kept));
		if (h->kept == NULL)
			abort();
		all[n_all++] = h;
	}
	h->from = *from;
	h->to = *to;
	return h;
}

static void
hear(const uint8_t *frame, size_t len)
{
	const struct iphdr *ip = (const void *)frame; /* at most FRAME_BYTES */
	struct sockaddr_in from = {.sin_family = AF_INET}, to = from;
	const struct tcphdr *tcp;
	size_t ip_bytes, head, total;
	struct heard *h;
	uint32_t skip;

	if (len < sizeof(*ip) || ip->protocol != IPPROTO_TCP)
		return;
	ip_bytes = ip->ihl * 4u;
	total = ntohs(ip->tot_len);
	tcp = (const void *)(frame + ip_bytes);
	if ((len < total && len < FRAME_BYTES) ||
	    total < ip_bytes + sizeof(*tcp))
		return;
	head = ip_bytes + tcp->doff * 4u;
	if (total < head)
		return;
	from.sin_addr.s_addr = ip->saddr;
	to.sin_addr.s_addr = ip->daddr;
	from.sin_port = tcp->source;
	to.sin_port = tcp->dest;
	h = find(&from, &to, tcp->syn);
	if (h == NULL)
		return;
	if (tcp->syn)
		begin(h, tcp);
	h->changed = ++frames;
	if (tcp->syn || h->is_lost || total == head)
		return;
	skip = h->next - ntohl(tcp->seq);
	if ((int32_t)skip < 0) {
		h->is_lost = true;
		return;
	}
	head += skip;
	if (head >= total)
		return; /* sent again */
	h->next += (uint32_t)(total - head);
	if (head < FRAME_BYTES)
		feed(h, frame + head,
		     (total < FRAME_BYTES ? total : FRAME_BYTES) - head);
	if (total > FRAME_BYTES)
		pass_over(h, total - (head < FRAME_BYTES ? FRAME_BYTES : head));
}

void
heard_listen(void)
{
	static _Alignas(8) uint8_t frame[FRAME_BYTES];
	ssize_t n;

	for (int i = 0; wire >= 0 && i < FRAMES_AT_ONCE; i++) {
		n = recv(wire, frame, sizeof(frame), 0);
		if (n <= 0)
			return;
		hear(frame, (size_t)n);
	}
}

struct heard *
heard_find(bool (*is_right)(const struct heard *h, void *arg), void *arg)
{
	struct heard *best = NULL;

	for (unsigned i = 0; i < n_all; i++)
		if ((best == NULL || all[i]->changed > best->changed) &&
		    is_right(all[i], arg))
			best = all[i];
	return best;
}
