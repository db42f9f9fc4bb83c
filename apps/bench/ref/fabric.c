/* SPDX-License-Identifier: BSD-3-Clause */
/* fabric.c - libfabric without a runtime: the floor for ocr/remote,
 * ocr/channel, ocr/halo, ocr/read and ocr/fetch.
 *
 * Two processes, each on a core of its own, polling all the time; endpoint names
 * go through pipes (other.h: BENCH_OTHER starts the second one on another host).
 * OCR_PROVIDER names the provider (net if it is not set).
 *
 * WHAT is `message` (8 bytes there and back), `same`, `tagged` (there and back
 * what a satisfaction of ours is: 112 bytes, sent and not injected, beside a
 * thread that sleeps; and a tag of 16 of them, made and checked, by SipHash over
 * all of the others, where ours has made most of it ahead), all three 50 times
 * between two looks at the clock, as ocr/remote and ocr/channel; `once`
 * (8 bytes there and back, each by the clock), `exchange` (both send BYTES, and
 * go on when they have those of the other), `read` (fi_read of BYTES) or
 * `stream` (16 such reads under way at once, into buffers of their own; per
 * read).
 */
#include "apps/bench/bench.h"
#include "apps/bench/ref/other.h"

#include <fcntl.h>
#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>
#include <pthread.h>
#include <sched.h>
#include <sodium.h>
#include <stdio.h>
#include <unistd.h>

#define WARM_UP		 10
#define TRIPS		 50 /* of one sample, where several are taken */
#define MESSAGE_BYTES	 8
#define SAME_BYTES	 112
#define TAG_BYTES	 crypto_shorthash_siphashx24_BYTES
#define BUFFERS		 16
#define BUFFER_MAX_BYTES ((uint64_t)64 << 20)
#define NAME_BYTES	 256
#define GIVE_UP_SECONDS	 120

/* What a process must know of the other one. */
struct card {
	char name[NAME_BYTES];
	uint64_t base; /* where its buffers lie, as fi_read wants it */
	uint64_t key;
};

struct end {
	struct fi_info *info;
	struct fid_fabric *fabric;
	struct fid_domain *domain;
	struct fid_av *av;
	struct fid_cq *cq;
	struct fid_ep *ep;
	struct fid_mr *mr;
	fi_addr_t peer;
	uint64_t peer_base;
	uint64_t peer_key;
	/* `n` buffers of `len_bytes`, and one word for messages behind them. */
	char *buffers;
	uint64_t n;
	uint64_t len_bytes;
	uint64_t messages;
	struct fi_context context;
	struct fi_context send_context;
	struct fi_context read_context[BUFFERS];
	bool is_tagged;
	uint8_t key[crypto_shorthash_siphashx24_KEYBYTES];
};

static double sample[BENCH_MAX_SAMPLES];

static void
die(const char *what, long err)
{
	fprintf(stderr, "ref/fabric: %s: %s\n", what, fi_strerror((int)-err));
	exit(1);
}

/* Binds this process to the n-th core it may use, if there are so many. */
static void
bind_to(int n)
{
	cpu_set_t all, one;

	if (sched_getaffinity(0, sizeof(all), &all))
		return;
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (!CPU_ISSET(cpu, &all) || n-- > 0)
			continue;
		CPU_ZERO(&one);
		CPU_SET(cpu, &one);
		sched_setaffinity(0, sizeof(one), &one);
		return;
	}
}

/* Finds the provider, by that address of this host if it has such. */
static struct fi_info *
find_provider(const char *address)
{
	const char *provider = getenv("OCR_PROVIDER");
	struct fi_info *hints = fi_allocinfo();
	struct fi_info *info = NULL;
	int err;

	if (!hints)
		die("fi_allocinfo", -FI_ENOMEM);
	if (!provider || !*provider)
		provider = "net";
	hints->caps = FI_MSG | FI_RMA;
	hints->mode = FI_CONTEXT;
	hints->ep_attr->type = FI_EP_RDM;
	hints->domain_attr->mr_mode = FI_MR_LOCAL | FI_MR_ALLOCATED |
				      FI_MR_PROV_KEY | FI_MR_VIRT_ADDR;
	hints->fabric_attr->prov_name = strdup(provider);
	/* shm would take the address for a name, the same for both of us. */
	hints->addr_format = FI_SOCKADDR_IN;
	err = fi_getinfo(FI_VERSION(1, 15), address, NULL, FI_SOURCE, hints,
			 &info);
	if (err) {
		hints->addr_format = FI_FORMAT_UNSPEC;
		err = fi_getinfo(FI_VERSION(1, 15), NULL, NULL, 0, hints,
				 &info);
	}
	fi_freeinfo(hints);
	if (err)
		die(provider, err);
	if (info->tx_attr->inject_size < MESSAGE_BYTES)
		die("messages cannot be injected", -FI_ENOSYS);
	return info;
}

static void
open_end(struct end *e, bool away)
{
	struct fi_cq_attr cq_attr = {.format = FI_CQ_FORMAT_CONTEXT};
	struct fi_av_attr av_attr = {0};
	char address[INET_ADDRSTRLEN];
	int err;

	other_address(away, address);
	e->info = find_provider(address);
	err = fi_fabric(e->info->fabric_attr, &e->fabric, NULL);
	if (err)
		die("fi_fabric", err);
	err = fi_domain(e->fabric, e->info, &e->domain, NULL);
	if (err)
		die("fi_domain", err);
	err = fi_av_open(e->domain, &av_attr, &e->av, NULL);
	if (err)
		die("fi_av_open", err);
	err = fi_cq_open(e->domain, &cq_attr, &e->cq, NULL);
	if (err)
		die("fi_cq_open", err);
	err = fi_endpoint(e->domain, e->info, &e->ep, NULL);
	if (err)
		die("fi_endpoint", err);
	err = fi_ep_bind(e->ep, &e->av->fid, 0);
	if (!err)
		err = fi_ep_bind(e->ep, &e->cq->fid, FI_TRANSMIT | FI_RECV);
	if (!err)
		err = fi_enable(e->ep);
	if (err)
		die("fi_enable", err);
}

static void
register_buffers(struct end *e, uint64_t n, uint64_t len_bytes)
{
	uint64_t all_bytes = n * len_bytes + MESSAGE_BYTES;
	int err;

	e->n = n;
	e->len_bytes = len_bytes;
	if (posix_memalign((void **)&e->buffers, 4096, all_bytes))
		die("buffers", -FI_ENOMEM);
	memset(e->buffers, 0, all_bytes);
	err = fi_mr_reg(e->domain, e->buffers, all_bytes,
			FI_SEND | FI_RECV | FI_READ | FI_REMOTE_READ, 0, 1, 0,
			&e->mr, NULL);
	if (err)
		die("fi_mr_reg", err);
}

/* Tells the other process where we are, and learns the same of it. */
static void
exchange_cards(struct end *e, const struct other *o)
{
	struct card c = {0};
	size_t len = sizeof(c.name);
	int err;

	err = fi_getname(&e->ep->fid, c.name, &len);
	if (err)
		die("fi_getname", err);
	if (e->info->domain_attr->mr_mode & FI_MR_VIRT_ADDR)
		c.base = (uintptr_t)e->buffers;
	c.key = fi_mr_key(e->mr);
	if (!other_write(o, &c, sizeof(c)) || !other_read(o, &c, sizeof(c)))
		die("the other process is gone", -FI_ECONNABORTED);
	if (fi_av_insert(e->av, c.name, 1, &e->peer, 0, NULL) != 1)
		die("fi_av_insert", -FI_EINVAL);
	e->peer_base = c.base;
	e->peer_key = c.key;
}

/* The number of operations that completed: 0 or 1. */
static long
poll_end(struct end *e)
{
	struct fi_cq_entry entry;
	long n = fi_cq_read(e->cq, &entry, 1);

	if (n == -FI_EAGAIN)
		return 0;
	if (n == -FI_EAVAIL) {
		struct fi_cq_err_entry failed = {0};

		fi_cq_readerr(e->cq, &failed, 0);
		die("an operation failed", -failed.err);
	}
	if (n < 0)
		die("fi_cq_read", n);
	return n;
}

static void *
message_word(struct end *e)
{
	return e->buffers + e->n * e->len_bytes;
}

static void
post_receive(struct end *e)
{
	long err;

	do {
		err = fi_recv(e->ep, message_word(e), MESSAGE_BYTES,
			      fi_mr_desc(e->mr), FI_ADDR_UNSPEC, &e->context);
	} while (err == -FI_EAGAIN);
	if (err)
		die("fi_recv", err);
}

/* An injected message gives no completion: what completes is a receive. */
static void
send_message(struct end *e)
{
	uint64_t word = ++e->messages;
	long err;

	while ((err = fi_inject(e->ep, &word, sizeof(word), e->peer)) ==
	       -FI_EAGAIN)
		poll_end(e);
	if (err)
		die("fi_inject", err);
}

/* Both sides: the receive for what comes next is posted before a send. */
static void
trip(struct end *e, bool parent, bool last)
{
	if (parent)
		send_message(e);
	while (!poll_end(e))
		;
	if (!last)
		post_receive(e);
	if (!parent)
		send_message(e);
}

static void
ping_pong(struct end *e, bool parent, unsigned trips, unsigned n)
{
	post_receive(e);
	for (unsigned i = 0; i < n; i++) {
		uint64_t start_ns = bench_now_ns();

		for (unsigned k = 1; k <= trips; k++)
			trip(e, parent, i + 1 == n && k == trips);
		sample[i] = (double)(bench_now_ns() - start_ns) / trips / 1e3;
	}
}

/* Both sides at once, from buffer 0 into buffer 1. */
static void
exchange(struct end *e, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		uint64_t start_ns = bench_now_ns();
		long done = 0, err;

		while ((err = fi_recv(e->ep, e->buffers + e->len_bytes,
				      e->len_bytes, fi_mr_desc(e->mr),
				      FI_ADDR_UNSPEC, &e->context)) ==
		       -FI_EAGAIN)
			done += poll_end(e);
		if (err)
			die("fi_recv", err);
		while ((err = fi_send(e->ep, e->buffers, e->len_bytes,
				      fi_mr_desc(e->mr), e->peer,
				      &e->send_context)) == -FI_EAGAIN)
			done += poll_end(e);
		if (err)
			die("fi_send", err);
		while (done < 2)
			done += poll_end(e);
		sample[i] = (double)(bench_now_ns() - start_ns) / 1e3;
	}
}

/* -- As ours -------------------------------------------------------------- */

static void *
sleep_beside(void *nothing)
{
	for (;;)
		pause();
	return nothing;
}

static void
make_tag(const struct end *e, const void *bytes, uint8_t *tag)
{
	crypto_shorthash_siphashx24(tag, bytes, SAME_BYTES - TAG_BYTES, e->key);
}

/* Buffer 0 leaves, buffer 1 is for what comes. */
static void
post_same(struct end *e)
{
	while (fi_recv(e->ep, e->buffers + e->len_bytes, e->len_bytes,
		       fi_mr_desc(e->mr), FI_ADDR_UNSPEC,
		       &e->context) == -FI_EAGAIN)
		;
}

/* Returns how many completed meanwhile. */
static long
send_same(struct end *e)
{
	uint8_t *bytes = (uint8_t *)e->buffers;
	long done = 0, err;

	e->messages++;
	memcpy(bytes, &e->messages, sizeof(e->messages));
	if (e->is_tagged)
		make_tag(e, bytes, bytes + SAME_BYTES - TAG_BYTES);
	while ((err = fi_send(e->ep, bytes, SAME_BYTES, fi_mr_desc(e->mr),
			      e->peer, &e->send_context)) == -FI_EAGAIN)
		done += poll_end(e);
	if (err)
		die("fi_send", err);
	return done;
}

static void
check_same(const struct end *e)
{
	const uint8_t *bytes = (uint8_t *)e->buffers + e->len_bytes;
	uint8_t tag[TAG_BYTES];

	if (!e->is_tagged)
		return;
	make_tag(e, bytes, tag);
	if (sodium_memcmp(tag, bytes + SAME_BYTES - TAG_BYTES, TAG_BYTES))
		die("a tag is wrong", -FI_EIO);
}

/* Returns how many operations are under way behind it. */
static long
trip_same(struct end *e, bool parent, long wanted, bool last)
{
	wanted++;
	if (parent)
		wanted += 1 - send_same(e);
	while (wanted > 0)
		wanted -= poll_end(e);
	check_same(e);
	if (!last)
		post_same(e);
	if (!parent)
		wanted += 1 - send_same(e);
	return wanted;
}

static void
ping_pong_same(struct end *e, bool parent, unsigned n)
{
	pthread_t beside;
	long wanted = 0;

	if (pthread_create(&beside, NULL, sleep_beside, NULL))
		die("pthread_create", -FI_ENOMEM);
	post_same(e);
	for (unsigned i = 0; i < n; i++) {
		uint64_t start_ns = bench_now_ns();

		for (unsigned k = 1; k <= TRIPS; k++)
			wanted = trip_same(e, parent, wanted,
					   i + 1 == n && k == TRIPS);
		sample[i] = (double)(bench_now_ns() - start_ns) / TRIPS / 1e3;
	}
}

static uint64_t *
last_word(const struct end *e, uint64_t buffer)
{
	return (uint64_t *)(e->buffers + (buffer + 1) * e->len_bytes) - 1;
}

/* Returns how many others completed meanwhile. */
static long
start_read(struct end *e, uint64_t buffer)
{
	uint64_t offset = buffer * e->len_bytes;
	long done = 0, err;

	*last_word(e, buffer) = 0;
	while ((err = fi_read(e->ep, e->buffers + offset, e->len_bytes,
			      fi_mr_desc(e->mr), e->peer, e->peer_base + offset,
			      e->peer_key, &e->read_context[buffer])) ==
	       -FI_EAGAIN)
		done += poll_end(e);
	if (err)
		die("fi_read", err);
	return done;
}

/* Of `n` buffers from `first` on, all at once. */
static void
read_some(struct end *e, uint64_t first, uint64_t n)
{
	uint64_t done = 0;

	for (uint64_t i = 0; i < n; i++)
		done += (uint64_t)start_read(e, first + i);
	while (done < n)
		done += (uint64_t)poll_end(e);
	for (uint64_t i = first; i < first + n; i++)
		if (*last_word(e, i) != i + 1)
			die("fi_read brought other bytes", -FI_EIO);
}

/* In each sample one buffer, or all. */
static void
read_all(struct end *e, bool parent, bool at_once, unsigned n)
{
	if (!parent) {
		/* Providers that poll move bytes only while the target does. */
		post_receive(e);
		while (!poll_end(e))
			;
		return;
	}
	for (unsigned i = 0; i < n; i++) {
		uint64_t start_ns = bench_now_ns();

		read_some(e, at_once ? 0 : i % e->n, at_once ? e->n : 1);
		sample[i] = (double)(bench_now_ns() - start_ns) / 1e3 /
			    (double)(at_once ? e->n : 1);
	}
	send_message(e);
}

/* What read_some looks for. */
static void
mark_buffers(struct end *e)
{
	for (uint64_t i = 0; i < e->n; i++)
		*last_word(e, i) = i + 1;
}

/* shm leaves a file behind if this is left out. */
static void
close_end(struct end *e)
{
	fi_close(&e->ep->fid);
	fi_close(&e->mr->fid);
	fi_close(&e->cq->fid);
	fi_close(&e->av->fid);
	fi_close(&e->domain->fid);
	fi_close(&e->fabric->fid);
	fi_freeinfo(e->info);
	free(e->buffers);
}

static void
run(const struct bench_args *a, const struct other *o, bool away)
{
	bool parent = o->pid > 0;
	bool at_once = strcmp(a->what, "stream") == 0;
	bool reading = at_once || strcmp(a->what, "read") == 0;
	bool tagged = strcmp(a->what, "tagged") == 0;
	bool once = strcmp(a->what, "once") == 0;
	bool message = strcmp(a->what, "message") == 0;
	bool same = tagged || strcmp(a->what, "same") == 0;
	uint64_t len_bytes = same	     ? SAME_BYTES
			     : a->size_bytes ? a->size_bytes
					     : MESSAGE_BYTES;
	uint64_t buffers = BUFFER_MAX_BYTES / len_bytes;
	unsigned n = a->quick		    ? 3
		     : same || message	    ? 200
		     : len_bytes <= 65536   ? 2000
		     : len_bytes <= 1 << 20 ? 160
					    : 40;
	struct end e = {.is_tagged = tagged};
	char done;

	alarm(GIVE_UP_SECONDS);
	bind_to(parent ? 0 : 1);
	open_end(&e, away);
	register_buffers(&e, buffers < BUFFERS ? buffers : BUFFERS, len_bytes);
	if (!parent)
		mark_buffers(&e);
	exchange_cards(&e, o);
	if (reading)
		read_all(&e, parent, at_once, WARM_UP + n);
	else if (strcmp(a->what, "exchange") == 0)
		exchange(&e, WARM_UP + n);
	else if (same)
		ping_pong_same(&e, parent, WARM_UP + n);
	else
		ping_pong(&e, parent, once ? 1 : TRIPS, WARM_UP + n);
	if (parent)
		printf(BENCH_LINE, bench_median(sample + WARM_UP, n), "us");
	/* The other may need us to poll until it has all it waits for. */
	if (!other_write(o, "", 1))
		die("the other process is gone", -FI_ECONNABORTED);
	fcntl(o->in, F_SETFL, O_NONBLOCK);
	while (read(o->in, &done, 1) < 0)
		poll_end(&e);
	close_end(&e);
}

static bool
is_known(const struct bench_args *a)
{
	if (strcmp(a->what, "message") == 0 || strcmp(a->what, "same") == 0 ||
	    strcmp(a->what, "tagged") == 0 || strcmp(a->what, "once") == 0)
		return a->size_bytes == 0;
	if (strcmp(a->what, "exchange") != 0 && strcmp(a->what, "read") != 0 &&
	    strcmp(a->what, "stream") != 0)
		return false;
	return a->size_bytes && a->size_bytes % 8 == 0 &&
	       a->size_bytes <= BUFFER_MAX_BYTES / 2;
}

int
main(int argc, char **argv)
{
	struct bench_args args;
	struct other other;
	bool marked = other_is_marked(&argc, argv);

	if (bench_parse(&args, argc - 1, argv + 1) || !is_known(&args)) {
		fprintf(stderr,
			"usage: %s message|once|same|tagged|exchange BYTES|"
			"read BYTES|stream BYTES [--quick]\n",
			argv[0]);
		return 2;
	}
	if (!other_start(&other, marked, argc, argv))
		return 1;
	run(&args, &other, marked || other_is_away());
	if (!other.pid)
		_exit(0);
	if (!other_end(&other)) {
		fprintf(stderr, "ref/fabric: the other process failed\n");
		return 1;
	}
	return 0;
}
