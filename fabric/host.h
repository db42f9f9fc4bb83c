/* SPDX-License-Identifier: BSD-3-Clause */
/* host.h - the transport between nodes of one host: rings in memory.
 *
 * Knows segments, bells and windows of neighbours; does not know who is one,
 * or whether they live.
 * Promise: see transport.h; sends and copies are over at once.
 * Threads: see transport.h.
 */
#ifndef FABRIC_HOST_H
#define FABRIC_HOST_H

#include "fabric/node.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ocr_card_host;
struct ocr_memory;
struct ocr_transport;

struct ocr_host_config {
	ocr_node_t self;
	const ocr_node_t *nodes; /* of this host, this one among them */
	uint32_t n_nodes;	 /* at most OCR_PLACES_MAX */
	uint32_t size;		 /* of the job */
	const char *host_name;	 /* for messages; valid until close */
	struct ocr_memory *memory;
	size_t piece_bytes; /* of a transfer, at most; 0: choose */
	size_t packet_bytes; /* likewise */
	/* A neighbour begins to write to this node.  Inside poll. */
	void (*called)(void *ctx, ocr_node_t node);
	void *ctx;
	struct ocr_card_host *card; /* filled in by open */
};

/* 0, or -errno with the cause already logged. */
int ocr_host_open(struct ocr_transport **t, const struct ocr_host_config *c);

/* For a node that sleeps elsewhere: between the two a packet makes the
 * descriptor readable.  False: something has come already, and there is nothing
 * to end. */
bool ocr_host_lie_down(struct ocr_transport *t);
void ocr_host_stand_up(struct ocr_transport *t, bool was_rung);
int ocr_host_fd(const struct ocr_transport *t);

#endif
