/* SPDX-License-Identifier: BSD-3-Clause */
/* test_pairs.c - records that part in a transposition, and elements that meet,
 * against a loop over bytes.
 */
#include "src/dri/move/pairs.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define LINE  64
#define SIZE  (4 << 20)
#define GUARD 0xa5

static unsigned char *src, *dst, *expected;

static void
setup(void)
{
	src = aligned_alloc(LINE, SIZE);
	dst = aligned_alloc(LINE, SIZE);
	expected = aligned_alloc(LINE, SIZE);
	ck_assert_ptr_nonnull(src);
	ck_assert_ptr_nonnull(dst);
	ck_assert_ptr_nonnull(expected);
	for (int i = 0; i < SIZE; i++)
		src[i] = (unsigned char)((unsigned)i * 2654435761u >> 13);
}

static void
teardown(void)
{
	free(src);
	free(dst);
	free(expected);
}

/* Byte k of element e of the record in row i, column j: where it is on the side
 * that has records, and on the other. */
static int64_t
joined_at(const struct dri_pairs *p, int64_t stride, int64_t row, int64_t col,
	  int64_t e, int64_t k)
{
	int64_t record = (int64_t)p->plane.elem_bytes;

	return row * stride + col * record + e * (record / p->few) + k;
}

static int64_t
apart_at(const struct dri_pairs *p, int64_t stride, int64_t row, int64_t col,
	 int64_t e, int64_t k)
{
	return row * stride + col * ((int64_t)p->plane.elem_bytes / p->few) +
	       e * p->far + k;
}

typedef int64_t at_fn(const struct dri_pairs *p, int64_t stride, int64_t row,
		      int64_t col, int64_t e, int64_t k);

static void
move_plainly(const struct dri_pairs *p, at_fn *from_at, at_fn *to_at,
	     unsigned char *to)
{
	const struct dri_plane *all = &p->plane;
	int64_t bytes = (int64_t)all->elem_bytes / p->few;

	for (int64_t i = 0; i < all->ni; i++)
		for (int64_t j = 0; j < all->nj; j++)
			for (int64_t e = 0; e < p->few; e++)
				for (int64_t k = 0; k < bytes; k++)
					to[to_at(p, all->dst_stride, j, i, e,
						 k)] =
						src[from_at(p, all->src_stride,
							    i, j, e, k)];
}

/* Both ways; `skew` and `gap`, bytes, as nothing is aligned that need not be.
 */
static void
check(size_t bytes, int64_t few, int64_t ni, int64_t nj, int64_t skew,
      int64_t gap, bool stream)
{
	int64_t record = (int64_t)bytes * few;
	struct dri_pairs p = {.plane = {.elem_bytes = (size_t)record,
					.ni = ni,
					.nj = nj,
					.stream = stream},
			      .few = few};
	int64_t row = (ni * (int64_t)bytes + LINE - 1) / LINE * LINE + gap;

	p.plane.src_stride = nj * record + gap;
	p.plane.dst_stride = row;
	p.far = nj * row;
	ck_assert_int_lt(LINE + skew + few * p.far, SIZE);
	memset(dst, GUARD, SIZE);
	memset(expected, GUARD, SIZE);
	move_plainly(&p, joined_at, apart_at, expected + LINE + skew);
	ocr_dri_part(&p, src, dst + LINE + skew);
	ck_assert_int_eq(memcmp(dst, expected, SIZE), 0);

	row = nj * (int64_t)bytes + gap;
	p.plane.src_stride = row;
	p.plane.dst_stride = (ni * record + LINE - 1) / LINE * LINE + gap;
	p.far = ni * row;
	ck_assert_int_lt(few * p.far, SIZE);
	memset(dst, GUARD, SIZE);
	memset(expected, GUARD, SIZE);
	move_plainly(&p, apart_at, joined_at, expected + LINE + skew);
	ocr_dri_join(&p, src, dst + LINE + skew);
	ck_assert_int_eq(memcmp(dst, expected, SIZE), 0);
}

static const struct record {
	size_t bytes;
	int64_t few;
} records[] = {{1, 2}, {2, 2}, {4, 2}, {8, 2}, {1, 4}, {4, 4}, {2, 8}, {1, 16}};

#define RECORDS (int)(sizeof(records) / sizeof(records[0]))

START_TEST(of_any_size)
{
	const struct record *r = &records[_i];

	for (int64_t n = 1; n < 140; n += 23)
		for (int64_t skew = 0; skew < 3; skew++)
			check(r->bytes, r->few, n, 141 - n, skew, skew, false);
}
END_TEST

START_TEST(past_the_caches)
{
	const struct record *r = &records[_i];

	check(r->bytes, r->few, 128, 128, 0, 0, true);
	check(r->bytes, r->few, 131, 77, 0, 0, true);
	check(r->bytes, r->few, 131, 77, 1, 0, true);
	check(r->bytes, r->few, 64, 64, 0, 1, true);
}
END_TEST

START_TEST(wider_than_a_strip)
{
	const struct record *r = &records[_i];

	check(r->bytes, r->few, 70, 4096 / ((int64_t)r->bytes * r->few) + 41, 0,
	      0, true);
}
END_TEST

/* Which is where pairs of 8 bytes are moved as all others are. */
START_TEST(rows_a_page_apart)
{
	const struct record *r = &records[_i];

	check(r->bytes, r->few, 70, 4096 / ((int64_t)r->bytes * r->few), 0, 0,
	      false);
	check(r->bytes, r->few, 4096 / ((int64_t)r->bytes * r->few), 70, 0, 0,
	      true);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("pairs");
	TCase *tc = tcase_create("pairs");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, of_any_size, 0, RECORDS);
	tcase_add_loop_test(tc, past_the_caches, 0, RECORDS);
	tcase_add_loop_test(tc, wider_than_a_strip, 0, RECORDS);
	tcase_add_loop_test(tc, rows_a_page_apart, 0, RECORDS);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
