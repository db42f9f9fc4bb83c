/* SPDX-License-Identifier: BSD-3-Clause */
/* race_tell.c - see races.h: in words. */
#include "src/tools/races.h"

#include "src/base/mode.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LINES 50

/* Without the kind of the object. */
static const char *
number_of(ocrGuid_t g, char *buf)
{
	const char *space;

	ocr_guid_text(g, buf);
	space = strchr(buf, ' ');
	return space ? space + 1 : buf;
}

/* A line if that is known. */
static void
say_place(const struct races *r, uint32_t thing, FILE *out)
{
	uint32_t place = r->things[thing].place;
	const char *name = NULL, *line = NULL;

	if (place < r->cap_codes) {
		name = r->names[place];
		line = r->lines[place];
	}
	if (line && name)
		fprintf(out, " (created at %.*s (%s))",
			(int)strcspn(name, "+"), name, line);
	else if (name)
		fprintf(out, " (created at %s)", name);
}

static void
say_task(const struct races *r, uint32_t task, FILE *out)
{
	uint32_t func = r->things[task].func;
	char text[OCR_GUID_TEXT];

	fprintf(out, "task \"%s\" %s",
		func < r->cap_codes && r->names[func] ? r->names[func] : "?",
		number_of(r->guids.guids[task], text));
	say_place(r, task, out);
}

static void
say_use(const struct races *r, const struct race_use *u, uint64_t word,
	FILE *out)
{
	say_task(r, u->task, out);
	if (u->reads)
		fputs(u->mode == DB_MODE_CONST || u->mode == DB_MODE_RO
			      ? " reads it"
			      : " has it, and changes nothing",
		      out);
	else if (word == RACE_NO_WORD)
		fputs(" changes it", out);
	else
		fprintf(out, " changes it from byte %" PRIu64 " on", 8 * word);
	fprintf(out, " (mode %s)", ocr_mode_text(u->mode));
}

static uint64_t
first_word(const struct race_use *u)
{
	struct ocr_trace_stripe s = {.first = RACE_NO_WORD};

	if (u->n)
		memcpy(&s, u->stripes, sizeof(s));
	return s.first;
}

static void
say_race(const struct races *r, const struct race *x, FILE *out)
{
	bool both = !x->a->reads && !x->b->reads;
	uint64_t word = both ? race_common_word(x->a, x->b) : RACE_NO_WORD;
	char text[OCR_GUID_TEXT];

	fprintf(out, "race: db %s",
		number_of(r->guids.guids[x->a->block], text));
	say_place(r, x->a->block, out);
	fputs(": ", out);
	say_use(r, x->a, both ? word : first_word(x->a), out);
	fputs(", ", out);
	say_use(r, x->b, both ? word : first_word(x->b), out);
	fputs(", and nothing orders the two", out);
	if (x->n > 1)
		fprintf(out, "; %" PRIu64 " more like these", x->n - 1);
	fputc('\n', out);
}

/* What a reader has to know before he believes that there are no others. */
static bool
say_gaps(const struct races *r, const struct trace_files *f, FILE *out)
{
	bool whole = !f->missing && !f->is_cut && !r->unseen && !r->orphans &&
		     !r->too_many;

	if (f->missing)
		fprintf(out,
			"races: %u nodes of the job have no file here: "
			"what they did is not looked at\n",
			f->missing);
	if (f->is_cut)
		fprintf(out, "races: the disk was full: the end of the run is "
			     "not looked at\n");
	if (r->unseen)
		fprintf(out,
			"races: tasks had too many blocks at once: %" PRIu64
			" times it is not known what one has changed; try a "
			"smaller input\n",
			r->unseen);
	if (r->orphans)
		fprintf(out,
			"races: %" PRIu64
			" tasks seem to have begun before they were created "
			"(the clocks of hosts differ?): what they did is not "
			"ordered\n",
			r->orphans);
	if (r->too_many)
		fprintf(out,
			"races: %" PRIu64
			" blocks were used too often to compare all: only the "
			"first uses are looked at; try a smaller input\n",
			r->too_many);
	return whole;
}

static void
say_all(const struct races *r, const struct race *races, size_t n, FILE *out)
{
	for (size_t i = 0; i < n && i < MOST_LINES; i++)
		say_race(r, &races[i], out);
	if (n > MOST_LINES)
		fprintf(out, "races: and %zu more\n", n - MOST_LINES);
}

static bool
is_whole(const struct trace_files *f)
{
	for (unsigned i = 0; i < f->n; i++)
		if (!f->file[i].head->is_whole)
			return false;
	return true;
}

bool
races_tell(const struct trace_files *f, FILE *out, bool *failed)
{
	struct races r = {.cap_things = 0};
	struct race *races = NULL;
	bool whole = false;
	size_t n = 0;

	*failed = !is_whole(f);
	if (*failed) {
		fprintf(stderr, "ocrtrace: this trace was written without "
				"OCR_STRICT=races, and does not have what it "
				"takes to find any\n");
		return false;
	}
	if (!races_read(&r, f))
		races = races_find(&r, &n);
	*failed = r.failed || r.order.failed;
	if (*failed) {
		fprintf(stderr, "ocrtrace: there is too little memory for this "
				"trace\n");
	} else {
		say_all(&r, races, n, out);
		whole = say_gaps(&r, f, out);
	}
	free(races);
	races_free(&r);
	return whole && !n;
}
