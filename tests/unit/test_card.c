/* SPDX-License-Identifier: BSD-3-Clause */
/* test_card.c - what a node publishes of itself. */
#include "fabric/card.h"
#include "fabric/program.h"
#include "fabric/seal.h"
#include "tests/suite.h"

#include <check.h>
#include <string.h>
#include <unistd.h>

static struct ocr_card card;

static void
make_card(void)
{
	ocr_card_init(&card);
	strcpy(card.ofi.provider, "net");
	card.ofi.addr_bytes = 16;
}

static const char *
read_back(size_t len_bytes)
{
	struct ocr_card out;

	return ocr_card_read(&out, &card, len_bytes);
}

START_TEST(a_card_survives_being_published)
{
	struct ocr_card out;
	const char *why;

	why = ocr_card_read(&out, &card, ocr_card_bytes(&card));

	ck_assert_ptr_null(why);
	ck_assert_mem_eq(&out, &card, sizeof(card));
	ck_assert_ptr_null(ocr_card_check(&card, &out));
	ck_assert_uint_eq(out.pid, (uint32_t)getpid());
}
END_TEST

START_TEST(a_card_of_any_other_length_is_refused)
{
	size_t n;

	for (n = 0; n <= sizeof(card); n++)
		if (n != ocr_card_bytes(&card))
			ck_assert_ptr_nonnull(read_back(n));
	ck_assert_ptr_nonnull(read_back(SIZE_MAX));
}
END_TEST

START_TEST(an_address_longer_than_the_card_is_refused)
{
	card.ofi.addr_bytes = UINT16_MAX;
	ck_assert_ptr_nonnull(read_back(sizeof(card)));
	card.ofi.addr_bytes = OCR_CARD_ADDR_MAX;
	ck_assert_ptr_null(read_back(sizeof(card)));
}
END_TEST

START_TEST(another_magic_or_version_is_refused)
{
	card.magic = __builtin_bswap32(OCR_CARD_MAGIC);
	ck_assert_ptr_nonnull(read_back(ocr_card_bytes(&card)));
	card.magic = OCR_CARD_MAGIC;
	card.version++;
	ck_assert_ptr_nonnull(read_back(ocr_card_bytes(&card)));
}
END_TEST

START_TEST(a_provider_without_end_is_refused)
{
	memset(card.ofi.provider, 'x', sizeof(card.ofi.provider));
	ck_assert_ptr_nonnull(read_back(ocr_card_bytes(&card)));
}
END_TEST

START_TEST(nodes_of_different_kind_do_not_work_together)
{
	struct ocr_card other = card;

	other.program++;
	ck_assert_ptr_nonnull(ocr_card_check(&card, &other));
}
END_TEST

/* Both are named, so that one can be changed. */
START_TEST(nodes_with_different_tags_do_not_work_together)
{
	struct ocr_card other = card;
	const char *why;
	int ours, theirs;

	for (ours = OCR_TAG_NONE; ours <= OCR_TAG_ALL; ours++) {
		for (theirs = OCR_TAG_NONE; theirs <= OCR_TAG_ALL; theirs++) {
			card.tag = (uint16_t)ours;
			other.tag = (uint16_t)theirs;
			why = ocr_card_check(&card, &other);
			if (ours == theirs) {
				ck_assert_ptr_null(why);
				continue;
			}
			ck_assert_ptr_nonnull(why);
			ck_assert_ptr_nonnull(strstr(why, ocr_tag_words[ours]));
			ck_assert_ptr_nonnull(
				strstr(why, ocr_tag_words[theirs]));
		}
	}
	card.tag = OCR_TAG_ALL + 1;
	ck_assert_ptr_nonnull(read_back(ocr_card_bytes(&card)));
}
END_TEST

START_TEST(nodes_with_different_networks_do_not_reach_each_other)
{
	struct ocr_card_ofi other = card.ofi;

	ck_assert_ptr_null(ocr_card_check_ofi(&card.ofi, &other));
	strcpy(other.provider, "tcp");
	ck_assert_ptr_nonnull(ocr_card_check_ofi(&card.ofi, &other));
	other = card.ofi;
	other.addr_format++;
	ck_assert_ptr_nonnull(ocr_card_check_ofi(&card.ofi, &other));
	other = card.ofi;
	other.addr_bytes = 0;
	ck_assert_ptr_nonnull(ocr_card_check_ofi(&card.ofi, &other));
}
END_TEST

START_TEST(bits_that_mean_nothing_are_zero)
{
	card.ofi.zero = 1;
	ck_assert_ptr_nonnull(read_back(ocr_card_bytes(&card)));
	card.ofi.zero = 0;
	card.zero_pid = 1;
	ck_assert_ptr_nonnull(read_back(ocr_card_bytes(&card)));
}
END_TEST

START_TEST(a_program_knows_itself)
{
	ck_assert_uint_ne(ocr_program_id(), 0);
	ck_assert_uint_eq(ocr_program_id(), ocr_program_id());
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("card");
	TCase *t = tcase_create("card");

	tcase_add_checked_fixture(t, make_card, NULL);
	tcase_add_test(t, a_card_survives_being_published);
	tcase_add_test(t, a_card_of_any_other_length_is_refused);
	tcase_add_test(t, an_address_longer_than_the_card_is_refused);
	tcase_add_test(t, another_magic_or_version_is_refused);
	tcase_add_test(t, a_provider_without_end_is_refused);
	tcase_add_test(t, nodes_of_different_kind_do_not_work_together);
	tcase_add_test(t, nodes_with_different_tags_do_not_work_together);
	tcase_add_test(t,
		       nodes_with_different_networks_do_not_reach_each_other);
	tcase_add_test(t, bits_that_mean_nothing_are_zero);
	tcase_add_test(t, a_program_knows_itself);
	suite_add_tcase(s, t);
	return run_suite(s);
}
