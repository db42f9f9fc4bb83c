/* SPDX-License-Identifier: BSD-3-Clause */
/* kernel.c - the same as dri/kernel.c by loops, as they are written in a
 * moment: in the target's order, and in tiles.  Both run in turn, and the
 * better one counts.
 */
#include "apps/bench/kernel.h"

/* Elements of a tile's side. */
#define TILE 32

static double sample[2][KERNEL_SAMPLES];

struct two8 {
	uint64_t half[2];
};

/* NAME(n, src, dst): reversed. */
#define LOOPS(name, type)                                                      \
	static void plain_##name(const int64_t *n, const type *restrict s,     \
				 type *restrict d)                             \
	{                                                                      \
		for (int64_t x = 0; x < n[0]; x++)                             \
			for (int64_t y = 0; y < n[1]; y++)                     \
				for (int64_t z = 0; z < n[2]; z++)             \
					d[(x * n[1] + y) * n[2] + z] =         \
						s[(z * n[1] + y) * n[0] + x];  \
	}                                                                      \
	static void tiled_##name(const int64_t *n, const type *restrict s,     \
				 type *restrict d)                             \
	{                                                                      \
		for (int64_t y = 0; y < n[1]; y++)                             \
			for (int64_t xx = 0; xx < n[0]; xx += TILE)            \
				for (int64_t zz = 0; zz < n[2]; zz += TILE)    \
					tile_##name(n, s, d, xx, y, zz);       \
	}
#define TILES(name, type)                                                      \
	static inline void tile_##name(                                        \
		const int64_t *n, const type *restrict s, type *restrict d,    \
		int64_t xx, int64_t y, int64_t zz)                             \
	{                                                                      \
		int64_t xe = xx + TILE < n[0] ? xx + TILE : n[0];              \
		int64_t ze = zz + TILE < n[2] ? zz + TILE : n[2];              \
                                                                               \
		for (int64_t x = xx; x < xe; x++)                              \
			for (int64_t z = zz; z < ze; z++)                      \
				d[(x * n[1] + y) * n[2] + z] =                 \
					s[(z * n[1] + y) * n[0] + x];          \
	}
/* Pairs, of n[0] by n[2], as they are or reversed. */
#define PAIRS(name, type)                                                      \
	static void part_##name(const int64_t *n, const type *restrict s,      \
				type *restrict d)                              \
	{                                                                      \
		int64_t all = n[0] * n[2];                                     \
                                                                               \
		for (int64_t i = 0; i < all; i++) {                            \
			d[i] = s[2 * i];                                       \
			d[all + i] = s[2 * i + 1];                             \
		}                                                              \
	}                                                                      \
	static void part_twice_##name(                                         \
		const int64_t *n, const type *restrict s, type *restrict d)    \
	{                                                                      \
		int64_t all = n[0] * n[2];                                     \
                                                                               \
		for (int64_t i = 0; i < all; i++)                              \
			d[i] = s[2 * i];                                       \
		for (int64_t i = 0; i < all; i++)                              \
			d[all + i] = s[2 * i + 1];                             \
	}                                                                      \
	static void turn_##name(const int64_t *n, const type *restrict s,      \
				type *restrict d)                              \
	{                                                                      \
		int64_t all = n[0] * n[2];                                     \
                                                                               \
		for (int64_t x = 0; x < n[0]; x++)                             \
			for (int64_t z = 0; z < n[2]; z++) {                   \
				d[x * n[2] + z] = s[2 * (z * n[0] + x)];       \
				d[all + x * n[2] + z] =                        \
					s[2 * (z * n[0] + x) + 1];             \
			}                                                      \
	}                                                                      \
	static void turn_tiled_##name(                                         \
		const int64_t *n, const type *restrict s, type *restrict d)    \
	{                                                                      \
		int64_t all = n[0] * n[2], x, z;                               \
                                                                               \
		for (int64_t xx = 0; xx < n[0]; xx += TILE)                    \
			for (int64_t zz = 0; zz < n[2]; zz += TILE)            \
				for (x = xx; x < xx + TILE && x < n[0]; x++)   \
					for (z = zz;                           \
					     z < zz + TILE && z < n[2]; z++) { \
						d[x * n[2] + z] =              \
							s[2 * (z * n[0] + x)]; \
						d[all + x * n[2] + z] =        \
							s[2 * (z * n[0] + x) + \
							  1];                  \
					}                                      \
	}
#define ALL(name, type) TILES(name, type) LOOPS(name, type)
ALL(1, uint8_t)
ALL(2, uint16_t)
ALL(4, uint32_t)
ALL(8, uint64_t)
ALL(16, struct two8)
PAIRS(1, uint8_t)
PAIRS(2, uint16_t)
PAIRS(4, uint32_t)
PAIRS(8, uint64_t)

#define RUN(name, type)                                                        \
	case sizeof(type):                                                     \
		(tiled ? tiled_##name : plain_##name)(n, src, dst);            \
		break;
#define RUN_PAIRS(name, type)                                                  \
	case sizeof(type):                                                     \
		if (k->reversed)                                               \
			(tiled ? turn_tiled_##name : turn_##name)(n, src,      \
								  dst);        \
		else                                                           \
			(tiled ? part_twice_##name : part_##name)(n, src,      \
								  dst);        \
		break;

static void
run(const struct kernel *k, bool tiled, const void *src, void *dst)
{
	/* Of two dimensions the second is the outer one. */
	const int64_t n[3] = {k->size[0], k->ndims == 2 ? 1 : k->size[1],
			      k->ndims == 2 ? k->size[1] : k->size[2]};

	switch (k->bytes << (k->parts == 2 ? 8 : 0)) {
		RUN(1, uint8_t)
		RUN(2, uint16_t)
		RUN(4, uint32_t)
		RUN(8, uint64_t)
		RUN(16, struct two8)
	default:
		switch (k->bytes) {
			RUN_PAIRS(1, uint8_t)
			RUN_PAIRS(2, uint16_t)
			RUN_PAIRS(4, uint32_t)
			RUN_PAIRS(8, uint64_t)
		}
	}
}

int
main(int argc, char **argv)
{
	unsigned char *src, *dst;
	struct bench_args args;
	double time[2];
	unsigned samples;
	struct kernel k;
	size_t bytes;

	if (bench_parse(&args, argc - 1, argv + 1) || !kernel_init(&k, &args)) {
		fprintf(stderr,
			"usage: %s records|fields|square|cube|pairs|turned "
			"1|2|4|8|16 [--quick]\n",
			argv[0]);
		return 2;
	}
	samples = args.quick ? 3 : KERNEL_SAMPLES;
	bytes = (size_t)kernel_elements(&k) * k.bytes * (size_t)k.parts;
	src = aligned_alloc(4096, (bytes / 4096 + 1) * 4096);
	dst = aligned_alloc(4096, (bytes / 4096 + 1) * 4096);
	if (!src || !dst)
		return 1;
	kernel_fill(&k, src);
	for (unsigned i = 0; i < KERNEL_WARM_UP + samples; i++)
		for (int tiled = 0; tiled < 2; tiled++) {
			uint64_t start_ns = bench_now_ns();

			run(&k, tiled, src, dst);
			if (i >= KERNEL_WARM_UP)
				sample[tiled][i - KERNEL_WARM_UP] =
					(double)(bench_now_ns() - start_ns) /
					1e3;
		}
	if (!kernel_is_right(&k, src, dst)) {
		fprintf(stderr, "ref/kernel: the result is wrong\n");
		return 1;
	}
	for (int tiled = 0; tiled < 2; tiled++)
		time[tiled] = kernel_time(sample[tiled], samples);
	printf(BENCH_LINE, time[0] < time[1] ? time[0] : time[1], "us");
	free(src);
	free(dst);
	return 0;
}
