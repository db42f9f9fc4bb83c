/* SPDX-License-Identifier: BSD-3-Clause */
/* packet.h - what a packet between two nodes looks like on the wire.
 *
 *   +------------------+------+------+------+----
 *   | ocr_packet_head  |  op  |  op  |  op  | ...     whole ops, or
 *   +------------------+------+------+------+----
 *   | ocr_packet_head  |  a piece of one op      |    a fragment
 *   +------------------+-------------------------+
 *
 * Knows the format and what may be believed; sends and keeps nothing.
 * Promise: what passed the checks here can be used without another.
 * Threads: any.
 */
#ifndef FABRIC_PACKET_H
#define FABRIC_PACKET_H

#include "fabric/fabric.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/* "OCRF" where the low byte comes first; so it shows the byte order. */
#define OCR_PACKET_MAGIC   UINT32_C(0x4652434f)
#define OCR_PACKET_VERSION 1

enum ocr_packet_fragment {
	OCR_PACKET_WHOLE, /* any number of whole ops, none as well */
	OCR_PACKET_FIRST,
	OCR_PACKET_MIDDLE,
	OCR_PACKET_LAST,
	OCR_PACKET_FRAGMENTS
};

/* Since version 1. */
struct ocr_packet_head {
	uint32_t magic;
	uint16_t version;
	uint16_t head_bytes;
	uint64_t job; /* its number */
	uint32_t from;
	uint32_t to;
	uint64_t seq;	    /* of packets from `from` to `to`: 1, 2, ... */
	uint64_t confirmed; /* so many ops from `to` were handled at `from` */
	uint64_t want;	    /* confirm up to this op; 0: no wish */
	uint32_t payload_bytes;
	uint32_t fragment; /* enum ocr_packet_fragment */
	uint32_t op_bytes; /* of the op that is cut; 0 if none is */
	uint32_t zero;
};
static_assert(sizeof(struct ocr_packet_head) == 64, "wire format changed");
static_assert(sizeof(struct ocr_op) == 8, "wire format changed");

/* What this node knows before a packet comes. */
struct ocr_packet_rules {
	ocr_node_t self;
	uint32_t size;
	uint64_t job;
	const struct ocr_op_handler *handlers;
	size_t n_handlers;
};

/* What this node knows about the pair that a packet belongs to. */
struct ocr_packet_expected {
	uint64_t seq;		/* of the packet that comes next */
	uint64_t confirmed_min; /* what was confirmed before */
	uint64_t confirmed_max; /* what was sent */
	uint64_t handled;	/* ops of the peer */
	uint32_t op_bytes;	/* of the op being put together; 0: none */
	uint32_t op_filled;	/* bytes of it that are here */
};

/* NULL, or why this is no packet from another node of this job to this one.
 * Says nothing about what follows the two node numbers. */
const char *ocr_packet_check_origin(const struct ocr_packet_rules *r,
				    const void *data, size_t len_bytes);

/* Checks all the rest of a packet whose origin was checked.  NULL, or why its
 * sender cannot be believed any more. */
const char *ocr_packet_check(const struct ocr_packet_rules *r,
			     const struct ocr_packet_expected *e,
			     const void *data, size_t len_bytes);

#endif
