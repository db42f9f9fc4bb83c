/* SPDX-License-Identifier: BSD-3-Clause */
/* weave.c - by shuffles of bytes: as many vectors of records as there are rows
 * make a vector of each row, or are made of it.
 *
 * Each vector that is written takes some bytes of each that is read; which ones
 * is the same all along.  A vector has two halves, which shuffles do not leave:
 * so each half works on records of its own.
 */
#include "src/dri/move/weave.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

/* Of a half. */
#define HALF 16
/* With more of them the shuffles, which are as many as the square of that, cost
 * more than the loops. */
#define MOST DRI_WEAVE_MOST

/* A group: HALF bytes of each row, which are `few` times HALF of records. */
static void
choose(struct dri_weave *w)
{
	int few = (int)w->few, u = (int)w->elem_bytes, at;

	for (int out = 0; out < few; out++)
		for (int in = 0; in < few; in++)
			for (int i = 0; i < HALF; i++)
				w->byte[out][in][i] = -1;
	for (int row = 0; row < few; row++)
		for (int i = 0; i < HALF; i++) {
			at = (i / u * few + row) * u + i % u;
			if (w->to_records)
				w->byte[at / HALF][row][at % HALF] = (int8_t)i;
			else
				w->byte[row][at / HALF][i] =
					(int8_t)(at % HALF);
		}
}

#define AVX2   __attribute__((target("avx2")))
/* The number of rows must be a number, or the vectors are not in registers. */
#define INLINE static inline __attribute__((always_inline, target("avx2")))

INLINE __m256i
load_half(const void *p)
{
	return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)p));
}

INLINE __m256i
load_two(const char *low, const char *high)
{
	return _mm256_inserti128_si256(
		_mm256_castsi128_si256(
			_mm_loadu_si128((const __m128i *)(const void *)low)),
		_mm_loadu_si128((const __m128i *)(const void *)high), 1);
}

INLINE void
store_two(char *low, char *high, __m256i v)
{
	_mm_storeu_si128((__m128i *)(void *)low, _mm256_castsi256_si128(v));
	_mm_storeu_si128((__m128i *)(void *)high,
			 _mm256_extracti128_si256(v, 1));
}

INLINE __m256i
gather(const struct dri_weave *w, int few, int out, const __m256i in[])
{
	__m256i v = _mm256_shuffle_epi8(in[0], load_half(w->byte[out][0]));

	for (int k = 1; k < few; k++)
		v = _mm256_or_si256(
			v,
			_mm256_shuffle_epi8(in[k], load_half(w->byte[out][k])));
	return v;
}

/* Two groups at a time, n of these. */
INLINE void
join_few(const struct dri_weave *w, int few, int64_t n, int64_t stride,
	 const char *rows, char *records)
{
	__m256i in[MOST];

	for (int64_t i = 0; i < n; i++) {
		const char *s = rows + i * 2 * HALF;
		char *d = records + i * 2 * HALF * few;

		for (int k = 0; k < few; k++)
			in[k] = _mm256_loadu_si256((
				const __m256i *)(const void *)(s + k * stride));
		for (int k = 0; k < few; k++)
			store_two(d + k * HALF, d + (few + k) * HALF,
				  gather(w, few, k, in));
	}
}

INLINE void
part_few(const struct dri_weave *w, int few, int64_t n, int64_t stride,
	 const char *records, char *rows)
{
	bool stream = w->stream;
	__m256i in[MOST];

	for (int64_t i = 0; i < n; i++) {
		const char *s = records + i * 2 * HALF * few;
		char *d = rows + i * 2 * HALF;

		for (int k = 0; k < few; k++)
			in[k] = load_two(s + k * HALF, s + (few + k) * HALF);
		for (int k = 0; k < few; k++, d += stride) {
			__m256i *to = (__m256i *)(void *)d;

			if (stream)
				_mm256_stream_si256(to, gather(w, few, k, in));
			else
				_mm256_storeu_si256(to, gather(w, few, k, in));
		}
	}
}

#define OF(way)                                                                \
	AVX2 static void way##_any(const struct dri_weave *w, int64_t n,       \
				   int64_t stride, const char *src, char *dst) \
	{                                                                      \
		switch (w->few) {                                              \
		case 2:                                                        \
			way##_few(w, 2, n, stride, src, dst);                  \
			break;                                                 \
		case 3:                                                        \
			way##_few(w, 3, n, stride, src, dst);                  \
			break;                                                 \
		case 4:                                                        \
			way##_few(w, 4, n, stride, src, dst);                  \
			break;                                                 \
		case 5:                                                        \
			way##_few(w, 5, n, stride, src, dst);                  \
			break;                                                 \
		case 6:                                                        \
			way##_few(w, 6, n, stride, src, dst);                  \
			break;                                                 \
		case 7:                                                        \
			way##_few(w, 7, n, stride, src, dst);                  \
			break;                                                 \
		default:                                                       \
			way##_few(w, 8, n, stride, src, dst);                  \
			break;                                                 \
		}                                                              \
	}
OF(join)
OF(part)

void
ocr_dri_weave_init(struct dri_weave *w, size_t elem_bytes, int64_t few,
		   bool to_records)
{
	w->elem_bytes = elem_bytes;
	w->few = few;
	w->to_records = to_records;
	w->stream = false;
	/* Larger ones are moved by loops as fast as memory takes them. */
	w->can = few >= 2 && few <= MOST &&
		 (elem_bytes <= 4 || (elem_bytes == 8 && few == 2)) &&
		 __builtin_cpu_supports("avx2");
	if (w->can)
		choose(w);
}

int64_t
ocr_dri_weave(const struct dri_weave *w, int64_t n, int64_t stride,
	      const void *src, void *dst)
{
	int64_t u = (int64_t)w->elem_bytes, steps = n * u / (2 * HALF);

	if (!w->can || !steps)
		return 0;
	if (w->to_records)
		join_any(w, steps, stride, src, dst);
	else
		part_any(w, steps, stride, src, dst);
	return steps * 2 * HALF / u;
}

#else /* the loops are all there is */

void
ocr_dri_weave_init(struct dri_weave *w, size_t elem_bytes, int64_t few,
		   bool to_records)
{
	w->elem_bytes = elem_bytes;
	w->few = few;
	w->to_records = to_records;
	w->can = w->stream = false;
}

int64_t
ocr_dri_weave(const struct dri_weave *w, int64_t n, int64_t stride,
	      const void *src, void *dst)
{
	(void)w, (void)n, (void)stride, (void)src, (void)dst;
	return 0;
}

#endif
