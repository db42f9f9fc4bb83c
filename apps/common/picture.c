/* SPDX-License-Identifier: BSD-3-Clause */
/* picture.c - reading; see picture.h. */
#include "apps/common/picture.h"

#include "apps/common/pngfile.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

/* Digits after so much are not added: the number is too large as it is. */
#define NUMBER_MAX UINT32_C(100000000)

/* What a byte of the file turned out to be when a number was wanted. */
enum found { FOUND_NUMBER, FOUND_END, FOUND_OTHER };

__attribute__((format(printf, 3, 4))) static bool
fail(struct picture_error *why, const char *path, const char *fmt, ...)
{
	size_t n = (size_t)snprintf(why->text, sizeof(why->text),
				    "%.4000s: ", path);
	va_list args;

	va_start(args, fmt);
	vsnprintf(why->text + n, sizeof(why->text) - n, fmt, args);
	va_end(args);
	return false;
}

/* The end of the file, or an error in reading it. */
static bool
fail_short(const struct picture *p, struct picture_error *why)
{
	if (ferror(p->file))
		return fail(why, p->path, "cannot be read: %s",
			    strerror(errno));
	return fail(why, p->path, "is cut short");
}

static bool
is_space(int c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool
is_digit(int c)
{
	return c >= '0' && c <= '9';
}

/* The next number of a header or of a text raster, and the one byte after it,
 * which ends a header.  Comments run from # to the end of the line. */
static enum found
read_number(FILE *f, uint32_t *number)
{
	int c = getc_unlocked(f);
	uint32_t n = 0;

	while (is_space(c) || c == '#') {
		bool comment = c == '#';

		do
			c = getc_unlocked(f);
		while (comment && c != '\n' && c != '\r' && c != EOF);
	}
	if (c == EOF)
		return FOUND_END;
	if (!is_digit(c))
		return FOUND_OTHER;
	for (; is_digit(c); c = getc_unlocked(f))
		if (n < NUMBER_MAX)
			n = n * 10 + (uint32_t)(c - '0');
	if (c != EOF && !is_space(c))
		return FOUND_OTHER;
	*number = n;
	return FOUND_NUMBER;
}

static bool
is_text(const struct picture *p)
{
	return p->kind == '2' || p->kind == '3';
}

static unsigned
samples_per_cell(const struct picture *p)
{
	return p->kind == '3' || p->kind == '6' ? 3 : 1;
}

static bool
read_header(struct picture *p, struct picture_error *why)
{
	uint32_t *const field[] = {&p->width, &p->height, &p->max};
	static const char *const name[] = {"width", "height", "largest sample"};
	int c = getc(p->file), kind = getc(p->file);

	if (ferror(p->file))
		return fail_short(p, why);
	if (c != 'P' || kind < '1' || kind > '7')
		return fail(why, p->path, "is no PGM, PPM or PNG picture");
	if (kind != '2' && kind != '3' && kind != '5' && kind != '6')
		return fail(why, p->path,
			    "is P%c; only PGM (P2, P5), PPM (P3, P6) and PNG "
			    "pictures can be read",
			    kind);
	p->kind = (char)kind;
	for (int i = 0; i < 3; i++)
		switch (read_number(p->file, field[i])) {
		case FOUND_NUMBER:
			break;
		case FOUND_END:
			return fail_short(p, why);
		case FOUND_OTHER:
			return fail(why, p->path,
				    "has a broken header: its %s is no number",
				    name[i]);
		}
	return true;
}

/* So that a header that lies costs no memory.  Pipes are believed. */
static bool
check_length(const struct picture *p, const struct stat *st,
	     struct picture_error *why)
{
	uint64_t samples = (uint64_t)p->width * p->height * samples_per_cell(p);
	uint64_t least;
	off_t here;

	if (is_text(p))
		least = 2 * samples - 1;
	else
		least = p->max > 255 ? 2 * samples : samples;
	here = S_ISREG(st->st_mode) ? ftello(p->file) : -1;
	if (here >= 0 &&
	    (st->st_size < here || (uint64_t)(st->st_size - here) < least))
		return fail(why, p->path,
			    "is cut short: %u x %u cells need %ju bytes",
			    p->width, p->height, (uintmax_t)least);
	return true;
}

/* A PNG in the file's place becomes what is read otherwise. */
static bool
unpack(struct picture *p, struct picture_error *why)
{
	struct pngfile_reason reason;
	FILE *unpacked = pngfile_unpack(p->file, &reason);

	if (!unpacked)
		return fail(why, p->path, "%s", reason.text);
	fclose(p->file);
	p->file = unpacked;
	return true;
}

bool
picture_open(struct picture *p, const char *path, struct picture_error *why)
{
	struct stat st;

	*p = (struct picture){.path = path, .file = fopen(path, "rb")};
	if (!p->file)
		return fail(why, path, "cannot be opened: %s", strerror(errno));
	if (fstat(fileno(p->file), &st) == 0 && S_ISDIR(st.st_mode)) {
		fail(why, path, "is a folder");
		goto close_file;
	}
	if (pngfile_begins(p->file) && !unpack(p, why))
		goto close_file;
	if (fstat(fileno(p->file), &st)) {
		fail(why, path, "cannot be read: %s", strerror(errno));
		goto close_file;
	}
	if (!read_header(p, why))
		goto close_file;
	if (!p->width || !p->height) {
		fail(why, path, "has no cells: it is %u x %u", p->width,
		     p->height);
		goto close_file;
	}
	if ((uint64_t)p->width * p->height > PICTURE_MAX_CELLS) {
		fail(why, path, "is too large: more than %u cells",
		     PICTURE_MAX_CELLS);
		goto close_file;
	}
	if (!p->max || p->max > 65535) {
		fail(why, path,
		     "has a broken header: its largest sample is not between "
		     "1 and 65535");
		goto close_file;
	}
	if (!check_length(p, &st, why))
		goto close_file;
	return true;

close_file:
	picture_close(p);
	return false;
}

static enum found
read_sample(const struct picture *p, uint32_t *sample)
{
	int c;

	if (is_text(p))
		return read_number(p->file, sample);
	c = getc_unlocked(p->file);
	*sample = (uint32_t)c;
	if (p->max > 255 && c != EOF) {
		c = getc_unlocked(p->file);
		*sample = *sample << 8 | (uint32_t)c;
	}
	return c == EOF ? FOUND_END : FOUND_NUMBER;
}

bool
picture_read(struct picture *p, double *cell, struct picture_error *why)
{
	unsigned per_cell = samples_per_cell(p);
	size_t cells = (size_t)p->width * p->height;

	for (size_t i = 0; i < cells; i++) {
		uint32_t s[3];

		for (unsigned k = 0; k < per_cell; k++) {
			enum found found = read_sample(p, &s[k]);

			if (found == FOUND_END)
				return fail_short(p, why);
			if (found == FOUND_OTHER || s[k] > p->max)
				return fail(why, p->path,
					    "row %zu, column %zu is not a "
					    "number up to %u",
					    i / p->width, i % p->width, p->max);
		}
		/* The weights of ITU-R BT.709. */
		cell[i] = per_cell == 1 ? s[0]
					: 0.2126 * s[0] + 0.7152 * s[1] +
						  0.0722 * s[2];
	}
	return true;
}

void
picture_close(struct picture *p)
{
	if (p->file)
		fclose(p->file);
	p->file = NULL;
}
