/* SPDX-License-Identifier: BSD-3-Clause */
/* sha256.h - the hash SHA-256 of FIPS 180-4, of a message that comes
 * in pieces.
 *
 * What is known after some of them is a value, so it can be a data block.
 */
#ifndef APPS_WORDHIST_SHA256_H
#define APPS_WORDHIST_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define SHA256_BYTES	   32
#define SHA256_BLOCK_BYTES 64

struct sha256 {
	uint64_t bytes;			   /* so far */
	uint32_t hash[SHA256_BYTES / 4];   /* of all whole blocks */
	uint8_t block[SHA256_BLOCK_BYTES]; /* the start of the next one */
};

/* Of nothing yet. */
void sha256_init(struct sha256 *s);

/* The next `len` bytes. */
void sha256_add(struct sha256 *s, const void *bytes, size_t len);

/* The digest, in hexadecimal digits.  No more can be added. */
void sha256_finish(struct sha256 *s, char digest[2 * SHA256_BYTES + 1]);

#endif
