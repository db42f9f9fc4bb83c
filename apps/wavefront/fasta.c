/* SPDX-License-Identifier: BSD-3-Clause */
/* fasta.c - see fasta.h. */
#include "apps/wavefront/fasta.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A file that is being read. */
struct reader {
	FILE *file;
	const char *path;
	u64 line; /* counted from 1 */
	u64 room; /* in the sequence's letters */
	bool protein;
	struct sequence_error *why;
};

__attribute__((format(printf, 2, 3))) static bool
fail(struct reader *r, const char *fmt, ...)
{
	char text[300];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	snprintf(r->why->text, sizeof(r->why->text), "%.200s: %s", r->path,
		 text);
	return false;
}

/* The next byte, or EOF. */
static int
next(struct reader *r)
{
	int c = getc_unlocked(r->file);

	if (c == '\n')
		r->line++;
	return c;
}

static bool
append(struct sequence *s, u64 *room, u8 letter)
{
	if (s->length == *room) {
		u64 more = *room ? 2 * *room : 4096;
		u8 *moved = realloc(s->letter, more);

		if (!moved)
			return false;
		s->letter = moved;
		*room = more;
	}
	s->letter[s->length++] = letter;
	return true;
}

/* The line behind the '>': its first word is the name. */
static void
read_name(struct reader *r, struct sequence *s)
{
	size_t n = 0;
	bool in_name = true;
	int c;

	while ((c = next(r)) != EOF && c != '\n') {
		if (isspace(c))
			in_name = in_name && n == 0;
		else if (in_name && n + 1 < sizeof(s->name))
			s->name[n++] = isprint(c) ? (char)c : '?';
	}
	s->name[n] = '\0';
	if (!n)
		strcpy(s->name, "unnamed");
}

static bool
is_letter(u8 c, bool protein)
{
	if (protein)
		return (c >= 'A' && c <= 'Z') || c == '*';
	return c && strchr("ACGTURYSWKMBDHVN", c);
}

static bool
take_letter(struct reader *r, struct sequence *s, int c)
{
	u8 letter = (u8)toupper(c);

	if (!is_letter(letter, r->protein)) {
		const char *what =
			r->protein ? "an amino acid" : "a base (see --protein)";

		if (isprint(c))
			return fail(r, "line %" PRIu64 ": '%c' is not %s",
				    r->line, c, what);
		return fail(r, "line %" PRIu64 ": byte %d is not %s", r->line,
			    c, what);
	}
	if (s->length == SEQUENCE_MAX_LETTERS)
		return fail(r, "has more than %" PRIu64 " letters",
			    SEQUENCE_MAX_LETTERS);
	if (!append(s, &r->room, letter))
		return fail(r, "out of memory after %" PRIu64 " letters",
			    s->length);
	return true;
}

/* The letters, behind the first line. */
static bool
read_letters(struct reader *r, struct sequence *s)
{
	int c;

	while ((c = next(r)) != EOF) {
		if (c == '>')
			return fail(r,
				    "line %" PRIu64
				    ": a second sequence begins; one of each "
				    "file is aligned",
				    r->line);
		if (!isspace(c) && !take_letter(r, s, c))
			return false;
	}
	if (ferror(r->file))
		return fail(r, "cannot be read: %s", strerror(errno));
	if (!s->length)
		return fail(r, "the sequence is empty");
	return true;
}

static bool
read_open(struct reader *r, struct sequence *s)
{
	struct stat st;
	int c;

	if (fstat(fileno(r->file), &st) == 0 && S_ISDIR(st.st_mode))
		return fail(r, "is a folder");
	do
		c = next(r);
	while (c != EOF && isspace(c));
	if (c == EOF && ferror(r->file))
		return fail(r, "cannot be read: %s", strerror(errno));
	if (c == EOF)
		return fail(r, "is empty");
	if (c != '>')
		return fail(r, "is not FASTA: it does not begin with '>'");
	read_name(r, s);
	return read_letters(r, s);
}

bool
sequence_read(struct sequence *s, const char *path, bool protein,
	      struct sequence_error *why)
{
	struct reader r = {
		.file = fopen(path, "rbe"),
		.path = path,
		.line = 1,
		.protein = protein,
		.why = why,
	};
	bool ok;

	*s = (struct sequence){0};
	if (!r.file)
		return fail(&r, "cannot be opened: %s", strerror(errno));
	ok = read_open(&r, s);
	fclose(r.file);
	if (!ok)
		sequence_free(s);
	return ok;
}

/*
 * Made ones
 */

static u64
draw(u64 *random, u64 below)
{
	u64 x = *random += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return (x ^ x >> 31) % below;
}

static u8
draw_letter(u64 *random, bool protein)
{
	const char *letters = protein ? "ACDEFGHIKLMNPQRSTVWY" : "ACGT";

	return (u8)letters[draw(random, strlen(letters))];
}

static bool
append_any(struct sequence *s, u64 *room, u64 count, u64 *random, bool protein)
{
	while (count-- > 0)
		if (!append(s, room, draw_letter(random, protein)))
			return false;
	return true;
}

/* Letters of `a`, some of them replaced, lost, or with others behind them. */
static bool
append_mutated(struct sequence *s, u64 *room, const struct sequence *a,
	       u64 from, u64 to, u64 *random, bool protein)
{
	for (u64 i = from; i < to; i++) {
		u64 fate = draw(random, 100);
		u8 letter = a->letter[i];

		if (fate == 0) {
			i += draw(random, 8);
			continue;
		}
		if (fate <= 8)
			letter = draw_letter(random, protein);
		if (!append(s, room, letter) ||
		    (fate == 9 && !append_any(s, room, 1 + draw(random, 8),
					      random, protein)))
			return false;
	}
	return true;
}

bool
sequence_make_pair(struct sequence *a, struct sequence *b, u64 length, u64 seed,
		   bool protein)
{
	u64 room_a = 0, room_b = 0, foreign = length / 8, random = seed;

	*a = (struct sequence){.name = "made_a"};
	*b = (struct sequence){.name = "made_b"};
	/* The last letter cannot be lost: B is never empty. */
	if (append_any(a, &room_a, length, &random, protein) &&
	    append_any(b, &room_b, foreign, &random, protein) &&
	    append_mutated(b, &room_b, a, foreign, length - foreign, &random,
			   protein) &&
	    append_any(b, &room_b, foreign + 1, &random, protein))
		return true;
	sequence_free(a);
	sequence_free(b);
	return false;
}

void
sequence_free(struct sequence *s)
{
	free(s->letter);
	s->letter = NULL;
	s->length = 0;
}
