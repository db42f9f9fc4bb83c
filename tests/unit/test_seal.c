/* SPDX-License-Identifier: BSD-3-Clause */
/* test_seal.c - what members say passes, and nothing else.
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

#define HEAD 24
#define BODY 600

static struct ocr_seal *three, *seven;
static struct ocr_seal_pair to_seven, to_three;
static uint8_t head[HEAD], body[BODY], tag[OCR_SEAL_TAG_BYTES];

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
	for (i = 0; i < HEAD; i++)
		head[i] = (uint8_t)i;
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

/* The tag of head and body from node 3 to node 7. */
static void
tag_it(void)
{
	ocr_seal_tag(&to_seven, head, HEAD, body, BODY, tag);
}

static bool
passes(void)
{
	return ocr_seal_check(&to_three, head, HEAD, body, BODY, tag);
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

START_TEST(keys_and_tags_are_what_the_definitions_say)
{
	assert_hex(ocr_seal_public(three), 32,
		   "85788f6e8c1818fd4314b841a87ffb91"
		   "af60d95aa98338496cd17ba1cbf1532b");
	assert_hex(ocr_seal_public(seven), 32,
		   "8db577f9b9c2744798987db557bf31ca"
		   "48acd205a9db8c320e5d49f302a96474");
	tag_it();
	assert_hex(tag, sizeof(tag), "86f2058a6ad371be2c3d5e7015fa6460");
	ocr_seal_tag(&to_three, head, HEAD, body, BODY, tag);
	assert_hex(tag, sizeof(tag), "ce177c41a8181e5636326cdb330aeb14");
	ocr_seal_tag(&to_seven, head, HEAD, body, OCR_SEAL_CONTROL + 1, tag);
	assert_hex(tag, sizeof(tag), "bfc9cff3ba48c8f63922ac952688c5a0");
	ocr_seal_tag(&to_seven, head, HEAD, body, OCR_SEAL_CONTROL, tag);
	assert_hex(tag, sizeof(tag), "701a32d57c6f66c7d8b557b78d87b5f9");
	ocr_seal_tag(&to_seven, head, HEAD, body, 136, tag);
	assert_hex(tag, sizeof(tag), "0ca0647d1fd960f55a91339ebe52af00");
	ocr_seal_tag(&to_seven, head, 21, body, 135, tag);
	assert_hex(tag, sizeof(tag), "ec28a3c74cd3f639a7b9d3466b759d4f");
	ocr_seal_tag(&to_seven, head, 8, body, 80, tag);
	assert_hex(tag, sizeof(tag), "90a831e1d6ed18e617c8a26d3e7ff160");
	ocr_seal_tag(&to_seven, head, HEAD, NULL, 0, tag);
	assert_hex(tag, sizeof(tag), "4e4eed07b8ff96e7bbb2b7c131a7fbdd");
}
END_TEST

START_TEST(control_is_the_head_and_the_begin_of_the_body)
{
	tag_it();

	assert_hex(tag, sizeof(tag), "701a32d57c6f66c7d8b557b78d87b5f9");
	body[OCR_SEAL_CONTROL] ^= 1;
	ck_assert(passes());
	body[OCR_SEAL_CONTROL - 1] ^= 1;
	ck_assert(!passes());
}
END_TEST

START_TEST(without_tags_there_are_zeroes)
{
	static const uint8_t zeroes[OCR_SEAL_TAG_BYTES];

	tag_it();

	ck_assert_mem_eq(tag, zeroes, sizeof(tag));
	body[0] ^= 1;
	ck_assert(passes());
	tag[3] = 1;
	ck_assert(!passes());
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

/* As tag_it() and passes(), of the first n bytes of the body. */
static void
tag_some(size_t n)
{
	ocr_seal_tag(&to_seven, head, HEAD, body, n, tag);
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
		ok = ocr_seal_check(&to_three, head, HEAD, body, body_bytes,
				    tag);
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

	tag_some(n);

	refuses_each_bit(head, HEAD, n);
	refuses_each_bit(body, n, n);
	refuses_each_bit(tag, sizeof(tag), n);
}
END_TEST

START_TEST(bytes_do_not_move_between_head_and_body_or_lengths)
{
	uint8_t all[HEAD + BODY];
	size_t n, h, len = lengths[_i];

	memcpy(all, head, HEAD);
	memcpy(all + HEAD, body, BODY);
	tag_some(len);

	for (h = 0; h <= HEAD; h++)
		for (n = 0; n <= BODY; n++)
			ck_assert(ocr_seal_check(&to_three, all, h, all + h, n,
						 tag) ==
				  (h == HEAD && n == len));
	/* Zeroes behind the end are bytes, too. */
	memset(all, 0, sizeof(all));
	ocr_seal_tag(&to_seven, head, HEAD, all, 16, tag);
	for (n = 0; n <= 64; n++)
		ck_assert(ocr_seal_check(&to_three, head, HEAD, all, n, tag) ==
			  (n == 16));
}
END_TEST

START_TEST(a_packet_does_not_come_back_to_its_sender)
{
	tag_it();

	ck_assert(!ocr_seal_check(&to_seven, head, HEAD, body, BODY, tag));
}
END_TEST

START_TEST(a_head_that_is_too_long_passes_never)
{
	uint8_t big[OCR_SEAL_HEAD_MAX + 1] = {0};

	ocr_seal_tag(&to_seven, big, sizeof(big), body, BODY, tag);

	ck_assert(
		!ocr_seal_check(&to_three, big, sizeof(big), body, BODY, tag));
	ocr_seal_tag(&to_seven, big, sizeof(big) - 1, body, BODY, tag);
	ck_assert(ocr_seal_check(&to_three, big, sizeof(big) - 1, body, BODY,
				 tag));
}
END_TEST

/* The public keys are known to all; the numbers of the nodes as well. */
START_TEST(a_third_node_has_other_keys)
{
	struct ocr_seal *stranger;
	struct ocr_seal_pair p;

	tag_it();
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
		keys_and_tags_are_what_the_definitions_say,
		what_was_wrapped_elsewhere_opens,
		a_packet_does_not_come_back_to_its_sender,
		a_head_that_is_too_long_passes_never,
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
