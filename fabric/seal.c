/* SPDX-License-Identifier: BSD-3-Clause */
/* seal.c - keys of pairs, tags and wrapped bytes, by libsodium.
 *
 *   X25519 of both key pairs --BLAKE2b--> a secret for each direction
 *     --BLAKE2b, with both node numbers--> hash key, pad key, wrap key, and a
 *     seed --ChaCha20--> mix key
 *
 *   tag    = mixed(head, length of body | body) + pad                   short
 *            mixed(head, length of body) + Poly1305(hash key, pieces) + pad
 *   pieces = mixed(512 bytes) | mixed(512 bytes) | ...
 *   pad    = SipHash-2-4-128(pad key, number)           all modulo 2^128
 *
 * Short is what has up to OCR_SEAL_CONTROL bytes of body that are covered, so
 * all but long packets with OCR_TAG_ALL.
 *
 * mixed() is NH of UMAC (Black, Halevi, Krawczyk, Krovetz, Rogaway, CRYPTO '99;
 * RFC 4418) over words of 8 bytes, behind the last of which stand zeroes:
 *
 *   sum of (m0 + k0) * (m1 + k1) of all pairs, modulo 2^128
 *
 * Whoever does not know the key finds no two inputs, and no difference, such
 * that the results differ by that, with a chance above 2^-64: the keys of the
 * first pair of words that are not the same decide that alone.  Head and length
 * are such a pair with a key of its own, so bodies of different lengths are
 * different.  Poly1305 of 16-byte blocks is the same with 2^-103 for each
 * block.
 *
 * As Wegman and Carter have it, a pad that nobody can tell from chance hides
 * such a sum as long as it hides one alone: two tags with one number would show
 * the difference of two sums, and soon the key.  So numbers are counted here
 * and given out once, whatever becomes of the packet; one that is sent again
 * has another.  Each attempt to forge a tag has a chance of 2^-64 (long: and
 * 2^-103 for each piece), however many tags were seen; who has succeeded once
 * knows a word of the mix key, and needs no luck for that direction any more.
 *
 * What waits for the bytes takes 5 ns for 80 of them, and the 12 rounds of
 * SipHash one after the other are over before: ocr_seal_ready_out(), _in().
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

#define TAG_BYTES   crypto_shorthash_siphashx24_BYTES
#define NONCE_BYTES crypto_aead_xchacha20poly1305_ietf_NPUBBYTES
#define AEAD_BYTES  crypto_aead_xchacha20poly1305_ietf_ABYTES

static_assert(OCR_SEAL_PUBLIC_BYTES == crypto_kx_PUBLICKEYBYTES &&
		      OCR_SEAL_MARK_BYTES == TAG_BYTES + sizeof(uint64_t) &&
		      OCR_SEAL_WRAP_BYTES == NONCE_BYTES + AEAD_BYTES,
	      "the header says what libsodium does");

/* As NH needs them: no product is cut. */
typedef unsigned __int128 sum_t;

#define PAIR (2 * sizeof(uint64_t))
/* Of pieces, which Poly1305 takes at once. */
#define SUMS 16

static_assert(sizeof(sum_t) == TAG_BYTES &&
		      crypto_onetimeauth_poly1305_BYTES == TAG_BYTES,
	      "they are added");
static_assert(sizeof(((struct ocr_seal_key *)0)->mix) == OCR_SEAL_CONTROL &&
		      OCR_SEAL_CONTROL % PAIR == 0,
	      "a word of the key for each of a piece");
static_assert(offsetof(struct ocr_seal_key, mix) == 64 &&
		      sizeof(struct ocr_seal_key) % 64 == 0,
	      "what is read together lies together");

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
	uint8_t all[sizeof(k->mix_of) + sizeof(k->mix)];

	crypto_kdf_derive_from_key(seed, sizeof(seed),
				   (uint64_t)from << 32 | to, "OCR-mix.",
				   secret);
	crypto_stream_chacha20(all, sizeof(all), nonce, seed);
	memcpy(k->mix_of, all, sizeof(k->mix_of));
	memcpy(k->mix, all + sizeof(k->mix_of), sizeof(k->mix));
	sodium_memzero(seed, sizeof(seed));
	sodium_memzero(all, sizeof(all));
}

static __attribute__((noinline)) void
make_pad(const struct ocr_seal_key *k, uint64_t number, uint64_t pad[2])
{
	crypto_shorthash_siphashx24((uint8_t *)pad, (const uint8_t *)&number,
				    sizeof(number), k->pads);
}

static void
make_ready(struct ocr_seal_key *k)
{
	/* Read once: the pad is of the number that is written beside it. */
	uint64_t next = k->next;

	if (k->pad_of == next)
		return;
	make_pad(k, next, k->pad);
	k->pad_of = next;
}

/* The keys of one direction from its secret.  The node numbers are in it, so
 * that a card that says it is another node's leads to other keys. */
static void
derive(struct ocr_seal_key *k, ocr_node_t from, ocr_node_t to,
       const uint8_t secret[crypto_kdf_KEYBYTES])
{
	uint8_t all[16 + sizeof(k->pads) + sizeof(k->wrap)];

	crypto_kdf_derive_from_key(all, sizeof(all), (uint64_t)from << 32 | to,
				   "OCR-seal", secret);
	memset(k, 0, sizeof(*k));
	derive_mix(k, from, to, secret);
	memcpy(k->hash, all, 16);
	memcpy(k->pads, all + 16, sizeof(k->pads));
	memcpy(k->wrap, all + 16 + sizeof(k->pads), sizeof(k->wrap));
	sodium_memzero(all, sizeof(all));
	make_pad(k, k->next, k->pad);
	k->pad_of = k->next;
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

/* Of up to OCR_SEAL_CONTROL bytes; zeroes stand behind the last of them. */
static inline sum_t
mix(const struct ocr_seal_key *k, const uint8_t *bytes, size_t n)
{
	const uint64_t *key = k->mix;
	uint8_t last[PAIR] = {0};
	uint64_t m[2];
	sum_t sum = 0;

	for (; n >= PAIR; n -= PAIR, bytes += PAIR, key += 2) {
		memcpy(m, bytes, sizeof(m));
		sum += (sum_t)(m[0] + key[0]) * (m[1] + key[1]);
	}
	if (n) {
		memcpy(last, bytes, n);
		memcpy(m, last, sizeof(m));
		sum += (sum_t)(m[0] + key[0]) * (m[1] + key[1]);
	}
	return sum;
}

static __attribute__((noinline)) sum_t
hash_pieces(const struct ocr_seal_key *k, const uint8_t *bytes, size_t n)
{
	crypto_onetimeauth_poly1305_state state;
	sum_t sums[SUMS], sum;
	size_t len, i;

	crypto_onetimeauth_poly1305_init(&state, k->hash);
	while (n) {
		for (i = 0; n && i < SUMS; i++, n -= len, bytes += len) {
			len = n < OCR_SEAL_CONTROL ? n : OCR_SEAL_CONTROL;
			sums[i] = mix(k, bytes, len);
		}
		crypto_onetimeauth_poly1305_update(
			&state, (const uint8_t *)sums, i * sizeof(sums[0]));
	}
	crypto_onetimeauth_poly1305_final(&state, (uint8_t *)&sum);
	return sum;
}

static inline sum_t
cover(const struct ocr_seal_key *k, enum ocr_tag how, uint64_t head,
      const void *body, size_t n)
{
	sum_t sum;

	if (how == OCR_TAG_NONE)
		return 0;
	if (how == OCR_TAG_CONTROL && n > OCR_SEAL_CONTROL)
		n = OCR_SEAL_CONTROL;
	sum = (sum_t)(head + k->mix_of[0]) * ((uint64_t)n + k->mix_of[1]);
	return sum + (n > OCR_SEAL_CONTROL ? hash_pieces(k, body, n)
					   : mix(k, body, n));
}

/* The tag of what has that sum. */
static inline void
hide(sum_t sum, const uint64_t pad[2], uint64_t tag[2])
{
	sum += (sum_t)pad[1] << 64 | pad[0];
	tag[0] = (uint64_t)sum;
	tag[1] = (uint64_t)(sum >> 64);
}

/* Takes as long wherever they differ.  In words, as they were written: read as
 * 16 bytes they would have to be in the cache first. */
static inline bool
is_same(const uint64_t right[2], const uint8_t tag[TAG_BYTES])
{
	uint64_t theirs[2];

	memcpy(theirs, tag, sizeof(theirs));
	return ((right[0] ^ theirs[0]) | (right[1] ^ theirs[1])) == 0;
}

struct ocr_seal_sum
ocr_seal_cover(const struct ocr_seal_pair *pair, uint64_t head,
	       const void *body, size_t body_bytes)
{
	sum_t sum = cover(&pair->out, pair->how, head, body, body_bytes);

	return (struct ocr_seal_sum){{(uint64_t)sum, (uint64_t)(sum >> 64)}};
}

void
ocr_seal_mark(struct ocr_seal_pair *pair, struct ocr_seal_sum sum,
	      uint8_t mark[OCR_SEAL_MARK_BYTES])
{
	struct ocr_seal_key *k = &pair->out;
	uint64_t tag[2];

	if (pair->how == OCR_TAG_NONE) {
		memset(mark, 0, OCR_SEAL_MARK_BYTES);
		return;
	}
	make_ready(k);
	hide((sum_t)sum.half[1] << 64 | sum.half[0], k->pad, tag);
	memcpy(mark, tag, sizeof(tag));
	memcpy(mark + sizeof(tag), &k->next, sizeof(k->next));
	/* From here on it has been used. */
	k->next++;
}

bool
ocr_seal_check(struct ocr_seal_pair *pair, uint64_t head, const void *body,
	       size_t body_bytes, const uint8_t mark[OCR_SEAL_MARK_BYTES])
{
	struct ocr_seal_key *k = &pair->in;
	uint64_t number, right[2] = {0, 0}, made[2];
	const uint64_t *pad = k->pad;

	if (pair->how == OCR_TAG_NONE)
		return is_same(right, mark);
	memcpy(&number, mark + TAG_BYTES, sizeof(number));
	if (number != k->pad_of) {
		make_pad(k, number, made);
		pad = made;
	}
	hide(cover(k, pair->how, head, body, body_bytes), pad, right);
	if (!is_same(right, mark))
		return false;
	/* What was overtaken, or is sent again by a stranger, is no reason to
	 * go back: then what comes next would not be ready. */
	if (number >= k->next)
		k->next = number + 1;
	return true;
}

void
ocr_seal_ready_out(struct ocr_seal_pair *pair)
{
	make_ready(&pair->out);
}

void
ocr_seal_ready_in(struct ocr_seal_pair *pair)
{
	make_ready(&pair->in);
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
