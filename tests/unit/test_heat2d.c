/* SPDX-License-Identifier: BSD-3-Clause */
/* test_heat2d.c - the plate and the tiles of apps/heat2d, without a runtime:
 * above all, that --verify would see a difference. */
#include "apps/heat2d/plate.h"
#include "apps/heat2d/tile.h"
#include "tests/suite.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

START_TEST(the_first_cell_that_differs_in_any_bit_is_found)
{
	double a[9] = {0}, b[9] = {0};

	ck_assert_uint_eq(plate_compare(a, b, 9), 9);
	b[7] = 1;
	ck_assert_uint_eq(plate_compare(a, b, 9), 7);
	ck_assert_uint_eq(plate_compare(a, b, 7), 7);
	b[4] = -0.0;
	ck_assert_uint_eq(plate_compare(a, b, 9), 4);
	a[2] = 1;
	b[2] = nextafter(1, 2);
	ck_assert_uint_eq(plate_compare(a, b, 9), 2);
}
END_TEST

START_TEST(only_cells_inside_change_and_by_the_formula)
{
	double cell[12] = {8, 1, 2, 8, 3, 10, 20, 4, 8, 5, 6, 8};
	double spare[12], before[12], *after;

	memcpy(before, cell, sizeof(cell));
	after = plate_run(cell, spare, 4, 3, 1);

	for (int i = 0; i < 12; i++)
		if (i != 5 && i != 6)
			ck_assert(after[i] == before[i]);
	/* 10 + 0.2 * (3 + 20 + 1 + 5 - 40), 20 + 0.2 * (10 + 4 + 2 + 6 - 80) */
	ck_assert_double_eq_tol(after[5], 7.8, 1e-12);
	ck_assert_double_eq_tol(after[6], 8.4, 1e-12);
}
END_TEST

START_TEST(no_iteration_changes_nothing)
{
	double cell[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, spare[9];

	ck_assert_ptr_eq(plate_run(cell, spare, 3, 3, 0), cell);
	for (int i = 0; i < 9; i++)
		ck_assert(cell[i] == i + 1);
}
END_TEST

START_TEST(tiles_cover_each_cell_of_the_plate_once)
{
	unsigned char seen[53][37] = {{0}};

	for (u32 r = 0; r < 7; r++)
		for (u32 c = 0; c < 37; c++) {
			struct area a = tile_area(53, 37, 7, 37, r, c);

			ck_assert_uint_ge(a.height, 1);
			ck_assert_uint_eq(a.width, 1);
			for (u32 y = a.y; y < a.y + a.height; y++)
				for (u32 x = a.x; x < a.x + a.width; x++)
					seen[y][x]++;
		}
	for (int y = 0; y < 53; y++)
		for (int x = 0; x < 37; x++)
			ck_assert_uint_eq(seen[y][x], 1);
}
END_TEST

/* Four tiles by hand: each side's message goes into the neighbour's frame. */
START_TEST(tiles_that_exchange_messages_are_the_serial_plate)
{
	enum { H = 9, W = 11, TILES = 4 };
	double plate[H * W], copy[H * W], spare[H * W], got[H * W], *serial;
	struct message *m = malloc(sizeof(*m) + W * sizeof(double));
	struct tile *tile[TILES];
	struct area area[TILES];

	for (int i = 0; i < H * W; i++)
		copy[i] = plate[i] = i * 37 % 101 / 7.0;
	for (u32 i = 0; i < TILES; i++) {
		area[i] = tile_area(H, W, 2, 2, i / 2, i % 2);
		tile[i] = malloc(tile_size(&area[i]));
		tile_init(tile[i], &area[i], plate, H, W);
	}

	for (int k = 0; k < 5; k++) {
		for (u32 i = 0; i < TILES; i++) {
			u32 beside = i ^ 1, below = i ^ 2;
			enum side to_beside = i % 2 ? WEST : EAST;
			enum side to_below = i / 2 ? NORTH : SOUTH;

			tile_write_message(tile[i], to_beside, m);
			tile_read_message(tile[beside], opposite(to_beside), m);
			tile_write_message(tile[i], to_below, m);
			tile_read_message(tile[below], opposite(to_below), m);
		}
		for (u32 i = 0; i < TILES; i++)
			tile_compute(tile[i]);
	}
	for (u32 i = 0; i < TILES; i++) {
		tile_get_cells(tile[i], spare);
		for (u32 y = 0; y < area[i].height; y++)
			memcpy(got + (area[i].y + y) * W + area[i].x,
			       spare + y * area[i].width,
			       area[i].width * sizeof(*got));
	}
	serial = plate_run(copy, spare, W, H, 5);

	ck_assert_uint_eq(plate_compare(got, serial, H * W), H * W);
	ck_assert_uint_lt(plate_compare(got, plate, H * W), H * W);
	for (u32 i = 0; i < TILES; i++)
		free(tile[i]);
	free(m);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("heat2d");
	TCase *tc = tcase_create("plate");

	tcase_add_test(tc, the_first_cell_that_differs_in_any_bit_is_found);
	tcase_add_test(tc, only_cells_inside_change_and_by_the_formula);
	tcase_add_test(tc, no_iteration_changes_nothing);
	tcase_add_test(tc, tiles_cover_each_cell_of_the_plate_once);
	tcase_add_test(tc, tiles_that_exchange_messages_are_the_serial_plate);
	suite_add_tcase(s, tc);
	return run_suite(s);
}
