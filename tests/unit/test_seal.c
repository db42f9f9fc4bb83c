/* SPDX-License-Identifier: BSD-3-Clause */
/* test_seal.c - what members say passes, and nothing else; each number is of
 * one tag.
 *
 * The known answers were computed from the definitions (RFC 7748, RFC 7693,
 * RFC 8439 and the papers of SipHash, XChaCha20 and UMAC), not with libsodium.
 */
#include "fabric/seal.h"
#include "tests/suite.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define HEAD UINT64_C(0x0706050403020100)
#define BODY 600

static struct ocr_seal *three, *seven;
static struct ocr_seal_pair to_seven, to_three;
static uint64_t head;
static uint8_t body[BODY], mark[OCR_SEAL_MARK_BYTES];

static void
open_pair(enum ocr_tag how)
{
	uint8_t seed[32];
	int i;

	memset(seed, 3, sizeof(seed));
	ck_assert_int_eq(ocr_seal_open_from(&three, how, seed), 0);
	memset(seed, 7, sizeof(seed));
	ck_assert_int_eq(ocr_seal_open_from(&seven, how, seed), 0);
	ck_assert_int_eq(
		ocr_seal_pair(three, ocr_seal_public(seven), 3, 7, &to_seven),
		0);
	ck_assert_int_eq(
		ocr_seal_pair(seven, ocr_seal_public(three), 7, 3, &to_three),
		0);
	head = HEAD;
	for (i = 0; i < BODY; i++)
		body[i] = (uint8_t)(i * 7);
}

static void
close_pair(void)
{
	ocr_seal_close(three);
	ocr_seal_close(seven);
}

static void
open_all(void)
{
	open_pair(OCR_TAG_ALL);
}

static void
open_control(void)
{
	open_pair(OCR_TAG_CONTROL);
}

static void
open_none(void)
{
	open_pair(OCR_TAG_NONE);
}

static void
mark_by(struct ocr_seal_pair *pair, uint64_t h, const uint8_t *bytes, size_t n)
{
	ocr_seal_mark(pair, ocr_seal_cover(pair, h, bytes, n), mark);
}

/* Of head and body, from node 3 to node 7. */
static void
mark_it(void)
{
	mark_by(&to_seven, head, body, BODY);
}

static bool
passes(void)
{
	return ocr_seal_check(&to_three, head, body, BODY, mark);
}

static uint64_t
number_of(const uint8_t *m)
{
	uint64_t number;

	memcpy(&number, m + OCR_SEAL_MARK_BYTES - sizeof(number),
	       sizeof(number));
	return number;
}

static void
assert_hex(const uint8_t *bytes, size_t n, const char *hex)
{
	char ours[256];
	size_t i;

	for (i = 0; i < n; i++)
		sprintf(ours + 2 * i, "%02x", bytes[i]);
	ck_assert_str_eq(ours, hex);
}

static void
from_hex(uint8_t *bytes, const char *hex)
{
	unsigned u;

	for (; *hex != 0; hex += 2) {
		ck_assert_int_eq(sscanf(hex, "%2x", &u), 1);
		*bytes++ = (uint8_t)u;
	}
}

static const struct {
	uint64_t head;
	size_t n;
	const char *mark; /* the tag, and its number */
} known[] = {
	{HEAD, 600, "950c1f099943ad1fd0350b32739700570000000000000000"},
	{HEAD, 513, "18d9e7ba1a1fe69a0575856697fdc4560100000000000000"},
	{HEAD, 512, "eb2725b9711b6c4b5a1b38071c2b8f350200000000000000"},
	{HEAD, 136, "c24c7e7bcf1779e7128c1a0c68e0533a0300000000000000"},
	{HEAD, 135, "e174e3d9df1626a56dfeb2e0788709150400000000000000"},
	{HEAD, 80, "35c48df742bd7c4388e3559dc96e626b0500000000000000"},
	{0, 0, "0acef8d7123801a6684a59b16224aaa10600000000000000"},
	{UINT64_MAX, 9000, "16cf0bb030316f89d271112238409d490700000000000000"},
};

START_TEST(keys_and_marks_are_what_the_definitions_say)
{
	uint8_t big[9000];
	size_t i;

	assert_hex(ocr_seal_public(three), 32,
		   "85788f6e8c1818fd4314b841a87ffb91"
		   "af60d95aa98338496cd17ba1cbf1532b");
	assert_hex(ocr_seal_public(seven), 32,
		   "8db577f9b9c2744798987db557bf31ca"
		   "48acd205a9db8c320e5d49f302a96474");
	for (i = 0; i < sizeof(big); i++)
		big[i] = (uint8_t)(i * 7);
	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		mark_by(&to_seven, known[i].head, big, known[i].n);
		assert_hex(mark, sizeof(mark), known[i].mark);
		ck_assert(ocr_seal_check(&to_three, known[i].head, big,
					 known[i].n, mark));
	}
	mark_by(&to_three, head, body, BODY);
	assert_hex(mark, 16, "c7a8172e6e586e60c80b29a8f200c588");
	/* All bits of a number count. */
	from_hex(mark, "7e5ecfdf3fb8a47b7a8d55b2d0c623ca0000000002000000");
	ck_assert(ocr_seal_check(&to_three, head, body, 80, mark));
}
END_TEST

START_TEST(control_is_the_head_and_the_begin_of_the_body)
{
	mark_it();

	assert_hex(mark, 16, "19bab15667d603c239740da8fa15a11a");
	body[OCR_SEAL_CONTROL] ^= 1;
	ck_assert(passes());
	body[OCR_SEAL_CONTROL - 1] ^= 1;
	ck_assert(!passes());
}
END_TEST

START_TEST(without_tags_there_are_zeroes)
{
	static const uint8_t zeroes[OCR_SEAL_MARK_BYTES];

	mark_it();

	ck_assert_mem_eq(mark, zeroes, sizeof(mark));
	body[0] ^= 1;
	ck_assert(passes());
	mark[3] = 1;
	ck_assert(!passes());
}
END_TEST

/* Ahead or not, and whatever becomes of the packet. */
START_TEST(each_number_is_given_out_once)
{
	uint8_t last[OCR_SEAL_MARK_BYTES] = {0};
	uint64_t i;

	for (i = 0; i < 300; i++) {
		if (i % 3 == 1)
			ocr_seal_ready_out(&to_seven);
		if (i % 3 == 2)
			for (int j = 0; j < 2; j++)
				ocr_seal_ready_out(&to_seven);
		mark_it();
		ck_assert_uint_eq(number_of(mark), i);
		/* The same bytes: their sums do not show. */
		ck_assert_mem_ne(mark, last, 8);
		ck_assert_mem_ne(mark + 8, last + 8, 8);
		memcpy(last, mark, sizeof(last));
		ck_assert(i % 2 || passes());
		if (i % 5 == 1)
			ocr_seal_ready_in(&to_three);
	}
}
END_TEST

/* What is made ahead is what would be made now. */
START_TEST(numbers_may_be_left_out_and_overtaken)
{
	uint8_t all[16][OCR_SEAL_MARK_BYTES];
	static const uint8_t order[] = {0, 1, 1, 4, 5, 2, 6, 15, 7, 15, 3, 14};
	size_t i;

	for (i = 0; i < 16; i++) {
		mark_it();
		memcpy(all[i], mark, sizeof(mark));
	}
	for (i = 0; i < sizeof(order); i++) {
		memcpy(mark, all[order[i]], sizeof(mark));
		ck_assert(passes());
		if (i % 2)
			ocr_seal_ready_in(&to_three);
	}
}
END_TEST

/* As a stranger sends it: with any number, the next one above all. */
START_TEST(what_does_not_pass_changes_nothing)
{
	static const uint64_t tried[] = {0, 1, 2, 3, 1000, UINT64_MAX};
	struct ocr_seal_pair before;
	size_t i;

	mark_it();
	ck_assert(passes());
	ocr_seal_ready_in(&to_three);
	ck_assert_uint_eq(to_three.in.pad_of, 1);
	before = to_three;
	for (i = 0; i < sizeof(tried) / sizeof(tried[0]); i++) {
		memcpy(mark + 16, &tried[i], sizeof(tried[i]));
		mark[0] ^= 1;
		ck_assert(!passes());
		mark[0] ^= 1;
		/* The tag is of number 0. */
		ck_assert(passes() == (tried[i] == 0));
		ck_assert_mem_eq(&to_three, &before, sizeof(before));
	}
}
END_TEST

START_TEST(what_comes_again_does_not_lead_back)
{
	uint8_t first[OCR_SEAL_MARK_BYTES];

	mark_it();
	memcpy(first, mark, sizeof(first));
	mark_it();
	ck_assert(passes());
	ocr_seal_ready_in(&to_three);
	memcpy(mark, first, sizeof(first));
	ck_assert(passes());
	ocr_seal_ready_in(&to_three);
	ck_assert_uint_eq(to_three.in.pad_of, 2);
}
END_TEST

START_TEST(what_was_wrapped_elsewhere_opens)
{
	uint8_t sealed[61], plain[21];

	from_hex(sealed, "6465666768696a6b6c6d6e6f707172737475767778797a7b"
			 "9d3d4cea9b5ddfc8a3c4cc46e0873e0c75b495e212"
			 "59aad0b33a11ac5ace559325ad38e3bd");

	ck_assert(ocr_seal_unwrap(&to_three, 9, sealed, sizeof(sealed), plain));
	ck_assert_mem_eq(plain, "the right to a window", sizeof(plain));
}
END_TEST

static void
flip(uint8_t *bytes, size_t bit)
{
	bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
}

/* Each bit of p changed alone: nothing passes. */
static void
refuses_each_bit(uint8_t *p, size_t n, size_t body_bytes)
{
	size_t bit;
	bool ok;

	for (bit = 0; bit <= 8 * n; bit++) {
		if (bit < 8 * n)
			flip(p, bit);
		ok = ocr_seal_check(&to_three, head, body, body_bytes, mark);
		ck_assert_msg(ok == (bit == 8 * n), "bit %zu", bit);
		if (bit < 8 * n)
			flip(p, bit);
	}
}

/* Of a body in two pieces, of the longest that is one, and of shorter ones. */
static const size_t lengths[] = {BODY, OCR_SEAL_CONTROL, 136, 77};
#define LENGTHS (sizeof(lengths) / sizeof(lengths[0]))

START_TEST(no_bit_can_be_changed)
{
	size_t n = lengths[_i];

	mark_by(&to_seven, head, body, n);

	refuses_each_bit((uint8_t *)&head, sizeof(head), n);
	refuses_each_bit(body, n, n);
	refuses_each_bit(mark, sizeof(mark), n);
}
END_TEST

START_TEST(bytes_do_not_move_between_head_and_body_or_lengths)
{
	uint8_t all[2 * sizeof(head) + BODY] = {0};
	size_t n, h, len = lengths[_i];
	uint64_t moved;

	memcpy(all, &head, sizeof(head));
	memcpy(all + sizeof(head), body, BODY);
	mark_by(&to_seven, head, body, len);

	for (h = 0; h <= sizeof(head); h++)
		for (n = 0; n <= BODY; n++) {
			memcpy(&moved, all + h, sizeof(moved));
			ck_assert(ocr_seal_check(&to_three, moved,
						 all + h + sizeof(head), n,
						 mark) == (h == 0 && n == len));
		}
	/* Zeroes behind the end are bytes, too. */
	memset(all, 0, sizeof(all));
	mark_by(&to_seven, head, all, 16);
	for (n = 0; n <= 64; n++)
		ck_assert(ocr_seal_check(&to_three, head, all, n, mark) ==
			  (n == 16));
}
END_TEST

START_TEST(a_packet_does_not_come_back_to_its_sender)
{
	mark_it();

	ck_assert(!ocr_seal_check(&to_seven, head, body, BODY, mark));
}
END_TEST

/* The public keys are known to all; the numbers of the nodes as well. */
START_TEST(a_third_node_has_other_keys)
{
	struct ocr_seal *stranger;
	struct ocr_seal_pair p;

	ck_assert_int_eq(ocr_seal_open(&stranger, OCR_TAG_ALL), 0);
	ck_assert_int_eq(
		ocr_seal_pair(stranger, ocr_seal_public(seven), 3, 7, &p), 0);

	ck_assert_mem_ne(&p.out, &to_seven.out, sizeof(p.out));
	ck_assert_mem_ne(&p.in, &to_seven.in, sizeof(p.in));
	/* Nor does a member have them that says it is another. */
	ck_assert_int_eq(ocr_seal_pair(three, ocr_seal_public(seven), 2, 7, &p),
			 0);
	ck_assert_mem_ne(&p.out, &to_seven.out, sizeof(p.out));
	ocr_seal_close(stranger);
}
END_TEST

START_TEST(what_is_no_key_is_refused)
{
	uint8_t zero[OCR_SEAL_PUBLIC_BYTES] = {0};
	struct ocr_seal_pair p;

	ck_assert_int_eq(ocr_seal_pair(three, zero, 3, 7, &p), -EPROTO);
	zero[0] = 1;
	ck_assert_int_eq(ocr_seal_pair(three, zero, 3, 7, &p), -EPROTO);
}
END_TEST

START_TEST(each_start_has_other_keys)
{
	struct ocr_seal *a, *b;

	ck_assert_int_eq(ocr_seal_open(&a, OCR_TAG_ALL), 0);
	ck_assert_int_eq(ocr_seal_open(&b, OCR_TAG_ALL), 0);

	ck_assert_mem_ne(ocr_seal_public(a), ocr_seal_public(b),
			 OCR_SEAL_PUBLIC_BYTES);
	ocr_seal_close(a);
	ocr_seal_close(b);
	ocr_seal_close(NULL);
}
END_TEST

#define SECRET "the right to a window"

START_TEST(what_was_wrapped_opens_for_the_peer_alone)
{
	uint8_t sealed[sizeof(SECRET) + OCR_SEAL_WRAP_BYTES];
	uint8_t again[sizeof(sealed)];
	char plain[sizeof(SECRET)];

	ocr_seal_wrap(&to_seven, 9, SECRET, sizeof(SECRET), sealed);

	ck_assert(ocr_seal_unwrap(&to_three, 9, sealed, sizeof(sealed), plain));
	ck_assert_str_eq(plain, SECRET);
	ck_assert(
		!ocr_seal_unwrap(&to_seven, 9, sealed, sizeof(sealed), plain));
	ck_assert(
		!ocr_seal_unwrap(&to_three, 8, sealed, sizeof(sealed), plain));
	ck_assert_ptr_null(memmem(sealed, sizeof(sealed), SECRET, 4));
	/* The same number again shows nothing. */
	ocr_seal_wrap(&to_seven, 9, SECRET, sizeof(SECRET), again);
	ck_assert_mem_ne(again, sealed, sizeof(sealed));
}
END_TEST

START_TEST(no_bit_of_what_was_wrapped_can_be_changed)
{
	uint8_t sealed[sizeof(SECRET) + OCR_SEAL_WRAP_BYTES];
	char plain[sizeof(SECRET)];
	size_t i;

	ocr_seal_wrap(&to_seven, 9, SECRET, sizeof(SECRET), sealed);

	for (i = 0; i < 8 * sizeof(sealed); i++) {
		flip(sealed, i);
		ck_assert(!ocr_seal_unwrap(&to_three, 9, sealed, sizeof(sealed),
					   plain));
		flip(sealed, i);
	}
	for (i = 0; i < sizeof(sealed); i++)
		ck_assert(!ocr_seal_unwrap(&to_three, 9, sealed, i, plain));
}
END_TEST

static void
add_case(Suite *s, const char *name, SFun open, const TTest *const *tests,
	 int times)
{
	TCase *t = tcase_create(name);

	tcase_add_checked_fixture(t, open, close_pair);
	for (; *tests != NULL; tests++)
		tcase_add_loop_test(t, *tests, 0, times);
	suite_add_tcase(s, t);
}

int
main(void)
{
	const TTest *const with_all[] = {
		keys_and_marks_are_what_the_definitions_say,
		each_number_is_given_out_once,
		numbers_may_be_left_out_and_overtaken,
		what_does_not_pass_changes_nothing,
		what_comes_again_does_not_lead_back,
		what_was_wrapped_elsewhere_opens,
		a_packet_does_not_come_back_to_its_sender,
		a_third_node_has_other_keys,
		what_is_no_key_is_refused,
		each_start_has_other_keys,
		what_was_wrapped_opens_for_the_peer_alone,
		no_bit_of_what_was_wrapped_can_be_changed,
		NULL,
	};
	const TTest *const with_lengths[] = {
		no_bit_can_be_changed,
		bytes_do_not_move_between_head_and_body_or_lengths,
		NULL,
	};
	const TTest *const with_control[] = {
		control_is_the_head_and_the_begin_of_the_body,
		NULL,
	};
	const TTest *const with_none[] = {
		without_tags_there_are_zeroes,
		what_was_wrapped_opens_for_the_peer_alone,
		NULL,
	};
	Suite *s = suite_create("seal");

	add_case(s, "all", open_all, with_all, 1);
	add_case(s, "lengths", open_all, with_lengths, LENGTHS);
	add_case(s, "control", open_control, with_control, 1);
	add_case(s, "none", open_none, with_none, 1);
	return run_suite(s);
}
