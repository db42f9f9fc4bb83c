/* SPDX-License-Identifier: BSD-3-Clause */
/* ref_malloc.c - the price of 64 bytes from malloc, to hold a block against. */
#include "apps/bench/bench.h"

#include <stdio.h>

#define WARM_UP	    5
#define BLOCK_BYTES 64

static double sample[BENCH_MAX_SAMPLES];

/* Through a volatile pointer, or the compiler drops the pair. */
static void *volatile kept;

static double
measure(unsigned lives)
{
	uint64_t start_ns = bench_now_ns();

	for (unsigned i = 0; i < lives; i++) {
		kept = malloc(BLOCK_BYTES);
		free(kept);
	}
	return (double)(bench_now_ns() - start_ns) / lives;
}

int
main(int argc, char **argv)
{
	struct bench_args args;
	unsigned samples;

	if (bench_parse(&args, argc - 1, argv + 1) ||
	    strcmp(args.what, "block") != 0) {
		fprintf(stderr, "usage: %s block [--quick]\n", argv[0]);
		return 2;
	}
	samples = WARM_UP + (args.quick ? 3 : 1000);
	for (unsigned i = 0; i < samples; i++)
		sample[i] = measure(1000);
	printf(BENCH_LINE, bench_median(sample + WARM_UP, samples - WARM_UP),
	       "ns");
	return 0;
}
