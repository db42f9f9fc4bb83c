/* SPDX-License-Identifier: BSD-3-Clause */
/* stranger.c - who is no member of a job, and tries to read, write and speak.
 *
 *	stranger ports PID		"ADDRESS PORT" of each listening socket
 *	stranger open PID		how many descriptors the process has
 *	stranger silent ADDRESS PORT N	N connections that say nothing
 *	stranger hold ADDRESS PORT N	the same, all open at once, and one line
 *					when they are; they end with the input
 *	stranger short ADDRESS PORT N	one byte each
 *	stranger garbage ADDRESS PORT N	random bytes each
 *	stranger asks ADDRESS PORT N	the begin of a connection of libfabric
 *					each, and then random bytes
 *	stranger packets PROVIDER ADDRESS PORT N [S]	forged packets
 *	stranger reads PROVIDER ADDRESS PORT N [S]	with guessed keys
 *	stranger writes PROVIDER ADDRESS PORT N [S]
 *
 * The last three are a program of libfabric, which waits S seconds (some) for
 *an answer.  It knows all that is public: the address, the format of packets,
 *the number of the job, the nodes' numbers. Ends with 0 if nothing was
 *answered, and 1 if a byte was read or a write ended well.
 */
#include "fabric/clock.h"
#include "fabric/packet.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define BYTES	   4096
/* Behind each packet of ours: fabric/ofi_tag.c. */
#define TAIL	   32
/* How long one try may take that nobody answers; and the first. */
#define GIVE_UP_S  5
#define CONNECT_S  30
/* Packets on their way at once. */
#define WINDOW	   32
#define SLOT_BYTES 128

static void
die(const char *what, int err)
{
	fprintf(stderr, "stranger: %s: %s\n", what,
		err > 0 ? strerror(err) : "failed");
	exit(2);
}

/* -- What can be seen of a process ----------------------------------------- */

static uint64_t
count_open(const char *pid)
{
	char path[64];
	struct dirent *e;
	uint64_t n = 0;
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%s/fd", pid);
	d = opendir(path);
	if (d == NULL)
		die(path, errno);
	while ((e = readdir(d)) != NULL)
		n += e->d_name[0] != '.';
	closedir(d);
	return n;
}

static bool
has_socket(const char *pid, unsigned long inode)
{
	char path[320], link[64], wanted[64];
	bool found = false;
	struct dirent *e;
	ssize_t n;
	DIR *d;

	snprintf(wanted, sizeof(wanted), "socket:[%lu]", inode);
	snprintf(path, sizeof(path), "/proc/%s/fd", pid);
	d = opendir(path);
	if (d == NULL)
		die(path, errno);
	while (!found && (e = readdir(d)) != NULL) {
		snprintf(path, sizeof(path), "/proc/%s/fd/%s", pid, e->d_name);
		n = readlink(path, link, sizeof(link) - 1);
		if (n > 0) {
			link[n] = 0;
			found = strcmp(link, wanted) == 0;
		}
	}
	closedir(d);
	return found;
}

static int
show_ports(const char *pid)
{
	char path[64], line[512], text[INET_ADDRSTRLEN];
	unsigned addr, port, state;
	unsigned long inode;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%s/net/tcp", pid);
	f = fopen(path, "r");
	if (f == NULL)
		die(path, errno);
	while (fgets(line, sizeof(line), f) != NULL) {
		/* "0: 0100007F:9ABC 00000000:0000 0A ... inode" */
		if (sscanf(line,
			   "%*d: %x:%x %*x:%*x %x %*s %*s %*s %*s %*s %lu",
			   &addr, &port, &state, &inode) != 4 ||
		    state != 0x0a || !has_socket(pid, inode))
			continue;
		inet_ntop(AF_INET, &addr, text, sizeof(text));
		printf("%s %u\n", text, port);
	}
	fclose(f);
	return 0;
}

/* -- Sockets --------------------------------------------------------------- */

static struct sockaddr_in
target(const char *address, const char *port)
{
	struct sockaddr_in to = {.sin_family = AF_INET};

	to.sin_port = htons((uint16_t)atoi(port));
	if (inet_pton(AF_INET, address, &to.sin_addr) != 1)
		die(address, EINVAL);
	return to;
}

static int
call(const struct sockaddr_in *to)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (fd < 0 ||
	    connect(fd, (const struct sockaddr *)to, sizeof(*to)) != 0)
		die("connect", errno);
	return fd;
}

/* Whether it is taken does not matter: it may have hung up. */
static void
say(int fd, const void *bytes, size_t n)
{
	if (send(fd, bytes, n, MSG_NOSIGNAL) < 0 && errno != EPIPE &&
	    errno != ECONNRESET)
		die("send", errno);
}

/* As the native TCP provider of libfabric 1.17 begins, with the port and
 * process of somebody. */
struct request {
	uint8_t version, type;
	uint16_t data_bytes;
	uint32_t zero_number;
	uint64_t zeroes[2], byte_order;
	uint8_t rdm_version, zero;
	uint16_t port;
	uint32_t pid;
} __attribute__((packed));

static void
speak(int fd, const char *kind)
{
	struct request r = {
		.version = 3,
		.data_bytes = htons(8),
		.byte_order = 1,
	};
	uint8_t bytes[256];

	if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
		die("getrandom", errno);
	memcpy(&r.port, bytes, sizeof(r.port));
	r.pid = bytes[2];
	if (strcmp(kind, "short") == 0)
		say(fd, bytes, 1);
	if (strcmp(kind, "asks") == 0)
		say(fd, &r, sizeof(r));
	if (strcmp(kind, "asks") == 0 || strcmp(kind, "garbage") == 0)
		say(fd, bytes, sizeof(bytes));
}

static int
call_often(const char *kind, const struct sockaddr_in *to, unsigned long n)
{
	for (unsigned long i = 0; i < n; i++) {
		int fd = call(to);

		speak(fd, kind);
		close(fd);
	}
	return 0;
}

static int
hold(const struct sockaddr_in *to, unsigned long n)
{
	struct rlimit r;
	char c;

	if (getrlimit(RLIMIT_NOFILE, &r) == 0) {
		r.rlim_cur = r.rlim_max;
		setrlimit(RLIMIT_NOFILE, &r);
	}
	for (unsigned long i = 0; i < n; i++)
		call(to);
	printf("%lu connections\n", n);
	fflush(stdout);
	while (read(STDIN_FILENO, &c, 1) > 0)
		;
	return 0;
}

/* -- libfabric ------------------------------------------------------------- */

static struct {
	struct fi_info *info;
	struct fid_fabric *fabric;
	struct fid_domain *domain;
	struct fid_av *av;
	struct fid_cq *cq;
	struct fid_ep *ep;
	struct fid_mr *mr;
	fi_addr_t peer;
	_Alignas(64) uint8_t bytes[BYTES];
	unsigned long ended_well, ended_badly, given_up;
	bool has_met; /* something has ended */
	double patience_s;
} it;
static_assert(WINDOW * SLOT_BYTES <= BYTES, "packets lie in each other");

static void
must(const char *what, int rc)
{
	if (rc == 0)
		return;
	fprintf(stderr, "stranger: %s: %s\n", what, fi_strerror(-rc));
	exit(2);
}

static void
open_endpoint(const char *provider, const struct sockaddr_in *to)
{
	struct fi_info *hints = fi_allocinfo();
	struct fi_cq_attr cq = {.format = FI_CQ_FORMAT_MSG};
	struct fi_av_attr av = {.type = FI_AV_TABLE};
	char host[INET_ADDRSTRLEN];

	inet_ntop(AF_INET, &to->sin_addr, host, sizeof(host));
	hints->ep_attr->type = FI_EP_RDM;
	hints->caps = FI_MSG | FI_RMA;
	hints->mode = FI_CONTEXT | FI_CONTEXT2;
	hints->addr_format = FI_SOCKADDR_IN;
	hints->fabric_attr->prov_name = strdup(provider);
	must("fi_getinfo", fi_getinfo(FI_VERSION(1, 14), host, NULL, FI_SOURCE,
				      hints, &it.info));
	must("fi_fabric", fi_fabric(it.info->fabric_attr, &it.fabric, NULL));
	must("fi_domain", fi_domain(it.fabric, it.info, &it.domain, NULL));
	must("fi_av_open", fi_av_open(it.domain, &av, &it.av, NULL));
	must("fi_cq_open", fi_cq_open(it.domain, &cq, &it.cq, NULL));
	must("fi_endpoint", fi_endpoint(it.domain, it.info, &it.ep, NULL));
	must("fi_ep_bind", fi_ep_bind(it.ep, &it.av->fid, 0));
	must("fi_ep_bind",
	     fi_ep_bind(it.ep, &it.cq->fid, FI_TRANSMIT | FI_RECV));
	must("fi_enable", fi_enable(it.ep));
	must("fi_mr_reg",
	     fi_mr_reg(it.domain, it.bytes, BYTES, FI_READ | FI_WRITE | FI_SEND,
		       0, 77, 0, &it.mr, NULL));
	if (fi_av_insert(it.av, to, 1, &it.peer, 0, NULL) != 1)
		must("fi_av_insert", -FI_EINVAL);
}

static double
now_s(void)
{
	return (double)ocr_clock_ns() / 1e9;
}

/* True if something has ended. */
static bool
look(void)
{
	struct fi_cq_err_entry failure = {.op_context = NULL};
	struct fi_cq_msg_entry e;
	ssize_t n = fi_cq_read(it.cq, &e, 1);

	it.has_met |= n == 1 || n == -FI_EAVAIL;
	if (n == 1) {
		it.ended_well++;
		return true;
	}
	if (n == -FI_EAVAIL && fi_cq_readerr(it.cq, &failure, 0) == 1) {
		it.ended_badly++;
		return true;
	}
	return false;
}

static bool
is_over(double begin)
{
	double patience_s = it.has_met ? GIVE_UP_S : CONNECT_S;

	if (now_s() - begin < (it.patience_s ? it.patience_s : patience_s))
		return false;
	it.given_up++;
	return true;
}

enum deed { PACKETS, READS, WRITES };

static uint64_t
random_word(void)
{
	uint64_t w;

	if (getrandom(&w, sizeof(w), 0) != sizeof(w))
		die("getrandom", errno);
	return w;
}

/* A packet that is right but for what only members know. */
static size_t
forge(uint8_t *slot, unsigned long i)
{
	struct ocr_packet_head *h = (void *)slot;
	uint32_t *tail;

	memset(slot, 0, SLOT_BYTES);
	h->version = OCR_PACKET_VERSION;
	h->seq = i / 8 % 64 + 1;
	tail = (void *)(slot + sizeof(*h) + TAIL - 8);
	tail[0] = i % 3;
	tail[1] = i % 5 ? sizeof(*h) : (uint32_t)i;
	if (i % 4)
		*(uint64_t *)(slot + sizeof(*h)) = random_word();
	return sizeof(*h) + TAIL;
}

/* The first guesses are what a program would choose that does not think. */
static ssize_t
begin(enum deed deed, unsigned long i)
{
	uint64_t key = i < 16 ? i : random_word();
	uint64_t offset = i % 2 ? 0 : random_word() % (1 << 20);
	struct iovec iov = {it.bytes, 64};
	struct fi_rma_iov remote = {.addr = offset, .len = 64, .key = key};
	void *desc = fi_mr_desc(it.mr);
	uint8_t *slot = it.bytes + i % WINDOW * SLOT_BYTES;
	struct fi_msg_rma m = {
		.msg_iov = &iov,
		.desc = &desc,
		.iov_count = 1,
		.addr = it.peer,
		.rma_iov = &remote,
		.rma_iov_count = 1,
	};

	if (deed == PACKETS)
		return fi_send(it.ep, slot, forge(slot, i), desc, it.peer,
			       NULL);
	if (deed == READS)
		return fi_read(it.ep, it.bytes, 64, desc, it.peer, offset, key,
			       NULL);
	return fi_writemsg(it.ep, &m, FI_DELIVERY_COMPLETE | FI_COMPLETION);
}

static void
try_once(enum deed deed, unsigned long i)
{
	double since = now_s();
	ssize_t rc;

	while ((rc = begin(deed, i)) == -FI_EAGAIN) {
		if (is_over(since))
			return;
		look();
	}
	if (rc != 0) {
		it.ended_badly++;
		return;
	}
	/* They end in the order in which they begin. */
	if (deed == PACKETS && i + 1 < it.ended_well + it.ended_badly + WINDOW)
		return;
	while (!look())
		if (is_over(since))
			return;
}

static int
try_often(enum deed deed, unsigned long n)
{
	static const uint8_t untouched[64] = {[0 ... 63] = 0xa5};

	memset(it.bytes, 0xa5, sizeof(it.bytes));
	for (unsigned long i = 0; i < n && it.given_up < 3; i++)
		try_once(deed, i);
	for (double since = now_s(); !it.given_up &&
				     it.ended_well + it.ended_badly < n &&
				     !is_over(since);)
		look();
	printf("%lu ended well, %lu badly, %lu without an answer\n",
	       it.ended_well, it.ended_badly, it.given_up);
	/* That packets leave says nothing of the other side. */
	if (deed == PACKETS)
		return it.ended_well != n && !it.patience_s;
	return it.ended_well != 0 ||
	       memcmp(it.bytes, untouched, sizeof(untouched)) != 0;
}

int
main(int argc, char **argv)
{
	static const char *const deeds[] = {"packets", "reads", "writes"};
	struct sockaddr_in to;

	if (argc == 3 && strcmp(argv[1], "ports") == 0)
		return show_ports(argv[2]);
	if (argc == 3 && strcmp(argv[1], "open") == 0) {
		printf("%" PRIu64 "\n", count_open(argv[2]));
		return 0;
	}
	if (argc == 5) {
		to = target(argv[2], argv[3]);
		if (strcmp(argv[1], "hold") == 0)
			return hold(&to, strtoul(argv[4], NULL, 10));
		return call_often(argv[1], &to, strtoul(argv[4], NULL, 10));
	}
	if (argc == 7)
		it.patience_s = strtod(argv[6], NULL);
	for (int i = PACKETS; argc >= 6 && argc <= 7 && i <= WRITES; i++) {
		if (strcmp(argv[1], deeds[i]) != 0)
			continue;
		to = target(argv[3], argv[4]);
		open_endpoint(argv[2], &to);
		return try_often(i, strtoul(argv[5], NULL, 10));
	}
	fprintf(stderr, "stranger: wrong arguments\n");
	return 2;
}
