/* SPDX-License-Identifier: BSD-3-Clause */
/* session_world.h - a few nodes with sessions over the simulated net, and a
 * clock of the test's. */
#ifndef TESTS_UNIT_SESSION_WORLD_H
#define TESTS_UNIT_SESSION_WORLD_H

#include "fabric/session.h"
#include "tests/sim/transport_sim.h"

#define SESSION_NODES_MAX 4
#define SILENCE_MS	  10000
/* Longer than any patience of a session's. */
#define STEP_MS		  50
#define WINDOW_BYTES	  4096

struct session_end {
	struct ocr_transport *t;
	unsigned n_received, n_sent, n_failed, n_warnings;
	char why[256];
	uint64_t last; /* what came last */
	unsigned n_moved, n_refused; /* pieces, and of those with -EINVAL */
	unsigned n_cut;		     /* with another error */
	uint8_t window[WINDOW_BYTES];
};

struct session_world {
	struct sim_net *net;
	ocr_node_t n;
	struct session_end ends[SESSION_NODES_MAX];
	uint64_t clock_ms;
	unsigned silence_ms, warn_ms; /* node 0's; 0: never */
	bool carries; /* sessions move bytes themselves */
	/* Nothing from this node arrives. */
	ocr_node_t mute;
	/* What is no word does not arrive, nor does anything behind it on that
	 * connection. */
	bool small_only;
	bool is_jammed[SESSION_NODES_MAX][SESSION_NODES_MAX];
	/* Packets that were on their way from one to another, and arrived. */
	unsigned n_arrived[SESSION_NODES_MAX][SESSION_NODES_MAX];
};
extern struct session_world sw;

/* `short_nodes`: a bit for each that is short of descriptors. */
void session_world_open(ocr_node_t n, unsigned refuse_percent,
			uint32_t short_nodes);
/* Two nodes, of which node 0 warns, and gives up, after these times; 0: never.
 * Node 1 is as patient as ever. */
void session_world_open_timed(unsigned silence_ms, unsigned warn_ms);
/* Those wait for ever. */
void session_world_open_patient(ocr_node_t n);
/* Two nodes whose sessions move bytes of their windows themselves. */
void session_world_open_carrying(unsigned refuse_percent);
void session_world_close(void);

/* All that can happen without time passing does. */
void session_world_settle(void);
void session_world_pass(uint64_t ms);

/* The connection between nodes 0 and 1 breaks. */
void session_world_break(void);

/* Not yet under way, but to be. */
void session_world_give(ocr_node_t from, ocr_node_t to, uint64_t what);
/* Nodes 0 and 1 have heard from each other. */
void session_world_meet(void);

struct ocr_session_stats session_world_stats(ocr_node_t node);

#endif
