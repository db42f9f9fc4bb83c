/* SPDX-License-Identifier: BSD-3-Clause */
/* transport_sim.h - transports of N nodes in one process, moved by command.
 *
 * Nothing travels by itself.  A packet that was sent, a packet's memory that
 * may be used again, a piece of a transfer and the news that a node died are
 * things that could happen now; the driver picks one by its number and makes
 * it happen, so a seed decides every order.  What then comes in to a node is
 * seen by its next ocr_fabric_poll().
 * Knows nothing of ops.
 * Promise: packets of an ordered pair stay in order; nothing else does.  The
 * numbers of things stay valid until something is sent, fired or killed.
 * Threads: any; but enabled, fire and describe belong to one driver.
 *
 *	while ((n = sim_net_enabled(net))) {
 *		at = sim_net_fire(net, rand() % n);
 *		if (at != OCR_NODE_NONE)
 *			ocr_fabric_poll(fabric[at]);
 *	}
 *
 * A send that was refused with -EAGAIN is tried again in a poll, so nothing
 * enabled does not mean nothing left: see ocr_fabric_is_idle().
 */
#ifndef TESTS_SIM_TRANSPORT_SIM_H
#define TESTS_SIM_TRANSPORT_SIM_H

#include "fabric/node.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sim_net;
struct ocr_transport;

struct sim_net_config {
	uint32_t n_nodes;
	size_t mtu_bytes;
	size_t lent_mtu_bytes; /* with what is lent; 0: no more */
	size_t piece_bytes;
	uint64_t seed;		 /* for the next line alone */
	unsigned refuse_percent; /* of sends and pieces get -EAGAIN */
	bool sends_at_once;	 /* as through memory: `sent` never follows */
	/* Connections may break, so above must be sessions; and nobody may
	 * read or write another's memory before it has granted that. */
	bool breaks;
	/* With breaks: so does each on which nothing is sent for a while once
	 * it is there. */
	bool cuts_idle;
	uint32_t short_nodes; /* a bit for each that is short of descriptors */
	/* So many nodes in turn are of one host, and look at each other's
	 * memory; 0: all are. */
	uint32_t per_host;
	/* Bytes of a packet may lie elsewhere, until it is sent. */
	bool lends;
	/* All ways take equally long: packets, and what a transfer asks for and
	 * is answered, could happen only when time has passed once more. */
	bool even_ways;
};

struct sim_net *sim_net_open(const struct sim_net_config *c);

/* After all its transports were closed, or were never given to a fabric. */
void sim_net_close(struct sim_net *net);

/* The transport of `node`; closed by ocr_fabric_close().  The remote offset
 * of a transfer is the plain address, and 0 is outside of all memory. */
struct ocr_transport *sim_net_transport(struct sim_net *net, ocr_node_t node);

/* The number of things that could happen now. */
size_t sim_net_enabled(struct sim_net *net);

/* Makes the i-th happen, i < enabled.  Returns the node that has something to
 * poll by it, or OCR_NODE_NONE. */
ocr_node_t sim_net_fire(struct sim_net *net, size_t i);

/* With even_ways: what is on its way now is there.  False: nothing is on its
 * way, or all may take as long as they like. */
bool sim_net_pass(struct sim_net *net);
/* So often it has passed. */
uint64_t sim_net_passed(struct sim_net *net);

/* The two nodes of the i-th thing; true if it is on its way from one to the
 * other: a packet, or a piece of a transfer that `from` has asked for. */
bool sim_net_between(struct sim_net *net, size_t i, ocr_node_t *from,
		     ocr_node_t *to);

/* The connection between a and b breaks: a part of what is under way is lost,
 * more or less of it on each side, and perhaps something comes again later.
 * What either sends is lost until it has found that out, which is one more
 * thing that could happen; it may do so without a word. */
void sim_net_break(struct sim_net *net, ocr_node_t a, ocr_node_t b);

/* What the i-th is, for traces: "deliver 0->1 seq 3 (128 bytes)". */
void sim_net_describe(struct sim_net *net, size_t i, char *buf, size_t len);

/* From now on so many sends in 100 get -EAGAIN. */
void sim_net_refuse(struct sim_net *net, unsigned percent);

/* `node` dies: what comes to it is dropped, what it sent may still arrive, and
 * each other node learns of it when that is fired.  Do not poll it again. */
void sim_net_kill(struct sim_net *net, ocr_node_t node);

/* From now on its host says that its process has ended. */
void sim_net_end(struct sim_net *net, ocr_node_t node);
/* How often its host was asked. */
unsigned sim_net_missed(const struct sim_net *net, ocr_node_t node);

/* For tests that lie.  The bytes of the packet that is next from -> to, to be
 * changed at will; NULL if there is none. */
void *sim_net_head(struct sim_net *net, ocr_node_t from, ocr_node_t to,
		   size_t *len_bytes);
/* Loses that packet. */
void sim_net_drop(struct sim_net *net, ocr_node_t from, ocr_node_t to);
/* Puts a packet behind those from -> to. */
void sim_net_inject(struct sim_net *net, ocr_node_t from, ocr_node_t to,
		    const void *data, size_t len_bytes);
/* The n-th packet_alloc from now on (1: the next) fails, and all later ones;
 * 0: none. */
void sim_net_fail_alloc(struct sim_net *net, unsigned n);

#endif
