/* SPDX-License-Identifier: BSD-3-Clause */
/* late_errors.c - mistakes that only the owner of an object can see are
 * refused there, whatever the call has returned, and change nothing.  Most of
 * them are made on other nodes; the runtime prints them. */
#include "tests/conformance/conf.h"

#define ROUNDS 6

struct args {
	ocrGuid_t sticky, idem, task, db, after;
	u64 round;
};

/* Everything here is wrong; it may be told or not. */
TASK(err)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t other = conf_number(a->round, 99);
	ocrGuid_t chain[2] = {conf_event(OCR_EVENT_ONCE_T),
			      conf_event(OCR_EVENT_ONCE_T)};
	u8 codes[5];

	codes[0] = ocrEventSatisfy(a->sticky, other);
	codes[1] = ocrAddDependence(other, a->sticky, 0, DB_MODE_RW);
	/* A slot that does not exist. */
	codes[2] = ocrAddDependence(NULL_GUID, a->task, 3, DB_MODE_RW);
	/* A block that is gone. */
	codes[3] = ocrDbDestroy(a->db);
	codes[4] = ocrDbDestroy(a->db);
	for (u32 i = 0; i < 5; i++)
		CHECK(!codes[i] || codes[i] == OCR_EPERM ||
			      codes[i] == OCR_EINVAL,
		      "mistake %" PRIu32 " gave code %u", i,
		      (unsigned)codes[i]);
	/* Through a chain nobody can be told; the other event ignores it. */
	conf_link(chain[0], a->sticky, 0, DB_DEFAULT_MODE);
	conf_link(chain[1], a->idem, 0, DB_DEFAULT_MODE);
	CHECK_OK(ocrEventSatisfy(chain[0], other));
	CHECK_OK(ocrEventSatisfy(chain[1], other));
	return NULL_GUID;
}

/* After the mistakes: all is as it was. */
TASK(go_on)
{
	const struct args *a = PARAM(struct args);

	conf_link(a->sticky, a->after, 0, DB_MODE_CONST);
	conf_link(a->idem, a->after, 1, DB_MODE_CONST);
	conf_start(a->task, 1);
	return NULL_GUID;
}

TASK(use)
{
	CHECK_EQ("depc", depc, 2);
	CHECK_EQ("the first slot", conf_value(&depv[0]), 3);
	CHECK(ocrGuidIsNull(depv[1].guid), "the second slot has a block");
	return NULL_GUID;
}

TASK(after)
{
	CHECK_EQ("the sticky event", conf_value(&depv[0]), 1);
	CHECK_EQ("the idempotent event", conf_value(&depv[1]), 2);
	return NULL_GUID;
}

TASK(open)
{
	struct args a = {.round = *PARAM(u64)};
	ocrGuid_t t, out;
	u8 code;

	a.sticky = conf_event(OCR_EVENT_STICKY_T);
	a.idem = conf_event(OCR_EVENT_IDEM_T);
	CHECK_OK(ocrEventSatisfy(a.sticky, conf_number(a.round + 1, 1)));
	CHECK_OK(ocrEventSatisfy(a.idem, conf_number(a.round + 1, 2)));
	a.db = conf_number(a.round + 1, 4);
	a.task = conf_task(use, a.round + 2, NO_PARAMS, 2, NULL);
	conf_link(conf_number(a.round, 3), a.task, 0, DB_MODE_RW);
	/* A slot that is satisfied already: by this task, because the relaxed
	 * protocol lets satisfactions of different tasks overtake each other. */
	code = ocrAddDependence(conf_number(a.round, 99), a.task, 0,
				DB_MODE_RW);
	CHECK(!code || code == OCR_EPERM, "satisfied twice: code %u",
	      (unsigned)code);
	a.after = conf_task(after, a.round + 1, NO_PARAMS, 2, NULL);
	t = conf_finish_task(err, a.round / 2, PARAMS(a), 1, &out);
	conf_link(out, conf_task(go_on, a.round, PARAMS(a), 1, NULL), 0,
		  DB_DEFAULT_MODE);
	conf_start(t, 0);
	return NULL_GUID;
}

MAIN_TASK
{
	ocrGuid_t end = conf_end(ROUNDS), t, out;

	for (u64 i = 0; i < ROUNDS; i++) {
		t = conf_finish_task(open, i, PARAMS(i), 1, &out);
		conf_link(out, end, (u32)i, DB_DEFAULT_MODE);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
