/* SPDX-License-Identifier: BSD-3-Clause */
/* speed.c - how fast one process moves what one pair of a reorganization has.
 *
 *	speed [N [REPETITIONS [PART OF A NAME]]]
 *
 * An N x N array; each line compares ocr_dri_move, _pack and _unpack with
 * memcpy of as many bytes and with the plain loop over all elements, all in
 * one run, the best of the repetitions.
 */
#include "src/dri/move/move.h"
#include "src/dri/shape/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum way { MEMCPY, MOVE, PACK, UNPACK, PLAIN, WAYS };

struct test {
	const char *name;
	size_t elem_bytes;
	int src_order, dst_order; /* of dimension 0 */
	int src_procs[2], dst_procs[2];
	int64_t src_blksz, dst_blksz; /* 0: blocks */
	int64_t halo; /* the receiver keeps so many more on either side */
};

static const struct test tests[] = {
	{"turn, 8 bytes, 1 to 1", 8, 0, 1, {1, 1}, {1, 1}, 0, 0, 0},
	{"turn, 8 bytes, 2 to 2", 8, 0, 1, {1, 2}, {2, 1}, 0, 0, 0},
	{"turn, 8 bytes, 4 to 4", 8, 0, 1, {1, 4}, {4, 1}, 0, 0, 0},
	{"turn into a halo of 1, 8 bytes", 8, 0, 1, {1, 2}, {2, 1}, 0, 0, 1},
	{"turn into a halo of 1, 4 bytes", 4, 0, 1, {1, 2}, {2, 1}, 0, 0, 1},
	{"turn, 4 bytes, 2 to 2", 4, 0, 1, {1, 2}, {2, 1}, 0, 0, 0},
	{"turn, 16 bytes, 2 to 2", 16, 0, 1, {1, 2}, {2, 1}, 0, 0, 0},
	{"turn, 2 bytes, 2 to 2", 2, 0, 1, {1, 2}, {2, 1}, 0, 0, 0},
	{"rows to columns, 8 bytes, 2", 8, 0, 0, {1, 2}, {2, 1}, 0, 0, 0},
	{"cyclic(1) to block, 8 bytes, 2", 8, 0, 0, {2, 1}, {1, 2}, 1, 0, 0},
	{"block to cyclic(1), 8 bytes, 2", 8, 0, 0, {1, 2}, {2, 1}, 0, 1, 0},
	{"cyclic(4) to cyclic(6), 8 bytes", 8, 0, 0, {2, 2}, {2, 2}, 4, 6, 0},
	{"cyclic(4) to cyclic(6), turned", 8, 0, 1, {2, 2}, {2, 2}, 4, 6, 0},
};

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *
pages(size_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED) {
		printf("out of memory\n");
		exit(99);
	}
	memset(p, 1, bytes);
	return p;
}

static void
make_shape(struct dri_shape *s, int64_t n, int order, const int procs[2],
	   int64_t blksz, int64_t halo)
{
	struct dri_shape_spec spec;
	const char *why;
	int d;

	memset(&spec, 0, sizeof(spec));
	spec.ndims = 2;
	for (d = 0; d < 2; d++) {
		struct dri_split_spec *p = &spec.dim[d].split;

		p->size = n;
		p->mod = 1;
		p->blksz = blksz > 0 ? blksz : 1;
		p->kind = blksz > 0 ? DRI_SPLIT_CYCLIC : DRI_SPLIT_BLOCK;
		p->procs = procs[d];
		p->left = p->right = halo;
		p->left_type = p->right_type = DRI_OVERLAP_PAD_TOROIDAL;
		spec.dim[d].order = d == 0 ? order : 1 - order;
		spec.dim[d].spacing = 1;
	}
	if (ocr_dri_shape_make(s, &spec, &why) != DRI_SUCCESS) {
		printf("%s\n", why);
		exit(99);
	}
}

/* One element after the other, the target's most contiguous dimension
 * inmost, each from tables of where its row and column are. */
struct table {
	int64_t n, *src, *dst; /* bytes */
};

static struct table
make_table(const struct dri_mover *m, const struct dri_pair *p, int d)
{
	const struct dri_meet *l = &p->dim[d];
	struct table t = {0};
	int64_t k, e, q;
	size_t i, r;

	t.src = calloc((size_t)l->elements, sizeof(*t.src));
	t.dst = calloc((size_t)l->elements, sizeof(*t.dst));
	if (t.src == NULL || t.dst == NULL)
		exit(99);
	for (i = 0; i < l->n; i++)
		for (k = 0; k < l->series[i].count; k++)
			for (r = 0; r < l->series[i].n; r++) {
				const struct dri_series *s = &l->series[i];
				const struct dri_run *run =
					&l->runs[s->first + r];

				for (e = 0; e < run->len * run->count; e++) {
					q = e / run->len;
					t.src[t.n] = (run->src + e % run->len +
						      q * run->src_step +
						      k * s->src_step) *
						     m->src_stride[d] *
						     (int64_t)m->elem_bytes;
					t.dst[t.n++] =
						(run->dst + e % run->len +
						 q * run->dst_step +
						 k * s->dst_step) *
						m->dst_stride[d] *
						(int64_t)m->elem_bytes;
				}
			}
	return t;
}

#define PLAIN(type)                                                            \
	for (j = 0; j < out.n; j++)                                            \
		for (i = 0; i < in.n; i++)                                     \
			*(type *)(dst + out.dst[j] + in.dst[i]) =              \
				*(const type *)(src + out.src[j] + in.src[i]);

static void
plain(size_t bytes, const struct table table[2], const char *src, char *dst)
{
	int a = table[0].n > 1 && table[0].dst[1] < table[1].dst[1] ? 0 : 1;
	struct table in = table[a], out = table[1 - a];
	struct both {
		uint64_t half[2];
	};
	int64_t i, j;

	if (bytes == 2)
		PLAIN(uint16_t)
	else if (bytes == 4)
		PLAIN(uint32_t)
	else if (bytes == 8)
		PLAIN(uint64_t)
	else
		PLAIN(struct both)
}

static double
once(enum way way, const struct dri_mover *m, const struct dri_pair *p,
     const struct table table[2], const void *src, void *dst, void *packed)
{
	double begin = now();

	switch (way) {
	case MEMCPY:
		memcpy(dst, src, (size_t)p->elements * m->elem_bytes);
		break;
	case MOVE:
		ocr_dri_move(m, p, src, dst);
		break;
	case PACK:
		ocr_dri_pack(m, p, 0, p->elements, src, packed);
		break;
	case UNPACK:
		ocr_dri_unpack(m, p, 0, p->elements, packed, dst);
		break;
	default:
		plain(m->elem_bytes, table, src, dst);
	}
	return now() - begin;
}

static void
run(const struct test *t, int64_t n, int repetitions)
{
	struct dri_mover m = {.ndims = 2, .elem_bytes = t->elem_bytes};
	double best[WAYS], seconds, mib;
	int64_t src_count, dst_count;
	struct dri_shape src, dst;
	char *from, *to, *packed;
	struct table table[2];
	struct dri_plan plan;
	int way, k;

	make_shape(&src, n, t->src_order, t->src_procs, t->src_blksz, 0);
	make_shape(&dst, n, t->dst_order, t->dst_procs, t->dst_blksz, t->halo);
	src_count = ocr_dri_shape_strides(&src, 0, m.src_stride);
	dst_count = ocr_dri_shape_strides(&dst, 0, m.dst_stride);
	seconds = now();
	if (ocr_dri_plan_make(&plan, &src, &dst, DRI_SEND, 0, NULL) != 0)
		exit(99);
	seconds = now() - seconds;
	from = pages((size_t)src_count * t->elem_bytes);
	to = pages((size_t)dst_count * t->elem_bytes);
	packed = pages((size_t)plan.pairs[0].elements * t->elem_bytes);
	for (k = 0; k < 2; k++)
		table[k] = make_table(&m, &plan.pairs[0], k);
	for (way = 0; way < WAYS; way++)
		best[way] = 1e9;
	for (k = 0; k < repetitions; k++)
		for (way = 0; way < WAYS; way++) {
			double s = once((enum way)way, &m, &plan.pairs[0],
					table, from, to, packed);

			best[way] = s < best[way] ? s : best[way];
		}
	mib = (double)plan.pairs[0].elements * (double)t->elem_bytes / 1048576;
	printf("%-32s %6.1f MiB, plan %6.0f us; memcpy %7.2f ms;"
	       " move %5.2f, pack %5.2f, unpack %5.2f, plain %6.2f times it\n",
	       t->name, mib, seconds * 1e6, best[MEMCPY] * 1e3,
	       best[MOVE] / best[MEMCPY], best[PACK] / best[MEMCPY],
	       best[UNPACK] / best[MEMCPY], best[PLAIN] / best[MEMCPY]);
	munmap(from, (size_t)src_count * t->elem_bytes);
	munmap(to, (size_t)dst_count * t->elem_bytes);
	munmap(packed, (size_t)plan.pairs[0].elements * t->elem_bytes);
	for (k = 0; k < 2; k++) {
		free(table[k].src);
		free(table[k].dst);
	}
	ocr_dri_plan_free(&plan);
}

int
main(int argc, char **argv)
{
	int64_t n = argc > 1 ? atoll(argv[1]) : 4096;
	int repetitions = argc > 2 ? atoi(argv[2]) : 5;
	size_t i;

	for (i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
		if (argc < 4 || strstr(tests[i].name, argv[3]) != NULL)
			run(&tests[i], n, repetitions);
	return 0;
}
