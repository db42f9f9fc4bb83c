/* SPDX-License-Identifier: BSD-3-Clause */
/* test_whole.c - a task that came with all that it waits for: neither it nor
 * its output event is found by anybody, and all that is done to them means what
 * it does to any other (src/task/edt_whole.h). */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "extensions/ocr-labeling.h"
#include "extensions/ocr-legacy.h"
#include "extensions/ocr-runtime-itf.h"
#include "src/base/protocol.h"
#include "src/sched/worker.h"
#include "src/task/edt.h"

#include <check.h>

/* What the body does. */
static enum {
	NOTHING,	 /* returns NULL_GUID */
	RETURNS_BLOCK,	 /* of its own */
	RETURNS_EVENT,	 /* which another task satisfies */
	TELLS_OUTPUT,	 /* makes one more task that waits for it */
	WAITS,		 /* for a task of the other node, in its middle */
	ASKS_ABOUT_SELF, /* what hints it has */
	BLOCKS,		 /* says that it waits for somebody elsewhere */
} does;

/* What its creator's node does in a later task. */
static enum { IS_QUIET, SETS_HINT, ASKS_HINT, DESTROYS } later;

static unsigned n_away, n_whole, n_follows, n_home;
static unsigned n_early; /* answers that came before the end of its body */
static bool away_has_ended;

struct names {
	ocrGuid_t away, output;
};

TASK(nothing_edt)
{
	return NULL_GUID;
}

/* Follows the output event beside home_edt, on the node of away_edt. */
TASK(follows_edt)
{
	n_follows++;
	return NULL_GUID;
}

TASK(opens_edt)
{
	OK(ocrEventSatisfy(*PARAM(ocrGuid_t), NULL_GUID));
	return NULL_GUID;
}

static ocrGuid_t
make_block(void)
{
	ocrGuid_t db;
	u64 *value;

	OK(ocrDbCreate(&db, (void **)&value, sizeof(*value), DB_PROP_NONE,
		       NULL_HINT, NO_ALLOC));
	*value = 42;
	return db;
}

/* One that a task of node 0 satisfies. */
static ocrGuid_t
make_event(void)
{
	ocrHint_t there = conf_edt_hint(0);
	ocrGuid_t event, of_opens;

	OK(ocrEventCreate(&event, OCR_EVENT_STICKY_T, EVT_PROP_NONE));
	OK(ocrEdtTemplateCreate(&of_opens, opens_edt,
				sizeof(event) / sizeof(u64), 0));
	OK(ocrEdtCreate(NULL, of_opens, EDT_PARAM_DEF, (u64 *)(void *)&event,
			EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &there, NULL));
	return event;
}

TASK(away_edt)
{
	ocrGuid_t self, output, of_follows, follows;
	ocrHint_t hint;

	n_away++;
	n_whole += ocr_self->task->whole;
	CHECK_EQ("slots", depc, 1);
	CHECK(ocrGuidIsNull(depv[0].guid), "a block from nowhere");
	OK(ocrCurrentEdtGet(&self));
	OK(ocrCurrentEdtOutputGet(&output));
	switch (does) {
	case NOTHING:
		break;
	case RETURNS_BLOCK:
		return make_block();
	case RETURNS_EVENT:
		return make_event();
	case TELLS_OUTPUT:
		/* Of this node: else all that comes behind waits for it. */
		OK(ocrEdtTemplateCreate(&of_follows, follows_edt, 0, 1));
		OK(ocrEdtCreate(&follows, of_follows, EDT_PARAM_DEF, NULL,
				EDT_PARAM_DEF, &output, EDT_PROP_NONE,
				NULL_HINT, NULL));
		break;
	case WAITS:
		CHECK(ocrGuidIsNull(ocrWait(make_event())), "a block came");
		break;
	case ASKS_ABOUT_SELF:
		OK(ocrHintInit(&hint, OCR_HINT_EDT_T));
		OK(ocrGetHint(self, &hint));
		break;
	case BLOCKS:
		ocrInformLegacyCodeBlocking();
		CHECK(!ocr_self->task->whole, "nobody finds who blocks");
		break;
	}
	/* Here it may stop for a while. */
	OK(ocrCurrentEdtGet(&self));
	away_has_ended = true;
	return NULL_GUID;
}

TASK(home_edt)
{
	n_home++;
	CHECK_EQ("runs", n_away, 1);
	CHECK_EQ("block", depv[0].ptr ? *(u64 *)depv[0].ptr : 0,
		 does == RETURNS_BLOCK ? 42 : 0);
	return NULL_GUID;
}

/* When main_edt has ended, and all that it has asked for has left. */
TASK(later_edt)
{
	const struct names *n = PARAM(struct names);
	ocrHint_t hint;

	if (later == SETS_HINT) {
		OK(ocrHintInit(&hint, OCR_HINT_EDT_T));
		OK(ocrSetHintValue(&hint, OCR_HINT_EDT_PRIORITY, 3));
		OK(ocrSetHint(n->away, &hint));
	}
	if (later == ASKS_HINT) {
		OK(ocrHintInit(&hint, OCR_HINT_EDT_T));
		/* It may be gone. */
		n_early += !ocrGetHint(n->away, &hint) && !away_has_ended;
	}
	if (later == DESTROYS)
		OK(ocrEdtDestroy(n->away));
	return NULL_GUID;
}

TASK(ends_edt)
{
	ocrShutdown();
	return NULL_GUID;
}

/* The GUIDs of its two follow others of their chunk. */
TASK(begins_edt)
{
	ocrHint_t here = conf_edt_hint(0), there = conf_edt_hint(1);
	ocrGuid_t of_away, of_home, of_later;
	struct names n;

	OK(ocrEdtTemplateCreate(&of_away, away_edt, 0, 1));
	OK(ocrEdtTemplateCreate(&of_home, home_edt, 0, 1));
	OK(ocrEdtTemplateCreate(&of_later, later_edt, sizeof(n) / sizeof(u64),
				0));
	OK(ocrEdtCreate(&n.away, of_away, EDT_PARAM_DEF, NULL, EDT_PARAM_DEF,
			NULL, EDT_PROP_NONE, &there, &n.output));
	OK(ocrEdtCreate(NULL, of_home, EDT_PARAM_DEF, NULL, EDT_PARAM_DEF,
			&n.output, EDT_PROP_NONE, NULL_HINT, NULL));
	OK(ocrAddDependence(NULL_GUID, n.away, 0, DB_DEFAULT_MODE));
	OK(ocrEdtCreate(NULL, of_later, EDT_PARAM_DEF, (u64 *)(void *)&n,
			EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &here, NULL));
	return NULL_GUID;
}

TASK(work_edt)
{
	ocrHint_t there = conf_edt_hint(1);
	ocrGuid_t of_nothing, of_begins, output;

	OK(ocrEdtTemplateCreate(&of_nothing, nothing_edt, 0, 0));
	OK(ocrEdtTemplateCreate(&of_begins, begins_edt, 0, 1));
	OK(ocrEdtCreate(NULL, of_nothing, EDT_PARAM_DEF, NULL, EDT_PARAM_DEF,
			NULL, EDT_PROP_NONE, &there, &output));
	OK(ocrEdtCreate(NULL, of_begins, EDT_PARAM_DEF, NULL, EDT_PARAM_DEF,
			&output, EDT_PROP_NONE, NULL_HINT, NULL));
	return NULL_GUID;
}

TASK(main_edt)
{
	ocrGuid_t of_work, of_ends, work, output;

	n_away = n_whole = n_follows = n_home = n_early = 0;
	away_has_ended = false;
	OK(ocrEdtTemplateCreate(&of_work, work_edt, 0, 1));
	OK(ocrEdtTemplateCreate(&of_ends, ends_edt, 0, 1));
	OK(ocrEdtCreate(&work, of_work, EDT_PARAM_DEF, NULL, EDT_PARAM_DEF,
			NULL, EDT_PROP_FINISH, NULL_HINT, &output));
	OK(ocrEdtCreate(NULL, of_ends, EDT_PARAM_DEF, NULL, EDT_PARAM_DEF,
			&output, EDT_PROP_NONE, NULL_HINT, NULL));
	OK(ocrAddDependence(NULL_GUID, work, 0, DB_DEFAULT_MODE));
	return NULL_GUID;
}

static struct sim_result
run(int seed, bool unchecked, enum sim_ways ways, bool pauses)
{
	struct sim_job_config c = {
		.unchecked = unchecked,
		.ways = ways,
		.n_nodes = 2,
		.n_workers = pauses ? 2 : 1,
		.protocol = OCR_PROTOCOL_RELAXED,
		.seed = (uint64_t)seed + 1,
		.pauses = pauses,
	};

	return one_job_run(c, main_edt);
}

static void
check_run(const struct sim_result *r, unsigned errors)
{
	ck_assert_int_eq(r->outcome, SIM_ENDED);
	ck_assert_uint_eq(r->status, 0);
	ck_assert_uint_eq(r->errors, errors);
	ck_assert_uint_eq(r->violations, 0);
	ck_assert_uint_eq(n_away, 1);
	ck_assert_uint_eq(n_home, 1);
	ck_assert_uint_eq(n_follows, does == TELLS_OUTPUT);
}

/* Looked at, and by messages, it never is whole; else it is, unless its creator
 * has stopped in the middle. */
static void
check(int seed, unsigned errors)
{
	struct sim_result r = run(seed, false, SIM_AS_SEED, true);

	check_run(&r, errors);
	ck_assert_uint_eq(n_whole, 0);
	r = run(seed, true, SIM_MESSAGES, true);
	check_run(&r, errors);
	ck_assert_uint_eq(n_whole, 0);
	r = run(seed, true, SIM_CALLS, true);
	check_run(&r, errors);
	r = run(seed, true, SIM_CALLS, false);
	check_run(&r, errors);
	ck_assert_uint_eq(n_whole, 1);
}

static void
set(int does_what, int then)
{
	does = does_what;
	later = then;
}

START_TEST(it_runs_and_tells_who_waits)
{
	set(NOTHING, IS_QUIET);

	check(_i, 0);
}
END_TEST

START_TEST(it_hands_on_a_block)
{
	set(RETURNS_BLOCK, IS_QUIET);

	check(_i, 0);
}
END_TEST

START_TEST(who_waits_follows_the_event_that_it_returns)
{
	set(RETURNS_EVENT, IS_QUIET);

	check(_i, 0);
}
END_TEST

START_TEST(others_may_wait_for_its_end_as_well)
{
	set(TELLS_OUTPUT, IS_QUIET);

	check(_i, 0);
}
END_TEST

START_TEST(its_body_may_wait)
{
	set(WAITS, IS_QUIET);

	check(_i, 0);
}
END_TEST

START_TEST(it_is_asked_by_itself)
{
	set(ASKS_ABOUT_SELF, IS_QUIET);

	check(_i, 0);
}
END_TEST

START_TEST(a_hint_comes_for_it_at_any_time)
{
	set(_i % 2 ? WAITS : NOTHING, SETS_HINT);

	check(_i, 0);
}
END_TEST

START_TEST(its_body_may_block_the_thread)
{
	set(BLOCKS, IS_QUIET);

	check(_i, 0);
}
END_TEST

/* Not at its end alone: who asks waits. */
START_TEST(what_hints_it_has_is_answered_at_once)
{
	unsigned early = 0;

	set(NOTHING, ASKS_HINT);
	for (int i = 0; i < 40; i++) {
		struct sim_result r = run(i, true, SIM_CALLS, true);

		check_run(&r, 0);
		early += n_whole * n_early;
		check(i, 0);
	}
	ck_assert_uint_gt(early, 0);
}
END_TEST

START_TEST(its_destruction_is_refused_at_any_time)
{
	set(_i % 2 ? WAITS : NOTHING, DESTROYS);

	check(_i, 1);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("whole");
	TCase *t = tcase_create("whole");

	tcase_add_loop_test(t, it_runs_and_tells_who_waits, 0, 10);
	tcase_add_loop_test(t, it_hands_on_a_block, 0, 10);
	tcase_add_loop_test(t, who_waits_follows_the_event_that_it_returns, 0,
			    20);
	tcase_add_loop_test(t, others_may_wait_for_its_end_as_well, 0, 20);
	tcase_add_loop_test(t, its_body_may_wait, 0, 20);
	tcase_add_loop_test(t, it_is_asked_by_itself, 0, 10);
	tcase_add_loop_test(t, a_hint_comes_for_it_at_any_time, 0, 40);
	tcase_add_loop_test(t, its_body_may_block_the_thread, 0, 10);
	tcase_add_test(t, what_hints_it_has_is_answered_at_once);
	tcase_add_loop_test(t, its_destruction_is_refused_at_any_time, 0, 40);
	suite_add_tcase(s, t);
	return run_suite(s);
}
