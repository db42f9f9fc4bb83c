/* SPDX-License-Identifier: BSD-3-Clause */
/* pairs.c - a block at a time by memory of its own: records are turned there,
 * and rows of them parted; or rows joined there, and then turned.
 */
#include "src/dri/move/pairs.h"

#include "src/dri/move/weave.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define LINE	    64
#define BLOCK_BYTES (16 << 10)
/* As in turn.c. */
#define STRIP_BYTES 4096

static int64_t
least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* n records at `from` in one row, whose elements go to `to` and on. */
static void
part_row(const struct dri_pairs *p, const struct dri_weave *w, int64_t n,
	 const char *from, char *to)
{
	int64_t done = ocr_dri_weave(w, n, p->far, from, to);
	int64_t record = (int64_t)p->plane.elem_bytes;
	const struct dri_plane rest = {
		.elem_bytes = w->elem_bytes,
		.ni = n - done,
		.nj = p->few,
		.src_stride = record,
		.dst_stride = p->far,
	};

	if (done < n)
		ocr_dri_turn(&rest, from + done * record,
			     to + done * (int64_t)w->elem_bytes);
}

static void
join_row(const struct dri_pairs *p, const struct dri_weave *w, int64_t n,
	 const char *from, char *to)
{
	int64_t done = ocr_dri_weave(w, n, p->far, from, to);
	int64_t record = (int64_t)p->plane.elem_bytes;
	const struct dri_plane rest = {
		.elem_bytes = w->elem_bytes,
		.ni = p->few,
		.nj = n - done,
		.src_stride = p->far,
		.dst_stride = record,
	};

	if (done < n)
		ocr_dri_turn(&rest, from + done * (int64_t)w->elem_bytes,
			     to + done * record);
}

/* Records [i, ie) of the target's rows, [j, je) across. */
static void
part_block(const struct dri_pairs *p, const struct dri_weave *w, int64_t i,
	   int64_t ie, int64_t j, int64_t je, const char *src, char *dst)
{
	int64_t record = (int64_t)p->plane.elem_bytes;
	_Alignas(LINE) char block[BLOCK_BYTES];
	struct dri_plane part = p->plane;

	part.ni = ie - i;
	part.nj = je - j;
	part.dst_stride = part.ni * record;
	part.stream = false;
	ocr_dri_turn(&part, src + i * part.src_stride + j * record, block);
	dst += i * (int64_t)w->elem_bytes + j * p->plane.dst_stride;
	for (const char *row = block; j < je; j++) {
		part_row(p, w, part.ni, row, dst);
		row += part.dst_stride;
		dst += p->plane.dst_stride;
	}
}

static void
join_block(const struct dri_pairs *p, const struct dri_weave *w, int64_t i,
	   int64_t ie, int64_t j, int64_t je, const char *src, char *dst)
{
	int64_t record = (int64_t)p->plane.elem_bytes;
	_Alignas(LINE) char block[BLOCK_BYTES];
	struct dri_plane part = p->plane;
	char *row = block;

	part.ni = ie - i;
	part.nj = je - j;
	part.src_stride = part.nj * record;
	dst += i * record + j * part.dst_stride;
	src += i * p->plane.src_stride + j * (int64_t)w->elem_bytes;
	for (; i < ie; i++) {
		join_row(p, w, part.nj, src, row);
		row += part.src_stride;
		src += p->plane.src_stride;
	}
	ocr_dri_turn(&part, block, dst);
}

/* A block of ni by nj records after the other: along the source, but not so far
 * that the target's pages are forgotten. */
typedef void block_fn(const struct dri_pairs *p, const struct dri_weave *w,
		      int64_t i, int64_t ie, int64_t j, int64_t je,
		      const char *src, char *dst);

static void
go_over(const struct dri_pairs *p, const struct dri_weave *w, int64_t ni,
	int64_t nj, block_fn *fn, const char *src, char *dst)
{
	const struct dri_plane *all = &p->plane;
	int64_t strip = STRIP_BYTES / (int64_t)all->elem_bytes, i, j, jj, stop;

	for (jj = 0; jj < all->nj; jj = stop) {
		stop = least(jj + strip, all->nj);
		for (i = 0; i < all->ni; i += ni)
			for (j = jj; j < stop; j += nj)
				fn(p, w, i, least(i + ni, all->ni), j,
				   least(j + nj, stop), src, dst);
	}
}

void
ocr_dri_part(const struct dri_pairs *p, const void *src, void *dst)
{
	int64_t record = (int64_t)p->plane.elem_bytes;
	struct dri_weave w;

	ocr_dri_weave_init(&w, (size_t)(record / p->few), p->few, false);
	w.stream = p->plane.stream && (uintptr_t)dst % LINE == 0 &&
		   p->plane.dst_stride % LINE == 0 && p->far % LINE == 0;
	/* Rows that are powers of two apart push each other out: few of them,
	 * but a line of elements; and some lines of each. */
	go_over(p, &w, w.elem_bytes > 1 ? 32 : LINE, 4 * LINE / record,
		part_block, src, dst);
#ifdef __SSE2__
	if (w.stream)
		_mm_sfence();
#endif
}

void
ocr_dri_join(const struct dri_pairs *p, const void *src, void *dst)
{
	int64_t record = (int64_t)p->plane.elem_bytes;
	/* A line of the target, or two; and as much as there is room for. */
	int64_t ni = (record > 4 ? 2 * LINE : LINE) / record;
	struct dri_weave w;

	ocr_dri_weave_init(&w, (size_t)(record / p->few), p->few, true);
	go_over(p, &w, ni, BLOCK_BYTES / record / ni, join_block, src, dst);
}
