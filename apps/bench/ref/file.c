/* SPDX-License-Identifier: BSD-3-Clause */
/* file.c - reads a file from its beginning to its end, SIZE bytes at a
 * time, by pread(2) into one buffer.
 */
#include "apps/bench/bench.h"
#include "apps/bench/file.h"

#define WARM_UP 2

static double sample[BENCH_MAX_SAMPLES];

/* Bytes per microsecond; 0: it does not hold what was written. */
static double
measure(int fd, uint64_t *buffer, uint64_t size, uint64_t all)
{
	uint64_t start_ns = bench_now_ns();

	for (uint64_t at = 0; at < all; at += size)
		if (pread(fd, buffer, size, (off_t)at) != (ssize_t)size ||
		    buffer[0] != bench_file_word(at / sizeof(*buffer)))
			return 0;
	return (double)all * 1e3 / (double)(bench_now_ns() - start_ns);
}

int
main(int argc, char **argv)
{
	struct bench_args args;
	uint64_t all, *buffer;
	unsigned samples;
	char path[4096];
	int fd;

	if (bench_parse(&args, argc - 1, argv + 1) ||
	    strcmp(args.what, "pread") != 0 || args.size_bytes < 4096) {
		fprintf(stderr, "usage: %s pread BYTES [--quick]\n", argv[0]);
		return 2;
	}
	all = args.quick ? BENCH_FILE_QUICK : BENCH_FILE_BYTES;
	samples = WARM_UP + (args.quick ? 2 : 20);
	buffer = malloc(args.size_bytes);
	fd = bench_file_make(path, sizeof(path), all);
	if (fd < 0 || !buffer) {
		fprintf(stderr, "there is no file\n");
		return 1;
	}
	unlink(path);
	for (unsigned i = 0; i < samples; i++)
		sample[i] = measure(fd, buffer, args.size_bytes, all);
	printf(BENCH_LINE, bench_median(sample + WARM_UP, samples - WARM_UP),
	       "MB/s");
	return 0;
}
