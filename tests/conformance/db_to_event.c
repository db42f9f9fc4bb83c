/* SPDX-License-Identifier: BSD-3-Clause */
/* db_to_event.c - a block linked to an event satisfies it, as
 * ocrEventSatisfySlot() does; the mode of such a link means nothing, and a
 * latch event only counts. */
#include "tests/conformance/conf.h"

enum { TYPES = 4 };

struct args {
	ocrGuid_t events[TYPES];
	u64 round;
};

/* No mode has this value. */
static const ocrDbAccessMode_t no_mode = (ocrDbAccessMode_t)0x33;

TASK(satisfy)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t db;

	for (u32 i = 0; i < TYPES; i++) {
		db = conf_number(a->round + i, 10 * a->round + i);
		if (i == OCR_EVENT_LATCH_T) {
			conf_link(db, a->events[i], OCR_EVENT_LATCH_INCR_SLOT,
				  DB_MODE_EW);
			/* Data and all, once more directly. */
			CHECK_OK(ocrEventSatisfySlot(
				a->events[i], db, OCR_EVENT_LATCH_DECR_SLOT));
		} else {
			conf_link(db, a->events[i], 0, no_mode);
		}
	}
	return NULL_GUID;
}

TASK(look)
{
	u64 round = *PARAM(u64);

	for (u32 i = 0; i < TYPES; i++) {
		if (i == OCR_EVENT_LATCH_T) {
			CHECK(ocrGuidIsNull(depv[i].guid) && !depv[i].ptr,
			      "a block came through a latch event");
			continue;
		}
		CHECK_EQ("the block", conf_value(&depv[i]), 10 * round + i);
		CHECK_EQ("the mode", depv[i].mode, DB_MODE_CONST);
	}
	return NULL_GUID;
}

/* On node `round`, so the events are there. */
TASK(open)
{
	struct args a = {.round = *PARAM(u64)};
	ocrGuid_t t =
		conf_task(look, a.round + 1, PARAMS(a.round), TYPES, NULL);

	for (u32 i = 0; i < TYPES; i++) {
		a.events[i] = conf_event((ocrEventTypes_t)i);
		conf_link(a.events[i], t, i, DB_MODE_CONST);
	}
	conf_start(conf_task(satisfy, a.round / 2, PARAMS(a), 1, NULL), 0);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t sticky = conf_event(OCR_EVENT_STICKY_T);
	ocrGuid_t db = conf_number(0, 1), end, t, out;

	/* Equivalent in what it refuses, too. */
	CHECK_OK(ocrAddDependence(db, sticky, 0, no_mode));
	CHECK_CODE(ocrAddDependence(db, sticky, 0, DB_MODE_RW), OCR_EPERM);
	CHECK_OK(ocrEventDestroy(sticky));
	end = conf_end(6);
	for (u64 i = 0; i < 6; i++) {
		t = conf_finish_task(open, i, PARAMS(i), 1, &out);
		conf_link(out, end, (u32)i, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
