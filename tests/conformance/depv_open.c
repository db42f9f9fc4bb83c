/* SPDX-License-Identifier: BSD-3-Clause */
/* depv_open.c - arrays of dependences with EDT_PARAM_DEF: all slots left open
 * with UNINITIALIZED_GUID and filled in any order, one event or one block in
 * several slots, and events that were satisfied before. */
#include "tests/conformance/conf.h"

#define ROUNDS 6

enum { SLOTS = 5 };

struct args {
	ocrGuid_t tmpl, end;
	u64 round;
};

TASK(use)
{
	CHECK_EQ("depc", depc, SLOTS);
	CHECK_EQ("paramc", paramc, 1);
	for (u32 i = 0; i < SLOTS; i++) {
		CHECK_EQ("a slot", conf_value(&depv[i]), *PARAM(u64));
		CHECK(ocrGuidIsEq(depv[i].guid, depv[0].guid) &&
			      depv[i].ptr == depv[0].ptr,
		      "slot %" PRIu32 " has another block", i);
	}
	CHECK_OK(ocrDbDestroy(depv[0].guid));
	return NULL_GUID;
}

/* Its output goes to a slot of the end. */
static ocrGuid_t
create(const struct args *a, u64 way, u64 *value, const ocrGuid_t *depv)
{
	ocrHint_t h = conf_edt_hint(a->round + way);
	ocrGuid_t t = NULL_GUID, out = NULL_GUID;

	OK(ocrEdtCreate(&t, a->tmpl, EDT_PARAM_DEF, value, EDT_PARAM_DEF, depv,
			EDT_PROP_NONE, &h, &out));
	/* It has an open slot, so it has not run. */
	conf_link(out, a->end, (u32)(2 * a->round + way), DB_DEFAULT_MODE);
	return t;
}

TASK(create_all)
{
	const struct args *a = PARAM(struct args);
	ocrGuid_t event = conf_event(OCR_EVENT_STICKY_T), deps[SLOTS], t;
	u64 value = 10 * a->round;
	ocrGuid_t db = conf_number(a->round + 1, value);

	for (u32 i = 0; i < SLOTS; i++)
		deps[i] = UNINITIALIZED_GUID;
	t = create(a, 0, &value, deps);
	for (u32 i = 0; i < SLOTS; i++)
		conf_link(i % 2 ? event : db, t, (i * 3 + 1) % SLOTS,
			  DB_DEFAULT_MODE);
	CHECK_OK(ocrEventSatisfy(event, db));

	value++;
	db = conf_number(a->round + 2, value);
	event = conf_event(OCR_EVENT_IDEM_T);
	CHECK_OK(ocrEventSatisfy(event, db));
	for (u32 i = 1; i < SLOTS; i++)
		deps[i] = i % 2 ? db : event;
	t = create(a, 1, &value, deps);
	conf_link(event, t, 0, DB_DEFAULT_MODE);
	return NULL_GUID;
}

MAIN_TASK
{
	struct args a = {.end = conf_end(2 * ROUNDS)};

	CHECK_OK(ocrEdtTemplateCreate(&a.tmpl, use, 1, SLOTS));
	for (a.round = 0; a.round < ROUNDS; a.round++)
		conf_start(conf_task(create_all, a.round, PARAMS(a), 1, NULL),
			   0);
	return NULL_GUID;
}
