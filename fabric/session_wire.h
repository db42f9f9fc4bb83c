/* SPDX-License-Identifier: BSD-3-Clause */
/* session_wire.h - what sessions say to each other.
 *
 *   +------------------+---------------------------+
 *   | ocr_session_head |  what was given from above |     DATA
 *   +------------------+-------------------+-------+
 *   | ocr_session_head | ocr_session_range | bytes |      READ: none; WRITE
 *   +------------------+-------------------+-------+
 *   | ocr_session_head | bytes |                          BYTES
 *   +------------------+-------+------------+
 *   | ocr_session_head |  ocr_session_word  |             all others
 *   +------------------+--------------------+
 *
 * Knows the format and what may be believed; keeps nothing.
 * Promise: what passed the check can be used without another, but for what
 * only its session knows: whether numbers are of things that were sent.
 * Threads: any.
 */
#ifndef FABRIC_SESSION_WIRE_H
#define FABRIC_SESSION_WIRE_H

#include "fabric/node.h"
#include "fabric/transport.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OCR_SESSION_VERSION 1

enum ocr_session_kind {
	OCR_SESSION_DATA = 1,
	OCR_SESSION_HELLO, /* with a grant */
	OCR_SESSION_PULSE,
	OCR_SESSION_GONE, /* the sender has given the receiver up */
	/* Of sessions that move bytes themselves, numbered as DATA is: */
	OCR_SESSION_READ,  /* the receiver answers with BYTES, in order */
	OCR_SESSION_BYTES, /* for the oldest READ; none: it was refused */
	OCR_SESSION_WRITE,
	OCR_SESSION_KINDS
};

/* Since version 1. */
struct ocr_session_head {
	uint16_t version;
	uint16_t kind;
	uint32_t zero;
	uint64_t number;       /* of DATA of the sender, or of its words */
	uint64_t acknowledged; /* DATA of the receiver up to here has come */
};
static_assert(sizeof(struct ocr_session_head) == 24, "wire format changed");

/* Of the receiver's memory.  Since version 1. */
struct ocr_session_range {
	uint64_t offset;
	uint64_t len_bytes; /* not 0 */
};
static_assert(sizeof(struct ocr_session_range) == 16, "wire format changed");

enum ocr_session_flag {
	OCR_SESSION_ASK = 1,	/* answer this */
	OCR_SESSION_AGAIN = 2,	/* send again what is not acknowledged */
	OCR_SESSION_WINDOW = 4, /* the sender lacks the receiver's grant */
	OCR_SESSION_REST = 8,	/* the sender is silent from here on */
	OCR_SESSION_FLAGS = 15	/* all of them */
};

/* Since version 1. */
struct ocr_session_word {
	uint64_t sent;	 /* number of the last DATA that was sent */
	uint64_t answer; /* number of the word that this answers; 0: none */
	uint32_t flags;
	uint32_t grant_bytes;
	uint8_t grant[OCR_GRANT_MAX];
};
static_assert(sizeof(struct ocr_session_word) == 24 + OCR_GRANT_MAX,
	      "wire format changed");

/* Its numbers are those of DATA; else it is a word. */
static inline bool
ocr_session_is_data(uint16_t kind)
{
	return kind == OCR_SESSION_DATA || kind > OCR_SESSION_GONE;
}

/* DATA, as far as a member sends it. */
static inline bool
ocr_session_is_plain(const struct ocr_session_head *h)
{
	return h->version == OCR_SESSION_VERSION &&
	       h->kind == OCR_SESSION_DATA && !h->zero;
}

/* NULL, or why no member of a job sends this. */
const char *ocr_session_check(const void *data, size_t len_bytes);

#endif
