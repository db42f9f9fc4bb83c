/* SPDX-License-Identifier: BSD-3-Clause */
/* pngfile.c - see pngfile.h. */
#include "apps/common/pngfile.h"

#include "config.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

bool
pngfile_has_name(const char *path)
{
	size_t n = strlen(path);

	return n > 4 && strcasecmp(path + n - 4, ".png") == 0;
}

bool
pngfile_begins(FILE *file)
{
	int c = getc(file);

	/* Of eight bytes that no other kind begins with. */
	ungetc(c, file);
	return c == 0x89;
}

#ifdef HAVE_LIBPNG

#include "apps/common/picture.h"

#include <png.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

bool
pngfile_is_known(void)
{
	return true;
}

/* A picture on its way.  In one place, so that what libpng jumps over keeps its
 * value. */
struct job {
	FILE *from, *to;
	struct pngfile_reason *reason;
	unsigned char *bytes; /* of the picture or of a row */
	png_infop info;
	unsigned long width, height, max;
	int samples; /* of a cell */
};

static bool
fail(const struct job *j, const char *text)
{
	snprintf(j->reason->text, sizeof(j->reason->text), "%s", text);
	return false;
}

__attribute__((noreturn)) static void
on_error(png_structp png, png_const_charp text)
{
	const struct job *j = png_get_error_ptr(png);

	if (feof(j->from))
		fail(j, "is cut short");
	else if (ferror(j->from) || ferror(j->to))
		fail(j, strerror(errno));
	else
		snprintf(j->reason->text, sizeof(j->reason->text),
			 "is a broken PNG picture: %.100s", text);
	png_longjmp(png, 1);
}

static void
on_warning(png_structp png, png_const_charp text)
{
	(void)png;
	(void)text;
}

/* Reads what there is before the cells, and asks for these as PGM and PPM have
 * them. */
static bool
begin_to_read(png_structp png, struct job *j)
{
	png_read_info(png, j->info);
	j->width = png_get_image_width(png, j->info);
	j->height = png_get_image_height(png, j->info);
	if ((uint64_t)j->width * j->height > PICTURE_MAX_CELLS)
		return fail(j, "is too large");
	png_set_expand(png);
	png_set_strip_alpha(png);
	return true;
}

static void
read_cells(png_structp png, struct job *j)
{
	int passes = png_set_interlace_handling(png);
	size_t row;

	png_read_update_info(png, j->info);
	j->samples = png_get_channels(png, j->info);
	j->max = png_get_bit_depth(png, j->info) > 8 ? 65535 : 255;
	row = png_get_rowbytes(png, j->info);
	/* A header that lies costs nothing: pages that are not written to. */
	j->bytes = malloc(row * j->height);
	if (!j->bytes)
		png_error(png, "out of memory");
	while (passes--)
		for (size_t i = 0; i < j->height; i++)
			png_read_row(png, j->bytes + i * row, NULL);
	png_read_end(png, NULL);
	fprintf(j->to, "P%c\n%lu %lu\n%lu\n", j->samples == 3 ? '6' : '5',
		j->width, j->height, j->max);
	fwrite(j->bytes, row, j->height, j->to);
}

static bool
read_png(struct job *j)
{
	png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, j,
						 on_error, on_warning);
	bool done = false;

	j->info = png ? png_create_info_struct(png) : NULL;
	if (!j->info) {
		fail(j, "out of memory");
	} else if (!setjmp(png_jmpbuf(png))) {
		png_init_io(png, j->from);
		done = begin_to_read(png, j);
		if (done)
			read_cells(png, j);
	} else {
		done = false;
	}
	png_destroy_read_struct(&png, &j->info, NULL);
	free(j->bytes);
	return done;
}

FILE *
pngfile_unpack(FILE *file, struct pngfile_reason *reason)
{
	int fd = memfd_create("picture", MFD_CLOEXEC);
	struct job j = {
		.from = file,
		.to = fd >= 0 ? fdopen(fd, "w+") : NULL,
		.reason = reason,
	};

	if (!j.to) {
		fail(&j, strerror(errno));
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	if (read_png(&j)) {
		if (!fflush(j.to) && !fseeko(j.to, 0, SEEK_SET))
			return j.to;
		fail(&j, strerror(errno));
	}
	fclose(j.to);
	return NULL;
}

/* The next row, of samples up to 255 or 65535. */
static void
read_row(const struct job *j, size_t samples)
{
	unsigned wide = j->max > 255;
	unsigned long white = wide ? 65535 : 255;

	if (fread(j->bytes, 1 + wide, samples, j->from) != samples)
		memset(j->bytes, 0, samples * (1 + wide));
	for (size_t i = 0; i < samples && j->max != white; i++) {
		unsigned char *at = j->bytes + i * (1 + wide);
		unsigned long s = wide ? (unsigned)(at[0] << 8 | at[1]) : at[0];

		s = (s * white + j->max / 2) / j->max;
		if (wide)
			*at++ = (unsigned char)(s >> 8);
		*at = (unsigned char)s;
	}
}

static void
write_cells(png_structp png, struct job *j)
{
	size_t samples = (size_t)j->samples * j->width;

	png_init_io(png, j->to);
	png_set_IHDR(png, j->info, (png_uint_32)j->width,
		     (png_uint_32)j->height, j->max > 255 ? 16 : 8,
		     j->samples == 3 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_GRAY,
		     PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
		     PNG_FILTER_TYPE_DEFAULT);
	png_write_info(png, j->info);
	for (unsigned long i = 0; i < j->height; i++) {
		read_row(j, samples);
		png_write_row(png, j->bytes);
	}
	png_write_end(png, NULL);
}

static bool
write_png(struct job *j)
{
	png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, j,
						  on_error, on_warning);
	bool done = false;

	j->info = png ? png_create_info_struct(png) : NULL;
	j->bytes = malloc(2 * (size_t)j->samples * j->width);
	if (!j->info || !j->bytes) {
		fail(j, "out of memory");
	} else if (!setjmp(png_jmpbuf(png))) {
		write_cells(png, j);
		done = !ferror(j->from) && !feof(j->from);
	} else {
		done = false;
	}
	png_destroy_write_struct(&png, &j->info);
	free(j->bytes);
	return done;
}

/* The same file, with what is in memory. */
static bool
replace(FILE *file, const char *bytes, size_t n)
{
	return !fseeko(file, 0, SEEK_SET) && !ftruncate(fileno(file), 0) &&
	       fwrite(bytes, 1, n, file) == n && !fflush(file);
}

bool
pngfile_pack(FILE *file, struct pngfile_reason *reason)
{
	struct job j = {.from = file, .reason = reason};
	char *packed = NULL;
	bool done;
	size_t n = 0;
	char kind;

	j.to = open_memstream(&packed, &n);
	if (!j.to)
		return fail(&j, strerror(errno));
	fail(&j, "cannot be packed");
	done = !fflush(file) && !fseeko(file, 0, SEEK_SET) &&
	       fscanf(file, "P%c %lu %lu %lu", &kind, &j.width, &j.height,
		      &j.max) == 4 &&
	       getc(file) != EOF;
	j.samples = done && kind == '6' ? 3 : 1;
	done = done && write_png(&j);
	done = !fclose(j.to) && done;
	if (done && !replace(file, packed, n))
		done = fail(&j, strerror(errno));
	free(packed);
	return done;
}

#else

bool
pngfile_is_known(void)
{
	return false;
}

static bool
refuse(struct pngfile_reason *reason)
{
	snprintf(reason->text, sizeof(reason->text),
		 "is a PNG picture, and this was built without libpng");
	return false;
}

FILE *
pngfile_unpack(FILE *file, struct pngfile_reason *reason)
{
	(void)file;
	refuse(reason);
	return NULL;
}

bool
pngfile_pack(FILE *file, struct pngfile_reason *reason)
{
	(void)file;
	return refuse(reason);
}

#endif
