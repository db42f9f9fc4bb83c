/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_html.c - a page that shows a trace: trace_page.html, and its numbers.
 *
 * A number of all tasks is a text of base64; tasks come lane by lane, as they
 * began.  Numbers are told by what is known already, so that most are small: a
 * time by another of the same task, a begin by the one before.  A small number
 * is one byte: seven bits each, the lowest first, all but the last with the
 * eighth.
 */
#include "src/tools/trace_tell.h"

#include "guidmap/guid.h"
#include "src/tools/trace_json.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Of more tasks the page has no names but numbers: each is 20 bytes. */
#define MAX_NAMED  200000
/* Of more nodes it has no table of who sent how much to whom. */
#define MAX_MATRIX 16

struct page {
	const struct trace_graph *g;
	FILE *out;
	uint32_t *order; /* tasks that have run, as the page has them */
	uint32_t *place; /* of each task in it, or TRACE_NONE */
	uint32_t n;
};

/* -- Base64 --------------------------------------------------------------- */

struct base64 {
	FILE *out;
	unsigned char left[3];
	unsigned n;
};

static void
put_three(struct base64 *b)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";
	uint32_t v = (uint32_t)b->left[0] << 16 | (uint32_t)b->left[1] << 8 |
		     b->left[2];

	for (unsigned i = 0; i < 4; i++)
		putc(i <= b->n ? digits[v >> (18 - 6 * i) & 63] : '=', b->out);
	memset(b->left, 0, sizeof(b->left));
	b->n = 0;
}

static void
put_byte(struct base64 *b, unsigned byte)
{
	b->left[b->n++] = (unsigned char)byte;
	if (b->n == 3)
		put_three(b);
}

static void
put_number(struct base64 *b, uint64_t v)
{
	for (; v > 127; v >>= 7)
		put_byte(b, (v & 127) | 128);
	put_byte(b, (unsigned)v);
}

static void
put_end(struct base64 *b)
{
	if (b->n)
		put_three(b);
}

/* Small ones of both signs. */
static uint64_t
folded(int64_t v)
{
	return (uint64_t)v << 1 ^ (v < 0 ? UINT64_MAX : 0);
}

/* -- Tasks ---------------------------------------------------------------- */

static const struct trace_graph *sorted;

static int
by_begin(const void *a, const void *b)
{
	const struct trace_task *s =
		ocr_trace_task(sorted, *(const uint32_t *)a);
	const struct trace_task *t =
		ocr_trace_task(sorted, *(const uint32_t *)b);

	if (s->node != t->node)
		return s->node < t->node ? -1 : 1;
	if (s->lane != t->lane)
		return s->lane < t->lane ? -1 : 1;
	return (s->run_ns > t->run_ns) - (s->run_ns < t->run_ns);
}

static int
put_in_order(struct page *p)
{
	uint32_t n = ocr_trace_n_tasks(p->g);

	p->order = malloc((n + 1) * sizeof(*p->order));
	p->place = malloc((n + 1) * sizeof(*p->place));
	if (!p->order || !p->place)
		return -1;
	for (uint32_t i = 0; i < n; i++) {
		p->place[i] = TRACE_NONE;
		if (ocr_trace_task(p->g, i)->run_ns != TRACE_NEVER)
			p->order[p->n++] = i;
	}
	sorted = p->g;
	qsort(p->order, p->n, sizeof(*p->order), by_begin);
	for (uint32_t i = 0; i < p->n; i++)
		p->place[p->order[i]] = i;
	return 0;
}

static int64_t
end_of(const struct page *p, const struct trace_task *t)
{
	return t->returned_ns == TRACE_NEVER ? ocr_trace_end_ns(p->g)
					     : t->returned_ns;
}

enum column {
	RUN,
	END,
	CREATED,
	FED,
	READY,
	ASKED,
	RAN,
	WAITED,
	BYTES,
	MOVED,
	FUNC,
	CAUSE,
	WAYS,
	COLUMNS
};

static const char *const columns[COLUMNS] = {
	"run",	  "end",   "created", "fed",  "ready", "asked", "ran",
	"waited", "bytes", "moved",   "func", "cause", "ways"};

static int64_t
box_end(const struct page *p, const struct trace_task *t)
{
	return t->park_ns == TRACE_NEVER ? end_of(p, t) : t->park_ns;
}

/* What the page's decode() makes run[i] and so on of.  `before` is what it was
 * for the task before, which is kept there. */
static uint64_t
code_of(const struct page *p, uint32_t task, enum column c, int64_t *before)
{
	const struct trace_task *t = ocr_trace_task(p->g, task);
	struct trace_cause cause;
	int64_t v, by = *before;

	switch (c) {
	case RUN:
		*before = t->run_ns;
		return folded(t->run_ns - by);
	case END:
		return folded(box_end(p, t) - t->run_ns);
	case CREATED:
		return folded(t->run_ns - t->created_ns);
	case FED:
		return t->fed_ns == TRACE_NEVER
			       ? 0
			       : 1 + folded(t->run_ns - t->fed_ns);
	case READY:
		return folded(ocr_trace_ready_ns(t) - t->created_ns);
	case ASKED:
		cause = ocr_trace_cause(p->g, task);
		return folded(cause.when_ns - t->created_ns);
	case RAN:
		v = end_of(p, t) - t->run_ns - t->parked_ns;
		return folded(v - (box_end(p, t) - t->run_ns));
	case WAITED:
		return t->waited_ns > 0 ? (uint64_t)t->waited_ns : 0;
	case BYTES:
		return t->bytes;
	case MOVED:
		return t->moved_bytes;
	case FUNC:
		return t->func;
	case WAYS:
		return t->ways;
	default:
		cause = ocr_trace_cause(p->g, task);
		v = cause.by == TRACE_NONE ? TRACE_NONE : p->place[cause.by];
		if (v == TRACE_NONE)
			return 0;
		*before = v;
		return 1 + folded(v - by);
	}
}

/* Of many columns there is nothing to be said, and then nothing is. */
static bool
is_zero(struct page *p, enum column c)
{
	int64_t before = 0;

	for (uint32_t i = 0; i < p->n; i++)
		if (code_of(p, p->order[i], c, &before))
			return false;
	return true;
}

static void
put_column(struct page *p, enum column c)
{
	struct base64 b = {.out = p->out};
	bool nothing = is_zero(p, c);
	int64_t before = 0;

	fprintf(p->out, ",\n\"%s\":\"", columns[c]);
	for (uint32_t i = 0; i < p->n && !nothing; i++)
		put_number(&b, code_of(p, p->order[i], c, &before));
	put_end(&b);
	fputc('"', p->out);
}

/* -- The page ------------------------------------------------------------- */

static void
put_lanes(struct page *p)
{
	const char *comma = "";

	fprintf(p->out, ",\n\"lanes\":[");
	for (uint32_t i = 0, n; i < p->n; i += n) {
		const struct trace_task *t = ocr_trace_task(p->g, p->order[i]);

		for (n = 1; i + n < p->n; n++) {
			const struct trace_task *next =
				ocr_trace_task(p->g, p->order[i + n]);

			if (next->node != t->node || next->lane != t->lane)
				break;
		}
		fprintf(p->out,
			"%s{\"node\":%u,\"lane\":%u,\"first\":%u,\"n\":%u}",
			comma, t->node, t->lane, i, n);
		comma = ",";
	}
	fputc(']', p->out);
}

static void
put_names(struct page *p)
{
	char guid[OCR_GUID_TEXT];

	fprintf(p->out, ",\n\"names\":[");
	for (uint32_t i = 0; i < ocr_trace_n_funcs(p->g); i++) {
		if (i)
			fputc(',', p->out);
		ocr_trace_put_text(ocr_trace_func(p->g, i), p->out);
	}
	fprintf(p->out, "],\n\"guids\":[");
	for (uint32_t i = 0; i < p->n && p->n <= MAX_NAMED; i++) {
		if (i)
			fputc(',', p->out);
		ocr_trace_put_text(
			ocr_guid_text(ocr_trace_task(p->g, p->order[i])->guid,
				      guid),
			p->out);
	}
	fputc(']', p->out);
}

/* Messages and transfers, from each node to each. */
static void
put_traffic(struct page *p)
{
	unsigned n = ocr_trace_n_nodes(p->g);

	fprintf(p->out, ",\n\"nodes\":%u,\"traffic\":[", n);
	for (unsigned i = 0; i < n * n && n <= MAX_MATRIX; i++) {
		struct trace_pair t = ocr_trace_pair(p->g, i / n, i % n);

		fprintf(p->out,
			"%s[%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]",
			i ? "," : "", t.ops.n, t.ops.bytes, t.reads.n,
			t.reads.bytes);
	}
	fprintf(p->out, "],\"way_texts\":[");
	for (unsigned i = 0; i < OCR_TRACE_WAYS; i++) {
		fputs(i ? "," : "", p->out);
		ocr_trace_put_text(ocr_trace_way_text(i), p->out);
	}
	fputc(']', p->out);
}

static int
put_path(struct page *p)
{
	uint32_t n, *path = ocr_trace_path(p->g, &n);
	struct base64 b = {.out = p->out};
	int64_t before = 0;

	if (!path)
		return -1;
	fprintf(p->out, ",\n\"path_tasks\":%u,\"path\":\"", n);
	for (uint32_t i = 0; i < n; i++) {
		int64_t place = p->place[path[i]];

		put_number(&b, folded(place - before));
		before = place;
	}
	put_end(&b);
	fputc('"', p->out);
	free(path);
	return 0;
}

static int
put_data(struct page *p, const char *program)
{
	fprintf(p->out, "{\"program\":");
	ocr_trace_put_text(program, p->out);
	fprintf(p->out, ",\"tasks\":%u,\"end_ns\":%lld", p->n,
		(long long)ocr_trace_end_ns(p->g));
	put_lanes(p);
	put_names(p);
	put_traffic(p);
	for (enum column c = RUN; c < COLUMNS; c++)
		put_column(p, c);
	if (put_path(p))
		return -1;
	fputc('}', p->out);
	return 0;
}

int
ocr_trace_tell_html(const struct trace_graph *g, const char *program, FILE *out)
{
	static const char mark[] = "/*DATA*/null";
	const char *at = strstr(ocr_trace_page, mark);
	struct page p = {.g = g, .out = out};
	int err = put_in_order(&p);

	if (!err) {
		fwrite(ocr_trace_page, 1, (size_t)(at - ocr_trace_page), out);
		err = put_data(&p, program);
		fputs(at + strlen(mark), out);
	}
	free(p.order);
	free(p.place);
	return err;
}
