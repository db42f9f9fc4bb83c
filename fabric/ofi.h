/* SPDX-License-Identifier: BSD-3-Clause */
/* ofi.h - the transport over libfabric.
 *
 * libfabric is loaded when the first transport is opened, so that a job of
 * one node does not pay for it.
 */
#ifndef FABRIC_OFI_H
#define FABRIC_OFI_H

#include "fabric/node.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct ocr_card_ofi;
struct ocr_crier;
struct ocr_job;
struct ocr_memory;
struct ocr_seal;
struct ocr_steps;
struct ocr_transport;

struct ocr_ofi_config {
	struct ocr_job *job;	   /* borrowed until close */
	struct ocr_memory *memory; /* registered, borrowed until close */
	bool is_closed; /* nobody is to read or write it: it is not */
	const char *provider;	   /* forced by the user, or NULL: choose */
	const char *interface;	   /* network interface or domain, or NULL */
	uint64_t piece_bytes;	   /* of a transfer, at most; 0: choose */
	size_t packet_bytes; /* where the provider leaves it open; 0: choose */
	size_t lent_packet_bytes;  /* with what is lent; likewise, 0: no more */
	struct ocr_steps *steps;   /* noted there, or NULL; until open ends */
	/* This node's part of its card, filled in by open; borrowed until
	 * close. */
	struct ocr_card_ofi *card;
	/* Shows what is from nodes of the job; borrowed until close. */
	const struct ocr_seal *seal;
	/* For what all nodes of a host may see; borrowed until close, NULL:
	 * all say it. */
	struct ocr_crier *crier;
	/* Inside poll: `node` may have sent something, and its card is not
	 * here. */
	void (*called)(void *ctx, ocr_node_t node);
	void *ctx;
};

/* Brings up an endpoint.  0, or -errno with the cause already logged. */
int ocr_ofi_open(struct ocr_transport **t, const struct ocr_ofi_config *c);

/* What was chosen: "net over lo", valid until close. */
const char *ocr_ofi_describe(const struct ocr_transport *t);

/* One line per provider that libfabric offers, with its rank or why it is
 * avoided, and which would be chosen for a job of `size` nodes on `hosts`
 * hosts.  For ocrinfo. */
int ocr_ofi_explain(FILE *out, const char *provider, const char *interface,
		    uint32_t size, uint32_t hosts);

#endif
