/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_ep.h - the parts of a libfabric endpoint, for ofi*.c alone.
 *
 *   ofi.c       opens and closes it
 *   ofi_peer.c  names of peers, and whether neighbours live
 *   ofi_move.c  starts packets and one-sided copies
 *   ofi_poll.c  what has ended or arrived, and sleeping until then
 *   ofi_slab.c  memory of packets
 *
 * libfabric is told that one thread at a time is inside (FI_THREAD_DOMAIN),
 * so every call into the endpoint happens under `lock`, and nothing else.
 */
#ifndef FABRIC_OFI_EP_H
#define FABRIC_OFI_EP_H

#include "fabric/lock.h"
#include "fabric/ofi.h"
#include "fabric/ofi_card.h"
#include "fabric/ofi_load.h"
#include "fabric/transport.h"

#include <pthread.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_eq.h>
#include <rdma/fi_rma.h>
#include <stdatomic.h>
#include <stdbool.h>

/* Receive buffers, and one-sided copies under way. */
#define OCR_OFI_RECVS 64
#define OCR_OFI_MOVES 128

struct ofi;

/* A receive buffer. */
struct ofi_recv {
	struct fi_context2 ctx; /* first: libfabric returns its address */
	void *data;
	struct ofi_recv *next; /* not posted */
};

/* A one-sided copy under way. */
struct ofi_move {
	struct fi_context2 ctx; /* first: libfabric returns its address */
	struct ocr_transfer *x;
	size_t bytes;
	ocr_node_t peer;
	struct ofi_move *next; /* not in use */
};

enum ofi_peer_state {
	OFI_PEER_ASKED, /* its card is awaited */
	OFI_PEER_READY,
	OFI_PEER_FAILED,
};

/* Of a node that was used at least once. */
struct ofi_peer {
	ocr_node_t node; /* fixed */
	/* Written inside poll, with release once what follows is there. */
	_Atomic int state;
	fi_addr_t addr;
	uint64_t window_addr, window_bytes, window_key;
	uint32_t pid;
	int pidfd; /* -1: its life is not watched */
	/* Guarded by the mail's lock: */
	struct ofi_peer *next_mail;
	struct ocr_ofi_card card; /* until it was looked at */
	const char *card_error;
};

struct ofi_slab;
struct ofi_mail;

struct ofi {
	struct ocr_transport t; /* first */

	/* Fixed after open: */
	const struct ocr_ofi_lib *lib;
	struct ocr_job *job;
	struct ocr_memory *memory;
	struct ocr_transport_up up; /* fixed after attach */
	ocr_node_t self;
	uint32_t size;
	struct fi_info *info;
	struct fid_fabric *fabric;
	struct fid_domain *domain;
	struct fid_av *av;
	struct fid_cq *cq;
	struct fid_cq *bell; /* to sleep on, where that is not cq; or NULL */
	struct fid_ep *ep;
	struct fid_mr *window_mr;
	void *window_desc;
	struct ocr_ofi_card card; /* this node's */
	char description[128];
	int cq_fd;	  /* -1: nobody can sleep on it */
	int interrupt_fd; /* eventfd */
	int pids_fd;	  /* epoll of pidfds */

	struct ocr_lock lock;
	/* Guarded by lock: */
	struct ofi_move *free_moves;

	/* See ofi_slab.c. */
	pthread_mutex_t slabs_lock;
	struct ofi_slab *slabs;
	void *free_packets;
	uint64_t next_key;

	/* Inside poll only: */
	struct ofi_recv *unposted;
	unsigned polls;
	bool broken; /* the completion queue itself failed */

	_Atomic bool refused;	   /* since the last poll: libfabric is full */
	_Atomic bool is_quiet;	   /* neighbours may end now */
	_Atomic bool look_at_pids; /* one of them can be read */
	_Atomic uint32_t in_vain;  /* so often the wait object was ready */
	bool is_blind;		   /* it is of no use now; whoever waits */
	_Atomic bool waiting;	   /* a thread sleeps, or is about to */
	_Atomic bool interrupted;  /* and should not */
	_Atomic uint32_t watched;  /* pidfds */
	struct ofi_mail *mail;

	struct ofi_recv recvs[OCR_OFI_RECVS];
	struct ofi_move moves[OCR_OFI_MOVES];
	_Atomic(struct ofi_peer *) peers[];
};

static inline struct ofi *
ocr_ofi_of(struct ocr_transport *t)
{
	return (struct ofi *)t;
}

/* -- ofi_slab.c ------------------------------------------------------------ */

/* Registers memory where the provider wants that.  0 or -errno. */
int ocr_ofi_register(struct ofi *o, void *p, size_t len_bytes, uint64_t access,
		     struct fid_mr **mr);
int ocr_ofi_packet_alloc(struct ocr_transport *t, struct ocr_packet *p);
void ocr_ofi_packet_free(struct ocr_transport *t, struct ocr_packet *p);
/* What libfabric wants to see with this packet's memory. */
void *ocr_ofi_packet_desc(const struct ofi *o, const void *data);
void ocr_ofi_slabs_close(struct ofi *o);

/* -- ofi_peer.c ------------------------------------------------------------ */

int ocr_ofi_peers_open(struct ofi *o);
/* No card arrives any more once this returns. */
void ocr_ofi_peers_close(struct ofi *o);
/* 0: *peer is ready.  -EAGAIN: its name was asked for.  Other -errno: it is
 * gone.  Any thread. */
int ocr_ofi_peer_get(struct ofi *o, ocr_node_t node, struct ofi_peer **peer);
/* The peer is gone: says so above, once.  Inside poll only. */
void ocr_ofi_peer_fail(struct ofi *o, ocr_node_t node, const char *why);
void ocr_ofi_peer_fail_all(struct ofi *o, const char *why);
/* Looks at cards that have arrived, and returns how many.  Inside poll. */
int ocr_ofi_peers_read_mail(struct ofi *o);
/* Reports neighbours that died.  Inside poll. */
int ocr_ofi_peers_check_pids(struct ofi *o);

/* -- ofi_move.c ------------------------------------------------------------ */

int ocr_ofi_send(struct ocr_transport *t, struct ocr_packet *p);
int ocr_ofi_read(struct ocr_transport *t, ocr_node_t from, uint64_t offset,
		 void *local, size_t len_bytes, struct ocr_transfer *x);
int ocr_ofi_write(struct ocr_transport *t, ocr_node_t to, uint64_t offset,
		  const void *local, size_t len_bytes, struct ocr_transfer *x);

/* -- ofi_poll.c ------------------------------------------------------------ */

/* Posts all receive buffers that are not.  0 or -errno. */
int ocr_ofi_post_recvs(struct ofi *o);
int ocr_ofi_poll(struct ocr_transport *t);
void ocr_ofi_wait(struct ocr_transport *t, int timeout_ms);
bool ocr_ofi_is_serving(const struct ocr_transport *t);
void ocr_ofi_interrupt(struct ocr_transport *t);
/* Something was started that may have ended already. */
void ocr_ofi_ring(struct ofi *o);

#endif
