/* SPDX-License-Identifier: BSD-3-Clause */
/* session.h - a transport over one whose connections break.
 *
 * Between each two nodes there is a session.  It numbers what is sent, keeps it
 * until the other side has said that it has it, and sends it again when a
 * connection has broken; transfers that were cut off begin anew, or, where
 * nobody else is to read and write this node's memory, are packets.  A pair
 * that is silent says now and then that it lives.  FABRIC.md, section 3.
 * Knows numbers and time; knows neither what is in a packet nor how it travels.
 * Promise: as transport.h says, packets arrive once and in order while both
 * processes live.  What is kept is bounded.  What arrives is hostile until
 * checked.
 * Threads: as transport.h.
 */
#ifndef FABRIC_SESSION_H
#define FABRIC_SESSION_H

#include "fabric/transport.h"

#include <stdint.h>

struct ocr_session_config {
	struct ocr_transport *below; /* owned by the sessions from here on */
	ocr_node_t self;
	uint32_t size;
	/* This node's memory, if pieces of transfers are to be packets; NULL:
	 * below moves them. */
	uint8_t *window;
	uint64_t window_bytes;
	/* A peer from which nothing has come for so long is given up; 0:
	 * never, and nothing is said without need. */
	uint32_t silence_ms;
	uint32_t warn_ms; /* so long before a word about it */
	/* The name of the host that runs `peer`, for messages; NULL: not
	 * known. */
	const char *(*host)(void *ctx, ocr_node_t peer);
	/* Whether this node is the one of its host to warn of that silence,
	 * or was when it is over; inside poll.  NULL: always. */
	bool (*warn)(void *ctx, ocr_node_t peer, bool begins);
	/* Milliseconds that only grow; NULL: the system's. */
	uint64_t (*now_ms)(void *ctx);
	void *ctx;
};

/* 0 or -ENOMEM; on failure `below` is still the caller's. */
int ocr_session_open(struct ocr_transport **t,
		     const struct ocr_session_config *c);

/* Somebody else sees when `node` is silent.  Inside poll only. */
void ocr_session_watched(struct ocr_transport *t, ocr_node_t node);

struct ocr_session_stats {
	uint64_t breaks;     /* connections that broke, as seen here */
	uint64_t resent;     /* packets that left a second time */
	uint64_t repeated;   /* that came a second time, and were dropped */
	uint64_t missing;    /* that came too early: one before was lost */
	uint64_t refused;    /* packets that no member sends */
	uint64_t begun_anew; /* pieces of transfers */
	uint64_t alone;	     /* packets of the sessions' own */
	uint64_t kept_most;  /* packets kept for one peer at once */
};
/* Any thread. */
void ocr_session_get_stats(const struct ocr_transport *t,
			   struct ocr_session_stats *s);

#endif
