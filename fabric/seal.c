/* SPDX-License-Identifier: BSD-3-Clause */
/* seal.c - keys of pairs, tags and wrapped bytes, by libsodium.
 *
 *   X25519 of both key pairs --BLAKE2b--> a secret for each direction
 *     --BLAKE2b, with both node numbers--> hash key, tag key, wrap key, and a
 *     seed --ChaCha20--> mix key
 *
 *   tag = SipHash-2-4-128(tag key, head, zeroes up to whole words | s | h)
 *   s   = mixed(body)                                                 short
 *         Poly1305(hash key, mixed(512 bytes) | mixed(512 bytes) ...)
 *
 * h is the length of the body in 4 bytes and that of the head in one, so no two
 * pairs of head and body are the same bytes.  Short is what has up to
 * OCR_SEAL_CONTROL bytes of body, so all but long packets with OCR_TAG_ALL.
 *
 * mixed() is NH of UMAC (Black, Halevi, Krawczyk, Krovetz, Rogaway, CRYPTO '99)
 * over words of 8 bytes, twice, the second time with the key two words on:
 *
 *   sum of (m0 + k0) * (m1 + k1) of all pairs, modulo 2^128
 *   sum of (m0 + k2) * (m1 + k3)
 *
 * Whoever does not know the key finds no two bodies of one length that give the
 * same with a chance above 2^-128.  Neither it nor Poly1305 can be shown to
 * anybody: the keys would be known.  Here nobody sees what they give, as a
 * keyed function without inverse is put on top, so the same number may come
 * again with other bytes (a packet that is sent anew says what has come in
 * meanwhile) and nothing is given away. For 80 bytes of body it takes 36 ns,
 * for 512 73, where SipHash over the bytes themselves takes 48 and 195; keyed
 * BLAKE2b took 280 ns for 64 bytes, and what needs a number that is never used
 * twice was left aside.
 */
#include "fabric/seal.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

struct ocr_seal {
	uint8_t public[crypto_kx_PUBLICKEYBYTES];
	uint8_t secret[crypto_kx_SECRETKEYBYTES];
	enum ocr_tag how;
};

#define HASH_BYTES  crypto_onetimeauth_poly1305_BYTES
#define NONCE_BYTES crypto_aead_xchacha20poly1305_ietf_NPUBBYTES
#define AEAD_BYTES  crypto_aead_xchacha20poly1305_ietf_ABYTES

static_assert(OCR_SEAL_PUBLIC_BYTES == crypto_kx_PUBLICKEYBYTES &&
		      OCR_SEAL_TAG_BYTES == crypto_shorthash_siphashx24_BYTES &&
		      OCR_SEAL_WRAP_BYTES == NONCE_BYTES + AEAD_BYTES,
	      "the header says what libsodium does");

/* As NH needs them: no product is cut. */
typedef unsigned __int128 mixed_t;

#define WORD	   sizeof(uint64_t)
#define PAIR	   (2 * WORD)
#define MIX_WORDS  (2 * sizeof(mixed_t) / WORD)
#define HASH_WORDS (HASH_BYTES / WORD)

/* Of what is covered. */
struct lengths {
	uint32_t body;
	uint8_t head;
};
#define LENGTHS_BYTES (offsetof(struct lengths, head) + 1)

static_assert(sizeof(((struct ocr_seal_key *)0)->mix) ==
		      OCR_SEAL_CONTROL + PAIR,
	      "a word of the key for each of a piece, and those behind");
static_assert(OCR_SEAL_HEAD_MAX % WORD == 0 && HASH_WORDS <= MIX_WORDS,
	      "a head and a sum fit");

const char *const ocr_tag_words[OCR_TAG_ALL + 1] = {
	[OCR_TAG_NONE] = "none",
	[OCR_TAG_CONTROL] = "control",
	[OCR_TAG_ALL] = "all",
};

int
ocr_seal_open_from(struct ocr_seal **s, enum ocr_tag how,
		   const uint8_t seed[32])
{
	struct ocr_seal *made;

	if (sodium_init() < 0)
		return -ENOSYS;
	made = malloc(sizeof(*made));
	if (made == NULL)
		return -ENOMEM;
	crypto_kx_seed_keypair(made->public, made->secret, seed);
	made->how = how;
	*s = made;
	return 0;
}

int
ocr_seal_open(struct ocr_seal **s, enum ocr_tag how)
{
	uint8_t seed[32];
	int err;

	if (sodium_init() < 0)
		return -ENOSYS;
	randombytes_buf(seed, sizeof(seed));
	err = ocr_seal_open_from(s, how, seed);
	sodium_memzero(seed, sizeof(seed));
	return err;
}

void
ocr_seal_close(struct ocr_seal *s)
{
	if (s == NULL)
		return;
	sodium_memzero(s, sizeof(*s));
	free(s);
}

const uint8_t *
ocr_seal_public(const struct ocr_seal *s)
{
	return s->public;
}

static void
derive_mix(struct ocr_seal_key *k, ocr_node_t from, ocr_node_t to,
	   const uint8_t secret[crypto_kdf_KEYBYTES])
{
	static const uint8_t nonce[crypto_stream_chacha20_NONCEBYTES];
	uint8_t seed[crypto_stream_chacha20_KEYBYTES];

	crypto_kdf_derive_from_key(seed, sizeof(seed),
				   (uint64_t)from << 32 | to, "OCR-mix.",
				   secret);
	crypto_stream_chacha20((uint8_t *)k->mix, sizeof(k->mix), nonce, seed);
	sodium_memzero(seed, sizeof(seed));
}

/* The keys of one direction from its secret.  The node numbers are in it, so
 * that a card that says it is another node's leads to other keys. */
static void
derive(struct ocr_seal_key *k, ocr_node_t from, ocr_node_t to,
       const uint8_t secret[crypto_kdf_KEYBYTES])
{
	uint8_t all[16 + sizeof(k->tag) + sizeof(k->wrap)];

	crypto_kdf_derive_from_key(all, sizeof(all), (uint64_t)from << 32 | to,
				   "OCR-seal", secret);
	memset(k, 0, sizeof(*k));
	derive_mix(k, from, to, secret);
	memcpy(k->hash, all, 16);
	memcpy(k->tag, all + 16, sizeof(k->tag));
	memcpy(k->wrap, all + 16 + sizeof(k->tag), sizeof(k->wrap));
	sodium_memzero(all, sizeof(all));
}

int
ocr_seal_pair(const struct ocr_seal *s,
	      const uint8_t theirs[OCR_SEAL_PUBLIC_BYTES], ocr_node_t self,
	      ocr_node_t peer, struct ocr_seal_pair *pair)
{
	uint8_t in[crypto_kx_SESSIONKEYBYTES], out[crypto_kx_SESSIONKEYBYTES];
	int rc;

	if (self < peer)
		rc = crypto_kx_client_session_keys(in, out, s->public,
						   s->secret, theirs);
	else
		rc = crypto_kx_server_session_keys(in, out, s->public,
						   s->secret, theirs);
	if (rc != 0)
		return -EPROTO;
	derive(&pair->in, peer, self, in);
	derive(&pair->out, self, peer, out);
	pair->how = s->how;
	sodium_memzero(in, sizeof(in));
	sodium_memzero(out, sizeof(out));
	return 0;
}

/* The sums: two words of the body with two of the key. */
struct mixed {
	mixed_t first, second;
};

static inline void
mix_pair(struct mixed *sum, const uint64_t *key, const uint8_t *bytes)
{
	uint64_t m[2];

	memcpy(m, bytes, sizeof(m));
	sum->first += (mixed_t)(m[0] + key[0]) * (m[1] + key[1]);
	sum->second += (mixed_t)(m[0] + key[2]) * (m[1] + key[3]);
}

/* Of up to OCR_SEAL_CONTROL bytes; zeroes stand behind the last of them.  What
 * is written word by word can be read so at once. */
static inline void
mix(const struct ocr_seal_key *k, const uint8_t *bytes, size_t n,
    uint64_t out[MIX_WORDS])
{
	const uint64_t *key = k->mix;
	struct mixed sum = {0, 0};
	uint8_t last[PAIR] = {0};

	for (; n >= PAIR; n -= PAIR, bytes += PAIR, key += 2)
		mix_pair(&sum, key, bytes);
	if (n) {
		memcpy(last, bytes, n);
		mix_pair(&sum, key, last);
	}
	out[0] = (uint64_t)sum.first;
	out[1] = (uint64_t)(sum.first >> 64);
	out[2] = (uint64_t)sum.second;
	out[3] = (uint64_t)(sum.second >> 64);
}

static __attribute__((noinline)) void
hash_pieces(const struct ocr_seal_key *k, const uint8_t *bytes, size_t n,
	    uint64_t out[HASH_WORDS])
{
	crypto_onetimeauth_poly1305_state state;
	uint64_t mixed[MIX_WORDS];

	crypto_onetimeauth_poly1305_init(&state, k->hash);
	for (size_t len; n; n -= len, bytes += len) {
		len = n < OCR_SEAL_CONTROL ? n : OCR_SEAL_CONTROL;
		mix(k, bytes, len, mixed);
		crypto_onetimeauth_poly1305_update(
			&state, (const uint8_t *)mixed, sizeof(mixed));
	}
	crypto_onetimeauth_poly1305_final(&state, (uint8_t *)out);
}

/* Returns where it ends. */
static inline uint64_t *
put_head(uint64_t *to, const void *head, size_t n)
{
	size_t words = (n + WORD - 1) / WORD;

	if (__builtin_expect(n == WORD, 1)) {
		memcpy(to, head, WORD);
	} else {
		memset(to, 0, words * WORD);
		memcpy(to, head, n);
	}
	return to + words;
}

static void
make_tag(const struct ocr_seal_key *k, enum ocr_tag how, const void *head,
	 size_t head_bytes, const void *body, size_t body_bytes,
	 uint8_t tag[OCR_SEAL_TAG_BYTES])
{
	uint64_t all[OCR_SEAL_HEAD_MAX / WORD + MIX_WORDS + 1], *at;
	struct lengths lengths;

	if (how == OCR_TAG_NONE || head_bytes > OCR_SEAL_HEAD_MAX) {
		memset(tag, 0, OCR_SEAL_TAG_BYTES);
		return;
	}
	if (how == OCR_TAG_CONTROL && body_bytes > OCR_SEAL_CONTROL)
		body_bytes = OCR_SEAL_CONTROL;
	at = put_head(all, head, head_bytes);
	if (body_bytes > OCR_SEAL_CONTROL) {
		hash_pieces(k, body, body_bytes, at);
		at += HASH_WORDS;
	} else {
		mix(k, body, body_bytes, at);
		at += MIX_WORDS;
	}
	lengths.body = (uint32_t)body_bytes;
	lengths.head = (uint8_t)head_bytes;
	memcpy(at, &lengths, LENGTHS_BYTES);
	crypto_shorthash_siphashx24(tag, (const uint8_t *)all,
				    (size_t)(at - all) * WORD + LENGTHS_BYTES,
				    k->tag);
}

void
ocr_seal_tag(const struct ocr_seal_pair *pair, const void *head,
	     size_t head_bytes, const void *body, size_t body_bytes,
	     uint8_t tag[OCR_SEAL_TAG_BYTES])
{
	make_tag(&pair->out, pair->how, head, head_bytes, body, body_bytes,
		 tag);
}

bool
ocr_seal_check(const struct ocr_seal_pair *pair, const void *head,
	       size_t head_bytes, const void *body, size_t body_bytes,
	       const uint8_t tag[OCR_SEAL_TAG_BYTES])
{
	uint8_t right[OCR_SEAL_TAG_BYTES];

	if (head_bytes > OCR_SEAL_HEAD_MAX)
		return false;
	make_tag(&pair->in, pair->how, head, head_bytes, body, body_bytes,
		 right);
	return crypto_verify_16(right, tag) == 0;
}

void
ocr_seal_wrap(const struct ocr_seal_pair *pair, uint64_t number,
	      const void *plain, size_t n, void *out)
{
	uint8_t *nonce = out, *sealed = nonce + NONCE_BYTES;

	randombytes_buf(nonce, NONCE_BYTES);
	crypto_aead_xchacha20poly1305_ietf_encrypt(
		sealed, NULL, plain, n, (const uint8_t *)&number,
		sizeof(number), NULL, nonce, pair->out.wrap);
}

bool
ocr_seal_unwrap(const struct ocr_seal_pair *pair, uint64_t number,
		const void *sealed, size_t n, void *plain)
{
	const uint8_t *nonce = sealed;

	if (n < OCR_SEAL_WRAP_BYTES)
		return false;
	return crypto_aead_xchacha20poly1305_ietf_decrypt(
		       plain, NULL, NULL, nonce + NONCE_BYTES, n - NONCE_BYTES,
		       (const uint8_t *)&number, sizeof(number), nonce,
		       pair->in.wrap) == 0;
}
