/* SPDX-License-Identifier: BSD-3-Clause */
/* infile.h - an input as a file, for what reads files by their names. */
#ifndef TESTS_FUZZ_INFILE_H
#define TESTS_FUZZ_INFILE_H

#include <stddef.h>
#include <stdint.h>

/* The name of a file in memory with these bytes and no others, until the next
 * call. */
const char *infile(const uint8_t *data, size_t size);

#endif
