/* SPDX-License-Identifier: BSD-3-Clause */
/* test_wordhist.c - the words, the hash and the changes of apps/wordhist,
 * without a runtime.
 */
#include "apps/wordhist/change.h"
#include "apps/wordhist/words.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Prints the words; the text is to be freed. */
static char *
print(const struct words *w)
{
	char *text = NULL;
	size_t len = 0;
	FILE *to = open_memstream(&text, &len);

	ck_assert_ptr_nonnull(to);
	words_print(w, to);
	ck_assert_int_eq(fclose(to), 0);
	return text;
}

static struct words *
count(const char *text, size_t len, bool starts, bool ends)
{
	struct words *w = words_count(text, len, starts, ends);

	ck_assert_ptr_nonnull(w);
	return w;
}

/* Joins two, and frees them. */
static struct words *
join(struct words *left, struct words *right)
{
	struct words *w = words_join(left, right);

	ck_assert_ptr_nonnull(w);
	free(left);
	free(right);
	return w;
}

/* What `sort | uniq -c` prints of the words of the text, and how many there
 * are. */
static const struct {
	const char *text;
	size_t len;
	const char *printed;
	u64 all;
} texts[] = {
#define TEXT(text, printed, all)                                               \
	{                                                                      \
		text, sizeof(text) - 1, printed, all                           \
	}
	TEXT("to be or not to be\n",
	     "      2 be\n      1 not\n      1 or\n      2 to\n", 6),
	TEXT("to be", "      1 be\n      1 to\n", 2),
	TEXT("  ", "", 0),
	TEXT("a", "      1 a\n", 1),
	TEXT("\nb\n", "      1 b\n", 1),
	/* Shorter ones first, and bytes as numbers. */
	TEXT("abc ab b a Z 9 \xc3\xa4t abc",
	     "      1 9\n      1 Z\n      1 a\n      1 ab\n      2 abc\n"
	     "      1 b\n      1 \xc3\xa4t\n",
	     8),
	TEXT("abcdefghj\nabcdefghi\nabcdefgh\nabcdefghj",
	     "      1 abcdefgh\n      1 abcdefghi\n      2 abcdefghj\n", 4),
	TEXT("x\0y\0\0x\x01-x_y", "      3 x\n      2 y\n", 5),
	TEXT("uninterrupted", "      1 uninterrupted\n", 1),
#undef TEXT
};

#define TEXTS ((int)(sizeof(texts) / sizeof(texts[0])))

static void
check_text(struct words *w, int i)
{
	char *printed = print(w);

	ck_assert_str_eq(printed, texts[i].printed);
	ck_assert_uint_eq(w->all, texts[i].all);
	free(printed);
	free(w);
}

START_TEST(words_are_counted_and_sorted)
{
	check_text(count(texts[_i].text, texts[_i].len, true, true), _i);
}
END_TEST

START_TEST(cuts_and_the_order_of_joins_change_nothing)
{
	const char *text = texts[_i].text;
	size_t len = texts[_i].len;

	for (size_t a = 0; a <= len; a++)
		for (size_t b = a; b <= len; b++) {
			struct words *first = count(text, a, true, false);
			struct words *second =
				count(text + a, b - a, false, false);
			struct words *third =
				count(text + b, len - b, false, true);

			check_text(join(join(first, second), third), _i);
			first = count(text, a, true, false);
			second = count(text + a, b - a, false, false);
			third = count(text + b, len - b, false, true);
			check_text(join(first, join(second, third)), _i);
		}
}
END_TEST

START_TEST(a_piece_without_words_is_small)
{
	struct words *w = count("   ", 3, false, false);

	ck_assert_uint_eq(w->bytes, sizeof(*w));
	ck_assert_uint_eq(w->has_gap, 1);
	free(w);
}
END_TEST

/* Bytes of all values; every third one is a gap more. */
static void
fill(char *bytes, size_t len)
{
	uint32_t x = 1;

	for (size_t i = 0; i < len; i++) {
		x = x * 1664525 + 1013904223;
		bytes[i] = x >> 30 ? (char)(x >> 20) : ' ';
	}
}

#define MANY_BYTES 200000

/* Some thousand different words, so that tables grow, in pieces of any size;
 * as one, and as a tree would join them. */
START_TEST(many_words_are_the_same_in_any_pieces)
{
	static const size_t sizes[] = {1000, 4096, 65537, 199999};
	size_t size = sizes[_i];
	char *bytes = malloc(MANY_BYTES);
	struct words *piece[256], *whole;
	char *one, *other;
	size_t n = 0;

	ck_assert_ptr_nonnull(bytes);
	fill(bytes, MANY_BYTES);
	whole = count(bytes, MANY_BYTES, true, true);
	for (size_t at = 0; at < MANY_BYTES; at += size) {
		size_t left = MANY_BYTES - at;

		piece[n++] = count(bytes + at, left < size ? left : size, !at,
				   left <= size);
	}

	for (; n > 1; n = (n + 1) / 2) {
		for (size_t i = 0; i + 1 < n; i += 2)
			piece[i / 2] = join(piece[i], piece[i + 1]);
		if (n % 2)
			piece[n / 2] = piece[n - 1];
	}

	ck_assert_uint_gt(whole->different, 5000);
	ck_assert_uint_eq(piece[0]->different, whole->different);
	ck_assert_uint_eq(piece[0]->all, whole->all);
	one = print(whole);
	other = print(piece[0]);
	ck_assert_str_eq(one, other);
	free(one);
	free(other);
	free(whole);
	free(piece[0]);
	free(bytes);
}
END_TEST

/* Counts need several bytes from 128 on. */
START_TEST(a_word_may_occur_often)
{
	enum { TIMES = 300000 };
	char *bytes = malloc(2 * TIMES), *printed;
	struct words *w;

	ck_assert_ptr_nonnull(bytes);
	for (size_t i = 0; i < TIMES; i++)
		memcpy(bytes + 2 * i, "x ", 2);
	w = join(count(bytes, TIMES, true, false),
		 count(bytes + TIMES, TIMES, false, true));
	printed = print(w);
	ck_assert_str_eq(printed, " 300000 x\n");
	free(printed);
	free(w);
	free(bytes);
}
END_TEST

START_TEST(only_letters_change)
{
	static const char text[] = "AMNZ amnz @[`{ 09 \xc3\xa4";
	unsigned char changed[sizeof(text)];
	u64 len = sizeof(text) - 1;

	memcpy(changed, text, sizeof(text));
	change_to_upper(changed, len);
	ck_assert_str_eq((char *)changed, "AMNZ AMNZ @[`{ 09 \xc3\xa4");
	change_to_lower(changed, len);
	ck_assert_str_eq((char *)changed, "amnz amnz @[`{ 09 \xc3\xa4");
	memcpy(changed, text, sizeof(text));
	change_rot13(changed, len);
	ck_assert_str_eq((char *)changed, "NZAM nzam @[`{ 09 \xc3\xa4");
	change_rot13(changed, len);
	ck_assert_str_eq((char *)changed, text);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("wordhist");
	TCase *words = tcase_create("words"), *bytes = tcase_create("bytes");

	tcase_add_loop_test(words, words_are_counted_and_sorted, 0, TEXTS);
	tcase_add_loop_test(words, cuts_and_the_order_of_joins_change_nothing,
			    0, TEXTS);
	tcase_add_test(words, a_piece_without_words_is_small);
	tcase_add_loop_test(words, many_words_are_the_same_in_any_pieces, 0, 4);
	tcase_add_test(words, a_word_may_occur_often);
	suite_add_tcase(s, words);
	tcase_add_test(bytes, only_letters_change);
	suite_add_tcase(s, bytes);
	return run_suite(s);
}
