/* SPDX-License-Identifier: BSD-3-Clause */
/* packet.h - what a packet between two nodes looks like on the wire.
 *
 *   +------+------+------+------+----+------+
 *   | head |  op  |  op  |  op  | .. | more |     whole ops, or
 *   +------+------+------+------+----+------+
 *   | head |  a piece of one op      | more |     a fragment
 *   +------+-------------------------+------+
 *
 * ocr_packet_more is there if the head says so.  With the head alone, one small
 * op and the word of a ring fill one cache line.  Who has sent a packet, that
 * he is of this job, and to whom, is what the transport knows.
 *
 * Counts travel as their low bits: what is meant is near what both know.
 *
 * Knows the format and what may be believed; sends and keeps nothing.
 * Promise: what passed the check here can be used without another.
 * Threads: any.
 */
#ifndef FABRIC_PACKET_H
#define FABRIC_PACKET_H

#include "fabric/fabric.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define OCR_PACKET_VERSION 2

enum ocr_packet_fragment {
	OCR_PACKET_WHOLE, /* any number of whole ops, none as well */
	OCR_PACKET_FIRST,
	OCR_PACKET_MIDDLE,
	OCR_PACKET_LAST,
	OCR_PACKET_FRAGMENTS
};

enum ocr_packet_flag {
	OCR_PACKET_FRAGMENT = 3, /* enum ocr_packet_fragment */
	OCR_PACKET_MORE = 4,	 /* ocr_packet_more is at the end */
	OCR_PACKET_WANT = 8,	 /* and has a wish */
	OCR_PACKET_FLAGS = 15,	 /* all of them */
};

/* Since version 2. */
struct ocr_packet_head {
	uint8_t version;
	uint8_t flags;	    /* enum ocr_packet_flag */
	uint16_t seq;	    /* of packets from one to the other: 1, 2, ... */
	uint32_t confirmed; /* so many ops from the receiver were handled */
};
static_assert(sizeof(struct ocr_packet_head) == 8, "wire format changed");

/* A head as it lies in memory. */
static inline uint64_t
ocr_packet_head_word(uint8_t flags, uint16_t seq, uint32_t confirmed)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	return (uint64_t)confirmed << 32 | (uint32_t)seq << 16 |
	       (uint32_t)flags << 8 | OCR_PACKET_VERSION;
#else
	const struct ocr_packet_head head = {OCR_PACKET_VERSION, flags, seq,
					     confirmed};
	uint64_t word;

	memcpy(&word, &head, sizeof(word));
	return word;
#endif
}

/* At once: a word that was stored in parts cannot be loaded before all of it is
 * in the cache, and it is about to be copied. */
static inline void
ocr_packet_write_head(void *to, uint8_t flags, uint16_t seq, uint32_t confirmed)
{
	uint64_t word = ocr_packet_head_word(flags, seq, confirmed);

	memcpy(to, &word, sizeof(word));
}

/* Since version 2.  There with OCR_PACKET_WANT, and with a fragment. */
struct ocr_packet_more {
	uint32_t want;	   /* confirm up to this op; 0: no wish */
	uint32_t op_bytes; /* of the op that is cut; 0 if none is */
};
static_assert(sizeof(struct ocr_packet_more) == 8, "wire format changed");
static_assert(sizeof(struct ocr_op) == 8, "wire format changed");

/* What this node knows before a packet comes. */
struct ocr_packet_rules {
	ocr_node_t self;
	uint32_t size;
	const struct ocr_op_handler *handlers;
	size_t n_handlers;
	bool carries; /* OCR_OP_DEBTS */
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

/* What a packet says. */
struct ocr_packet_said {
	const uint8_t *payload;
	uint32_t payload_bytes;
	enum ocr_packet_fragment fragment;
	uint32_t op_bytes;
	uint64_t confirmed;
	uint64_t want; /* 0: no wish */
};

/* NULL and what the packet says, or why its sender cannot be believed any
 * more. */
const char *ocr_packet_read(const struct ocr_packet_rules *r,
			    const struct ocr_packet_expected *e,
			    const void *data, size_t len_bytes,
			    struct ocr_packet_said *p);

/* Is it what most packets are, whole ops and nothing else, and would
 * ocr_packet_read() believe it?  Then its payload is all behind the head, and
 * *confirmed is what it says there.  False: it is for that to read. */
bool ocr_packet_is_plain(const struct ocr_packet_rules *r,
			 const struct ocr_packet_expected *e, const void *data,
			 size_t len_bytes, uint64_t *confirmed);

#endif
