/* SPDX-License-Identifier: BSD-3-Clause */
/* route.h - the transport of a node: picks one for each peer.
 *
 * Nodes of this host are reached by its memory, others by libfabric; all by
 * libfabric if a provider is forced.
 * Threads: see transport.h.
 */
#ifndef FABRIC_ROUTE_H
#define FABRIC_ROUTE_H

#include "fabric/seal.h"

#include <stdint.h>

struct ocr_job;
struct ocr_memory;
struct ocr_steps;
struct ocr_transport;

struct ocr_transport_config {
	struct ocr_job *job;	   /* borrowed until close */
	struct ocr_memory *memory; /* registered, borrowed until close */
	const char *provider;	   /* forced by the user, or NULL: choose */
	const char *interface;	   /* network interface or domain, or NULL */
	uint64_t piece_bytes;	   /* of a transfer, at most; 0: choose */
	size_t packet_bytes; /* at most, where there is a choice; 0: choose */
	/* The same of one with bytes that are lent; 0: no more. */
	size_t lent_packet_bytes;
	struct ocr_steps *steps;   /* noted there, or NULL; until open ends */
	enum ocr_tag tag;	   /* of packets between hosts */
	/* A node of this host that is stopped for so long is lost, and one of
	 * another from which nothing has come; 0: never. */
	uint32_t silence_s;
};

/* What it is unless somebody says otherwise. */
#define OCR_SILENCE_S 10

/* Brings up what this job needs, and publishes this node's card.  0, or -errno
 * with the cause already logged. */
int ocr_transport_open(struct ocr_transport **t,
		       const struct ocr_transport_config *c);

/* What was chosen, for people: "memory of this host", "net over eth0", or
 * both.  Valid until close. */
const char *ocr_transport_describe(const struct ocr_transport *t);

#endif
