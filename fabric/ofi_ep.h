/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi_ep.h - the parts of a libfabric endpoint, for ofi*.c alone.
 *
 *   ofi.c       opens and closes it
 *   ofi_peer.c  names of peers
 *   ofi_move.c  starts packets and one-sided copies
 *   ofi_poll.c  what has ended or arrived, and sleeping until then
 *   ofi_port.c  who only connects costs no descriptor
 *   ofi_ended.c who says nothing, and has ended
 *   ofi_forgotten.c  sockets that libfabric has forgotten
 *   ofi_sieve.c who is no node is not let in, once one has called
 *   ofi_slab.c  memory of packets
 *   ofi_spare.c connections that are given back
 *   ofi_tag.c   shows and checks who a packet is from
 *
 * libfabric is told that one thread at a time is inside (FI_THREAD_DOMAIN),
 * so every call into the endpoint happens under `lock`, and nothing else but
 * the numbers of tags: each is taken there, and once.
 */
#ifndef FABRIC_OFI_EP_H
#define FABRIC_OFI_EP_H

#include "fabric/card.h"
#include "fabric/clock.h"
#include "fabric/knock.h"
#include "fabric/lock.h"
#include "fabric/ofi.h"
#include "fabric/ofi_load.h"
#include "fabric/seal.h"
#include "fabric/transport.h"

#include <pthread.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_eq.h>
#include <rdma/fi_rma.h>
#include <stdatomic.h>
#include <stdbool.h>

/* Receive buffers at most and at least, where packets are large, and what they
 * may take between these; one-sided copies under way. */
#define OCR_OFI_RECVS	   64
#define OCR_OFI_RECVS_MIN  16
#define OCR_OFI_RECV_BYTES ((size_t)5 << 20)
#define OCR_OFI_MOVES	   128
/* Behind each packet. */
#define OCR_OFI_TAIL_BYTES 32
/* Receives begin so far behind a line that the bytes of a grant alone in its
 * packet begin one: ofi_hold.c adds up. */
#define OCR_OFI_RECV_SHIFT 16

struct ofi;
struct tcp_info;

/* A receive buffer. */
struct ofi_recv {
	struct fi_context2 ctx; /* first: libfabric returns its address */
	uint8_t *data;
	struct ofi_recv *next; /* not posted */
	/* ofi_hold.c; inside poll only: */
	bool is_held;
	const void *held; /* those bytes of it */
	size_t held_bytes;
};

/* A one-sided copy under way. */
struct ofi_move {
	struct fi_context2 ctx; /* first: libfabric returns its address */
	struct ocr_transfer *x;
	size_t bytes;
	ocr_node_t peer;
	struct ofi_move *next; /* not in use */
};

/* Memory that others may read and write.  Travels sealed, in a grant. */
struct ofi_window {
	uint64_t addr; /* what a remote access to offset 0 names */
	uint64_t bytes;
	uint64_t key;
};
static_assert(sizeof(struct ofi_window) == 24, "wire format changed");
static_assert(sizeof(struct ofi_window) + OCR_SEAL_WRAP_BYTES <= OCR_GRANT_MAX,
	      "a grant has no room for a window");

/* Of a node whose card was good.  Begins a line of a cache. */
struct ofi_peer {
	/* What changes of `out` does so under lock, of `in` inside poll. */
	struct ocr_seal_pair pair;
	ocr_node_t node; /* fixed, as what follows */
	fi_addr_t addr;
	struct ofi_window window; /* once it has granted it */
	_Atomic bool is_failed;	  /* written inside poll */
	bool is_doubted;	  /* inside poll only: it was told */
	uint32_t pid;		  /* for messages */
	/* ofi_ended.c; inside poll only: */
	struct ocr_knock knock;
	unsigned refusals; /* in a row */
};

struct ofi_aside;
struct ofi_slab;

/* At one look. */
#define OCR_OFI_FORGOTTEN 512

/* See ofi_forgotten.c.  Inside poll only. */
struct ofi_forgotten {
	unsigned n;
	struct {
		int fd;
		uint64_t inode;
	} seen[OCR_OFI_FORGOTTEN];
};

struct ofi_sieve_cards;

/* See ofi_sieve.c.  Inside poll only, but for what is written under lock. */
struct ofi_sieve {
	enum ofi_sieve_state {
		OCR_OFI_SIEVE_OPEN,
		OCR_OFI_SIEVE_BUSY,
		OCR_OFI_SIEVE_DONE, /* whether it could be closed or not */
	} state;
	/* Under lock: */
	bool is_closed;
	bool is_unseen;	   /* somebody may have been accepted whom nobody saw */
	int64_t looked_ms; /* for such */
	int listener;	   /* libfabric's socket; -1: not known.  Fixed */
	struct ofi_sieve_cards *asked;
};

/* See ofi_spare.c.  Inside poll only, but for is_short. */
struct ofi_spare {
	_Atomic bool is_short; /* libfabric found no descriptor */
	bool was_short, is_told, gives_back;
	unsigned vain;
	unsigned looks; /* since the last that tidied up */
	int tidied;	/* the descriptors below, in this round */
	int kept_fd;	/* -1: in use */
	struct ocr_glance glance;
	uint64_t n_shut;
};

struct ofi {
	struct ocr_transport t; /* first */

	/* Fixed after open: */
	const struct ocr_ofi_lib *lib;
	struct ocr_ofi_config c;
	struct ocr_job *job;
	uint64_t job_number;
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
	struct ofi_window window;
	struct ocr_card_ofi *card; /* this node's */
	char description[128];
	size_t wire_bytes; /* of a packet with its tag */
	unsigned n_recvs;  /* of recvs[] */
	int cq_fd;	   /* -1: nobody can sleep on it */
	int interrupt_fd;  /* eventfd */

	struct ocr_lock lock;
	/* Guarded by lock: */
	struct ofi_move *free_moves;

	/* See ofi_slab.c. */
	pthread_mutex_t slabs_lock;
	struct ofi_slab *slabs;
	void *free_packets;

	/* Inside poll only: */
	struct ofi_recv *unposted;
	unsigned n_unposted;
	struct ofi_recv *arrived; /* with who gets it; or NULL */
	unsigned n_held;
	bool broken;		/* the completion queue itself failed */
	struct ofi_peer *heard; /* its next tag is not ready; or NULL */
	struct ofi_aside *aside;
	unsigned n_aside;
	uint64_t strange_packets;

	unsigned n_knocks; /* ofi_ended.c */
	struct ofi_spare spare;
	struct ofi_forgotten forgotten;
	struct ofi_sieve sieve;
	_Atomic(struct ofi_recv *) let_go; /* nobody holds them any more */
	_Atomic bool refused;	  /* since the last poll: libfabric is full */
	_Atomic uint32_t in_vain; /* so often the wait object was ready */
	bool is_blind;		  /* it is of no use now; whoever waits */
	_Atomic bool waiting;	  /* a thread sleeps, or is about to */
	_Atomic bool interrupted; /* and should not */

	struct ofi_recv recvs[OCR_OFI_RECVS];
	struct ofi_move moves[OCR_OFI_MOVES];
	/* Stands for nodes that are never met: what they send is dropped. */
	struct ofi_peer nobody;
	/* NULL: not met; written inside poll. */
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

/* -- ofi_hold.c ------------------------------------------------------------ */

bool ocr_ofi_hold(struct ocr_transport *t, const void *bytes, size_t len_bytes);
void ocr_ofi_let_go(struct ocr_transport *t, const void *bytes);
/* Of one that is held only those bytes may be read from here on.  Inside poll.
 */
void ocr_ofi_guard(const struct ofi *o, const struct ofi_recv *r);
/* Those that were let go.  Inside poll. */
void ocr_ofi_take_back(struct ofi *o);
/* It may be posted again.  Inside poll. */
void ocr_ofi_end_recv(struct ofi *o, struct ofi_recv *r);

/* -- ofi_port.c ------------------------------------------------------------ */

/* Once the card has the address. */
void ocr_ofi_guard_port(struct ofi *o);

/* -- ofi_ended.c ----------------------------------------------------------- */

bool ocr_ofi_missed(struct ocr_transport *t, ocr_node_t node, bool still);
void ocr_ofi_called_at(struct ocr_transport *t, ocr_node_t node, char *text,
		       size_t size);

/* -- ofi_forgotten.c ------------------------------------------------------- */

/* What the kernel knows of a connection.  False: it is none, or is closed.  Any
 * thread. */
bool ocr_ofi_ask_kernel(int fd, struct tcp_info *t);
/* Closes those that were seen before, and have hung up still; libfabric was
 * polled since.  Returns how many.  Inside poll only. */
int ocr_ofi_close_forgotten_locked(struct ofi *o);
/* Notes one that has hung up.  True: it may be forgotten.  Inside poll only. */
bool ocr_ofi_see_forgotten(struct ofi *o, int fd, const struct tcp_info *t);

/* -- ofi_sieve.c ----------------------------------------------------------- */

/* Somebody has called who is no node, it seems.  Inside poll only. */
void ocr_ofi_suspect(struct ofi *o);
/* While the state is BUSY.  Inside poll only. */
void ocr_ofi_sieve(struct ofi *o);
/* Before libfabric is polled: will it accept anybody?  After it was, with that
 * answer: who is accepted is heard. */
bool ocr_ofi_look_for_callers_locked(struct ofi *o);
void ocr_ofi_admit_locked(struct ofi *o, bool calls);
/* After the last poll before a sleep: how long it may be, of timeout_ms. */
int ocr_ofi_sieve_sleep_ms_locked(struct ofi *o, int timeout_ms);
void ocr_ofi_sieve_free(struct ofi *o);

/* -- ofi_spare.c ----------------------------------------------------------- */

/* When all else is open.  -EMFILE, which is told: too few are left to speak
 * with anybody. */
int ocr_ofi_spare_open(struct ofi *o);
void ocr_ofi_spare_close(struct ofi *o);
/* Around a poll of libfabric: it may accept with the descriptor that is kept.
 */
void ocr_ofi_lend_locked(struct ofi *o);
void ocr_ofi_keep_locked(struct ofi *o);
/* Looks now and then whether descriptors run out.  Inside poll only. */
void ocr_ofi_spare(struct ofi *o);
/* Has this endpoint's port taken the connection, not asked for it? */
bool ocr_ofi_was_accepted(const struct ofi *o, int fd);
bool ocr_ofi_is_short(const struct ocr_transport *t);

/* -- ofi_tag.c ------------------------------------------------------------- */

/* What the tag of a packet is made of.  Any thread. */
struct ocr_seal_sum ocr_ofi_cover(const struct ofi *o,
				  const struct ofi_peer *peer,
				  const struct ocr_packet *p);
/* Puts a tag behind what is at p->data, where there is room for it, each time
 * another one; returns the length of all. */
size_t ocr_ofi_tag_locked(const struct ofi *o, struct ofi_peer *peer,
			  const struct ocr_packet *p, struct ocr_seal_sum sum);
/* The next tag of o->heard can be checked soon.  Inside poll only. */
void ocr_ofi_tags_ready(struct ofi *o);
/* Hands a packet up if a node of this job has sent it.  Inside poll only. */
void ocr_ofi_received(struct ofi *o, const void *data, size_t len_bytes);
/* Does so with packets of nodes that have been met meanwhile; returns how
 * many there were.  Inside poll only. */
int ocr_ofi_take_aside(struct ofi *o);
void ocr_ofi_tags_close(struct ofi *o);

/* -- ofi_peer.c ------------------------------------------------------------ */

void ocr_ofi_peers_free(struct ofi *o);
/* 0: *peer can be reached.  -EHOSTUNREACH: it was never met.  -EHOSTDOWN: it
 * is gone.  Any thread. */
int ocr_ofi_peer_get(struct ofi *o, ocr_node_t node, struct ofi_peer **peer);
const char *ocr_ofi_meet(struct ocr_transport *t, ocr_node_t node,
			 const struct ocr_card *card);
size_t ocr_ofi_grant(struct ocr_transport *t, ocr_node_t node, void *grant);
int ocr_ofi_granted(struct ocr_transport *t, ocr_node_t node, const void *grant,
		    size_t len_bytes);
/* The peer is gone: says so above, once, if it was met.  Inside poll only. */
void ocr_ofi_fail(struct ocr_transport *t, ocr_node_t node, const char *why);
void ocr_ofi_fail_all(struct ofi *o, const char *why);

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
