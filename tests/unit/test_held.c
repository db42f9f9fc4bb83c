/* SPDX-License-Identifier: BSD-3-Clause */
/* test_held.c - the blocks of one task. */
#include "src/data/held.h"

#include "guidmap/guid.h"
#include "include/ocr.h"
#include "tests/suite.h"

#include <check.h>
#include <string.h>

static ocrGuid_t
block(uint64_t i)
{
	return ocr_guid_make(OCR_GUID_DB, 0, i % 3, 1, i);
}

static struct ocr_block *
buf(uintptr_t i)
{
	return (struct ocr_block *)(i + 1);
}

static ocrEdtDep_t
slot(uint64_t i, ocrDbAccessMode_t mode)
{
	return (ocrEdtDep_t){.guid = block(i), .mode = mode};
}

/* Slots of 100 blocks, or of fewer; every other slot is empty. */
static void
check_slots(uint32_t depc, uint64_t blocks)
{
	ocrEdtDep_t depv[300] = {0};
	struct ocr_held h = {0};

	for (uint32_t i = 0; i < depc; i += 2)
		depv[i] = slot(i / 2 * 7 % blocks, DB_MODE_EW);
	ck_assert_int_eq(ocr_held_slots(&h, depv, depc), 0);

	ck_assert_uint_eq(h.n, blocks);
	for (uint32_t i = 1; i < h.n; i++)
		ck_assert(ocrGuidIsLt(h.blocks[i - 1].db, h.blocks[i].db));
	for (uint64_t i = 0; i < blocks; i++)
		ck_assert_ptr_nonnull(ocr_held_find(&h, block(i)));
	ck_assert_ptr_null(ocr_held_find(&h, block(blocks)));
	ocr_held_fini(&h);
}

START_TEST(blocks_of_slots_are_sorted_and_each_is_there_once)
{
	check_slots(300, 100);
	check_slots(8, 4);
	check_slots(8, 3);
	check_slots(8, 1);
	check_slots(10, 5);
	check_slots(2, 1);
}
END_TEST

START_TEST(two_slots_are_as_sorted_as_many)
{
	for (uint64_t i = 0; i < 2; i++) {
		const ocrEdtDep_t depv[] = {slot(i, DB_MODE_CONST),
					    slot(!i, DB_MODE_EW)};
		struct ocr_held h = {0};

		ck_assert_int_eq(ocr_held_slots(&h, depv, 2), 0);
		ck_assert_uint_eq(h.n, 2);
		ck_assert(ocrGuidIsLt(h.blocks[0].db, h.blocks[1].db));
		ck_assert_uint_eq(ocr_held_find(&h, block(i))->mode,
				  DB_MODE_CONST);
		ck_assert_uint_eq(ocr_held_find(&h, block(!i))->mode,
				  DB_MODE_EW);
		ck_assert_ptr_null(ocr_held_find(&h, block(2)));
		ocr_held_fini(&h);
	}
}
END_TEST

START_TEST(slots_without_blocks_take_no_room)
{
	ocrEdtDep_t depv[3] = {0};
	struct ocr_held h = {0};

	depv[1] = slot(1, DB_MODE_NULL);
	ck_assert_int_eq(ocr_held_slots(&h, depv, 3), 0);

	ck_assert_uint_eq(h.n, 0);
	ck_assert_ptr_null(h.blocks);
}
END_TEST

/* With so many slots that they are sorted by insertion, and otherwise. */
static void
check_strongest(uint32_t depc)
{
	static const ocrDbAccessMode_t rising[] = {DB_MODE_RO, DB_MODE_CONST,
						   DB_MODE_RW, DB_MODE_EW};

	for (uint32_t most = 0; most < 4; most++) {
		for (uint32_t first = 0; first <= most; first++) {
			ocrEdtDep_t depv[20] = {0};
			struct ocr_held h = {0};

			for (uint32_t i = 0; i <= most; i++)
				depv[i] = slot(
					1, rising[(first + i) % (most + 1)]);
			ck_assert_int_eq(ocr_held_slots(&h, depv, depc), 0);

			ck_assert_uint_eq(h.n, 1);
			ck_assert_uint_eq(h.blocks[0].mode, rising[most]);
			ocr_held_fini(&h);
		}
	}
}

START_TEST(the_strongest_mode_of_a_block_stays)
{
	check_strongest(4);
	check_strongest(20);
}
END_TEST

static struct ocr_held
held_of_slots(uint64_t n)
{
	ocrEdtDep_t depv[20] = {0};
	struct ocr_held h = {0};

	for (uint64_t i = 0; i < n; i++)
		depv[i] = slot(i, DB_MODE_RO);
	ck_assert_int_eq(ocr_held_slots(&h, depv, (uint32_t)n), 0);
	return h;
}

START_TEST(blocks_made_later_are_found_however_many)
{
	struct ocr_held h = held_of_slots(20);

	for (uint64_t i = 20; i < 5000; i++) {
		ck_assert_ptr_null(ocr_held_find(&h, block(i)));
		ck_assert_int_eq(
			ocr_held_add(&h, block(i), DB_MODE_RW, buf(i), NULL),
			0);
	}

	for (uint64_t i = 20; i < 5000; i++) {
		struct ocr_held_block *b = ocr_held_find(&h, block(i));

		ck_assert_ptr_nonnull(b);
		ck_assert_ptr_eq(b->block, buf(i));
	}
	ck_assert_ptr_nonnull(ocr_held_find(&h, block(3)));
	ocr_held_fini(&h);
}
END_TEST

/* `live` at a time, the oldest of which goes first. */
static void
check_forgotten(uint64_t slots, uint64_t live)
{
	struct ocr_held h = held_of_slots(slots);

	for (uint64_t round = 0; round < 100; round++) {
		uint64_t first = slots + round * live;

		for (uint64_t i = first; i < first + live; i++)
			ck_assert_int_eq(ocr_held_add(&h, block(i), DB_MODE_RW,
						      buf(i), NULL),
					 0);
		for (uint64_t i = first; i < first + live; i++) {
			struct ocr_held_block *b = ocr_held_find(&h, block(i));

			ck_assert_ptr_nonnull(b);
			ck_assert_ptr_eq(b->block, buf(i));
			ocr_held_forget(&h, b);
		}
		ck_assert_uint_eq(h.n, slots);
		ck_assert_ptr_null(ocr_held_find(&h, block(first)));
	}
	ck_assert_uint_le(h.cap, 4 * (slots + live) + OCR_HELD_FEW);
	if (slots)
		ck_assert_ptr_nonnull(ocr_held_find(&h, block(0)));
	ocr_held_fini(&h);
}

START_TEST(blocks_that_are_destroyed_take_no_room)
{
	check_forgotten(0, 1);
	check_forgotten(0, 100);
	check_forgotten(3, 7);
	check_forgotten(20, 1000);
}
END_TEST

START_TEST(a_block_of_a_slot_keeps_its_place)
{
	struct ocr_held h = held_of_slots(2);

	ocr_held_forget(&h, ocr_held_find(&h, block(1)));

	ck_assert_uint_eq(h.n, 2);
	ck_assert_ptr_nonnull(ocr_held_find(&h, block(1)));
	ocr_held_fini(&h);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("held");
	TCase *t = tcase_create("held");

	tcase_add_test(t, the_strongest_mode_of_a_block_stays);
	tcase_add_test(t, blocks_of_slots_are_sorted_and_each_is_there_once);
	tcase_add_test(t, two_slots_are_as_sorted_as_many);
	tcase_add_test(t, slots_without_blocks_take_no_room);
	tcase_add_test(t, blocks_made_later_are_found_however_many);
	tcase_add_test(t, blocks_that_are_destroyed_take_no_room);
	tcase_add_test(t, a_block_of_a_slot_keeps_its_place);
	suite_add_tcase(s, t);
	return run_suite(s);
}
