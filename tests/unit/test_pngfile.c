/* SPDX-License-Identifier: BSD-3-Clause */
/* test_pngfile.c - PNG in and out of what apps/ know as pictures. */
#include "apps/common/pngfile.h"
#include "config.h"
#include "tests/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

START_TEST(names_end_in_png)
{
	ck_assert(pngfile_has_name("a.png"));
	ck_assert(pngfile_has_name("b/a.PNG"));
	ck_assert(!pngfile_has_name(".png"));
	ck_assert(!pngfile_has_name("a.png.pgm"));
	ck_assert(!pngfile_has_name("png"));
}
END_TEST

/* A file with these bytes, at its start. */
static FILE *
make_file(const void *bytes, size_t n)
{
	FILE *file = tmpfile();

	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, n, file), n);
	rewind(file);
	return file;
}

#ifdef HAVE_LIBPNG

#include <png.h>

/* All that is in the file, which is closed; *n bytes. */
static unsigned char *
take_all(FILE *file, size_t *n)
{
	unsigned char *bytes = malloc(1 << 16);

	ck_assert_ptr_nonnull(bytes);
	rewind(file);
	*n = fread(bytes, 1, 1 << 16, file);
	fclose(file);
	return bytes;
}

/* Whether the PNG is unpacked to these bytes; closes it. */
static void
unpacks_to(FILE *png, const void *bytes, size_t n)
{
	struct pngfile_reason reason = {""};
	FILE *unpacked;
	unsigned char *is;
	size_t n_is;

	rewind(png);
	ck_assert(pngfile_begins(png));
	unpacked = pngfile_unpack(png, &reason);
	ck_assert_msg(unpacked, "%s", reason.text);
	is = take_all(unpacked, &n_is);
	ck_assert_uint_eq(n_is, n);
	ck_assert_mem_eq(is, bytes, n);
	free(is);
	fclose(png);
}

static const char *const headers[] = {
	"P5\n31 7\n255\n",
	"P6\n31 7\n255\n",
	"P5\n31 7\n65535\n",
	"P6\n31 7\n65535\n",
};

/* A picture with one of these headers, and its length. */
static size_t
make_picture(int header, unsigned char bytes[2048])
{
	static const size_t cell[] = {1, 3, 2, 6};
	size_t begin = strlen(headers[header]);

	memcpy(bytes, headers[header], begin);
	for (size_t i = 0; i < 31 * 7 * cell[header]; i++)
		bytes[begin + i] = (unsigned char)(i * i * 7 + i);
	return begin + 31 * 7 * cell[header];
}

START_TEST(samples_come_back_as_they_were)
{
	unsigned char bytes[2048];
	size_t n = make_picture(_i, bytes);
	struct pngfile_reason reason = {""};
	FILE *file = make_file(bytes, n);

	ck_assert(!pngfile_begins(file));
	ck_assert_msg(pngfile_pack(file, &reason), "%s", reason.text);
	unpacks_to(file, bytes, n);
}
END_TEST

START_TEST(white_becomes_white)
{
	static const char low[] = "P5\n3 1\n99\n\0\x32\x63";
	static const char high[] = "P5\n3 1\n1000\n\0\0\1\xf4\3\xe8";
	static const char low_is[] = "P5\n3 1\n255\n\0\x81\xff";
	static const char high_is[] = "P5\n3 1\n65535\n\0\0\x80\0\xff\xff";
	struct pngfile_reason reason;
	FILE *file = make_file(low, sizeof(low) - 1);

	ck_assert(pngfile_pack(file, &reason));
	unpacks_to(file, low_is, sizeof(low_is) - 1);
	file = make_file(high, sizeof(high) - 1);
	ck_assert(pngfile_pack(file, &reason));
	unpacks_to(file, high_is, sizeof(high_is) - 1);
}
END_TEST

/* A PNG by libpng itself, 4 x 2. */
static FILE *
write_kind(int type, int depth, int interlace, const unsigned char *rows,
	   size_t row)
{
	png_color palette[2] = {{1, 2, 3}, {40, 50, 60}};
	png_byte alpha[2] = {0, 255};
	FILE *file = tmpfile();
	png_structp png =
		png_create_write_struct(PNG_LIBPNG_VER_STRING, 0, 0, 0);
	png_infop info = png_create_info_struct(png);
	int passes;

	ck_assert_ptr_nonnull(file);
	png_init_io(png, file);
	png_set_IHDR(png, info, 4, 2, depth, type, interlace,
		     PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	if (type == PNG_COLOR_TYPE_PALETTE) {
		png_set_PLTE(png, info, palette, 2);
		png_set_tRNS(png, info, alpha, 2, NULL);
	}
	png_write_info(png, info);
	passes = png_set_interlace_handling(png);
	while (passes--) {
		png_write_row(png, rows);
		png_write_row(png, rows + row);
	}
	png_write_end(png, NULL);
	png_destroy_write_struct(&png, &info);
	return file;
}

START_TEST(other_kinds_become_grey_or_colours)
{
	static const unsigned char bits[] = {0xa0, 0x50};
	static const unsigned char with_alpha[] = {1, 9, 2, 9, 3, 9, 4, 9,
						   5, 9, 6, 9, 7, 9, 8, 9};
	static const unsigned char colours[] =
		"P6\n4 2\n255\n"
		"\x28\x32\x3c\1\2\3\x28\x32\x3c\1\2\3"
		"\1\2\3\x28\x32\x3c\1\2\3\x28\x32\x3c";
	static const unsigned char black_white[] =
		"P5\n4 2\n255\n\xff\0\xff\0\0\xff\0\xff";
	static const unsigned char grey[] = "P5\n4 2\n255\n\1\2\3\4\5\6\7\x8";

	for (int i = 0; i < 2; i++) {
		int interlace = i ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE;

		unpacks_to(write_kind(PNG_COLOR_TYPE_PALETTE, 1, interlace,
				      bits, 1),
			   colours, sizeof(colours) - 1);
		unpacks_to(
			write_kind(PNG_COLOR_TYPE_GRAY, 1, interlace, bits, 1),
			black_white, sizeof(black_white) - 1);
		unpacks_to(write_kind(PNG_COLOR_TYPE_GRAY_ALPHA, 8, interlace,
				      with_alpha, 8),
			   grey, sizeof(grey) - 1);
	}
}
END_TEST

/* Whether it is refused for this; closes it. */
static void
refused(FILE *file, const char *why)
{
	struct pngfile_reason reason = {""};

	ck_assert_ptr_null(pngfile_unpack(file, &reason));
	ck_assert_msg(strncmp(reason.text, why, strlen(why)) == 0,
		      "'%s' is not '%s'", reason.text, why);
	ck_assert_ptr_null(strchr(reason.text, '\n'));
	fclose(file);
}

/* A packed picture, and its length. */
static unsigned char *
make_packed(size_t *n)
{
	unsigned char bytes[2048];
	struct pngfile_reason reason;
	FILE *file = make_file(bytes, make_picture(1, bytes));

	ck_assert(pngfile_pack(file, &reason));
	return take_all(file, n);
}

START_TEST(one_that_ends_anywhere_is_cut_short)
{
	size_t n;
	unsigned char *bytes = make_packed(&n);

	ck_assert_uint_gt(n, 100);
	for (size_t len = 1; len < n; len++)
		refused(make_file(bytes, len), "is cut short");
	free(bytes);
}
END_TEST

START_TEST(one_that_is_changed_is_broken)
{
	size_t n;
	unsigned char *bytes = make_packed(&n);

	bytes[n / 2] ^= 1;
	refused(make_file(bytes, n), "is a broken PNG picture: ");
	bytes[n / 2] ^= 1;
	/* The length of a side, without its sum. */
	bytes[19] ^= 1;
	refused(make_file(bytes, n), "is a broken PNG picture: ");
	free(bytes);
	refused(make_file("\x89zip", 4), "is cut short");
	refused(make_file("\x89PNX\r\n\x1a\n........", 16),
		"is a broken PNG picture: ");
}
END_TEST

START_TEST(one_that_says_it_is_huge_is_refused)
{
	FILE *file = tmpfile();
	png_structp png =
		png_create_write_struct(PNG_LIBPNG_VER_STRING, 0, 0, 0);
	png_infop info = png_create_info_struct(png);

	ck_assert_ptr_nonnull(file);
	png_init_io(png, file);
	png_set_IHDR(png, info, 60000, 60000, 16, PNG_COLOR_TYPE_RGB,
		     PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
		     PNG_FILTER_TYPE_DEFAULT);
	png_write_info(png, info);
	/* What is read of it is the header and the name of the next part. */
	fwrite("\0\0\0\4IDAT....", 1, 12, file);
	png_destroy_write_struct(&png, &info);
	rewind(file);
	refused(file, "is too large");
}
END_TEST

#else

START_TEST(without_libpng_that_is_what_is_said)
{
	struct pngfile_reason reason = {""};
	FILE *file = make_file("\x89PNG", 4);

	ck_assert(!pngfile_is_known());
	ck_assert(pngfile_begins(file));
	ck_assert_ptr_null(pngfile_unpack(file, &reason));
	ck_assert_ptr_nonnull(strstr(reason.text, "without libpng"));
	ck_assert(!pngfile_pack(file, &reason));
	fclose(file);
}
END_TEST

#endif

int
main(void)
{
	Suite *s = suite_create("pngfile");
	TCase *tc = tcase_create("files");

	tcase_add_test(tc, names_end_in_png);
#ifdef HAVE_LIBPNG
	tcase_add_loop_test(tc, samples_come_back_as_they_were, 0, 4);
	tcase_add_test(tc, white_becomes_white);
	tcase_add_test(tc, other_kinds_become_grey_or_colours);
	tcase_add_test(tc, one_that_ends_anywhere_is_cut_short);
	tcase_add_test(tc, one_that_is_changed_is_broken);
	tcase_add_test(tc, one_that_says_it_is_huge_is_refused);
#else
	tcase_add_test(tc, without_libpng_that_is_what_is_said);
#endif
	suite_add_tcase(s, tc);
	return run_suite(s);
}
