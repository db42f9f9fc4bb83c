/* SPDX-License-Identifier: BSD-3-Clause */
/* floor.c - what an object of the runtime is held against: 64 bytes from
 * malloc, or BYTES, for a block (`blocks`: as a rate), an atomic addition for a
 * latch, 1 MiB copied away and back for a block that is cut into parts. Which
 * malloc depends on what it is linked with: see local.mk.
 */
#include "apps/bench/bench.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define WARM_UP	    5
#define BLOCK_BYTES 64
#define PART_BYTES  ((size_t)1 << 20)

static double sample[BENCH_MAX_SAMPLES];

/* Through a volatile pointer, or the compiler drops the pair. */
static void *volatile kept;

static size_t block_bytes;
static _Atomic uint64_t counter;

static void
live_block(void)
{
	kept = malloc(block_bytes);
	free(kept);
}

static void
count_latch(void)
{
	atomic_fetch_add_explicit(&counter, 1, memory_order_acq_rel);
}

/* What must be done where a range cannot be a block of its own. */
static void
copy_parts(void)
{
	static unsigned char whole[PART_BYTES], parts[PART_BYTES];

	memcpy(parts, whole, PART_BYTES);
	kept = parts; /* somebody may look */
	memcpy(whole, parts, PART_BYTES);
	kept = whole;
}

static double
measure(void (*live)(void), unsigned lives)
{
	uint64_t start_ns = bench_now_ns();

	for (unsigned i = 0; i < lives; i++)
		live();
	return (double)(bench_now_ns() - start_ns) / lives;
}

int
main(int argc, char **argv)
{
	void (*live)(void) = NULL;
	struct bench_args args;
	unsigned samples, lives = 1000;
	double median_ns;

	if (bench_parse(&args, argc - 1, argv + 1) == 0) {
		block_bytes = args.size_bytes ? args.size_bytes : BLOCK_BYTES;
		if (strcmp(args.what, "block") == 0 ||
		    strcmp(args.what, "blocks") == 0)
			live = live_block;
		else if (strcmp(args.what, "latch") == 0)
			live = count_latch;
		else if (strcmp(args.what, "part") == 0) {
			live = copy_parts;
			lives = 20;
		}
	}
	if (!live) {
		fprintf(stderr, "usage: %s block|blocks|latch|part [--quick]\n",
			argv[0]);
		return 2;
	}
	samples = WARM_UP + (args.quick ? 3 : 1000);
	for (unsigned i = 0; i < samples; i++)
		sample[i] = measure(live, lives);
	median_ns = bench_median(sample + WARM_UP, samples - WARM_UP);
	if (strcmp(args.what, "blocks") == 0)
		printf(BENCH_LINE, 1e9 / median_ns, "blocks/s");
	else
		printf(BENCH_LINE, median_ns, "ns");
	return 0;
}
