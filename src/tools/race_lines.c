/* SPDX-License-Identifier: BSD-3-Clause */
/* race_lines.c - see race_lines.h. */
#include "src/tools/race_lines.h"

#include <stdlib.h>
#include <string.h>

struct gatherer {
	struct races *r;
	const struct trace_files *f;
	struct race_line *lines;
	size_t n, cap;
	/* Of the lane that is read: */
	const struct trace_file *file;
	unsigned lane;
	int64_t last_ns;
	const uint64_t *with;
	uint32_t doing, once;
	bool is_once;
};

/* -- Places of code -------------------------------------------------------- */

uint32_t
race_code_of(struct races *r, const struct trace_file *file, uint64_t address)
{
	uint32_t n = ocr_trace_things_number(
		&r->codes,
		(ocrGuid_t){.upper = file->head->node, .lower = address});

	if (n == UINT32_MAX)
		r->failed = true;
	return n;
}

static int
grow_codes(struct races *r)
{
	uint32_t cap = r->codes.cap;
	char **names = realloc(r->names, cap * sizeof(*names)), **lines;

	if (!names)
		return -1;
	r->names = names;
	lines = realloc(r->lines, cap * sizeof(*lines));
	if (!lines)
		return -1;
	r->lines = lines;
	for (uint32_t i = r->cap_codes; i < cap; i++)
		names[i] = lines[i] = NULL;
	r->cap_codes = cap;
	return 0;
}

static void
on_text(struct races *r, const struct trace_record *rec)
{
	uint32_t n = race_code_of(r, rec->file, rec->words[0]);
	size_t bytes = rec->words[1] < 4096 ? rec->words[1] : 4096;
	char **to;

	if (n == RACE_NOTHING || (n >= r->cap_codes && grow_codes(r))) {
		r->failed = true;
		return;
	}
	to = rec->type == OCR_TRACE_NAME ? &r->names[n] : &r->lines[n];
	if (!*to)
		*to = strndup((const char *)&rec->words[2], bytes);
}

/* A name, and whose it is. */
struct named {
	const char *name;
	uint32_t code;
};

static int
by_name(const void *a, const void *b)
{
	const struct named *x = a, *y = b;
	int by = strcmp(x->name, y->name);

	return by ? by : (x->code > y->code) - (x->code < y->code);
}

uint32_t *
race_codes_joined(const struct races *r)
{
	struct named *all = malloc((r->codes.n + 1) * sizeof(*all));
	uint32_t *first = malloc((r->codes.n + 1) * sizeof(*first)), n = 0;

	for (uint32_t i = 0; all && first && i < r->codes.n; i++) {
		first[i] = i;
		if (i < r->cap_codes && r->names[i])
			all[n++] = (struct named){r->names[i], i};
	}
	if (n)
		qsort(all, n, sizeof(*all), by_name);
	for (uint32_t i = 1; i < n; i++)
		if (!strcmp(all[i].name, all[i - 1].name))
			first[all[i].code] = first[all[i - 1].code];
	free(all);
	return first;
}

/* -- Lane by lane ---------------------------------------------------------- */

static uint32_t
thing_at(struct races *r, const uint64_t *w)
{
	return race_thing_of(r, (ocrGuid_t){.upper = w[0], .lower = w[1]});
}

static void
turn_to_lane(struct gatherer *rd, const struct trace_record *rec)
{
	if (rd->file == rec->file && rd->lane == rec->lane)
		return;
	rd->file = rec->file;
	rd->lane = rec->lane;
	rd->last_ns = INT64_MIN;
	rd->doing = RACE_NOTHING;
	rd->is_once = false;
	rd->with = NULL;
}

/* Records of one lane stay in their order. */
static void
keep(struct gatherer *rd, const struct trace_record *rec, uint32_t by)
{
	void *lines = rd->lines;

	if (race_grow(&lines, rd->n, &rd->cap, sizeof(*rd->lines))) {
		rd->r->failed = true;
		return;
	}
	rd->lines = lines;
	rd->last_ns =
		rec->when_ns > rd->last_ns ? rec->when_ns : rd->last_ns + 1;
	rd->lines[rd->n++] = (struct race_line){
		.when_ns = rd->last_ns,
		.words = rec->words,
		.with = rec->type == OCR_TRACE_SATISFY ? rd->with : NULL,
		.by = by,
		.file = (uint16_t)(rec->file - rd->f->file),
		.type = (uint8_t)rec->type,
	};
}

/* A record with an op of a task, which FOR may have named. */
static void
keep_op(struct gatherer *rd, const struct trace_record *rec)
{
	keep(rd, rec, rd->is_once ? rd->once : rd->doing);
	rd->is_once = false;
	if (rec->type == OCR_TRACE_SATISFY)
		rd->with = NULL;
}

static void
on_record(void *arg, const struct trace_record *rec)
{
	struct gatherer *rd = arg;

	turn_to_lane(rd, rec);
	switch (rec->type) {
	case OCR_TRACE_NAME:
	case OCR_TRACE_LINE:
		on_text(rd->r, rec);
		break;
	case OCR_TRACE_RUN:
	case OCR_TRACE_RESUME:
		rd->doing = thing_at(rd->r, rec->words);
		if (rec->type == OCR_TRACE_RUN)
			keep(rd, rec, rd->doing);
		break;
	case OCR_TRACE_RETURN:
		keep(rd, rec, rd->doing);
		break;
	case OCR_TRACE_FOR:
		rd->once = thing_at(rd->r, rec->words);
		rd->is_once = true;
		break;
	case OCR_TRACE_CREATE:
	case OCR_TRACE_DEPEND:
	case OCR_TRACE_SATISFY:
	case OCR_TRACE_USE:
		keep_op(rd, rec);
		break;
	case OCR_TRACE_STOP:
		rd->is_once = false;
		break;
	case OCR_TRACE_WITH:
		rd->with = rec->words;
		break;
	case OCR_TRACE_MADE:
	case OCR_TRACE_EVENT:
	case OCR_TRACE_FRESH_BLOCK:
	case OCR_TRACE_SLOT:
		keep(rd, rec, rd->doing);
		break;
	default:
		break;
	}
}

/* -- All of them ----------------------------------------------------------- */

/* What has the same time as the begin of a task may be what it has waited
 * for. */
static int
by_time(const void *a, const void *b)
{
	const struct race_line *x = a, *y = b;
	bool runs = x->type == OCR_TRACE_RUN, too = y->type == OCR_TRACE_RUN;

	if (x->when_ns != y->when_ns)
		return x->when_ns < y->when_ns ? -1 : 1;
	return runs - too;
}

struct race_line *
race_lines(struct races *r, const struct trace_files *f, size_t *n)
{
	struct gatherer g = {.r = r, .f = f};

	ocr_trace_files_each(f, on_record, &g);
	if (g.n)
		qsort(g.lines, g.n, sizeof(*g.lines), by_time);
	*n = g.n;
	return g.lines;
}
