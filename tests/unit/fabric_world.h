/* SPDX-License-Identifier: BSD-3-Clause */
/* fabric_world.h - a few fabrics over the simulated net, for their tests.
 *
 * Every node has the same handlers, which check what arrives: the n-th op from
 * a node says that it is number n, and its bytes follow from that.
 * With SIM_TRACE in the environment every step is shown.
 */
#ifndef TESTS_UNIT_FABRIC_WORLD_H
#define TESTS_UNIT_FABRIC_WORLD_H

#include "fabric/fabric.h"
#include "tests/sim/transport_sim.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WORLD_NODES_MAX 4

enum world_op_type {
	WORLD_NO_TYPE, /* has no handler */
	WORLD_DATA,
	WORLD_REPLY, /* answers with a DATA op */
	WORLD_FAIL,  /* its handler returns an error */
	WORLD_LATER, /* as DATA, but nobody waits for it */
	WORLD_TYPES
};

struct world_op {
	struct ocr_op op;
	uint64_t nr; /* of this op, from its sender to its receiver */
	uint8_t bytes[];
};

struct world;

struct world_node {
	struct world *w;
	ocr_node_t self;
	struct ocr_fabric *f;
	uint64_t sent[WORLD_NODES_MAX];	   /* ops to each node */
	uint64_t handled[WORLD_NODES_MAX]; /* ops from each node */
	unsigned lost[WORLD_NODES_MAX];	   /* how often lost(peer) ran */
	uint64_t lent, given_back;	   /* ops whose bytes were lent */
	char why[128];
	bool dead;
};

struct world {
	struct sim_net *net;
	uint32_t n_nodes;
	uint64_t random;
	struct world_node nodes[WORLD_NODES_MAX];
};

void world_open(struct world *w, const struct sim_net_config *c);
void world_close(struct world *w);

/* A number below n, from the seed. */
uint64_t world_random(struct world *w, uint64_t n);

/* Sends an op of this type and length (a multiple of 8, at least 16). */
uint64_t world_send(struct world *w, ocr_node_t from, ocr_node_t to,
		    enum world_op_type type, uint32_t len_bytes);

/* The same with ocr_fabric_send_now(). */
uint64_t world_send_now(struct world *w, ocr_node_t from, ocr_node_t to,
			enum world_op_type type, uint32_t len_bytes);

/* The same with ocr_fabric_send_first(). */
uint64_t world_send_first(struct world *w, ocr_node_t from, ocr_node_t to,
			  enum world_op_type type, uint32_t len_bytes);

/* The same with ocr_fabric_send_pieces(), of which the last `padding` bytes are
 * not given. */
uint64_t world_send_pieces(struct world *w, ocr_node_t from, ocr_node_t to,
			   enum world_op_type type, uint32_t len_bytes,
			   uint32_t padding);

/* The same with a tail of 8 bytes, in place of op `replaces`, with 8 bytes more
 * if it takes that place, as it should or should not; `first`: as
 * ocr_fabric_send_first().  Returns whether it has taken it. */
bool world_send_instead(struct world *w, ocr_node_t from, ocr_node_t to,
			uint64_t replaces, bool takes_place, bool first);

/* The same, the bytes lent, which then are overwritten as soon as they are given
 * back. */
void world_send_lent(struct world *w, ocr_node_t from, ocr_node_t to,
		     uint32_t len_bytes, uint32_t padding);

/* ocr_fabric_extend() of op `seq`, which is len_bytes long, by 8 bytes. */
bool world_extend(struct world *w, ocr_node_t from, ocr_node_t to, uint64_t seq,
		  uint32_t len_bytes);

/* A transfer that says how it ended. */
struct world_copy {
	struct ocr_transfer x;
	unsigned ended;
	int status;
};

/* Begins one of node 0 with memory of `peer`, which is what it is here. */
void world_read(struct world *w, struct world_copy *c, ocr_node_t peer,
		const void *there, void *here, size_t len_bytes);
void world_write(struct world *w, struct world_copy *c, ocr_node_t peer,
		 const void *there, const void *here, size_t len_bytes);

/* Lets one thing happen that the seed chooses.  False: there was none. */
bool world_step(struct world *w);

/* Lets things happen until none is left and the living fabrics are idle. */
void world_run(struct world *w);

/* The number of packets that `node` sent. */
uint64_t world_packets(struct world *w, ocr_node_t node);

#endif
