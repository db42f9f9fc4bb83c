/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi.c - opens and closes an endpoint of libfabric. */
#include "fabric/ofi.h"

#include "fabric/card.h"
#include "fabric/job.h"
#include "fabric/log.h"
#include "fabric/memory.h"
#include "fabric/ofi_choose.h"
#include "fabric/ofi_ep.h"
#include "fabric/steps.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Long enough that the cost of a piece does not count: four of 1 MiB take 8 %
 * longer over TCP.  What is sent meanwhile on the same connection waits for
 * what transfer.c lets be under way, whatever the pieces. */
#define PIECE_BYTES ((size_t)4 << 20)
#define PIECE_MIN   ((size_t)4 << 10)
/* Fewer are copied sooner than anybody is told that they were used. */
#define LENDS_BYTES ((size_t)31 << 10)

static void
attach(struct ocr_transport *t, const struct ocr_transport_up *up)
{
	ocr_ofi_of(t)->up = *up;
}

/* Says which call of libfabric failed. */
static int
failed(struct ofi *o, const char *call, int rc)
{
	ocr_log_error(o->self, "%s of %s: %s", call, o->description,
		      o->lib->strerror(-rc));
	return rc == -EMFILE ? rc : -EIO;
}

/* A queue that a thread can sleep on. */
static int
open_bell(struct ofi *o, struct fi_cq_attr attr, struct fid_cq **cq)
{
	int rc;

	attr.wait_obj = FI_WAIT_FD;
	rc = fi_cq_open(o->domain, &attr, cq, NULL);
	if (rc != 0)
		return rc;
	rc = fi_control(&(*cq)->fid, FI_GETWAIT, &o->cq_fd);
	if (rc == 0)
		return 0;
	o->cq_fd = -1;
	fi_close(&(*cq)->fid);
	return -FI_ENOSYS;
}

/* The queue of completions, and what a thread can sleep on, if that is
 * possible.  Where any queue of a domain tells of what arrives, that is one in
 * which nothing ever ends: a queue that can wake somebody pays for that with
 * system calls for each completion, whether somebody sleeps or not. */
static int
open_cq(struct ofi *o)
{
	struct fi_cq_attr attr = {
		.size = o->info->tx_attr->size + o->info->rx_attr->size,
		.format = FI_CQ_FORMAT_MSG,
		.wait_obj = FI_WAIT_NONE,
	};
	int rc;

	o->cq_fd = -1;
	if (ocr_ofi_rings_any_queue(o->info)) {
		rc = fi_cq_open(o->domain, &attr, &o->cq, NULL);
		if (rc == 0 && open_bell(o, attr, &o->bell) != 0)
			o->bell = NULL;
		return rc;
	}
	/* Claims one, and then does not have it. */
	if (strcmp(o->info->fabric_attr->prov_name, "udp;ofi_rxd") != 0 &&
	    open_bell(o, attr, &o->cq) == 0)
		return 0;
	return fi_cq_open(o->domain, &attr, &o->cq, NULL);
}

static void
close_cqs(struct ofi *o)
{
	if (o->bell != NULL)
		fi_close(&o->bell->fid);
	fi_close(&o->cq->fid);
}

/* From the fabric to an endpoint that can receive nothing yet. */
static int
open_ep(struct ofi *o)
{
	struct fi_av_attr av = {
		.type = o->info->domain_attr->av_type == FI_AV_MAP
				? FI_AV_MAP
				: FI_AV_TABLE,
		.count = o->size,
	};
	int rc;

	rc = o->lib->fabric(o->info->fabric_attr, &o->fabric, NULL);
	if (rc != 0)
		return failed(o, "fi_fabric", rc);
	rc = fi_domain(o->fabric, o->info, &o->domain, NULL);
	if (rc != 0) {
		failed(o, "fi_domain", rc);
		goto close_fabric;
	}
	rc = fi_av_open(o->domain, &av, &o->av, NULL);
	if (rc != 0) {
		failed(o, "fi_av_open", rc);
		goto close_domain;
	}
	rc = open_cq(o);
	if (rc != 0) {
		failed(o, "fi_cq_open", rc);
		goto close_av;
	}
	rc = fi_endpoint(o->domain, o->info, &o->ep, NULL);
	if (rc != 0) {
		failed(o, "fi_endpoint", rc);
		goto close_cq;
	}
	rc = fi_ep_bind(o->ep, &o->av->fid, 0);
	if (rc == 0)
		rc = fi_ep_bind(o->ep, &o->cq->fid, FI_TRANSMIT | FI_RECV);
	if (rc == 0)
		rc = fi_enable(o->ep);
	if (rc != 0) {
		failed(o, "fi_enable", rc);
		goto close_ep;
	}
	return 0;

close_ep:
	fi_close(&o->ep->fid);
close_cq:
	close_cqs(o);
close_av:
	fi_close(&o->av->fid);
close_domain:
	fi_close(&o->domain->fid);
close_fabric:
	fi_close(&o->fabric->fid);
	return rc == -EMFILE ? rc : -EIO;
}

/* The endpoint itself goes earlier: memory is between the two. */
static void
close_below_ep(struct ofi *o)
{
	close_cqs(o);
	fi_close(&o->av->fid);
	fi_close(&o->domain->fid);
	fi_close(&o->fabric->fid);
}

/* Lets the others read and write the window. */
static int
register_window(struct ofi *o)
{
	int mr_mode = o->info->domain_attr->mr_mode;
	uint64_t len;
	int rc;

	if (mr_mode & FI_MR_ALLOCATED && ocr_memory_pin(o->memory) != 0)
		return failed(o, "memory to register", -FI_ENOMEM);
	len = ocr_memory_len(o->memory);
	rc = ocr_ofi_register(o, ocr_memory_base(o->memory), len,
			      FI_READ | FI_WRITE | FI_REMOTE_READ |
				      FI_REMOTE_WRITE,
			      &o->window_mr);
	if (rc != 0) {
		ocr_log_error(o->self,
			      "%s does not register the %llu MiB that nodes "
			      "may share: %s (a lower limit of memory, or a "
			      "higher one of locked memory, may help)",
			      o->description, (unsigned long long)(len >> 20),
			      o->lib->strerror(-rc));
		return -EIO;
	}
	if (mr_mode & FI_MR_LOCAL)
		o->window_desc = fi_mr_desc(o->window_mr);
	o->window.bytes = len;
	o->window.key = fi_mr_key(o->window_mr);
	if (mr_mode & FI_MR_VIRT_ADDR)
		o->window.addr = (uintptr_t)ocr_memory_base(o->memory);
	return 0;
}

/* As many as take so much memory: what waits for them stays in the network. */
static unsigned
recvs_of(size_t wire_bytes)
{
	size_t n = OCR_OFI_RECV_BYTES / wire_bytes;

	if (n < OCR_OFI_RECVS_MIN)
		return OCR_OFI_RECVS_MIN;
	return n < OCR_OFI_RECVS ? (unsigned)n : OCR_OFI_RECVS;
}

static int
open_recvs(struct ofi *o)
{
	struct ocr_packet p;
	unsigned i;
	int err;

	for (i = 0; i < o->n_recvs; i++) {
		err = ocr_ofi_packet_alloc(&o->t, &p);
		if (err != 0)
			return failed(o, "memory for packets", err);
		o->recvs[i].data = p.data + OCR_OFI_RECV_SHIFT;
		o->recvs[i].next = o->unposted;
		o->unposted = &o->recvs[i];
		o->n_unposted++;
	}
	err = ocr_ofi_post_recvs(o);
	return err == 0 ? 0 : failed(o, "fi_recv", err);
}

static int
fill_card(struct ofi *o)
{
	size_t n = sizeof(o->card->addr);
	int rc = fi_getname(&o->ep->fid, o->card->addr, &n);

	if (rc != 0)
		return failed(o, "fi_getname", rc);
	o->card->addr_bytes = (uint16_t)n;
	o->card->addr_format = o->info->addr_format;
	snprintf(o->card->provider, sizeof(o->card->provider), "%s",
		 o->info->fabric_attr->prov_name);
	ocr_ofi_guard_port(o);
	return 0;
}

static void
close_transport(struct ocr_transport *t)
{
	struct ofi *o = ocr_ofi_of(t);

	ocr_ofi_sieve_free(o);
	/* Memory that libfabric works on goes after the endpoint. */
	fi_close(&o->ep->fid);
	if (o->window_mr != NULL)
		fi_close(&o->window_mr->fid);
	ocr_ofi_slabs_close(o);
	close_below_ep(o);
	ocr_ofi_tags_close(o);
	ocr_ofi_peers_free(o);
	ocr_ofi_spare_close(o);
	close(o->interrupt_fd);
	o->lib->freeinfo(o->info);
	pthread_mutex_destroy(&o->slabs_lock);
	free(o);
}

static size_t
lent_mtu(struct ocr_transport *t, ocr_node_t to)
{
	(void)to;
	return ocr_ofi_of(t)->wire_bytes - OCR_OFI_TAIL_BYTES;
}

static const struct ocr_transport_ops ofi_ops = {
	.name = "ofi",
	.attach = attach,
	.packet_alloc = ocr_ofi_packet_alloc,
	.packet_free = ocr_ofi_packet_free,
	.send = ocr_ofi_send,
	.lent_mtu = lent_mtu,
	.read = ocr_ofi_read,
	.write = ocr_ofi_write,
	.poll = ocr_ofi_poll,
	.wait = ocr_ofi_wait,
	.is_serving = ocr_ofi_is_serving,
	.interrupt = ocr_ofi_interrupt,
	.hold = ocr_ofi_hold,
	.let_go = ocr_ofi_let_go,
	.close = close_transport,
	.is_short = ocr_ofi_is_short,
	.missed = ocr_ofi_missed,
	.called_at = ocr_ofi_called_at,
	.grant = ocr_ofi_grant,
	.granted = ocr_ofi_granted,
	.meet = ocr_ofi_meet,
	.fail = ocr_ofi_fail,
};

static struct ofi *
make(const struct ocr_ofi_lib *lib, const struct ocr_ofi_config *c)
{
	uint32_t size = ocr_job_size(c->job);
	struct ofi *o = calloc(1, sizeof(*o) + size * sizeof(o->peers[0]));
	int i;

	if (o == NULL)
		return NULL;
	o->t.ops = &ofi_ops;
	o->t.others[0].fd = -1;
	o->t.others[1].fd = -1;
	o->lib = lib;
	o->job = c->job;
	o->job_number = ocr_job_number(c->job);
	o->c = *c;
	o->memory = c->memory;
	o->self = ocr_job_rank(c->job);
	o->size = size;
	o->nobody.is_failed = true;
	o->spare.kept_fd = -1;
	o->sieve.listener = -1;
	ocr_lock_init(&o->lock);
	pthread_mutex_init(&o->slabs_lock, NULL);
	for (i = 0; i < OCR_OFI_MOVES; i++) {
		o->moves[i].next = o->free_moves;
		o->free_moves = &o->moves[i];
	}
	o->card = c->card;
	return o;
}

/* The longest piece of a transfer, of those that the provider takes. */
static size_t
piece_bytes(const struct ofi *o, uint64_t wanted)
{
	size_t longest = o->info->ep_attr->max_msg_size;
	uint64_t piece = wanted == 0	      ? PIECE_BYTES
			 : wanted < PIECE_MIN ? PIECE_MIN
					      : wanted;

	return piece < longest ? (size_t)piece : longest;
}

static size_t
larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static int
choose(struct ofi *o, const struct ocr_ofi_config *c)
{
	struct ocr_ofi_wish w = {
		.self = o->self,
		.provider = c->provider,
		.interface = c->interface,
		.size = o->size,
		.hosts = ocr_job_hosts(c->job),
	};
	int err = ocr_ofi_choose(o->lib, &w, &o->info);

	if (err != 0)
		return err;
	o->wire_bytes = ocr_ofi_mtu(o->info, c->packet_bytes);
	o->t.mtu_bytes = o->wire_bytes - OCR_OFI_TAIL_BYTES;
	/* The tag covers what is not lent. */
	if (!c->is_closed && ocr_ofi_lends(o->info)) {
		o->t.lends_bytes = LENDS_BYTES;
		o->wire_bytes = larger(o->wire_bytes, c->lent_packet_bytes);
	}
	o->t.lends_after = OCR_SEAL_CONTROL;
	o->n_recvs = recvs_of(o->wire_bytes);
	o->t.piece_bytes = piece_bytes(o, c->piece_bytes);
	snprintf(o->description, sizeof(o->description), "%s over %s",
		 o->info->fabric_attr->prov_name, o->info->domain_attr->name);
	return 0;
}

int
ocr_ofi_open(struct ocr_transport **t, const struct ocr_ofi_config *c)
{
	const struct ocr_ofi_lib *lib = ocr_ofi_load();
	struct ofi *o;
	int err;

	if (lib == NULL)
		return -ENOENT;
	ocr_steps_add(c->steps, "libfabric");
	o = make(lib, c);
	if (o == NULL)
		return -ENOMEM;
	err = choose(o, c);
	if (err != 0)
		goto free_ofi;
	ocr_steps_add(c->steps, "providers");
	o->interrupt_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (o->interrupt_fd < 0) {
		err = -errno;
		goto free_info;
	}
	err = open_ep(o);
	if (err != 0)
		goto close_fd;
	err = c->is_closed ? 0 : register_window(o);
	if (err != 0)
		goto close_ep;
	err = open_recvs(o);
	if (err == 0)
		err = fill_card(o);
	if (err == 0)
		err = ocr_ofi_spare_open(o);
	ocr_steps_add(c->steps, "endpoint");
	if (err != 0) {
		close_transport(&o->t);
		return err;
	}
	*t = &o->t;
	return 0;

close_ep:
	fi_close(&o->ep->fid);
	ocr_ofi_slabs_close(o);
	close_below_ep(o);
close_fd:
	close(o->interrupt_fd);
free_info:
	lib->freeinfo(o->info);
free_ofi:
	pthread_mutex_destroy(&o->slabs_lock);
	free(o);
	return err;
}

const char *
ocr_ofi_describe(const struct ocr_transport *t)
{
	return ((const struct ofi *)t)->description;
}
