/* SPDX-License-Identifier: BSD-3-Clause */
/* test_turn.c - every kind of plane, at every place of a cache line. */
#include "src/dri/move/turn.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define LINE  64
#define SIZE  (1 << 20)
#define GUARD 0xa5

static unsigned char *src, *dst, *expected;

static void
setup(void)
{
	int i;

	src = aligned_alloc(LINE, SIZE);
	dst = aligned_alloc(LINE, SIZE);
	expected = aligned_alloc(LINE, SIZE);
	ck_assert_ptr_nonnull(src);
	ck_assert_ptr_nonnull(dst);
	ck_assert_ptr_nonnull(expected);
	for (i = 0; i < SIZE; i++)
		src[i] = (unsigned char)((unsigned)i * 2654435761u >> 13);
}

static void
teardown(void)
{
	free(src);
	free(dst);
	free(expected);
}

/* Byte by byte. */
static void
turn_plainly(const struct dri_plane *p, const unsigned char *from,
	     unsigned char *to)
{
	int64_t bytes = (int64_t)p->elem_bytes, i, j, k;

	for (i = 0; i < p->ni; i++)
		for (j = 0; j < p->nj; j++)
			for (k = 0; k < bytes; k++)
				to[i * bytes + j * p->dst_stride + k] =
					from[i * p->src_stride + j * bytes + k];
}

/* A plane that begins `skew` bytes behind the begin of a line. */
static void
check(struct dri_plane p, int64_t skew, int64_t src_at)
{
	memset(dst, GUARD, SIZE);
	memset(expected, GUARD, SIZE);
	turn_plainly(&p, src + src_at, expected + LINE + skew);

	ocr_dri_turn(&p, src + src_at, dst + LINE + skew);

	ck_assert_int_eq(memcmp(dst, expected, SIZE), 0);
}

static const size_t sizes[] = {1, 2, 4, 8, 16};

START_TEST(whole_tiles_are_transposed)
{
	int64_t bytes = (int64_t)sizes[_i], n = 2 * LINE / bytes;

	check((struct dri_plane){sizes[_i], n, 2 * n, 5 * LINE, 3 * LINE,
				 false},
	      0, 0);
}
END_TEST

START_TEST(what_is_written_past_the_caches_is_the_same)
{
	int64_t bytes = (int64_t)sizes[_i], n = 2 * LINE / bytes;

	check((struct dri_plane){sizes[_i], n, 2 * n, 5 * LINE, 3 * LINE, true},
	      0, 0);
}
END_TEST

START_TEST(tiles_may_begin_and_end_anywhere)
{
	int64_t bytes = (int64_t)sizes[_i], n = LINE / bytes, skew, more;

	for (skew = 0; skew < LINE; skew += (bytes + 1) / 2)
		for (more = 0; more < 3; more++)
			check((struct dri_plane){sizes[_i], 2 * n + more,
						 2 * n + 2 - more, 5 * LINE + 2,
						 4 * LINE, more != 1},
			      skew, 6);
}
END_TEST

START_TEST(rows_may_have_any_distance)
{
	int64_t bytes = (int64_t)sizes[_i], n = LINE / bytes;

	check((struct dri_plane){sizes[_i], 3 * n, 2 * n, 2 * LINE,
				 3 * LINE + bytes, true},
	      0, 0);
}
END_TEST

START_TEST(a_source_may_lie_backwards)
{
	int64_t bytes = (int64_t)sizes[_i], n = LINE / bytes;

	check((struct dri_plane){sizes[_i], 2 * n, 2 * n, -4 * LINE, 2 * LINE,
				 true},
	      0, 4 * LINE * (2 * n - 1));
}
END_TEST

START_TEST(one_row_and_one_column_will_do)
{
	int64_t bytes = (int64_t)sizes[_i];

	check((struct dri_plane){sizes[_i], 1, 2048 / bytes, 4096, LINE, true},
	      bytes, 0);
	check((struct dri_plane){sizes[_i], 2048 / bytes, 1, LINE, 4096, true},
	      bytes, 0);
}
END_TEST

/* Structures to arrays, and back. */
START_TEST(a_few_rows_or_columns_are_gone_through_once)
{
	int64_t bytes = (int64_t)sizes[_i], n, skew;

	for (n = 2; n < 9; n++)
		for (skew = 0; skew < 3; skew++) {
			check((struct dri_plane){sizes[_i], 150 - n, n,
						 n * bytes, 161 * bytes + skew,
						 skew == 1},
			      skew, 1);
			check((struct dri_plane){sizes[_i], n, 150 - n,
						 161 * bytes + skew, n * bytes,
						 skew == 1},
			      skew, 1);
		}
}
END_TEST

START_TEST(a_plane_wider_than_a_strip_is_done_in_strips)
{
	int64_t bytes = (int64_t)sizes[_i], n = LINE / bytes;

	check((struct dri_plane){sizes[_i], bytes > 1 ? 2 * n : n,
				 (4096 + 3 * LINE) / bytes, 2 * 4096, 2 * LINE,
				 false},
	      0, 0);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("turn");
	TCase *tc = tcase_create("turn");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, whole_tiles_are_transposed, 0, 5);
	tcase_add_loop_test(tc, what_is_written_past_the_caches_is_the_same, 0,
			    5);
	tcase_add_loop_test(tc, tiles_may_begin_and_end_anywhere, 0, 5);
	tcase_add_loop_test(tc, rows_may_have_any_distance, 0, 5);
	tcase_add_loop_test(tc, a_source_may_lie_backwards, 0, 5);
	tcase_add_loop_test(tc, one_row_and_one_column_will_do, 0, 5);
	tcase_add_loop_test(tc, a_few_rows_or_columns_are_gone_through_once, 0,
			    5);
	tcase_add_loop_test(tc, a_plane_wider_than_a_strip_is_done_in_strips, 0,
			    5);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
