/* SPDX-License-Identifier: BSD-3-Clause */
/* sha1.c - see sha1.h.  Sections are those of FIPS 180-4. */
#include "apps/uts/sha1.h"

#include <string.h>

#define BLOCK_BYTES 64
#define ROUNDS	    80

/* Working variables: a to e of the standard. */
struct words {
	uint32_t a, b, c, d, e;
};

static uint32_t
rotate_left(uint32_t x, unsigned n)
{
	return x << n | x >> (32 - n);
}

static uint32_t
load_word(const uint8_t *byte)
{
	return (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 |
	       (uint32_t)byte[2] << 8 | byte[3];
}

static void
store_word(uint8_t *byte, uint32_t word)
{
	byte[0] = (uint8_t)(word >> 24);
	byte[1] = (uint8_t)(word >> 16);
	byte[2] = (uint8_t)(word >> 8);
	byte[3] = (uint8_t)word;
}

/* One round, with the values of its function (4.1.1) and its constant
 * (4.2.1). */
static inline void
turn(struct words *v, uint32_t f, uint32_t k, uint32_t w)
{
	uint32_t t = rotate_left(v->a, 5) + f + v->e + k + w;

	v->e = v->d;
	v->d = v->c;
	v->c = rotate_left(v->b, 30);
	v->b = v->a;
	v->a = t;
}

/* 6.1.2: takes one block into the hash. */
static void
take_block(uint32_t hash[5], const uint8_t *block)
{
	struct words v = {hash[0], hash[1], hash[2], hash[3], hash[4]};
	uint32_t w[ROUNDS];
	int t;

	for (t = 0; t < 16; t++)
		w[t] = load_word(block + 4 * t);
	for (; t < ROUNDS; t++)
		w[t] = rotate_left(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16],
				   1);
	for (t = 0; t < 20; t++)
		turn(&v, (v.b & v.c) | (~v.b & v.d), 0x5a827999, w[t]);
	for (; t < 40; t++)
		turn(&v, v.b ^ v.c ^ v.d, 0x6ed9eba1, w[t]);
	for (; t < 60; t++)
		turn(&v, (v.b & v.c) | (v.b & v.d) | (v.c & v.d), 0x8f1bbcdc,
		     w[t]);
	for (; t < ROUNDS; t++)
		turn(&v, v.b ^ v.c ^ v.d, 0xca62c1d6, w[t]);
	hash[0] += v.a;
	hash[1] += v.b;
	hash[2] += v.c;
	hash[3] += v.d;
	hash[4] += v.e;
}

void
sha1(const void *message, size_t len, uint8_t digest[SHA1_BYTES])
{
	/* 5.3.1 */
	uint32_t hash[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476,
			    0xc3d2e1f0};
	const uint8_t *byte = message;
	uint64_t bits = (uint64_t)len * 8;
	uint8_t block[BLOCK_BYTES];

	for (; len >= BLOCK_BYTES; len -= BLOCK_BYTES, byte += BLOCK_BYTES)
		take_block(hash, byte);
	/* 5.1.1: a one, zeros, and the length at the end of a block. */
	memset(block, 0, sizeof(block));
	if (len)
		memcpy(block, byte, len);
	block[len] = 0x80;
	if (len >= BLOCK_BYTES - 8) {
		take_block(hash, block);
		memset(block, 0, sizeof(block));
	}
	store_word(block + BLOCK_BYTES - 8, (uint32_t)(bits >> 32));
	store_word(block + BLOCK_BYTES - 4, (uint32_t)bits);
	take_block(hash, block);
	for (int i = 0; i < 5; i++)
		store_word(digest + 4 * i, hash[i]);
}
