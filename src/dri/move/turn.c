/* SPDX-License-Identifier: BSD-3-Clause */
/* turn.c - transpositions in tiles of whole cache lines.
 *
 * Rows of a power of two bytes, the usual case, put a column's elements into a
 * few sets of the caches, where they push each other out: so a tile takes a
 * whole line of each source row that it touches, and makes a whole line of each
 * row of the target, before it goes on.  Tiles follow one another along the
 * source rows, which the processor's prefetching follows; the next tile of the
 * same rows is asked for early.  Whole lines are written past the caches when
 * there are many of them, so that they are not read first.
 *
 *	 source, a strip of rows                    target
 *	  ---> j                                     | |
 *	 +----+----+----+--                          v v  j
 *	 |tile|next|    |                           +----+
 *	 +----+----+----+--                         |tile| a line each
 */
#include "src/dri/move/turn.h"

#include "src/dri/move/any.h"
#include "src/dri/move/weave.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define LINE	    64
/* Rows of a strip: two lines of the target, since memory takes neighbours
 * faster; but no more than find a place each in a set of the first cache. */
#define HIGH(bytes) ((bytes) > 4 ? 2 * LINE / (bytes) : LINE / (bytes))
/* How far ahead of a tile its rows are asked for. */
#define AHEAD	    (2 * LINE)
/* Source bytes of each row before the next strip of rows is begun: enough to
 * follow, and few enough that the target's pages are still known when the next
 * strip comes to them. */
#define STRIP_BYTES 4096

/* A plane of fewer rows or columns has no tiles worth their order. */
#define FEW(bytes) ((bytes) > 8 ? 8 : LINE / (bytes))
/* Elements that are taken at once of a plane with few rows or columns: what is
 * read or written again in the next of these is in the first cache. */
#define NARROW	   64
/* To find out how shuffles move elements costs as much as moving so many. */
#define WOVEN	   128
/* A pass of the loop costs more than what it moves. */
#define UNROLL	   _Pragma("GCC unroll 4")

/* What is records on one side, without anything between them: how many of them
 * were moved by shuffles. */
static int64_t
woven(const struct dri_plane *p, const char *src, char *dst)
{
	int64_t bytes = (int64_t)p->elem_bytes;
	bool part = p->nj < p->ni && p->src_stride == p->nj * bytes;
	bool join = p->ni < p->nj && p->dst_stride == p->ni * bytes;
	struct dri_weave w;

	if ((!part && !join) || p->ni + p->nj < WOVEN)
		return 0;
	ocr_dri_weave_init(&w, p->elem_bytes, join ? p->ni : p->nj, join);
	return ocr_dri_weave(&w, join ? p->nj : p->ni,
			     join ? p->src_stride : p->dst_stride, src, dst);
}

/* Where there is no whole tile: along the target, and along the source. Strides
 * are kept apart from what is written, which may be anything. */
#define SLOW(bytes)                                                            \
	static void slow##bytes(const struct dri_plane *p, const char *src,    \
				char *dst, int64_t i, int64_t ie, int64_t j,   \
				int64_t je)                                    \
	{                                                                      \
		const int64_t ss = p->src_stride, ds = p->dst_stride;          \
		int64_t k;                                                     \
                                                                               \
		for (; j < je; j++) {                                          \
			const char *s = src + i * ss + j * bytes;              \
			char *d = dst + j * ds + i * bytes;                    \
                                                                               \
			UNROLL                                                 \
			for (k = i; k < ie; k++, s += ss, d += bytes)          \
				*(any##bytes *)d = *(const any##bytes *)s;     \
		}                                                              \
	}                                                                      \
	static void across##bytes(const struct dri_plane *p, const char *src,  \
				  char *dst, int64_t j, int64_t je)            \
	{                                                                      \
		const int64_t ss = p->src_stride, ds = p->dst_stride;          \
		const int64_t ni = p->ni;                                      \
		int64_t i, k;                                                  \
                                                                               \
		for (i = 0; i < ni; i++) {                                     \
			const char *s = src + i * ss + j * bytes;              \
			char *d = dst + j * ds + i * bytes;                    \
                                                                               \
			UNROLL                                                 \
			for (k = j; k < je; k++, s += bytes, d += ds)          \
				*(any##bytes *)d = *(const any##bytes *)s;     \
		}                                                              \
	}                                                                      \
	static void narrow##bytes(const struct dri_plane *p, const char *src,  \
				  char *dst)                                   \
	{                                                                      \
		const int64_t ni = p->ni, nj = p->nj;                          \
		int64_t at = woven(p, src, dst), end;                          \
                                                                               \
		for (; at < (ni > nj ? ni : nj); at = end) {                   \
			end = at + NARROW;                                     \
			if (ni > nj)                                           \
				slow##bytes(p, src, dst, at,                   \
					    end < ni ? end : ni, 0, nj);       \
			else                                                   \
				across##bytes(p, src, dst, at,                 \
					      end < nj ? end : nj);            \
		}                                                              \
	}
SLOW(1)
SLOW(2)
SLOW(4)
SLOW(8)
SLOW(16)

#ifdef __SSE2__

static inline __m128i
load(const char *p)
{
	return _mm_loadu_si128((const __m128i *)p);
}

static inline void
store(char *p, __m128i v, bool stream)
{
	if (stream)
		_mm_stream_si128((__m128i *)p, v);
	else
		_mm_storeu_si128((__m128i *)p, v);
}

/* square##bytes: a square of 16 bytes a side, transposed. */

static inline void
square16(const char *s, int64_t ss, char *d, int64_t ds, bool stream)
{
	(void)ss;
	(void)ds;
	store(d, load(s), stream);
}

static inline void
square8(const char *s, int64_t ss, char *d, int64_t ds, bool stream)
{
	__m128i a = load(s), b = load(s + ss);

	store(d, _mm_unpacklo_epi64(a, b), stream);
	store(d + ds, _mm_unpackhi_epi64(a, b), stream);
}

static inline void
square4(const char *s, int64_t ss, char *d, int64_t ds, bool stream)
{
	__m128i r0 = load(s), r1 = load(s + ss);
	__m128i r2 = load(s + 2 * ss), r3 = load(s + 3 * ss);
	__m128i a = _mm_unpacklo_epi32(r0, r1), b = _mm_unpackhi_epi32(r0, r1);
	__m128i c = _mm_unpacklo_epi32(r2, r3), e = _mm_unpackhi_epi32(r2, r3);

	store(d, _mm_unpacklo_epi64(a, c), stream);
	store(d + ds, _mm_unpackhi_epi64(a, c), stream);
	store(d + 2 * ds, _mm_unpacklo_epi64(b, e), stream);
	store(d + 3 * ds, _mm_unpackhi_epi64(b, e), stream);
}

static inline void
square1(const char *s, int64_t ss, char *d, int64_t ds, bool stream)
{
	__m128i r[16], t[16];
	int i, k;

	for (i = 0; i < 16; i++)
		r[i] = load(s + i * ss);
	/* Row i meets row i + 8: four times, and each byte is where it goes. */
	for (k = 0; k < 4; k++) {
		for (i = 0; i < 8; i++) {
			t[2 * i] = _mm_unpacklo_epi8(r[i], r[i + 8]);
			t[2 * i + 1] = _mm_unpackhi_epi8(r[i], r[i + 8]);
		}
		for (i = 0; i < 16; i++)
			r[i] = t[i];
	}
	for (i = 0; i < 16; i++)
		store(d + i * ds, r[i], stream);
}

static inline void
square2(const char *s, int64_t ss, char *d, int64_t ds, bool stream)
{
	__m128i r[8], t[8];
	int i;

	for (i = 0; i < 8; i++)
		r[i] = load(s + i * ss);
	for (i = 0; i < 4; i++) {
		t[i] = _mm_unpacklo_epi16(r[2 * i], r[2 * i + 1]);
		t[4 + i] = _mm_unpackhi_epi16(r[2 * i], r[2 * i + 1]);
	}
	for (i = 0; i < 8; i += 4) {
		r[i] = _mm_unpacklo_epi32(t[i], t[i + 1]);
		r[i + 1] = _mm_unpackhi_epi32(t[i], t[i + 1]);
		r[i + 2] = _mm_unpacklo_epi32(t[i + 2], t[i + 3]);
		r[i + 3] = _mm_unpackhi_epi32(t[i + 2], t[i + 3]);
	}
	for (i = 0; i < 8; i += 4) {
		char *row = d + i * ds;

		store(row, _mm_unpacklo_epi64(r[i], r[i + 2]), stream);
		store(row + ds, _mm_unpackhi_epi64(r[i], r[i + 2]), stream);
		store(row + 2 * ds, _mm_unpacklo_epi64(r[i + 1], r[i + 3]),
		      stream);
		store(row + 3 * ds, _mm_unpackhi_epi64(r[i + 1], r[i + 3]),
		      stream);
	}
}

/* One line of each of some rows of the source; what follows there is asked for.
 * Each group of target rows gets its whole lines at once. */
#define TILE(bytes)                                                            \
	static inline void tile##bytes(const char *s, int64_t ss, char *d,     \
				       int64_t ds, int64_t rows, bool stream)  \
	{                                                                      \
		int64_t side = 16 / bytes, i, j;                               \
                                                                               \
		for (i = 0; i < rows; i++)                                     \
			__builtin_prefetch(s + i * ss + AHEAD);                \
		for (j = 0; j < LINE / bytes; j += side)                       \
			for (i = 0; i < rows; i += side)                       \
				square##bytes(s + i * ss + j * bytes, ss,      \
					      d + j * ds + i * bytes, ds,      \
					      stream);                         \
	}
TILE(4)
TILE(8)
TILE(16)

/* The same of small elements, whose many rows would push each other out between
 * two squares: by memory of its own, where each line is whole before it leaves.
 */
#define SMALL_TILE(bytes)                                                      \
	static inline void tile##bytes(const char *s, int64_t ss, char *d,     \
				       int64_t ds, int64_t rows, bool stream)  \
	{                                                                      \
		_Alignas(LINE) char t[LINE / bytes * LINE];                    \
		int64_t side = 16 / bytes, i, j;                               \
                                                                               \
		for (i = 0; i < rows; i++)                                     \
			__builtin_prefetch(s + i * ss + AHEAD);                \
		for (i = 0; i < rows; i += side)                               \
			for (j = 0; j < LINE / bytes; j += side)               \
				square##bytes(s + i * ss + j * bytes, ss,      \
					      t + j * LINE + i * bytes, LINE,  \
					      false);                          \
		for (j = 0; j < LINE / bytes; j++)                             \
			for (i = 0; i < LINE; i += 16)                         \
				store(d + j * ds + i, load(t + j * LINE + i),  \
				      stream);                                 \
	}
SMALL_TILE(1)
SMALL_TILE(2)

#else /* the portable way: the compiler makes of it what it can */

#define TILE(bytes)                                                            \
	static inline void tile##bytes(const char *s, int64_t ss, char *d,     \
				       int64_t ds, int64_t rows, bool stream)  \
	{                                                                      \
		const struct dri_plane p = {.src_stride = ss,                  \
					    .dst_stride = ds};                 \
                                                                               \
		(void)stream;                                                  \
		slow##bytes(&p, s, d, 0, rows, 0, LINE / bytes);               \
	}
TILE(1)
TILE(2)
TILE(4)
TILE(8)
TILE(16)

#endif

/* All whole tiles from row i0 on; what is left to the right and below, and
 * above, is done element by element. */
#define PLANE(bytes)                                                           \
	static inline void strip##bytes(                                       \
		const struct dri_plane *p, const char *src, char *dst,         \
		int64_t i, int64_t rows, int64_t j, int64_t je, bool stream)   \
	{                                                                      \
		for (; j < je; j += LINE / bytes)                              \
			tile##bytes(src + i * p->src_stride + j * bytes,       \
				    p->src_stride,                             \
				    dst + j * p->dst_stride + i * bytes,       \
				    p->dst_stride, rows, stream);              \
	}                                                                      \
	static inline void tiles##bytes(const struct dri_plane *p,             \
					const char *src, char *dst,            \
					int64_t i0, bool stream)               \
	{                                                                      \
		int64_t n = LINE / bytes, i, jj, stop;                         \
		int64_t ie = i0 + (p->ni - i0) / n * n, je = p->nj / n * n;    \
                                                                               \
		for (jj = 0; jj < je; jj = stop) {                             \
			stop = jj + STRIP_BYTES / bytes;                       \
			stop = stop < je ? stop : je;                          \
			for (i = i0; i + HIGH(bytes) <= ie; i += HIGH(bytes))  \
				strip##bytes(p, src, dst, i, HIGH(bytes), jj,  \
					     stop, stream);                    \
			for (; i < ie; i += n)                                 \
				strip##bytes(p, src, dst, i, n, jj, stop,      \
					     stream);                          \
		}                                                              \
		slow##bytes(p, src, dst, 0, i0, 0, p->nj);                     \
		slow##bytes(p, src, dst, i0, ie, je, p->nj);                   \
		slow##bytes(p, src, dst, ie, p->ni, 0, p->nj);                 \
	}                                                                      \
	static void plane##bytes(const struct dri_plane *p, const char *src,   \
				 char *dst, int64_t i0)                        \
	{                                                                      \
		if (p->ni < FEW(bytes) || p->nj < FEW(bytes))                  \
			narrow##bytes(p, src, dst);                            \
		else if (p->stream)                                            \
			tiles##bytes(p, src, dst, i0, true);                   \
		else                                                           \
			tiles##bytes(p, src, dst, i0, false);                  \
	}
PLANE(1)
PLANE(2)
PLANE(4)
PLANE(8)
PLANE(16)

void
ocr_dri_turn(const struct dri_plane *plane, const void *src, void *dst)
{
	struct dri_plane p = *plane;
	int64_t i0 = 0;
	uintptr_t skew = (uintptr_t)dst % LINE;

	/* Rows of whole lines begin with one after a few elements, if ever. */
	if (p.dst_stride % LINE == 0 && skew % p.elem_bytes == 0)
		i0 = (int64_t)((LINE - skew) % LINE / p.elem_bytes);
	else
		p.stream = false;
	if (i0 > p.ni)
		i0 = p.ni;
	switch (p.elem_bytes) {
	case 1:
		plane1(&p, src, dst, i0);
		break;
	case 2:
		plane2(&p, src, dst, i0);
		break;
	case 4:
		plane4(&p, src, dst, i0);
		break;
	case 8:
		plane8(&p, src, dst, i0);
		break;
	default:
		plane16(&p, src, dst, i0);
		break;
	}
#ifdef __SSE2__
	if (p.stream)
		_mm_sfence();
#endif
}
