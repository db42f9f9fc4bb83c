/* SPDX-License-Identifier: BSD-3-Clause */
/* file.h - the file that both sides of a comparison read: it is made
 * anew, so its bytes are in the kernel's cache, and has no name for long.
 */
#ifndef APPS_BENCH_FILE_H
#define APPS_BENCH_FILE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BENCH_FILE_BYTES ((uint64_t)64 << 20)

/* Of the quick run, where numbers mean nothing. */
#define BENCH_FILE_QUICK ((uint64_t)2 << 20)

/* Word i of the file. */
static inline uint64_t
bench_file_word(uint64_t i)
{
	return i * UINT64_C(0x9e3779b97f4a7c15);
}

/* Makes a file of len_bytes, a multiple of 4096; its name is in `path`, which
 * the caller removes.  A descriptor, or -1. */
static inline int
bench_file_make(char *path, size_t room, uint64_t len_bytes)
{
	const char *dir = getenv("TMPDIR");
	uint64_t words[512];
	int fd;

	snprintf(path, room, "%s/ocr_bench.XXXXXX", dir ? dir : "/tmp");
	fd = mkstemp(path);
	for (uint64_t at = 0; fd >= 0 && at < len_bytes; at += sizeof(words)) {
		for (unsigned i = 0; i < 512; i++)
			words[i] = bench_file_word(at / sizeof(*words) + i);
		if (pwrite(fd, words, sizeof(words), (off_t)at) !=
		    sizeof(words)) {
			close(fd);
			unlink(path);
			return -1;
		}
	}
	return fd;
}

#endif
