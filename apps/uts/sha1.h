/* SPDX-License-Identifier: BSD-3-Clause */
/* sha1.h - the hash SHA-1 of FIPS 180-4.
 *
 * Good for what UTS uses it for: a random number generator that splits, and
 * gives the same everywhere.  No good for keeping secrets.
 */
#ifndef APPS_UTS_SHA1_H
#define APPS_UTS_SHA1_H

#include <stddef.h>
#include <stdint.h>

#define SHA1_BYTES 20

/* The digest of `len` bytes. */
void sha1(const void *message, size_t len, uint8_t digest[SHA1_BYTES]);

#endif
