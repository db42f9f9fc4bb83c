/* SPDX-License-Identifier: BSD-3-Clause */
/* counted_codes.c - a counted event with one dependence too many, satisfied
 * once too often: refused, on its own node with a code, and whom it expects
 * gets what came first. */
#include "tests/conformance/conf.h"

#define DEPS  3
#define FIRST 10
#define LATER 20

struct args {
	ocrGuid_t event, check;
	u64 node, apart; /* of the event; from there to who uses it */
};

TASK(take)
{
	CHECK_EQ("what the event carries", conf_value(&depv[0]), FIRST);
	return NULL_GUID;
}

TASK(too_many)
{
	FAIL("the event has satisfied one more than it expects");
	return NULL_GUID;
}

/* Waits for the event, which expects it. */
static void
expected(const struct args *a, u32 slot)
{
	ocrGuid_t out, t = conf_task(take, a->node + a->apart * slot, NO_PARAMS,
				     1, &out);

	conf_link(out, a->check, slot, DB_MODE_NULL);
	conf_link(a->event, t, 0, DB_MODE_CONST);
}

/* The codes of the event's own node; on others it is told later. */
static bool
is_refused(const struct args *a, u8 code, u8 want)
{
	if (code == want || (a->apart && !code))
		return true;
	FAIL("code %u was expected, got %u", want, (unsigned)code);
	return false;
}

/* All dependences come first, and one more; then the satisfactions. */
static bool
late(const struct args *a, ocrGuid_t extra, const ocrGuid_t *db)
{
	for (u32 i = 0; i < DEPS; i++)
		expected(a, i);
	if (!is_refused(a, ocrAddDependence(a->event, extra, 0, DB_MODE_CONST),
			OCR_EPERM))
		return false;
	OK(ocrEventSatisfy(a->event, db[0]));
	/* It is gone. */
	return is_refused(a, ocrEventSatisfy(a->event, db[1]), OCR_EINVAL) &&
	       is_refused(a,
			  ocrAddDependence(a->event, extra, 0, DB_MODE_CONST),
			  OCR_EINVAL);
}

/* The satisfactions come before the last dependences. */
static bool
early(const struct args *a, ocrGuid_t extra, const ocrGuid_t *db)
{
	expected(a, 0);
	OK(ocrEventSatisfy(a->event, db[0]));
	for (u32 i = 0; i < 2; i++)
		if (!is_refused(a, ocrEventSatisfy(a->event, db[1]), OCR_EPERM))
			return false;
	for (u32 i = 1; i < DEPS; i++)
		expected(a, i);
	return is_refused(a,
			  ocrAddDependence(a->event, extra, 0, DB_MODE_CONST),
			  OCR_EINVAL);
}

/* When those have run whom the event expects, the one more waits still. */
TASK(check)
{
	CHECK_OK(ocrEdtDestroy(*PARAM(ocrGuid_t)));
	return NULL_GUID;
}

/* Nothing else of this task is under way: where the event is, all is on that
 * node, and codes can be told. */
TASK(use)
{
	struct args a = *PARAM(struct args);
	u64 here = a.node + a.apart;
	ocrGuid_t db[] = {conf_number(here, FIRST), conf_number(here, LATER)};
	ocrGuid_t extra = conf_task(too_many, here, NO_PARAMS, 1, NULL);

	a.check = conf_task(check, here, PARAMS(extra), DEPS + 1, NULL);
	if (paramv[6] ? late(&a, extra, db) : early(&a, extra, db))
		conf_start(a.check, DEPS);
	return NULL_GUID;
}

TASK(open)
{
	struct {
		struct args a;
		u64 late;
	} p = {.a = *PARAM(struct args)};

	for (p.late = 0; p.late < 2; p.late++) {
		p.a.event = conf_counted(DEPS);
		conf_start(conf_task(use, p.a.node + p.a.apart, PARAMS(p), 1,
				     NULL),
			   0);
	}
	return NULL_GUID;
}

MAIN_TASK
{
	u64 n = 2 * conf_nodes();
	ocrGuid_t end = conf_end((u32)n), t, out;
	struct args a = {.event = NULL_GUID};

	for (u64 i = 0; i < n; i++) {
		a.node = i / 2;
		a.apart = i % 2;
		t = conf_finish_task(open, a.node, PARAMS(a), 1, &out);
		conf_link(out, end, (u32)i, DB_MODE_NULL);
		conf_start(t, 0);
	}
	return NULL_GUID;
}
