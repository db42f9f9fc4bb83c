/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_dot.c - the graph of a trace for Graphviz.
 *
 * Nodes of the job are clusters.  A function has the colour that it has on the
 * page; the critical path is thick and red.
 */
#include "src/tools/trace_tell.h"

#include "guidmap/guid.h"
#include "src/tools/trace_fold.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>

#define PATH_COLOR "#cc0000"

/* -- Words ----------------------------------------------------------------- */

/* Inside of a label that is HTML. */
static void
put_text(const char *s, FILE *out)
{
	for (; *s; s++) {
		if (*s == '<' || *s == '>' || *s == '&' || *s == '"')
			fprintf(out, "&#%d;", *s);
		else
			fputc((unsigned char)*s < 0x20 ? ' ' : *s, out);
	}
}

/* One of red, green and blue (n is 0, 8 and 4) of hsl(degrees 60% 70%), from 0
 * to 255. */
static unsigned
part_of(double degrees, int n)
{
	double k = fmod(n + degrees / 30, 12);
	double least = fmin(k - 3, 9 - k);

	least = fmax(-1, fmin(least, 1));
	return (unsigned)lround(255 * (0.7 - 0.6 * 0.3 * least));
}

/* As color() of trace_page.html. */
static void
put_color(uint32_t func, FILE *out)
{
	double degrees = fmod(func * 137.5, 360);

	fprintf(out, "\"#%02x%02x%02x\"", part_of(degrees, 0),
		part_of(degrees, 8), part_of(degrees, 4));
}

static void
put_time(const char *before, int64_t ns, uint64_t n, FILE *out)
{
	char text[TRACE_TIME_TEXT];

	if (n)
		fprintf(out, "%s%s", before,
			ocr_trace_time_text((double)ns / (double)n, text));
}

/* -- Boxes ----------------------------------------------------------------- */

static bool
is_one(const struct trace_fold *f, const struct trace_box *b,
       const struct trace_graph *g)
{
	return f->folding == TRACE_FOLD_TASKS ||
	       (f->folding == TRACE_FOLD_LABELS &&
		ocr_guid_flags(ocr_trace_task(g, b->task)->guid) &
			OCR_GUID_LABELED);
}

/* What it waited for, of that what counts: a tenth of the time that it ran. */
static void
put_waits(const struct trace_box *b, FILE *out)
{
	const struct {
		const char *what;
		int64_t ns;
	} waits[] = {{"inputs", b->inputs_ns},
		     {"blocks", b->blocks_ns},
		     {"a worker", b->worker_ns}};

	for (unsigned i = 0; i < 3; i++) {
		if (waits[i].ns <= b->ran_ns / 10)
			continue;
		put_time(b->n > 1 ? "<br/>each waited " : "<br/>waited ",
			 waits[i].ns, b->n_ran, out);
		fprintf(out, " for %s", waits[i].what);
	}
}

static void
put_times(const struct trace_fold *f, const struct trace_box *b, bool one,
	  FILE *out)
{
	char text[TRACE_TIME_TEXT];

	if (!b->n_ran) {
		fprintf(out,
			one ? "<br/>has not run"
			    : "<br/>%" PRIu64 " tasks, have not run",
			b->n);
		return;
	}
	if (one) {
		put_time("<br/>ran ", b->ran_ns, 1, out);
	} else {
		fprintf(out, "<br/>%" PRIu64 " task%s ran %s", b->n,
			b->n == 1 ? "" : "s",
			ocr_trace_time_text((double)b->ran_ns, text));
		put_time(b->n > 1 ? ", each " : NULL, b->ran_ns,
			 b->n > 1 ? b->n_ran : 0, out);
	}
	put_waits(b, out);
	if (b->n_path && !one)
		fprintf(out,
			"<br/><font color=\"" PATH_COLOR "\">%" PRIu64
			" of %" PRIu64 " of the critical path</font>",
			b->n_path, f->n_path);
}

static void
put_box(const struct trace_fold *f, const struct trace_graph *g, uint32_t i,
	FILE *out)
{
	const struct trace_box *b = &f->boxes[i];
	bool one = is_one(f, b, g);
	char guid[OCR_GUID_TEXT];

	fprintf(out, "b%u [label=<<b>", i);
	put_text(b->func == TRACE_NONE ? "?" : ocr_trace_func(g, b->func), out);
	fputs("</b>", out);
	if (one) {
		fputc(' ', out);
		put_text(ocr_guid_text(ocr_trace_task(g, b->task)->guid, guid),
			 out);
	}
	put_times(f, b, one, out);
	fputs(">, fillcolor=", out);
	if (b->n_ran)
		put_color(b->func, out);
	else
		fputs("white, style=\"filled,rounded,dashed\"", out);
	if (b->n_path)
		fputs(", color=\"" PATH_COLOR "\", penwidth=3", out);
	fputs("];\n", out);
}

static void
put_boxes(const struct trace_fold *f, const struct trace_graph *g, FILE *out)
{
	unsigned n_nodes = ocr_trace_n_nodes(g);
	bool several = n_nodes > 1 && f->folding != TRACE_FOLD_FUNCTIONS;

	for (uint32_t i = 0; i < f->box_keys.n && !several; i++)
		put_box(f, g, i, out);
	for (unsigned node = 0; node < n_nodes && several; node++) {
		fprintf(out,
			"subgraph cluster_%u {\nlabel=\"node %u\"; "
			"style=rounded; color=\"#999999\"; "
			"bgcolor=\"#f7f7f7\";\n",
			node, node);
		for (uint32_t i = 0; i < f->box_keys.n; i++)
			if (f->boxes[i].node == node)
				put_box(f, g, i, out);
		fputs("}\n", out);
	}
}

/* -- Arrows ---------------------------------------------------------------- */

static void
put_counts(const struct trace_arrow *a, FILE *out)
{
	fprintf(out, "%" PRIu64, a->n);
	if (a->n_last && a->n_last < a->n)
		fprintf(out, "\\n  %" PRIu64 " the last", a->n_last);
	put_time(a->n_last < a->n ? ", then " : "\\n  then ", a->last_ns,
		 a->n_last, out);
}

/* Is there one like it from its head to its tail? */
static bool
is_both_ways(const struct trace_fold *f, const struct trace_arrow *a)
{
	for (unsigned kind = 0; kind < TRACE_ARROW_KINDS; kind++) {
		ocrGuid_t key = {.upper = kind,
				 .lower = (uint64_t)a->to << 32 | a->from};

		if (ocr_trace_things_find(&f->arrow_keys, key) != UINT32_MAX)
			return true;
	}
	return false;
}

/* Of two boxes with arrows both ways the first is above, or else both would be
 * in one row, with the words of one arrow on those of the other. */
static void
put_ends(const struct trace_fold *f, const struct trace_arrow *a, FILE *out)
{
	if (a->from > a->to && is_both_ways(f, a))
		fprintf(out, "b%u -> b%u [dir=back", a->to, a->from);
	else
		fprintf(out, "b%u -> b%u [dir=forward", a->from, a->to);
	if (a->from == a->to && a->kind == TRACE_ARROW_CREATE)
		fputs(", tailport=w, headport=w", out);
}

/* On the path as thick as its part of that. */
static void
put_arrow(const struct trace_fold *f, const struct trace_arrow *a, FILE *out)
{
	static const char *const styles[TRACE_ARROW_KINDS] = {
		[TRACE_ARROW_INPUT] = "solid",
		[TRACE_ARROW_CREATE] = "dashed",
		[TRACE_ARROW_FINISH] = "dotted",
	};
	bool tasks = f->folding == TRACE_FOLD_TASKS;
	double part = (double)a->n_path / (double)f->n_path;

	put_ends(f, a, out);
	fprintf(out, ", style=%s, label=\"  ", styles[a->kind]);
	if (tasks)
		put_time("", a->last_ns, a->n_last, out);
	else
		put_counts(a, out);
	fputc('"', out);
	if (a->n_path)
		fprintf(out,
			", color=\"" PATH_COLOR "\", fontcolor=\"" PATH_COLOR
			"\", penwidth=%.1f",
			tasks ? 3 : 2 + 4 * part);
	fputs("];\n", out);
}

/* Who creates a task and gives it its inputs, too, has one arrow there, as long
 * as nothing of it is lost. */
static bool
is_said(const struct trace_fold *f, const struct trace_arrow *a)
{
	ocrGuid_t key = {.upper = TRACE_ARROW_INPUT,
			 .lower = (uint64_t)a->from << 32 | a->to};

	return f->folding == TRACE_FOLD_TASKS &&
	       a->kind == TRACE_ARROW_CREATE && !a->n_last && !a->n_path &&
	       ocr_trace_things_find(&f->arrow_keys, key) != UINT32_MAX;
}

/* -- All of it ------------------------------------------------------------ */

static void
put_title(const struct trace_fold *f, const struct trace_graph *g,
	  const char *program, FILE *out)
{
	static const char *const what[TRACE_FOLDINGS] = {
		[TRACE_FOLD_TASKS] = "a box is a task",
		[TRACE_FOLD_LABELS] = "a box is a label, or a function on a "
				      "node",
		[TRACE_FOLD_NODES] = "a box is a function on a node",
		[TRACE_FOLD_FUNCTIONS] = "a box is a function",
	};
	char text[TRACE_TIME_TEXT];

	fputs("label=<<b>", out);
	put_text(program, out);
	fprintf(out,
		"</b>: %u tasks in %s; %s<br/>solid: satisfies a slot; dashed: "
		"creates; dotted: is the last inside of a finish task; red: "
		"the critical path, %" PRIu64 " tasks<br/>beside an arrow: %s"
		"the time from there until the task began>;\n",
		ocr_trace_n_tasks(g),
		ocr_trace_time_text((double)ocr_trace_end_ns(g), text),
		what[f->folding], f->n_path,
		f->folding == TRACE_FOLD_TASKS
			? "if it was waited for last, "
			: "how often; how often it was waited for last, and ");
}

int
ocr_trace_tell_dot(const struct trace_graph *g, const char *program,
		   enum trace_folding folding, FILE *out)
{
	struct trace_fold f;
	int err = ocr_trace_fold_open(&f, g, folding);

	if (!err) {
		fputs("digraph trace {\n"
		      "fontname=\"Helvetica\"; fontsize=12; labelloc=t; "
		      "newrank=true;\n"
		      "node [shape=box, style=\"filled,rounded\", "
		      "fontname=\"Helvetica\", fontsize=11, "
		      "color=\"#666666\"];\n"
		      "edge [fontname=\"Helvetica\", fontsize=9, "
		      "color=\"#555555\", fontcolor=\"#555555\"];\n",
		      out);
		put_title(&f, g, program, out);
		put_boxes(&f, g, out);
		for (uint32_t i = 0; i < f.arrow_keys.n; i++)
			if (!is_said(&f, &f.arrows[i]))
				put_arrow(&f, &f.arrows[i], out);
		fputs("}\n", out);
	}
	ocr_trace_fold_close(&f);
	return err;
}
