/* SPDX-License-Identifier: BSD-3-Clause */
/* sha256.c - see sha256.h.  Sections are those of FIPS 180-4.
 */
#include "apps/wordhist/sha256.h"

#include <stdio.h>
#include <string.h>

#define ROUNDS	   64
#define HASH_WORDS (SHA256_BYTES / 4)

/* Where the length is in the last block. */
#define LENGTH_AT (SHA256_BLOCK_BYTES - 8)

/* 4.2.2: the cube roots of the first primes, behind the point. */
static const uint32_t constant[ROUNDS] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
	0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
	0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
	0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
	0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
	0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
	0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
	0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline uint32_t
rotate_right(uint32_t x, unsigned n)
{
	return x >> n | x << (32 - n);
}

static uint32_t
load_word(const uint8_t *byte)
{
	return (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 |
	       (uint32_t)byte[2] << 8 | byte[3];
}

/* 4.1.2: the functions of its lower-case sigmas. */
static inline uint32_t
small_0(uint32_t x)
{
	return rotate_right(x, 7) ^ rotate_right(x, 18) ^ x >> 3;
}

static inline uint32_t
small_1(uint32_t x)
{
	return rotate_right(x, 17) ^ rotate_right(x, 19) ^ x >> 10;
}

/* 6.2.2, step 3, with v[0] to v[7] as a to h. */
static inline void
turn(uint32_t v[HASH_WORDS], uint32_t k, uint32_t w)
{
	uint32_t big_1 = rotate_right(v[4], 6) ^ rotate_right(v[4], 11) ^
			 rotate_right(v[4], 25);
	uint32_t big_0 = rotate_right(v[0], 2) ^ rotate_right(v[0], 13) ^
			 rotate_right(v[0], 22);
	uint32_t choose = (v[4] & v[5]) ^ (~v[4] & v[6]);
	uint32_t most = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
	uint32_t t = v[7] + big_1 + choose + k + w;

	v[7] = v[6];
	v[6] = v[5];
	v[5] = v[4];
	v[4] = v[3] + t;
	v[3] = v[2];
	v[2] = v[1];
	v[1] = v[0];
	v[0] = t + big_0 + most;
}

/* 6.2.2: takes one block into the hash. */
static void
take_block(uint32_t hash[HASH_WORDS], const uint8_t *block)
{
	uint32_t w[ROUNDS], v[HASH_WORDS];
	int t;

	for (t = 0; t < 16; t++)
		w[t] = load_word(block + 4 * t);
	for (; t < ROUNDS; t++)
		w[t] = small_1(w[t - 2]) + w[t - 7] + small_0(w[t - 15]) +
		       w[t - 16];
	memcpy(v, hash, sizeof(v));
	for (t = 0; t < ROUNDS; t++)
		turn(v, constant[t], w[t]);
	for (int i = 0; i < HASH_WORDS; i++)
		hash[i] += v[i];
}

/* 5.3.3 */
void
sha256_init(struct sha256 *s)
{
	*s = (struct sha256){
		.hash = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
			 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19},
	};
}

void
sha256_add(struct sha256 *s, const void *bytes, size_t len)
{
	size_t used = s->bytes % SHA256_BLOCK_BYTES;
	const uint8_t *byte = bytes;

	s->bytes += len;
	while (len) {
		size_t n = SHA256_BLOCK_BYTES - used;

		if (n > len)
			n = len;
		if (n == SHA256_BLOCK_BYTES) {
			take_block(s->hash, byte);
		} else {
			memcpy(s->block + used, byte, n);
			used += n;
			if (used == SHA256_BLOCK_BYTES) {
				take_block(s->hash, s->block);
				used = 0;
			}
		}
		byte += n;
		len -= n;
	}
}

/* 5.1.1: a one, zeros, and the length in bits at the end of a block. */
void
sha256_finish(struct sha256 *s, char digest[2 * SHA256_BYTES + 1])
{
	static const uint8_t pad[SHA256_BLOCK_BYTES] = {0x80};
	size_t used = s->bytes % SHA256_BLOCK_BYTES;
	uint64_t bits = s->bytes * 8;
	uint8_t length[8];

	sha256_add(s, pad,
		   (used < LENGTH_AT ? LENGTH_AT
				     : LENGTH_AT + SHA256_BLOCK_BYTES) -
			   used);
	for (int i = 0; i < 8; i++)
		length[i] = (uint8_t)(bits >> (56 - 8 * i));
	sha256_add(s, length, sizeof(length));
	for (int i = 0; i < HASH_WORDS; i++)
		snprintf(digest + (size_t)8 * (size_t)i, 9, "%08x", s->hash[i]);
}
