/* SPDX-License-Identifier: BSD-3-Clause */
/* seal.h - shows that bytes come from a member of the job, unchanged.
 *
 * Each node makes a key pair when it starts and tells all others the public
 * half.  From both public halves and its own secret one each node of a pair
 * knows two keys, one for each direction, that nobody else can know.  What
 * this withstands, and what not, is in SECURITY.md.
 * Wraps libsodium.  Knows bytes and node numbers; knows nothing of packets.
 * Promise: what was not sealed with this direction's key, or was changed, does
 * not pass; that it came before is for the caller to see, by a number in it.
 * No two tags of a pair are made with the same number: each is given out once,
 * here, and by no other way.
 * Threads: each direction of a pair has a part that changes, and one thread at
 * a time there: for `out` ocr_seal_mark() and ocr_seal_ready_out(), for `in`
 * ocr_seal_check() and ocr_seal_ready_in().  All else: any.
 */
#ifndef FABRIC_SEAL_H
#define FABRIC_SEAL_H

#include "fabric/node.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OCR_SEAL_PUBLIC_BYTES 32
/* A tag of 16 bytes, and its number. */
#define OCR_SEAL_MARK_BYTES   24
/* So much longer is what was wrapped. */
#define OCR_SEAL_WRAP_BYTES   40
/* So many bytes of a body have a tag with OCR_TAG_CONTROL, and are mixed at
 * once. */
#define OCR_SEAL_CONTROL      512

/* How much of what travels has a tag; all nodes of a job agree. */
enum ocr_tag {
	OCR_TAG_NONE,
	OCR_TAG_CONTROL, /* heads, and the begin of bodies */
	OCR_TAG_ALL,
};

/* "none", "control", "all": as people write them. */
extern const char *const ocr_tag_words[OCR_TAG_ALL + 1];

struct ocr_seal;

/* One direction.  The begin changes, see above; what is read for nearly each
 * packet lies behind it, on few lines of a cache. */
struct ocr_seal_key {
	uint64_t next;	    /* number: of the next tag; in: above all so far */
	uint64_t pad_of;    /* the number of `pad`: it was made ahead */
	uint64_t pad[2];    /* is added, see seal.c */
	uint8_t pads[16];   /* the key of all pads, fixed as what follows */
	uint64_t mix_of[2]; /* of head and length */
	uint64_t mix[OCR_SEAL_CONTROL / sizeof(uint64_t)]; /* of bodies */
	uint8_t hash[32]; /* of long ones: half a key, half zeroes */
	uint8_t wrap[32];
};

/* This node and another one.  It is made once: another one of the same two
 * nodes and keys would begin with the same numbers. */
struct ocr_seal_pair {
	struct ocr_seal_key out, in;
	enum ocr_tag how;
};

/* What a tag is made of.  Is shown to nobody. */
struct ocr_seal_sum {
	uint64_t half[2];
};

/* Makes a new key pair.  0, -ENOMEM, or -ENOSYS: there is no randomness. */
int ocr_seal_open(struct ocr_seal **s, enum ocr_tag how);
/* The same keys for the same 32 bytes: for tests. */
int ocr_seal_open_from(struct ocr_seal **s, enum ocr_tag how,
		       const uint8_t seed[32]);
/* Forgets the keys; pairs stay good.  s may be NULL. */
void ocr_seal_close(struct ocr_seal *s);

/* The half of the key pair that others may know; valid until close. */
const uint8_t *ocr_seal_public(const struct ocr_seal *s);

/* The keys between this node and `peer`, whose public key is `theirs`.  0, or
 * -EPROTO: that is no key. */
int ocr_seal_pair(const struct ocr_seal *s,
		  const uint8_t theirs[OCR_SEAL_PUBLIC_BYTES], ocr_node_t self,
		  ocr_node_t peer, struct ocr_seal_pair *pair);

/* Of what goes out: head and body, or as much of it as pair->how says.  Most of
 * the work, and needs no number. */
struct ocr_seal_sum ocr_seal_cover(const struct ocr_seal_pair *pair,
				   uint64_t head, const void *body,
				   size_t body_bytes);
/* Its tag, with a number that no other has had or will have; zeroes with
 * OCR_TAG_NONE.  Short, if the pair is ready. */
void ocr_seal_mark(struct ocr_seal_pair *pair, struct ocr_seal_sum sum,
		   uint8_t mark[OCR_SEAL_MARK_BYTES]);
/* Is this the mark of what came in?  Takes as long for each wrong tag of the
 * same bytes and number.  What does not pass changes nothing. */
bool ocr_seal_check(struct ocr_seal_pair *pair, uint64_t head, const void *body,
		    size_t body_bytes, const uint8_t mark[OCR_SEAL_MARK_BYTES]);

/* Does the work for the next number ahead, when there is time: after a mark
 * was made, or has passed.  Otherwise that takes longer. */
void ocr_seal_ready_out(struct ocr_seal_pair *pair);
void ocr_seal_ready_in(struct ocr_seal_pair *pair);

/* Makes n bytes unreadable for all but the peer, whatever `how` is: `out` has
 * room for n + OCR_SEAL_WRAP_BYTES.  They open under the same number alone;
 * a number may be used again. */
void ocr_seal_wrap(const struct ocr_seal_pair *pair, uint64_t number,
		   const void *plain, size_t n, void *out);
/* n is the length of `sealed`; `plain` has room for what is left of it.  False:
 * nobody who has the key wrapped that, and plain is zeroes. */
bool ocr_seal_unwrap(const struct ocr_seal_pair *pair, uint64_t number,
		     const void *sealed, size_t n, void *plain);

#endif
