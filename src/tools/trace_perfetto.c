/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_perfetto.c - a trace for the viewers of Perfetto and Chrome.
 *
 * Their JSON: a process is a node, a thread a worker, a slice a body, and a
 * flow leads from what a task waited for last to its begin.
 */
#include "src/tools/trace_tell.h"

#include "guidmap/guid.h"
#include "src/tools/trace_json.h"

#include <inttypes.h>
#include <stdbool.h>

/* Microseconds, as they want them. */
static void
put_time(const char *key, int64_t ns, FILE *out)
{
	fprintf(out, ",\"%s\":%" PRId64 ".%03d", key, ns / 1000,
		(int)(ns % 1000));
}

static void
put_names(const struct trace_graph *g, FILE *out)
{
	for (unsigned i = 0; i < ocr_trace_n_nodes(g); i++)
		fprintf(out,
			"{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%u,"
			"\"args\":{\"name\":\"node %u\"}},\n",
			i, i);
	for (unsigned i = 0; i < ocr_trace_n_lanes(g); i++) {
		const struct trace_lane *l = ocr_trace_lane(g, i);

		fprintf(out,
			"{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%u,"
			"\"tid\":%u,\"args\":{\"name\":\"%s %u\"}},\n",
			l->node, l->lane, l->is_worker ? "worker" : "thread",
			l->lane);
	}
}

static int64_t
end_of(const struct trace_graph *g, const struct trace_task *t)
{
	return t->returned_ns == TRACE_NEVER ? ocr_trace_end_ns(g)
					     : t->returned_ns;
}

static void
put_body(const struct trace_graph *g, const struct trace_task *t, FILE *out)
{
	char guid[OCR_GUID_TEXT];
	int64_t end = end_of(g, t);

	fprintf(out, "{\"ph\":\"X\",\"name\":");
	ocr_trace_put_text(
		t->func == TRACE_NONE ? "?" : ocr_trace_func(g, t->func), out);
	fprintf(out, ",\"pid\":%u,\"tid\":%u", t->node, t->lane);
	put_time("ts", t->run_ns, out);
	put_time("dur", end - t->run_ns, out);
	fprintf(out,
		",\"args\":{\"task\":\"%s\",\"ready_us\":%" PRId64
		",\"waited_for_worker_us\":%.3f,\"bytes\":%" PRIu64
		",\"bytes_moved\":%" PRIu64
		",\"waited_for_confirmations_us\":%.3f",
		ocr_guid_text(t->guid, guid), ocr_trace_ready_ns(t) / 1000,
		(double)(t->run_ns - ocr_trace_ready_ns(t)) / 1000, t->bytes,
		t->moved_bytes,
		t->waited_ns > 0 ? (double)t->waited_ns / 1000 : 0);
	for (unsigned i = 0; i < OCR_TRACE_WAYS; i++)
		if (t->ways >> i & 1)
			fprintf(out, ",\"%s\":true", ocr_trace_way_text(i));
	fprintf(out, "}},\n");
}

/* The arrow begins inside of the body that has asked for it. */
static void
put_flow(const struct trace_graph *g, uint32_t task, FILE *out)
{
	const struct trace_task *t = ocr_trace_task(g, task), *by;
	struct trace_cause c = ocr_trace_cause(g, task);
	int64_t when = c.when_ns;

	if (c.by == TRACE_NONE)
		return;
	by = ocr_trace_task(g, c.by);
	if (by->run_ns == TRACE_NEVER || when < by->run_ns)
		return;
	if (by->returned_ns != TRACE_NEVER && when >= by->returned_ns)
		when = by->returned_ns - 1;
	fprintf(out,
		"{\"ph\":\"s\",\"id\":%u,\"name\":\"cause\",\"cat\":\"cause\","
		"\"pid\":%u,\"tid\":%u",
		task, by->node, by->lane);
	put_time("ts", when, out);
	fprintf(out,
		"},\n{\"ph\":\"f\",\"bp\":\"e\",\"id\":%u,\"name\":\"cause\","
		"\"cat\":\"cause\",\"pid\":%u,\"tid\":%u",
		task, t->node, t->lane);
	put_time("ts", t->run_ns, out);
	fprintf(out, "},\n");
}

int
ocr_trace_tell_perfetto(const struct trace_graph *g, int64_t from_ns,
			int64_t to_ns, FILE *out)
{
	fprintf(out, "{\"traceEvents\":[\n");
	put_names(g, out);
	for (uint32_t i = 0; i < ocr_trace_n_tasks(g); i++) {
		const struct trace_task *t = ocr_trace_task(g, i);

		if (t->run_ns == TRACE_NEVER || t->run_ns > to_ns ||
		    end_of(g, t) < from_ns)
			continue;
		put_body(g, t, out);
		put_flow(g, i, out);
	}
	/* No comma may be the last. */
	fprintf(out, "{\"ph\":\"M\",\"name\":\"trace\",\"pid\":0,\"args\":{}}"
		     "],\"displayTimeUnit\":\"ns\"}\n");
	return 0;
}
