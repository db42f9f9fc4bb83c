/* SPDX-License-Identifier: BSD-3-Clause */
/* seal.h - shows that bytes come from a member of the job, unchanged.
 *
 * Each node makes a key pair when it starts and tells all others the public
 * half.  From both public halves and its own secret one each node of a pair
 * knows two keys, one for each direction, that nobody else can know.  What
 * this withstands, and what not, is in SECURITY.md.
 * Wraps libsodium.  Knows bytes and node numbers; knows nothing of packets.
 * Promise: what was not sealed with this direction's key, or was changed, does
 * not pass; that it came before is for the caller to see, by a number.
 * Threads: any; a pair is not changed by use.
 */
#ifndef FABRIC_SEAL_H
#define FABRIC_SEAL_H

#include "fabric/node.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OCR_SEAL_PUBLIC_BYTES 32
#define OCR_SEAL_TAG_BYTES    16
/* So much longer is what was wrapped. */
#define OCR_SEAL_WRAP_BYTES   40
/* The longest head of what is tagged. */
#define OCR_SEAL_HEAD_MAX     112
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

/* Keys of one direction. */
struct ocr_seal_key {
	uint8_t tag[16]; /* of heads and what `mix` has given */
	/* Of pieces of bodies; most are short. */
	uint64_t mix[OCR_SEAL_CONTROL / sizeof(uint64_t) + 2];
	uint8_t hash[32]; /* of several: half a key, half zeroes */
	uint8_t wrap[32];
};

/* This node and another one. */
struct ocr_seal_pair {
	enum ocr_tag how;
	struct ocr_seal_key out, in;
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

/* The tag of what goes out: head and body, or as much of them as s->how says;
 * zeroes with OCR_TAG_NONE.  The same bytes have the same tag; the head should
 * have a number that makes it differ from all others. */
void ocr_seal_tag(const struct ocr_seal_pair *pair, const void *head,
		  size_t head_bytes, const void *body, size_t body_bytes,
		  uint8_t tag[OCR_SEAL_TAG_BYTES]);
/* Is this the tag of what came in?  Takes as long whether or not. */
bool ocr_seal_check(const struct ocr_seal_pair *pair, const void *head,
		    size_t head_bytes, const void *body, size_t body_bytes,
		    const uint8_t tag[OCR_SEAL_TAG_BYTES]);

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
