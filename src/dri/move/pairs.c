/* SPDX-License-Identifier: BSD-3-Clause */
/* pairs.c - a block at a time by memory of its own: records are turned there,
 * and rows of them parted; or rows joined there, and then turned.  Pairs of
 * eight bytes each are as large as what the processor moves at once, and go
 * straight to their places.
 */
#include "src/dri/move/pairs.h"

#include "src/dri/move/any.h"
#include "src/dri/move/weave.h"

#include <stdbool.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define LINE	    64
#define PAGE	    4096
#define BLOCK_BYTES (16 << 10)
/* As in turn.c. */
#define STRIP_BYTES 4096
/* Rows that are read side by side: a line of the target. */
#define WIDE_ROWS   8
/* As in turn.c. */
#define AHEAD	    (2 * LINE)

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

/* Element k of the pair at `from`, to `to`. */
static inline void
copy_half(char *to, const char *from)
{
	*(any8 *)to = *(const any8 *)from;
}

#ifdef __SSE2__

/* What has 16 bytes is in one register: two pairs make one of each half, and
 * one of each half two pairs. */
static inline void
part_two(const char *one, const char *other, char *first, char *second,
	 bool stream)
{
	__m128i a = _mm_loadu_si128((const __m128i *)one);
	__m128i b = _mm_loadu_si128((const __m128i *)other);
	__m128i lo = _mm_unpacklo_epi64(a, b), hi = _mm_unpackhi_epi64(a, b);

	if (stream) {
		_mm_stream_si128((__m128i *)first, lo);
		_mm_stream_si128((__m128i *)second, hi);
	} else {
		_mm_storeu_si128((__m128i *)first, lo);
		_mm_storeu_si128((__m128i *)second, hi);
	}
}

static inline void
join_two(const char *first, const char *second, char *one, char *other,
	 bool stream)
{
	__m128i a = _mm_loadu_si128((const __m128i *)first);
	__m128i b = _mm_loadu_si128((const __m128i *)second);
	__m128i lo = _mm_unpacklo_epi64(a, b), hi = _mm_unpackhi_epi64(a, b);

	if (stream) {
		_mm_stream_si128((__m128i *)one, lo);
		_mm_stream_si128((__m128i *)other, hi);
	} else {
		_mm_storeu_si128((__m128i *)one, lo);
		_mm_storeu_si128((__m128i *)other, hi);
	}
}

#else

static inline void
part_two(const char *one, const char *other, char *first, char *second,
	 bool stream)
{
	(void)stream;
	copy_half(first, one);
	copy_half(second, one + 8);
	copy_half(first + 8, other);
	copy_half(second + 8, other + 8);
}

static inline void
join_two(const char *first, const char *second, char *one, char *other,
	 bool stream)
{
	(void)stream;
	copy_half(one, first);
	copy_half(one + 8, second);
	copy_half(other, first + 8);
	copy_half(other + 8, second + 8);
}

#endif

/* What follows in n rows of the source is asked for. */
static inline void
ask_for(const char *from, int64_t stride, int64_t n)
{
	for (int64_t k = 0; k < n; k++)
		__builtin_prefetch(from + k * stride + AHEAD);
}

/* As part_block(), of pairs of 8 bytes each. */
static void
part_wide(const struct dri_pairs *p, const struct dri_weave *w, int64_t i,
	  int64_t ie, int64_t j, int64_t je, const char *src, char *dst)
{
	const int64_t ss = p->plane.src_stride, far = p->far;
	const char *row = src + i * ss + j * 16;
	const bool stream = w->stream;

	for (; j < je; j++, row += 16) {
		char *d = dst + j * p->plane.dst_stride + i * 8;
		const char *s = row;
		int64_t k = i;

		if (j % (LINE / 16) == 0)
			ask_for(s, ss, ie - i);
		for (; k + 2 <= ie; k += 2, s += 2 * ss, d += 16)
			part_two(s, s + ss, d, d + far, stream);
		if (k < ie) {
			copy_half(d, s);
			copy_half(d + far, s + 8);
		}
	}
}

static void
join_wide(const struct dri_pairs *p, const struct dri_weave *w, int64_t i,
	  int64_t ie, int64_t j, int64_t je, const char *src, char *dst)
{
	const int64_t ss = p->plane.src_stride, ds = p->plane.dst_stride;
	const int64_t far = p->far;
	const char *row = src + i * ss + j * 8;
	const bool stream = w->stream;

	for (; j < je; j += 2, row += 16) {
		char *d = dst + j * ds + i * 16;
		const char *s = row;

		if (j % (LINE / 8) == 0) {
			ask_for(s, ss, ie - i);
			ask_for(s + far, ss, ie - i);
		}
		for (int64_t k = i; k < ie; k++, d += 16, s += ss) {
			if (j + 2 <= je) {
				join_two(s, s + far, d, d + ds, stream);
			} else {
				copy_half(d, s);
				copy_half(d + 8, s + far);
			}
		}
	}
}

/* Two elements of 8 bytes?  Where rows are pages apart, all share a few places
 * of the first cache: there a block is faster. */
static bool
is_wide(const struct dri_pairs *p)
{
	return p->few == 2 && p->plane.elem_bytes == 16 &&
	       p->plane.src_stride % PAGE != 0 &&
	       p->plane.dst_stride % PAGE != 0;
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
	if (is_wide(p))
		go_over(p, &w, WIDE_ROWS, STRIP_BYTES, part_wide, src, dst);
	else
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
	w.stream = is_wide(p) && p->plane.stream &&
		   (uintptr_t)dst % LINE == 0 &&
		   p->plane.dst_stride % LINE == 0;
	if (is_wide(p))
		go_over(p, &w, LINE / record, STRIP_BYTES, join_wide, src, dst);
	else
		go_over(p, &w, ni, BLOCK_BYTES / record / ni, join_block, src,
			dst);
#ifdef __SSE2__
	if (w.stream)
		_mm_sfence();
#endif
}
