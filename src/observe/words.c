/* SPDX-License-Identifier: BSD-3-Clause */
/* words.c - see words.h. */
#include "src/observe/words.h"

#include "guidmap/guid.h"
#include "src/base/code.h"
#include "src/base/runtime.h"
#include "src/event/event.h"
#include "src/observe/watch.h"
#include "src/task/who.h"
#include "src/reduce/collective.h"
#include "src/task/await.h"
#include "src/task/edt.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void
ocr_words_add(struct ocr_words *w, const char *fmt, ...)
{
	size_t room = sizeof(w->s) - w->n;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(w->s + w->n, room, fmt, ap);
	va_end(ap);
	if (n > 0)
		w->n += (size_t)n < room ? (size_t)n : room - 1;
}

/* -- Objects ----------------------------------------------------------------
 */

/* The number in a GUID, without its kind. */
static const char *
number_of(ocrGuid_t g, char *buf)
{
	const char *kind = ocr_guid_kind_name(ocr_guid_kind(g));
	const char *text = ocr_guid_text(g, buf);

	while (*kind && *kind == *text)
		kind++, text++;
	return *text == ' ' ? text + 1 : text;
}

static const struct ocr_fact_node *
node_of(const struct ocr_tale *tale, ocrGuid_t g)
{
	return ocr_facts_find(tale->facts, g);
}

static void
add_task(struct ocr_words *w, const struct ocr_tale *tale, ocrGuid_t g)
{
	const struct ocr_fact_node *x = node_of(tale, g);
	struct ocr_who who = {.edt = g};
	char text[OCR_WHO_TEXT];

	if (x && x->is) {
		who.func = ocr_code_function(&x->is->is.code);
		who.guest = x->is->is.kind == OCR_FACT_TASK &&
			    x->is->is.n[3] == OCR_FACT_MAIN;
	}
	ocr_words_add(w, "%s", ocr_who_text(&who, text));
	if (tale->rt->size > 1)
		ocr_words_add(w, " on node %u", ocr_owner_of(tale->rt, g));
}

/* The task whose output event it is, or NULL. */
static const struct ocr_fact *
output_of(const struct ocr_tale *tale, ocrGuid_t event)
{
	const struct ocr_fact_node *x = node_of(tale, event);

	for (uint32_t i = 0; x && i < x->n_edges; i++)
		if (x->edges[i].is.kind == OCR_FACT_OUTPUT)
			return &x->edges[i];
	return NULL;
}

static void
add_event(struct ocr_words *w, const struct ocr_tale *tale, ocrGuid_t g)
{
	const struct ocr_fact *out = output_of(tale, g);
	bool made = ocr_guid_flags(g) & OCR_GUID_OUTPUT;
	char text[OCR_GUID_TEXT];

	if (!made || !out)
		ocr_words_add(w, "%s", ocr_guid_text(g, text));
	if (out) {
		ocr_words_add(w, "%sthe output event of ", made ? "" : ", ");
		add_task(w, tale, out->is.other);
	} else if (made) {
		ocr_words_add(w, ", the output event of a task");
	}
}

void
ocr_words_object(struct ocr_words *w, const struct ocr_tale *tale, ocrGuid_t g)
{
	char text[OCR_GUID_TEXT];

	if (ocr_guid_kind(g) == OCR_GUID_EDT)
		add_task(w, tale, g);
	else if (ocr_guid_kind(g) == OCR_GUID_DB)
		ocr_words_add(w, "data block %s", number_of(g, text));
	else if (ocr_guid_is_event(g))
		add_event(w, tale, g);
	else
		ocr_words_add(w, "%s", ocr_guid_text(g, text));
}

/* -- What they lack ---------------------------------------------------------
 */

void
ocr_words_edge(struct ocr_words *w, const struct ocr_tale *tale,
	       const struct ocr_fact *e)
{
	const struct ocr_fact_node *x = node_of(tale, e->is.object);
	uint64_t depc = x && x->is && x->is->is.kind == OCR_FACT_TASK
				? x->is->is.n[1]
				: 0;

	switch (e->is.kind) {
	case OCR_FACT_SLOT:
		ocr_words_add(w, "waits in slot %u", e->is.slot);
		if (depc > 1)
			ocr_words_add(w, " (of %" PRIu64 ")", depc);
		ocr_words_add(w, " for ");
		break;
	case OCR_FACT_AWAIT:
		ocr_words_add(w, "waits in %s() for ",
			      ocr_await_call_name(e->is.n[1]));
		break;
	case OCR_FACT_NEED:
		ocr_words_add(w, "waits until it can have ");
		break;
	case OCR_FACT_ROOM:
		ocr_words_add(w, "waits for %" PRIu64 " bytes of memory for ",
			      e->is.n[0]);
		break;
	case OCR_FACT_SCOPE:
		ocr_words_add(w, "has returned, but is a finish task, which "
				 "completes after all tasks created inside: "
				 "it waits for ");
		break;
	default:
		ocr_words_add(w, "waits for ");
		break;
	}
}

static void
add_late(struct ocr_words *w, ocrGuid_t event)
{
	const char *what = ocr_guid_late(event);

	if (ocr_guid_flags(event) & OCR_GUID_OUTPUT)
		what = "its task had ended (add dependences on an output event "
		       "before the task can run)";
	else if (!what)
		what = "it had been destroyed";
	ocr_words_add(w, ", which was gone when this dependence was added: %s",
		      what);
}

void
ocr_words_fate(struct ocr_words *w, const struct ocr_fact *e)
{
	ocrGuid_t g = e->is.other;

	if (e->is.kind == OCR_FACT_ROOM)
		ocr_words_add(w,
			      ": data blocks use %" PRIu64 " of %" PRIu64
			      " (OCR_MEM_LIMIT)",
			      e->is.n[1], e->is.n[2]);
	if (e->is.kind != OCR_FACT_SLOT && e->is.kind != OCR_FACT_AWAIT &&
	    e->is.kind != OCR_FACT_FEED)
		return;
	switch ((enum ocr_event_fate)e->is.n[0]) {
	case OCR_FATE_DESTROYED:
		ocr_words_add(w, ", which was destroyed %s",
			      ocr_guid_flags(g) & OCR_GUID_OUTPUT
				      ? "with its task (ocrEdtDestroy)"
				      : "before it fired (ocrEventDestroy)");
		break;
	case OCR_FATE_LATE:
		add_late(w, g);
		break;
	case OCR_FATE_ABSENT:
		ocr_words_add(
			w, "%s",
			ocr_guid_flags(g) & OCR_GUID_LABELED
				? ", and no event has this label: none was "
				  "created, or it has fired or was destroyed"
				: ", which was never created");
		break;
	default:
		break;
	}
}

static void
add_block_lack(struct ocr_words *w, const struct ocr_msg_stuck_fact *m)
{
	if (m->n[2])
		ocr_words_add(
			w,
			"is partitioned (ocrDbPartition), and has parts that "
			"were not destroyed (ocrDbDestroy): %" PRIu64,
			m->n[2]);
	else if (m->n[0] && m->n[1] == OCR_NODE_NONE)
		ocr_words_add(w, "is a part of a data block that is in use");
	else
		ocr_words_add(
			w, "is written by %" PRIu64 " tasks of node %" PRIu64,
			m->n[0], m->n[1]);
}

static void
add_reduction_lack(struct ocr_words *w, const struct ocr_fact *is)
{
	const uint64_t *n = is->is.n;

	switch ((enum ocr_collective_lack)n[0]) {
	case OCR_LACK_CREATION:
		ocr_words_add(w,
			      "was not created on node %u, where %" PRIu64
			      " calls use it",
			      is->from, n[1]);
		break;
	case OCR_LACK_OWN:
		ocr_words_add(w,
			      "has %" PRIu64 " of the %" PRIu64
			      " contributions that it needs on node %u, for "
			      "generation %" PRIu64
			      " (ocrEventCollectiveSatisfySlot)",
			      n[1], n[2], is->from, n[3]);
		break;
	case OCR_LACK_NODES:
		ocr_words_add(w,
			      "has on node %u the contributions of %" PRIu64
			      " of %" PRIu64
			      " other nodes, for generation %" PRIu64,
			      is->from, n[1], n[2], n[3]);
		break;
	case OCR_LACK_RESULT:
		ocr_words_add(w,
			      "waits on node %u for generation %" PRIu64
			      " of node %" PRIu64,
			      is->from, n[3], n[1]);
		break;
	}
}

void
ocr_words_lack(struct ocr_words *w, const struct ocr_fact *is)
{
	char text[OCR_EVENT_TEXT];

	switch (is->is.kind) {
	case OCR_FACT_EVENT:
		ocr_words_add(w, "%s",
			      ocr_event_lacks(is->is.object, is->is.n, text));
		break;
	case OCR_FACT_BLOCK:
		add_block_lack(w, &is->is);
		break;
	case OCR_FACT_REDUCTION:
		add_reduction_lack(w, is);
		break;
	default:
		break;
	}
}

const char *
ocr_words_state(const struct ocr_tale *tale, const struct ocr_fact *is)
{
	switch ((enum ocr_edt_state)is->is.n[0]) {
	case OCR_EDT_READY:
		return is->is.n[3]
			       ? "cannot start: its node is paused (ocrPause)"
		       : tale->moves ? "is ready, and waits for a worker"
				     : "has not started";
	case OCR_EDT_RUNNING:
		return is->is.n[3] == 2 ? "has paused its node (ocrPause) and "
					  "has not returned"
		       : tale->moves	? "runs"
					: "has not returned";
	case OCR_EDT_ENDING:
		return "has returned, but has not completed";
	default:
		return "has not started";
	}
}
