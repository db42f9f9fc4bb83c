/* SPDX-License-Identifier: BSD-3-Clause */
/* takes_arg.c - a block passes through events that were made without
 * EVT_PROP_TAKES_ARG: of every kind, by each call, through chains, labels and
 * as what a task returns.  Strict mode refuses the calls, and only those. */
#include "tests/conformance/conf.h"

#include "extensions/ocr-labeling.h"

#define ROUNDS 6

/* Those up to CALLED are satisfied with a block by a call. */
enum { CALLED = 5, LATCH = CALLED, CHAINED, LABELED, RETURNED, EVENTS };

struct args {
	ocrGuid_t events[EVENTS], range;
	u64 round, strict;
};

static ocrGuid_t
plain_event(ocrEventTypes_t type)
{
	ocrEventParams_t p;
	ocrGuid_t g = NULL_GUID;

	memset(&p, 0, sizeof(p));
	if (type == OCR_EVENT_COUNTED_T)
		p.EVENT_COUNTED.nbDeps = 1;
	if (type == OCR_EVENT_CHANNEL_T) {
		p.EVENT_CHANNEL.maxGen = 1;
		p.EVENT_CHANNEL.nbSat = 1;
		p.EVENT_CHANNEL.nbDeps = 1;
	}
	OK(ocrEventCreateParams(&g, type, EVT_PROP_NONE, &p));
	return g;
}

static u8
pass(ocrGuid_t event, ocrGuid_t db, u64 way)
{
	switch (way % 3) {
	case 0:
		return ocrEventSatisfy(event, db);
	case 1:
		return ocrEventSatisfySlot(event, db, 0);
	default:
		return ocrAddDependence(db, event, 0, DB_MODE_RW);
	}
}

/* What is refused has not satisfied the event. */
static void
pass_or_not(ocrGuid_t event, ocrGuid_t db, u64 way, bool strict)
{
	u8 code = pass(event, db, way);

	if (code != (strict ? OCR_EPERM : 0))
		FAIL("way %" PRIu64 " returned %u", way, (unsigned)code);
	if (strict)
		OK(ocrEventSatisfy(event, NULL_GUID));
}

TASK(return_it)
{
	return depv[0].guid;
}

/* An event of the program is the output event of a task that returns db. */
static void
pass_returned(ocrGuid_t event, ocrGuid_t db, u64 node)
{
	ocrGuid_t tmpl = conf_template(return_it), t = NULL_GUID;
	ocrHint_t h = conf_edt_hint(node);

	OK(ocrEdtCreate(&t, tmpl, 0, NULL, 1, NULL, EDT_PROP_OEVT_VALID, &h,
			&event));
	OK(ocrEdtTemplateDestroy(tmpl));
	conf_link(db, t, 0, DB_MODE_CONST);
}

/* Mostly on a node that has neither the events nor the block. */
TASK(satisfy)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t db = conf_number(a->round + 2, a->round), source;

	for (u32 i = 0; i < CALLED; i++)
		pass_or_not(a->events[i], db, i + a->round, a->strict);
	/* A latch event has no use for it, so takes it. */
	CHECK_OK(ocrEventSatisfySlot(a->events[LATCH], db,
				     OCR_EVENT_LATCH_INCR_SLOT));
	CHECK_OK(ocrEventSatisfySlot(a->events[LATCH], db,
				     OCR_EVENT_LATCH_DECR_SLOT));
	source = conf_event(OCR_EVENT_ONCE_T);
	conf_link(source, a->events[CHAINED], 0, DB_DEFAULT_MODE);
	CHECK_OK(pass(source, db, a->round));
	/* Its name was there before anybody said what it takes. */
	CHECK_OK(pass(a->events[LABELED], db, a->round));
	pass_returned(a->events[RETURNED], db, a->round + 1);
	return NULL_GUID;
}

TASK(look)
{
	const struct args *a = PARAM(struct args);

	for (u32 i = 0; i < EVENTS; i++) {
		if (i == LATCH || (i < CALLED && a->strict))
			CHECK(ocrGuidIsNull(depv[i].guid) && !depv[i].ptr,
			      "event %" PRIu32 " brought a block", i);
		else
			CHECK_EQ("what came through", conf_value(&depv[i]),
				 a->round);
	}
	return NULL_GUID;
}

TASK(open)
{
	static const ocrEventTypes_t types[EVENTS] = {
		OCR_EVENT_ONCE_T,    OCR_EVENT_IDEM_T,	  OCR_EVENT_STICKY_T,
		OCR_EVENT_COUNTED_T, OCR_EVENT_CHANNEL_T, OCR_EVENT_LATCH_T,
		OCR_EVENT_STICKY_T,  OCR_EVENT_STICKY_T,  OCR_EVENT_ONCE_T};
	struct args a = *PARAM(struct args);
	ocrGuid_t t = conf_task(look, a.round + 1, PARAMS(a), EVENTS, NULL);

	for (u32 i = 0; i < EVENTS; i++) {
		if (i == LABELED) {
			OK(ocrGuidFromIndex(&a.events[i], a.range, a.round));
			OK(ocrEventCreate(&a.events[i], types[i],
					  GUID_PROP_IS_LABELED));
		} else {
			a.events[i] = plain_event(types[i]);
		}
		conf_link(a.events[i], t, i, DB_MODE_CONST);
	}
	conf_start(conf_task(satisfy, a.round / 2, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(ROUNDS), t, out;
	struct args a = {.strict = conf_is_strict()};

	CHECK_OK(ocrGuidRangeCreate(&a.range, ROUNDS, GUID_USER_EVENT_STICKY));
	for (; a.round < ROUNDS; a.round++) {
		t = conf_finish_task(open, a.round, PARAMS(a), 1, &out);
		conf_link(out, end, (u32)a.round, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
