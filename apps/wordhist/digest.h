/* SPDX-License-Identifier: BSD-3-Clause */
/* digest.h - the checksum as people read it.
 *
 * What is known after some bytes is libsodium's crypto_hash_sha256_state, a
 * value, so it can be a data block.
 */
#ifndef APPS_WORDHIST_DIGEST_H
#define APPS_WORDHIST_DIGEST_H

#include <sodium.h>

#define DIGEST_CHARS (2 * crypto_hash_sha256_BYTES + 1)

/* In hexadecimal digits.  The state stays as it is. */
static inline void
digest_print(const void *state, char text[DIGEST_CHARS])
{
	crypto_hash_sha256_state s = *(const crypto_hash_sha256_state *)state;
	unsigned char digest[crypto_hash_sha256_BYTES];

	crypto_hash_sha256_final(&s, digest);
	sodium_bin2hex(text, DIGEST_CHARS, digest, sizeof(digest));
}

#endif
