/* SPDX-License-Identifier: BSD-3-Clause */
/* debts_world.h - four nodes over the simulated net that say to each other what
 * they know to be under way, for tests of what must not be overtaken.
 *
 * Each op says what its sender knows, and who handles it must have handled what
 * is his own of that: the handler checks it.
 */
#ifndef TESTS_UNIT_DEBTS_WORLD_H
#define TESTS_UNIT_DEBTS_WORLD_H

#include "fabric/fabric.h"
#include "tests/sim/transport_sim.h"

#include <stddef.h>
#include <stdint.h>

#define DEBTS_NODES 4
#define DEBTS_MTU   512

enum { DEBTS_NO_TYPE, DEBTS_SAY, DEBTS_TYPES };

/* By pair: the number of an op. */
struct debts_known {
	uint64_t of[DEBTS_NODES][DEBTS_NODES];
};

struct debts_op {
	struct ocr_op op;
	uint64_t nr; /* from its sender to its receiver */
	struct debts_known known;
	uint64_t more[DEBTS_MTU / sizeof(uint64_t)];
};

struct debts_node {
	ocr_node_t self;
	struct ocr_fabric *f;
	struct debts_known known;
	uint64_t sent[DEBTS_NODES], handled[DEBTS_NODES], seq[DEBTS_NODES];
	unsigned told;
	ocr_node_t lost; /* the last one */
	char why[80];
};

extern struct sim_net *debts_net;
extern struct debts_node debts_nodes[DEBTS_NODES];
extern const struct ocr_op_handler debts_handlers[DEBTS_TYPES];

/* All that is chosen follows from the seed. */
void debts_open(uint64_t seed);
void debts_close(void);
/* A number below n. */
uint64_t debts_any(uint64_t n);

/* Says so many words more. */
void debts_say(ocr_node_t from, ocr_node_t to, size_t more);
/* What has been said to that node is not to be overtaken. */
void debts_carry(ocr_node_t from, ocr_node_t to);

/* What is on its way as number i arrives. */
void debts_fire(size_t i);
/* All that is on its way from one to the other comes. */
void debts_run_way(ocr_node_t from, ocr_node_t to);
/* All comes. */
void debts_run(void);

/* So many ops were held back at that node. */
uint64_t debts_n_held(ocr_node_t at);

/* Notes who is lost, and why. */
void debts_on_lost(void *ctx, ocr_node_t peer, const char *why);

#endif
