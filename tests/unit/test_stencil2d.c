/* SPDX-License-Identifier: BSD-3-Clause */
/* test_stencil2d.c - the tiles of apps/stencil2d, without a runtime. */
#include "apps/stencil2d/tile.h"
#include "tests/suite.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIZE	23
#define RADIUS	3
#define ROWS	3
#define COLUMNS 4
#define TILES	(ROWS * COLUMNS)
#define COUNT	5

static struct tile *tile[TILES];
static struct area area[TILES];

static void
make_tiles(void)
{
	for (u32 i = 0; i < TILES; i++) {
		area[i] = tile_area(SIZE, ROWS, COLUMNS, i / COLUMNS,
				    i % COLUMNS);
		tile[i] = malloc(tile_bytes(&area[i], RADIUS));
		ck_assert_ptr_nonnull(tile[i]);
		tile_init(tile[i], &area[i], SIZE, RADIUS);
	}
}

static void
free_tiles(void)
{
	for (u32 i = 0; i < TILES; i++)
		free(tile[i]);
}

/* What tile `from` sends to its `side`, where `to` is. */
static void
exchange(u32 from, u32 to, enum side side)
{
	double cell[SIZE * RADIUS];

	ck_assert_uint_eq(tile_message_cells(tile[from], side),
			  tile_message_cells(tile[to], opposite(side)));
	tile_write_message(tile[from], side, cell);
	tile_read_message(tile[to], opposite(side), cell);
}

static void
run_tiles(void)
{
	for (int k = 0; k < COUNT; k++) {
		for (u32 i = 0; i < TILES; i++) {
			if (i % COLUMNS > 0)
				exchange(i, i - 1, WEST);
			if (i % COLUMNS + 1 < COLUMNS)
				exchange(i, i + 1, EAST);
			if (i >= COLUMNS)
				exchange(i, i - COLUMNS, NORTH);
			if (i + COLUMNS < TILES)
				exchange(i, i + COLUMNS, SOUTH);
		}
		for (u32 i = 0; i < TILES; i++)
			tile_compute(tile[i]);
	}
}

START_TEST(tiles_cover_each_point_of_the_field_once)
{
	unsigned char seen[SIZE][SIZE] = {{0}};

	for (u32 i = 0; i < TILES; i++)
		for (u32 y = 0; y < area[i].height; y++)
			for (u32 x = 0; x < area[i].width; x++)
				seen[area[i].y + y][area[i].x + x]++;

	for (u32 y = 0; y < SIZE; y++)
		for (u32 x = 0; x < SIZE; x++)
			ck_assert_uint_eq(seen[y][x], 1);
}
END_TEST

START_TEST(tiles_that_exchange_messages_are_the_serial_field)
{
	double *serial = stencil_run(SIZE, RADIUS, COUNT);
	double cell[SIZE * SIZE], sum = 0;

	ck_assert_ptr_nonnull(serial);

	run_tiles();

	for (u32 i = 0; i < TILES; i++) {
		sum += tile_sum(tile[i]);
		tile_get_out(tile[i], cell);
		for (u32 y = 0; y < area[i].height; y++)
			ck_assert_mem_eq(cell + y * area[i].width,
					 serial + (area[i].y + y) * SIZE +
						 area[i].x,
					 area[i].width * sizeof(*cell));
	}
	ck_assert_double_eq_tol(
		sum, 2.0 * COUNT * (SIZE - 2 * RADIUS) * (SIZE - 2 * RADIUS),
		1e-8);
	free(serial);
}
END_TEST

START_TEST(a_message_of_the_wrong_iteration_changes_the_sum)
{
	double late[SIZE * RADIUS], sum = 0, right = 0;

	run_tiles();
	for (u32 i = 0; i < TILES; i++)
		right += tile_sum(tile[i]);
	/* What tile 0 has from the east now is one iteration old. */
	tile_write_message(tile[1], WEST, late);
	for (size_t i = 0; i < tile_message_cells(tile[1], WEST); i++)
		late[i] -= 1;
	tile_read_message(tile[0], EAST, late);
	tile_compute(tile[0]);

	for (u32 i = 0; i < TILES; i++)
		sum += tile_sum(tile[i]);

	/* Its points have 2 more each, but for those that miss 1 in the east.
	 */
	ck_assert_double_gt(fabs(sum - right -
				 2.0 * (area[0].width - RADIUS) *
					 (area[0].height - RADIUS)),
			    0.1);
}
END_TEST

START_TEST(the_field_is_2_per_iteration_inside_and_0_at_the_edge)
{
	u32 radius = (u32)_i, size = 2 * radius + 4;
	double *out = stencil_run(size, radius, 3);

	ck_assert_ptr_nonnull(out);
	for (u32 y = 0; y < size; y++)
		for (u32 x = 0; x < size; x++) {
			bool inside = x >= radius && x < size - radius &&
				      y >= radius && y < size - radius;

			ck_assert_double_eq_tol(out[y * size + x],
						inside ? 6 : 0, 1e-12);
		}
	free(out);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("stencil2d");
	TCase *tc = tcase_create("tiles"), *serial = tcase_create("serial");

	tcase_add_checked_fixture(tc, make_tiles, free_tiles);
	tcase_add_test(tc, tiles_cover_each_point_of_the_field_once);
	tcase_add_test(tc, tiles_that_exchange_messages_are_the_serial_field);
	tcase_add_test(tc, a_message_of_the_wrong_iteration_changes_the_sum);
	tcase_add_loop_test(
		serial, the_field_is_2_per_iteration_inside_and_0_at_the_edge,
		1, STENCIL_MAX_RADIUS + 1);
	suite_add_tcase(s, tc);
	suite_add_tcase(s, serial);
	return run_suite(s);
}
