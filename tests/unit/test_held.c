/* SPDX-License-Identifier: BSD-3-Clause */
/* test_held.c - the blocks of one task. */
#include "src/data/held.h"

#include "guidmap/guid.h"
#include "include/ocr.h"

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

START_TEST(blocks_of_slots_are_sorted_and_each_is_there_once)
{
	struct ocr_held h;

	memset(&h, 0, sizeof(h));
	for (uint64_t i = 0; i < 300; i++)
		ck_assert_int_eq(ocr_held_add(&h, block(i * 7 % 100),
					      DB_MODE_EW, NULL, NULL),
				 0);
	ocr_held_sort(&h);

	ck_assert_uint_eq(h.n, 100);
	for (uint32_t i = 1; i < h.n; i++)
		ck_assert(ocrGuidIsLt(h.blocks[i - 1].db, h.blocks[i].db));
	for (uint64_t i = 0; i < 100; i++)
		ck_assert_ptr_nonnull(ocr_held_find(&h, block(i)));
	ck_assert_ptr_null(ocr_held_find(&h, block(100)));
	ocr_held_fini(&h);
}
END_TEST

START_TEST(the_strongest_mode_of_a_block_stays)
{
	static const uint32_t rising[] = {DB_MODE_RO, DB_MODE_CONST, DB_MODE_RW,
					  DB_MODE_EW};

	for (uint32_t most = 0; most < 4; most++) {
		for (uint32_t first = 0; first <= most; first++) {
			struct ocr_held h;

			memset(&h, 0, sizeof(h));
			for (uint32_t i = 0; i <= most; i++)
				ocr_held_add(&h, block(1),
					     rising[(first + i) % (most + 1)],
					     NULL, NULL);
			ocr_held_sort(&h);

			ck_assert_uint_eq(h.n, 1);
			ck_assert_uint_eq(h.blocks[0].mode, rising[most]);
			ocr_held_fini(&h);
		}
	}
}
END_TEST

START_TEST(blocks_made_later_are_found_however_many)
{
	struct ocr_held h;

	memset(&h, 0, sizeof(h));
	for (uint64_t i = 0; i < 20; i++)
		ocr_held_add(&h, block(i), DB_MODE_RO, NULL, NULL);
	ocr_held_sort(&h);
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

int
main(void)
{
	Suite *s = suite_create("held");
	TCase *t = tcase_create("held");
	SRunner *r = srunner_create(s);
	int failed;

	tcase_add_test(t, the_strongest_mode_of_a_block_stays);
	tcase_add_test(t, blocks_of_slots_are_sorted_and_each_is_there_once);
	tcase_add_test(t, blocks_made_later_are_found_however_many);
	suite_add_tcase(s, t);
	srunner_run_all(r, CK_ENV);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed != 0;
}
