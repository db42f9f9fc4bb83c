/* SPDX-License-Identifier: BSD-3-Clause */
/* test_brief.c - the creation of a task of another node in brief, and what
 * rides on it, in it or behind it, means what it does in full
 * (src/stream/brief.h). */
#include "tests/conformance/conf.h"
#include "tests/sim/one_job.h"

#include "src/base/protocol.h"
#include "src/sched/worker.h"
#include "src/task/edt.h"

#include <check.h>

#define MANY 9

/* What a run does. */
static struct what {
	u32 params, slots;
	unsigned waiters; /* tasks that follow its output event */
	u32 slot;	  /* by this one of theirs */
	bool placed;	  /* and they have a hint */
	bool other_mode;  /* its first slot is satisfied in another one */
	bool twice;	  /* it is satisfied twice */
	bool late;	  /* its last one is satisfied by a later task */
	bool block;	  /* one is made before they are satisfied */
	bool last;	  /* who follows comes when they are satisfied */
} does;

static unsigned n_runs, n_home, n_brief, n_whole;

static void
end_if_last(void)
{
	if (n_runs == 1 && n_home == does.waiters)
		ocrShutdown();
}

TASK(away_edt)
{
	if (!paramc)
		return NULL_GUID;
	n_runs++;
	n_whole += ocr_self->task->whole;
	CHECK_EQ("slots", depc, does.slots);
	CHECK_EQ("parameters", paramc, does.params);
	for (u32 i = 0; i < paramc; i++)
		CHECK_EQ("parameter", paramv[i], 100 + i);
	for (u32 i = 0; i < depc; i++)
		CHECK(ocrGuidIsNull(depv[i].guid), "a block from nowhere");
	end_if_last();
	return NULL_GUID;
}

TASK(home_edt)
{
	n_home++;
	CHECK_EQ("runs", n_runs, 1);
	CHECK_EQ("slots", depc, does.slot + 1);
	end_if_last();
	return NULL_GUID;
}

TASK(late_edt)
{
	OK(ocrAddDependence(NULL_GUID, *PARAM(ocrGuid_t), does.slots - 1,
			    DB_DEFAULT_MODE));
	return NULL_GUID;
}

static void
follow(ocrGuid_t template, ocrGuid_t output)
{
	ocrHint_t here = conf_edt_hint(0);
	ocrGuid_t home;

	OK(ocrEdtCreate(&home, template, 0, NULL, does.slot + 1, NULL,
			EDT_PROP_NONE, does.placed ? &here : NULL_HINT, NULL));
	OK(ocrAddDependence(output, home, does.slot, DB_DEFAULT_MODE));
	for (u32 i = 0; i < does.slot; i++)
		OK(ocrAddDependence(NULL_GUID, home, i, DB_DEFAULT_MODE));
}

static void
satisfy(ocrGuid_t away)
{
	for (u32 i = 0; i < does.slots - does.late; i++)
		OK(ocrAddDependence(NULL_GUID, away, i,
				    !i && does.other_mode ? DB_MODE_CONST
							  : DB_DEFAULT_MODE));
	if (does.twice)
		OK(ocrAddDependence(NULL_GUID, away, 0, DB_DEFAULT_MODE));
}

static void
make_one(ocrGuid_t template, ocrGuid_t *away, ocrGuid_t *output)
{
	static u64 params[MANY] = {100, 101, 102, 103, 104, 105, 106, 107, 108};
	ocrHint_t there = conf_edt_hint(1);

	OK(ocrEdtCreate(away, template, does.params, params, does.slots, NULL,
			EDT_PROP_NONE, &there, output));
}

/* Its templates are remembered by then: a task was made of each. */
static void
make_away(ocrGuid_t template, ocrGuid_t *away, ocrGuid_t *output)
{
	ocrHint_t there = conf_edt_hint(1);

	OK(ocrEdtCreate(NULL, template, 0, NULL, 0, NULL, EDT_PROP_NONE, &there,
			NULL));
	make_one(template, away, output);
}

/* Which only its task knows, for as long as that asks for nothing else. */
static void
make_block(void)
{
	ocrGuid_t db;
	void *at;

	OK(ocrDbCreate(&db, &at, 8, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
	OK(ocrDbDestroy(db));
}

TASK(main_edt)
{
	ocrGuid_t of_away, of_home, of_late, away, output;
	ocrHint_t here = conf_edt_hint(0);

	n_runs = n_home = n_whole = 0;
	OK(ocrEdtTemplateCreate(&of_away, away_edt, EDT_PARAM_UNK,
				EDT_PARAM_UNK));
	OK(ocrEdtTemplateCreate(&of_home, home_edt, 0, EDT_PARAM_UNK));
	OK(ocrEdtTemplateCreate(&of_late, late_edt, sizeof(away) / sizeof(u64),
				0));
	make_away(of_away, &away, does.waiters ? &output : NULL);
	n_brief = ocr_self->bearer.brief &&
		  ocrGuidIsEq(ocr_self->bearer.edt, away);
	for (unsigned i = 0; i < does.waiters; i++)
		follow(of_home, output);
	if (does.block)
		make_block();
	satisfy(away);
	if (does.late)
		OK(ocrEdtCreate(NULL, of_late, EDT_PARAM_DEF,
				(u64 *)(void *)&away, EDT_PARAM_DEF, NULL,
				EDT_PROP_NONE, &here, NULL));
	return NULL_GUID;
}

struct templates {
	ocrGuid_t away, home;
};

/* Nothing has gathered for the other node. */
TASK(alone_edt)
{
	const struct templates *of = PARAM(struct templates);
	ocrGuid_t away, output;

	make_one(of->away, &away, &output);
	n_brief = ocr_self->bearer.brief;
	if (!does.last)
		follow(of->home, output);
	satisfy(away);
	if (does.last)
		follow(of->home, output);
	return NULL_GUID;
}

TASK(alone_main_edt)
{
	ocrHint_t here = conf_edt_hint(0), there = conf_edt_hint(1);
	ocrGuid_t of_alone;
	struct templates of;

	n_runs = n_home = n_whole = 0;
	OK(ocrEdtTemplateCreate(&of.away, away_edt, EDT_PARAM_UNK,
				EDT_PARAM_UNK));
	OK(ocrEdtTemplateCreate(&of.home, home_edt, 0, EDT_PARAM_UNK));
	OK(ocrEdtTemplateCreate(&of_alone, alone_edt, sizeof(of) / sizeof(u64),
				0));
	OK(ocrEdtCreate(NULL, of.away, 0, NULL, 0, NULL, EDT_PROP_NONE, &there,
			NULL));
	OK(ocrEdtCreate(NULL, of_alone, EDT_PARAM_DEF, (u64 *)(void *)&of,
			EDT_PARAM_DEF, NULL, EDT_PROP_NONE, &here, NULL));
	return NULL_GUID;
}

static struct sim_result
run_as(int seed, bool unchecked, unsigned errors, ocrEdt_t main)
{
	struct sim_job_config c = {
		.unchecked = unchecked,
		.n_nodes = 2,
		.protocol = OCR_PROTOCOL_RELAXED,
		.seed = (uint64_t)seed + 1,
	};
	struct sim_result r = one_job_run(c, main);

	ck_assert_int_eq(r.outcome, SIM_ENDED);
	ck_assert_uint_eq(r.status, 0);
	ck_assert_uint_eq(r.errors, errors);
	ck_assert_uint_eq(r.violations, 0);
	ck_assert_uint_eq(n_runs, 1);
	ck_assert_uint_eq(n_home, does.waiters);
	return r;
}

static void
run(int seed, bool unchecked, unsigned errors)
{
	run_as(seed, unchecked, errors, main_edt);
}

/* Looked at, it is never made whole of that. */
static void
check(int seed, struct what what, bool brief, unsigned errors)
{
	does = what;
	run(seed, false, errors);
	ck_assert_uint_eq(n_brief, brief);
	ck_assert_uint_eq(n_whole, 0);
	run(seed, true, errors);
	ck_assert_uint_eq(n_brief, brief);
}

START_TEST(it_says_who_waits_and_what_is_satisfied)
{
	for (u32 slot = 0; slot < 3; slot++)
		check(_i,
		      (struct what){.params = 2,
				    .slots = 1 + slot,
				    .waiters = 1,
				    .slot = slot,
				    .placed = slot % 2},
		      true, 0);
}
END_TEST

START_TEST(it_need_have_neither)
{
	check(_i, (struct what){.params = 1}, true, 0);
	check(_i, (struct what){.params = 1, .waiters = 1}, true, 0);
	check(_i, (struct what){.params = 1, .slots = 8}, true, 0);
	check(_i, (struct what){.params = 1, .waiters = 2}, true, 0);
}
END_TEST

START_TEST(of_more_who_wait_the_next_are_behind_it)
{
	check(_i, (struct what){.params = 3, .slots = 2, .waiters = 3}, true,
	      0);
}
END_TEST

START_TEST(another_mode_is_behind_it)
{
	check(_i,
	      (struct what){.params = 3,
			    .slots = 2,
			    .waiters = 1,
			    .other_mode = true},
	      true, 0);
}
END_TEST

START_TEST(a_slot_that_is_satisfied_twice_is_so_once)
{
	check(_i,
	      (struct what){
		      .params = 3, .slots = 2, .waiters = 1, .twice = true},
	      true, 1);
}
END_TEST

START_TEST(a_slot_may_be_satisfied_later)
{
	check(_i,
	      (struct what){
		      .params = 1, .slots = 2, .waiters = 1, .late = true},
	      true, 0);
}
END_TEST

START_TEST(a_block_is_made_before_it_is_whole)
{
	check(_i,
	      (struct what){
		      .params = 1, .slots = 2, .waiters = 1, .block = true},
	      true, 0);
	check(_i, (struct what){.params = 1, .slots = 2, .block = true}, true,
	      0);
}
END_TEST

START_TEST(who_waits_may_say_so_last)
{
	struct sim_result first, last;

	does = (struct what){.params = 1, .slots = 2, .waiters = 1};
	first = run_as(_i, true, 0, alone_main_edt);
	ck_assert_uint_eq(n_brief, 1);
	does.last = true;
	last = run_as(_i, true, 0, alone_main_edt);
	ck_assert_uint_eq(n_brief, 1);

	/* It rides all the same. */
	ck_assert_uint_eq(last.ops_sent, first.ops_sent);
}
END_TEST

START_TEST(what_is_more_is_said_in_full)
{
	check(_i, (struct what){.params = MANY, .slots = 1, .waiters = 1},
	      false, 0);
	check(_i, (struct what){.params = 1, .slots = 9, .waiters = 1}, false,
	      0);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("brief");
	TCase *t = tcase_create("brief");

	tcase_add_loop_test(t, it_says_who_waits_and_what_is_satisfied, 0, 10);
	tcase_add_loop_test(t, it_need_have_neither, 0, 10);
	tcase_add_loop_test(t, of_more_who_wait_the_next_are_behind_it, 0, 10);
	tcase_add_loop_test(t, another_mode_is_behind_it, 0, 10);
	tcase_add_loop_test(t, a_slot_that_is_satisfied_twice_is_so_once, 0,
			    10);
	tcase_add_loop_test(t, a_slot_may_be_satisfied_later, 0, 10);
	tcase_add_loop_test(t, a_block_is_made_before_it_is_whole, 0, 10);
	tcase_add_loop_test(t, who_waits_may_say_so_last, 0, 20);
	tcase_add_loop_test(t, what_is_more_is_said_in_full, 0, 10);
	suite_add_tcase(s, t);
	return run_suite(s);
}
