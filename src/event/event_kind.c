/* SPDX-License-Identifier: BSD-3-Clause */
/* event_kind.c - what is peculiar to each kind of event: what it is created
 * with, and what it lacks or has no room for.
 */
#include "src/event/event.h"

#include "fabric/log.h"
#include "src/base/runtime.h"
#include "src/event/event_body.h"

#include <inttypes.h>
#include <stdio.h>

/* Where a latch may begin: so far that it never comes to the end. */
#define MAX_COUNT (INT64_C(1) << 62)

void
ocr_event_take(enum ocr_guid_kind kind, const ocrEventParams_t *p,
	       struct ocr_msg_create_event *m)
{
	switch (kind) {
	case OCR_GUID_EVENT_LATCH:
		m->count = (int64_t)p->EVENT_LATCH.counter;
		break;
	case OCR_GUID_EVENT_COUNTED:
		m->count = (int64_t)p->EVENT_COUNTED.nbDeps;
		break;
	case OCR_GUID_EVENT_CHANNEL:
		m->max_gen = p->EVENT_CHANNEL.maxGen;
		m->nb_sat = p->EVENT_CHANNEL.nbSat;
		m->nb_deps = p->EVENT_CHANNEL.nbDeps;
		break;
	default:
		break;
	}
}

bool
ocr_event_is_possible(enum ocr_guid_kind kind,
		      const struct ocr_msg_create_event *m)
{
	switch (kind) {
	case OCR_GUID_EVENT_LATCH:
		return m->count <= MAX_COUNT && m->count >= -MAX_COUNT;
	case OCR_GUID_EVENT_COUNTED:
		return m->count <= MAX_COUNT && m->count > 0;
	case OCR_GUID_EVENT_CHANNEL:
		return m->max_gen && m->nb_sat && m->nb_deps;
	default:
		return kind >= OCR_GUID_EVENT_ONCE &&
		       kind < OCR_GUID_EVENT_COLLECTIVE;
	}
}

const char *
ocr_event_expects(enum ocr_guid_kind kind, const ocrEventParams_t *p, char *buf)
{
	if (kind == OCR_GUID_EVENT_COUNTED)
		snprintf(buf, OCR_EVENT_TEXT,
			 "nbDeps=%" PRIu64 "|a counted event needs params with "
			 "nbDeps of 1 or more",
			 p ? (uint64_t)p->EVENT_COUNTED.nbDeps : 0);
	else if (p && kind == OCR_GUID_EVENT_CHANNEL)
		snprintf(buf, OCR_EVENT_TEXT,
			 "maxGen=%u nbSat=%u nbDeps=%u|a channel event needs 1 "
			 "or more of each",
			 p->EVENT_CHANNEL.maxGen, p->EVENT_CHANNEL.nbSat,
			 p->EVENT_CHANNEL.nbDeps);
	else if (p && kind == OCR_GUID_EVENT_LATCH)
		snprintf(buf, OCR_EVENT_TEXT,
			 "counter=%" PRIu64 "|it is out of range",
			 (uint64_t)p->EVENT_LATCH.counter);
	else
		snprintf(buf, OCR_EVENT_TEXT,
			 "params=NULL|this type of event is created by "
			 "ocrEventCreateParams(), with parameters");
	return buf;
}

/* What a latch lacks. */
static void
lacks_count(int64_t count, char *buf)
{
	int64_t n = count < 0 ? -count : count;

	if (!count)
		snprintf(buf, OCR_EVENT_TEXT,
			 "was neither incremented nor decremented");
	else
		snprintf(buf, OCR_EVENT_TEXT,
			 "fires when its count is 0, and it is %" PRId64
			 ": %" PRId64 " %s%s missing (ocrEventSatisfySlot, %s)",
			 count, n, count < 0 ? "increment" : "decrement",
			 n == 1 ? " is" : "s are",
			 count < 0 ? "OCR_EVENT_LATCH_INCR_SLOT"
				   : "OCR_EVENT_LATCH_DECR_SLOT");
}

const char *
ocr_event_lacks(ocrGuid_t g, const uint64_t n[4], char *buf)
{
	switch (ocr_guid_kind(g)) {
	case OCR_GUID_EVENT_LATCH:
		lacks_count((int64_t)n[OCR_EVENT_COUNT], buf);
		break;
	case OCR_GUID_EVENT_CHANNEL:
		snprintf(buf, OCR_EVENT_TEXT,
			 "has %" PRIu64 " of the %" PRIu64
			 " satisfactions (nbSat) and %" PRIu64
			 " of the %" PRIu64
			 " dependences (nbDeps) that it fires with",
			 n[OCR_EVENT_SAT], n[OCR_EVENT_NB_SAT],
			 n[OCR_EVENT_DEPS], n[OCR_EVENT_NB_DEPS]);
		break;
	default:
		snprintf(buf, OCR_EVENT_TEXT, "%s",
			 ocr_guid_flags(g) & OCR_GUID_OUTPUT
				 ? "waits for the end of its task"
				 : "was never satisfied (ocrEventSatisfy)");
		break;
	}
	return buf;
}

void
ocr_event_say_full(struct ocr_runtime *rt, ocrGuid_t g, uint32_t max_gen,
		   const char *of_what)
{
	char text[OCR_GUID_TEXT];

	ocr_log_error(rt->self,
		      "%s is full: it can hold back %u generations of %s "
		      "(maxGen)",
		      ocr_guid_text(g, text), max_gen, of_what);
}
